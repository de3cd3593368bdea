import { centsOf, centsToText } from '../../ledger/money.ts'
import type { PrintedInvoice, PrintedLine } from '../printed-invoice.ts'
import { paymentIdOf } from '../payment-slip.ts'
import { countryCode } from './countries.ts'
import { AT_HOME, buyerParty, type Party, sellerParty } from './parties.ts'
import { isText, type SoldLine, soldLine } from './sold-line.ts'
import { checkRules } from './broken-rules.ts'
import { categoriesNamingBuyer, type VatCategory, vatCategories } from './vat-categories.ts'
import { attribute, type Xml } from '../../xml.ts'
import { element, leaf } from './xml.ts'

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'

/** Bar codes of goods (GS1), in the list of ISO 6523. */
const GTIN_SCHEME = '0160'

/** The two kinds of documents: their elements, and their types of UNCL 1001. */
const KINDS = {
  invoice: { root: 'Invoice', type: 'InvoiceTypeCode', code: 380, line: 'InvoiceLine', quantity: 'InvoicedQuantity' },
  credit: {
    root: 'CreditNote',
    type: 'CreditNoteTypeCode',
    code: 381,
    line: 'CreditNoteLine',
    quantity: 'CreditedQuantity',
  },
} as const
type Kind = (typeof KINDS)[keyof typeof KINDS]

/** What a draft has in place of a number: a document without one is none (BR-02). */
const DRAFT = 'DRAFT'

/** Payment terms, and means of payment (UNCL 4461) as Danish suppliers may name them (DK-R-005). */
const TERMS = { cash: 3, creditCard: 9 }
const MEANS = { cash: 10, account: 42, card: 48, iban: 58, slip: 93 }

/** The data of a document that its parts need. */
interface Subject {
  invoice: PrintedInvoice
  kind: Kind
  lines: readonly SoldLine[]
  money(name: string, cents: bigint): Xml | undefined
}

/**
 * A booked invoice or credit note as Peppol BIS Billing 3 (UBL 2.1, EN 16931). A credit note has its amounts with the
 * sign turned.
 * @throws ApiError EInvoiceSellerIncomplete or EInvoiceBuyerIncomplete when a party lacks a value that the format
 * requires, EInvoiceBreaksRule when what the document says breaks a rule.
 */
