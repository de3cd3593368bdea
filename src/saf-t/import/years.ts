import type { Transaction } from '../../database/connection.ts'
import { type Fault, throwFaults } from '../../errors/catalogue.ts'
import { createYear } from '../../ledger/years/years.ts'
import { SafTError } from '../error.ts'

/** The first and last day of an accounting year, ISO. */
export interface Year {
  from: string
  to: string
}

interface KnownYear extends Year {
  isClosed: boolean
}

/** Ours: years made only to close the gap between the agreement's years and those of the file. */
export const YEARS_BETWEEN_MAX = 10

/**
 * The years to make so that years cover `from` to `to` and follow each other without a gap (rule 8.1). They are
 * calendar years in an agreement without years, else years of 12 months after the last one or before the first. Each
 * adjoins the existing years or those made before it.
 * @throws SafTError where more than YEARS_BETWEEN_MAX of them would lie outside the file's days, or a year is closed.
 */
export function yearsToMake(known: readonly KnownYear[], from: string, to: string): Year[] {
  const ordered = [...known].sort((a, b) => (a.from < b.from ? -1 : 1))
  const closed = ordered.findLast((year) => year.isClosed)
  if (closed && from <= closed.to) {
    throw new SafTError(undefined, `The agreement is closed up to ${closed.to}; the file begins ${from}.`)
  }
  const made: Year[] = []
  const first = ordered[0]
  let next = first ? dayAfter(ordered.at(-1)!.to) : `${from.slice(0, 4)}-01-01`
  for (let before = first?.from; before !== undefined && before > from; before = made.at(-1)!.from) {
    made.push({ from: monthsOn(before, -12), to: dayAfter(before, -1) })
  }
  for (; next <= to; next = monthsOn(next, 12)) made.push({ from: next, to: dayAfter(monthsOn(next, 12), -1) })
  const between = made.filter((year) => year.to < from || year.from > to).length
  if (between > YEARS_BETWEEN_MAX) {
    const years = `the agreement's years are ${first!.from} to ${ordered.at(-1)!.to}`
    throw new SafTError(undefined, `The file covers ${from} to ${to}, but ${years}: ${between} years lie between.`)
  }
  return made
}

function dayAfter(day: string, days = 1): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

function monthsOn(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

/**
 * Makes the accounting years that are missing, with monthly periods, so that open years cover `from` to `to`; in an
 * agreement without years those of the books that the file was exported from (`own`), where it says them.
 * @throws SafTError as yearsToMake, and where a period is closed or barred.
 */
export async function prepareYears(
  transaction: Transaction,
  agreement: number,
  from: string,
  to: string,
  own: readonly Year[] = [],
): Promise<void> {
  const known = await transaction.rows<{ from: string; to: string; isClosed: boolean }>(
    `SELECT date_from AS "from", date_to AS "to", is_closed AS "isClosed" FROM accounting_year WHERE agreement = $1`,
    [agreement],
  )
  const [locked] = await transaction.rows<{ year: string; period_number: number }>(
    `SELECT year, period_number FROM accounting_period
     WHERE agreement = $1 AND date_to >= $2 AND date_from <= $3 AND (is_closed OR is_barred)
     ORDER BY date_from LIMIT 1`,
    [agreement, from, to],
  )
  if (locked) {
    throw new SafTError(undefined, `Period ${locked.period_number} of year ${locked.year} is closed or barred.`)
  }
  // Books of our own keep their years; beside years that the agreement has, they would seldom fit.
  const kept = known.length === 0 ? own : []
  const there = [...known, ...kept.map((year) => ({ ...year, isClosed: false }))]
  for (const year of [...kept, ...yearsToMake(there, from, to)]) {
    const faults: Fault[] = []
    await createYear(transaction, agreement, year.from, year.to, faults)
    throwFaults(faults)
  }
}
