/**
 * The series that a counter gives numbers of one after the other, and the columns that keep them. Numbers that clients
 * may give themselves are in none.
 */
const SERIES: Readonly<Record<string, readonly string[]>> = {
  draft_entry: ['draft_entry.entry_number'],
  journal: ['journal.number', 'deleted_journal.number'],
  exchange_rate: ['exchange_rate.number'],
  supplier_contact: ['supplier_contact.number'],
  customer_contact: ['customer_contact.number'],
  delivery_location: ['delivery_location.number'],
  product_special_price: ['product_special_price.number'],
  project_activity: ['project_activity.number'],
  recording_rule: ['recording_rule.number'],
  time_entry: ['time_entry.number'],
  mileage: ['mileage.number'],
  attached_document: ['attached_document.number', 'document_log.document_number'],
  sales_document: ['draft_invoice.number', 'sales_order.number', 'sales_quote.number', 'booked_invoice.number'],
  sales_document_line: [
    'draft_invoice_line.number',
    'sales_order_line.number',
    'sales_quote_line.number',
    'booked_invoice_line.number',
  ],
  issued_document: ['issued_document.number'],
  webhook_delivery: ['webhook_delivery.number'],
}

/** The series that are counted for each value of a column, which the counter's name ends with. */
const PARTS: Readonly<Record<string, string>> = {
  supplier_contact: 'supplier_number',
  customer_contact: 'customer_number',
  delivery_location: 'customer_number',
}

const ofSeries = Object.entries(SERIES).flatMap(([name, columns]) =>
  columns.map((column) => {
    const [table, number] = column.split('.') as [string, string]
    return `SELECT '${name}' AS name, max(x.${number}) AS number FROM ${table} x WHERE x.agreement = $1`
  }),
)
const ofParts = Object.entries(PARTS).map(
  ([table, owner]) =>
    `SELECT '${table} of ' || x.${owner}, max(x.user_interface_number) FROM ${table} x WHERE x.agreement = $1
      GROUP BY x.${owner}`,
)

/**
 * What must hold of counters, as statements of the agreement ($1) that answer one row with a `fault` when it does not.
 */
export const COUNTER_CHECKS: readonly string[] = [
  // No number that exists is given again. (The log of documents, invoices and the ledger's own numbers have no gaps:
  // their checks say more.)
  `SELECT 'the counter ' || last.name || ' stands at ' || coalesce(c.value, 0) || ', there is a number ' || last.number
    || '.' AS fault
   FROM (
     SELECT s.name, max(s.number) AS number FROM (
       ${[...ofSeries, ...ofParts].join('\n       UNION ALL ')}
       -- Vouchers of no journal that are not invoices: openings, exchange differences, approvals, closed projects.
       UNION ALL SELECT 'opening_voucher', max(e.voucher_number) FROM booked_entry e
       LEFT JOIN booked_invoice i ON i.agreement = $1 AND i.booking = e.booking AND i.invoice_number = e.voucher_number
       WHERE e.agreement = $1 AND e.journal_number IS NULL AND i.number IS NULL
     ) AS s GROUP BY s.name
   ) AS last
   LEFT JOIN counter c ON c.agreement = $1 AND c.name = last.name
   WHERE last.number > coalesce(c.value, 0)
   ORDER BY last.name LIMIT 1`,
]
