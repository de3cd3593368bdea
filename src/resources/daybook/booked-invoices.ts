import { F1, F2, type Fields, int32, text } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { type Resource, resource } from '../../resource/resource.ts'
import { KINDS } from '../../sales/kinds.ts'
import { documentFields } from '../sales/document-fields.ts'

const { draftInvoiceNumber: _draft, objectVersion: _version, ...drafted } = documentFields(KINDS.draftInvoice)

/** The fields of a draft, for reading after booking. */
const fields: Fields = Object.fromEntries(
  Object.entries(drafted).map(([name, field]) => [
    name,
    field.facts.counted ? int32().present().filter(F1).sortable() : field,
  ]),
)

/** Booked invoices and credit notes, frozen as they were booked (rule 12.6); their lines are published under /q2capi. */
export const bookedInvoices: Resource = resource('BookedInvoices', {
  schema: 'BookedInvoice',
  table: 'booked_invoice',
  key: ['number'],
  roles: ['Sales', 'SuperUser', 'Bookkeeping'],
  fields: {
    ...fields,
    invoiceNumber: int32()
      .present()
      .unique('NumberAlreadyInUse')
      .filter(F1)
      .sortable()
      .describe('In the one series of invoices and credit notes'),
    date: fields.date!.filter(F2).sortable(),
    creditedDocumentId: int32()
      .references('booked_invoice.number')
      .filter(F1)
      .describe('The booked invoice that this credits'),
    accountingYear: text(4).present().references('accounting_year.year'),
    bookingNumber: int32()
      .column('booking')
      .present()
      .references('booking.number')
      .describe('The booking of its entries'),
    seal: text(64)
      .present()
      .readAs(`encode(t.seal, 'hex')`)
      .describe('SHA-256 over the seal of the invoice before and all it holds, as hex'),
  },
  operations: reads('/booked-invoices', 'number'),
})
