import type { Transaction } from '../database/connection.ts'
import { type ErrorCode, throwFaults } from '../errors/catalogue.ts'
import { lockLedger } from '../ledger/lock.ts'
import { writeRecords } from '../records/records.ts'
import { countryCode } from './einvoice/countries.ts'
import { makeDocuments, type NewLine } from './make-documents.ts'
import { type Words, wordsFor } from './pdf/words.ts'
import { units } from './units.ts'

interface ProjectFacts {
  name: string
  customerNumber: number | null
  groupType: number
  /** The code of the company's country, and the name of the customer's. */
  sellerCountry: string
  buyerCountry: string | null
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

/** A future line as it is read: decimal text, the price in base currency. Mileages have no description. */
interface Part {
  kind: 'hours' | 'kilometres' | 'expenses'
  description: string | null
  quantity: string
  price: string
}

/**
 * Makes a draft invoice of everything approved that is not on a document yet (rule 14.9): hours by activity and price,
 * kilometres by price if the project invoices them, expenses by cost type. Quantities are true, so a line may come to
 * some cents more or less than its registrations. A main project's invoice includes its sub-projects. Marks what it
 * invoices, so that nothing is invoiced twice. Locks the ledger: approvals, bookings, and invoices of the main project
 * or a sub-project wait.
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
  const { name, customerNumber, groupType, sellerCountry, buyerCountry } = facts!
  const [product] = await transaction.rows<{ isBarred: boolean }>(PRODUCT, [agreement, productNumber])
  if (!product) refuse('ProjectInvoiceProductDoesNotExist', 'productNumber')
  if (product!.isBarred) refuse('ProductIsBarred', 'productNumber')
  if (groupType !== 2 || customerNumber === null) refuse('ProjectIsNotInvoiceable')
  const parts = await transaction.rows<Part>(PARTS, [agreement, projectNumber])
  if (parts.length === 0) refuse('ProjectHasNothingToInvoice')
  const words = wordsFor(sellerCountry, countryCode(buyerCountry))
  const unitOf = await unitsOf(transaction, agreement, words, parts)
  const lines = parts.map(({ kind, description, quantity, price }): NewLine => {
    const unitNumber = unitOf.get(kind)
    const line = { productNumber, description: description ?? words.mileage, quantity, unitNetPrice: price }
    return { ...line, ...(unitNumber !== undefined && { unitNumber }), discountPercentage: '0' }
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
  SELECT p.name, p.customer_number AS "customerNumber", g.type AS "groupType",
    coalesce((SELECT o.country FROM company o WHERE o.agreement = $1), 'DK') AS "sellerCountry",
    (SELECT c.country FROM customer c WHERE c.agreement = $1 AND c.number = p.customer_number) AS "buyerCountry"
  FROM project p
  JOIN project_group g ON g.agreement = $1 AND g.number = p.project_group_number
  WHERE p.agreement = $1 AND p.number = $2`

/**
 * The units that the lines count in, by the names that the customer's language has for them; one that is missing is
 * made.
 */
async function unitsOf(
  transaction: Transaction,
  agreement: number,
  words: Words,
  parts: readonly Part[],
): Promise<Map<Part['kind'], number>> {
  const wanted = (['hours', 'kilometres'] as const)
    .filter((kind) => parts.some((part) => part.kind === kind))
    .map((kind) => ({ kind, names: words.units[kind] }))
  const found = await transaction.rows<{ kind: Part['kind']; number: number; isNew: boolean; name: string }>(UNITS, [
    agreement,
    JSON.stringify(wanted),
  ])
  const missing = found.filter(({ isNew }) => isNew).map(({ number, name }) => ({ number, name }))
  // A number that another took meanwhile is refused by its key, and all of this is tried again.
  await writeRecords(transaction, agreement, units, missing, { isTrusted: true })
  return new Map(found.map(({ kind, number }) => [kind, number]))
}

/**
 * A unit that is not barred and has one of the names, the first name first; else the number of a new one of the first
 * name.
 */
const UNITS = `
  WITH wanted AS MATERIALIZED (
    SELECT w.kind, w.names ->> 0 AS name, w.place,
      (SELECT u.number FROM json_array_elements_text(w.names) WITH ORDINALITY AS n(name, place)
      JOIN unit u ON u.agreement = $1 AND fold(rtrim(u.name, '.')) = fold(n.name) AND NOT u.is_barred
        ORDER BY n.place, u.number LIMIT 1) AS number
    FROM (SELECT w.*, row_number() OVER () AS place FROM json_to_recordset($2::json) AS w(kind text, names json)) w
  ), missing AS MATERIALIZED (
    SELECT w.kind, w.name, (SELECT coalesce(max(u.number), 0) FROM unit u WHERE u.agreement = $1)
      + row_number() OVER (ORDER BY w.place)::int AS number
    FROM wanted w WHERE w.number IS NULL
  )
  SELECT w.kind, w.name, coalesce(w.number, m.number) AS number, m.number IS NOT NULL AS "isNew"
  FROM wanted w LEFT JOIN missing m ON m.kind = w.kind ORDER BY w.place`

/** The project and its sub-projects, and their approved time, mileages and expenses that are on no document. */
const DUE = `
  of AS MATERIALIZED (SELECT p.number, p.is_mileage_invoiced FROM project p WHERE p.agreement = $1
    AND (p.number = $2 OR p.main_project_number = $2)),
  time AS MATERIALIZED (SELECT t.number, t.activity_number, t.number_of_hours AS hours,
    rate_of_hours(t.sales_rate, t.sales_price, t.number_of_hours) AS rate FROM time_entry t JOIN of
    ON of.number = t.project_number
    WHERE t.agreement = $1 AND t.is_approved AND t.sales_price <> 0
      AND (t.document_id IS NULL OR NOT is_document($1, t.document_id))),
  drives AS MATERIALIZED (SELECT t.number, t.distance, rate_of_hours(t.sales_rate, t.sales_price, t.distance) AS rate
    FROM mileage t JOIN of ON of.number = t.project_number
    WHERE t.agreement = $1 AND of.is_mileage_invoiced AND t.is_approved AND t.sales_price <> 0
      AND (t.document_id IS NULL OR NOT is_document($1, t.document_id))),
  expenses AS MATERIALIZED (SELECT e.entry_number, e.cost_type_number, e.sales_price FROM project_expense e JOIN of
    ON of.number = e.project_number
    WHERE e.agreement = $1 AND e.sales_price <> 0 AND (e.document_id IS NULL OR NOT is_document($1, e.document_id)))`

const PARTS = `
  WITH ${DUE}
  SELECT p.kind, p.description, trim_scale(p.quantity)::text AS quantity, trim_scale(p.price)::text AS price FROM (
    SELECT 1 AS place, 'hours' AS kind, t.activity_number AS number, a.name AS description, sum(t.hours) AS quantity,
      t.rate AS price
      FROM time t JOIN activity a ON a.agreement = $1 AND a.number = t.activity_number
        GROUP BY t.activity_number, a.name, t.rate
    UNION ALL SELECT 2, 'kilometres', 0, NULL, sum(d.distance), d.rate FROM drives d GROUP BY d.rate
    UNION ALL SELECT 3, 'expenses', s.number, s.name, sign(s.amount), abs(s.amount) FROM (
      SELECT e.cost_type_number AS number, c.name, sum(e.sales_price) AS amount
      FROM expenses e JOIN cost_type c ON c.agreement = $1 AND c.number = e.cost_type_number
        GROUP BY e.cost_type_number, c.name) s
  ) AS p WHERE p.quantity <> 0 ORDER BY p.place, p.number, p.price`

const MARK = `
  WITH ${DUE},
  marked_time AS (UPDATE time_entry t SET document_id = $3 FROM time d WHERE t.agreement = $1 AND t.number = d.number),
  marked_drives AS (UPDATE mileage t SET document_id = $3 FROM drives d WHERE t.agreement = $1 AND t.number = d.number)
  UPDATE project_expense e SET document_id = $3 FROM expenses d WHERE e.agreement = $1
    AND e.entry_number = d.entry_number`
