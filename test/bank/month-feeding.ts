import { expect } from 'vitest'
import type { Chance } from '../chance.ts'
import type { Days } from '../ledger/judge-drafts.ts'
import { addDays, type Day } from '../ledger/naive-facts.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import type { Client, Reply } from '../service/harness.ts'
import { DB, sendStatement } from './files.ts'
import type { BankEvent } from './month-events.ts'
import { type BankFile, type Format, linesOf, written } from './month-files.ts'
import { BANKS, type Currency } from './month-world.ts'
import { type FileLine, NaiveLines } from './naive-bank.ts'

/**
 * What an account at the bank has seen, and what of it the company has read: by files that come twice, overlap, miss
 * days, or are wrong.
 */
export class BankFeed {
  readonly bank: Currency
  readonly #client: Client
  readonly #events: BankEvent[] = []
  readonly #there = new NaiveLines()
  /** How many files were sent, and how many of them were refused. */
  readonly told = { files: 0, refused: 0 }

  constructor(client: Client, bank: Currency) {
    this.#client = client
    this.bank = bank
  }

  /** Sends the statements of some days. @throws where the service does anything else than the naive bank. */
  async send(chance: Chance, format: Format, days: Days, events: readonly BankEvent[]): Promise<void> {
    this.#events.push(...events)
    const files = this.#statements(chance, format, days)
    for (const [at, file] of files.entries()) {
      const next = files[at + 1]
      const leavesGap = next !== undefined && chance.maybe(0.2) && (await this.#tooEarly(chance, file, next))
      if (!leavesGap && chance.maybe(0.15)) await this.#wrong(chance, file)
      if (chance.maybe(0.1)) await this.#expect(file, { preview: 'true' })
      await this.#expect(file)
      if (chance.maybe(0.2)) await this.#expect(file)
    }
    expect(this.#there.lines.length).toBe(this.#events.length)
  }

  /** The files of the days: pieces of some days each; some begin in the piece before, and some end amid a day. */
  #statements(chance: Chance, format: Format, { from, to }: Days): BankFile[] {
    const files: BankFile[] = []
    let start = from
    while (start <= to) {
      const end = addDays(start, chance.int(4, 14))
      const last = end > to ? to : end
      const begin = chance.maybe(0.25) && start > from ? later(from, addDays(start, -chance.int(1, 6))) : start
      const file = this.#file(format, begin, last)
      const isCut = last < to && chance.maybe(0.3)
      if (isCut) {
        const ofLast = file.events.filter(({ date }) => date === last)
        if (ofLast.length > 1) {
          const cut = this.#cut(file, ofLast.slice(0, chance.int(1, ofLast.length - 1)))
          if (cut.events.length > 0) files.push(cut)
          // The next begins with the day that was not over.
          start = last
          continue
        }
      }
      if (file.events.length > 0) files.push(file)
      start = addDays(last, 1)
    }
    return files
  }

  #file(format: Format, from: Day, to: Day): BankFile {
    const opening = sum(this.#events.filter(({ date }) => date < from))
    const within = this.#events.filter(({ date }) => from <= date && date <= to)
    const events = within.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : 0))
    return { format, bank: this.bank, from, to, opening, closing: opening + sum(events), events }
  }

  #cut(file: BankFile, ofLast: readonly BankEvent[]): BankFile {
    const events = [...file.events.filter(({ date }) => date < file.to), ...ofLast]
    return { ...file, events, closing: file.opening + sum(events) }
  }

  /**
   * One that leaves out days: refused where the balance does not follow. @returns whether it was sent as one that may.
   */
  async #tooEarly(chance: Chance, file: BankFile, next: BankFile): Promise<boolean> {
    if (this.#there.lines.length === 0) return false
    if (this.#there.balanceBefore(startOf(next)) === next.opening) return false
    const reply = await this.#post(next)
    this.told.refused += 1
    expect(codeOf(reply)).toEqual([409, 'BankStatementGap', 'file'])
    if (next.from <= file.to || chance.maybe(0.5)) return false
    await this.#expect(next, { acceptGap: 'true' })
    return true
  }

  /** One whose lines do not come to its balance: a digit is wrong, or a sign. */
  async #wrong(chance: Chance, file: BankFile): Promise<void> {
    const at = chance.int(0, file.events.length - 1)
    const { batch, amount, original } = file.events[at]!
    if (batch !== undefined || original !== undefined) return
    const isSign = chance.maybe(0.5) && !isCsv(file)
    if (!isSign && isCsv(file)) return
    const events = file.events.map((event, index) => (index === at ? { ...event, amount: -amount } : event))
    const reply = await this.#post(isSign ? { ...file, events } : { ...file, closing: file.closing + 900n })
    this.told.refused += 1
    expect(codeOf(reply)).toEqual([400, 'BankStatementDoesNotAddUp', 'file'])
  }

  async #expect(file: BankFile, more: Record<string, string> = {}): Promise<void> {
    const reply = await this.#post(file, more)
    const lines = linesOf(file)
    const isPreview = 'preview' in more
    const news = this.#there.news(lines).length
    expect([reply.status, reply.status < 300 ? '' : reply.text]).toEqual([isPreview ? 200 : 201, ''])
    const [told] = reply.json.statements as { lines: number; alreadyThere: number }[]
    expect([file.format, told!.lines, told!.alreadyThere]).toEqual([file.format, news, lines.length - news])
    if (!isPreview) this.#there.add(lines)
  }

  async #post(file: BankFile, more: Record<string, string> = {}): Promise<Reply> {
    this.told.files += 1
    const account = isCsv(file) ? { bankAccountNumber: BANKS[this.bank].number } : {}
    return await sendStatement(this.#client, written(file), { ...account, ...more })
  }

  /**
   * The numbers that the service gave the lines of the events. @throws where the lines are others than the naive bank
   * has.
   */
  async numbers(format: Format, days: Days, events: readonly BankEvent[]): Promise<Map<BankEvent, number>> {
    const rows = await this.#rows(days)
    const key = ({ date, amount, text, reference }: FileLine): string => `${date} ${amount} ${text} ${reference ?? ''}`
    const left = new Map<string, Row[]>()
    for (const row of rows) left.set(key(row), [...(left.get(key(row)) ?? []), row])
    const numbers = new Map<BankEvent, number>()
    const lacking: string[] = []
    for (const event of events) {
      const line = linesOf({ format, events: [event] } as unknown as BankFile)[0]!
      const reference = ['NONREF', 'NOTPROVIDED'].includes(line.reference ?? '') ? undefined : line.reference
      const isUntold = event.batch !== undefined && event.batch < 0
      const text = isUntold ? '2 payments in one amount' : line.text
      const found = left.get(key({ ...line, text, reference }))?.shift()
      if (found) numbers.set(event, found.number)
      else lacking.push(`${format}: ${key({ ...line, text, reference })}`)
    }
    const others = [...left.values()].flat().map((row) => key(row))
    expect([lacking.slice(0, 5), others.slice(0, 5)]).toEqual([[], []])
    return numbers
  }

  async #rows({ from, to }: Days): Promise<Row[]> {
    const filter = `bankAccountNumber$eq:${BANKS[this.bank].number}$and:date$gte:${from}$and:date$lte:${to}`
    const rows: Row[] = []
    for (let cursor: unknown; ;) {
      const at = cursor === undefined ? '' : `&cursor=${String(cursor)}`
      const { json } = await this.#client.get(`${DB}/bank-lines?filter=${filter}${at}`)
      rows.push(...(json.items as Record<string, unknown>[]).map(rowOf))
      cursor = json.cursor ?? undefined
      if (cursor === undefined) return rows
    }
  }
}

type Row = FileLine & { number: number }

const rowOf = (item: Record<string, unknown>): Row => ({
  number: Number(item.number),
  date: String(item.date),
  amount: BigInt(Math.round(Number(item.amount) * 100)),
  text: String(item.text ?? ''),
  reference: (item.bankReference as string | null) ?? undefined,
})

const sum = (some: readonly { amount: bigint }[]): bigint => some.reduce((total, { amount }) => total + amount, 0n)
const later = (one: Day, other: Day): Day => (one > other ? one : other)
const isCsv = ({ format }: BankFile): boolean => format === 'Danske Bank' || format === 'Nordea'
/** CSV begins with its first line. */
const startOf = (file: BankFile): Day => (isCsv(file) ? file.events[0]!.date : file.from)
