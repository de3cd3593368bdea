import type { Account, Line, TrialBalance } from './books.ts'
import { cents } from './money.ts'

/** The accounts that a sum adds up, by their numbers. */
export interface Interval {
  accountNumber: number
  fromAccountNumber: number
  toAccountNumber: number
}

/** The columns of a trial balance, as `?explain=1020.credit` names them. */
export type Column = 'opening' | 'debit' | 'credit' | 'closing' | 'compared'

/** A row of the trial balance as it is shown: a heading, an account, or a sum. */
export interface Row {
  kind: 'heading' | 'account' | 'sum'
  number: number
  name: string
  /** In cents; a heading has none. */
  opening: bigint
  debit: bigint
  credit: bigint
  closing: bigint
  /** At the end of the days that it is compared with, and how far it is from that; 0 where it is compared with none. */
  compared: bigint
  difference: bigint
}

const isEmpty = (line: Line): boolean => Object.values(amountsOf(line)).every((amount) => amount === 0n)

/**
 * The rows of a trial balance in the order of the chart. Accounts without a figure are left out unless they are wanted,
 * and with them headings and sums over nothing.
 */
export function rowsOf(
  chart: readonly Account[],
  intervals: readonly Interval[],
  balance: TrialBalance,
  isAll: boolean,
): { rows: Row[]; hidden: number } {
  const lines = new Map([...balance.items, ...balance.sums].map((line) => [line.accountNumber, line]))
  const isShown = (line: Line): boolean => isAll || !isEmpty(line)
  const rows: Row[] = []
  let waiting: Row[] = []
  for (const account of [...chart].sort((a, b) => a.number - b.number)) {
    const { number, name, type } = account
    const line = lines.get(number)
    if (type === 4 || type === 5) {
      // Of headings one under the other, the last is the one of what follows.
      waiting = type === 5 ? [{ ...NOTHING, kind: 'heading', number, name }] : []
    } else if (type === 1 || type === 2) {
      if (!line || !isShown(line)) continue
      rows.push(...waiting, { ...amountsOf(line), kind: 'account', number, name })
      waiting = []
    } else if (type === 3 || type === 6) {
      const parts = partsOf(account, chart, intervals, balance.items)
      if (line && parts.some(isShown)) {
        rows.push({ ...amountsOf(line), kind: 'sum', number, name })
      }
      waiting = []
    }
  }
  return { rows, hidden: balance.items.filter((line) => !isShown(line)).length }
}

function partsOf(
  account: Account,
  chart: readonly Account[],
  intervals: readonly Interval[],
  lines: readonly Line[],
): Line[] {
  const own =
    account.type === 6
      ? intervals.filter((one) => one.accountNumber === account.number)
      : [{ fromAccountNumber: startOf(account, chart), toAccountNumber: account.number }]
  return lines.filter(({ accountNumber }) =>
    own.some((one) => one.fromAccountNumber <= accountNumber && accountNumber <= one.toAccountNumber),
  )
}

/**
 * Where a sum of type 3 begins: at the account it names, else at the heading start before it; it is of nothing without
 * either.
 */
function startOf({ number, totalFromAccountNumber }: Account, chart: readonly Account[]): number {
  const starts = chart.filter((one) => one.type === 5 && one.number < number).map((one) => one.number)
  return totalFromAccountNumber ?? (starts.length === 0 ? number : Math.max(...starts))
}

type Amounts = Pick<Row, Column | 'difference'>

const NOTHING: Amounts = { opening: 0n, debit: 0n, credit: 0n, closing: 0n, compared: 0n, difference: 0n }

const amountsOf = (line: Line): Amounts => ({
  opening: cents(line.openingBalance),
  debit: cents(line.debit),
  credit: cents(line.credit),
  closing: cents(line.closingBalance),
  compared: cents(line.comparedClosingBalance),
  difference: cents(line.closingDifference),
})
