import { int32 } from '../../resource/fields.ts'
import type { QueryOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { ublOf } from '../../sales/einvoice/ubl.ts'
import { printedInvoice, type PrintedInvoice } from '../../sales/printed-invoice.ts'

const read = (body: Buffer): PrintedInvoice => JSON.parse(body.toString()) as PrintedInvoice

const file = (format: string, summary: string, type: string, make: (invoice: PrintedInvoice) => Promise<Buffer>) =>
  ({
    kind: 'query',
    method: 'GET',
    path: `/invoices/{number}/${format}`,
    summary,
    file: { type, make: async (body: Buffer) => await make(read(body)) },
    statement: ({ agreement }, { path: { number } }) => printedInvoice(agreement, number as number),
  }) satisfies QueryOperation

/** Booked invoices and credit notes as they are sent and printed, by the number of their document. */
export const invoiceFiles = operations('InvoiceFiles', {
  roles: ['Sales', 'SuperUser', 'Bookkeeping'],
  parameters: { number: int32(1).references('booked_invoice.number') },
  codes: ['EInvoiceBuyerIncomplete', 'EInvoiceSellerIncomplete'],
  operations: [
    file('ubl', 'As Peppol BIS Billing 3: UBL 2.1, EN 16931', 'application/xml; charset=utf-8', (invoice) =>
      Promise.resolve(Buffer.from(ublOf(invoice))),
    ),
    file('pdf', 'As PDF', 'application/pdf', async (invoice) => {
      const { pdfOf } = await import('../../sales/pdf/invoice-pdf.ts')
      return await pdfOf(invoice)
    }),
  ],
})
