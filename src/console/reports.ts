import { type Amount, cents, sizeOf } from './money.ts'
import { dayAfter, type Period, two } from './period.ts'
import type { BudgetLine, StatementLine } from './today.ts'

/** A column of a report: its days, and the numbers of the periods in it. */
export interface Span {
  period: Period
  numbers: readonly number[]
}

/** What an account or a sum came to in some days, in cents: income and profit positive. As the API says it. */
export interface ResultFigures {
  actual: bigint
  last: bigint
  budget: bigint
  /** Actual less budget, and less last year. */
  offBudget: bigint
  offLast: bigint
}

/** A line of the profit and loss. */
export interface ResultRow {
  kind: 'account' | 'section' | 'sum'
  number: number
  name: string
  /** Of a section: the number of its sum. */
  sum?: number
  parts: readonly ResultRow[]
}

/** A department. */
export interface Department {
  number: number
  name: string
}

/** What stands beside the figures of the profit and loss. */
export type Other = 'last' | 'budget'

/** What the table of the profit and loss shows. */
export interface ResultRead {
  rows: readonly ResultRow[]
  whole: Span
  spans: readonly Span[]
  /** What the API says that each account and sum came to in all. */
  totals: ReadonlyMap<number, Amount | null>
  names: ReadonlyMap<number, string>
  /** The numbers of those that take entries. */
  accounts: ReadonlySet<number>
  /** Of an account or a sum, in a span or in all. */
  figures: (number: number, span: Span) => ResultFigures
  /** The department that all of it is of; left out where it is of all. */
  department?: Department | undefined
  /** Whether anything of it was budgeted. */
  hasBudget: boolean
  inAll: (number: number) => ResultFigures
}

const isSum = ({ type }: StatementLine): boolean => type === 3 || type === 6

/**
 * The profit and loss as sections: a heading takes the accounts up to the next sum, which is its own. Sums with no
 * account of their own before them, such as the result, stand alone.
 */
export function sectionsOf(lines: readonly StatementLine[], isShown: (account: number) => boolean): ResultRow[] {
  const rows: ResultRow[] = []
  let heading: StatementLine | undefined
  let parts: ResultRow[] = []
  for (const line of lines) {
    const number = line.accountNumber!
    if (line.type === 4 || line.type === 5) heading = line
    else if (!isSum(line)) {
      if (isShown(number)) parts.push({ kind: 'account', number, name: line.name, parts: [] })
    } else {
      if (!heading) rows.push(...parts, { kind: 'sum', number, name: line.name, parts: [] })
      else if (parts.length > 0 || cents(line.amount) !== 0n)
        rows.push({ kind: 'section', number: heading.accountNumber!, name: heading.name, sum: number, parts })
      ;[heading, parts] = [undefined, []]
    }
  }
  return [...rows, ...parts]
}

/** The months, quarters or whole of a year from its first day on, up to a last day. */
export function spansOf(from: string, to: string, by: 'month' | 'quarter' | 'year'): Span[] {
  const size = { month: 1, quarter: 3, year: 999 }[by]
  const spans: Span[] = []
  const first = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1
  const last = Number(to.slice(0, 4)) * 12 + Number(to.slice(5, 7)) - 1
  const begin = (month: number): string => `${Math.floor(month / 12)}-${two((month % 12) + 1)}-01`
  for (let month = first; month <= last; month += size) {
    const next = Math.min(month + size, last + 1)
    const numbers = Array.from({ length: next - month }, (_, at) => month - first + at + 1)
    const days = { from: begin(month), to: dayAfter(begin(next), -1) }
    const name = next - month === 1 ? days.from.slice(0, 7) : `${days.from}..${days.to}`
    spans.push({ period: { name, ...days }, numbers })
  }
  return spans
}

const profit = (amount: Amount): bigint => -cents(amount)

/** The figures of each account and sum, by the first period that they are of. */
export function figuresOf(lines: readonly BudgetLine[]): (number: number, period: number) => ResultFigures {
  const known = new Map(lines.map((line) => [`${line.accountNumber}.${line.periodNumber}`, line]))
  return (number, period) => {
    const line = known.get(`${number}.${period}`)
    return {
      actual: profit(line?.actual ?? 0),
      last: profit(line?.lastYear ?? 0),
      budget: profit(line?.budget ?? 0),
      offBudget: profit(line?.difference ?? 0),
      offLast: profit(line?.lastYearDifference ?? 0),
    }
  }
}

/** Which column is farthest from its budget, and by more than all of it; undefined where none is. */
export function farthest(columns: readonly ResultFigures[]): number | undefined {
  const by = columns.map(({ offBudget, budget }) => (budget === 0n ? 0n : sizeOf(offBudget) - sizeOf(budget)))
  const most = by.reduce((found, one) => (one > found ? one : found), 0n)
  return most > 0n ? by.indexOf(most) : undefined
}

/** The same days a year before. */
export function yearBefore({ from, to }: Period): Period {
  const back = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  const [first, last] = [back(from), dayAfter(back(dayAfter(to)), -1)]
  return { name: `${first}..${last}`, from: first, to: last }
}
