import type { Transaction } from '../database/connection.ts'
import type { Work } from '../resource/operations.ts'
import { ApiError, type ErrorCode, type Fault, throwFaults } from '../errors/catalogue.ts'
import { arrayOf, elements } from '../ledger/arrays.ts'
import { bookPostings } from '../ledger/booking/book-postings.ts'
import { type LockedLedger, lockLedger } from '../ledger/lock.ts'
import { CENTS_MAX } from '../ledger/money.ts'
import { type FindPeriod, lockPeriods, periodFault, VOUCHER_CODES } from '../ledger/periods.ts'
import { inSteps } from '../ledger/steps.ts'
import type { Posting } from '../ledger/booking/posting.ts'
import { NUMBER_MAX } from '../limits.ts'
import { dueDateOf } from './defaults.ts'
import { DOCUMENT_COLUMNS, LINE_COLUMNS } from './document-columns.ts'
import { keepData } from './issued.ts'
import { lacksBuyersNumber } from './einvoice/parties.ts'
import { asInvoiced } from './rules.ts'
import { accrualDays, type BookedHeader, type BookedLine, invoicePostings } from './invoice-postings.ts'
import { columnsOf } from '../resource/sql.ts'

/** A booked invoice: the number that people see, and the number of its document. */
export interface BookedInvoice {
  invoiceNumber: number
  documentId: number
}

/**
 * Books draft invoices in the caller's transaction, all or none, in a fixed number of statements (rule 12.6). Checks
 * the drafts as of now and reports all faults at once. Then gives the next invoice numbers in the order asked for,
 * posts the lines as they are frozen, freezes the documents, and deletes the drafts. Bookings of an agreement run one
 * after the other: numbers have no gaps, and the second booking of a draft does not find it.
 * @param note is told of invoices that no e-invoice can be made of as they are.
 * @throws ApiError NotFound for a missing draft, DraftInvoiceIsBooked for one that is booked, and the code of each
 * fault that prevents a booking.
 */
export async function bookInvoices(
  transaction: Transaction,
  agreement: number,
  numbers: readonly number[],
  note: Work['note'] = () => {},
): Promise<BookedInvoice[]> {
  const ledger = await lockLedger(transaction, agreement)
  const chosen = arrayOf(elements(numbers))
  const locked = await transaction.rows<{ number: number }>(LOCK, [agreement, chosen])
  const there = new Set(locked.map(({ number }) => number))
  const missing = numbers.filter((number) => !there.has(number))
  if (missing.length > 0) throwFaults(await missingFaults(transaction, agreement, missing))
  await transaction.rows('SELECT recalculate_draft_invoice($1, $2)', [agreement, chosen])
  const headers = await transaction.rows<BookedHeader>(HEADERS, [agreement, chosen])
  await transaction.rows(FREEZE_LINES, [agreement, chosen])
  const lines = await transaction.rows<BookedLine>(LINES, [agreement, chosen])
  const days = new Set([...headers.map(({ date }) => date), ...lines.flatMap(accrualDays)])
  const periods = await lockPeriods(transaction, agreement, days)
  const told = await transaction.rows<ToldFault>(FAULTS, [agreement, chosen])
  throwFaults([...told.map(faultOf), ...periodFaults(headers, lines, periods)])

  const [taken] = await transaction.rows<{ first: number }>(`SELECT take_invoice_numbers($1, $2) AS first`, [
    agreement,
    numbers.length,
  ])
  if (taken!.first + numbers.length - 1 > NUMBER_MAX) {
    const message = `Invoice numbers end at ${NUMBER_MAX}, and the next is ${taken!.first}.`
    throw new ApiError({ code: 'JournalVoucherNextNumberNotWithinBoundaries', property: 'number', message })
  }
  const invoices = numbers.map((documentId, at) => ({ invoiceNumber: taken!.first + at, documentId }))
  const postings = await postingsOf(invoices, headers, lines, ledger)
  const kept = await keepData(transaction, agreement, invoices)
  for (const invoice of kept) if (lacksBuyersNumber(invoice)) note(WITHOUT_NUMBER, `invoice ${invoice.invoiceNumber}`)
  const { booking } = await bookPostings(transaction, agreement, postings, true)
  const dates = new Map(headers.map(({ number, date }) => [number, date]))
  const years = invoices.map((invoice) => ({ ...invoice, year: periods(dates.get(invoice.documentId)!)!.year }))
  await transaction.rows(FREEZE, [agreement, JSON.stringify(years), booking])
  await transaction.rows('DELETE FROM draft_invoice d WHERE d.agreement = $1 AND d.number = ANY ($2::int[])', [
    agreement,
    chosen,
  ])
  return invoices
}

