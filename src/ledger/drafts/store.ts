import type { Transaction } from '../../database/connection.ts'
import { arrayOf, elements } from '../arrays.ts'
import type { DimensionValues } from '../dimensions.ts'
import { inSteps } from '../steps.ts'

/** A draft entry as booking reads it. Properties that few drafts have are absent from the others. */
export interface StoredDraft extends DimensionValues {
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
  customerNumber: number | null
  customerInvoiceNumber: string | null
  supplierNumber: number | null
  supplierInvoiceNumber: string | null
  dueDate: string | null
  departmentNumber: number | null
  dimension2Key: number | null
  dimension3Key: number | null
  /** How the invoice is to be paid, where the draft says it. */
  supplierPaymentType?: number
  /** JSON of the properties that few drafts have; `lockDrafts` adds them to the draft. Null where there are none. */
  seldom: string | null
  accrual?: StoredAccrual
}

/** A draft entry's accrual: its account, and the days it covers. */
export interface StoredAccrual {
  accountNumber: number
  start: string
  end: string
}

/** Which draft entries of a journal to book: all, those dated from `from` to `to` (both included), or those named. */
export type Selection =
  | { kind: 'all' }
  | { kind: 'dates'; from: string; to: string }
  | { kind: 'entries'; entryNumbers: readonly number[] }

/**
 * Properties that few drafts have, with their columns. Read as columns, mostly empty, they would cost more than all the
 * others.
 */
const SELDOM = {
  projectNumber: 'd.project_number',
  costTypeNumber: 'd.cost_type_number',
  departmentalDistributionNumber: 'd.departmental_distribution_number',
  unit1Number: 'd.unit1_number',
  quantity1: 'd.quantity1::text',
  unit2Number: 'd.unit2_number',
  quantity2: 'd.quantity2::text',
  employeeNumber: 'd.employee_number',
  assetGroupNumber: 'd.asset_group_number',
  assetNumber: 'd.asset_number',
  assetStartDate: 'd.asset_start_date',
  assetLifeTimeMonths: 'd.asset_life_time_months',
  allowsRepeatedInvoice: 'd.allows_repeated_invoice',
  documentDate: 'd.document_date',
  externalNumber: 'd.external_number',
  supplierPaymentType: 'd.supplier_payment_type',
} as const satisfies Record<Exclude<keyof DimensionValues, 'departmentNumber'> | 'supplierPaymentType', string>

const READ = `
  SELECT d.entry_number AS "entryNumber", d.entry_type_number AS type, d.voucher_number AS "voucherNumber", d.date,
    d.amount, d.currency, d.exchange_rate AS "exchangeRate", d.account_number AS "accountNumber",
    d.contra_account_number AS "contraAccountNumber", d.vat_code AS "vatCode", d.contra_vat_code AS "contraVatCode",
    d.text, d.customer_number AS "customerNumber", d.customer_invoice_number AS "customerInvoiceNumber",
    d.supplier_number AS "supplierNumber", d.supplier_invoice_number AS "supplierInvoiceNumber",
      d.due_date AS "dueDate",
    d.department_number AS "departmentNumber", d.dimension2_key AS "dimension2Key", d.dimension3_key AS "dimension3Key",
    CASE WHEN num_nonnulls(${Object.values(SELDOM).join(', ')}) > 0 THEN json_build_object(${Object.entries(SELDOM)
      .map(([property, column]) => `'${property}', ${column}`)
      .join(', ')})::text END AS seldom
  FROM draft_entry d
  WHERE d.agreement = $1 AND d.journal_number = $2`
const LOCKED = 'ORDER BY d.entry_number FOR UPDATE'
const READ_ALL = `${READ} ${LOCKED}`
const READ_DATES = `${READ} AND d.date BETWEEN $3 AND $4 ${LOCKED}`
const READ_ENTRIES = `${READ} AND d.entry_number
  = ANY (ARRAY(SELECT n::int FROM json_array_elements_text($3::json) AS n)) ${LOCKED}`

/** Reads and locks the selected draft entries of a journal, in the order of their numbers. */
export async function lockDrafts(
  transaction: Transaction,
  agreement: number,
  journalNumber: number,
  selection: Selection,
): Promise<StoredDraft[]> {
  const [text, ...values] = selected(selection)
  const drafts = await transaction.rows<StoredDraft>(text, [agreement, journalNumber, ...values])
  await inSteps(drafts, (draft) => {
    if (draft.seldom !== null) Object.assign(draft, JSON.parse(draft.seldom))
  })
  await readAccruals(transaction, agreement, journalNumber, drafts)
  return drafts
}

function selected(selection: Selection): [text: string, ...values: string[]] {
  switch (selection.kind) {
    case 'all':
      return [READ_ALL]
    case 'dates':
      return [READ_DATES, selection.from, selection.to]
    case 'entries':
      return [READ_ENTRIES, JSON.stringify(selection.entryNumbers)]
  }
}

/**
 * Adds the accruals to the drafts, which are in the order of their numbers. Locks them: one that is just being changed
 * is read as it is then.
 */
async function readAccruals(
  transaction: Transaction,
  agreement: number,
  journalNumber: number,
  drafts: readonly StoredDraft[],
): Promise<void> {
  if (drafts.length === 0) return
  const found = await transaction.rows<StoredAccrual & { entryNumber: number }>(
    `SELECT a.entry_number AS "entryNumber", a.account_number AS "accountNumber", a.start_date AS start,
      a.end_date AS end
     FROM draft_entry_accrual a
     WHERE a.agreement = $1 AND a.journal_number = $2 AND a.entry_number BETWEEN $3 AND $4
     ORDER BY a.entry_number FOR UPDATE`,
    [agreement, journalNumber, drafts[0]!.entryNumber, drafts.at(-1)!.entryNumber],
  )
  if (found.length === 0) return
  const accruals = new Map(found.map((accrual) => [accrual.entryNumber, accrual]))
  for (const draft of drafts) {
    const accrual = accruals.get(draft.entryNumber)
    if (accrual) draft.accrual = accrual
  }
}

/** Removes draft entries that this transaction has locked, with their accruals. */
export async function removeDrafts(
  transaction: Transaction,
  agreement: number,
  entryNumbers: readonly number[],
): Promise<void> {
  if (entryNumbers.length === 0) return
  await transaction.rows(
    `DELETE FROM draft_entry d
     WHERE d.agreement = $1 AND d.entry_number = ANY (ARRAY(SELECT unnest($2::int[])))`,
    [agreement, arrayOf(elements(entryNumbers))],
  )
}
