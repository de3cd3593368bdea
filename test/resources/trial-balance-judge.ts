import type { Statement } from '../../src/database/connection.ts'

/**
 * The trial balance of the days `from` to `to` (ISO, both included), as one statement. Its first column is the finished
 * body: `{items: [{accountNumber, openingBalance, debit, credit, closingBalance, movement}], totalDebit, totalCredit}`.
 * Amounts are in base currency. The body has every account of type 1 or 2, in order.
 *
 * Opening entries (types 7 and 8) are balances, never movements. `openingBalance` begins with those of the latest
 * accounting year that began by `from` and has any or follows a closed year: they carry everything before that year. It
 * adds what moved since, until the day before `from`. Whole periods come from the totals of periods, and those that
 * `from` and `to` cut from the totals of days. No entry is read.
 */
export function judgedTrialBalance(agreement: number, from: string, to: string): Statement {
  return { text: TRIAL_BALANCE, values: [agreement, from, to] }
}

const TRIAL_BALANCE = `
  WITH begun AS (
    SELECT coalesce(max(y.date_from), '-infinity') AS day FROM accounting_year y
    WHERE y.agreement = $1 AND y.date_from <= $2::date AND (
      EXISTS (SELECT FROM accounting_year b WHERE b.agreement = $1 AND b.date_to = y.date_from - 1 AND b.is_closed)
      OR EXISTS (
        SELECT FROM period_total t WHERE t.agreement = $1 AND t.accounting_year = y.year AND t.opening <> 0))
  ), period AS MATERIALIZED (
    SELECT p.year, p.period_number, p.date_from, p.date_to,
      (p.date_from < $2::date AND p.date_to >= $2::date) OR (p.date_from <= $3::date AND p.date_to > $3::date) AS is_cut
    FROM accounting_period p, begun
    WHERE p.agreement = $1 AND p.date_from >= begun.day AND p.date_from <= $3::date
  ), part AS MATERIALIZED (
    SELECT t.account_number, t.opening AS before, 0::numeric AS debit, 0::numeric AS credit
    FROM begun
    JOIN accounting_year y ON y.agreement = $1 AND y.date_from = begun.day
    JOIN period_total t ON t.agreement = $1 AND t.accounting_year = y.year
    UNION ALL
    SELECT t.account_number,
      CASE WHEN p.date_to < $2::date THEN t.debit - t.credit ELSE 0 END,
      CASE WHEN p.date_to < $2::date THEN 0 ELSE t.debit END,
      CASE WHEN p.date_to < $2::date THEN 0 ELSE t.credit END
    FROM period p
    JOIN period_total t ON t.agreement = $1 AND t.accounting_year = p.year AND t.period_number = p.period_number
    WHERE NOT p.is_cut
    UNION ALL
    SELECT d.account_number,
      CASE WHEN d.date < $2::date THEN d.debit - d.credit ELSE 0 END,
      CASE WHEN d.date < $2::date THEN 0 ELSE d.debit END,
      CASE WHEN d.date < $2::date THEN 0 ELSE d.credit END
    FROM period p
    JOIN day_total d ON d.agreement = $1 AND d.date BETWEEN p.date_from AND least(p.date_to, $3::date)
    WHERE p.is_cut
  ), line AS (
    SELECT a.number, coalesce(sum(part.before), 0)::numeric(24, 2) AS opening,
      coalesce(sum(part.debit), 0)::numeric(24, 2) AS debit, coalesce(sum(part.credit), 0)::numeric(24, 2) AS credit
    FROM account a LEFT JOIN part ON part.account_number = a.number
    WHERE a.agreement = $1 AND a.type IN (1, 2)
    GROUP BY a.number
  )
  SELECT json_build_object(
    'items', coalesce(json_agg(json_build_object('accountNumber', number, 'openingBalance', opening, 'debit', debit,
      'credit', credit, 'closingBalance', opening + debit - credit, 'movement',
      debit - credit) ORDER BY number), '[]'),
    'totalDebit', coalesce(sum(debit), 0.00), 'totalCredit', coalesce(sum(credit), 0.00))::text
  FROM line`
