import type { Transaction } from '../database/connection.ts'
import { type ErrorCode, throwFaults } from '../errors/catalogue.ts'
import { lockLedger } from '../ledger/lock.ts'
import { makeDocuments, type NewLine } from './make-documents.ts'

interface ProjectFacts {
  name: string
  customerNumber: number | null
  groupType: number
}

/** The request for an invoice of a project. */
export interface ProjectInvoice {
  projectNumber: number
  /** ISO day. */
  date: string
  /** The product that gives the lines their account and VAT. */
  productNumber: string
  /** ISO day, where the customer's payment term leaves it to the caller. */
  dueDate?: string | null
}

/** Codes of what keeps a draft from being made, of a project as elsewhere. */
export const DRAFT_CODES = [
  'CustomerIsBarred',
  'DocumentDueDateInvalid',
  'LayoutIsBarred',
  'PaymentTermIsBarred',
  'ProductIsBarred',
  'ProjectIsClosedOrBarred',
  'ValueRequired',
] as const satisfies readonly ErrorCode[]

/** A future line as it is read: decimal text in base currency. */
interface Part {
  description: string
  amount: string
}

/**
 * Makes a draft invoice of everything approved that is not on a document yet (rule 14.9): time by activity, mileages if the project invoices
 * them, expenses by cost type. A main project's invoice includes its sub-projects. Marks what it invoices, so that nothing is invoiced twice.
 * Locks the ledger: approvals, bookings, and invoices of the main project or a sub-project wait.
 * @returns the document's number.
 * @throws ApiError with the faults that prevent the invoice.
 */
export async function invoiceProject(
  transaction: Transaction,
  agreement: number,
  { projectNumber, date, productNumber, dueDate = null }: ProjectInvoice,
): Promise<number> {
  const { baseCurrency } = await lockLedger(transaction, agreement)
  await transaction.rows(LOCK, [agreement, projectNumber])
  // Reads after locking: a change of the project's group that this waited for is in.
  const [facts] = await transaction.rows<ProjectFacts>(FACTS, [agreement, projectNumber])
  const refuse = (code: ErrorCode, property = 'number'): void => throwFaults([{ code, property }])
  if (!facts) refuse('NotFound')
  const { name, customerNumber, groupType } = facts!
  const [product] = await transaction.rows<{ isBarred: boolean }>(PRODUCT, [agreement, productNumber])
  if (!product) refuse('ProjectInvoiceProductDoesNotExist', 'productNumber')
  if (product!.isBarred) refuse('ProductIsBarred', 'productNumber')
  if (groupType !== 2 || customerNumber === null) refuse('ProjectIsNotInvoiceable')
  const parts = await transaction.rows<Part>(PARTS, [agreement, projectNumber])
  if (parts.length === 0) refuse('ProjectHasNothingToInvoice')
  const lines = parts.map(({ description, amount }): NewLine => {
    const isBelow = amount.startsWith('-')
    return {
      productNumber,
      description,
      quantity: isBelow ? '-1' : '1',
      unitNetPrice: isBelow ? amount.slice(1) : amount,
      discountPercentage: '0',
    }
  })
  const [made] = await makeDocuments(transaction, agreement, [
    { customerNumber: customerNumber!, date, dueDate, projectNumber, heading: name, currencyCode: baseCurrency, lines },
  ])
  if (made!.number === undefined) throwFaults(made!.faults)
  const number = made!.number!
  await transaction.rows(MARK, [agreement, projectNumber, number])
  return number
}

const PRODUCT = 'SELECT p.is_barred AS "isBarred" FROM product p WHERE p.agreement = $1 AND p.number = $2'
const LOCK = 'SELECT FROM project p WHERE p.agreement = $1 AND p.number = $2 FOR UPDATE OF p'
const FACTS = `
  SELECT p.name, p.customer_number AS "customerNumber", g.type AS "groupType"
  FROM project p
  JOIN project_group g ON g.agreement = $1 AND g.number = p.project_group_number
  WHERE p.agreement = $1 AND p.number = $2`

/** The project and its sub-projects, and their approved time, mileages and expenses that are on no document. */
const DUE = `
  of AS MATERIALIZED (SELECT p.number, p.is_mileage_invoiced FROM project p WHERE p.agreement = $1 AND (p.number = $2 OR p.main_project_number = $2)),
  time AS MATERIALIZED (SELECT t.number, t.activity_number, t.sales_price FROM time_entry t JOIN of ON of.number = t.project_number
    WHERE t.agreement = $1 AND t.is_approved AND t.sales_price <> 0 AND (t.document_id IS NULL OR NOT is_document($1, t.document_id))),
  drives AS MATERIALIZED (SELECT t.number, t.sales_price FROM mileage t JOIN of ON of.number = t.project_number
    WHERE t.agreement = $1 AND of.is_mileage_invoiced AND t.is_approved AND t.sales_price <> 0 AND (t.document_id IS NULL OR NOT is_document($1, t.document_id))),
  expenses AS MATERIALIZED (SELECT e.entry_number, e.cost_type_number, e.sales_price FROM project_expense e JOIN of ON of.number = e.project_number
    WHERE e.agreement = $1 AND e.sales_price <> 0 AND (e.document_id IS NULL OR NOT is_document($1, e.document_id)))`

const PARTS = `
  WITH ${DUE}
  SELECT p.description, p.amount::text FROM (
    SELECT 1 AS place, t.activity_number AS number, a.name AS description, sum(t.sales_price) AS amount
      FROM time t JOIN activity a ON a.agreement = $1 AND a.number = t.activity_number GROUP BY t.activity_number, a.name
    UNION ALL SELECT 2, 0, 'Mileage', sum(d.sales_price) FROM drives d HAVING count(*) > 0
    UNION ALL SELECT 3, e.cost_type_number, c.name, sum(e.sales_price)
      FROM expenses e JOIN cost_type c ON c.agreement = $1 AND c.number = e.cost_type_number GROUP BY e.cost_type_number, c.name
  ) AS p WHERE p.amount <> 0 ORDER BY p.place, p.number`

const MARK = `
  WITH ${DUE},
  marked_time AS (UPDATE time_entry t SET document_id = $3 FROM time d WHERE t.agreement = $1 AND t.number = d.number),
  marked_drives AS (UPDATE mileage t SET document_id = $3 FROM drives d WHERE t.agreement = $1 AND t.number = d.number)
  UPDATE project_expense e SET document_id = $3 FROM expenses d WHERE e.agreement = $1 AND e.entry_number = d.entry_number`
