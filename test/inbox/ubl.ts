/** What a test says of an e-invoice; everything else is a plain invoice of a Danish supplier. */
export interface Told {
  root?: 'Invoice' | 'CreditNote'
  customization?: string
  number?: string
  date?: string
  due?: string
  currency?: string
  seller?: Partial<Record<'name' | 'vat' | 'cvr' | 'endpoint' | 'scheme' | 'gln' | 'country', string>>
  lines?: {
    id?: string
    name?: string
    net: string
    category?: string
    rate?: string
    quantity?: string
    price?: string
  }[]
  adjustments?: { isCharge: boolean; amount: string; category?: string; rate?: string }[]
  /** Of each category: taxable and tax. */
  vat?: { category?: string; rate?: string; taxable: string; tax: string }[]
  totals?: Partial<Record<(typeof TOTALS)[number], string>>
  paymentId?: string
  files?: { name: string; type: string; bytes: Buffer }[]
  external?: string
  /** What stands before the root. */
  prolog?: string
}

const TOTALS = [
  'LineExtensionAmount',
  'TaxExclusiveAmount',
  'TaxInclusiveAmount',
  'AllowanceTotalAmount',
  'ChargeTotalAmount',
  'PrepaidAmount',
  'PayableRoundingAmount',
  'PayableAmount',
] as const

export const PEPPOL = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:'

const rateElement = (rate: string | undefined): string =>
  rate === undefined ? '' : `<cbc:Percent>${rate}</cbc:Percent>`
const scheme = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>'
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const inCents = (text: string): number => Math.round(Number(text) * 100)
const inKroner = (cents: number): string => (cents / 100).toFixed(2)

type Vat = NonNullable<Told['vat']>[number]

const categoryOf = (of: { category?: string; rate?: string }): [string, string | undefined] => [
  of.category ?? 'S',
  of.rate ?? ((of.category ?? 'S') === 'S' ? '25' : of.category === 'O' ? undefined : '0'),
]
const sum = (cents: number[]): number => cents.reduce((a, b) => a + b, 0)

/** The VAT and the sums that follow from the lines, but for those that are told. */
function sumsOf(told: Told): { vat: Vat[]; tax: number; totals: Record<string, string | undefined> } {
  const { lines = [{ net: '1000.00' }], adjustments = [] } = told
  const groups = new Map<string, { category: string; rate: string | undefined; cents: number }>()
  const add = (of: { category?: string; rate?: string }, cents: number): void => {
    const [category, rate] = categoryOf(of)
    const known = groups.get(`${category} ${rate}`)
    groups.set(`${category} ${rate}`, { category, rate, cents: (known?.cents ?? 0) + cents })
  }
  for (const line of lines) add(line, inCents(line.net))
  for (const one of adjustments) add(one, inCents(one.amount) * (one.isCharge ? 1 : -1))
  const vat =
    told.vat ??
    [...groups.values()].map(({ category, rate, cents }) => ({
      category,
      ...(rate !== undefined && { rate }),
      taxable: inKroner(cents),
      tax: inKroner(Math.round((cents * Number(rate ?? 0)) / 100)),
    }))
  const [ofLines, tax] = [sum(lines.map(({ net }) => inCents(net))), sum(vat.map((one) => inCents(one.tax)))]
  const ofAll = (isCharge: boolean): number =>
    sum(adjustments.filter((one) => one.isCharge === isCharge).map(({ amount }) => inCents(amount)))
  const net = ofLines - ofAll(false) + ofAll(true)
  const paid = inCents(told.totals?.PrepaidAmount ?? '0')
  const rounded = inCents(told.totals?.PayableRoundingAmount ?? '0')
  const totals = {
    LineExtensionAmount: inKroner(ofLines),
    TaxExclusiveAmount: inKroner(net),
    TaxInclusiveAmount: inKroner(net + tax),
    AllowanceTotalAmount: inKroner(ofAll(false)),
    ChargeTotalAmount: inKroner(ofAll(true)),
    PayableAmount: inKroner(net + tax - paid + rounded),
    ...told.totals,
  }
  return { vat, tax, totals }
}

