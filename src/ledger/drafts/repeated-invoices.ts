import type { Transaction } from '../../database/connection.ts'
import type { Fault } from '../../errors/catalogue.ts'
import type { StoredDraft } from './store.ts'

/** Entry type of a supplier's invoice. */
const SUPPLIER_INVOICE = 3

/** The properties that tell whether an entry is a supplier's invoice that may not repeat a number. */
interface Invoice {
  entryTypeNumber: number
  amount?: string | undefined
  supplierNumber?: number | null | undefined
  supplierInvoiceNumber?: string | null | undefined
  allowsRepeatedInvoice?: boolean | null | undefined
}

/** Whether the entry is a supplier's invoice, no credit note, whose number may be booked once. */
const isUniqueInvoice = (entry: Invoice): boolean =>
  entry.entryTypeNumber === SUPPLIER_INVOICE &&
  entry.supplierNumber != null &&
  entry.supplierInvoiceNumber != null &&
  entry.supplierInvoiceNumber !== '' &&
  entry.allowsRepeatedInvoice !== true &&
  (entry.amount?.startsWith('-') ?? false)

/** The invoices of the entries whose number may be booked once, as the statements here take them. */
export const uniqueInvoices = (entries: readonly Invoice[]): { supplier: number; invoice: string }[] =>
  entries.filter(isUniqueInvoice).map(({ supplierNumber, supplierInvoiceNumber }) => ({
    supplier: supplierNumber!,
    invoice: supplierInvoiceNumber!,
  }))

/** The key of a supplier's invoice, as it was sent. */
export const invoiceKey = (supplier: number, invoice: string): string => `${supplier} ${invoice}`

/**
 * The fault of an entry whose invoice is booked already. A supplier's invoice number is booked once; parts of one
 * voucher may share it.
 * @param voucher the entry's own, as `voucherKey` has it.
 * @param booked the vouchers of booked invoices, by `invoiceKey`.
 */
export function repeatedInvoice(
  entry: Invoice,
  voucher: string | undefined,
  booked: ReadonlyMap<string, ReadonlySet<string>>,
): string | undefined {
  const { supplierNumber, supplierInvoiceNumber } = entry
  if (!isUniqueInvoice(entry)) return undefined
  const vouchers = booked.get(invoiceKey(supplierNumber!, supplierInvoiceNumber!)) ?? []
  if (![...vouchers].some((other) => other !== voucher)) return undefined
  return `Invoice '${supplierInvoiceNumber}' of supplier ${supplierNumber} is booked already.`
}

/**
 * SQL: the vouchers that booked the invoice `v.invoice` of the supplier `v.supplier`. Neither reversed entries nor
 * their reversals count; what reverses a reversal does, as it brings the invoice back. So an entry counts that is an
 * even number of reversals away from the first one: with an odd number, that was a credit note. Looks for the number
 * before the supplier, who may have thousands of invoices: OFFSET keeps the planner from the other order.
 */
const BOOKED_INVOICE = `
  SELECT e.journal_number, e.accounting_year, e.voucher_number
  FROM (SELECT b.* FROM booked_entry b WHERE b.agreement = $1
    AND fold(b.supplier_invoice_number) = fold(v.invoice) OFFSET 0) AS e
  WHERE e.supplier_number = v.supplier AND e.type = ${SUPPLIER_INVOICE} AND e.amount < 0
    AND NOT EXISTS (SELECT FROM entry_reversal l WHERE l.agreement = $1 AND l.reversed_entry = e.entry_number)
    AND (WITH RECURSIVE chain AS (
      SELECT e.entry_number AS entry, 0 AS reversals
      UNION ALL SELECT l.reversed_entry, c.reversals + 1
      FROM chain c JOIN entry_reversal l ON l.agreement = $1 AND l.reversing_entry = c.entry
    ) SELECT max(c.reversals) % 2 = 0 FROM chain c)`

/** SQL: the vouchers that booked the invoices named (`$2`). */
export const BOOKED_INVOICES = `(SELECT json_agg(json_build_array(v.supplier, v.invoice, b.journal_number,
  b.accounting_year, b.voucher_number))
  FROM (SELECT DISTINCT i.supplier, i.invoice
    FROM json_to_recordset($2::json -> 'invoices') AS i(supplier int, invoice text)) AS v
  CROSS JOIN LATERAL (SELECT DISTINCT x.* FROM (${BOOKED_INVOICE}) AS x) AS b)`

/**
 * SQL: whether any of the invoices in the parameter of that place is booked. Their entries are of new vouchers, which
 * share none.
 */
export const isAnyInvoiceBooked = (place: number): string =>
  `EXISTS (SELECT FROM json_to_recordset($${place}::json) AS v(supplier int, invoice text)
    CROSS JOIN LATERAL (${BOOKED_INVOICE}) AS b)`

/**
 * The faults of booking the drafts of a journal: supplier's invoices whose number another voucher has, a booked one or
 * one of an earlier draft. One invoice may be several entries of a voucher.
 */
export async function repeatedInvoices(
  transaction: Transaction,
  agreement: number,
  journalNumber: number,
  drafts: readonly StoredDraft[],
): Promise<Fault[]> {
  // Copying each whole draft of a large booking would keep all other requests waiting for a tenth of a second.
  const invoices = drafts.filter(({ type, amount, supplierNumber, supplierInvoiceNumber, allowsRepeatedInvoice }) =>
    isUniqueInvoice({ entryTypeNumber: type, amount, supplierNumber, supplierInvoiceNumber, allowsRepeatedInvoice }),
  )
  if (invoices.length === 0) return []
  const rows = await transaction.rows<{ entry: number; supplier: number; invoice: string }>(REPEATED, [
    agreement,
    journalNumber,
    JSON.stringify(invoices.map(({ entryNumber }) => entryNumber)),
  ])
  return rows.map(({ entry, supplier, invoice }) => ({
    code: 'JournalEntrySupplierInvoiceAlreadyBooked',
    property: 'supplierInvoiceNumber',
    message: `Draft entry ${entry}: invoice '${invoice}' of supplier ${supplier} is booked already.`,
  }))
}

const REPEATED = `
  WITH v AS MATERIALIZED (
    SELECT d.entry_number AS entry, d.supplier_number AS supplier, d.supplier_invoice_number AS invoice,
      d.accounting_year AS year, d.voucher_number AS voucher,
      first_value(ROW (d.accounting_year, d.voucher_number)) OVER (
        PARTITION BY d.supplier_number, fold(d.supplier_invoice_number) ORDER BY d.entry_number) AS first_voucher
    FROM draft_entry d
    WHERE d.agreement = $1 AND d.entry_number = ANY (ARRAY(SELECT n::int FROM json_array_elements_text($3::json) AS n))
  )
  SELECT v.entry, v.supplier, v.invoice FROM v
  WHERE EXISTS (
    SELECT FROM (${BOOKED_INVOICE}) AS b
    WHERE (b.journal_number, b.accounting_year, b.voucher_number) IS DISTINCT FROM ($2::int, v.year, v.voucher)
  ) OR v.first_voucher <> ROW (v.year, v.voucher)
  ORDER BY v.entry`
