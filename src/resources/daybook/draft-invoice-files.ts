import { createHash } from 'node:crypto'
import { contentOf } from '../../documents/serve.ts'
import { int32 } from '../../resource/fields.ts'
import type { FileOperation } from '../../resource/operations.ts'
import { operations } from '../../resource/resource.ts'
import { previewOf } from '../../sales/draft-preview.ts'
import { ublOf } from '../../sales/einvoice/ubl.ts'
import type { PrintedInvoice } from '../../sales/printed-invoice.ts'
import { UBL_CODES } from './invoice-files.ts'
import { BOOKING_CODES } from './invoicing.ts'

const preview = (
  ending: { path: 'pdf' | 'ubl'; name: string; contentType: string; summary: string },
  make: (invoice: PrintedInvoice) => Promise<Uint8Array>,
): FileOperation => ({
  kind: 'file',
  method: 'GET',
  path: `/draft-invoices/{number}/${ending.path}`,
  contentType: ending.contentType,
  summary: ending.summary,
  codes: ending.path === 'ubl' ? [...BOOKING_CODES, ...UBL_CODES] : BOOKING_CODES,
  async find({ agreement }, database, { number }) {
    const bytes = await make(await previewOf(database, agreement, number as number))
    return {
      tag: createHash('sha256').update(bytes).digest('base64url'),
      name: `draft-${number as number}.${ending.name}`,
      content: () => Promise.resolve(contentOf(bytes)),
    }
  },
})

/** Files of drafts to look at, as they would be booked now: without a number, and with the faults of a booking. */
export const draftInvoiceFiles = operations('DraftInvoiceFiles', {
  logsBodies: true,
  roles: ['Sales', 'SuperUser'],
  parameters: { number: int32(1).references('draft_invoice.number') },
  codes: [...BOOKING_CODES, ...UBL_CODES],
  operations: [
    preview(
      {
        path: 'ubl',
        name: 'xml',
        contentType: 'application/xml; charset=utf-8',
        summary: 'As the UBL that booking it now would give, under the number DRAFT',
      },
      (invoice) => Promise.resolve(Buffer.from(ublOf(invoice))),
    ),
    preview(
      {
        path: 'pdf',
        name: 'pdf',
        contentType: 'application/pdf',
        summary: 'As the PDF that booking it now would give, marked as a draft and without a number',
      },
      async (invoice) => {
        const { pdfOf } = await import('../../sales/pdf/invoice-pdf.ts')
        return await pdfOf(invoice)
      },
    ),
  ],
})
