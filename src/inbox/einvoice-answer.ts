import { ApiError } from '../errors/catalogue.ts'
import { isEInvoice } from './is-einvoice.ts'
import type { EInvoice } from './reading/einvoice.ts'
import { proposedSupplier, senderIn } from './supplier.ts'
import type { EInvoiceFacts } from './supplier-facts.ts'

/** The e-invoice that was kept. @throws ApiError where a backup brought something else in its place. */
export function keptEInvoice({ einvoice }: EInvoiceFacts): EInvoice {
  const kept = JSON.parse(einvoice) as unknown
  if (isEInvoice(kept)) return kept
  const message = 'What was kept of the e-invoice is none. Reject the document, and send the file again.'
  throw new ApiError({ code: 'InboxFileUnreadable', property: 'number', message })
}

/** Properties that are decimals: they are answered as numbers with the same digits. */
const DECIMALS =
  /"(amount|quantity|price|priceFor|net|taxable|tax|rate|lines|allowances|charges|vat|gross|prepaid|rounding|payable|taxInTaxCurrency)":"(-?\d+(?:\.\d+)?)"/g

/** What is answered of an e-invoice: what was read, its supplier or who that would be. */
export function einvoiceAnswer(found: Uint8Array): Uint8Array {
  const facts = JSON.parse(Buffer.from(found).toString()) as EInvoiceFacts
  const einvoice = keptEInvoice(facts)
  const sender = senderIn(einvoice, facts)
  const answer = {
    ...einvoice,
    supplier: sender.found
      ? {
          supplierNumber: sender.found.number,
          name: sender.found.name,
          foundBy: sender.found.by,
          isBarred: sender.found.isBarred,
        }
      : null,
    candidates: sender.candidates.map(({ number, name }) => ({ supplierNumber: number, name })),
    proposedSupplier: sender.found || sender.candidates.length > 0 ? null : proposedSupplier(einvoice, facts),
  }
  return Buffer.from(JSON.stringify(answer).replace(DECIMALS, '"$1":$2'))
}
