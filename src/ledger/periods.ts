import type { Transaction } from '../database/connection.ts'
import type { ErrorCode } from '../errors/catalogue.ts'

/** The accounting year and period a day lies in, locked against closing and barring until the transaction ends. */
export interface PeriodFact {
  year: string
  yearClosed: boolean
  periodNumber: number
  from: string
  to: string
  closed: boolean
  barred: boolean
}

/** Finds the period of a day among those locked. */
export type FindPeriod = (day: string) => PeriodFact | undefined

/**
 * Locks the years and periods of the given days in shared mode, in one order, and answers a look-up. Closing or barring
 * writes those rows, so it waits for this transaction, or this one waits and sees them closed.
 */
export async function lockPeriods(
  transaction: Transaction,
  agreement: number,
  days: Iterable<string>,
): Promise<FindPeriod> {
  return findAmong(await periodsOf(transaction, agreement, days))
}

/** The years and periods of the given days, locked as `lockPeriods` does. */
export async function periodsOf(
  transaction: Transaction,
  agreement: number,
  days: Iterable<string>,
): Promise<PeriodFact[]> {
  return await transaction.rows<PeriodFact>(PERIODS, [agreement, JSON.stringify([...new Set(days)])])
}

/**
 * SQL: the periods of agreement `$1` that the `days` (a query of one text column) lie in, locked as `lockPeriods` does.
 */
export const PERIODS_OF_DAYS = (days: string): string => `
  SELECT y.year, y.is_closed AS "yearClosed", p.period_number AS "periodNumber", p.date_from AS "from",
    p.date_to AS "to", p.is_closed AS closed, p.is_barred AS barred
  FROM accounting_year y
  JOIN accounting_period p ON p.agreement = $1 AND p.year = y.year
  WHERE y.agreement = $1 AND EXISTS (
    SELECT FROM unnest(ARRAY(SELECT d.day::date FROM (${days}) AS d(day))) AS d(day)
      WHERE d.day BETWEEN p.date_from AND p.date_to)
  ORDER BY y.date_from, p.date_from
  FOR SHARE OF y, p`

const PERIODS = PERIODS_OF_DAYS('SELECT n FROM json_array_elements_text($2::json) AS n')

/** The look-up of a day among periods; it remembers the days asked for. */
export function findAmong(periods: readonly PeriodFact[]): FindPeriod {
  const known = new Map<string, PeriodFact | undefined>()
  return (day) => {
    if (known.has(day)) return known.get(day)
    const found = periods.find((period) => period.from <= day && day <= period.to)
    known.set(day, found)
    return found
  }
}

/** What forbids posting on `day`, with the sentence that says so; undefined when nothing does. */
export function periodFault(
  day: string,
  period: PeriodFact | undefined,
): { code: 'DoesNotExist' | 'Closed' | 'PeriodBarred'; message: string } | undefined {
  if (!period) return { code: 'DoesNotExist', message: `No accounting year covers ${day}.` }
  if (period.yearClosed)
    return { code: 'Closed', message: `Accounting year ${period.year}, which covers ${day}, is closed.` }
  if (!period.closed && !period.barred) return undefined
  const state = period.closed ? 'closed' : 'barred'
  return {
    code: 'PeriodBarred',
    message: `Period ${period.periodNumber} of ${period.year}, which covers ${day}, is ${state}.`,
  }
}

/** The codes of a draft entry's date (rule 6.6). */
export const DATE_CODES = {
  DoesNotExist: 'JournalEntryDateAccountingYearDoesNotExist',
  Closed: 'JournalEntryDateAccountingYearClosed',
  PeriodBarred: 'JournalEntryDateAccountingYearPeriodBarred',
} as const satisfies Record<string, ErrorCode>

/** The codes of a voucher about to be booked; a period has only the date's code. */
export const VOUCHER_CODES = {
  DoesNotExist: 'JournalVoucherAccountingYearDoesNotExist',
  Closed: 'JournalVoucherAccountingYearClosed',
  PeriodBarred: 'JournalEntryDateAccountingYearPeriodBarred',
} as const satisfies Record<string, ErrorCode>
