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

/** What matches take from what is open of an entry, in cents: below zero of a credit. */
export interface Taken {
  /** In base currency. */
  amount: bigint
  inCurrency: bigint
}

/** By entry, what the matches take from it. */
export function takenBy(matches: readonly RecordedMatch[]): Map<number, Taken> {
  const taken = new Map<number, Taken>()
  const take = (entryNumber: number, amount: bigint, inCurrency: bigint): void => {
    const before = taken.get(entryNumber)
    if (!before) return void taken.set(entryNumber, { amount, inCurrency })
    before.amount += amount
    before.inCurrency += inCurrency
  }
  for (const { debitEntry, creditEntry, amount, debitAmount, creditAmount } of matches) {
    take(debitEntry, amount, debitAmount)
    take(creditEntry, -amount, -creditAmount)
  }
  return taken
}

/**
 * Writes matches and takes them from what is open of their entries, in one statement. The ledger is locked.
 * @param booking the booking that makes them; null where somebody asked for them.
 * @param taken what to take from which entry; without those that are written with what the matches leave of them.
 * @returns the number of the first; the others follow it.
 */
export async function recordMatches(
  transaction: Transaction,
  agreement: number,
  matches: readonly RecordedMatch[],
  booking: number | null,
  taken: ReadonlyMap<number, Taken> = takenBy(matches),
): Promise<number> {
  if (matches.length === 0) return 0
  const column = (value: (match: RecordedMatch) => number | string | null): string =>
    arrayOf(elements(matches.map(value)))
  const ofEntries = [...taken.values()]
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
    arrayOf(elements([...taken.keys()])),
    arrayOf(elements(ofEntries.map(({ amount }) => centsToText(amount)))),
    arrayOf(elements(ofEntries.map(({ inCurrency }) => centsToText(inCurrency)))),
  ])
  return first!.first
}

const RECORD = `
  WITH numbers AS MATERIALIZED (SELECT take_numbers($1, 'entry_match', $2) AS first),
  recorded AS (
    INSERT INTO entry_match (agreement, number, debit_entry, credit_entry, amount, debit_amount, credit_amount, date,
      booking, belongs_to, takes_back)
    SELECT $1, numbers.first + m.place::int - 1, m.debit_entry, m.credit_entry, m.amount, m.debit_amount,
      m.credit_amount, m.date, $3, m.belongs_to, m.takes_back
    FROM numbers, unnest($4::int[], $5::int[], $6::numeric[], $7::numeric[], $8::numeric[], $9::date[], $10::int[],
      $11::int[])
      WITH ORDINALITY AS m(debit_entry, credit_entry, amount, debit_amount, credit_amount, date, belongs_to, takes_back,
        place)
  ), settled AS (
    UPDATE open_item o SET remainder = o.remainder - t.amount, remainder_in_currency = o.remainder_in_currency
      - t.in_currency
    FROM unnest($12::int[], $13::numeric[], $14::numeric[]) AS t(entry_number, amount, in_currency)
    WHERE o.agreement = $1 AND o.entry_number = t.entry_number
  )
  SELECT first FROM numbers`
