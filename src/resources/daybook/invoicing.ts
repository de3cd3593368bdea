import { creditInvoice } from '../../sales/credit.ts'
import { date, int32 } from '../../resource/fields.ts'
import { reads } from '../../resource/operations.ts'
import { operations, type Resource, resource } from '../../resource/resource.ts'
import { KINDS } from '../../sales/kinds.ts'
import { documentFields } from '../sales/document-fields.ts'

const ROLES = ['Sales', 'SuperUser'] as const

/** Draft invoices as they are read here; they are made and changed under /q2capi. */
export const draftInvoices: Resource = resource('DraftInvoices', {
  schema: 'DraftInvoice',
  table: KINDS.draftInvoice.table,
  key: ['number'],
  roles: ROLES,
  fields: {
    ...documentFields(KINDS.draftInvoice),
    creditedDocumentId: int32()
      .readOnly()
      .references('booked_invoice.number')
      .describe('The booked invoice that this credits'),
  },
  operations: reads('/draft-invoices', 'number'),
})

/** What becomes of documents: drafts are booked, booked invoices credited (SALES.md, Booking). */
export const invoicing = operations('Invoicing', {
  roles: ROLES,
  parameters: { number: int32() },
  codes: ['InvoiceAlreadyCredited'],
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/draft-invoices/{number}/credit',
      status: 201,
      summary: 'Make the draft of the credit note that takes a booked invoice back, by the number of its document',
      body: { date: date().describe('Of the credit note; that of the invoice where left out') },
      schema: 'CreditRequest',
      answer: { number: int32().present() },
      async run({ transaction, caller }, { path, body }) {
        const number = await creditInvoice(
          transaction,
          caller.agreement,
          path.number as number,
          body.date as string | undefined,
        )
        return { status: 201, body: JSON.stringify({ number }), location: `/draft-invoices/${number}` }
      },
    },
  ],
})
