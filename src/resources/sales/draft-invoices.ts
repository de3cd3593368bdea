import { BULK_ENTRIES_MAX } from '../../limits.ts'
import { standard } from '../../resource/operations.ts'
import { type Resource, resource } from '../../resource/resource.ts'
import { KINDS } from '../../sales/kinds.ts'
import { documentRules, lineRules } from '../../sales/rules.ts'
import { documentConstraints, documentFields, lineFields } from './document-fields.ts'
import { linesOfDocument } from './lines-of-document.ts'

const ROLES = ['Sales', 'SuperUser'] as const
const kind = KINDS.draftInvoice

/** Draft invoices (SALES.md, Draft invoices, orders, quotes). What is left out comes from the customer; amounts follow from the lines. */
export const draftInvoices: Resource = resource('DraftInvoices', {
  schema: 'DraftInvoice',
  table: kind.table,
  key: ['number'],
  roles: ROLES,
  fields: documentFields(kind),
  operations: [
    ...standard('/invoices/drafts', 'number', ['single', 'delete', 'cursor', 'create', 'count', 'paged']),
    { kind: 'update', method: 'PUT', path: '/invoices/drafts/{number}' },
  ],
  rules: documentRules,
  constraints: documentConstraints(kind),
})

const lines = '/invoices/drafts/lines'
const ofDocument = '/invoices/drafts/{documentId}/lines'

/** Lines of draft invoices: products at their prices, or texts. */
export const draftInvoiceLines: Resource = resource('DraftInvoiceLines', {
  schema: 'DraftInvoiceLine',
  table: kind.linesTable,
  key: ['documentId', 'number'],
  roles: ROLES,
  fields: lineFields(kind, true),
  operations: [
    ...standard(ofDocument, 'number', ['single', 'delete', 'create', 'update']),
    ...standard(lines, '', ['cursor', 'paged', 'count']),
    linesOfDocument(ofDocument, () => draftInvoiceLines),
    {
      kind: 'bulkCreate',
      method: 'POST',
      path: `${ofDocument}/bulk`,
      bulk: { list: 'lines', schema: 'DraftInvoiceLineBatchRequest', answer: 'numbers', max: BULK_ENTRIES_MAX },
    },
  ],
  rules: lineRules(kind),
})
