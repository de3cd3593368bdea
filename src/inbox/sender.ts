import type { EInvoice, ReadParty } from './reading/einvoice.ts'

/** A number without spaces, dots and the like, in capitals. */
export const plainNumber = (text: string): string => text.replace(/[\s./-]/g, '').toUpperCase()

/** What a seller is known by: the number that says the most. */
function knownBy({ vatNumber, legalId, endpoint, ids, name }: ReadParty): string {
  const [id] = ids
  if (vatNumber !== null) return plainNumber(vatNumber)
  if (legalId !== null) return plainNumber(legalId)
  if (endpoint !== null) return plainNumber(endpoint.id)
  return id === undefined ? name.toUpperCase() : plainNumber(id.id)
}

/** The series that the number of a document is of: invoices of a seller, or its credit notes. */
export const senderOf = ({ seller, isCreditNote }: Pick<EInvoice, 'seller' | 'isCreditNote'>): string =>
  `${isCreditNote ? 'credit ' : ''}${knownBy(seller)}`.slice(0, 200)
