import { byInvoiceNumber } from './by-invoice-number.ts'
import { int32 } from '../../resource/fields.ts'
import type { FileOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { ublOf } from '../../sales/einvoice/ubl.ts'
import { issuedFile, type IssuedKind } from '../../sales/issued.ts'
import type { PrintedInvoice } from '../../sales/printed-invoice.ts'

const file = (
  ending: { path: IssuedKind; name: string },
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
    const [invoice] = await database.rows<{ number: number }>(
      'SELECT i.invoice_number AS number FROM booked_invoice i WHERE i.agreement = $1 AND i.number = $2',
      [agreement, number as number],
    )
    if (!invoice) return undefined
    const issued = await issuedFile(database, agreement, number as number, ending.path, make)
    return issued && { ...issued, name: `${invoice.number}.${ending.name}` }
  },
})

/** Why there may be no UBL of a document. */
export const UBL_CODES = ['EInvoiceBreaksRule', 'EInvoiceBuyerIncomplete', 'EInvoiceSellerIncomplete'] as const

const UBL = {
  summary: 'As Peppol BIS Billing 3: UBL 2.1, EN 16931',
  contentType: 'application/xml; charset=utf-8',
  codes: UBL_CODES,
} as const

const files = [
  file({ path: 'ubl', name: 'xml' }, UBL, (invoice) => Promise.resolve(Buffer.from(ublOf(invoice)))),
  file({ path: 'pdf', name: 'pdf' }, { summary: 'As PDF', contentType: 'application/pdf' }, async (invoice) => {
    const { pdfOf } = await import('../../sales/pdf/invoice-pdf.ts')
    return await pdfOf(invoice)
  }),
]

/**
 * Files of booked invoices and credit notes to send and print, by the number of their document: the same bytes for ever
 * (rule 12.9).
 */
export const invoiceFiles = operations('InvoiceFiles', {
  logsBodies: true,
  roles: ['Sales', 'SuperUser', 'Bookkeeping'],
  parameters: { number: int32(1).references('booked_invoice.number'), invoiceNumber: int32(1) },
  codes: UBL.codes,
  operations: files.flatMap((one) => [one, byInvoiceNumber(one)]),
})
