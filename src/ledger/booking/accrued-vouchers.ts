import type { Transaction } from '../../database/connection.ts'
import type { Fault } from '../../errors/catalogue.ts'
import { journalOf } from '../drafts/draft-columns.ts'
import { lockJournals } from '../drafts/voucher-numbers.ts'
import type { ResolvedEntry } from './expand.ts'

/**
 * The fault of every entry whose accrual has months in another accounting year, where another voucher of the journal
 * has the number in that year, as booked or draft entries (rule 6.3). Months that an earlier part of the same voucher
 * was accrued to are of its own voucher. The ledger is locked. The journal gets locked, as no draft entry may take such
 * a number meanwhile; where booking saw the accruals coming, it is already.
 */
export async function vouchersTaken(
  transaction: Transaction,
  agreement: number,
  journal: number,
  entries: readonly ResolvedEntry[],
): Promise<Fault[]> {
  const needed = new Map<string, { year: string; other: string; voucher: number; entry: number }>()
  for (const { draft, accountingYear: year, accrual } of entries) {
    for (const { accountingYear: other } of accrual?.months ?? []) {
      if (other === year) continue
      const { voucherNumber: voucher, entryNumber: entry } = draft
      const key = `${year} ${other} ${voucher}`
      if (!needed.has(key)) needed.set(key, { year, other, voucher, entry })
    }
  }
  if (needed.size === 0) return []
  const vouchers = JSON.stringify([...needed.values()])
  await lockJournals(transaction, agreement, [journal], 'given')
  const taken = await transaction.rows<{ entry: number; voucher: number; other: string }>(TAKEN, [
    agreement,
    journal,
    vouchers,
  ])
  return taken.map(({ entry, voucher, other }) => ({
    code: 'JournalVoucherEntityAlreadyExistsError',
    property: 'voucherNumber',
    message: `Draft entry ${entry}: its accrual reaches into ${other}, where the journal has another voucher ${voucher}.`,
  }))
}

const TAKEN = `
  SELECT v.entry, v.voucher, v.other
  FROM json_to_recordset($3::json) AS v(year text, other text, voucher int, entry int)
  WHERE EXISTS (
    SELECT FROM booked_entry e
    WHERE e.agreement = $1 AND e.journal_number = $2 AND e.accounting_year = v.other AND e.voucher_number = v.voucher
      AND NOT EXISTS (SELECT FROM booked_entry o WHERE o.agreement = $1 AND o.journal_number = $2
        AND o.accounting_year = v.year AND o.voucher_number = v.voucher AND o.booking = e.booking)
  ) OR EXISTS (
    SELECT FROM draft_entry d
    WHERE d.agreement = $1 AND ${journalOf('d')} = $2 AND d.accounting_year = v.other AND d.voucher_number = v.voucher
  )
  ORDER BY v.entry, v.other`
