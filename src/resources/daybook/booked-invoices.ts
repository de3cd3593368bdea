import { decimal, F1, F2, type Fields, int32, objects, text } from '../../resource/fields.ts'
import { byInvoiceNumber } from './by-invoice-number.ts'
import { type QueryOperation, reads, type StandardOperation } from '../../resource/operations.ts'
import { type Resource, resource } from '../../resource/resource.ts'
import { KINDS } from '../../sales/kinds.ts'
import { documentFields } from '../../sales/document-fields.ts'

const { draftInvoiceNumber: _draft, objectVersion: _version, ...drafted } = documentFields(KINDS.draftInvoice)

/** The fields of a draft, for reading after booking. */
const fields: Fields = Object.fromEntries(
  Object.entries(drafted).map(([name, field]) => [
    name,
    field.facts.counted ? int32().present().filter(F1).sortable() : field,
  ]),
)

const sold = {
  number: int32().present().describe('Names the line in a credit'),
  productNumber: text(25).references('product.number'),
  description: text(2500),
  quantity: decimal(),
  totalNetAmount: decimal(),
  remaining: decimal().describe('The quantity that no credit note takes back, booked or open'),
  remainingAmount: decimal().describe(
    'What is left of quantity × price less discount, VAT included where the prices include it',
  ),
}

/** The lines with what is left of them to credit. */
const linesOf = (path: string): QueryOperation => ({
  kind: 'query',
  method: 'GET',
  path,
  summary: 'The lines of a booked invoice, and what of each no credit note takes back yet',
  answer: { lines: objects(sold).present() },
  statement: ({ agreement }, { path }) => ({
    text: `SELECT json_build_object('lines',
      coalesce((SELECT json_agg(json_build_object('number', l.number, 'productNumber', l.product_number,
        'description', l.description, 'quantity', trim_scale(l.quantity), 'totalNetAmount', l.total_net_amount,
          'remaining', trim_scale(r.remaining),
        'remainingAmount', r.remaining_amount) ORDER BY l.number)
      FROM booked_invoice_line l LEFT JOIN remaining_of_invoices($1::int, ARRAY[$2::int]) r ON r.number = l.number
      WHERE l.agreement = $1 AND l.document_id = i.number), '[]'))::text
      FROM booked_invoice i WHERE i.agreement = $1 AND i.number = $2`,
    values: [agreement, path.number as number],
  }),
})

/** Beside its files: the invoice, and what is done with it, are one family of paths. */
const byDocument: StandardOperation = { kind: 'single', method: 'GET', path: '/invoices/{number}' }

/**
 * Booked invoices and credit notes, frozen as they were booked (rule 12.6); their lines are published under /q2capi.
 */
export const bookedInvoices: Resource = resource('BookedInvoices', {
  logsBodies: true,
  schema: 'BookedInvoice',
  table: 'booked_invoice',
  isPrivate: true,
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
  operations: [
    ...reads('/booked-invoices', 'number'),
    linesOf('/booked-invoices/{number}/lines'),
    byDocument,
    byInvoiceNumber(byDocument),
    linesOf('/invoices/{number}/lines'),
    byInvoiceNumber(linesOf('/invoices/{number}/lines')),
  ],
})
