import { ApiError } from '../../errors/catalogue.ts'
import type { Buyer, Seller } from '../printed-invoice.ts'
import { countryCode } from './countries.ts'
import { addressOfVat, type ElectronicAddress, isEan, isElectronicAddress, peppolId } from './electronic-address.ts'

/** A party of an e-invoice. */
export interface Party {
  endpoint: ElectronicAddress
  name: string
  street: string | null
  additionalStreet: string | null
  city: string | null
  postalCode: string | null
  country: string
  vatNumber: string | undefined
  legalId: { id: string; scheme: string | undefined } | undefined
  contact: { name: string | null; phone: string | null; email: string | null }
}

const CVR_SCHEME = '0184'
const EAN_SCHEME = '0088'
const P_SCHEME = '0096'
const DANISH = 'DK'

const isCvr = (text: string | null): text is string => /^\d{8}$/.test(text ?? '')

/** The company as the seller. @throws ApiError EInvoiceSellerIncomplete */
export function sellerParty(seller: Seller): Party {
  const { name, cvr, vatNumber, peppolId: given, country } = seller
  const lacks = (property: string): never => {
    throw new ApiError({
      code: 'EInvoiceSellerIncomplete',
      property,
      message: `The company had no ${property} when this was booked.`,
    })
  }
  if (cvr === null) return lacks('corporateIdentificationNumber')
  const isDanish = country === DANISH
  if (vatNumber === null && !isDanish) return lacks('vatNumber')
  const own = isDanish && isCvr(cvr) ? { scheme: CVR_SCHEME, id: cvr } : undefined
  const endpoint =
    (given === null ? own : peppolId(given)) ?? (vatNumber === null ? undefined : addressOfVat(vatNumber))
  if (endpoint === undefined) return lacks('peppolId')
  return {
    endpoint,
    name,
    ...streets(seller.address),
    city: seller.city,
    postalCode: seller.postalCode,
    country,
    vatNumber: vatNumber ?? `${DANISH}${cvr}`,
    legalId: { id: cvr, scheme: isDanish ? CVR_SCHEME : undefined },
    contact: { name: null, phone: seller.phone, email: seller.email },
  }
}

/** The customer as the buyer. At home, a customer without a country gets the seller's. @throws ApiError EInvoiceBuyerIncomplete */
export function buyerParty(buyer: Buyer, isAtHome: boolean, sellerCountry: string, contact: string | null): Party {
  const lacks = (property: string): never => {
    throw new ApiError({
      code: 'EInvoiceBuyerIncomplete',
      property,
      message: `Customer ${buyer.number} had no ${property} that an e-invoice can have.`,
    })
  }
  const vatNumber = vatNumberOf(buyer.vatNumber)
  const country = countryCode(buyer.country) ?? (isAtHome ? sellerCountry : vatNumber && countryOfVat(vatNumber))
  if (country === undefined) return lacks('country')
  const endpoint = endpointOf(buyer, country, vatNumber)
  if (endpoint === undefined) return lacks('recipientPeppol')
  return {
    endpoint,
    name: buyer.name,
    ...streets(buyer.address),
    city: buyer.city,
    postalCode: buyer.postalCode,
    country,
    vatNumber,
    legalId: legalIdOf(buyer, country),
    contact: { name: contact, phone: buyer.phone, email: buyer.email?.split(' ')[0] ?? null },
  }
}

/** A VAT number that begins with a country, as EN 16931 requires (BR-CO-09); undefined for any other. */
function vatNumberOf(text: string | null): string | undefined {
  const number = (text ?? '').replace(/[\s.-]/g, '').toUpperCase()
  const country = number.slice(0, 2)
  return /^[A-Z]{2}./.test(number) && (country === GREEK || countryCode(country) === country) ? number : undefined
}

/** Greek VAT numbers begin with EL, not with the code of the country. */
const GREEK = 'EL'
const countryOfVat = (vatNumber: string): string | undefined =>
  countryCode(vatNumber.startsWith(GREEK) ? 'GR' : vatNumber.slice(0, 2))

function legalIdOf({ cvr }: Buyer, country: string): Party['legalId'] {
  if (cvr === null || cvr.trim() === '') return undefined
  return { id: cvr, scheme: country === DANISH && isCvr(cvr) ? CVR_SCHEME : undefined }
}

/** The buyer's electronic address: of the receiver type it asked for, else of any other identifier it has. */
function endpointOf(buyer: Buyer, country: string, vatNumber: string | undefined): ElectronicAddress | undefined {
  const given = peppolId(buyer.peppolId ?? '')
  const ways: (ElectronicAddress | undefined)[] = [
    isEan(buyer.ean ?? '') ? { scheme: EAN_SCHEME, id: buyer.ean! } : undefined,
    country === DANISH && isCvr(buyer.cvr) ? { scheme: CVR_SCHEME, id: buyer.cvr } : undefined,
    /^\d{10}$/.test(buyer.pnr ?? '') ? { scheme: P_SCHEME, id: buyer.pnr! } : undefined,
    given && isElectronicAddress(given) ? given : undefined,
  ]
  const [ean, cvr, pnr, peppol] = ways
  const asked = buyer.receiverType === null ? undefined : ways[buyer.receiverType - 1]
  return asked ?? peppol ?? ean ?? cvr ?? pnr ?? (vatNumber === undefined ? undefined : addressOfVat(vatNumber))
}

/** The first line of an address, and the others. */
function streets(address: string | null): { street: string | null; additionalStreet: string | null } {
  const [first, ...others] = (address ?? '').split('\n').map((line) => line.trim())
  return { street: first ?? null, additionalStreet: others.join(', ') }
}
