import type { Transaction } from '../../database/connection.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import { NUMBER_MAX } from '../../limits.ts'
import { arrayOf, elements } from '../arrays.ts'
import { journalOf } from './draft-columns.ts'
import type { DraftFacts, NumberedJournal } from './facts.ts'
import type { DraftRow, SentDraft } from './input.ts'

const lockOfJournals = (strength: 'SHARE' | 'NO KEY UPDATE') =>
  `SELECT FROM journal j WHERE j.agreement = $1 AND j.number = ANY ($2::int[]) ORDER BY j.number FOR ${strength}`
const LOCKS = { named: lockOfJournals('SHARE'), given: lockOfJournals('NO KEY UPDATE') }

/**
 * Locks journals, in the order of their numbers, for entries that are about to be written: two requests never get the
 * same voucher number, nor does one get a number that another is naming. A failed request uses none up. Requests that
 * only name numbers do not wait for each other.
 *
 * Must be sent before the statement that looks at the numbers: a statement that waited for a journal itself would not
 * see those taken meanwhile.
 */
export async function lockJournals(
  transaction: Transaction,
  agreement: number,
  journals: Iterable<number>,
  numbers: keyof typeof LOCKS,
): Promise<void> {
  await transaction.look(LOCKS[numbers], [agreement, arrayOf(elements([...new Set(journals)]))])
}

/** How many numbers are looked at in one go, at most. */
const LOOK_MAX = 65_536

/** Numbers that can be given out, and the one after them. */
interface Found {
  numbers: readonly number[]
  next: number
}

/**
 * The voucher numbers of a journal whose row is locked: from its next one on, within its minimum and maximum. Skips
 * every number that a draft or booked entry of the journal has already.
 */
class VoucherNumbers {
  readonly journal: NumberedJournal
  /** The number after the last one given out. */
  private after: number
  private readonly transaction: Transaction
  private readonly agreement: number
  /** Numbers that entries have; complete up to and with `knownTo`. */
  private readonly used: Set<number>
  private knownTo: number
  private lookedAt: number

  /** @param used the numbers that entries have among the next `lookedAt`. */
  constructor(
    transaction: Transaction,
    agreement: number,
    journal: NumberedJournal,
    used: Iterable<number> = [],
    lookedAt = 0,
  ) {
    this.transaction = transaction
    this.agreement = agreement
    this.journal = journal
    this.after = Math.max(journal.next, journal.minimum)
    this.used = new Set(used)
    this.knownTo = this.after + lookedAt - 1
    this.lookedAt = lookedAt
  }

  get next(): number {
    return this.after
  }

  /**
   * The next `amount` numbers, none of them among `named`; fewer when so many are not left. Nothing is given out yet.
   */
  async find(amount: number, named: ReadonlySet<number>): Promise<Found> {
    const numbers: number[] = []
    let next = this.after
    while (numbers.length < amount && next <= this.journal.maximum) {
      if (next > this.knownTo) await this.lookFurther(next, amount - numbers.length)
      if (!this.used.has(next) && !named.has(next)) numbers.push(next)
      next += 1
    }
    return { numbers, next }
  }

  /** Gives out what was found, and notes what entries have named. */
  take({ next }: Pick<Found, 'next'>, named: Iterable<number>): void {
    this.after = next
    for (const number of named) this.used.add(number)
  }

  /**
   * Scans one range, a longer one each time. A look-up per number would depend on what the planner knows of a new
   * agreement.
   */
  private async lookFurther(from: number, amount: number): Promise<void> {
    this.lookedAt = Math.min(LOOK_MAX, 2 * Math.max(amount, this.lookedAt))
    const to = Math.min(this.journal.maximum, from + this.lookedAt)
    const rows = await this.transaction.rows<{ number: number }>(USED, [this.agreement, this.journal.number, from, to])
    for (const { number } of rows) this.used.add(number)
    this.knownTo = to
  }
}

const USED = `
  SELECT d.voucher_number AS number FROM draft_entry d
  WHERE d.agreement = $1 AND ${journalOf('d')} = $2 AND d.voucher_number BETWEEN $3 AND $4
  UNION
  SELECT e.voucher_number FROM booked_entry e
  WHERE e.agreement = $1 AND e.journal_number = $2 AND e.voucher_number BETWEEN $3 AND $4`

