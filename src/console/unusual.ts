import type { LedgerEntry } from './books.ts'
import { type Amount, cents, sizeOf } from './money.ts'
import { two } from './period.ts'

/** What moved in a month. */
export interface Month {
  /** As `2026-10`. */
  month: string
  amount: bigint
}

/** What entries come to in each month from one to another. */
export function byMonth(entries: readonly LedgerEntry[], from: string, to: string): Month[] {
  const sums = new Map<string, bigint>()
  for (let year = Number(from.slice(0, 4)), month = Number(from.slice(5, 7)); ; month++) {
    if (month > 12) [year, month] = [year + 1, 1]
    const name = `${year}-${two(month)}`
    if (name > to.slice(0, 7)) break
    sums.set(name, 0n)
  }
  for (const { date, amountInBaseCurrency } of entries) {
    const month = date.slice(0, 7)
    if (sums.has(month)) sums.set(month, sums.get(month)! + cents(amountInBaseCurrency))
  }
  return [...sums].map(([month, amount]) => ({ month, amount }))
}

/** The largest of some, by the size of their amounts: all of them up to `few`, else one less. */
export function largestFew<One>(all: readonly One[], amountOf: (one: One) => Amount, few: number): One[] {
  const sorted = all.toSorted((a, b) => Number(sizeOf(cents(amountOf(b))) - sizeOf(cents(amountOf(a)))))
  return sorted.slice(0, sorted.length <= few ? few : few - 1)
}

/** How many times a usual month (the median of the others) a month is; undefined where too few are known. */
export function timesUsual(months: readonly Month[], month: string): number | undefined {
  const others = months.filter((one) => one.month !== month && one.amount !== 0n).map((one) => sizeOf(one.amount))
  const own = months.find((one) => one.month === month)
  if (!own || others.length < 3) return undefined
  const sorted = others.sort((a, b) => Number(a - b))
  const median = sorted[Math.floor(sorted.length / 2)]!
  return Number((sizeOf(own.amount) * 10n) / median) / 10
}
