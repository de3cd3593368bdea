import { createHash } from 'node:crypto'
import type { Transaction } from '../database/connection.ts'
import { type Fault, throwFaults } from '../errors/catalogue.ts'
import { keepInInbox } from '../inbox/keep.ts'
import { type Looked, lookedEInvoice } from '../inbox/looked.ts'
import { centsOf, centsToText } from '../ledger/money.ts'
import { addDays, type DemoDays } from './calendar.ts'
import { dataOf, storyOf } from './data.ts'
import { eInvoiceOf, ublOf } from './receipt-ubl.ts'
import { invoicePdf } from './receipt-pdf.ts'
import { tillReceipt } from './receipt-picture.ts'
import type { Receipt } from './receipt.ts'
import { receiptOf } from './receipts.ts'
import { plusTax } from './voucher.ts'

/**
 * Puts the documents of the last days into the inbox: e-invoices, PDFs and pictures that nobody has made vouchers of.
 */
export async function fillInbox(transaction: Transaction, agreement: number, days: DemoDays): Promise<void> {
  const suppliers = new Map(dataOf('supplier').map((row) => [row.number, row]))
  const [buyer] = dataOf('company')
  const items = dataOf('item')
  const rows = storyOf('inbox', days)
  const looked = rows.map((row) => {
    const facts = {
      invoice: row.invoice!,
      date: row.day,
      dueDate: addDays(row.day, 14),
      currency: 'DKK',
      amount: centsToText(plusTax(centsOf(row.net!))),
      vatCode: 'I25',
    }
    const own = items.filter(({ what }) => what === row.what)
    return lookedOf(row.kind!, row.file!, receiptOf(facts, suppliers.get(row.supplier_number!)!, buyer!, own))
  })
  const faults: Fault[] = []
  const caller = { agreement, app: null, grantNumber: null }
  await keepInInbox({ transaction, caller, settings: {} }, looked, null, faults, (at) => `file[${at}]`)
  throwFaults(faults)
  const rejected = rows.map(({ rejected: reason }, at) => ({ number: at + 1, reason }))
  await transaction.rows(REJECTED, [agreement, JSON.stringify(rejected)])
}

const REJECTED = `
  UPDATE inbox_item i SET rejected_reason = r.reason FROM json_to_recordset($2::json) AS r(number int, reason text)
  WHERE i.agreement = $1 AND i.number = r.number AND r.reason IS NOT NULL`

function lookedOf(kind: string, name: string, receipt: Receipt): Looked {
  if (kind === 'png') return { file: fileOf('png', tillReceipt(receipt)), name }
  if (kind === 'pdf') return { file: fileOf('pdf', invoicePdf(receipt)), name }
  const einvoice = eInvoiceOf(receipt)
  const parts = [{ file: fileOf('pdf', invoicePdf(receipt)), role: 'readable' as const, name: 'faktura.pdf' }]
  return {
    file: { ...fileOf('einvoice', Buffer.from(ublOf(receipt))), isMergeable: false },
    name,
    einvoice: lookedEInvoice(einvoice, [], parts),
  }
}

const fileOf = (kind: 'pdf' | 'png' | 'einvoice', bytes: Buffer): Looked['file'] => ({
  kind,
  bytes,
  hash: createHash('sha256').update(bytes).digest('hex'),
  pages: 1,
  isMergeable: true,
  hasActiveContent: false,
})
