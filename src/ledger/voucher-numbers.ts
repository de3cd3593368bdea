import type { Transaction } from '../database/connection.ts'
import { throwFaults } from '../errors/catalogue.ts'

/**
 * Takes the journal's next `amount` voucher numbers, within its minimum and maximum, past any number that a draft or
 * booked entry of the journal has already, or that `named` holds. The caller has locked the journal's row (see `lockJournals`).
 * @throws ApiError JournalVoucherNextNumberNotWithinBoundaries when the journal has too few left.
 */
export async function takeVoucherNumbers(
  transaction: Transaction,
  agreement: number,
  journalNumber: number,
  amount: number,
  named: readonly number[],
): Promise<number[]> {
  const rows = await transaction.rows<{ number: number }>(
    `WITH candidate AS (
       SELECT generate_series(greatest(j.next_voucher_number, j.minimum_voucher_number), j.maximum_voucher_number) AS number
       FROM journal j WHERE j.agreement = $1 AND j.number = $2
     ), free AS MATERIALIZED (
       SELECT c.number FROM candidate c
       WHERE (SELECT 1 FROM draft_entry d WHERE d.agreement = $1 AND d.journal_number = $2
           AND d.voucher_number = c.number LIMIT 1) IS NULL
         AND (SELECT 1 FROM booked_entry e WHERE e.agreement = $1 AND e.journal_number = $2
           AND e.voucher_number = c.number LIMIT 1) IS NULL
         AND NOT c.number = ANY ($4::int[])
       LIMIT $3
     ), taken AS (
       UPDATE journal SET next_voucher_number = (SELECT max(f.number) + 1 FROM free f),
         object_version = nextval('object_version')
       WHERE agreement = $1 AND number = $2 AND EXISTS (SELECT FROM free)
     )
     SELECT f.number FROM free f ORDER BY f.number`,
    [agreement, journalNumber, amount, `{${named.join(',')}}`],
  )
  if (rows.length < amount) {
    throwFaults([
      {
        code: 'JournalVoucherNextNumberNotWithinBoundaries',
        property: 'voucherNumber',
        message: `Journal ${journalNumber} has ${rows.length} voucher numbers left, and ${amount} are needed.`,
      },
    ])
  }
  return rows.map((row) => row.number)
}
