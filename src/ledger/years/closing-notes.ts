import type { Transaction } from '../../database/connection.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { REGISTER_NOTES } from '../reports/asset-register.ts'
import { dueDepreciations } from './depreciations.ts'
import { revalue } from './revaluations.ts'

/** What is to be looked at before a year is closed: how many there are of it, and what to do. */
export interface ClosingNote {
  note: string
  count: number
  message: string
}

/**
 * What a bookkeeper does before a year is closed, and has not done yet: bank lines that belong to nothing, banks that
 * are not reconciled, VAT that is not settled, months of depreciation, other currencies that do not stand at their
 * worth, a register of assets that says something else than the ledger, vouchers without a document.
 */
export async function closingNotes(
  transaction: Transaction,
  agreement: number,
  { year, isClosed }: { year: string; isClosed: boolean },
): Promise<ClosingNote[]> {
  const [found] = await transaction.rows<
    Record<'bank' | 'vat' | 'documents' | 'unreconciled', number> & { last: string }
  >(NOTES, [agreement, year])
  const { bank, vat, documents, unreconciled, last } = found!
  const depreciations = isClosed ? 0 : await dueDepreciations(transaction, agreement, last)
  const worth = isClosed ? { count: 0, why: '' } : await notRevalued(transaction, agreement, last)
  const register = await transaction.rows<{ note: string }>(REGISTER_NOTES, [agreement])
  const all: readonly (readonly [note: string, count: number, message: string])[] = [
    [
      'UnmatchedBankLines',
      bank,
      `${bank} lines of the bank until the end of ${year} are not matched: match them, or say why they are ignored.`,
    ],
    [
      'UnreconciledBank',
      unreconciled,
      `${unreconciled} bank accounts are not reconciled until ${last}: POST /reconciliations.`,
    ],
    ['UnsettledVat', vat, `${vat} VAT accounts have a balance at the end of ${year}: settle VAT first.`],
    [
      'DepreciationNotDrafted',
      depreciations,
      `${depreciations} months of depreciation are neither booked nor drafted until ${last}: POST /depreciations.`,
    ],
    ['NotRevalued', worth.count, worth.why],
    [
      'AssetsDifferFromLedger',
      register.length,
      register
        .map(({ note }) => note)
        .join(' ')
        .slice(0, 1000),
    ],
    ['VouchersWithoutDocument', documents, `${documents} vouchers of ${year} have no document.`],
  ]
  return all.flatMap(([note, count, message]) => (count > 0 ? [{ note, count, message }] : []))
}

/** How many accounts and items in other currencies do not stand at their worth; one, where that cannot be told. */
async function notRevalued(
  transaction: Transaction,
  agreement: number,
  date: string,
): Promise<{ count: number; why: string }> {
  try {
    const { items } = await revalue(transaction, agreement, { date, preview: true })
    const { length } = items
    return {
      count: length,
      why: `${length} accounts and open items do not stand at the rates of ${date}: POST /revaluations.`,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return {
      count: 1,
      why: `What is in other currencies cannot be revalued at ${date}: ${error.faults[0].message ?? error.faults[0].code}`,
    }
  }
}

const NOTES = `
  SELECT (
    SELECT count(*)::int FROM accounting_year y JOIN bank_line l ON l.agreement = $1 AND l.date <= y.date_to
    WHERE y.agreement = $1 AND y.year = $2 AND l.match_number IS NULL AND l.ignored_reason IS NULL
  ) AS bank, (
    SELECT count(*)::int FROM (
      SELECT t.account_number FROM period_total t
      WHERE t.agreement = $1 AND t.accounting_year = $2 AND t.account_number IN (
        SELECT v.account_number FROM vat_code v WHERE v.agreement = $1
        UNION SELECT v.contra_account_number FROM vat_code v WHERE v.agreement = $1)
      GROUP BY t.account_number HAVING sum(t.opening + t.debit - t.credit) <> 0
    ) AS unsettled
  ) AS vat, (
    SELECT count(*)::int FROM (
      SELECT DISTINCT e.journal_number, e.voucher_number FROM booked_entry e
      WHERE e.agreement = $1 AND e.accounting_year = $2 AND e.journal_number IS NOT NULL AND e.type NOT IN (7, 8)
    ) AS v
    WHERE NOT EXISTS (
      SELECT FROM attached_document d
      WHERE d.agreement = $1 AND d.accounting_year = $2 AND d.voucher_number = v.voucher_number
        AND d.source = 'journal' AND d.journal_number = v.journal_number)
  ) AS documents, (
    SELECT count(*)::int FROM accounting_year y JOIN bank_account b ON b.agreement = $1
    WHERE y.agreement = $1 AND y.year = $2 AND NOT EXISTS (
      SELECT FROM bank_reconciliation r WHERE r.agreement = $1 AND r.bank_account_number = b.number
        AND r.date >= y.date_to)
  ) AS unreconciled, (
    SELECT y.date_to FROM accounting_year y WHERE y.agreement = $1 AND y.year = $2
  ) AS last`