export function ublOf(invoice: PrintedInvoice): string {
  const isCredit = invoice.amount.startsWith('-')
  const seller = sellerParty(invoice.seller)
  const buyer = buyerParty(invoice.buyer, {
    isAtHome: AT_HOME.includes(invoice.zone),
    sellerCountry: seller.country,
    contact: invoice.attention ?? invoice.yourReference,
    naming: categoriesNamingBuyer(invoice),
  })
  const categoryOf = vatCategories(invoice)
  const { lines, trailing } = linesOf(invoice, isCredit, categoryOf)
  checkRules(invoice, lines)
  const isOutside = lines.some(({ category }) => category.code === 'O')
  const kind = isCredit ? KINDS.credit : KINDS.invoice
  const currency = attribute('currencyID', invoice.currency)
  const subject: Subject = { invoice, kind, lines, money: (name, cents) => leaf(name, centsToText(cents), currency) }
  const body = [
    ...headerOf(subject, trailing),
    element('cac:AccountingSupplierParty', party(seller, !isOutside)),
    element('cac:AccountingCustomerParty', party(buyer, !isOutside)),
    delivery(invoice, buyer.country, isToEu(lines)),
    isCredit ? undefined : paymentMeans(invoice, buyer.country),
    element('cac:PaymentTerms', leaf('cbc:Note', invoice.term)),
    ...totals(subject, isCredit),
    ...lines.map((line, at) => lineElement(subject, line, at + 1)),
  ]
  const namespaces = [
    ` xmlns="${UBL}${kind.root}-2"`,
    ` xmlns:cac="${UBL}CommonAggregateComponents-2"`,
    ` xmlns:cbc="${UBL}CommonBasicComponents-2"`,
  ]
  const inside = body.filter((part) => part !== undefined).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${kind.root}${namespaces.join('')}>\n${inside}\n</${kind.root}>\n`
}

/** The lines that sell something, each with the texts before it; and the texts after the last line. */
function linesOf(
  { lines, isVatIncluded }: PrintedInvoice,
  isCredit: boolean,
  categoryOf: (line: PrintedLine) => VatCategory,
): { lines: SoldLine[]; trailing: string[] } {
  const sold: SoldLine[] = []
  let texts: string[] = []
  for (const line of lines) {
    if (isText(line)) {
      if (line.description?.trim()) texts.push(line.description)
      continue
    }
    sold.push(soldLine(line, { isCredit, isVatIncluded, category: categoryOf(line), texts }))
    texts = []
  }
  return { lines: sold, trailing: texts }
}

function headerOf({ invoice, kind }: Subject, trailing: readonly string[]): (Xml | undefined)[] {
  const { heading, textLine1, textLine2, currency, baseCurrency, buyer } = invoice
  const notes = [heading, textLine1, textLine2, ...trailing].filter((text) => text?.trim())
  const reference = invoice.yourReference ?? invoice.attention ?? String(buyer.number)
  const credited = element(
    'cac:InvoiceDocumentReference',
    leaf('cbc:ID', invoice.creditedNumber),
    leaf('cbc:IssueDate', invoice.creditedDate),
  )
  return [
    leaf('cbc:CustomizationID', CUSTOMIZATION),
    leaf('cbc:ProfileID', PROFILE),
    leaf('cbc:ID', invoice.invoiceNumber ?? DRAFT),
    leaf('cbc:IssueDate', invoice.date),
    kind === KINDS.invoice ? leaf('cbc:DueDate', invoice.dueDate) : undefined,
    leaf(`cbc:${kind.type}`, kind.code),
    leaf('cbc:Note', notes.join('\n')),
    leaf('cbc:DocumentCurrencyCode', currency),
    currency === baseCurrency ? undefined : leaf('cbc:TaxCurrencyCode', baseCurrency),
    leaf('cbc:AccountingCost', invoice.publicEntryNumber),
    leaf('cbc:BuyerReference', reference),
    element('cac:OrderReference', leaf('cbc:ID', invoice.otherReference)),
    element('cac:BillingReference', credited),
  ]
}

/** @param hasVat false when VAT does not apply: leaves out the VAT number (BR-O-02). */
function party({ endpoint, name, vatNumber, legalId, contact, ...address }: Party, hasVat: boolean): Xml | undefined {
  const tax = element('cac:TaxScheme', leaf('cbc:ID', 'VAT'))
  const schemeOf = (scheme: string | undefined): string => (scheme === undefined ? '' : attribute('schemeID', scheme))
  return element(
    'cac:Party',
    leaf('cbc:EndpointID', endpoint.id, schemeOf(endpoint.scheme)),
    element('cac:PartyName', leaf('cbc:Name', name)),
    addressElement('cac:PostalAddress', address),
    hasVat && vatNumber !== undefined
      ? element('cac:PartyTaxScheme', leaf('cbc:CompanyID', vatNumber), tax)
      : undefined,
    element(
      'cac:PartyLegalEntity',
      leaf('cbc:RegistrationName', name),
      leaf('cbc:CompanyID', legalId?.id, schemeOf(legalId?.scheme)),
    ),
    element(
      'cac:Contact',
      leaf('cbc:Name', contact.name),
      leaf('cbc:Telephone', contact.phone),
      leaf('cbc:ElectronicMail', contact.email),
    ),
  )
}

type Address = Pick<Party, 'street' | 'additionalStreet' | 'city' | 'postalCode' | 'country'>

const addressElement = (name: string, { street, additionalStreet, city, postalCode, country }: Address) =>
  element(
    name,
    leaf('cbc:StreetName', street),
    leaf('cbc:AdditionalStreetName', additionalStreet),
    leaf('cbc:CityName', city),
    leaf('cbc:PostalZone', postalCode),
    element('cac:Country', leaf('cbc:IdentificationCode', country)),
  )

/**
 * Whether goods go to another country of the EU: then the day and the country of delivery are said (BR-IC-11,
 * BR-IC-12).
 */
const isToEu = (lines: readonly SoldLine[]): boolean => lines.some(({ category }) => category.code === 'K')

function delivery(invoice: PrintedInvoice, buyerCountry: string, isToEu: boolean): Xml | undefined {
  const { deliveryAddress, deliveryPostalCode, deliveryCity, deliveryCountry } = invoice
  const deliveryDate = invoice.deliveryDate ?? (isToEu ? invoice.date : null)
  const isThere = isToEu || [deliveryAddress, deliveryPostalCode, deliveryCity].some((text) => text?.trim())
  const address = {
    street: deliveryAddress,
    additionalStreet: null,
    city: deliveryCity,
    postalCode: deliveryPostalCode,
    country: countryCode(deliveryCountry) ?? buyerCountry,
  }
  return element(
    'cac:Delivery',
    leaf('cbc:ActualDeliveryDate', deliveryDate),
    isThere ? element('cac:DeliveryLocation', addressElement('cac:Address', address)) : undefined,
  )
}

/**
 * The means of payment: between Danes in kroner the payment slip +71 of a company that has a creditor number (DK-R-010,
 * DK-R-011); else the account for base currency, else the IBAN. A document has one payment id, so one of them alone.
 * For a paid invoice, how it was paid.
 */
function paymentMeans(invoice: PrintedInvoice, buyerCountry: string): Xml | undefined {
  const { invoiceNumber, termType, currency, baseCurrency, seller } = invoice
  const of = (code: number, id: string | number, ...more: (Xml | undefined)[]): Xml | undefined =>
    element('cac:PaymentMeans', leaf('cbc:PaymentMeansCode', code), leaf('cbc:PaymentID', id), ...more)
  const means = (code: number, ...more: (Xml | undefined)[]): Xml | undefined =>
    of(code, invoiceNumber ?? DRAFT, ...more)
  if (termType === TERMS.cash) return means(MEANS.cash)
  if (termType === TERMS.creditCard) return means(MEANS.card)
  const { bankRegistration, bankAccount, iban, bic, creditorNumber } = seller
  if (creditorNumber && currency === 'DKK' && buyerCountry === 'DK' && invoiceNumber !== null) {
    const creditor = element('cac:PayeeFinancialAccount', leaf('cbc:ID', creditorNumber))
    return of(MEANS.slip, `71#${paymentIdOf(invoiceNumber)}`, creditor)
  }
  const account = (id: string, branch: string | null): Xml | undefined =>
    element(
      'cac:PayeeFinancialAccount',
      leaf('cbc:ID', id),
      element('cac:FinancialInstitutionBranch', leaf('cbc:ID', branch)),
    )
  const hasAccount = bankRegistration !== null && bankAccount !== null
  if (hasAccount && (currency === baseCurrency || iban === null)) {
    return means(MEANS.account, account(bankAccount, bankRegistration))
  }
  return iban === null ? undefined : means(MEANS.iban, account(iban, bic))
}

