import type { Transaction } from '../database/connection.ts'
import { parseRate, type RateMillionths } from './currency.ts'

const RATES = `
  SELECT c.code AS currency, latest.rate FROM json_array_elements_text($3::json) AS c(code)
  CROSS JOIN LATERAL (SELECT r.rate FROM exchange_rate r WHERE r.agreement = $1 AND r.currency = c.code
    AND r.date <= $2::date
    ORDER BY r.date DESC LIMIT 1) AS latest`

/** The latest rates of currencies on or before a day; those that have none are left out. */
export async function ratesOn(
  transaction: Transaction,
  agreement: number,
  date: string,
  currencies: readonly string[],
): Promise<Map<string, RateMillionths>> {
  if (currencies.length === 0) return new Map()
  const rows = await transaction.rows<{ currency: string; rate: string }>(RATES, [
    agreement,
    date,
    JSON.stringify(currencies),
  ])
  return new Map(rows.map(({ currency, rate }) => [currency, parseRate(rate)]))
}
