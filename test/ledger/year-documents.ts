import { createHash } from 'node:crypto'
import type { Client, TestService } from '../service/harness.ts'
import { OURS } from './year-world.ts'

/** What one path answered when the document was issued. */
interface Issued {
  path: string
  hash: string
}

/** The files of issued documents: they are the same bytes for ever (ACCOUNTING.md, What was issued stays as it was issued). */
export class IssuedDocuments {
  readonly #app: TestService['app']
  readonly #client: Client
  readonly #issued: Issued[] = []
  /** UBLs that could not be made yet. */
  readonly #missing = new Set<string>()
  #looked = 0

  constructor({ app }: Pick<TestService, 'app'>, client: Client) {
    this.#app = app
    this.#client = client
  }

  get count(): number {
    return this.#issued.length
  }

  /** Keeps the files of a document that has just been booked; its UBL is answered, too. */
  async keep(document: number): Promise<string | undefined> {
    const [pdf, ubl] = [`${OURS}/invoices/${document}/pdf`, `${OURS}/invoices/${document}/ubl`]
    const printed = await this.#read(pdf)
    if (printed.status !== 200) throw new Error(`${pdf} answered ${printed.status}: ${printed.bytes.toString()}`)
    this.#issued.push({ path: pdf, hash: hashOf(printed.bytes) })
    const sent = await this.#read(ubl)
    if (sent.status === 200) this.#issued.push({ path: ubl, hash: hashOf(sent.bytes) })
    else if (sent.status === 409) this.#missing.add(ubl)
    else throw new Error(`${ubl} answered ${sent.status}: ${sent.bytes.toString()}`)
    return sent.status === 200 ? sent.bytes.toString() : undefined
  }

  /** Looks at some of the documents, in turn, or at all. @throws Error that names the first one with other bytes. */
  async compare(many = this.#issued.length): Promise<void> {
    for (let left = Math.min(many, this.#issued.length); left > 0; left -= 1) {
      const { path, hash } = this.#issued[(this.#looked += 1) % this.#issued.length]!
      const { status, bytes } = await this.#read(path)
      if (status !== 200 || hashOf(bytes) !== hash) {
        throw new Error(`${path} has changed: it answered ${status} with ${bytes.length} other bytes`)
      }
    }
    const [missing] = this.#missing
    if (missing === undefined) return
    this.#missing.delete(missing)
    const { status, bytes } = await this.#read(missing)
    if (status === 200) this.#issued.push({ path: missing, hash: hashOf(bytes) })
    else this.#missing.add(missing)
  }

  async #read(url: string): Promise<{ status: number; bytes: Buffer }> {
    const { statusCode, rawPayload } = await this.#app.inject({ method: 'GET', url, headers: this.#client.headers })
    return { status: statusCode, bytes: rawPayload }
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
