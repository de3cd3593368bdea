import type { Statement } from '../database/connection.ts'

/**
 * The totals of one period per account that has any, as a statement whose first column is a JSON array of
 * `{accountNumber, name, debit, credit, total}` in base currency, by account number. `debit` and `credit` leave opening
 * entries out; `total` is the sum of all entries dated in the period, opening entries included. No row, when there is no such period.
 */
export function periodTotals(agreement: number, year: string, periodNumber: number): Statement {
  return { text: PERIOD_TOTALS, values: [agreement, year, periodNumber], prepare: true }
}

/** The totals of a whole accounting year, shaped as those of a period. No row, when there is no such year. */
export function yearTotals(agreement: number, year: string): Statement {
  return { text: YEAR_TOTALS, values: [agreement, year], prepare: true }
}

const line = (sums: string) => `
  SELECT coalesce(json_agg(json_build_object('accountNumber', s.account_number, 'name', a.name, 'debit', s.debit,
    'credit', s.credit, 'total', s.opening + s.debit - s.credit) ORDER BY s.account_number), '[]')::text
  FROM (${sums}) AS s JOIN account a ON a.agreement = $1 AND a.number = s.account_number`

const PERIOD_TOTALS = `
  SELECT (${line(`SELECT t.account_number, t.opening, t.debit, t.credit FROM period_total t
    WHERE t.agreement = $1 AND t.accounting_year = $2 AND t.period_number = $3`)})
  FROM accounting_period p WHERE p.agreement = $1 AND p.year = $2 AND p.period_number = $3`

const YEAR_TOTALS = `
  SELECT (${line(`SELECT t.account_number, sum(t.opening) AS opening, sum(t.debit) AS debit, sum(t.credit) AS credit
    FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = $2 GROUP BY t.account_number`)})
  FROM accounting_year y WHERE y.agreement = $1 AND y.year = $2`
