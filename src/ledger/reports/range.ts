/** Days a report is about: both ends named, or an accounting year, or one period of it. */
export type ReportDays = { from: string; to: string } | { year: string; periodNumber?: number | undefined }

/** The values of `$2` to `$5` in the statement of a report: from, to, accounting year, period number. */
export function daysValues(days: ReportDays): (string | number | null)[] {
  return 'year' in days ? [null, null, days.year, days.periodNumber ?? null] : [days.from, days.to, null, null]
}

/**
 * CTEs `asked(first, last)`, the days as dates, and `closed(year, date_to)`, the closed year of the last of them; `$1` is the agreement. `asked` has no row when there is no such accounting
 * year or period; every report then answers no row either.
 */
export const ASKED = `
  asked AS MATERIALIZED (
    SELECT coalesce($2::date, min(p.date_from)) AS first, coalesce($3::date, max(p.date_to)) AS last
    FROM accounting_period p
    WHERE p.agreement = $1 AND p.year = $4::text AND ($5::int IS NULL OR p.period_number = $5::int)
    HAVING $2::date IS NOT NULL OR count(*) > 0
  ), closed AS MATERIALIZED (
    SELECT y.year, y.date_to FROM asked
    JOIN accounting_year y ON y.agreement = $1 AND asked.last BETWEEN y.date_from AND y.date_to
    WHERE y.is_closed
  )`

/**
 * CTE `chart(number, name, type, is_credit, total_from_account_number, total_intervals)`: the accounts that a report goes by. Where the last day asked
 * for lies in a closed year, the chart is what it was when that year was closed; else it is the present one.
 */
export const CHART = `
  chart AS MATERIALIZED (
    SELECT a.number, a.name, a.type, a.is_credit, a.total_from_account_number, a.total_intervals
    FROM account a WHERE a.agreement = $1 AND NOT EXISTS (SELECT FROM closed)
    UNION ALL
    SELECT a.number, a.name, a.type, a.is_credit, a.total_from_account_number, a.total_intervals
    FROM closed JOIN closed_account a ON a.agreement = $1 AND a.accounting_year = closed.year
  )`

/** CTE `code`: the VAT codes that a report goes by, chosen as `CHART` chooses accounts. */
export const VAT_CODES = `
  code AS MATERIALIZED (
    SELECT v.code, v.name, v.type, v.rate, v.account_number, v.contra_account_number
    FROM vat_code v WHERE v.agreement = $1 AND NOT EXISTS (SELECT FROM closed)
    UNION ALL
    SELECT v.code, v.name, v.type, v.rate, v.account_number, v.contra_account_number
    FROM closed JOIN closed_vat_code v ON v.agreement = $1 AND v.accounting_year = closed.year
  )`
