import { standard } from '../../resource/operations.ts'
import { type Resource, resource } from '../../resource/resource.ts'
import { bookedLineFields } from '../../sales/document-fields.ts'
import { linesOfDocument } from './lines-of-document.ts'

const lines = '/invoices/booked/lines'
const ofDocument = '/invoices/booked/{documentId}/lines'

/** Lines of booked invoices, frozen as they were booked. */
export const bookedInvoiceLines: Resource = resource('BookedInvoiceLines', {
  logsBodies: true,
  schema: 'BookedInvoiceLine',
  table: 'booked_invoice_line',
  key: ['documentId', 'number'],
  roles: ['Sales', 'SuperUser'],
  fields: bookedLineFields,
  operations: [
    ...standard(lines, '', ['paged', 'cursor', 'count']),
    ...standard(ofDocument, 'number', ['single']),
    linesOfDocument(ofDocument),
  ],
})
