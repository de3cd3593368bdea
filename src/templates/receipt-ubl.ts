import type { EInvoice, ReadParty } from '../inbox/reading/einvoice.ts'
import { centsToText } from '../ledger/money.ts'
import type { DataRow } from './data.ts'
import type { Receipt, ReceiptLine } from './receipt.ts'

const xml = (text: string | null | undefined): string =>
  (text ?? '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The UBL of a supplier's invoice at home (Peppol BIS 3). */
export function ublOf(receipt: Receipt): string {
  const { seller, buyer } = receipt
  const [net, tax, total] = [receipt.net, receipt.tax, receipt.total].map(centsToText)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
  <cbc:ID>${receipt.invoice}</cbc:ID>
  <cbc:IssueDate>${receipt.date}</cbc:IssueDate>
  <cbc:DueDate>${receipt.dueDate}</cbc:DueDate>
  <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
  <cbc:DocumentCurrencyCode>DKK</cbc:DocumentCurrencyCode>
  <cbc:BuyerReference>Freja Lindholm</cbc:BuyerReference>
  <cac:AccountingSupplierParty><cac:Party>
    <cbc:EndpointID schemeID="0184">${seller.corporate_identification_number}</cbc:EndpointID>
    <cac:PartyName><cbc:Name>${xml(seller.name)}</cbc:Name></cac:PartyName>
    <cac:PostalAddress><cbc:StreetName>${xml(seller.address)}</cbc:StreetName><cbc:CityName>${xml(seller.city)}</cbc:CityName><cbc:PostalZone>${seller.postal_code}</cbc:PostalZone><cac:Country><cbc:IdentificationCode>DK</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>DK${seller.corporate_identification_number}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>${xml(seller.name)}</cbc:RegistrationName><cbc:CompanyID schemeID="0184">${seller.corporate_identification_number}</cbc:CompanyID></cac:PartyLegalEntity>
    <cac:Contact><cbc:Name>Bogholderiet</cbc:Name><cbc:Telephone>${seller.phone}</cbc:Telephone><cbc:ElectronicMail>${seller.email}</cbc:ElectronicMail></cac:Contact>
  </cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party>
    <cbc:EndpointID schemeID="0184">${buyer.corporate_identification_number}</cbc:EndpointID>
    <cac:PostalAddress><cbc:StreetName>${xml(buyer.address)}</cbc:StreetName><cbc:CityName>${xml(buyer.city)}</cbc:CityName><cbc:PostalZone>${buyer.postal_code}</cbc:PostalZone><cac:Country><cbc:IdentificationCode>DK</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
    <cac:PartyTaxScheme><cbc:CompanyID>DK${buyer.corporate_identification_number}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
    <cac:PartyLegalEntity><cbc:RegistrationName>${xml(buyer.name)}</cbc:RegistrationName><cbc:CompanyID schemeID="0184">${buyer.corporate_identification_number}</cbc:CompanyID></cac:PartyLegalEntity>
  </cac:Party></cac:AccountingCustomerParty>
  <cac:PaymentMeans>
    <cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>
    <cbc:PaymentID>${receipt.invoice}</cbc:PaymentID>
    <cac:PayeeFinancialAccount><cbc:ID>${seller.bank_account}</cbc:ID></cac:PayeeFinancialAccount>
  </cac:PaymentMeans>
  <cac:TaxTotal>
    <cbc:TaxAmount currencyID="DKK">${tax}</cbc:TaxAmount>
    <cac:TaxSubtotal><cbc:TaxableAmount currencyID="DKK">${net}</cbc:TaxableAmount><cbc:TaxAmount currencyID="DKK">${tax}</cbc:TaxAmount><cac:TaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>25</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="DKK">${net}</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="DKK">${net}</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="DKK">${total}</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="DKK">${total}</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
${receipt.lines.map(lineOf).join('\n')}
</Invoice>
`
}

const lineOf = ({ item, quantity, price, amount }: ReceiptLine, at: number): string =>
  `  <cac:InvoiceLine><cbc:ID>${at + 1}</cbc:ID><cbc:InvoicedQuantity unitCode="EA">${quantity}</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="DKK">${centsToText(amount)}</cbc:LineExtensionAmount><cac:Item><cbc:Name>${xml(item)}</cbc:Name><cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>25</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:ClassifiedTaxCategory></cac:Item><cac:Price><cbc:PriceAmount currencyID="DKK">${centsToText(price)}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`

const partyOf = (row: DataRow, more: Partial<ReadParty>): ReadParty => ({
  name: row.name!,
  tradingName: null,
  vatNumber: row.vat_number!,
  legalId: row.corporate_identification_number!,
  endpoint: { scheme: '0184', id: row.corporate_identification_number! },
  ids: [],
  address: row.address!,
  postalCode: row.postal_code!,
  city: row.city!,
  country: 'DK',
  contact: null,
  email: null,
  phone: null,
  ...more,
})

/** What is read of that UBL. */
export function eInvoiceOf(receipt: Receipt): EInvoice {
  const { seller, buyer } = receipt
  const [net, tax, gross] = [receipt.net, receipt.tax, receipt.total].map(centsToText) as [string, string, string]
  const zero = '0.00'
  return {
    customization: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    isCreditNote: false,
    typeCode: '380',
    number: receipt.invoice,
    date: receipt.date,
    dueDate: receipt.dueDate,
    currency: 'DKK',
    taxCurrency: null,
    taxInTaxCurrency: null,
    note: null,
    buyerReference: 'Freja Lindholm',
    orderReference: null,
    accountingCost: null,
    precedingInvoices: [],
    seller: partyOf(seller, {
      tradingName: seller.name!,
      contact: 'Bogholderiet',
      email: seller.email!,
      phone: seller.phone!,
    }),
    buyer: partyOf(buyer, {}),
    terms: null,
    payments: [{ meansCode: '30', paymentId: receipt.invoice, account: seller.bank_account!, bic: null }],
    lines: receipt.lines.map(({ item, quantity, price, amount }, at) => ({
      id: String(at + 1),
      name: item,
      description: null,
      quantity: String(quantity),
      unit: 'EA',
      price: centsToText(price).replace(/\.?0+$/, ''),
      priceFor: null,
      net: centsToText(amount),
      accountingCost: null,
      adjustments: [],
      category: 'S',
      rate: '25',
    })),
    adjustments: [],
    vat: [{ category: 'S', rate: '25', taxable: net, tax, reason: null }],
    totals: {
      lines: net,
      allowances: zero,
      charges: zero,
      net,
      vat: tax,
      gross,
      prepaid: zero,
      rounding: zero,
      payable: gross,
    },
    external: [],
  }
}
