import { NUMBER_MAX } from '../limits.ts'
import type { EInvoice, ReadParty } from './reading/einvoice.ts'
import { plainNumber } from './sender.ts'
import type { EInvoiceFacts, SupplierFound } from './supplier-facts.ts'

/** How a supplier was found. */
export type FoundBy = 'vatNumber' | 'cvr' | 'gln' | 'endpoint' | 'earlierDocument'

/** Who an e-invoice is of. */
export interface Sender {
  /** The supplier; undefined where none was found, or several were. */
  found: (SupplierFound & { by: FoundBy }) | undefined
  /** Several suppliers have the number. */
  candidates: SupplierFound[]
}

const GLN = '0088'

const cvrOf = (number: string | null): string => plainNumber(number ?? '').replace(/^DK(?=\d{8}$)/, '')

/** The numbers of a seller in the order in which they are believed. */
function numbersOf({ vatNumber, legalId, endpoint, ids }: ReadParty): (readonly [by: FoundBy, number: string])[] {
  const ofScheme = ({ scheme, id }: { scheme: string | null; id: string }): readonly [FoundBy, string] => [
    scheme === GLN || /^\d{13}$/.test(id) ? 'gln' : 'endpoint',
    cvrOf(id),
  ]
  return [
    ['vatNumber', cvrOf(vatNumber)] as const,
    ['cvr', cvrOf(legalId)] as const,
    ...ids.map(ofScheme),
    ...(endpoint ? [ofScheme(endpoint)] : []),
  ].filter(([, number]) => number !== '')
}

/** The supplier of an e-invoice: by VAT number, CVR, GLN, endpoint, or as the last document of the same sender. */
export function senderIn(
  { seller }: Pick<EInvoice, 'seller'>,
  { suppliers }: Pick<EInvoiceFacts, 'suppliers'>,
): Sender {
  for (const [by, number] of numbersOf(seller)) {
    const having = suppliers.filter((one) => one.vatNumber === number || one.companyNumber === number)
    const [only, ...others] = having.length > 1 ? having.filter(({ isBarred }) => !isBarred) : having
    if (only && others.length === 0) return { found: { ...only, by }, candidates: [] }
    if (having.length > 1) return { found: undefined, candidates: having }
  }
  const before = suppliers.find(({ isBefore }) => isBefore)
  return { found: before && { ...before, by: 'earlierDocument' }, candidates: [] }
}

/** The body that would make the seller a supplier, for `POST /suppliers`. */
export function proposedSupplier(einvoice: EInvoice, facts: EInvoiceFacts): Record<string, unknown> {
  const { seller, currency, payments } = einvoice
  const proposed = {
    number: Math.min(facts.nextNumber, NUMBER_MAX),
    name: seller.name,
    groupNumber: facts.groupNumber,
    currency: facts.hasCurrency ? currency : facts.baseCurrency,
    corporateIdentificationNumber: seller.legalId?.slice(0, 40),
    vatNumber: seller.vatNumber?.slice(0, 20),
    email: seller.email,
    phone: seller.phone,
    address: seller.address?.slice(0, 510),
    postalCode: seller.postalCode,
    city: seller.city,
    country: seller.country,
    bankAccount: payments.find(({ account }) => account !== null)?.account?.slice(0, 50),
  }
  return Object.fromEntries(Object.entries(proposed).filter(([, value]) => value !== null && value !== undefined))
}
