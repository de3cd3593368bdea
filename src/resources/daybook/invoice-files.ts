import { createHash } from 'node:crypto'
import { contentOf } from '../../documents/serve.ts'
import { int32 } from '../../resource/fields.ts'
import type { FileOperation, ServedFile } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { ublOf } from '../../sales/einvoice/ubl.ts'
import { printedInvoice, type PrintedInvoice } from '../../sales/printed-invoice.ts'

const served = (name: string, bytes: Uint8Array): ServedFile => ({
  tag: createHash('sha256').update(bytes).digest('base64url'),
  name,
  content: () => Promise.resolve(contentOf(bytes)),
})

const file = (
  ending: { path: string; name: string },
  { summary, contentType, codes }: Pick<FileOperation, 'summary' | 'contentType' | 'codes'>,
  make: (invoice: PrintedInvoice) => Promise<Uint8Array>,
): FileOperation => ({
  kind: 'file',
  method: 'GET',
  path: `/invoices/{number}/${ending.path}`,
  contentType,
  ...(summary !== undefined && { summary }),
  ...(codes && { codes }),
  async find({ agreement }, database, { number }) {
    const invoice = await database.bytes(printedInvoice(agreement, number as number))
    if (!invoice) return undefined
    return served(`${number as number}.${ending.name}`, await make(JSON.parse(invoice.toString()) as PrintedInvoice))
  },
})

const UBL = {
  summary: 'As Peppol BIS Billing 3: UBL 2.1, EN 16931',
  contentType: 'application/xml; charset=utf-8',
  codes: ['EInvoiceBuyerIncomplete', 'EInvoiceSellerIncomplete'],
} as const

/** Files of booked invoices and credit notes to send and print, by the number of their document. */
export const invoiceFiles = operations('InvoiceFiles', {
  roles: ['Sales', 'SuperUser', 'Bookkeeping'],
  parameters: { number: int32(1).references('booked_invoice.number') },
  codes: UBL.codes,
  operations: [
    file({ path: 'ubl', name: 'xml' }, UBL, (invoice) => Promise.resolve(Buffer.from(ublOf(invoice)))),
    file({ path: 'pdf', name: 'pdf' }, { summary: 'As PDF', contentType: 'application/pdf' }, async (invoice) => {
      const { pdfOf } = await import('../../sales/pdf/invoice-pdf.ts')
      return await pdfOf(invoice)
    }),
  ],
})
