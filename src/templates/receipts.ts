import { createHash } from 'node:crypto'
import type { Transaction } from '../database/connection.ts'
import { centsOf } from '../ledger/money.ts'
import { type DataRow, dataOf } from './data.ts'
import type { Receipt, ReceiptLine } from './receipt.ts'
import { invoicePdf } from './receipt-pdf.ts'
import { tillReceipt } from './receipt-picture.ts'

/** How many booked vouchers of the demo company have a document: the last purchases. */
const RECEIPTS = 40

/** A supplier's invoice as it was booked, or is to be. */
interface Purchase {
  accountingYear: string
  journalNumber: number
  voucherNumber: number
  date: string
  dueDate: string
  text: string
  invoice: string
  supplier: number
  amount: string
  currency: string
  vatCode: string | null
}

/** Codes whose tax the seller has asked for. */
const TAXED: readonly (string | null)[] = ['I25', 'REP25']
/** What one buys at a till. Its receipt is a picture. */
const AT_A_TILL = ['Brændstof', 'Kontorartikler', 'Kundemiddag', 'Overnatning', 'Frokost']
const QUANTITIES = [12n, 8n, 6n, 5n, 4n, 3n, 2n]

/**
 * Gives the last purchases of the demo company, and those in its journals, a document each, a PDF or a picture. It is
 * made from the entries, and the same on every install.
 */
export async function fillReceipts(transaction: Transaction, agreement: number): Promise<void> {
  const booked = await transaction.rows<Purchase>(PURCHASES, [agreement, RECEIPTS])
  const drafts = await transaction.rows<Purchase>(IN_JOURNALS, [agreement])
  const suppliers = new Map(dataOf('supplier').map((row) => [Number(row.number), row]))
  const [buyer] = dataOf('company')
  const items = dataOf('item')
  const documents = [...booked.reverse(), ...drafts].map((purchase, index) => {
    const [what] = purchase.text.split(`, ${suppliers.get(purchase.supplier)!.name}`) as [string]
    const own = items.filter((item) => item.what === what)
    const receipt = receiptOf(purchase, suppliers.get(purchase.supplier)!, buyer!, own)
    const kind = AT_A_TILL.includes(what) ? 'png' : 'pdf'
    const file = kind === 'png' ? tillReceipt(receipt) : invoicePdf(receipt)
    const hash = createHash('sha256').update(file).digest('hex')
    return { ...purchase, number: index + 1, kind, hash, bytes: file.length, file: file.toString('base64') }
  })
  const listed = JSON.stringify(documents)
  for (const statement of STATEMENTS) await transaction.rows(statement, [agreement, listed])
}

/** The receipt of a purchase: its lines share out what it came to. */
export function receiptOf(
  purchase: Pick<Purchase, 'invoice' | 'date' | 'dueDate' | 'currency' | 'amount' | 'vatCode'>,
  seller: DataRow,
  buyer: DataRow,
  items: readonly DataRow[],
): Receipt {
  const { invoice, date, dueDate, currency, amount, vatCode } = purchase
  const total = centsOf(amount)
  const tax = TAXED.includes(vatCode) ? total / 5n : 0n
  const net = total - tax
  const shares = items.map(({ share }) => (net * BigInt(share!)) / 100n)
  const rest = net - shares.reduce((sum, share) => sum + share, 0n)
  const lines = items.map(({ item }, at): ReceiptLine => {
    const own = shares[at]! + (at === 0 ? rest : 0n)
    const quantity = QUANTITIES.find((one) => own % one === 0n && own / one >= 1_000n) ?? 1n
    return { item: item!, quantity, price: own / quantity, amount: own }
  })
  const isAbroad = seller.country !== 'DK'
  const taxed = tax > 0n ? 'Moms 25 %' : isAbroad ? 'Moms 0 %, omvendt betalingspligt' : 'Momsfri'
  return { seller, buyer, invoice, date, dueDate, currency, lines, net, tax, total, taxed }
}

const PURCHASES = `
  SELECT e.accounting_year AS "accountingYear", e.journal_number AS "journalNumber",
    e.voucher_number AS "voucherNumber", e.date, coalesce(e.due_date, e.date) AS "dueDate", e.text,
    e.supplier_invoice_number AS invoice, e.supplier_number AS supplier, -e.amount AS amount, e.currency,
    (SELECT min(c.vat_code) FROM booked_entry c WHERE c.agreement = $1 AND c.booking = e.booking
      AND c.journal_number = e.journal_number
      AND c.voucher_number = e.voucher_number) AS "vatCode"
  FROM booked_entry e WHERE e.agreement = $1 AND e.type = 3 AND e.supplier_number IS NOT NULL
  ORDER BY e.entry_number DESC LIMIT $2`

const IN_JOURNALS = `
  SELECT d.accounting_year AS "accountingYear", d.journal_number AS "journalNumber",
    d.voucher_number AS "voucherNumber", d.date, coalesce(d.due_date, d.date) AS "dueDate", d.text,
    d.supplier_invoice_number AS invoice, d.supplier_number AS supplier, -d.amount AS amount, d.currency,
    d.contra_vat_code AS "vatCode"
  FROM draft_entry d WHERE d.agreement = $1 AND d.entry_type_number = 3 AND d.supplier_number IS NOT NULL
  ORDER BY d.entry_number`

const FROM = `FROM json_to_recordset($2::json) AS d("accountingYear" text, "journalNumber" int, "voucherNumber" int,
  text text, number int, kind text, hash text, bytes int, file text)`

const STATEMENTS: readonly string[] = [
  `INSERT INTO document_file (agreement, hash, bytes, kind, pages, is_mergeable, has_active_content)
   SELECT $1, decode(d.hash, 'hex'), d.bytes, d.kind, 1, true, false ${FROM}`,
  `INSERT INTO document_piece (agreement, hash, place, bytes) SELECT $1, decode(d.hash, 'hex'), 1,
    decode(d.file, 'base64') ${FROM}`,
  `INSERT INTO attached_document (agreement, number, note, page_count, voucher_number, accounting_year, journal_number,
    source)
   SELECT $1, d.number, d.text, 1, d."voucherNumber", d."accountingYear", d."journalNumber", 'journal' ${FROM}`,
  `INSERT INTO document_part (agreement, document_number, place, hash)
    SELECT $1, d.number, 1, decode(d.hash, 'hex') ${FROM}`,
  `INSERT INTO document_log (agreement, number, logged_at, is_detached, document_number, accounting_year,
    journal_number, voucher_number,
     hash, kind, bytes, pages, source)
   SELECT $1, d.number, clock_timestamp(), false, d.number, d."accountingYear", d."journalNumber", d."voucherNumber",
     decode(d.hash, 'hex'), d.kind, d.bytes, 1, 'journal' ${FROM}`,
  `INSERT INTO counter (agreement, name, value)
   SELECT $1, c.name, count(*) ${FROM} CROSS JOIN (VALUES ('attached_document'), ('document_log')) AS c(name)
     GROUP BY c.name`,
]
