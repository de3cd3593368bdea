/** Days a report is about: both ends named, or an accounting year, or one period of it. */
export type ReportDays = { from: string; to: string } | { year: string; periodNumber?: number | undefined }

/** The values of `$2` to `$5` in the statement of a report: from, to, accounting year, period number. */
export function daysValues(days: ReportDays): (string | number | null)[] {
  return 'year' in days ? [null, null, days.year, days.periodNumber ?? null] : [days.from, days.to, null, null]
}

/** CTE `closed(year, date_to)`: the year of the last day asked for, if it is closed; `CTE asked` stands before. */
export const CLOSED = `closed AS MATERIALIZED (
    SELECT y.year, y.date_to FROM asked
    JOIN accounting_year y ON y.agreement = $1 AND asked.last BETWEEN y.date_from AND y.date_to
    WHERE y.is_closed
  )`

/**
 * CTEs `asked(first, last)`, the days as dates, and `closed(year, date_to)`, the year of the last day if it is closed;
 * `$1` is the agreement. `asked` has no row when there is no such accounting year or period; every report then answers
 * no row either.
 */
export const ASKED = `
  asked AS MATERIALIZED (
    SELECT coalesce($2::date, min(p.date_from)) AS first, coalesce($3::date, max(p.date_to)) AS last
    FROM accounting_period p
    WHERE p.agreement = $1 AND p.year = $4::text AND ($5::int IS NULL OR p.period_number = $5::int)
    HAVING $2::date IS NOT NULL OR count(*) > 0
  ), ${CLOSED}`

/**
 * Rows of `table` as they are. Where the last day asked for lies in a closed year, the rows that `closedTable` keeps of
 * that year.
 */
const asOfThen = (table: string, closedTable: string, columns: string): string => `
    SELECT ${columns} FROM ${table} r WHERE r.agreement = $1 AND NOT EXISTS (SELECT FROM closed)
    UNION ALL
    SELECT ${columns} FROM closed JOIN ${closedTable} r ON r.agreement = $1 AND r.accounting_year = closed.year`

/**
 * CTE `chart(number, name, type, is_credit, total_from_account_number, total_intervals, key_figure_code_number)`: the
 * accounts that a report goes by.
 */
export const CHART = `
  chart AS MATERIALIZED (${asOfThen(
    'account',
    'closed_account',
    'r.number, r.name, r.type, r.is_credit, r.total_from_account_number, r.total_intervals, r.key_figure_code_number',
  )}
  )`

/** CTE `code`: the VAT codes that a report goes by. */
export const VAT_CODES = `
  code AS MATERIALIZED (${asOfThen(
    'vat_code',
    'closed_vat_code',
    'r.code, r.name, r.type, r.rate, r.account_number, r.contra_account_number, r.deductible_percentage',
  )}
  )`
