import { expect } from 'vitest'
import type { Client } from '../service/harness.ts'
import { cents, report } from './report-books.ts'

/** What makes a figure: an entry, a budget figure, or an asset that was brought along. */
export interface Part {
  entryNumber: number | null
  budgetFigureNumber?: number | null
  openingAssetNumber?: number | null
  accountNumber: number
  date: string
  amountInBaseCurrency: string
  part: string
}
interface Explained {
  explainedAmount: string
  explainedAccounts: { accountNumber: number; amount: string }[]
  explainedCount: number
  explainedLargest: (Part & { share: string })[]
  explained: Part[]
  explainedNext?: number
}

const sumOf = <Row>(rows: readonly Row[], amount: (row: Row) => string): bigint =>
  rows.reduce((sum, row) => sum + cents(amount(row)), 0n)

/** A figure explained, with the parts of all pages. */
async function explainedBy(client: Client, query: string, figure: string): Promise<Explained> {
  const asked = `${query}&explain=${encodeURIComponent(figure)}`
  const first = (await report(client, asked)) as Explained
  let page = first
  while (page.explainedNext !== undefined) {
    page = await report(client, `${asked}&explainAfter=${page.explainedNext}`)
    first.explained.push(...page.explained)
  }
  return first
}

/** The parts add up to the figure, in all and by account; each is of one thing, which counts once. */
export async function adds(client: Client, query: string, figure: string, expected: string): Promise<Explained> {
  const told = await explainedBy(client, query, figure)
  const what = `${query} ${figure}`
  expect(told.explainedAmount, what).toBe(expected)
  const sums = [sumOf(told.explained, ({ part }) => part), sumOf(told.explainedAccounts, ({ amount }) => amount)]
  expect(sums, what).toEqual([cents(expected), cents(expected)])
  const names = told.explained.map((one) =>
    one.entryNumber === null
      ? `${one.budgetFigureNumber} ${one.openingAssetNumber} ${one.accountNumber}`
      : String(one.entryNumber),
  )
  expect(new Set(names).size, what).toBe(names.length)
  expect([told.explainedCount, told.explainedLargest], what).toEqual([names.length, largestOf(told.explained)])
  return told
}

const sizeOf = (part: Part): bigint => (cents(part.part) < 0n ? -cents(part.part) : cents(part.part))

/** The five largest parts, each with the share of it and those before, in per cent with one decimal. */
function largestOf(parts: readonly Part[]): (Part & { share: string })[] {
  const all = parts.reduce((sum, one) => sum + sizeOf(one), 0n)
  let until = 0n
  return parts
    .toSorted((a, b) => Number(sizeOf(b) - sizeOf(a)))
    .slice(0, 5)
    .map((one) => {
      until += sizeOf(one)
      const tenths = (2000n * until + all) / (2n * all)
      return { ...one, share: `${tenths / 10n}.${tenths % 10n}` }
    })
}

const AGES = ['notDue', 'overdue1To30', 'overdue31To60', 'overdue61To90', 'overdueOver90', 'total', 'overdue']
/** The columns of lines that are figures, by report; what stands at its end; and the lists that have other lines. */
interface Shape {
  columns: readonly string[]
  ends?: readonly string[]
  lists?: Readonly<Record<string, readonly string[]>>
}
const OF_TRIAL = ['openingBalance', 'debit', 'credit', 'closingBalance']
const COMPARED = ['amount', 'lastYear', 'periodBefore', 'budget']
const TAXES = ['salesTax', 'purchaseTax', 'reverseChargeTax', 'payable', 'otherPostings']
const OF_ASSETS = ['cost', 'depreciation', 'bookValue']
const SHAPES: Readonly<Record<string, Shape>> = {
  'trial-balance': { columns: [...OF_TRIAL, 'movement'], ends: ['totalDebit', 'totalCredit'] },
  'profit-and-loss': { columns: COMPARED, ends: ['result'] },
  'balance-sheet': { columns: COMPARED, ends: ['assets', 'liabilities', 'result'] },
  'key-figures': { columns: ['amount'] },
  'aged-customers': { columns: AGES, ends: AGES },
  'aged-suppliers': { columns: AGES, ends: AGES },
  'vat-statement': {
    columns: ['base', 'tax', 'reverseChargeTax'],
    ends: TAXES,
    lists: { unexplained: ['amount'], settlements: ['amount'] },
  },
  'open-items': { columns: ['remainderInBaseCurrency'], ends: ['remainderInBaseCurrency'] },
  statements: {
    columns: ['balanceInBaseCurrency', 'remainderInBaseCurrency'],
    ends: ['openingBalanceInBaseCurrency', 'closingBalanceInBaseCurrency'],
  },
  'asset-register': { columns: OF_ASSETS, ends: OF_ASSETS, lists: { accounts: ['register', 'ledger', 'difference'] } },
  'daily-balances': { columns: ['debit', 'credit', 'balance'], ends: ['openingBalance', 'closingBalance'] },
  'budget-report': { columns: ['actual', 'budget', 'difference', 'lastYear', 'lastYearDifference'] },
  'dimension-totals': { columns: OF_TRIAL },
}

type Line = Record<string, unknown>

/** Which part of a divided report a line stands in, as it is asked for. */
function partOf({ month, departmentNumber, periodNumber, dimensionKey, byKey }: Line, isCrossed: boolean): string {
  const key = (value: unknown): string => (value === null ? 'none' : String(value as number))
  if (dimensionKey !== undefined) return `${key(dimensionKey)}${isCrossed ? `,${key(byKey)}` : ''}/`
  if (departmentNumber !== undefined) return `${key(departmentNumber)}/`
  return month === undefined && periodNumber === undefined ? '' : `${(month ?? periodNumber) as string}/`
}

const numberOf = (line: Line): unknown =>
  line.entryNumber ??
  line.assetNumber ??
  line.accountNumber ??
  line.customerNumber ??
  line.supplierNumber ??
  line.vatCode ??
  line.keyFigureCodeNumber ??
  line.date

/** All figures of a report: how they are asked for, and what they are. */
export function figuresOf(query: string, answer: Record<string, unknown>): [figure: string, amount: string][] {
  const [path] = query.split(/[?/]/) as [string]
  const { columns, ends = [], lists = {} } = SHAPES[path]!
  const isCrossed = query.includes('&by=') && path === 'dimension-totals'
  const inLines = (lines: Line[], names: readonly string[], as?: string): [string, string][] =>
    lines
      .filter((line) => line.accountNumber !== null)
      .flatMap((line) =>
        names
          .filter((name) => typeof line[name] === 'string')
          .map((name): [string, string] => {
            const column = (line.sumFrom ?? null) === null ? (as ?? name) : 'sum'
            return [`${partOf(line, isCrossed)}${numberOf(line) as string}.${column}`, line[name] as string]
          }),
      )
  const totals = ((answer.totals ?? []) as Line[]).flatMap((line) =>
    ends.map((name): [string, string] => {
      const column = line.of === 'actual' ? 'amount' : (line.of as string)
      return [`${partOf(line, false)}${name}.${column}`, line[name] as string]
    }),
  )
  return [
    ...inLines([...(answer.items as Line[]), ...((answer.sums ?? []) as Line[])], columns),
    ...Object.entries(lists).flatMap(([list, names]) =>
      inLines(answer[list] as Line[], names, names.length === 1 ? list : undefined),
    ),
    ...(answer.totals === undefined ? ends.map((name): [string, string] => [name, answer[name] as string]) : totals),
  ]
}
