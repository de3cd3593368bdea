import type { Transaction } from '../../database/connection.ts'
import { arrayOf, elements } from '../arrays.ts'
import { centsToText } from '../money.ts'
import type { Match } from './pairing.ts'

/** A match as it is written. One that takes another back has the amounts of that with the other sign. */
export interface RecordedMatch extends Omit<Match, 'difference'> {
  /** The match that this one of an exchange difference came with. */
  belongsTo?: number | undefined
  takesBack?: number | undefined
}

/**
 * Writes matches and takes them from what is open of both their entries, in one statement. The ledger is locked.
 * @param booking the booking that makes them; null where somebody asked for them.
 * @returns the number of the first; the others follow it.
 */
export async function recordMatches(
  transaction: Transaction,
  agreement: number,
  matches: readonly RecordedMatch[],
  booking: number | null,
): Promise<number> {
  if (matches.length === 0) return 0
  const column = (value: (match: RecordedMatch) => number | string | null): string =>
    arrayOf(elements(matches.map(value)))
  const [first] = await transaction.rows<{ first: number }>(RECORD, [
    agreement,
    matches.length,
    booking,
    column(({ debitEntry }) => debitEntry),
    column(({ creditEntry }) => creditEntry),
    column(({ amount }) => centsToText(amount)),
    column(({ debitAmount }) => centsToText(debitAmount)),
    column(({ creditAmount }) => centsToText(creditAmount)),
    column(({ date }) => date),
    column(({ belongsTo }) => belongsTo ?? null),
    column(({ takesBack }) => takesBack ?? null),
  ])
  return first!.first
}

const RECORD = `
  WITH taken AS MATERIALIZED (SELECT take_numbers($1, 'entry_match', $2) AS first),
  matched AS MATERIALIZED (
    SELECT taken.first + m.place::int - 1 AS number, m.*
    FROM taken, unnest($4::int[], $5::int[], $6::numeric[], $7::numeric[], $8::numeric[], $9::date[], $10::int[], $11::int[])
      WITH ORDINALITY AS m(debit_entry, credit_entry, amount, debit_amount, credit_amount, date, belongs_to, takes_back, place)
  ), recorded AS (
    INSERT INTO entry_match (agreement, number, debit_entry, credit_entry, amount, debit_amount, credit_amount, date, booking,
      belongs_to, takes_back)
    SELECT $1, m.number, m.debit_entry, m.credit_entry, m.amount, m.debit_amount, m.credit_amount, m.date, $3, m.belongs_to,
      m.takes_back
    FROM matched m
  ), settled AS (
    UPDATE open_item o SET remainder = o.remainder - sum.amount, remainder_in_currency = o.remainder_in_currency - sum.in_currency
    FROM (
      SELECT entry_number, sum(amount) AS amount, sum(in_currency) AS in_currency FROM (
        SELECT m.debit_entry AS entry_number, m.amount, m.debit_amount AS in_currency FROM matched m
        UNION ALL SELECT m.credit_entry, -m.amount, -m.credit_amount FROM matched m
      ) AS both_sides GROUP BY entry_number
    ) AS sum
    WHERE o.agreement = $1 AND o.entry_number = sum.entry_number
  )
  SELECT first FROM taken`
