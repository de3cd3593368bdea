import type { Transaction } from '../../database/connection.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import type { DraftFacts, JournalFact } from './facts.ts'
import type { DraftRow, SentDraft } from './input.ts'

/**
 * The voucher numbers of a journal whose row is locked, as they are given out: from its next one on, within its minimum and maximum,
 * past any number that a draft or booked entry of the journal has already.
 */
class VoucherNumbers {
  readonly journal: JournalFact
  /** The number after the last one given out. */
  next: number
  private readonly transaction: Transaction
  private readonly agreement: number
  /** Numbers that entries have; complete up to and with `knownTo`. */
  private readonly used: Set<number>
  private knownTo: number

  /** @param used the numbers that entries have among the next `lookedAt`. */
  constructor(
    transaction: Transaction,
    agreement: number,
    journal: JournalFact,
    used: Iterable<number> = [],
    lookedAt = 0,
  ) {
    this.transaction = transaction
    this.agreement = agreement
    this.journal = journal
    this.next = Math.max(journal.next, journal.minimum)
    this.used = new Set(used)
    this.knownTo = this.next + lookedAt - 1
  }

  /** An entry has the number: it is not given out. */
  use(number: number): void {
    this.used.add(number)
  }

  /** The next `amount` numbers; or, when too few are left, those that are, which stay ungiven. */
  async give(amount: number): Promise<number[]> {
    const given: number[] = []
    const before = this.next
    while (given.length < amount && this.next <= this.journal.maximum) {
      if (this.next > this.knownTo) await this.lookFurther(amount - given.length)
      if (!this.used.has(this.next)) given.push(this.next)
      this.next += 1
    }
    if (given.length < amount) this.next = before
    return given
  }

  /** One range scan: a look-up per number would depend on what the planner knows of a new agreement. */
  private async lookFurther(amount: number): Promise<void> {
    const to = Math.min(this.journal.maximum, this.next + 2 * amount)
    const rows = await this.transaction.rows<{ number: number }>(USED, [
      this.agreement,
      this.journal.number,
      this.next,
      to,
    ])
    for (const { number } of rows) this.used.add(number)
    this.knownTo = to
  }
}

const USED = `
  SELECT d.voucher_number AS number FROM draft_entry d
  WHERE d.agreement = $1 AND d.journal_number = $2 AND d.voucher_number BETWEEN $3 AND $4
  UNION
  SELECT e.voucher_number FROM booked_entry e
  WHERE e.agreement = $1 AND e.journal_number = $2 AND e.voucher_number BETWEEN $3 AND $4`

const missing = ({ number }: JournalFact, left: number, needed: number): Fault => ({
  code: 'JournalVoucherNextNumberNotWithinBoundaries',
  property: 'voucherNumber',
  message: `Journal ${number} has ${left} voucher numbers left, and ${needed} are needed.`,
})

/** The voucher numbers that lists of draft entries get from their journals, list after list. */
export class JournalNumbers {
  private readonly transaction: Transaction
  private readonly agreement: number
  private readonly facts: DraftFacts
  private readonly numbers = new Map<number, VoucherNumbers>()

  constructor(transaction: Transaction, agreement: number, facts: DraftFacts) {
    this.transaction = transaction
    this.agreement = agreement
    this.facts = facts
  }

  /** Gives the rows of a list that have none their numbers; where a journal has too few left, the list gets the fault instead. */
  async give(list: readonly SentDraft[], rows: readonly DraftRow[]): Promise<void> {
    const waiting = new Map<number, number[]>()
    for (const [at, { journalNumber, voucherNumber }] of rows.entries()) {
      if (voucherNumber !== null) this.of(journalNumber).use(voucherNumber)
      else waiting.set(journalNumber, [...(waiting.get(journalNumber) ?? []), at])
    }
    for (const [number, places] of waiting) {
      const numbers = this.of(number)
      const given = await numbers.give(places.length)
      if (given.length < places.length) {
        list[places[0]!]!.faults.push(missing(numbers.journal, given.length, places.length))
        return
      }
      for (const [at, place] of places.entries()) rows[place]!.voucherNumber = given[at]!
    }
  }

  /** The next number of each journal that has given some out. */
  given(): { number: number; next: number }[] {
    return [...this.numbers.values()]
      .filter(({ journal, next }) => next > Math.max(journal.next, journal.minimum))
      .map(({ journal: { number }, next }) => ({ number, next }))
  }

  private of(number: number): VoucherNumbers {
    const known = this.numbers.get(number)
    if (known) return known
    const { references, usedNumbers, numbersLookedAt } = this.facts
    const numbers = new VoucherNumbers(
      this.transaction,
      this.agreement,
      references.journals.get(number)!,
      usedNumbers.get(number),
      numbersLookedAt.get(number),
    )
    this.numbers.set(number, numbers)
    return numbers
  }
}

/**
 * Takes the next number of a journal whose row is locked.
 * @throws ApiError JournalVoucherNextNumberNotWithinBoundaries when it has none left.
 */
export async function takeVoucherNumber(
  transaction: Transaction,
  agreement: number,
  journal: JournalFact,
): Promise<number> {
  const numbers = new VoucherNumbers(transaction, agreement, journal)
  const [number] = await numbers.give(1)
  if (number === undefined) throwFaults([missing(journal, 0, 1)])
  await transaction.rows('UPDATE journal SET next_voucher_number = $3 WHERE agreement = $1 AND number = $2', [
    agreement,
    journal.number,
    numbers.next,
  ])
  return number!
}
