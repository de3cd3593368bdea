import type { Operation } from '../../resource/operations.ts'

const FIND = 'SELECT i.number FROM booked_invoice i WHERE i.agreement = $1 AND i.invoice_number = $2'

/** The same operation by the number that people know an invoice by, in place of that of its document. */
export function byInvoiceNumber<One extends Operation>(operation: One): One {
  const { path } = operation
  return {
    ...operation,
    path: path.replace('/invoices/{number}', '/invoices/by-number/{invoiceNumber}'),
    otherwise: { by: 'invoiceNumber', find: FIND, at: path },
  }
}
