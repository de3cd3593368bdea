import { standard } from '../../resource/operations.ts'
import { type Resource, resource } from '../../resource/resource.ts'
import { type DocumentKind, KINDS } from '../../sales/kinds.ts'
import { lineFields } from '../../sales/document-fields.ts'
import { linesOfDocument } from './lines-of-document.ts'

/** Published lines of orders or quotes, for reading by the status of their documents. */
function publishedLines(name: string, schema: string, path: string, kind: DocumentKind): Resource {
  const lines = `${path}/{documentStatus}/lines`
  const ofDocument = `${path}/{documentStatus}/{documentId}/lines`
  const declared: Resource = resource(name, {
    logsBodies: true,
    schema,
    table: kind.linesTable,
    key: ['documentId', 'number'],
    roles: ['Sales', 'SuperUser'],
    fields: withoutVersion(lineFields(kind, false)),
    operations: [
      ...standard(lines, '', ['paged', 'cursor', 'count']),
      ...standard(ofDocument, 'number', ['single']),
      linesOfDocument(ofDocument),
    ],
  })
  return declared
}

const withoutVersion = ({ objectVersion: _, ...fields }: Resource['fields']): Resource['fields'] => fields

export const orderLines = publishedLines('OrderLines', 'OrderLine', '/orders', KINDS.order)
export const quoteLines = publishedLines('QuoteLines', 'QuoteLine', '/quotes', KINDS.quote)
