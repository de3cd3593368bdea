import { closeFaults } from './naive-balances.ts'
import { NaiveBooks } from './naive-books.ts'
import {
  accrualFaults,
  asDraft,
  completed,
  dateFault,
  type DraftBody,
  draftFaults,
  type NaiveDraft,
  nextVouchers,
} from './naive-drafts.ts'
import { changeMaster } from './naive-changes.ts'
import { type Day, type NaiveJournal, whyShut, yearOf } from './naive-facts.ts'
import { type InvoiceBody, invoiceFaults, invoicePostingsOf, NaiveSeries } from './naive-invoices.ts'
import {
  cameWith,
  givenBack,
  invoiceKey,
  isOpen,
  matchFaults,
  type NaiveEntry,
  type NaivePair,
  numbered,
  oldestFirst,
  oppositeMatch,
  oppositeOf,
  partyOf,
  differencePostings,
  postingOf,
  settleAll,
  takeBackFault,
  transferPostings,
} from './naive-open-items.ts'
import {
  bar,
  DONE,
  isChosen,
  type NaiveSelection,
  openYear,
  type Outcome,
  refused,
  type Step,
  unitsOf,
} from './naive-steps.ts'
import { openingPostings, openingsOf } from './naive-openings.ts'
import {
  alreadyBooked,
  bookedVouchers,
  takenNumbers,
  repeatedInvoices,
  reversedOn,
  takenByOthers,
} from './naive-vouchers.ts'
import { bookingFaults, type NaivePosting, unitPostings } from './naive-postings.ts'

const NO_NUMBER_LEFT = 'voucherNumber: JournalVoucherNextNumberNotWithinBoundaries'

/**
 * A second reading of ACCOUNTING.md, to judge the ledger by. It takes one entry after the other, sums everything anew
 * each time, and takes nothing from src.
 */
export class NaiveLedger extends NaiveBooks {
  drafts: NaiveDraft[] = []
  #lastDraft = 0
  #reversals = 0
  readonly invoices = new NaiveSeries()

  carryOut(step: Step): Outcome {
    switch (step.do) {
      case 'draft':
        return this.#draft(step.entries)
      case 'voucher': {
        const outcome = this.#draft(step.entries, true)
        if ('faults' in outcome) return outcome
        return { answer: { voucherNumber: this.drafts.at(-1)!.voucherNumber, entryNumbers: outcome.answer } }
      }
      case 'accrue':
        return this.#accrue(step)
      case 'discard':
        this.drafts = this.drafts.filter(({ number }) => number !== step.entry)
        return DONE
      case 'empty':
        this.drafts = this.drafts.filter(({ journalNumber }) => journalNumber !== step.journal)
        return DONE
      case 'book':
        return this.#book(step.journal, step.selection)
      case 'invoice':
        return this.#invoice(step.body)
      case 'match':
        return this.#match(step.entries)
      case 'takeBack':
        return this.#takeBack(step.match)
      case 'reverse':
        return this.#reverse(step)
      case 'bar':
        return bar(this.facts, step)
      case 'open':
        return openYear(this.facts, step.from, step.to)
      case 'close':
        return this.#close(step.year)
      case 'change': {
        const hasDrafts = (journal: number) => this.drafts.some(({ journalNumber }) => journalNumber === journal)
        const faults = changeMaster(this.facts, this.entries, hasDrafts, step)
        return faults.length > 0 ? refused(...faults) : DONE
      }
    }
  }

  /** `together`: the entries are one voucher. */
  #draft(bodies: readonly DraftBody[], together = false): Outcome {
    const entries = bodies.map((body) => completed(this.facts, body))
    const faults = entries.flatMap((entry, index) =>
      [...draftFaults(this.facts, entry), ...alreadyBooked(this.facts, this.entries, entry)].map(
        (fault) => `entries[${index}].${fault}`,
      ),
    )
    if (faults.length > 0) return refused(...faults)
    const given = new Map<number, number[]>()
    for (const journal of new Set(entries.map(({ journalNumber }) => journalNumber))) {
      const ofJournal = entries.filter(({ journalNumber }) => journalNumber === journal)
      const named = ofJournal.flatMap(({ voucherNumber }) => voucherNumber ?? [])
      const taken = new Set([...takenNumbers(this, journal), ...named])
      const many = together ? 1 : ofJournal.length - named.length
      const numbers = nextVouchers(this.facts.journals.get(journal)!, taken, many)
      if (!numbers) {
        const first = entries.findIndex((one) => one.journalNumber === journal && one.voucherNumber === undefined)
        return refused(`entries[${first}].voucherNumber: JournalVoucherNextNumberNotWithinBoundaries`)
      }
      given.set(journal, numbers)
    }
    for (const [journal, numbers] of given) {
      if (numbers.length > 0) this.facts.journals.get(journal)!.next = numbers.at(-1)! + 1
    }
    const created = entries.map((entry) => {
      const numbers = given.get(entry.journalNumber)!
      const voucher = entry.voucherNumber ?? (together ? numbers[0]! : numbers.shift()!)
      return asDraft(this.facts, entry, (this.#lastDraft += 1), voucher)
    })
    this.drafts.push(...created)
    return { answer: created.map(({ number }) => number) }
  }

  #accrue({ journal, entry, account, start, end }: Extract<Step, { do: 'accrue' }>): Outcome {
    const draft = this.drafts.find(({ number, journalNumber }) => number === entry && journalNumber === journal)
    if (!draft) return refused('entryNumber: JournalEntryDoesNotExist')
    const faults = accrualFaults(this.facts, draft, { account, start, end })
    if (faults.length > 0) return refused(...faults)
    draft.accrual = { account, start, end }
    return { answer: { entryNumber: entry } }
  }

