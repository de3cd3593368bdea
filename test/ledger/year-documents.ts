import { createHash } from 'node:crypto'
import type { Client, TestService } from '../service/harness.ts'
import { OURS } from './year-world.ts'

/** What one path answered when the document was issued. */
interface Issued {
  path: string
  hash: string
}

/**
 * The files of issued documents: they are the same bytes for ever (ACCOUNTING.md, What was issued stays as it was
 * issued).
 */
export class IssuedDocuments {
  readonly #app: TestService['app']
  readonly #database: TestService['database']
  readonly #client: Client
  readonly #issued: Issued[] = []
  /** UBLs that nobody has asked for yet, or that could not be made, with what they must say. */
  readonly #missing = new Map<string, string[]>()
  #looked = 0
  /** Everything that is kept of documents, by its hash, as it was when it was last looked at. */
  #kept: readonly string[] = []

  constructor({ app, database }: Pick<TestService, 'app' | 'database'>, client: Client) {
    this.#app = app
    this.#database = database
    this.#client = client
  }

  get count(): number {
    return this.#issued.length
  }

  /**
   * Keeps the files of a document that has just been booked. The UBL of some is first asked for later: it must say what
   * was so at booking all the same, as `says` has it.
   */
  async keep(document: number, says: string[], isLater: boolean): Promise<void> {
    const [pdf, ubl] = [`${OURS}/invoices/${document}/pdf`, `${OURS}/invoices/${document}/ubl`]
    const printed = await this.#read(pdf)
    if (printed.status !== 200) throw new Error(`${pdf} answered ${printed.status}: ${printed.bytes.toString()}`)
    this.#issued.push({ path: pdf, hash: hashOf(printed.bytes) })
    this.#missing.set(ubl, says)
    if (!isLater) await this.#ask(ubl)
  }

  /** Asks for a UBL for the first time, or once more. */
  async #ask(path: string): Promise<void> {
    const { status, bytes } = await this.#read(path)
    if (status === 409) return
    if (status !== 200) throw new Error(`${path} answered ${status}: ${bytes.toString()}`)
    const text = bytes.toString()
    const lacking = this.#missing.get(path)!.filter((said) => !text.includes(said))
    if (lacking.length > 0) throw new Error(`${path} does not say ${lacking.join(', ')}: ${text}`)
    this.#missing.delete(path)
    this.#issued.push({ path, hash: hashOf(bytes) })
  }

  /**
   * Looks at what is kept of all documents, and at the files of some, in turn, or of all, as they are answered. @throws
   * Error that names the first one with other bytes.
   */
  async compare(many = this.#issued.length): Promise<void> {
    const rows = await this.#database.rows<{ one: string }>(KEPT, [this.#client.agreement])
    const kept = rows.map(({ one }) => one)
    const changed = this.#kept.find((one, at) => kept[at] !== one)
    if (changed !== undefined) throw new Error(`${changed} has changed, or is gone`)
    this.#kept = kept
    for (let left = Math.min(many, this.#issued.length); left > 0; left -= 1) {
      const { path, hash } = this.#issued[(this.#looked += 1) % this.#issued.length]!
      const { status, bytes } = await this.#read(path)
      if (status !== 200 || hashOf(bytes) !== hash) {
        throw new Error(`${path} has changed: it answered ${status} with ${bytes.length} other bytes`)
      }
    }
    const [missing] = this.#missing.keys()
    if (missing !== undefined) await this.#ask(missing)
  }

  async #read(url: string): Promise<{ status: number; bytes: Buffer }> {
    const { statusCode, rawPayload } = await this.#app.inject({ method: 'GET', url, headers: this.#client.headers })
    return { status: statusCode, bytes: rawPayload }
  }
}

const KEPT = `
  SELECT concat_ws(' ', i.number, i.document_id, i.kind, encode(sha256(i.content), 'hex')) AS one
  FROM issued_document i WHERE i.agreement = $1 ORDER BY i.number`

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
