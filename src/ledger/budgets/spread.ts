import type { Transaction } from '../../database/connection.ts'
import type { Fault } from '../../errors/catalogue.ts'
import { equalShares } from '../booking/accrual.ts'
import { centsOf, centsToText } from '../money.ts'

/** A year's budget of an account; `amount` is decimal text in base currency. */
export interface YearBudget {
  accountNumber: number
  year: string
  amount: string
}

/**
 * Makes a budget figure for every period of an accounting year, all or none: equal parts, each rounded to cents, the
 * last with what is left (rule 15.4).
 * @returns the figures' numbers; or what is wrong: AccountNotFound, AccountingYearNotFound.
 */
export async function spreadBudget(
  transaction: Transaction,
  agreement: number,
  { accountNumber, year, amount }: YearBudget,
): Promise<{ numbers: number[] } | { faults: Fault[] }> {
  const [account] = await transaction.rows(
    'SELECT 1 FROM account a WHERE a.agreement = $1 AND a.number = $2 AND a.type IN (1, 2) FOR KEY SHARE',
    [agreement, accountNumber],
  )
  const periods = await transaction.rows<{ from: string; to: string }>(
    `SELECT p.date_from AS "from", p.date_to AS "to" FROM accounting_period p
     WHERE p.agreement = $1 AND p.year = $2 ORDER BY p.date_from`,
    [agreement, year],
  )
  const faults: Fault[] = []
  if (!account) faults.push({ code: 'AccountNotFound', property: 'accountNumber' })
  if (periods.length === 0) faults.push({ code: 'AccountingYearNotFound', property: 'year' })
  if (faults.length > 0) return { faults }
  const parts = equalShares(centsOf(amount), periods.length)
  const figures = periods.map((period, at) => ({ ...period, amount: centsToText(parts[at]!) }))
  const [made] = await transaction.rows<{ numbers: string }>(INSERT, [
    agreement,
    accountNumber,
    figures.length,
    JSON.stringify(figures),
  ])
  return { numbers: JSON.parse(made!.numbers) as number[] }
}

const INSERT = `
  WITH free AS MATERIALIZED (SELECT take_free_numbers($1::int, 'budget_figure', NULL, NULL, $3::int, '{}') AS numbers),
  made AS (
    INSERT INTO budget_figure (agreement, number, account_number, from_date, to_date, amount)
    SELECT $1::int, free.numbers[f.place], $2::int, (f.figure ->> 'from')::date, (f.figure ->> 'to')::date,
      (f.figure ->> 'amount')::numeric
    FROM free, json_array_elements($4::json) WITH ORDINALITY AS f(figure, place)
    RETURNING number)
  SELECT (SELECT json_agg(number ORDER BY number) FROM made)::text AS numbers`
