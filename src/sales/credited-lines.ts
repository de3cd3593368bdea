import type { Transaction } from '../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../errors/catalogue.ts'
import type { NewLine } from './make-documents.ts'

/**
 * A line of the invoice to take back, by its number there; the quantity has the sign that it has on the invoice: all
 * that is left where left out.
 */
export interface CreditedLine {
  number: number
  /** Decimal text. */
  quantity?: string | undefined
}

/** A line of a new credit note, and the number of the invoice's line that it takes back. */
export interface LineOfCredit {
  credits: number
  line: NewLine
}

/** A line of the invoice with what is left of it: decimals as text. */
interface Invoiced extends NewLine {
  number: number
  isProduct: boolean
  /** Whether the quantity asked for, or else what is left, is more than nothing, and no more than what is left. */
  isBelow: boolean
  isWithin: boolean
  hasRest: boolean
  remaining: string | null
  isCredited: boolean
}

/**
 * The lines of a credit note of the invoice: of each line asked for its quantity; without a list all lines, with what
 * is left of them. A line that would come to more than what is left, or that takes the last of the quantity, comes to
 * what is left: parts that are rounded each add up to the line.
 * @throws ApiError InvoiceAlreadyCredited where nothing is left, or the faults of the lines asked for.
 */
export async function linesToCredit(
  transaction: Transaction,
  agreement: number,
  invoice: number,
  asked: readonly CreditedLine[] | undefined,
): Promise<LineOfCredit[]> {
  const lines = await transaction.rows<Invoiced>(LINES, [agreement, invoice, JSON.stringify(asked ?? [])])
  const isFirst = !lines.some(({ isCredited }) => isCredited)
  if (!isFirst && !lines.some(({ hasRest }) => hasRest)) {
    throw new ApiError({ code: 'InvoiceAlreadyCredited', property: 'number' })
  }
  if (asked === undefined) return lines.filter((line) => !line.isProduct || isFirst || line.hasRest).map(ofCredit)
  const byNumber = new Map(lines.map((line) => [line.number, line]))
  throwFaults(asked.flatMap((one, at) => faultsOf(one, at, asked, byNumber.get(one.number))))
  return asked.map(({ number }) => ofCredit(byNumber.get(number)!))
}

function faultsOf(
  { number, quantity }: CreditedLine,
  at: number,
  asked: readonly CreditedLine[],
  line: Invoiced | undefined,
): Fault[] {
  if (!line) return [{ code: 'CreditedLineDoesNotExist', property: `lines[${at}].number` }]
  if (asked.findIndex((one) => one.number === number) < at)
    return [{ code: 'ItemRepeated', property: `lines[${at}].number` }]
  const property = `lines[${at}].quantity`
  if (!line.isProduct) {
    return quantity === undefined ? [] : [{ code: 'LineWithoutProduct', property }]
  }
  if (line.isBelow && quantity !== undefined) {
    const message = 'A quantity is more than nothing, with the sign that it has on the invoice.'
    return [{ code: 'ValueOutOfRange', property, message }]
  }
  if (line.isWithin && !line.isBelow) return []
  const message = `Of line ${number} of the invoice ${line.remaining} is left.`
  return [{ code: 'CreditExceedsInvoice', property, message }]
}

const ofCredit = (line: Invoiced): LineOfCredit => {
  const {
    number,
    isProduct: _,
    isBelow: _below,
    isWithin: _within,
    hasRest: _rest,
    remaining: _left,
    isCredited: _is,
    ...copied
  } = line
  return { credits: number, line: copied }
}

/**
 * The lines of the invoice `$2` as those of a note: `$3` has the lines asked for. Gives 0 for no cost price or
 * discount, so that today's defaults of product and customer do not apply to them. A price that makes the line come to
 * what is left has at most six decimals, and rather comes to less.
 */
const LINES = `
  WITH line AS (
    SELECT l.*, r.sign, r.remaining, r.remaining_amount, r.notes, w.decimals, a.number IS NOT NULL AS is_asked,
      CASE WHEN l.product_number IS NOT NULL
        THEN coalesce(a.quantity, CASE WHEN cardinality(r.notes) = 0 THEN l.quantity ELSE r.remaining END) END AS taken
    FROM booked_invoice_line l
    CROSS JOIN (SELECT decimals_of_credit($1, i.currency_code, i.number) AS decimals FROM booked_invoice i
      WHERE i.agreement = $1 AND i.number = $2) w
    LEFT JOIN remaining_of_invoices($1::int, ARRAY[$2::int]) r ON r.number = l.number
    LEFT JOIN LATERAL (SELECT s.number, s.quantity FROM json_to_recordset($3::json) AS s(number int, quantity numeric)
      WHERE s.number = l.number LIMIT 1) a ON true
    WHERE l.agreement = $1 AND l.document_id = $2
  ), priced AS (
    SELECT l.*, CASE WHEN l.taken = l.remaining OR abs(l.own) > abs(l.rest) THEN l.rest END AS amount FROM (
      SELECT l.*, o.own, sign(o.own) * greatest(sign(o.own) * l.remaining_amount, 0) AS rest FROM line l
      CROSS JOIN LATERAL (SELECT line_total(l.taken, l.unit_net_price, l.discount_percentage, l.decimals) AS own) o) l
  ), fitted AS (
    SELECT l.*, CASE WHEN l.amount <> l.own AND l.taken <> 0
      THEN CASE WHEN line_total(l.taken, round(l.amount / l.taken, 6), 0, l.decimals) = l.amount
      THEN round(l.amount / l.taken, 6) ELSE trunc(l.amount / l.taken, 6) END END AS fitting
    FROM priced l
  )
  SELECT l.number, l.product_number IS NOT NULL AS "isProduct", coalesce(l.sign * l.taken <= 0, false) AS "isBelow",
    coalesce(l.sign * l.taken <= l.sign * l.remaining, false) AS "isWithin", coalesce(l.remaining * l.sign > 0, false)
      AS "hasRest",
    trim_scale(l.remaining)::text AS remaining, coalesce(cardinality(l.notes) > 0, false) AS "isCredited",
    l.product_number AS "productNumber", l.description, -l.taken AS quantity, l.unit_number AS "unitNumber",
    coalesce(l.fitting, l.unit_net_price) AS "unitNetPrice", CASE WHEN l.product_number IS NOT NULL
      THEN coalesce(l.unit_cost_price, 0) END AS "unitCostPrice",
    CASE WHEN l.product_number IS NOT NULL THEN CASE WHEN l.fitting IS NULL THEN coalesce(l.discount_percentage, 0)
      ELSE 0 END END AS "discountPercentage",
    l.recommended_price AS "recommendedPrice", l.department_number AS "departmentNumber",
    l.departmental_distribution_number AS "departmentalDistributionNumber", l.dimension2_key AS "dimension2Key",
      l.dimension3_key AS "dimension3Key",
    CASE WHEN l.taken = l.quantity THEN -l.quantity2 WHEN l.quantity <> 0
      THEN round(-l.quantity2 * l.taken / l.quantity, 6) END AS quantity2,
    l.unit2_number AS "unit2Number", l.accrue, l.accrue_start_date AS "accrueStartDate",
      l.accrue_end_date AS "accrueEndDate"
  FROM fitted l ORDER BY l.number`
