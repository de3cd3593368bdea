import { BULK_ENTRIES_MAX } from '../../limits.ts'
import { type ActionOperation, standard } from '../../resource/operations.ts'
import { int32, text } from '../../resource/fields.ts'
import { type Resource, resource, type Rule } from '../../resource/resource.ts'
import { KINDS } from '../../sales/kinds.ts'
import { documentRules, lineRules } from '../../sales/rules.ts'
import { textFaults } from '../../sales/texts.ts'
import { setSensitiveData } from '../../sales/sensitive-data.ts'
import { documentConstraints, documentFields, lineFields } from '../../sales/document-fields.ts'
import { linesOfDocument } from './lines-of-document.ts'
import { BY_KEY } from '../../resource/rules.ts'
import { joined, type Row, rowsOf, sql, type Sql } from '../../resource/sql.ts'

const ROLES = ['Sales', 'SuperUser'] as const
const kind = KINDS.draftInvoice

/** Sensitive data: the API writes it and never returns it. */
const sensitiveData: ActionOperation = {
  kind: 'action',
  method: 'PUT',
  path: '/invoices/drafts/{draftInvoiceNumber}/sensitive-data',
  status: 204,
  isSensitive: true,
  summary:
    'Store the CPR number of the person who receives the service, encrypted; the path has the number that people see',
  body: {
    sensitivityLevel: int32(0, 2).describe('0 none, 1 common, 2 sensitive'),
    serviceRecipientCpr: text(11, 10).describe(
      'Ten digits, with a hyphen after the sixth or without; written, never read',
    ),
  },
  schema: 'DraftInvoiceSensitiveData',
  async run({ transaction, caller, settings }, { path, body }) {
    const { sensitivityLevel = null, serviceRecipientCpr = null } = body as {
      sensitivityLevel?: number
      serviceRecipientCpr?: string
    }
    const data = { sensitivityLevel, serviceRecipientCpr }
    const number = path.draftInvoiceNumber as number
    await setSensitiveData(transaction, caller.agreement, number, data, settings.vault)
    return { status: 204 }
  },
}

const isOnDraft = (old: Row, table: string): Sql =>
  sql`EXISTS (SELECT FROM ${rowsOf(table)} t WHERE t.agreement = $1 AND t.project_number = x.number
    AND t.document_id = ${old.number})`

/** A draft keeps its project while work of the project or its sub-projects is marked as being on it (rule 14.9). */
const staysOnProject: Rule = {
  property: 'projectNumber',
  code: 'InvoiceStaysOnProject',
  on: ['update'],
  always: true,
  brokenWhen: (
    r,
    old,
  ) => sql`${r.project_number} IS DISTINCT FROM ${old.project_number} AND EXISTS (SELECT FROM ${rowsOf('project')} x
    WHERE x.agreement = $1 AND ${old.project_number} IN (x.number, x.main_project_number)
      AND (${joined(
        ['time_entry', 'mileage', 'project_expense'].map((table) => isOnDraft(old, table)),
        ' OR ',
      )}) ${BY_KEY})`,
}

/** Draft invoices (rule 12.1). The customer gives values that are left out; the lines give the amounts. */
export const draftInvoices: Resource = resource('DraftInvoices', {
  logsBodies: true,
  schema: 'DraftInvoice',
  table: kind.table,
  key: ['number'],
  roles: ROLES,
  fields: documentFields(kind),
  operations: [
    ...standard('/invoices/drafts', 'number', ['single', 'delete', 'cursor', 'create', 'count', 'paged']),
    { kind: 'update', method: 'PUT', path: '/invoices/drafts/{number}' },
    sensitiveData,
  ],
  check: textFaults,
  codes: ['TextHasControlCharacters'],
  rules: [...documentRules(kind), staysOnProject],
  constraints: documentConstraints(kind),
})

const lines = '/invoices/drafts/lines'
const ofDocument = '/invoices/drafts/{documentId}/lines'

/** Lines of draft invoices: products at their prices, or texts. */
export const draftInvoiceLines: Resource = resource('DraftInvoiceLines', {
  logsBodies: true,
  schema: 'DraftInvoiceLine',
  table: kind.linesTable,
  key: ['documentId', 'number'],
  roles: ROLES,
  fields: lineFields(kind, true),
  operations: [
    ...standard(ofDocument, 'number', ['single', 'delete', 'create', 'update']),
    ...standard(lines, '', ['cursor', 'paged', 'count']),
    linesOfDocument(ofDocument),
    {
      kind: 'bulkCreate',
      method: 'POST',
      path: `${ofDocument}/bulk`,
      bulk: { list: 'lines', schema: 'DraftInvoiceLineBatchRequest', answer: 'numbers', max: BULK_ENTRIES_MAX },
    },
  ],
  check: textFaults,
  codes: ['TextHasControlCharacters'],
  rules: lineRules(kind),
})