/** What became of drafts that are not there: booked, or there are none. */
async function missingFaults(
  transaction: Transaction,
  agreement: number,
  numbers: readonly number[],
): Promise<Fault[]> {
  const rows = await transaction.rows<BookedInvoice>(
    `SELECT i.number AS "documentId", i.invoice_number AS "invoiceNumber" FROM booked_invoice i
     WHERE i.agreement = $1 AND i.number = ANY ($2::int[])`,
    [agreement, arrayOf(elements(numbers))],
  )
  const booked = new Map(rows.map(({ documentId, invoiceNumber }) => [documentId, invoiceNumber]))
  return numbers.map((number): Fault => {
    const invoice = booked.get(number)
    if (invoice === undefined)
      return { code: 'NotFound', property: 'number', message: `There is no draft invoice ${number}.` }
    const message = `Draft invoice ${number} is booked: invoiceNumber ${invoice}, documentId ${number}.`
    return { code: 'DraftInvoiceIsBooked', property: 'number', message }
  })
}

/** What `Daybook-Notice` says of invoices without VAT that need the buyer's VAT number. */
const WITHOUT_NUMBER = 'needs a VAT number of the customer to be an e-invoice'

/**
 * The postings of all invoices, grouped by invoice. @throws ApiError when an amount is too large, or the account for
 * rounding is missing.
 */
async function postingsOf(
  invoices: readonly BookedInvoice[],
  headers: readonly BookedHeader[],
  lines: readonly BookedLine[],
  ledger: LockedLedger,
): Promise<Posting[]> {
  const byDocument = new Map(headers.map((header) => [header.number, { header, lines: [] as BookedLine[] }]))
  for (const line of lines) byDocument.get(line.documentId)!.lines.push(line)
  const postings: Posting[] = []
  const oversized: Fault[] = []
  await inSteps(invoices, ({ invoiceNumber, documentId }) => {
    const { header, lines: own } = byDocument.get(documentId)!
    const mine = invoicePostings({ ...header, invoiceNumber }, own, ledger)
    if (!mine.every(({ amount, amountInBaseCurrency }) => fits(amount) && fits(amountInBaseCurrency)))
      oversized.push(oversizedFault(documentId))
    postings.push(...mine)
  })
  throwFaults(oversized)
  const rest = new Map<number, bigint>()
  for (const { voucherNumber, amountInBaseCurrency } of postings) {
    rest.set(voucherNumber, (rest.get(voucherNumber) ?? 0n) + amountInBaseCurrency)
  }
  if (ledger.roundingAccount === undefined && [...rest.values()].some((sum) => sum !== 0n)) {
    throw new ApiError({ code: 'JournalBookingRoundingAccountNotSet', property: 'number' })
  }
  return postings
}

const fits = (cents: bigint): boolean => cents <= CENTS_MAX && cents >= -CENTS_MAX

const oversizedFault = (number: number): Fault =>
  faultOf({
    number,
    code: 'JournalEntryAmountExceedsDigitLimit',
    property: 'amount',
    message: 'an amount of it has more than 18 digits before the point.',
  })

interface ToldFault {
  number: number
  code: ErrorCode
  property: string
  message: string
}

const faultOf = ({ number, code, property, message }: ToldFault): Fault => ({
  code,
  property,
  message: `Draft invoice ${number}: ${message}`,
})

function periodFaults(headers: readonly BookedHeader[], lines: readonly BookedLine[], periods: FindPeriod): Fault[] {
  const check = (number: number, date: string, property: string): Fault[] => {
    const fault = periodFault(date, periods(date))
    return fault ? [faultOf({ number, code: VOUCHER_CODES[fault.code], property, message: fault.message })] : []
  }
  return [
    ...headers.flatMap(({ number, date }) => check(number, date, 'date')),
    ...lines.flatMap((line) => accrualDays(line).flatMap((day) => check(line.documentId, day, 'accrueEndDate'))),
  ]
}

const LOCK = `
  SELECT d.number FROM draft_invoice d WHERE d.agreement = $1 AND d.number = ANY ($2::int[]) ORDER BY d.number
    FOR UPDATE`

