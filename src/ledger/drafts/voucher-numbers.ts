import type { Transaction } from '../../database/connection.ts'
import { throwFaults } from '../../errors/catalogue.ts'
import type { JournalFact } from './references.ts'

/**
 * Takes the journal's next `amount` voucher numbers, within its minimum and maximum, past any number that a draft or
 * booked entry of the journal has already, or that `named` holds. The caller has locked the journal's row (see
 * `lockJournals`).
 * @throws ApiError JournalVoucherNextNumberNotWithinBoundaries when the journal has too few left.
 */
export async function takeVoucherNumbers(
  transaction: Transaction,
  agreement: number,
  journal: JournalFact,
  amount: number,
  named: readonly number[],
): Promise<number[]> {
  const numbers: number[] = []
  let from = Math.max(journal.next, journal.minimum)
  let width = amount
  while (numbers.length < amount && from <= journal.maximum) {
    const to = Math.min(journal.maximum, from + width - 1)
    const used = await usedNumbers(transaction, agreement, journal.number, from, to)
    for (const number of named) used.add(number)
    for (let number = from; number <= to && numbers.length < amount; number += 1) {
      if (!used.has(number)) numbers.push(number)
    }
    from = to + 1
    width *= 2
  }
  if (numbers.length < amount) {
    throwFaults([
      {
        code: 'JournalVoucherNextNumberNotWithinBoundaries',
        property: 'voucherNumber',
        message: `Journal ${journal.number} has ${numbers.length} voucher numbers left, and ${amount} are needed.`,
      },
    ])
  }
  await transaction.rows(
    `UPDATE journal SET next_voucher_number = $3, object_version = nextval('object_version')
     WHERE agreement = $1 AND number = $2`,
    [agreement, journal.number, numbers.at(-1)! + 1],
  )
  return numbers
}

/** One range scan: a look-up per number would depend on what the planner knows of a new agreement. */
async function usedNumbers(
  transaction: Transaction,
  agreement: number,
  journalNumber: number,
  from: number,
  to: number,
): Promise<Set<number>> {
  const rows = await transaction.rows<{ number: number }>(
    `SELECT d.voucher_number AS number FROM draft_entry d
     WHERE d.agreement = $1 AND d.journal_number = $2 AND d.voucher_number BETWEEN $3 AND $4
     UNION
     SELECT e.voucher_number FROM booked_entry e
     WHERE e.agreement = $1 AND e.journal_number = $2 AND e.voucher_number BETWEEN $3 AND $4`,
    [agreement, journalNumber, from, to],
  )
  return new Set(rows.map((row) => row.number))
}
