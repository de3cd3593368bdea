import { ApiError } from '../../errors/catalogue.ts'
import type { Buyer, PrintedInvoice, Seller } from '../printed-invoice.ts'
import { countryCode } from './countries.ts'
import { addressOfVat, type ElectronicAddress, isEan, isElectronicAddress, peppolId } from './electronic-address.ts'
import { categoriesNamingBuyer } from './vat-categories.ts'

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

/** Zones where buyers are at home: with VAT, and without. */
export const AT_HOME = [1, 4]
const isPnr = (text: string | null): boolean => /^\d{10}$/.test(text ?? '')
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

/** How a buyer is looked at. */
export interface BuyerView {
  /** At home, a customer without a country gets the seller's. */
  isAtHome: boolean
  sellerCountry: string
  contact: string | null
  /** Categories of the document that need the buyer's VAT number (BR-IC-02, BR-AE-02). */
  naming: readonly string[]
}

/** The customer as the buyer. @throws ApiError EInvoiceBuyerIncomplete */
export function buyerParty(buyer: Buyer, { isAtHome, sellerCountry, contact, naming }: BuyerView): Party {
  const lacks = (property: string, message: string): never => {
    throw new ApiError({ code: 'EInvoiceBuyerIncomplete', property, message })
  }
  const given = vatNumberOf(buyer.vatNumber)
  const country = countryCode(buyer.country) ?? (isAtHome ? sellerCountry : given && countryOfVat(given))
  if (country === undefined) {
    return lacks('country', `Customer ${buyer.number} had no country that an e-invoice can have.`)
  }
  const endpoint = endpointOf(buyer, country, given)
  if (endpoint === undefined) return lacks('recipientPeppol', withoutAddress(buyer, country))
  const vatNumber = given ?? (naming.length > 0 ? danishVatNumber(buyer, country) : undefined)
  if (naming.length > 0 && vatNumber === undefined) {
    return lacks('vatNumber', `Customer ${buyer.number} had no VAT number, which ${withoutNumber(naming)}`)
  }
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

const withoutNumber = (naming: readonly string[]): string =>
  naming.includes('K') ? 'goods sold to the EU need (BR-IC-02).' : 'reverse charge needs (BR-AE-02).'

/** Whether a document has a category that needs the buyer's VAT number, and no such number. */
export function lacksBuyersNumber(invoice: PrintedInvoice): boolean {
  const { buyer, seller, zone } = invoice
  const country = countryCode(buyer.country) ?? (AT_HOME.includes(zone) ? seller.country : '')
  const isNamed = vatNumberOf(buyer.vatNumber) !== undefined || danishVatNumber(buyer, country) !== undefined
  return !isNamed && categoriesNamingBuyer(invoice).length > 0
}

/** The identifiers of a buyer that an e-invoice can have as they are. */
export function usableOf({ ean, cvr, pnr, peppolId: peppol, vatNumber, country }: Buyer): (keyof Buyer)[] {
  const address = peppolId(peppol ?? '')
  const isDanish = (countryCode(country) ?? DANISH) === DANISH
  const usable: Partial<Record<keyof Buyer, boolean>> = {
    ean: isEan(ean ?? ''),
    cvr: isDanish ? isCvr(cvr) : (cvr ?? '').trim() !== '',
    pnr: isPnr(pnr),
    peppolId: address !== undefined && isElectronicAddress(address),
    vatNumber: vatNumberOf(vatNumber) !== undefined,
    country: countryCode(country) !== undefined,
  }
  return (Object.keys(usable) as (keyof Buyer)[]).filter((name) => usable[name])
}

/** A Danish company's VAT number is its CVR number. */
const danishVatNumber = ({ cvr }: Buyer, country: string): string | undefined =>
  country === DANISH && isCvr(cvr) ? `${DANISH}${cvr}` : undefined

/** What would do as the buyer's electronic address, and why what it has does not. */
function withoutAddress({ number, ean, cvr, pnr, peppolId: peppol, vatNumber }: Buyer, country: string): string {
  const ways: readonly (readonly [name: string, value: string | null, form: string, why: string])[] = [
    ['eanLocationNumber', ean, '13 digits', 'is not 13 digits with the right check digit'],
    ['cvrNo', cvr, '8 digits, in Denmark', country === DANISH ? 'is not 8 digits' : 'is not of a Danish customer'],
    ['pnr', pnr, '10 digits', 'is not 10 digits'],
    ['recipientPeppol', peppol, 'scheme:identifier', 'is not the scheme and identifier of a receiver in Peppol'],
    ['vatNumber', vatNumber, 'with the letters of its country', 'is none that Peppol has a scheme for'],
  ]
  const would = ways.map(([name, , form]) => `${name} (${form})`).join(', ')
  const unusable = ways.flatMap(([name, value, , why]) => (value?.trim() ? [`${name} '${value}' ${why}`] : []))
  const there = unusable.length === 0 ? 'It had none.' : `It had: ${unusable.join('; ')}.`
  return `Customer ${number} had no identifier that an e-invoice can be sent to. One of these would do: ${would}. ${there}`
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
    isPnr(buyer.pnr) ? { scheme: P_SCHEME, id: buyer.pnr! } : undefined,
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
