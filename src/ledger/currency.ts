import type { Decimal } from './money.ts'
import { decimalsOf, divideRounded, parseDecimal } from './money.ts'

/** Millionths of an exchange rate: units of base currency for 100 of the currency, 6 decimals (rule 7.2). */
export type RateMillionths = bigint

/** The rate of the base currency itself: 100. */
export const BASE_RATE: RateMillionths = 100_000_000n
const BASE_RATE_TEXT = '100.000000'

/**
 * The currencies of ISO 4217 without decimals: their documents are rounded to whole units. `decimals_of` of the
 * database has the same.
 */
export const WHOLE_CURRENCIES: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' '),
)

/** Whether an amount has decimals that its currency lacks; `amount` is plain decimal text. */
export const isBrokenUnit = (amount: string, currency: string | undefined): boolean =>
  currency !== undefined && WHOLE_CURRENCIES.has(currency) && decimalsOf(amount) > 0

/** Reads a rate of at most 6 decimals, as stored. */
export function parseRate(text: string): RateMillionths {
  if (text === BASE_RATE_TEXT || text === '100') return BASE_RATE
  const { units, scale } = parseDecimal(text)
  return units * 10n ** BigInt(6 - scale)
}

/** The rate with its 6 decimals, as the database writes it: 745123456n millionths are `745.123456`. */
export function rateToText(rate: RateMillionths): string {
  if (rate === BASE_RATE) return BASE_RATE_TEXT
  const digits = rate.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** base = amount x rate / 100, in cents, rounded half away from zero. */
export function baseCents(cents: bigint, rate: RateMillionths): bigint {
  if (rate === BASE_RATE) return cents
  return divideRounded(cents * rate, BASE_RATE)
}

/** base = amount x rate / 100, exact. */
export function exactBase(amount: Decimal, rate: RateMillionths): Decimal {
  return { units: amount.units * rate, scale: amount.scale + 8 }
}

/** Digits before the point of a rate that an entry can have. */
const RATE_MAX: RateMillionths = 10n ** 18n

/**
 * The rate at which so much of a currency is so much in base currency, both in cents. Where none does that (an amount
 * of 0.00), 100.
 */
export function rateBetween(amount: bigint, base: bigint): RateMillionths {
  if (amount === 0n || amount === base) return BASE_RATE
  const rate = divideRounded(base * BASE_RATE, amount)
  return rate > 0n && rate < RATE_MAX ? rate : BASE_RATE
}
