import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { type KeyPlace, readOrMakeKey } from './key.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** How a webhook's secret is stored. One without a mark is plain, from before there was a key for them. */
const [DRAWN, SEALED] = ['drawn:', 'sealed:']

/**
 * Keeps secrets by the key: what the database stores means nothing without it. A webhook's secret is never stored. Its
 * row has a random text that the database made, and the secret follows from that and the key. Secrets older than the
 * key are encrypted.
 */
export class Vault {
  private readonly place: KeyPlace
  private known: Promise<Buffer> | undefined

  constructor(place: KeyPlace) {
    this.place = place
  }

  /** AES-256-GCM, bound to its agreement: nonce, tag and text together, as hex. */
  async encrypt(agreement: number, text: string): Promise<string> {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', await this.key(), nonce).setAAD(Buffer.from(String(agreement)))
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('hex')
  }

  /** A webhook's secret from before the key, as its column keeps it. */
  async sealed(agreement: number, secret: string): Promise<string> {
    return SEALED + (await this.encrypt(agreement, secret))
  }

  /**
   * The secret of a webhook from its column, as Standard Webhooks writes it. @throws where it was encrypted by another
   * key.
   */
  async open(agreement: number, stored: string): Promise<string> {
    if (stored.startsWith(DRAWN)) {
      const drawn = createHmac('sha256', await this.key()).update(`daybook: webhook secret ${agreement} ${stored}`)
      return `whsec_${drawn.digest('base64')}`
    }
    return stored.startsWith(SEALED) ? await this.decrypt(agreement, stored.slice(SEALED.length)) : stored
  }

  /** The text that `encrypt` was given. @throws where the key or the agreement was another one. */
  async decrypt(agreement: number, hex: string): Promise<string> {
    const bytes = Buffer.from(hex, 'hex')
    const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
    const decipher = createDecipheriv('aes-256-gcm', await this.key(), nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(String(agreement))).setAuthTag(tag)
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  }

  /** Read when it is first needed, and again after a failure. */
  private key(): Promise<Buffer> {
    this.known ??= readOrMakeKey(this.place).catch((error: unknown) => {
      this.known = undefined
      throw error
    })
    return this.known
  }
}