/** An e-invoice as Peppol BIS Billing 3 has it. Sums that are not told follow from its lines. */
export function ubl(told: Told = {}): Buffer {
  const { root = 'Invoice', currency = 'DKK', seller = {}, lines = [{ net: '1000.00' }], adjustments = [] } = told
  const isCredit = root === 'CreditNote'
  const { vat, tax, totals } = sumsOf(told)
  const money = (name: string, amount: string): string =>
    `<cbc:${name} currencyID="${currency}">${amount}</cbc:${name}>`
  const { name = 'Kontorhuset ApS', vat: vatNumber = 'DK10101010', cvr = '10101010', country = 'DK' } = seller
  const line = root === 'Invoice' ? 'InvoiceLine' : 'CreditNoteLine'
  const quantity = isCredit ? 'CreditedQuantity' : 'InvoicedQuantity'
  const taxCategory = (element: string, of: { category?: string; rate?: string }): string => {
    const [code, rate] = categoryOf(of)
    return `<cac:${element}><cbc:ID>${code}</cbc:ID>${rateElement(rate)}${scheme}</cac:${element}>`
  }
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${told.prolog ?? ''}
<${root} xmlns="${UBL}${root}-2" xmlns:cac="${UBL}CommonAggregateComponents-2" xmlns:cbc="${UBL}CommonBasicComponents-2">
<cbc:CustomizationID>${told.customization ?? PEPPOL}</cbc:CustomizationID>
<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
<cbc:ID>${escaped(told.number ?? '7001')}</cbc:ID><cbc:IssueDate>${told.date ?? '2026-03-10'}</cbc:IssueDate>
${isCredit ? '' : `<cbc:DueDate>${told.due ?? '2026-04-09'}</cbc:DueDate>`}
<cbc:${root}TypeCode>${isCredit ? 381 : 380}</cbc:${root}TypeCode>
<cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode><cbc:BuyerReference>Indkøb</cbc:BuyerReference>
${(told.files ?? [])
  .map(
    (
      file,
    ) => `<cac:AdditionalDocumentReference><cbc:ID>${file.name}</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject
 mimeCode="${file.type}" filename="${file.name}">${file.bytes.toString('base64')}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`,
  )
  .join('')}
${told.external === undefined ? '' : `<cac:AdditionalDocumentReference><cbc:ID>x</cbc:ID><cac:Attachment><cac:ExternalReference><cbc:URI>${told.external}</cbc:URI></cac:ExternalReference></cac:Attachment></cac:AdditionalDocumentReference>`}
<cac:AccountingSupplierParty><cac:Party>
${seller.endpoint === undefined ? '' : `<cbc:EndpointID schemeID="${seller.scheme ?? '0088'}">${seller.endpoint}</cbc:EndpointID>`}
${seller.gln === undefined ? '' : `<cac:PartyIdentification><cbc:ID schemeID="0088">${seller.gln}</cbc:ID></cac:PartyIdentification>`}
<cac:PostalAddress><cbc:StreetName>Nygade 3</cbc:StreetName><cbc:CityName>Aarhus C</cbc:CityName><cbc:PostalZone>8000</cbc:PostalZone>
<cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
${vatNumber === '' ? '' : `<cac:PartyTaxScheme><cbc:CompanyID>${vatNumber}</cbc:CompanyID>${scheme}</cac:PartyTaxScheme>`}
<cac:PartyLegalEntity>${name === '' ? '' : `<cbc:RegistrationName>${escaped(name)}</cbc:RegistrationName>`}
${cvr === '' ? '' : `<cbc:CompanyID schemeID="0184">${cvr}</cbc:CompanyID>`}</cac:PartyLegalEntity>
</cac:Party></cac:AccountingSupplierParty>
<cac:AccountingCustomerParty><cac:Party><cac:PartyLegalEntity><cbc:RegistrationName>Os ApS</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingCustomerParty>
<cac:PaymentMeans><cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>${told.paymentId === undefined ? '' : `<cbc:PaymentID>${told.paymentId}</cbc:PaymentID>`}</cac:PaymentMeans>
${adjustments.map((one) => `<cac:AllowanceCharge><cbc:ChargeIndicator>${one.isCharge}</cbc:ChargeIndicator>${money('Amount', one.amount)}${taxCategory('TaxCategory', one)}</cac:AllowanceCharge>`).join('\n')}
<cac:TaxTotal>${money('TaxAmount', inKroner(tax))}${vat
    .map(
      (one) =>
        `<cac:TaxSubtotal>${money('TaxableAmount', one.taxable)}${money('TaxAmount', one.tax)}${taxCategory('TaxCategory', one)}</cac:TaxSubtotal>`,
    )
    .join('\n')}</cac:TaxTotal>
<cac:LegalMonetaryTotal>${TOTALS.flatMap((total) => (totals[total] === undefined ? [] : money(total, totals[total]!))).join('')}</cac:LegalMonetaryTotal>
${lines
  .map(
    (
      one,
      at,
    ) => `<cac:${line}><cbc:ID>${one.id ?? at + 1}</cbc:ID><cbc:${quantity} unitCode="C62">${one.quantity ?? '1'}</cbc:${quantity}>
${money('LineExtensionAmount', one.net)}<cac:Item><cbc:Name>${escaped(one.name ?? 'Papir')}</cbc:Name>${taxCategory('ClassifiedTaxCategory', one)}</cac:Item>
<cac:Price>${money('PriceAmount', one.price ?? one.net)}</cac:Price></cac:${line}>`,
  )
  .join('\n')}
</${root}>`)
}
