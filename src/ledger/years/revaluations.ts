import type { Transaction } from '../../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../../errors/catalogue.ts'
import { againstAccount, noJournalsVoucher } from '../booking/difference.ts'
import { post } from '../booking/post.ts'
import { BLANK, opposite, type Posting, SYSTEM_ENTRY } from '../booking/posting.ts'
import { baseCents, parseRate, type RateMillionths } from '../currency.ts'
import { daysAfter } from '../days.ts'
import { type LockedLedger, lockLedger } from '../lock.ts'
import { centsOf, centsToText } from '../money.ts'
import { ratesOn } from '../rates.ts'
import { recordMatches } from '../parties/record.ts'
import { DATE_CODES, lockPeriods, periodFault } from '../periods.ts'
import { ENTRY_OF_REMAINDER, remaindersThen } from '../reports/open-items.ts'

/**
 * What is to be revalued: everything in other currencies at the end of a day, at the rates sent, else at those of the
 * rate table.
 */
export interface RevaluationRequest {
  /** ISO day. */
  date: string
  rates?: readonly { currency: string; rate: string }[] | undefined
  /** Tells what it would book, and books nothing. */
  preview?: boolean | undefined
}

/**
 * What an account kept in a currency has, or what is open of an invoice of a party. Decimal text; debit is positive.
 */
interface Valued {
  accountNumber: number
  customerNumber: number | null
  customerInvoiceNumber: number | null
  supplierNumber: number | null
  supplierInvoiceNumber: string | null
  externalNumber: string | null
  dueDate: string | null
  currency: string
  amount: string
  base: string
  /** In base currency, of entries in another currency than the account's. */
  other: string
}

/** A balance or an open item at the day's rate. Decimal text. */
export interface Revalued extends Omit<Valued, 'other' | 'dueDate' | 'base'> {
  rate: string
  /** What it stands at in the books, in base currency. */
  bookedAmount: string
  /** What it is worth at the rate, in base currency. */
  amountInBaseCurrency: string
  /** What is booked; positive is a gain. */
  difference: string
}

/**
 * What a revaluation books. Without a number nothing was booked: it is a preview, or everything stands at its worth.
 */
export interface Revaluation {
  date: string
  voucherNumber: number | null
  /** Of the voucher that takes back what was booked on open items, the day after. */
  reversingVoucherNumber: number | null
  items: Revalued[]
  /** Positive is a gain. Decimal text. */
  gain: string
}

/** A row whose worth differs from the books. */
interface Difference {
  valued: Valued
  rate: RateMillionths
  cents: bigint
}

/**
 * Books accounts kept in a currency, and open items of parties, at the rates of a day (MONTH.md 5): entries of type 9
 * of 0.00 in the currency, against the account of exchange differences. What is booked on items is taken back the day
 * after. Books only what is not booked yet, so a second call books nothing.
 * @throws ApiError with all faults: a day that takes no entries, a currency without a rate, an account that was opened
 * in base currency alone.
 */
export async function revalue(
  transaction: Transaction,
  agreement: number,
  { date, rates = [], preview = false }: RevaluationRequest,
): Promise<Revaluation> {
  const ledger = await lockLedger(transaction, agreement)
  const faults: Fault[] = await ratesFaults(transaction, ledger, rates)
  const found = [
    ...(await transaction.rows<Valued>(ACCOUNTS, [agreement, date, ledger.baseCurrency])),
    ...(await transaction.rows<Valued>(ITEMS, [agreement, date, ledger.baseCurrency])),
  ]
  const currencies = [...new Set(found.map(({ currency }) => currency))].sort()
  const sent = rates.map(({ currency, rate }) => [currency, parseRate(rate)] as const)
  const known = new Map([...(await ratesOn(transaction, agreement, date, currencies)), ...sent])
  for (const currency of currencies.filter((one) => !known.has(one))) {
    const message = `There is no exchange rate of ${currency} on or before ${date}: add one, or send it in rates.`
    faults.push({ code: 'JournalEntryExchangeRateError', property: 'rates', message })
  }
  for (const { accountNumber, currency } of found.filter(({ other }) => centsOf(other) !== 0n)) {
    const message = `Account ${accountNumber} is kept in ${currency}, and was opened in base currency alone: POST /daybookapi/v1.0.0/currency-corrections first.`
    faults.push({ code: 'JournalEntryAccountCurrencyMismatch', property: 'date', message })
  }
  const rows = found.flatMap((valued): Difference[] => {
    const rate = known.get(valued.currency)
    if (rate === undefined) return []
    return [{ valued, rate, cents: baseCents(centsOf(valued.amount), rate) - centsOf(valued.base) }]
  })
  const differing = rows.filter(({ cents }) => cents !== 0n)
  const hasItems = differing.some(({ valued }) => isOfParty(valued))
  faults.push(...(await dayFaults(transaction, agreement, date, hasItems)))
  throwFaults(faults)
  const vouchers = preview ? [null, null] : await book(transaction, ledger, date, differing)
  return {
    date,
    voucherNumber: vouchers[0]!,
    reversingVoucherNumber: vouchers[1]!,
    items: differing.map(revalued),
    gain: centsToText(differing.reduce((sum, { cents }) => sum + cents, 0n)),
  }
}

