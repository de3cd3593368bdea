import { createHash } from 'node:crypto'
import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { bookPostings } from '../booking/book-postings.ts'
import { type BookedEntry, ENTRY_COLUMNS, postingOf } from '../booking/entry-columns.ts'
import { BLANK, opposite, type Posting, SYSTEM_ENTRY } from '../booking/posting.ts'
import { BASE_RATE } from '../currency.ts'
import { takeSystemVoucher } from '../drafts/voucher-numbers.ts'
import { type LockedLedger, lockLedger } from '../lock.ts'
import { centsOf } from '../money.ts'
import { type Frequency, type VatPeriod, vatPeriodOf } from './periods.ts'
import { type MadeReturn, madeReturn } from './statement.ts'

interface SettlingFacts {
  frequency: Frequency
  settlementAccount: number | null
  isSettled: boolean
  /** The day after the last settled period; null: none is settled. */
  next: string | null
  /** Of the last day. */
  year: string | null
  lastEntry: number
  number: number
}

/**
 * Settles the return of a period, in the caller's transaction: books what moved on each VAT account against the account
 * of settlement, in whole kroner, on the last day and in the series of the system, and keeps the return as it is. The
 * ledger is locked: of two at once one wins. The texts of the entries have the hash of the return, so the seals of the
 * ledger cover it. Returns are settled one after the other; each has the late entries of those before.
 * @returns the return, as it is answered for ever.
 * @throws ApiError VatPeriodOfOtherFrequency, VatReturnAlreadySettled, VatReturnNotNext, VatBoxesNotDeclared,
 * VatSettlementAccountNotSet, JournalBookingRoundingAccountNotSet, and what the day's period says.
 */
export async function settleReturn(transaction: Transaction, agreement: number, period: VatPeriod): Promise<string> {
  const ledger = await lockLedger(transaction, agreement)
  const [facts] = await transaction.rows<SettlingFacts>(FACTS, [agreement, period.name, period.to])
  throwFaults(turnFaults(period, facts!))
  const { text, values } = madeReturn(agreement, period)
  const [made] = await transaction.rows<MadeReturn>(text, values)
  const lines = linesOf(made!, facts!, ledger)
  const voucherNumber = lines.length > 0 ? await takeSystemVoucher(transaction, agreement) : undefined
  const body = withVoucher(made!.body, facts!.year, voucherNumber)
  const hash = createHash('sha256').update(body).digest('hex')
  const note = `${ledger.texts.vatReturn(period.name)}, SHA-256 ${hash}`
  const postings = lines.map(([accountNumber, amount]) =>
    posting(ledger, { accountNumber, amount, voucherNumber: voucherNumber!, date: period.to, text: note }),
  )
  const booked = postings.length > 0 ? await bookPostings(transaction, agreement, postings) : undefined
  await transaction.rows(
    `INSERT INTO vat_return (agreement, number, period, date_from, date_to, last_entry, booking, payable, body, hash,
      settled_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, decode($10, 'hex'), now())`,
    [
      agreement,
      facts!.number,
      period.name,
      period.from,
      period.to,
      facts!.lastEntry,
      booked?.booking ?? null,
      made!.payable,
      body,
      hash,
    ],
  )
  return body
}

const FACTS = `
  SELECT coalesce((SELECT s.frequency FROM vat_setup s WHERE s.agreement = $1), 'quarter') AS frequency,
    (SELECT s.account_number FROM system_account s WHERE s.agreement = $1 AND s.purpose = 'vatSettlement')
      AS "settlementAccount",
    EXISTS (SELECT FROM vat_return r WHERE r.agreement = $1 AND r.period = $2 AND NOT r.undone) AS "isSettled",
    (SELECT (max(r.date_to) + 1)::text FROM vat_return r WHERE r.agreement = $1 AND NOT r.undone) AS next,
    (SELECT y.year FROM accounting_year y WHERE y.agreement = $1 AND $3::date BETWEEN y.date_from AND y.date_to)
      AS year,
    coalesce((SELECT c.value FROM counter c WHERE c.agreement = $1 AND c.name = 'booked_entry'), 0)::int AS "lastEntry",
    coalesce((SELECT max(r.number) FROM vat_return r WHERE r.agreement = $1), 0) + 1 AS number`

function turnFaults({ name, from, frequency }: VatPeriod, facts: SettlingFacts): Fault[] {
  const property = 'period'
  if (facts.isSettled) {
    return [{ code: 'VatReturnAlreadySettled', property, message: `The VAT return of ${name} is settled already.` }]
  }
  if (frequency !== facts.frequency) {
    const message = `VAT is reported by ${facts.frequency}, as in ${vatPeriodOf(from, facts.frequency)}; ${name} is no such period.`
    return [{ code: 'VatPeriodOfOtherFrequency', property, message }]
  }
  if (facts.next === null || facts.next === from) return []
  const message = `VAT is settled until the day before ${facts.next}; ${name} begins on ${from}.`
  return [{ code: 'VatReturnNotNext', property, message }]
}

