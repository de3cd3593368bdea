import type { Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { arrayOf, elements } from '../arrays.ts'
import { type BookedEntry, readColumns } from './entry-columns.ts'
import { BLANK, NO_PARTY, opposite, type Posting, SYSTEM_ENTRY } from './posting.ts'
import type { Booked, NumberedMatch } from './booked.ts'
import { parseRate } from '../currency.ts'
import type { LockedLedger } from '../lock.ts'
import { recordMatches } from '../parties/record.ts'

/** Books postings of no journal; their parties' entries stay open. */
export type BookOpen = (postings: readonly Posting[]) => Promise<Booked>

/** What the entry of a difference or transfer copies from the entry that it settles. */
export type Settled = Pick<BookedEntry, (typeof COPIED)[number]>
const COPIED = [
  ...(['entryNumber', 'accountNumber', 'currency', 'exchangeRate'] as const),
  ...([
    'customerNumber',
    'customerInvoiceNumber',
    'supplierNumber',
    'supplierInvoiceNumber',
    'externalNumber',
  ] as const),
] as const

/**
 * Books the exchange differences that matches realise (rule 7.3). For each, on its day: a system entry of the party on
 * its summary account, of 0.00 in its currency, against the system account `exchangeDifference`. It settles what is
 * left of the item. All of them make one voucher of no journal. The ledger is locked.
 * @throws ApiError ExchangeDifferenceAccountNotSet.
 */
export async function bookDifferences(
  transaction: Transaction,
  ledger: LockedLedger,
  matches: readonly NumberedMatch[],
  bookOpen: BookOpen,
): Promise<void> {
  const realising = matches.filter(({ difference }) => difference !== undefined)
  if (realising.length === 0) return
  const { agreement, exchangeDifferenceAccount: account } = ledger
  if (account === undefined) throw new ApiError({ code: 'ExchangeDifferenceAccountNotSet' })
  const numbers = realising.map(({ difference }) => difference!.entryNumber)
  const rows = await transaction.rows<Settled>(SETTLED, [agreement, arrayOf(elements(numbers))])
  const settled = new Map(rows.map((row) => [row.entryNumber, row]))
  const voucher = await noJournalsVoucher(transaction, agreement, realising)
  const postings = realising.flatMap(({ difference, date }): Posting[] => {
    const { entryNumber, left } = difference!
    const { entryNumber: _, exchangeRate, ...party } = settled.get(entryNumber)!
    const rest = { ...voucher(date), exchangeRate: parseRate(exchangeRate), amountInBaseCurrency: -left }
    const ofParty: Posting = { ...BLANK, ...party, ...rest, type: SYSTEM_ENTRY, text: ledger.texts.exchangeDifference }
    return [ofParty, againstAccount(ofParty, account)]
  })
  const { booking, firstEntry } = await bookOpen(postings)
  const settling = realising.map(({ difference, date, number }, index) => {
    const { entryNumber, left } = difference!
    const own = firstEntry + 2 * index
    const [debitEntry, creditEntry] = left > 0n ? [entryNumber, own] : [own, entryNumber]
    const amounts = { amount: left > 0n ? left : -left, debitAmount: 0n, creditAmount: 0n }
    return { debitEntry, creditEntry, ...amounts, date, belongsTo: number }
  })
  await recordMatches(transaction, agreement, settling, booking)
}

/** The posting's opposite, of no party. */
export function againstAccount(posting: Posting, accountNumber: number): Posting {
  return { ...opposite(posting), ...NO_PARTY, accountNumber }
}

/**
 * Takes the number of a voucher of no journal. Answers what its postings of one of the `days` have; the days lie in
 * open years.
 */
export async function noJournalsVoucher(
  transaction: Transaction,
  agreement: number,
  days: readonly { date: string }[],
): Promise<(date: string) => Pick<Posting, 'date' | 'accountingYear' | 'voucherNumber'>> {
  const rows = await transaction.rows<{ number: number; date: string; year: string }>(VOUCHER, [
    agreement,
    arrayOf(elements([...new Set(days.map(({ date }) => date))])),
  ])
  const years = new Map(rows.map(({ date, year }) => [date, year]))
  return (date) => ({ date, accountingYear: years.get(date)!, voucherNumber: rows[0]!.number })
}

/** The entries `$2`, as `Settled`. */
export const SETTLED = `
  SELECT ${readColumns('e', COPIED)}
  FROM booked_entry e WHERE e.agreement = $1 AND e.entry_number = ANY ($2::int[])`

/** Takes its number from the series of opening entries' vouchers: both are of no journal. */
const VOUCHER = `
  WITH taken AS MATERIALIZED (SELECT take_system_voucher($1) AS number)
  SELECT taken.number, d.date, y.year
  FROM taken, unnest($2::date[]) AS d(date)
  JOIN accounting_year y ON y.agreement = $1 AND d.date BETWEEN y.date_from AND y.date_to`