const isOfParty = ({ customerNumber, supplierNumber }: Valued): boolean => (customerNumber ?? supplierNumber) !== null

function revalued({ valued, rate, cents }: Difference): Revalued {
  const { other: _other, dueDate: _dueDate, base, ...item } = valued
  return {
    ...item,
    amount: centsToText(centsOf(item.amount)),
    rate: rateText(rate),
    bookedAmount: centsToText(centsOf(base)),
    amountInBaseCurrency: centsToText(centsOf(base) + cents),
    difference: centsToText(cents),
  }
}

const rateText = (rate: RateMillionths): string => {
  const digits = rate.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, '')
}

async function ratesFaults(
  transaction: Transaction,
  { agreement, baseCurrency }: LockedLedger,
  rates: readonly { currency: string }[],
): Promise<Fault[]> {
  if (rates.length === 0) return []
  const rows = await transaction.rows<{ code: string }>('SELECT c.code FROM currency c WHERE c.agreement = $1', [
    agreement,
  ])
  const codes = new Set(rows.map(({ code }) => code))
  return rates.flatMap(({ currency }, at): Fault[] => {
    const property = `rates[${at}].currency`
    if (currency === baseCurrency)
      return [{ code: 'ValueNotAllowed', property, message: `${currency} is the base currency.` }]
    if (!codes.has(currency))
      return [{ code: 'JournalEntryCurrencyNotFound', property, message: `There is no currency ${currency}.` }]
    const isAgain = rates.findIndex((one) => one.currency === currency) < at
    return isAgain ? [{ code: 'ItemRepeated', property, message: `${currency} has a rate in the list before.` }] : []
  })
}

async function dayFaults(
  transaction: Transaction,
  agreement: number,
  date: string,
  hasItems: boolean,
): Promise<Fault[]> {
  const days = hasItems ? [date, daysAfter(date, 1)] : [date]
  const periods = await lockPeriods(transaction, agreement, days)
  return days.flatMap((day, at): Fault[] => {
    const fault = periodFault(day, periods(day))
    if (!fault) return []
    const why = at === 0 ? '' : 'What is booked on open items is taken back the day after. '
    return [{ code: DATE_CODES[fault.code], property: 'date', message: why + fault.message }]
  })
}

/** @returns the numbers of the voucher and of the one that takes back; null where there is none. */
async function book(
  transaction: Transaction,
  ledger: LockedLedger,
  date: string,
  differing: readonly Difference[],
): Promise<[number | null, number | null]> {
  if (differing.length === 0) return [null, null]
  const { agreement, exchangeDifferenceAccount: account, texts } = ledger
  if (account === undefined) throw new ApiError({ code: 'ExchangeDifferenceAccountNotSet' })
  const next = daysAfter(date, 1)
  const voucher = (await noJournalsVoucher(transaction, agreement, [{ date }]))(date)
  const of = ({ valued, rate, cents }: Difference): Posting => ({
    ...BLANK,
    ...voucher,
    ...partyOf(valued),
    accountNumber: valued.accountNumber,
    currency: valued.currency,
    type: SYSTEM_ENTRY,
    exchangeRate: rate,
    amountInBaseCurrency: cents,
    text: texts.revaluation,
  })
  // Items come last: what takes them back follows in the same order.
  const [accounts, items] = [
    differing.filter(({ valued }) => !isOfParty(valued)),
    differing.filter(({ valued }) => isOfParty(valued)),
  ]
  const pairs = [...accounts, ...items].map((one) => [of(one), againstAccount(of(one), account)] as const)
  const back =
    items.length === 0 ? undefined : (await noJournalsVoucher(transaction, agreement, [{ date: next }]))(next)
  const backwards = pairs
    .slice(accounts.length)
    .map((pair) => pair.map((posting) => ({ ...opposite(posting), ...back, text: texts.revaluationBack })))
  const postings = [...pairs, ...backwards].flat()
  const { booking, firstEntry } = await post(transaction, ledger, null, postings, 'stayOpen')
  await takeBack(transaction, agreement, booking, items, next, (at) => [
    firstEntry + 2 * (accounts.length + at),
    firstEntry + 2 * (pairs.length + at),
  ])
  return [voucher.voucherNumber, back?.voucherNumber ?? null]
}

