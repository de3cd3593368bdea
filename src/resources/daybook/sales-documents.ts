import { BULK_ENTRIES_MAX } from '../../limits.ts'
import { text } from '../../resource/fields.ts'
import { bulk, standard } from '../../resource/operations.ts'
import { type Resource, resource } from '../../resource/resource.ts'
import { type DocumentKind, KINDS } from '../../sales/kinds.ts'
import { documentRules, lineRules, linesStayArchived, staysArchived, staysSuperseded } from '../../sales/rules.ts'
import { textFaults } from '../../sales/texts.ts'
import { documentConstraints, documentFields, lineFields } from '../../sales/document-fields.ts'

const ROLES = ['Sales', 'SuperUser'] as const

const status = text(8).present().fallback(`'drafts'`, 't.status').oneOf(['drafts', 'sent', 'archived'])

/** Orders or quotes, to create and change. They have the shape of draft invoices. */
const documents = (name: string, schema: string, path: string, kind: DocumentKind): Resource =>
  resource(name, {
    logsBodies: true,
    schema,
    table: kind.table,
    key: ['number'],
    roles: ROLES,
    fields: { ...documentFields(kind), status },
    operations: standard(path, 'number'),
    check: textFaults,
    codes: ['TextHasControlCharacters'],
    rules: [...documentRules(kind), staysArchived(kind), ...(kind === KINDS.order ? [staysSuperseded] : [])],
    constraints: documentConstraints(kind),
    ...(kind.event !== undefined && { emits: kind.event }),
  })

/** Lines of orders or quotes, the same rows as under /q2capi. */
const lines = (name: string, schema: string, path: string, kind: DocumentKind): Resource =>
  resource(name, {
    logsBodies: true,
    schema,
    table: kind.linesTable,
    key: ['documentId', 'number'],
    roles: ROLES,
    fields: lineFields(kind, true),
    operations: [
      ...standard(`${path}/{documentId}/lines`, 'number'),
      ...bulk(`${path}/{documentId}/lines/bulk`, {
        list: 'lines',
        schema: `${schema}s`,
        answer: 'numbers',
        max: BULK_ENTRIES_MAX,
      }),
    ],
    check: textFaults,
    codes: ['TextHasControlCharacters'],
    rules: [...lineRules(kind), linesStayArchived(kind)],
  })

export const orders = documents('Orders', 'Order', '/orders', KINDS.order)
export const orderLines = lines('OrderLines', 'OrderLine', '/orders', KINDS.order)
export const quotes = documents('Quotes', 'Quote', '/quotes', KINDS.quote)
export const quoteLines = lines('QuoteLines', 'QuoteLine', '/quotes', KINDS.quote)
