import type { Pool, Transaction } from '../database/connection.ts'
import { tried } from '../resource/tried.ts'
import { bookInvoices } from './book-invoices.ts'
import type { PrintedInvoice } from './printed-invoice.ts'

const DATA = `
  SELECT convert_from(d.content, 'UTF8') AS told FROM issued_document d
  WHERE d.agreement = $1 AND d.document_id = $2 AND d.kind = 'data'`

/**
 * What the files of a draft would be made of, were it booked now; without a number. It is booked, and all of that is
 * undone: so nothing differs from a booking but that it did not happen. @throws ApiError what booking the draft throws.
 */
export async function previewOf(
  database: Pick<Pool, 'transaction'>,
  agreement: number,
  number: number,
): Promise<PrintedInvoice> {
  const told = await tried(
    (work: (transaction: Transaction) => Promise<never>) => database.transaction(work),
    async (transaction) => {
      await bookInvoices(transaction, agreement, [number])
      const [data] = await transaction.rows<{ told: string }>(DATA, [agreement, number])
      return data!.told
    },
  )
  return { ...(JSON.parse(told) as PrintedInvoice), invoiceNumber: null }
}
