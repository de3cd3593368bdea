import type { Year } from './books.ts'
import { useMaster } from './reads.ts'
import { type BudgetLine, readings } from './today.ts'
import { periodOf, useYears, yearWith } from './years.ts'

/** What an account came to in the year of a day, up to its month, beside its budget; undefined where none is said. */
export function useAccountYear(account: number | undefined, day: string): { line: BudgetLine; year: Year } | undefined {
  const year = yearWith(useYears() ?? [], day)
  const path = year && account !== undefined ? readings.budgetBy(year.year, 'year', periodOf(day, year)) : undefined
  const budget = useMaster<{ items: BudgetLine[] }>(path).data
  const line = budget?.items.find(({ accountNumber }) => accountNumber === account)
  return year && line && { line, year }
}
