import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault } from '../../errors/catalogue.ts'
import { arrayOf, elements } from '../arrays.ts'
import { type BookedEntry, ENTRY_COLUMNS, postingOf } from '../booking/entry-columns.ts'
import { post } from '../booking/post.ts'
import { opposite } from '../booking/posting.ts'
import { type LockedLedger, lockLedger } from '../lock.ts'
import { centsOf } from '../money.ts'
import { lockPeriods } from '../periods.ts'
import { noJournalsVoucher } from '../booking/difference.ts'
import { matchPeriodFault, type Parties } from './match.ts'
import { recordMatches, type RecordedMatch } from '../parties/record.ts'

interface StoredMatch {
  number: number
  debitEntry: number
  creditEntry: number
  amount: string
  debitAmount: string
  creditAmount: string
  date: string
  /** Null where somebody asked for it. */
  booking: number | null
  belongsTo: number | null
  takesBack: number | null
  isTakenBack: boolean
  party: Parties
}

/** A system entry that came with a match, or the one against it. */
interface SystemEntry extends BookedEntry {
  /** Whether the match was of it. */
  isMatched: boolean
}

/**
 * Takes back a match, in the caller's transaction. What it settled is open again from the day it counted from, so no
 * list of any day shows the match any more. That day's year and period must be open. The match stays in the log, with
 * the one that takes it back. An exchange difference that it realised and a transfer that it needed are booked back on
 * the same day.
 * @throws ApiError MatchDoesNotExist, MatchCannotBeTakenBack, MatchAlreadyTakenBack, ENTRYMATCHING_ERROR_… of the day.
 */
export async function takeBackMatch(transaction: Transaction, agreement: number, number: number): Promise<void> {
  const ledger = await lockLedger(transaction, agreement)
  const found = await transaction.rows<StoredMatch>(MATCH, [agreement, number])
  const match = found.find((one) => one.number === number)
  const fault = match ? stateFault(match) : missing(number)
  if (fault) throw new ApiError(fault)
  const { date, party } = match!
  const period = (await lockPeriods(transaction, agreement, [date]))(date)
  const shut = period && matchPeriodFault(period, party)
  if (shut) {
    throw new ApiError({ code: shut.code, property: 'number', message: `Match ${number} is of ${date}: ${shut.says}.` })
  }
  await recordMatches(transaction, agreement, found.map(oppositeMatch), null)
  if (found.length > 1) await bookBack(transaction, ledger, match!, found)
}

const missing = (number: number): Fault => ({
  code: 'MatchDoesNotExist',
  property: 'number',
  message: `There is no match ${number}.`,
})

function stateFault({ number, belongsTo, takesBack, isTakenBack, ...match }: StoredMatch): Fault | undefined {
  const property = 'number'
  if (isTakenBack) return { code: 'MatchAlreadyTakenBack', property, message: `Match ${number} is taken back already.` }
  if (belongsTo !== null) {
    return { code: 'MatchCannotBeTakenBack', property, message: `Match ${number} belongs to match ${belongsTo}.` }
  }
  if (takesBack === null && [match.debitAmount, match.creditAmount].every((amount) => centsOf(amount) === 0n)) {
    const message = `Match ${number} takes a revaluation back, which counts for one day: revalue the day again.`
    return { code: 'MatchCannotBeTakenBack', property, message }
  }
  if (takesBack === null) return undefined
  return { code: 'MatchCannotBeTakenBack', property, message: `Match ${number} takes back match ${takesBack}.` }
}

const oppositeMatch = (match: StoredMatch): RecordedMatch => ({
  debitEntry: match.debitEntry,
  creditEntry: match.creditEntry,
  amount: -centsOf(match.amount),
  debitAmount: -centsOf(match.debitAmount),
  creditAmount: -centsOf(match.creditAmount),
  date: match.date,
  takesBack: match.number,
  belongsTo: match.belongsTo ?? undefined,
})

/**
 * Books the opposites of the system entries that came with a match, as one voucher, and settles each two with each
 * other.
 */
async function bookBack(
  transaction: Transaction,
  ledger: LockedLedger,
  match: StoredMatch,
  found: readonly StoredMatch[],
): Promise<void> {
  const { agreement } = ledger
  const matched = found.flatMap(({ debitEntry, creditEntry }) => [debitEntry, creditEntry])
  const bookings = found.flatMap(({ belongsTo, booking }) => (belongsTo === null ? [] : [booking]))
  const values = [agreement, arrayOf(elements(matched)), arrayOf(elements(bookings))]
  const entries = await transaction.rows<SystemEntry>(SYSTEM_ENTRIES, values)
  const voucher = await noJournalsVoucher(transaction, agreement, [match])
  const postings = entries.map((entry) => ({
    ...opposite(postingOf(entry)),
    documentDate: null,
    ...voucher(match.date),
  }))
  const { booking, firstEntry } = await post(transaction, ledger, null, postings, 'stayOpen')
  const settling = entries.flatMap(({ entryNumber, isMatched, ...entry }, index) => {
    if (!isMatched) return []
    const [amount, base] = [centsOf(entry.amount), centsOf(entry.amountInBaseCurrency)]
    const opposed = firstEntry + index
    const isDebit = amount === 0n ? base > 0n : amount > 0n
    const [debitEntry, creditEntry] = isDebit ? [entryNumber, opposed] : [opposed, entryNumber]
    const inCurrency = isDebit ? amount : -amount
    const amounts = { amount: isDebit ? base : -base, debitAmount: inCurrency, creditAmount: inCurrency }
    return [{ debitEntry, creditEntry, ...amounts, date: match.date, belongsTo: match.number }]
  })
  await recordMatches(transaction, agreement, settling, booking)
}

/** The match, and those of a transfer and of a difference that came with it. */
const MATCH = `
  SELECT m.number, m.debit_entry AS "debitEntry", m.credit_entry AS "creditEntry", m.amount,
    m.debit_amount AS "debitAmount", m.credit_amount AS "creditAmount", m.date, m.booking, m.belongs_to AS "belongsTo",
    m.takes_back AS "takesBack", EXISTS (SELECT FROM entry_match t WHERE t.agreement = $1 AND t.takes_back = m.number)
    AS "isTakenBack", CASE WHEN o.customer_number IS NULL THEN 'SUPPLIERS' ELSE 'CUSTOMERS' END AS party
  FROM entry_match m JOIN open_item o ON o.agreement = $1 AND o.entry_number = m.debit_entry
  WHERE m.agreement = $1 AND (m.number = $2 OR m.belongs_to = $2)
  ORDER BY m.number`

/**
 * The system entries that came with a match, by number: those that it matched (`$2`) and that its bookings `$3` made,
 * each with the one against it. Of the two of a transfer both are matched, of a difference the first.
 */
const SYSTEM_ENTRIES = `
  WITH own AS (
    SELECT e.entry_number, e.booking FROM booked_entry e
    WHERE e.agreement = $1 AND e.entry_number = ANY ($2::int[]) AND e.booking = ANY ($3::int[]) AND e.type = 9
      AND e.journal_number IS NULL
  ), pair AS (
    SELECT min(o.entry_number) AS first FROM own o GROUP BY o.booking
  )
  SELECT ${ENTRY_COLUMNS.read('e')}, EXISTS (SELECT FROM own o WHERE o.entry_number = e.entry_number) AS "isMatched"
  FROM pair p
  JOIN booked_entry e ON e.agreement = $1 AND e.entry_number IN (p.first, p.first + 1)
  ORDER BY e.entry_number`