/** The lines of the voucher: account, and cents of the base currency. @throws ApiError where one has no account. */
function linesOf(made: MadeReturn, { settlementAccount }: SettlingFacts, ledger: LockedLedger): [number, bigint][] {
  const [payable, rounding] = [centsOf(made.payable), centsOf(made.rounding)]
  const faults: Fault[] = []
  if (made.lacking !== null) {
    const message = `These accounts of VAT codes declare no box: ${made.lacking}.`
    faults.push({ code: 'VatBoxesNotDeclared', property: 'period', message })
  }
  if (payable !== 0n && settlementAccount === null) faults.push({ code: 'VatSettlementAccountNotSet' })
  if (rounding !== 0n && ledger.roundingAccount === undefined) {
    faults.push({ code: 'JournalBookingRoundingAccountNotSet' })
  }
  throwFaults(faults)
  const moved = JSON.parse(made.moved) as { account: number; amount: string }[]
  const lines = moved.map(({ account, amount }): [number, bigint] => [account, -centsOf(amount)])
  if (payable !== 0n) lines.push([settlementAccount!, -payable])
  if (rounding !== 0n) lines.push([ledger.roundingAccount!, rounding])
  return lines
}

/** The return with its voucher, without spaces, as reads answer it. Nothing before the voucher is text of people. */
function withVoucher(made: string, accountingYear: string | null, voucherNumber: number | undefined): string {
  const body = made.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, text?: string) => text ?? '')
  if (voucherNumber === undefined) return body
  const voucher = `"accountingYear":${JSON.stringify(accountingYear)},"voucherNumber":${voucherNumber}`
  return body.replace('"accountingYear":null,"voucherNumber":null', () => voucher)
}

type Line = Pick<Posting, 'accountNumber' | 'amount' | 'voucherNumber' | 'date' | 'text'>

const posting = ({ baseCurrency }: LockedLedger, line: Line): Posting => ({
  ...BLANK,
  ...line,
  type: SYSTEM_ENTRY,
  amountInBaseCurrency: line.amount,
  currency: baseCurrency,
  exchangeRate: BASE_RATE,
})

interface SettledReturn {
  number: number
  booking: number | null
  isReported: boolean
  isLast: boolean
  period: string
}

/**
 * Undoes the last settled return, which is not reported: reverses its voucher, on the same day. The return is kept as
 * undone, and its period can be settled anew.
 * @throws ApiError VatReturnDoesNotExist, VatReturnIsReported, VatReturnNotLast, and what the day's period says.
 */
export async function undoReturn(transaction: Transaction, agreement: number, period: string): Promise<void> {
  const { texts } = await lockLedger(transaction, agreement)
  const [found] = await transaction.rows<SettledReturn>(
    `SELECT r.number, r.booking, r.reported_on IS NOT NULL AS "isReported", r.period,
       NOT EXISTS (SELECT FROM vat_return l WHERE l.agreement = $1 AND NOT l.undone AND l.date_to > r.date_to)
         AS "isLast"
     FROM vat_return r WHERE r.agreement = $1 AND r.period = $2 AND NOT r.undone`,
    [agreement, period],
  )
  if (!found) throw new ApiError({ code: 'VatReturnDoesNotExist', property: 'period' })
  if (found.isReported) throw new ApiError({ code: 'VatReturnIsReported', property: 'period' })
  if (!found.isLast) throw new ApiError({ code: 'VatReturnNotLast', property: 'period' })
  const booking =
    found.booking === null ? null : await reverse(transaction, agreement, found.booking, texts.vatReturnUndone(period))
  await transaction.rows(
    'UPDATE vat_return SET undone = true, undo_booking = $3 WHERE agreement = $1 AND number = $2',
    [agreement, found.number, booking],
  )
}

async function reverse(transaction: Transaction, agreement: number, booking: number, text: string): Promise<number> {
  const entries = await transaction.rows<BookedEntry>(
    `SELECT ${ENTRY_COLUMNS.read('e')} FROM booking b
     JOIN booked_entry e ON e.agreement = $1 AND e.entry_number BETWEEN b.first_entry AND b.last_entry
     WHERE b.agreement = $1 AND b.number = $2 ORDER BY e.entry_number`,
    [agreement, booking],
  )
  const voucherNumber = await takeSystemVoucher(transaction, agreement)
  const postings = entries.map((entry) => ({ ...opposite(postingOf(entry)), voucherNumber, text }))
  return (await bookPostings(transaction, agreement, postings)).booking
}

/**
 * Notes that a settled return was reported: when, and the authority's reference.
 * @throws ApiError VatReturnDoesNotExist.
 */
export async function noteReported(
  transaction: Transaction,
  agreement: number,
  period: string,
  reported: { on: string; reference: string | null },
): Promise<void> {
  await lockLedger(transaction, agreement)
  const found = await transaction.rows(
    `UPDATE vat_return SET reported_on = $3, reported_reference = $4
     WHERE agreement = $1 AND period = $2 AND NOT undone RETURNING number`,
    [agreement, period, reported.on, reported.reference],
  )
  if (found.length === 0) throw new ApiError({ code: 'VatReturnDoesNotExist', property: 'period' })
}
