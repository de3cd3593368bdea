/** A kind of sales document: where its documents and lines are kept, the property of the number that people see, and what tells of it. */
export interface DocumentKind {
  table: string
  linesTable: string
  people: 'draftInvoiceNumber' | 'orderNumber' | 'quoteNumber'
  /** Draft invoices are not told of before they are booked. */
  event?: string
  /** Archived, once it has become something else. */
  hasStatus: boolean
}

/** The kinds that can be written; what is booked is written by booking alone. */
export const KINDS = {
  draftInvoice: {
    table: 'draft_invoice',
    linesTable: 'draft_invoice_line',
    people: 'draftInvoiceNumber',
    hasStatus: false,
  },
  order: {
    table: 'sales_order',
    linesTable: 'sales_order_line',
    people: 'orderNumber',
    event: 'ORDER_UPDATED',
    hasStatus: true,
  },
  quote: {
    table: 'sales_quote',
    linesTable: 'sales_quote_line',
    people: 'quoteNumber',
    event: 'QUOTATION_UPDATED',
    hasStatus: true,
  },
} as const satisfies Record<string, DocumentKind>

/** The series of the numbers of documents, and that of their lines: one for all kinds, as a document keeps its number for life. */
export const DOCUMENT_SERIES = 'sales_document'
export const LINE_SERIES = 'sales_document_line'
