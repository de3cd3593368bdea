import { LANDED } from '../landed.ts'
import type { Day, NaiveFacts } from './naive-facts.ts'
import { periodOf, yearOf } from './naive-facts.ts'
import { inText } from './naive-money.ts'
import type { NaiveEntry } from './naive-open-items.ts'

interface Sums {
  opening: bigint
  debit: bigint
  credit: bigint
}

/** Type of the entries a year is opened with; they are no movement. */
const OPENING = 7

function add(sums: Map<string, Sums>, key: string, part: keyof Sums, amount: bigint): void {
  const found = sums.get(key) ?? { opening: 0n, debit: 0n, credit: 0n }
  found[part] += amount
  sums.set(key, found)
}

const move = (sums: Map<string, Sums>, key: string, base: bigint): void =>
  base > 0n ? add(sums, key, 'debit', base) : add(sums, key, 'credit', -base)

/** `key opening debit credit closing`, those of nothing left out. */
const lines = (sums: Map<string, Sums>): string[] =>
  [...sums]
    .filter(([, { opening, debit, credit }]) => opening !== 0n || debit !== 0n || credit !== 0n)
    .map(([key, { opening, debit, credit }]) =>
      [key, ...[opening, debit, credit, opening + debit - credit].map(inText)].join(' '),
    )
    .sort()

/**
 * For each account the balance before `from`, and what moved until `to`. Ignores opening entries. Sums the balance from
 * the movements, those of income and costs of a closed year into the result account; within one year those of open
 * years before it, too, provisionally. The totals of debit and credit come last; for whole months they are equal.
 */
export function naiveTrialBalance(
  { accounts, years, result }: NaiveFacts,
  entries: readonly NaiveEntry[],
  from: Day,
  to: Day,
): string[] {
  const sums = new Map<string, Sums>()
  const within = yearOf(years, from)
  const isProvisional = LANDED.provisionalResult && result !== undefined && within !== undefined && to <= within.to
  for (const { account, date, base, type } of entries) {
    if (type === OPENING || date > to) continue
    if (date >= from) {
      move(sums, String(account), base)
      continue
    }
    const year = yearOf(years, date)!
    const isOver = (year.closed || isProvisional) && year.to < from
    const carriedTo = isOver && accounts.get(account)!.kind === 'result' ? result! : account
    add(sums, String(carriedTo), 'opening', base)
  }
  const all = [...sums.values()]
  const debit = all.reduce((sum, one) => sum + one.debit, 0n)
  const credit = all.reduce((sum, one) => sum + one.credit, 0n)
  return [...lines(sums), `total ${inText(debit)} ${inText(credit)}`]
}

/** Per year, period and account what its entries sum to: `year period account opening debit credit total`. */
export function naivePeriodTotals({ years }: NaiveFacts, entries: readonly NaiveEntry[]): string[] {
  const sums = new Map<string, Sums>()
  for (const { year, date, account, base, type } of entries) {
    const period = periodOf(
      years.find(({ name }) => name === year)!,
      date,
    )
    const key = `${year} ${period.number} ${account}`
    if (type === OPENING) add(sums, key, 'opening', base)
    else move(sums, key, base)
  }
  return lines(sums)
}

/** Of one year, or of one of its periods: `account opening debit credit total`. */
export function naiveTotals(entries: readonly NaiveEntry[], year: string, from: Day, to: Day): string[] {
  const sums = new Map<string, Sums>()
  for (const entry of entries) {
    if (entry.year !== year || entry.date < from || entry.date > to) continue
    if (entry.type === OPENING) add(sums, String(entry.account), 'opening', entry.base)
    else move(sums, String(entry.account), entry.base)
  }
  return lines(sums)
}

/** Why the year at the place cannot be closed, but for its drafts. */
export function closeFaults({ years, result }: NaiveFacts, at: number): string[] {
  const next = years[at + 1]
  const faults: string[] = []
  if (years.slice(0, at).some(({ closed }) => !closed)) faults.push('year: EarlierAccountingYearIsOpen')
  if (!next) faults.push('year: NextAccountingYearDoesNotExist')
  if (next && periodOf(next, next.from).barred) faults.push('year: NewPeriodCauseChangesToBlockedPeriods')
  if (result === undefined) faults.push('year: ResultAccountNotSet')
  return faults
}
