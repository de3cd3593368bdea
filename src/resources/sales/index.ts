import {
  atPaths,
  changed,
  withGroups,
  without,
  withoutGroups,
  withoutKinds,
  withoutOperation,
} from '../../resource/differences.ts'
import { aliases, type Api } from '../../resource/versions.ts'
import { movedData } from '../dimensions/data.ts'
import { salesLineData } from '../dimensions/owners.ts'
import { bookedInvoiceLines } from './booked-lines.ts'
import { draftInvoiceLines, draftInvoices } from './draft-invoices.ts'
import { orderLines, quoteLines } from './orders.ts'

/** Keys of lines in the API of their documents, which `/dimensionsapi` has today. */
const LINE_DIMENSIONS = 'SalesDocumentLineDimensions'

const LINES = ['BookedInvoiceLines', 'DraftInvoiceLines', 'OrderLines', 'QuoteLines'] as const

/** Draft invoices, and the lines of all sales documents. */
export const salesApi: Api = {
  name: 'sales',
  title: 'Sales',
  prefix: '/q2capi',
  version: '5.3.0',
  style: 'problem',
  groups: [bookedInvoiceLines, draftInvoiceLines, draftInvoices, orderLines, quoteLines],
  later: aliases('6.0.0'),
  older: [
    { version: '5.2.0', differences: [withoutOperation('DraftInvoices', 'GET', '/invoices/drafts/count')] },
    ...aliases('5.1.0'),
    { version: '5.0.0', differences: [withoutGroups('DraftInvoices')] },
    { version: '4.1.0', differences: [atPaths('DraftInvoiceLines', ({ path }) => path.replace('/bulk', '/batch'))] },
    { version: '4.0.0', differences: [withoutKinds('DraftInvoiceLines', 'bulkCreate')] },
    // Its path is not public.
    { version: '3.0.1', differences: [withGroups(movedData(salesLineData, LINE_DIMENSIONS, '/sales-document-lines'))] },
    ...aliases('3.0.0'),
    {
      version: '2.0.2',
      differences: [
        withoutGroups(LINE_DIMENSIONS),
        withoutKinds('DraftInvoiceLines', 'create', 'update', 'delete'),
        without('DraftInvoiceLines', 'objectVersion'),
        ...LINES.map((lines) => without(lines, 'departmentNumber')),
      ],
    },
    ...aliases('2.0.1', '2.0.0'),
    {
      version: '1.0.0',
      differences: LINES.map((lines) =>
        changed(lines, 'productNumber', (it) => it.asNumber().filter(['eq', 'ne', 'in', 'nin'])),
      ),
    },
  ],
}