/**
 * SQL: the rows of a table that match a condition on its key. Forces a lookup row by row, even before the planner has
 * statistics of the table.
 */
const found = (name: string, table: string, condition: string): string =>
  `LATERAL (SELECT * FROM ${table} ${name} WHERE ${name}.agreement = $1 AND ${condition} OFFSET 0) ${name}`

/**
 * SQL: documents `d` with their customer's group `g`, their payment term `p`, and the group `k` of its card company, if
 * any.
 */
const OWED = `draft_invoice d
  CROSS JOIN ${found('c', 'customer', 'c.number = d.customer_number')}
  CROSS JOIN ${found('g', 'customer_group', 'g.number = c.group_number')}
  CROSS JOIN ${found('p', 'payment_term', 'p.number = d.term_of_payment_number')}
  LEFT JOIN ${found('e', 'customer', 'e.number = p.card_customer_number')} ON true
  LEFT JOIN ${found('k', 'customer_group', 'k.number = e.group_number')} ON true`

const HEADERS = `
  SELECT d.number, 0 AS "invoiceNumber", d.customer_number AS "customerNumber", g.account_number AS "customerAccount",
    d.date, ${dueDateOf('p', 'd')} AS "dueDate", d.currency_code AS currency, d.exchange_rate AS "exchangeRate",
    d.project_number AS "projectNumber", p.type AS "termType", p.contra_account_number AS "contraAccount",
      p.contra_account2_number AS "contraAccount2",
    p.contra_account_percent AS "contraPercent", p.card_customer_number AS "cardCustomer",
      k.account_number AS "cardAccount"
  FROM ${OWED}
  WHERE d.agreement = $1 AND d.number = ANY ($2::int[])`

/** SQL: how the invoice that the document `d` credits sold the product of the line `l`, as `c` (rule 12.7). */
const CREDITED =
  'LATERAL (SELECT * FROM credited_line($1::int, d.credited_document_id, d.vat_zone_number, l.product_number)) c'

/** SQL: the lines `l` that sell something, with their document `d` and product group `g`. */
const SOLD = `draft_invoice d
  CROSS JOIN ${found('l', 'draft_invoice_line', 'l.document_id = d.number')}
  CROSS JOIN ${found('p', 'product', 'p.number = l.product_number')}
  CROSS JOIN ${found('g', 'product_group', 'g.number = p.product_group_number')}`

/** SQL: the same, with the account `a` of the credited line or the zone, if any. */
const SOLD_ON = `${SOLD}
  LEFT JOIN ${found('z', 'product_group_zone', 'z.product_group_number = g.number AND z.zone = d.vat_zone_number')}
    ON true
  LEFT JOIN ${CREDITED} ON d.credited_document_id IS NOT NULL
  LEFT JOIN ${found('a', 'account', 'a.number = coalesce(c.account_number, z.account_number)')} ON true`

/**
 * Reads the frozen lines, so that what is posted is what they say, whatever becomes of the product groups meanwhile.
 */
const LINES = `
  SELECT l.document_id AS "documentId", l.booked_account AS "accountNumber", l.vat_code AS "vatCode",
    v.account_number AS "vatAccount", l.total_net_amount AS net, l.vat_amount AS vat,
    l.department_number AS "departmentNumber", l.departmental_distribution_number AS "departmentalDistributionNumber",
    l.dimension2_key AS "dimension2Key", l.dimension3_key AS "dimension3Key",
    CASE WHEN l.accrue THEN g.accrual_account_number END AS "accrualAccount",
    CASE WHEN l.accrue THEN l.accrue_start_date END AS "accrueStart", CASE WHEN l.accrue
      THEN l.accrue_end_date END AS "accrueEnd"
  FROM booked_invoice_line l
  CROSS JOIN ${found('p', 'product', 'p.number = l.product_number')}
  CROSS JOIN ${found('g', 'product_group', 'g.number = p.product_group_number')}
  LEFT JOIN ${found('v', 'vat_code', 'v.code = l.vat_code')} ON true
  WHERE l.agreement = $1 AND l.document_id = ANY ($2::int[]) AND l.total_net_amount IS NOT NULL
  ORDER BY l.document_id, l.number`

