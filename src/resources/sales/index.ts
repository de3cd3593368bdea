import type { Api } from '../../resource/resource.ts'
import { bookedInvoiceLines } from './booked-lines.ts'
import { draftInvoiceLines, draftInvoices } from './draft-invoices.ts'
import { orderLines, quoteLines } from './orders.ts'

/** Draft invoices, and the lines of everything that is sold. */
export const salesApi: Api = {
  name: 'sales',
  title: 'Sales',
  prefix: '/q2capi',
  version: '5.3.0',
  style: 'problem',
  groups: [bookedInvoiceLines, draftInvoiceLines, draftInvoices, orderLines, quoteLines],
}
