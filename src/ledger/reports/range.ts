/** Days a report is about: both ends named, or an accounting year, or one period of it. */
export type ReportDays = { from: string; to: string } | { year: string; periodNumber?: number | undefined }

/** The values of `$2` to `$5` in the statement of a report: from, to, accounting year, period number. */
export function daysValues(days: ReportDays): (string | number | null)[] {
  return 'year' in days ? [null, null, days.year, days.periodNumber ?? null] : [days.from, days.to, null, null]
}

/**
 * CTE `asked(first, last)`: the days as dates, `$1` being the agreement. Without a row when there is no such accounting
 * year or period; every report then answers no row either.
 */
export const ASKED = `
  asked AS MATERIALIZED (
    SELECT coalesce($2::date, min(p.date_from)) AS first, coalesce($3::date, max(p.date_to)) AS last
    FROM accounting_period p
    WHERE p.agreement = $1 AND p.year = $4::text AND ($5::int IS NULL OR p.period_number = $5::int)
    HAVING $2::date IS NOT NULL OR count(*) > 0
  )`
