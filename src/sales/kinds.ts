/** A kind of sales document: the tables of its documents and lines, the property of the number that people see, and its event. */
export interface DocumentKind {
  table: string
  linesTable: string
  people: 'draftInvoiceNumber' | 'orderNumber' | 'quoteNumber'
  /** Draft invoices have no event before they are booked. */
  event?: string
  /** Whether documents have a status: archived after their upgrade to another kind. */
  hasStatus: boolean
}

/** The kinds that can be written. Only booking writes booked invoices. */
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

/** The number series of documents and of their lines: one for all kinds, because a document keeps its number for life. */
export const DOCUMENT_SERIES = 'sales_document'
export const LINE_SERIES = 'sales_document_line'
