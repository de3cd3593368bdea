import type { Transaction } from '../../database/connection.ts'
import { DIMENSION_COLUMNS, type StoredDimensions } from './input.ts'

/** A draft entry as booking reads it: its columns, the parties' summary accounts, its accrual. */
export interface StoredDraft extends StoredDimensions {
  entryNumber: number
  type: number
  voucherNumber: number
  date: string
  amount: string
  currency: string
  exchangeRate: string
  accountNumber: number | null
  contraAccountNumber: number | null
  vatCode: string | null
  contraVatCode: string | null
  text: string | null
  projectNumber: number | null
  costTypeNumber: number | null
  customerNumber: number | null
  customerInvoiceNumber: string | null
  supplierNumber: number | null
  supplierInvoiceNumber: string | null
  dueDate: string | null
  customerAccount: number | null
  customerBarred: boolean | null
  supplierAccount: number | null
  supplierBarred: boolean | null
  accrualAccount: number | null
  accrualStart: string | null
  accrualEnd: string | null
}

/** Which draft entries of a journal to book: all, those dated from `from` to `to` (both included), or those named. */
export type Selection =
  { kind: 'all' } | { kind: 'dates'; from: string; to: string } | { kind: 'entries'; entryNumbers: readonly number[] }

const READ = `
  SELECT d.entry_number AS "entryNumber", d.entry_type_number AS type, d.voucher_number AS "voucherNumber", d.date,
    d.amount, d.currency, d.exchange_rate AS "exchangeRate", d.account_number AS "accountNumber",
    d.contra_account_number AS "contraAccountNumber", d.vat_code AS "vatCode", d.contra_vat_code AS "contraVatCode",
    d.text, d.project_number AS "projectNumber", d.cost_type_number AS "costTypeNumber",
    ${DIMENSION_COLUMNS.read('d')}, d.customer_number AS "customerNumber",
    d.customer_invoice_number AS "customerInvoiceNumber", d.supplier_number AS "supplierNumber",
    d.supplier_invoice_number AS "supplierInvoiceNumber", d.due_date AS "dueDate",
    cg.account_number AS "customerAccount", c.is_barred AS "customerBarred",
    sg.account_number AS "supplierAccount", s.is_barred AS "supplierBarred",
    a.account_number AS "accrualAccount", a.start_date AS "accrualStart", a.end_date AS "accrualEnd"
  FROM draft_entry d
  LEFT JOIN customer c ON c.agreement = $1 AND c.number = d.customer_number
  LEFT JOIN customer_group cg ON cg.agreement = $1 AND cg.number = c.group_number
  LEFT JOIN supplier s ON s.agreement = $1 AND s.number = d.supplier_number
  LEFT JOIN supplier_group sg ON sg.agreement = $1 AND sg.number = s.group_number
  LEFT JOIN draft_entry_accrual a ON a.agreement = $1 AND a.journal_number = d.journal_number
    AND a.entry_number = d.entry_number
  WHERE d.agreement = $1 AND d.journal_number = $2`
const LOCKED = 'ORDER BY d.entry_number FOR UPDATE OF d'
const READ_ALL = `${READ} ${LOCKED}`
const READ_DATES = `${READ} AND d.date BETWEEN $3 AND $4 ${LOCKED}`
const READ_ENTRIES = `${READ} AND d.entry_number = ANY (ARRAY(SELECT n::int FROM json_array_elements_text($3::json) AS n)) ${LOCKED}`

/** Reads and locks the selected draft entries of a journal, in the order of their numbers. */
export async function lockDrafts(
  transaction: Transaction,
  agreement: number,
  journalNumber: number,
  selection: Selection,
): Promise<StoredDraft[]> {
  switch (selection.kind) {
    case 'all':
      return await transaction.rows<StoredDraft>(READ_ALL, [agreement, journalNumber])
    case 'dates':
      return await transaction.rows<StoredDraft>(READ_DATES, [agreement, journalNumber, selection.from, selection.to])
    case 'entries':
      return await transaction.rows<StoredDraft>(READ_ENTRIES, [
        agreement,
        journalNumber,
        JSON.stringify(selection.entryNumbers),
      ])
  }
}

/** Removes draft entries that this transaction has locked, with their accruals. */
export async function removeDrafts(
  transaction: Transaction,
  agreement: number,
  entryNumbers: readonly number[],
): Promise<void> {
  await transaction.rows(
    `DELETE FROM draft_entry d
     WHERE d.agreement = $1 AND d.entry_number = ANY (ARRAY(SELECT n::int FROM json_array_elements_text($2::json) AS n))`,
    [agreement, JSON.stringify(entryNumbers)],
  )
}