const missing = ({ number }: NumberedJournal, left: number, needed: number): Fault => ({
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

  /**
   * Gives numbers to the rows of a list that have none. Where a journal has too few left, the list gets a fault
   * instead, and no number from any journal: they stay for the lists after it.
   */
  async give(list: readonly SentDraft[], rows: readonly DraftRow[]): Promise<void> {
    const named = new Map<number, Set<number>>()
    const waiting = new Map<number, DraftRow[]>()
    for (const row of rows) {
      const { journalNumber: journal, voucherNumber } = row
      if (voucherNumber !== null) named.set(journal, (named.get(journal) ?? new Set()).add(voucherNumber))
      else if (waiting.has(journal)) waiting.get(journal)!.push(row)
      else waiting.set(journal, [row])
    }
    const found = new Map<number, Found>()
    for (const [journal, places] of waiting) {
      const numbers = this.of(journal)
      const given = await numbers.find(places.length, named.get(journal) ?? new Set())
      const left = given.numbers.length
      if (left < places.length) {
        list[rows.indexOf(places[0]!)]!.faults.push(missing(numbers.journal, left, places.length))
        return
      }
      found.set(journal, given)
    }
    for (const journal of new Set([...named.keys(), ...waiting.keys()])) {
      const numbers = this.of(journal)
      numbers.take(found.get(journal) ?? numbers, named.get(journal) ?? [])
    }
    for (const [journal, places] of waiting) {
      for (const [at, row] of places.entries()) row.voucherNumber = found.get(journal)!.numbers[at]!
    }
  }

  /**
   * Gives out one number of a journal. @throws ApiError JournalVoucherNextNumberNotWithinBoundaries when it has none
   * left.
   */
  async giveOne(journal: number): Promise<number> {
    const numbers = this.of(journal)
    const found = await numbers.find(1, new Set())
    if (found.numbers.length === 0) throwFaults([missing(numbers.journal, 0, 1)])
    numbers.take(found, [])
    return found.numbers[0]!
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
 * Reads a journal that was deleted from use and locks it, as `lockJournal` does one in use: its vouchers stay
 * reversible. So its maximum binds no more, as nobody could raise it.
 */
export async function lockDeletedJournal(
  transaction: Transaction,
  agreement: number,
  number: number,
): Promise<NumberedJournal | undefined> {
  const [journal] = await transaction.rows<Omit<NumberedJournal, 'maximum'>>(
    `SELECT j.number, j.next_voucher_number AS next, j.minimum_voucher_number AS minimum
     FROM deleted_journal j WHERE j.agreement = $1 AND j.number = $2 FOR NO KEY UPDATE`,
    [agreement, number],
  )
  return journal && { ...journal, maximum: NUMBER_MAX }
}

/** Updates the one row that a journal's number has: in use, or deleted. */
const TAKEN = `
  WITH deleted AS (UPDATE deleted_journal d SET next_voucher_number = $3 WHERE d.agreement = $1 AND d.number = $2)
  UPDATE journal j SET next_voucher_number = $3 WHERE j.agreement = $1 AND j.number = $2`

/** Takes the next number of a voucher without a journal. */
export async function takeSystemVoucher(transaction: Transaction, agreement: number): Promise<number> {
  const [voucher] = await transaction.rows<{ number: number }>('SELECT take_system_voucher($1) AS number', [agreement])
  return voucher!.number
}

/**
 * Takes the next numbers of a journal whose row is locked, also of one that is deleted.
 * @throws ApiError JournalVoucherNextNumberNotWithinBoundaries when it has too few left.
 */
export async function takeVoucherNumbers(
  transaction: Transaction,
  agreement: number,
  journal: NumberedJournal,
  amount: number,
): Promise<readonly number[]> {
  const numbers = new VoucherNumbers(transaction, agreement, journal)
  const { numbers: found, next } = await numbers.find(amount, new Set())
  if (found.length < amount) throwFaults([missing(journal, found.length, amount)])
  await transaction.rows(TAKEN, [agreement, journal.number, next])
  return found
}
