import type { Transaction } from '../../database/connection.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import { noJournalsVoucher } from '../booking/difference.ts'
import { post } from '../booking/post.ts'
import { BLANK, type Posting, SYSTEM_ENTRY } from '../booking/posting.ts'
import { BASE_RATE, rateBetween } from '../currency.ts'
import { lockLedger } from '../lock.ts'
import { centsOf, centsToText } from '../money.ts'
import { lockPeriods, periodFault, VOUCHER_CODES } from '../periods.ts'
import { SUMS_OFF } from './currency-sums.ts'

/**
 * An account whose sums by currency are off: what it gets in its currency, and with the other sign in base currency.
 * Decimal text.
 */
export interface CurrencyCorrection {
  accountNumber: number
  currency: string
  amount: string
  amountInBaseCurrency: string
}

/**
 * The corrections and their voucher, if there was anything to correct; and the accounts whose amount in currency is not
 * known.
 */
export interface CorrectedCurrencies {
  accountingYear: string | null
  voucherNumber: number | null
  date: string | null
  items: CurrencyCorrection[]
  unknown: number[]
}

/** Text of the entries of a correction. */

/**
 * Brings accounts kept in a currency to the right sums by currency, where their years were opened in base currency
 * alone: two entries of type 9 for each account, one in its currency and one in base currency, so that its balance
 * stays. They are dated `date`, a day of the first open year, or its first day. A second call finds nothing to correct.
 * @throws ApiError ValueOutOfRange for a day outside that year, and where the day's period is barred.
 */
export async function correctCurrencies(
  transaction: Transaction,
  agreement: number,
  date?: string,
): Promise<CorrectedCurrencies> {
  const ledger = await lockLedger(transaction, agreement)
  const rows = await transaction.rows<{ number: number; currency: string; other: string; lacking: string | null }>(
    OFF,
    [agreement],
  )
  const unknown = rows.flatMap(({ number, lacking }) => (lacking === null ? [number] : []))
  const items = rows.flatMap(({ number, currency, other, lacking }): CurrencyCorrection[] =>
    lacking === null ? [] : [{ accountNumber: number, currency, amount: lacking, amountInBaseCurrency: other }],
  )
  if (items.length === 0) return { accountingYear: null, voucherNumber: null, date: null, items, unknown }
  const day = await dayOfCorrection(transaction, agreement, date)
  const voucher = (await noJournalsVoucher(transaction, agreement, [{ date: day }]))(day)
  const postings = items.flatMap(({ accountNumber, currency, ...texts }): Posting[] => {
    const [amount, base] = [centsOf(texts.amount), centsOf(texts.amountInBaseCurrency)]
    const posting = { ...BLANK, ...voucher, accountNumber, type: SYSTEM_ENTRY, text: ledger.texts.currencyOfOpening }
    return [
      { ...posting, currency, amount, amountInBaseCurrency: base, exchangeRate: rateBetween(amount, base) },
      {
        ...posting,
        currency: ledger.baseCurrency,
        amount: -base,
        amountInBaseCurrency: -base,
        exchangeRate: BASE_RATE,
      },
    ]
  })
  await post(transaction, ledger, null, postings)
  return {
    accountingYear: voucher.accountingYear,
    voucherNumber: voucher.voucherNumber,
    date: day,
    items: items.map((item) => ({ ...item, amount: centsToText(centsOf(item.amount)) })),
    unknown,
  }
}

async function dayOfCorrection(transaction: Transaction, agreement: number, date: string | undefined): Promise<string> {
  const [year] = await transaction.rows<{ from: string; to: string }>(
    `SELECT y.date_from AS from, y.date_to AS to FROM accounting_year y
     WHERE y.agreement = $1 AND NOT y.is_closed ORDER BY y.date_from LIMIT 1`,
    [agreement],
  )
  const day = date ?? year!.from
  if (day < year!.from || day > year!.to) {
    const message = `The first open year is from ${year!.from} to ${year!.to}.`
    throwFaults([{ code: 'ValueOutOfRange', property: 'date', message }])
  }
  throwFaults(await barred(transaction, agreement, day))
  return day
}

async function barred(transaction: Transaction, agreement: number, day: string): Promise<Fault[]> {
  const fault = periodFault(day, (await lockPeriods(transaction, agreement, [day]))(day))
  return fault ? [{ code: VOUCHER_CODES[fault.code], property: 'date', message: fault.message }] : []
}

const OFF = `WITH ${SUMS_OFF} SELECT o.number, o.currency, o.other, o.lacking FROM off o ORDER BY o.number`
