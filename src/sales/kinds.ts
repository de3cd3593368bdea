import { joined, type Row, rowsOf, sql, type Sql } from '../resource/sql.ts'
/**
 * A kind of sales document: the tables of its documents and lines, the property of the number that people see, and its
 * event.
 */
export interface DocumentKind {
  table: string
  linesTable: string
  people: 'draftInvoiceNumber' | 'orderNumber' | 'quoteNumber'
  /** Draft invoices have no event before they are booked. */
  event?: string
  /** Whether documents have a status: archived after their upgrade to another kind. */
  hasStatus: boolean
  /** The tables of what is made of the document, under its number. */
  later: readonly string[]
}

/** The kinds that can be written. Only booking writes booked invoices. */
export const KINDS = {
  draftInvoice: {
    table: 'draft_invoice',
    linesTable: 'draft_invoice_line',
    people: 'draftInvoiceNumber',
    hasStatus: false,
    later: ['booked_invoice'],
  },
  order: {
    table: 'sales_order',
    linesTable: 'sales_order_line',
    people: 'orderNumber',
    event: 'ORDER_UPDATED',
    hasStatus: true,
    later: ['draft_invoice', 'booked_invoice'],
  },
  quote: {
    table: 'sales_quote',
    linesTable: 'sales_quote_line',
    people: 'quoteNumber',
    event: 'QUOTATION_UPDATED',
    hasStatus: true,
    later: ['sales_order', 'draft_invoice', 'booked_invoice'],
  },
} as const satisfies Record<string, DocumentKind>

/** SQL: something was made of the document `document` of the kind, and is there. */
export const wentFurther = ({ later }: DocumentKind, document: Row): Sql =>
  sql`(${joined(
    later.map(
      (table) => sql`EXISTS (SELECT FROM ${rowsOf(table)} x WHERE x.agreement = $1 AND x.number = ${document.number})`,
    ),
    ' OR ',
  )})`

/**
 * The number series of documents and of their lines: one for all kinds, because a document keeps its number for life.
 */
export const DOCUMENT_SERIES = 'sales_document'
export const LINE_SERIES = 'sales_document_line'
