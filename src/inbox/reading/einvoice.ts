/** A party of an e-invoice. */
export interface ReadParty {
  /** Its registered name. */
  name: string
  tradingName: string | null
  vatNumber: string | null
  legalId: string | null
  endpoint: { scheme: string | null; id: string } | null
  ids: { scheme: string | null; id: string }[]
  /** Its lines, one below the other. */
  address: string | null
  postalCode: string | null
  city: string | null
  country: string | null
  contact: string | null
  email: string | null
  phone: string | null
}

/** What is taken off or added, of a line or of the document. Amounts are decimal text with two decimals. */
export interface ReadAdjustment {
  isCharge: boolean
  amount: string
  reason: string | null
}

/** The VAT category (UNCL 5305) and rate of something; NULL: there is no rate. */
export interface ReadVat {
  category: string
  rate: string | null
}

/** A line. Amounts of a credit note are those that it credits. */
export interface ReadInvoiceLine extends ReadVat {
  id: string
  name: string
  description: string | null
  quantity: string | null
  unit: string | null
  price: string | null
  /** The price is for this many. */
  priceFor: string | null
  net: string
  /** What the buyer asked to post it on. */
  accountingCost: string | null
  adjustments: ReadAdjustment[]
}

/** The sums of a document. */
export interface ReadTotals {
  lines: string
  allowances: string
  charges: string
  net: string
  vat: string
  gross: string
  prepaid: string
  rounding: string
  payable: string
}

/** An e-invoice or credit note as it was read. */
export interface EInvoice {
  customization: string | null
  isCreditNote: boolean
  typeCode: string | null
  number: string
  date: string
  dueDate: string | null
  currency: string
  /** The currency that VAT is accounted in, and the VAT in it. */
  taxCurrency: string | null
  taxInTaxCurrency: string | null
  note: string | null
  buyerReference: string | null
  orderReference: string | null
  accountingCost: string | null
  /** The invoices that it corrects. */
  precedingInvoices: string[]
  seller: ReadParty
  buyer: ReadParty
  terms: string | null
  payments: { meansCode: string | null; paymentId: string | null; account: string | null; bic: string | null }[]
  lines: ReadInvoiceLine[]
  adjustments: (ReadAdjustment & ReadVat)[]
  vat: (ReadVat & { taxable: string; tax: string; reason: string | null })[]
  totals: ReadTotals
  /** Files that are elsewhere: nobody fetches them. */
  external: { description: string | null; uri: string }[]
}

/** A file inside an e-invoice. */
export interface EmbeddedFile {
  name: string
  mimeType: string | null
  bytes: Uint8Array
}
