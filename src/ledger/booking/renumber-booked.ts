import type { Transaction } from '../../database/connection.ts'
import { arrayOf, elements } from '../arrays.ts'
import { type JournalFact } from '../drafts/references.ts'
import type { StoredDraft } from '../drafts/store.ts'
import { takeVoucherNumbers } from '../drafts/voucher-numbers.ts'

/**
 * A standing journal's entries take the next number each time they are booked (rule 6.5): where the voucher of some of
 * the drafts is booked already, all of its drafts get the journal's next number. The journal is locked.
 * @throws ApiError JournalVoucherNextNumberNotWithinBoundaries.
 */
export async function renumberBooked(
  transaction: Transaction,
  agreement: number,
  journal: JournalFact,
  drafts: readonly StoredDraft[],
): Promise<void> {
  const entries = arrayOf(elements(drafts.map(({ entryNumber }) => entryNumber)))
  const values = [agreement, journal.number, entries]
  const booked = await transaction.rows<{ year: string; voucher: number }>(BOOKED, values)
  if (booked.length === 0) return
  const numbers = await takeVoucherNumbers(transaction, agreement, journal, booked.length)
  const changes = booked.map((voucher, index) => ({ ...voucher, number: numbers[index]! }))
  const renumbered = await transaction.rows<{ entryNumber: number; voucherNumber: number }>(RENUMBER, [
    agreement,
    journal.number,
    JSON.stringify(changes),
  ])
  const given = new Map(renumbered.map(({ entryNumber, voucherNumber }) => [entryNumber, voucherNumber]))
  for (const draft of drafts) draft.voucherNumber = given.get(draft.entryNumber) ?? draft.voucherNumber
}

const BOOKED = `
  SELECT v.year, v.voucher
  FROM (
    SELECT DISTINCT d.accounting_year AS year, d.voucher_number AS voucher FROM draft_entry d
    WHERE d.agreement = $1 AND d.entry_number = ANY ($3::int[])
  ) AS v
  WHERE EXISTS (SELECT FROM booked_entry e WHERE e.agreement = $1 AND e.voucher_number = v.voucher
    AND e.journal_number = $2
    AND e.accounting_year = v.year)
  ORDER BY v.year, v.voucher`

const RENUMBER = `
  UPDATE draft_entry d SET voucher_number = v.number, last_updated = now(), object_version = nextval('object_version')
  FROM json_to_recordset($3::json) AS v(year text, voucher int, number int)
  WHERE d.agreement = $1 AND d.journal_number = $2 AND d.accounting_year = v.year AND d.voucher_number = v.voucher
  RETURNING d.entry_number AS "entryNumber", d.voucher_number AS "voucherNumber"`