const partyOf = ({ customerNumber, customerInvoiceNumber, supplierNumber, ...item }: Valued) => ({
  ...{ customerNumber, customerInvoiceNumber, supplierNumber },
  ...{ supplierInvoiceNumber: item.supplierInvoiceNumber, externalNumber: item.externalNumber, dueDate: item.dueDate },
})

/** Matches what was booked on items with what takes it back: from the day after, neither is open. */
async function takeBack(
  transaction: Transaction,
  agreement: number,
  booking: number,
  items: readonly Difference[],
  date: string,
  entriesOf: (at: number) => [booked: number, back: number],
): Promise<void> {
  const matches = items.map(({ cents }, at) => {
    const [booked, back] = entriesOf(at)
    const [debitEntry, creditEntry] = cents > 0n ? [booked, back] : [back, booked]
    return { debitEntry, creditEntry, amount: cents > 0n ? cents : -cents, debitAmount: 0n, creditAmount: 0n, date }
  })
  await recordMatches(transaction, agreement, matches, booking)
}

/**
 * Accounts kept in a currency: what they have of it at the end of the day. Closed years are in the opening of the first
 * open one.
 */
const ACCOUNTS = `
  SELECT a.number AS "accountNumber", NULL::int AS "customerNumber", NULL::int AS "customerInvoiceNumber",
    NULL::int AS "supplierNumber", NULL AS "supplierInvoiceNumber", NULL AS "externalNumber", NULL AS "dueDate",
    a.currency, coalesce(sum(e.amount) FILTER (WHERE e.currency = a.currency), 0) AS amount,
    sum(e.amount_in_base_currency) AS base,
    coalesce(sum(e.amount_in_base_currency) FILTER (WHERE e.currency <> a.currency), 0) AS other
  FROM account a
  JOIN booked_entry e ON e.agreement = $1 AND e.account_number = a.number AND e.date <= $2::date
  JOIN accounting_year y ON y.agreement = $1 AND y.year = e.accounting_year AND NOT y.is_closed
  WHERE a.agreement = $1 AND a.type = 2 AND a.currency <> $3::text
    AND NOT EXISTS (SELECT FROM summary_account s WHERE s.agreement = $1 AND s.account_number = a.number)
  GROUP BY a.number, a.currency ORDER BY a.number`

/**
 * What is open of each invoice of a party in another currency at the end of the day, with what was booked on it that is
 * not taken back yet.
 */
const ITEMS = `
  WITH asked AS (SELECT $2::date AS last), ${remaindersThen('o.currency <> $3::text')}
  SELECT e.account_number AS "accountNumber", e.customer_number AS "customerNumber",
    e.customer_invoice_number AS "customerInvoiceNumber", e.supplier_number AS "supplierNumber",
    e.supplier_invoice_number AS "supplierInvoiceNumber", e.external_number AS "externalNumber",
    min(e.due_date) AS "dueDate", e.currency, sum(r.in_currency) AS amount, sum(r.base) AS base, 0::numeric AS other
  FROM asked CROSS JOIN remainder r${ENTRY_OF_REMAINDER}
  WHERE e.date <= asked.last AND (r.base <> 0 OR r.in_currency <> 0)
  GROUP BY 1, 2, 3, 4, 5, 6, e.currency ORDER BY 2, 4, 1, 3, e.supplier_invoice_number COLLATE "C",
    e.external_number COLLATE "C", e.currency`