const ofLine = `'lines[' || l.user_interface_number - 1 || '].productNumber'`
/** SQL: the faults `f` of an account `x` that a document `d` is booked on. */
const ofAccount = `
    SELECT 'JournalEntryAccountNotAccessible' AS code, ' is barred.' AS message WHERE x.is_barred
    UNION ALL SELECT 'JournalEntryWrongAccountType', ' takes no entries.' WHERE x.type NOT IN (1, 2)
    UNION ALL SELECT 'JournalEntryAccountCurrencyMismatch', ' is kept in ' || x.currency || '.'
      WHERE x.currency <> d.currency_code`

/** SQL: the faults of the accounts that the lines are booked on. */
const LINE_FAULTS = `
  SELECT d.number, f.code, ${ofLine} AS property, o.what || ' ' || x.number || f.message AS message
  FROM ${SOLD_ON}
  CROSS JOIN LATERAL (VALUES ('account', a.number),
    ('the accrual account', CASE WHEN l.accrue THEN g.accrual_account_number END),
    ('the VAT account', (SELECT v.account_number FROM vat_code v WHERE v.agreement = $1 AND v.code = l.vat_code
      AND l.vat_amount <> 0))
  ) AS o(what, account_number)
  CROSS JOIN ${found('x', 'account', 'x.number = o.account_number')}
  CROSS JOIN LATERAL (${ofAccount}
    UNION ALL SELECT 'JournalEntryMultipleDimensionRequired', ' demands a department.' WHERE x.is_department_mandatory
      AND l.department_number IS NULL AND l.departmental_distribution_number IS NULL AND o.what <> 'the VAT account'
  ) AS f
  WHERE d.agreement = $1 AND d.number = ANY ($2::int[])`

/** SQL: the faults of the accounts that the customer owes on, and that the payment term settles on. */
const OWED_FAULTS = `
  SELECT d.number, f.code, o.property, 'account ' || x.number || f.message AS message
  FROM ${OWED}
  CROSS JOIN LATERAL (VALUES ('customerNumber', g.account_number), ('termOfPaymentNumber', p.contra_account_number),
    ('termOfPaymentNumber', p.contra_account2_number), ('termOfPaymentNumber', k.account_number))
      AS o(property, account_number)
  CROSS JOIN ${found('x', 'account', 'x.number = o.account_number')}
  CROSS JOIN LATERAL (${ofAccount}
    UNION ALL SELECT 'JournalEntryMultipleDimensionRequired', ' demands a department, and a settlement has none.'
      WHERE x.is_department_mandatory AND x.number IN (p.contra_account_number, p.contra_account2_number)
  ) AS f
  WHERE d.agreement = $1 AND d.number = ANY ($2::int[]) AND d.amount <> 0`

/** SQL: the credit notes that take back, with all others of their invoice, more of a line than was invoiced. */
const CREDIT_FAULTS = `
  SELECT d.number, 'CreditExceedsInvoice', 'lines', 'the credit notes of its invoice take back more of line '
    || r.number || ' than was invoiced.'
  FROM remaining_of_invoices($1::int, ARRAY(SELECT x.credited_document_id FROM draft_invoice x
    WHERE x.agreement = $1 AND x.number = ANY ($2::int[]) AND x.credited_document_id IS NOT NULL)) r
  JOIN draft_invoice d ON d.agreement = $1 AND d.number = ANY ($2::int[]) AND d.number = ANY (r.notes)
    WHERE r.is_exceeded`

