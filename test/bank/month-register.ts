import type { Day } from '../ledger/naive-facts.ts'
import type { BankEvent, Owed, Truth } from './month-events.ts'
import type { Currency } from './month-world.ts'
import type { BankBook, Group, Side } from './naive-bank.ts'

/** An entry on an account at the bank that is booked, or drafted, before the bank has it. */
export interface Before {
  voucher: number
  bank: Currency
  side: Side
  isDraft: boolean
  owed: Owed | undefined
}

/** The accountant's list of what belongs together, of each account. */
export class Register {
  readonly #books: Record<Currency, BankBook>
  readonly #before = new Map<number, Before>()

  constructor() {
    const book = (): BankBook => ({ groups: [], openLines: [], ignored: [], inTransit: [] })
    this.#books = { DKK: book(), EUR: book() }
  }

  book(bank: Currency): BankBook {
    return this.#books[bank]
  }

  /** What is in the ledger now, and will be at the bank. */
  note(before: Before): void {
    this.#before.set(before.voucher, before)
    if (!before.isDraft) this.#books[before.bank].inTransit.push(before.side)
  }

  open(events: readonly BankEvent[]): void {
    for (const event of events) this.#books[event.bank].openLines.push(event)
  }

  ignore(event: BankEvent): void {
    this.#close([event]).ignored.push(event)
  }

  /** Lines are matched with what they really are. */
  match(events: readonly BankEvent[], truth: Truth): Group {
    const book = this.#close(events)
    const vouchers = truth.is === 'entries' ? truth.vouchers : []
    const were = vouchers.map((voucher) => this.#before.get(voucher)!.side)
    book.inTransit = book.inTransit.filter((side) => !were.includes(side))
    const made = events.map(({ date, amount }) => ({ date, amount }))
    const group = { lines: [...events], entries: were.length > 0 ? were : made, isDrafted: truth.is === 'draft' }
    book.groups.push(group)
    return group
  }

  /** The draft of matched lines is booked. */
  booked(group: Group, voucher: number): void {
    group.isDrafted = false
    group.entries = [this.#before.get(voucher)!.side]
  }

  /** The day of the latest line. */
  lastDay(bank: Currency): Day {
    const { groups, openLines, ignored } = this.#books[bank]
    const days = [...groups.flatMap(({ lines }) => lines), ...openLines, ...ignored].map(({ date }) => date)
    return days.reduce((one, other) => (one > other ? one : other))
  }

  #close(events: readonly BankEvent[]): BankBook {
    const book = this.#books[events[0]!.bank]
    const gone = new Set<Side>(events)
    book.openLines = book.openLines.filter((one) => !gone.has(one))
    return book
  }
}
