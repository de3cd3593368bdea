import { BOOKED, type Company, draftMaker, JOURNALS } from '../company.ts'
import { type Random, seededRandom } from '../product.ts'
import { type Call, send, type Tokens } from '../request.ts'
import { type Companies, PRODUCT } from './companies.ts'

/** The kinds of requests that the week consists of. */
export const KINDS = [
  'page of booked entries',
  'draft entry',
  'list of draft entries',
  'journal booked',
  'customer',
  'draft invoice with a line',
  'invoice booked',
  'trial balance',
  'draft entry deleted',
  'bulk of 100',
] as const
export type Kind = (typeof KINDS)[number]

/** An answer of the service. */
export interface Answered {
  kind: Kind
  status: number
  milliseconds: number
}

const PAGE = `${BOOKED}/paged?sort=-date&pageSize=20`
const DAYBOOK = '/daybookapi/v1.0.0'
const DRAFT_INVOICES = '/q2capi/v5.3.0/invoices/drafts'
/**
 * At a busy company: draft entries of a bulk call, such calls before a booking, and draft entries deleted one by one.
 */
const BULK = 100
const BULKS_OF_A_BOOKING = 2
const DELETED = 5
/** Draft entries that an ordinary company writes before it books. */
const DRAFTS = 3
/** Invoice numbers of the week begin here: those before are in the books. */
const FIRST_INVOICE = 100_000

/** Somebody who works for companies through the API, one request after the other. */
export class Worker {
  readonly #port: number
  readonly #companies: Companies
  readonly #note: (answered: Answered) => void
  readonly #random: Random
  readonly #draft: Company['draft']
  readonly #seed: number
  #keys = 0
  #customers: number

  /** @param seed differs between workers: so do their keys and numbers. */
  constructor(port: number, companies: Companies, seed: number, note: (answered: Answered) => void) {
    this.#port = port
    this.#companies = companies
    this.#note = note
    this.#seed = seed
    this.#random = seededRandom(seed)
    this.#draft = draftMaker(this.#random, companies.parties, companies.months, FIRST_INVOICE * (1 + 20 * seed))
    this.#customers = FIRST_INVOICE * (1 + seed)
  }

  /** A day's work at any of the companies: some requests, of which most are writes. */
  async ordinaryDay(): Promise<void> {
    const { first, count, journal } = this.#companies
    const agreement = this.#random.between(first, first + count - 1)
    const headers = this.#companies.headers(agreement)
    await this.#read('page of booked entries', PAGE, headers)
    for (let draft = 0; draft < DRAFTS; draft++)
      await this.#write('draft entry', headers, '/draft-entries', this.#draft(journal))
    await this.#read('list of draft entries', `${JOURNALS}/draft-entries?filter=journalNumber$eq:${journal}`, headers)
    await this.#write('journal booked', headers, `/journals/${journal}/book`)
    if (this.#random.between(1, 3) === 1) await this.#sell(headers)
    const [year] = this.#companies.months[0]!.split('-')
    await this.#read('trial balance', `${DAYBOOK}/trial-balance?from=${year}-01-01&to=${year}-12-31`, headers)
  }

  /** A piece of work at a busy company: large lists written and booked, beside others who do the same. */
  async busyPiece(agreement: number): Promise<void> {
    const { journal } = this.#companies
    const headers = this.#companies.headers(agreement)
    let numbers: number[] = []
    for (let bulk = 0; bulk < BULKS_OF_A_BOOKING; bulk++) {
      const entries = Array.from({ length: BULK }, () => this.#draft(journal))
      const made = await this.#write<{ entryNumbers: number[] }>('bulk of 100', headers, '/draft-entries/bulk', {
        entries,
      })
      numbers = made.entryNumbers
    }
    for (const number of numbers.slice(0, DELETED)) {
      await this.#send('draft entry deleted', {
        method: 'DELETE',
        path: `${JOURNALS}/draft-entries/${number}`,
        headers,
      })
    }
    await this.#write('draft entry', headers, '/draft-entries', this.#draft(journal))
    await this.#write('journal booked', headers, `/journals/${journal}/book`)
    await this.#read('page of booked entries', PAGE, headers)
    await this.#sell(headers)
  }

  async #sell(headers: Tokens): Promise<void> {
    const number = (this.#customers += 1)
    const customer = { number, name: `Kunde ${number}`, groupNumber: 1, currency: 'DKK', paymentTermNumber: 2 }
    await this.#post('customer', headers, `${DAYBOOK}/customers`, customer)
    const made = await this.#post<{ number: number }>('draft invoice with a line', headers, DRAFT_INVOICES, {
      customerNumber: number,
      customerName: customer.name,
      date: `${this.#random.pick(this.#companies.months)}-15`,
      currencyCode: 'DKK',
      layoutNumber: 1,
      termOfPaymentNumber: 2,
      vatZoneNumber: 1,
    })
    const lines = [{ productNumber: PRODUCT, description: 'Øl', quantity: this.#random.between(1, 20) }]
    const path = `${DRAFT_INVOICES}/${made.number}/lines/bulk`
    await this.#post('draft invoice with a line', headers, path, { lines })
    await this.#post('invoice booked', headers, `${DAYBOOK}/draft-invoices/${made.number}/book`)
  }

  async #read(kind: Kind, path: string, headers: Tokens): Promise<void> {
    await this.#send(kind, { method: 'GET', path, headers })
  }

  /** Sends a write of the journals with an idempotency key of its own. */
  async #write<T>(kind: Kind, headers: Tokens, path: string, body?: unknown): Promise<T> {
    const key = `week ${this.#seed} ${(this.#keys += 1)}`
    return await this.#post(kind, { ...headers, 'Idempotency-Key': key }, `${JOURNALS}${path}`, body)
  }

  async #post<T>(kind: Kind, headers: Tokens, path: string, body?: unknown): Promise<T> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return await this.#send(kind, { method: 'POST', path, headers, ...sent })
  }

  async #send<T>(kind: Kind, call: Call): Promise<T> {
    const began = performance.now()
    const { status, bytes } = await send(this.#port, call)
    this.#note({ kind, status, milliseconds: performance.now() - began })
    const text = Buffer.from(bytes).toString()
    // Another worker of the company may have booked it.
    const isExpected = status < 300 || (status === 404 && kind === 'draft entry deleted')
    if (!isExpected) throw new Error(`${call.method} ${call.path}: ${status}\n${text.slice(0, 2000)}`)
    return (text === '' ? {} : JSON.parse(text)) as T
  }
}