  #book(number: number, selection: NaiveSelection): Outcome {
    const journal = this.facts.journals.get(number)!
    const waiting = this.drafts.filter(({ journalNumber }) => journalNumber === number)
    if (selection.kind === 'entries') {
      const missing = selection.entryNumbers.flatMap((wanted, index) =>
        waiting.some((draft) => draft.number === wanted) ? [] : [`entryNumbers[${index}]: JournalEntryDoesNotExist`],
      )
      if (missing.length > 0) return refused(...missing)
    }
    const chosen = waiting.filter((draft) => isChosen(draft, selection))
    const undo = journal.standing ? this.#renumber(journal, chosen) : () => undefined
    const outcome = undo ? this.#bookChosen(journal, chosen) : refused(NO_NUMBER_LEFT)
    if ('faults' in outcome) undo?.()
    return outcome
  }

  /**
   * Gives the drafts of vouchers that are booked the journal's next numbers; answers how to undo it, or nothing when
   * there are too few.
   */
  #renumber(journal: NaiveJournal, chosen: readonly NaiveDraft[]): (() => void) | undefined {
    const inOrder = bookedVouchers(this.entries, chosen)
    const numbers = nextVouchers(journal, takenNumbers(this, journal.number), inOrder.length)
    if (!numbers) return undefined
    const before = { next: journal.next, drafts: this.drafts.map((draft) => [draft, draft.voucherNumber] as const) }
    if (numbers.length > 0) journal.next = numbers.at(-1)! + 1
    const given = new Map(inOrder.map((voucher, index) => [voucher, numbers[index]!]))
    for (const draft of this.drafts) {
      if (draft.journalNumber !== journal.number) continue
      draft.voucherNumber = given.get(`${draft.year} ${draft.voucherNumber}`) ?? draft.voucherNumber
    }
    return () => {
      journal.next = before.next
      for (const [draft, number] of before.drafts) draft.voucherNumber = number
    }
  }

  #bookChosen(journal: NaiveJournal, chosen: readonly NaiveDraft[]): Outcome {
    const repeated = repeatedInvoices(this.entries, chosen)
    const faults = repeated.length > 0 ? repeated : chosen.flatMap((draft) => bookingFaults(this.facts, draft))
    if (faults.length > 0) return refused(...faults)
    const units = unitsOf(chosen, journal.byMonth).map((drafts) => ({
      drafts,
      voucher: `${drafts[0]!.year} ${drafts[0]!.voucherNumber}`,
      postings: unitPostings(this.facts, drafts),
    }))
    const off = units.flatMap(({ postings }) => (typeof postings === 'string' ? [`voucherNumber: ${postings}`] : []))
    if (off.length > 0 && !journal.partial) return refused(...off)
    const behind = new Set(units.flatMap(({ voucher, postings }) => (typeof postings === 'string' ? [voucher] : [])))
    const stays = ({ voucher }: { voucher: string }): boolean => journal.whole && behind.has(voucher)
    const booked = units.filter((unit) => typeof unit.postings !== 'string' && !stays(unit))
    const gone = new Set(booked.flatMap(({ drafts }) => drafts))
    const taken = takenByOthers(this.facts, this.entries, this.drafts, [...gone])
    if (taken.length > 0) return refused(...taken)
    this.#post(booked.flatMap(({ postings }) => postings as NaivePosting[]))
    if (!journal.standing) this.drafts = this.drafts.filter((draft) => !gone.has(draft))
    return DONE
  }

  /** One that is refused takes no number. */
  #invoice(body: InvoiceBody): Outcome {
    const faults = invoiceFaults(this.facts, body)
    if (faults.length > 0) return refused(...faults)
    const postings = invoicePostingsOf(this.facts, body, this.invoices.next)
    if (typeof postings === 'string') return refused(postings)
    this.#post(postings)
    return { answer: { invoiceNumber: this.invoices.take() } }
  }

  /**
   * Gives postings the next numbers, and settles what they can settle: first the entries that they reverse, one by one.
   */
  #post(postings: readonly NaivePosting[], reversed: readonly NaiveEntry[] = []): void {
    const booked = this.write(postings, reversed.length > 0)
    reversed.forEach((entry, index) => void (entry.reversedBy = booked[index]!.number))
    const dayOf = (one: NaiveEntry, other: NaiveEntry): Day | undefined => {
      const day = one.date > other.date ? one.date : other.date
      return whyShut(this.facts.years, day) === undefined ? day : undefined
    }
    const pairs = numbered(reversed.flatMap((entry, index) => settleAll([booked[index]!], [entry], dayOf)))
    for (const kind of ['customer', 'supplier'] as const) {
      const keys = new Set(booked.filter((entry) => entry[kind] !== null).map(invoiceKey))
      const ofKind = [...keys].flatMap((key) => {
        if (key === undefined) return []
        const [first, ofKey] = [
          booked[0]!.number,
          this.entries.filter((entry) => invoiceKey(entry) === key && isOpen(entry)),
        ]
        const waiting = ofKey.filter(({ number }) => number < first)
        return settleAll(
          ofKey.filter(({ number }) => number >= first),
          waiting,
          dayOf,
        )
      })
      pairs.push(...numbered(ofKind))
    }
    this.#record(pairs)
  }

  /**
   * Notes matches, and books the transfers that they need and the exchange differences that they leave: each in one
   * voucher of no journal.
   */
  #record(pairs: readonly NaivePair[]): void {
    const sides = ({ debit, credit }: NaivePair): NaiveEntry[] => [this.entries[debit - 1]!, this.entries[credit - 1]!]
    const crossing = pairs.filter((pair) => new Set(sides(pair).map(({ account }) => account)).size > 1)
    if (crossing.length > 0) this.voucher += 1
    const between = this.write(
      crossing.flatMap((pair) => transferPostings(pair, sides(pair), this.noJournal(pair.date))),
    )
    for (const entry of between) entry.remainder = entry.open = 0n
    const main = pairs.map(({ over, ...pair }) => {
      const against =
        between[2 * crossing.findIndex(({ debit, credit }) => debit === pair.debit && credit === pair.credit)]
      const own = against ? { ...pair, credit: against.number, creditAmount: pair.debitAmount } : pair
      return { pair, over, against, belongsTo: this.note({ ...own, belongsTo: null, takesBack: null }) }
    })
    for (const { pair, against, belongsTo } of main) {
      if (!against) continue
      this.note({ ...pair, debit: against.number + 1, debitAmount: pair.creditAmount, belongsTo, takesBack: null })
    }
    const realised = main.flatMap(({ over, pair: { date }, belongsTo }) => (over ? [{ ...over, belongsTo, date }] : []))
    if (realised.length === 0) return
    this.voucher += 1
    const booked = this.write(
      realised.flatMap(({ entry, left, date }) =>
        differencePostings(entry, this.facts.difference, { base: -left, ...this.noJournal(date) }),
      ),
    )
    realised.forEach(({ entry, left, belongsTo, date }, index) => {
      const own = booked[2 * index]!
      own.remainder = 0n
      const [debit, credit] = left > 0n ? [entry.number, own.number] : [own.number, entry.number]
      const amounts = { amount: left > 0n ? left : -left, debitAmount: 0n, creditAmount: 0n }
      this.note({ debit, credit, ...amounts, date, belongsTo, takesBack: null })
    })
  }

  #match(numbers: readonly number[]): Outcome {
    const again = numbers.flatMap((one, at) => (numbers.indexOf(one) < at ? [`entryIds[${at}]: ItemRepeated`] : []))
    const faults = again.length > 0 ? again : matchFaults(numbers, this.entries)
    if (faults.length > 0) return refused(...faults)
    const entries = oldestFirst(numbers.map((one) => this.entries[one - 1]!))
    const last = entries.at(-1)!
    const shut = whyShut(this.facts.years, last.date)
    const [party, at] = [partyOf(last)!.split(' ')[0]!, `entryIds[${numbers.indexOf(last.number)}]`]
    if (shut === 'closed') return refused(`${at}: ENTRYMATCHING_ERROR_CLOSED_ACCOUNTING_YEAR`)
    if (shut === 'barred') return refused(`${at}: ENTRYMATCHING_ERROR_BARREDPERIODS_${party.toUpperCase()}S`)
    const pairs = numbered(settleAll(entries, [], () => last.date))
    if (pairs.length === 0) return refused('entryIds: ENTRYMATCHING_ERROR_NO_MATCHES')
    this.#record(pairs)
    return DONE
  }

  /** What a match took is given back, and its difference booked back, as of the day it counted from. */
  #takeBack(number: number): Outcome {
    const fault = takeBackFault(this.matches, number)
    if (fault !== undefined) return refused(fault)
    const match = this.matches[number - 1]!
    const shut = whyShut(this.facts.years, match.date)
    const party = partyOf(this.entries[match.debit - 1]!)!
      .split(' ')[0]!
      .toUpperCase()
    if (shut === 'closed') return refused('number: ENTRYMATCHING_ERROR_CLOSED_ACCOUNTING_YEAR')
    if (shut === 'barred') return refused(`number: ENTRYMATCHING_ERROR_BARREDPERIODS_${party}S`)
    const belonging = this.matches.filter(({ belongsTo }) => belongsTo === number)
    for (const one of [match, ...belonging]) this.note(givenBack(one, this.entries))
    if (belonging.length === 0) return DONE
    this.voucher += 1
    const system = belonging.flatMap((one) => cameWith(match, one, this.entries))
    const opposites = this.write(system.map((entry) => oppositeOf(entry, this.noJournal(match.date))))
    system.forEach((entry, index) => {
      const back = opposites[index]!
      if (partyOf(entry) === undefined) return
      for (const one of [entry, back]) one.remainder = one.open = 0n
      this.note({ ...oppositeMatch(entry, back), date: match.date, belongsTo: number, takesBack: null })
    })
    return DONE
  }

  #reverse({ journal: number, year, voucher, booking, date, text }: Extract<Step, { do: 'reverse' }>): Outcome {
    const { journals, deletedJournals } = this.facts
    const journal = (journals.get(number) ?? deletedJournals.get(number))!
    const ofJournal = this.entries.filter((entry) => entry.journal === number)
    const ofVoucher = ofJournal.filter((entry) => entry.year === year && entry.voucher === voucher)
    if (ofVoucher.length === 0) return refused('voucherNumber: VoucherDoesNotExist')
    if (booking === undefined && ofVoucher.some((entry) => entry.booking !== ofVoucher[0]!.booking)) {
      return refused('booking: VoucherHasSeveralBookings')
    }
    const ofBooking = ofVoucher.filter((entry) => booking === undefined || entry.booking === booking)
    if (ofBooking.length === 0) return refused('booking: VoucherDoesNotExist')
    const left = ofBooking.filter(({ reversedBy }) => reversedBy === null)
    if (left.length === 0) return refused('voucherNumber: VoucherAlreadyReversed')
    const faults = dateFault(this.facts, date)
    if (faults.length > 0) return refused(...faults)
    const next = nextVouchers(journal, takenNumbers(this, number), 1)
    if (!next) return refused(NO_NUMBER_LEFT)
    journal.next = next[0]! + 1
    const accountingYear = yearOf(this.facts.years, date)!.name
    const changed = { date, year: accountingYear, voucher: next[0]! }
    const postings = left.map((entry) => {
      const posting = { ...postingOf(entry), account: reversedOn(entry, this.facts) }
      return { ...posting, ...changed, text: text ?? entry.text, amount: -entry.amount, base: -entry.base }
    })
    this.#post(postings, left)
    this.#reversals += 1
    const reversed = { journalNumber: number, accountingYear, voucherNumber: next[0]! }
    return { answer: { number: this.#reversals, ...reversed, reversedBooking: left[0]!.booking } }
  }

  /** The result of the year goes to the result account, every balance to the first day of the next. */
  #close(name: string): Outcome {
    const { years } = this.facts
    const at = years.findIndex((year) => year.name === name)
    const [year, next] = [years[at]!, years[at + 1]]
    if (year.closed) return refused('year: AccountingYearIsClosed')
    const faults = closeFaults(this.facts, at)
    if (this.drafts.some((draft) => draft.year === name)) faults.push('year: AccountingYearHasDraftEntries')
    if (faults.length > 0) return refused(...faults)
    year.closed = true
    const openings = openingsOf(this.facts, this.entries, this.matches, year)
    if (openings.length === 0) return DONE
    this.voucher += 1
    this.#post(openingPostings(openings, name, next!, this.voucher))
    return DONE
  }
}
