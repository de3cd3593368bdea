import { date, int32, text } from '../../resource/fields.ts'
import { operations } from '../../resource/resource.ts'
import { DRAFT_CODES, invoiceProject } from '../../sales/invoice-project.ts'

/** Invoicing approved work and expenses of projects. */
export const projectInvoicing = operations('ProjectInvoicing', {
  logsBodies: true,
  roles: ['SuperUser', 'ProjectEmployee', 'Sales'],
  module: 'Projects',
  parameters: { number: int32().references('project.number') },
  operations: [
    {
      kind: 'action',
      method: 'POST',
      path: '/projects/{number}/draft-invoice',
      status: 200,
      summary: 'Make a draft invoice of what is approved and not invoiced yet',
      schema: 'ProjectInvoice',
      body: {
        date: date().required(),
        productNumber: text(25)
          .required()
          .references('product.number', 'ProjectInvoiceProductDoesNotExist')
          .describe('Its group says where the lines are booked, and with which VAT'),
        dueDate: date().describe('Where the payment term of the customer is of type 5; not used otherwise'),
      },
      answer: { number: int32().describe('The number by which paths name the draft invoice') },
      given: ['number'],
      async run({ transaction, caller }, { path, body }) {
        const number = await invoiceProject(transaction, caller.agreement, {
          projectNumber: path.number as number,
          date: body.date as string,
          productNumber: body.productNumber as string,
          dueDate: (body.dueDate as string | undefined) ?? null,
        })
        return { status: 200, body: JSON.stringify({ number }) }
      },
    },
  ],
  codes: [...DRAFT_CODES, 'ProjectHasNothingToInvoice', 'ProjectIsNotInvoiceable', 'ProjectInvoiceProductDoesNotExist'],
})
