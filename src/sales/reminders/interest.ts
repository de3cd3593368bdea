import { daysAfter, daysBetween } from '../../ledger/days.ts'
import { divideRounded, HUNDRED_PER_CENT } from '../../ledger/money.ts'

/** Interest of a year, in ten-thousandths of a per cent, from a day on. */
export interface InterestRate {
  /** ISO day. */
  from: string
  rate: bigint
}

const DAYS_OF_YEAR = 365n

/**
 * Interest in cents of an amount for the days after `from` up to and with `to`, each at the rate that it has; a year
 * has 365 days. Rounded once. Days before the first rate have none.
 * @param rates in the order of their days.
 */
export function interestOf(cents: bigint, from: string, to: string, rates: readonly InterestRate[]): bigint {
  let weighed = 0n
  for (const [at, { from: first, rate }] of rates.entries()) {
    const next = rates[at + 1]?.from
    // The rate of a day counts for what is owed at its end.
    const begin = first > daysAfter(from, 1) ? daysAfter(first, -1) : from
    const end = next !== undefined && next <= to ? daysAfter(next, -1) : to
    const days = daysBetween(begin, end)
    if (days > 0) weighed += rate * BigInt(days)
  }
  return divideRounded(cents * weighed, DAYS_OF_YEAR * HUNDRED_PER_CENT)
}