/** VAT by category and rate, and the totals. */
function totals({ invoice, lines, money }: Subject, isCredit: boolean): (Xml | undefined)[] {
  const signed = (amount: string): bigint => centsOf(amount) * (isCredit ? -1n : 1n)
  const groups = new Map<string, { category: VatCategory; net: bigint; vat: bigint }>()
  for (const { category, net, vat } of lines) {
    const key = `${category.code} ${category.rate}`
    const group = groups.get(key) ?? { category, net: 0n, vat: 0n }
    groups.set(key, { category: group.category, net: group.net + net, vat: group.vat + vat })
  }
  const parts = [...groups.values()].map(({ category, net, vat }) =>
    element(
      'cac:TaxSubtotal',
      money('cbc:TaxableAmount', net),
      money('cbc:TaxAmount', vat),
      categoryElement('cac:TaxCategory', category, true),
    ),
  )
  const [gross, vat] = [signed(invoice.amount), signed(invoice.vatAmount)]
  const isPaid = invoice.termType === TERMS.cash || invoice.termType === TERMS.creditCard
  const inBase = leaf(
    'cbc:TaxAmount',
    centsToText(signed(invoice.vatInBase)),
    attribute('currencyID', invoice.baseCurrency),
  )
  return [
    element('cac:TaxTotal', money('cbc:TaxAmount', vat), ...parts),
    invoice.currency === invoice.baseCurrency ? undefined : element('cac:TaxTotal', inBase),
    element(
      'cac:LegalMonetaryTotal',
      money('cbc:LineExtensionAmount', gross - vat),
      money('cbc:TaxExclusiveAmount', gross - vat),
      money('cbc:TaxInclusiveAmount', gross),
      isPaid ? money('cbc:PrepaidAmount', gross) : undefined,
      money('cbc:PayableAmount', isPaid ? 0n : gross),
    ),
  ]
}

const categoryElement = (name: string, { code, rate, reason }: VatCategory, withReason: boolean): Xml | undefined =>
  element(
    name,
    leaf('cbc:ID', code),
    leaf('cbc:Percent', rate),
    withReason ? leaf('cbc:TaxExemptionReasonCode', reason?.code) : undefined,
    withReason ? leaf('cbc:TaxExemptionReason', reason?.text) : undefined,
    element('cac:TaxScheme', leaf('cbc:ID', 'VAT')),
  )

function lineElement({ kind, money }: Subject, line: SoldLine, place: number): Xml | undefined {
  const { note, quantity, unit, net, period, adjustment, name, description, productNumber, gtin, category } = line
  const { price, priceFor } = line
  const ofUnit = attribute('unitCode', unit)
  const currency = money('cbc:PriceAmount', 0n)!.match(/ currencyID="[^"]*"/)![0]
  const adjusted =
    adjustment &&
    element(
      'cac:AllowanceCharge',
      leaf('cbc:ChargeIndicator', String(adjustment.isCharge)),
      leaf('cbc:AllowanceChargeReason', 'Discount'),
      leaf('cbc:MultiplierFactorNumeric', adjustment.percent),
      money('cbc:Amount', adjustment.amount),
      adjustment.base === undefined ? undefined : money('cbc:BaseAmount', adjustment.base),
    )
  return element(
    `cac:${kind.line}`,
    leaf('cbc:ID', place),
    leaf('cbc:Note', note),
    leaf(`cbc:${kind.quantity}`, quantity, ofUnit),
    money('cbc:LineExtensionAmount', net),
    element('cac:InvoicePeriod', leaf('cbc:StartDate', period?.start), leaf('cbc:EndDate', period?.end)),
    adjusted,
    element(
      'cac:Item',
      leaf('cbc:Description', description),
      leaf('cbc:Name', name),
      element('cac:SellersItemIdentification', leaf('cbc:ID', productNumber)),
      element('cac:StandardItemIdentification', leaf('cbc:ID', gtin, attribute('schemeID', GTIN_SCHEME))),
      categoryElement('cac:ClassifiedTaxCategory', category, false),
    ),
    element('cac:Price', leaf('cbc:PriceAmount', price, currency), leaf('cbc:BaseQuantity', priceFor, ofUnit)),
  )
}
