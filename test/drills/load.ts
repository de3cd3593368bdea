import { setTimeout as delay } from 'node:timers/promises'
import { createAgreement } from '../../src/companies/create.ts'
import { createApp, createGrant } from '../../src/access/issue.ts'
import type { Database } from '../../src/database/connection.ts'

const JOURNALS = '/journalsapi/v15.0.1'
/** Of the Danish template. */
const VOUCHER = { journalNumber: 1, entryTypeNumber: 5, accountNumber: 3605, vatCode: 'I25', contraAccountNumber: 5820 }
/** A request that has no answer by then counts as hung. */
const ANSWER_MILLISECONDS_MAX = 20_000
const RETRY_MILLISECONDS = 50
const MADE_AT_ONCE = 4
/** Of each hundred vouchers; the others stay drafts. */
const BOOKED_OF_100 = 75

/** An agreement, and what its client sends along. */
export interface Company {
  agreement: number
  headers: Record<string, string>
}

/** A voucher as the service has acknowledged it. */
export interface Acknowledged {
  company: Company
  /** Unique among all vouchers of the load. */
  text: string
  isBooked: boolean
}

/** The answer that acknowledges a write: where it came from, and when by `performance.now()`. */
export interface Answered {
  url: string
  agreement: number
  at: number
  /** Since it was sent for the first time. */
  milliseconds: number
}

/** Makes agreements of the Danish template, which one app may use. */
export async function makeCompanies(database: Database, count: number): Promise<Company[]> {
  const { app, appSecretToken } = await createApp(database, 'Load')
  const companies: Company[] = []
  const make = async (): Promise<void> => {
    while (companies.length < count) {
      const company: Company = { agreement: 0, headers: {} }
      companies.push(company)
      company.agreement = await createAgreement(database, { name: 'Load', template: 'danish', modules: [] })
      const { agreementGrantToken } = await createGrant(database, {
        agreement: company.agreement,
        app,
        roles: ['SuperUser'],
      })
      company.headers = { 'x-appsecrettoken': appSecretToken, 'x-agreementgranttoken': agreementGrantToken }
    }
  }
  await Promise.all(Array.from({ length: MADE_AT_ONCE }, make))
  return companies
}

/**
 * Clients that create and book vouchers, one after the other, each write with its Idempotency-Key. A write without an
 * answer, or without success, is sent again with its key to the next node, until it is acknowledged. A client begins
 * every write at its own node.
 */
export class Load {
  readonly acknowledged: Acknowledged[] = []
  readonly answers: Answered[] = []
  /** How often which answer came: a status, or what came in its place. */
  readonly outcomes = new Map<string, number>()
  /** The first bodies of answers that are neither success nor 503. */
  readonly surprises: string[] = []
  private readonly urls: readonly string[]
  private readonly companies: readonly Company[]
  private readonly clients: Promise<void>[]
  private isOver = false

  constructor(urls: readonly string[], companies: readonly Company[], clients: number) {
    this.urls = urls
    this.companies = companies
    this.clients = Array.from({ length: clients }, (_, client) => this.keepWriting(client))
  }

  /** Begins nothing more, and waits until what has begun is acknowledged. */
  async end(): Promise<void> {
    this.isOver = true
    await Promise.all(this.clients)
  }

  /**
   * The longest time without an answer to any write between two moments, in milliseconds; of one node where `url` is
   * given.
   */
  silence(from: number, to: number, url?: string): number {
    let [longest, last] = [0, from]
    for (const answer of this.answers) {
      if (answer.at < from || answer.at > to || (url !== undefined && answer.url !== url)) continue
      longest = Math.max(longest, answer.at - last)
      last = answer.at
    }
    return Math.max(longest, to - last)
  }

  /**
   * The longest time that a write took which was acknowledged between two moments, in milliseconds; of some agreements
   * where they are given.
   */
  longestWrite(from: number, to: number, agreements?: ReadonlySet<number>): number {
    const those = this.answers.filter(
      ({ at, agreement }) => at >= from && at <= to && (agreements?.has(agreement) ?? true),
    )
    return those.reduce((longest, { milliseconds }) => Math.max(longest, milliseconds), 0)
  }

  /** When a node first acknowledged a write after a moment; undefined while it has not. */
  firstAfter(moment: number, url: string): number | undefined {
    return this.answers.find((answer) => answer.at > moment && answer.url === url)?.at
  }

  private async keepWriting(client: number): Promise<void> {
    for (let number = 1; !this.isOver; number++) {
      const company = this.companies[(client * 31 + number) % this.companies.length]!
      const text = `Load ${client}-${number}`
      const draft = { ...VOUCHER, date: '2026-03-01', text, amount: 125, currency: 'DKK' }
      const created = await this.write(client, company, '/draft-entries', draft, `create ${text}`)
      const acknowledged = { company, text, isBooked: false }
      this.acknowledged.push(acknowledged)
      if (number % 100 >= BOOKED_OF_100) continue
      const entryNumbers = [Number(/\d+/.exec(created)![0])]
      await this.write(client, company, '/journals/1/bookdraftentries', { entryNumbers }, `book ${text}`)
      acknowledged.isBooked = true
    }
  }

  /** @returns the body of the answer that acknowledges it. */
  private async write(client: number, company: Company, path: string, body: object, key: string): Promise<string> {
    const sent = {
      method: 'POST',
      headers: { ...company.headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }
    const begun = performance.now()
    for (let attempt = 0; ; attempt++) {
      const url = this.urls[(client + attempt) % this.urls.length]!
      const { outcome, text } = await this.send(url + JOURNALS + path, sent)
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
      if (/^2\d\d$/.test(outcome)) {
        const at = performance.now()
        this.answers.push({ url, agreement: company.agreement, at, milliseconds: at - begun })
        return text
      }
      if (outcome !== '503' && this.surprises.length < 20)
        this.surprises.push(`${outcome} ${path} ${text.slice(0, 300)}`)
      await delay(RETRY_MILLISECONDS)
    }
  }

  private async send(url: string, request: RequestInit): Promise<{ outcome: string; text: string }> {
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(ANSWER_MILLISECONDS_MAX) })
      return { outcome: String(response.status), text: await response.text() }
    } catch (error) {
      const { name, cause } = error as Error & { cause?: { code?: string } }
      const code = cause?.code
      const outcome = name === 'TimeoutError' ? 'hung' : code === 'ECONNREFUSED' ? 'refused' : 'cut'
      return { outcome, text: `${name} ${code ?? ''}` }
    }
  }
}
