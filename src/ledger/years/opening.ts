import type { Transaction } from '../../database/connection.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import { rateBetween } from '../currency.ts'
import { centsOf } from '../money.ts'
import { lockPeriods, periodFault, VOUCHER_CODES } from '../periods.ts'
import { lockLedger } from '../lock.ts'
import type { Booked } from '../booking/booked.ts'
import { post } from '../booking/post.ts'
import { BLANK, OPENING_ENTRY, type Posting } from '../booking/posting.ts'
import { takeSystemVoucher } from '../drafts/voucher-numbers.ts'

/** A balance an account, customer or supplier begins with. */
export interface OpeningBalance {
  /** Of a party: its summary account. */
  accountNumber: number
  /** Decimal text, debit positive. */
  amountInBaseCurrency: string
  /** None: the base currency. */
  currency?: string | undefined
  /** In the currency, where there is one: decimal text, debit positive. */
  amount?: string | undefined
  customerNumber?: number | undefined
  supplierNumber?: number | undefined
  /** Of dimensions. */
  keys?: DimensionKeys | undefined
}

/** Keys of dimensions, as entries have them. */
export type DimensionKeys = Pick<
  Posting,
  'departmentNumber' | 'departmentalDistributionNumber' | 'dimension2Key' | 'dimension3Key'
>

/** Balances to open an agreement's books with on one day. */
export interface Opening {
  agreement: number
  /** ISO day, as a rule the first of an accounting year. */
  date: string
  balances: readonly OpeningBalance[]
  /** Takes what the balances lack to sum to 0.00. */
  balancingAccountNumber: number
  text?: string | undefined
}

/**
 * Books opening entries (type 7) as one voucher, in the caller's transaction. Balances of parties become open items
 * without an invoice number. Balances of 0 are left out; answers undefined when nothing is left.
 * @throws ApiError where the date's year or period is missing, closed or barred, or an account does not exist.
 */
export async function bookOpening(transaction: Transaction, opening: Opening): Promise<Booked | undefined> {
  const { agreement, date } = opening
  const ledger = await lockLedger(transaction, agreement)
  const period = (await lockPeriods(transaction, agreement, [date]))(date)
  const closed = periodFault(date, period)
  if (closed) throwFaults([{ code: VOUCHER_CODES[closed.code], property: 'date', message: closed.message }])
  throwFaults(await missingAccounts(transaction, opening))
  const lines = linesOf(opening)
  if (lines.length === 0) return undefined
  const voucherNumber = await takeSystemVoucher(transaction, agreement)
  const postings = lines.map(
    ({ accountNumber, customerNumber, supplierNumber, currency, amount, cents, keys }): Posting => ({
      ...BLANK,
      ...keys,
      accountNumber,
      type: OPENING_ENTRY,
      date,
      accountingYear: period!.year,
      journalNumber: null,
      voucherNumber,
      amount,
      amountInBaseCurrency: cents,
      currency: currency ?? ledger.baseCurrency,
      exchangeRate: rateBetween(amount, cents),
      text: opening.text ?? null,
      customerNumber: customerNumber ?? null,
      supplierNumber: supplierNumber ?? null,
    }),
  )
  return await post(transaction, ledger, null, postings)
}

interface Line extends Omit<OpeningBalance, 'amount' | 'amountInBaseCurrency'> {
  /** In the currency. */
  amount: bigint
  /** In base currency. */
  cents: bigint
}

/** The balances, and what balances them; those of 0 are left out. */
function linesOf({ balances, balancingAccountNumber }: Opening): Line[] {
  const lines = balances.map(({ amountInBaseCurrency, amount, ...rest }): Line => {
    const cents = centsOf(amountInBaseCurrency)
    return { ...rest, amount: rest.currency === undefined ? cents : centsOf(amount ?? '0'), cents }
  })
  const rest = -lines.reduce((total, { cents }) => total + cents, 0n)
  return [...lines, { accountNumber: balancingAccountNumber, amount: rest, cents: rest }].filter(
    ({ amount, cents }) => amount !== 0n || cents !== 0n,
  )
}

async function missingAccounts(transaction: Transaction, opening: Opening): Promise<Fault[]> {
  const numbers = [...opening.balances.map((balance) => balance.accountNumber), opening.balancingAccountNumber]
  const missing = await transaction.rows<{ number: number }>(
    `SELECT DISTINCT n.number::int AS number FROM json_array_elements_text($2::json) AS n(number)
     WHERE NOT EXISTS (SELECT FROM account a WHERE a.agreement = $1 AND a.number = n.number::int)
     ORDER BY 1`,
    [opening.agreement, JSON.stringify(numbers)],
  )
  return missing.map(({ number }) => ({
    code: 'JournalEntryAccountNotFound',
    property: 'accountNumber',
    message: `There is no account ${number}.`,
  }))
}