/** Finds the faults that prevent a booking, of all documents, in one statement. */
const FAULTS = `
  SELECT d.number, 'InvoiceHasNoProductLine' AS code, 'lines' AS property, 'it has no line with a product.' AS message
  FROM draft_invoice d WHERE d.agreement = $1 AND d.number = ANY ($2::int[]) AND NOT EXISTS (
    SELECT FROM draft_invoice_line l WHERE l.agreement = $1 AND l.document_id = d.number
      AND l.product_number IS NOT NULL)
  UNION ALL
  SELECT d.number, 'CustomerIsBarred', 'customerNumber', 'customer ' || c.number || ' is barred.'
  FROM draft_invoice d JOIN customer c ON c.agreement = $1 AND c.number = d.customer_number
  WHERE d.agreement = $1 AND d.number = ANY ($2::int[]) AND c.is_barred AND NOT ${asInvoiced('d', 'customer_number')}
  UNION ALL
  SELECT d.number, 'CustomerIsBarred', 'termOfPaymentNumber',
    'customer ' || c.number || ', the card company, is barred.'
  FROM draft_invoice d JOIN payment_term p ON p.agreement = $1 AND p.number = d.term_of_payment_number
  JOIN customer c ON c.agreement = $1 AND c.number = p.card_customer_number
  WHERE d.agreement = $1 AND d.number = ANY ($2::int[]) AND c.is_barred
    AND NOT ${asInvoiced('d', 'term_of_payment_number')}
  UNION ALL
  SELECT d.number, 'ProjectIsClosedOrBarred', 'projectNumber', 'project ' || x.number || ' is closed.'
  FROM draft_invoice d JOIN project x ON x.agreement = $1 AND x.number = d.project_number
  WHERE d.agreement = $1 AND d.number = ANY ($2::int[]) AND x.is_closed
  UNION ALL
  SELECT d.number, 'ProductIsBarred', ${ofLine}, 'product ' || p.number || ' is barred.'
  FROM ${SOLD} WHERE d.agreement = $1 AND d.number = ANY ($2::int[]) AND p.is_barred
    AND NOT EXISTS (SELECT FROM booked_invoice_line b
    WHERE b.agreement = $1 AND b.document_id = d.credited_document_id AND b.product_number = l.product_number)
  UNION ALL
  SELECT d.number, 'ProductGroupHasNoZone', ${ofLine}, 'product group ' || g.number || ' has no account for zone '
    || d.vat_zone_number || '.'
  FROM ${SOLD_ON} WHERE d.agreement = $1 AND d.number = ANY ($2::int[]) AND a.number IS NULL
  UNION ALL
  SELECT d.number, 'LineAccrualAccountMissing', ${ofLine},
    'product group ' || g.number || ' has no account for accruals.'
  FROM ${SOLD} WHERE d.agreement = $1 AND d.number = ANY ($2::int[]) AND l.accrue AND g.accrual_account_number IS NULL
  UNION ALL ${CREDIT_FAULTS}
  UNION ALL ${LINE_FAULTS}
  UNION ALL ${OWED_FAULTS}
  ORDER BY 1`

const DOCUMENT = [
  ...DOCUMENT_COLUMNS,
  'amount',
  'vat_amount',
  'amount_in_base_currency',
  'rounding_amount',
  'total_cost_price_in_base_currency',
  'credited_document_id',
  'sensitivity_level',
  'service_recipient_cpr',
]

const FREEZE = `
  INSERT INTO booked_invoice (agreement, ${DOCUMENT.join(', ')}, due_date, invoice_number, accounting_year, booking)
  SELECT $1::int, ${columnsOf('d', DOCUMENT)}, ${dueDateOf('p', 'd')}, i."invoiceNumber", i.year, $3::int
  FROM json_to_recordset($2::json) AS i("invoiceNumber" int, "documentId" int, year text)
  JOIN draft_invoice d ON d.agreement = $1::int AND d.number = i."documentId"
  JOIN payment_term p ON p.agreement = $1::int AND p.number = d.term_of_payment_number
  ORDER BY i."invoiceNumber"`

const LINE = [
  ...LINE_COLUMNS,
  'user_interface_number',
  'vat_code',
  'vat_rate',
  'vat_amount',
  'total_net_amount',
  'credited_line',
]
const FREEZE_LINES = `
  INSERT INTO booked_invoice_line (agreement, ${LINE.join(', ')}, booked_account, project_close_account)
  SELECT $1::int, ${columnsOf('l', LINE)}, coalesce(c.account_number, z.account_number),
    CASE WHEN d.project_number IS NOT NULL
      THEN coalesce(c.project_close_account, (SELECT x.account_number FROM product_group_zone x
      WHERE x.agreement = $1 AND x.product_group_number = p.product_group_number AND x.zone = 5)) END
  FROM draft_invoice d
  CROSS JOIN ${found('l', 'draft_invoice_line', 'l.document_id = d.number')}
  LEFT JOIN ${found('p', 'product', 'p.number = l.product_number')} ON true
  LEFT JOIN ${found(
    'z',
    'product_group_zone',
    'z.product_group_number = p.product_group_number AND z.zone = d.vat_zone_number',
  )} ON true
  LEFT JOIN ${CREDITED} ON d.credited_document_id IS NOT NULL
  WHERE d.agreement = $1 AND d.number = ANY ($2::int[])
  ORDER BY l.document_id, l.number`
