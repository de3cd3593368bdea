import { divideRounded } from '../../ledger/money.ts'

/** Interest of a year, in ten-thousandths of a per cent, from a day on. */
export interface InterestRate {
  /** ISO day. */
  from: string
  rate: bigint
}

const DAY_MILLISECONDS = 86_400_000
const DAYS_OF_YEAR = 365n
const HUNDRED_PER_CENT = 1_000_000n

/** The days from one day to another: from 2025-02-23 to 2025-05-31 there are 97. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MILLISECONDS)

const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MILLISECONDS).toISOString().slice(0, 10)

/**
 * Interest in cents of an amount for the days after `from` up to and with `to`, each at the rate that it has; a year has 365 days. Rounded once. Days before the first rate have none.
 * @param rates in the order of their days.
 */
export function interestOf(cents: bigint, from: string, to: string, rates: readonly InterestRate[]): bigint {
  let weighed = 0n
  for (const [at, { from: first, rate }] of rates.entries()) {
    const next = rates[at + 1]?.from
    // The rate of a day counts for what is owed at its end.
    const begin = first > dayAfter(from) ? dayAfter(first, -1) : from
    const end = next !== undefined && next <= to ? dayAfter(next, -1) : to
    const days = daysBetween(begin, end)
    if (days > 0) weighed += rate * BigInt(days)
  }
  return divideRounded(cents * weighed, DAYS_OF_YEAR * HUNDRED_PER_CENT)
}

/** The day so many days after another. */
export const daysAfter = (day: string, days: number): string => dayAfter(day, days)
