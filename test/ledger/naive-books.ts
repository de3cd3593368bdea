import { LANDED } from '../landed.ts'
import { type Day, type NaiveFacts, yearOf } from './naive-facts.ts'
import type { NaiveEntry, NaiveMatch } from './naive-open-items.ts'
import type { NaivePosting } from './naive-postings.ts'

/** What the naive ledger has written: entries and matches, which only grow. */
export class NaiveBooks {
  readonly entries: NaiveEntry[] = []
  readonly matches: NaiveMatch[] = []
  readonly facts: NaiveFacts
  /** The last voucher of no journal. */
  voucher = LANDED.systemVouchersApart ? 899_999_999 : 0
  #bookings = 0

  constructor(facts: NaiveFacts) {
    this.facts = facts
  }

  /** Gives postings the next numbers, as one booking. */
  write(postings: readonly NaivePosting[], isReversal = false): NaiveEntry[] {
    const first = this.entries.length
    if (postings.length > 0) this.#bookings += 1
    postings.forEach((posting, index) => {
      const hasParty = posting.customer !== null || posting.supplier !== null
      const open = hasParty ? { remainder: posting.base, open: posting.amount } : { remainder: null, open: null }
      const facts = { number: first + index + 1, booking: this.#bookings, reversedBy: null, isReversal }
      this.entries.push({ ...posting, ...open, ...facts })
    })
    return this.entries.slice(first)
  }

  note(match: Omit<NaiveMatch, 'number'>): number {
    return this.matches.push({ ...match, number: this.matches.length + 1 })
  }

  /** What postings of the last voucher of no journal have on a day. */
  noJournal(date: Day): Pick<NaivePosting, 'date' | 'year' | 'voucher'> {
    return { date, year: yearOf(this.facts.years, date)!.name, voucher: this.voucher }
  }
}
