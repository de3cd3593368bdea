import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault } from '../../errors/catalogue.ts'
import { post } from '../booking/post.ts'
import { BLANK, type Posting, SYSTEM_ENTRY } from '../booking/posting.ts'
import { parseRate } from '../currency.ts'
import { type LockedLedger, lockLedger } from '../lock.ts'
import { centsOf } from '../money.ts'
import { lockPeriods } from '../periods.ts'
import { againstAccount, noJournalsVoucher } from '../booking/difference.ts'
import { matchPeriodFault, type Party } from './match.ts'
import { recordMatches, type RecordedMatch } from '../parties/record.ts'

interface StoredMatch {
  number: number
  debitEntry: number
  creditEntry: number
  amount: string
  debitAmount: string
  creditAmount: string
  date: string
  belongsTo: number | null
  takesBack: number | null
  isTakenBack: boolean
  party: Party
}

/** The entry of an exchange difference, and the account of the one against it. */
interface Difference {
  entryNumber: number
  accountNumber: number
  currency: string
  exchangeRate: string
  text: string | null
  customerNumber: number | null
  customerInvoiceNumber: number | null
  supplierNumber: number | null
  supplierInvoiceNumber: string | null
  base: string
  againstAccount: number
}

/**
 * Takes back a match, in the caller's transaction. What it settled is open again from the day it counted from, so no list of any day shows the
 * match any more. That day's year and period must be open. The match stays in the log, with the one that takes it back. An exchange difference
 * that it realised is booked back on the same day.
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
  await recordMatches(transaction, agreement, found.map(opposite), null)
  const difference = found.find(({ belongsTo }) => belongsTo === number)
  if (difference) await bookBack(transaction, ledger, match!, difference)
}

const missing = (number: number): Fault => ({
  code: 'MatchDoesNotExist',
  property: 'number',
  message: `There is no match ${number}.`,
})

function stateFault({ number, belongsTo, takesBack, isTakenBack }: StoredMatch): Fault | undefined {
  const property = 'number'
  if (isTakenBack) return { code: 'MatchAlreadyTakenBack', property, message: `Match ${number} is taken back already.` }
  if (belongsTo !== null) {
    return { code: 'MatchCannotBeTakenBack', property, message: `Match ${number} belongs to match ${belongsTo}.` }
  }
  if (takesBack === null) return undefined
  return { code: 'MatchCannotBeTakenBack', property, message: `Match ${number} takes back match ${takesBack}.` }
}

const opposite = (match: StoredMatch): RecordedMatch => ({
  debitEntry: match.debitEntry,
  creditEntry: match.creditEntry,
  amount: -centsOf(match.amount),
  debitAmount: -centsOf(match.debitAmount),
  creditAmount: -centsOf(match.creditAmount),
  date: match.date,
  takesBack: match.number,
  belongsTo: match.belongsTo ?? undefined,
})

/** Books the opposite of a difference, and settles the two with each other. */
async function bookBack(
  transaction: Transaction,
  ledger: LockedLedger,
  match: StoredMatch,
  { debitEntry, creditEntry, amount }: StoredMatch,
): Promise<void> {
  const { agreement } = ledger
  const [found] = await transaction.rows<Difference>(DIFFERENCE, [agreement, debitEntry, creditEntry])
  const { entryNumber, exchangeRate, base, againstAccount: account, ...facts } = found!
  const voucher = await noJournalsVoucher(transaction, agreement, [match])
  const ofParty: Posting = {
    ...BLANK,
    ...facts,
    ...voucher(match.date),
    type: SYSTEM_ENTRY,
    exchangeRate: parseRate(exchangeRate),
    base: -centsOf(base),
  }
  const postings = [ofParty, againstAccount(ofParty, account)]
  const { booking, firstEntry } = await post(transaction, ledger, null, postings, 'stayOpen')
  const sides =
    centsOf(base) > 0n
      ? { debitEntry: entryNumber, creditEntry: firstEntry }
      : { debitEntry: firstEntry, creditEntry: entryNumber }
  const amounts = { amount: centsOf(amount), debitAmount: 0n, creditAmount: 0n }
  const settling = { ...sides, ...amounts, date: match.date, belongsTo: match.number }
  await recordMatches(transaction, agreement, [settling], booking)
}

/** The match, and the one of a difference that came with it. */
const MATCH = `
  SELECT m.number, m.debit_entry AS "debitEntry", m.credit_entry AS "creditEntry", m.amount, m.debit_amount AS "debitAmount",
    m.credit_amount AS "creditAmount", m.date, m.belongs_to AS "belongsTo", m.takes_back AS "takesBack",
    EXISTS (SELECT FROM entry_match t WHERE t.agreement = $1 AND t.takes_back = m.number) AS "isTakenBack",
    CASE WHEN o.customer_number IS NULL THEN 'SUPPLIERS' ELSE 'CUSTOMERS' END AS party
  FROM entry_match m JOIN open_item o ON o.agreement = $1 AND o.entry_number = m.debit_entry
  WHERE m.agreement = $1 AND (m.number = $2 OR m.belongs_to = $2)
  ORDER BY m.number`

/** Of the two entries of the match, that of the difference: its voucher has no journal, and the entry against it comes next. */
const DIFFERENCE = `
  SELECT e.entry_number AS "entryNumber", e.account_number AS "accountNumber", e.currency, e.exchange_rate AS "exchangeRate",
    e.text, e.customer_number AS "customerNumber", e.customer_invoice_number AS "customerInvoiceNumber",
    e.supplier_number AS "supplierNumber", e.supplier_invoice_number AS "supplierInvoiceNumber",
    e.amount_in_base_currency AS base, n.account_number AS "againstAccount"
  FROM booked_entry e
  JOIN booked_entry n ON n.agreement = $1 AND n.entry_number = e.entry_number + 1
  WHERE e.agreement = $1 AND e.entry_number IN ($2, $3) AND e.type = 9 AND e.amount = 0 AND e.journal_number IS NULL`
