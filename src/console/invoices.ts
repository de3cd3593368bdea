import { PATHS } from './books.ts'
import { escaped, meant } from './filter.ts'
import { typedDay } from './drafts.ts'
import { type Amount, type Format, typedDecimal } from './money.ts'

/** An invoice as lists have it; a draft has no `invoiceNumber`, a booked one no `draftInvoiceNumber`. */
export interface Invoice {
  number: number
  invoiceNumber?: number
  draftInvoiceNumber?: number
  customerNumber: number
  customerName: string | null
  date: string
  dueDate: string | null
  currencyCode: string
  amount: Amount
  amountInBaseCurrency: Amount
  vatAmount: Amount
  objectVersion: string
}

/** A draft invoice with its head. */
export interface DraftInvoice extends Invoice {
  draftInvoiceNumber: number
  lastUpdated: string
  layoutNumber: number
  termOfPaymentNumber: number
  vatZoneNumber: number
  isVatIncluded?: boolean
  heading: string | null
  textLine1: string | null
  textLine2: string | null
  otherReference: string | null
  yourReferenceNumber: number | null
  ourReferenceNumber: number | null
  projectNumber: number | null
  /** How e-invoices address the customer: 1 EAN, 2 CVR, 3 P-number, 4 Peppol. */
  nemHandelReceiverType: number | null
  debtorEan: string | null
  cvr: string | null
  pNr: string | null
}

/** What a draft comes to, beside its amount and VAT. */
export interface DraftSums {
  netAmount: Amount
  /** Of all lines; null: they have several, or none. */
  vatRate: Amount | null
  marginInBaseCurrency: Amount | null
  marginPercentage: Amount | null
}

/** A line of a draft: a product, or a text. */
export interface InvoiceLine {
  documentId: number
  number: number
  userInterfaceNumber: number
  productNumber: string | null
  description: string | null
  quantity: Amount | null
  unitNumber: number | null
  unitNetPrice: Amount | null
  discountPercentage: Amount | null
  marginInBaseCurrency: Amount | null
  marginPercentage: Amount | null
  totalNetAmount: Amount | null
  objectVersion: string
}

/** A customer as the API of customers has it. */
export interface Buyer {
  customerNumber: number
  name: string
  zone: number
  currency: string | null
  paymentTermId: number
  layoutGroup: number | null
  address1: string | null
  postCode: string | null
  city: string | null
  country: string | null
  cvrNo: string | null
  pnr: string | null
  eanLocationNumber: string | null
  nemHandelReceiverType: number | null
}

/** What a new line is begun from. */
export interface Product {
  productNumber: string
  name: string
  salesPrice: Amount | null
  unitId: number | null
  isAccessible?: boolean
}

/** A posting that a booking would make. */
export interface Posting {
  accountNumber: number
  currency: string
  amount: Amount
  amountInBaseCurrency: Amount
}

/** What is typed in a line, as texts. */
export interface TypedLine {
  productNumber: string
  description: string
  quantity: string
  unitNetPrice: string
  discountPercentage: string
}

/** What is typed in the head of a draft, as texts. */
export interface TypedHead {
  date: string
  dueDate: string
  termOfPaymentNumber: string
  currencyCode: string
  layoutNumber: string
  vatZoneNumber: string
  yourReferenceNumber: string
  ourReferenceNumber: string
  projectNumber: string
  nemHandelReceiverType: string
  otherReference: string
  heading: string
  textLine1: string
  textLine2: string
}

const DRAFTS = `${PATHS.sales}/invoices/drafts`

const asked = (text: string): string => encodeURIComponent(escaped(text))

/** The paths of invoices. */
export const invoicePaths = {
  drafts: `${PATHS.daybook}/draft-invoices`,
  /** The newest hundred. */
  booked: `${PATHS.daybook}/booked-invoices/paged?sort=-number&pageSize=100`,
  create: DRAFTS,
  draft: (number: number) => `${DRAFTS}/${number}`,
  /** A draft with what it comes to. */
  sums: (number: number) => `${PATHS.daybook}/draft-invoices/${number}`,
  lines: (number: number) => `${DRAFTS}/${number}/lines`,
  line: (number: number, line: number) => `${DRAFTS}/${number}/lines/${line}`,
  file: (number: number, kind: 'pdf' | 'ubl') => `${PATHS.daybook}/draft-invoices/${number}/${kind}`,
  book: (number: number) => `${PATHS.daybook}/draft-invoices/${number}/book`,
  sent: (number: number) => `${PATHS.daybook}/invoices/by-number/${number}`,
  customer: (number: number) => `/customersapi/v3.1.0/Customers/${number}`,
  contacts: (customer: number) => `/customersapi/v3.1.0/Contacts?filter=customerNumber$eq:${customer}`,
  customersMeant: (text: string) => meant(`${PATHS.daybook}/customers/paged`, text),
  productsMeant: (text: string) =>
    `/productsapi/v2.0.0/productspaged/paged?pageSize=8&filter=name$like:${asked(text)}$or:productNumber$like:${asked(text)}`,
  terms: `${PATHS.daybook}/payment-terms`,
  layouts: `${PATHS.daybook}/layouts`,
  zones: `${PATHS.daybook}/vat-zones`,
  units: `${PATHS.daybook}/units`,
  employees: `${PATHS.daybook}/employees`,
  projects: (customer: number) => `${PATHS.daybook}/projects?filter=customerNumber$eq:${customer}`,
  statement: (customer: number, from: string, to: string) =>
    `${PATHS.daybook}/statements/customers/${customer}?from=${from}&to=${to}`,
} as const

/** What a draft takes from its customer. */
export const ofBuyer = (buyer: Buyer, baseCurrency: string) => ({
  customerNumber: buyer.customerNumber,
  customerName: buyer.name,
  currencyCode: buyer.currency ?? baseCurrency,
  layoutNumber: buyer.layoutGroup ?? 1,
  termOfPaymentNumber: buyer.paymentTermId,
  vatZoneNumber: buyer.zone,
  customerAddress: buyer.address1,
  customerPostalCode: buyer.postCode,
  customerCity: buyer.city,
  customerCountry: buyer.country,
  cvr: buyer.cvrNo,
  pNr: buyer.pnr,
  debtorEan: buyer.eanLocationNumber,
  nemHandelReceiverType: buyer.nemHandelReceiverType,
})

/** What goes with another customer: these are of the one before. */
export const OF_CUSTOMER_BEFORE = { yourReferenceNumber: null, attentionNumber: null, deliveryLocationNumber: null }

const textOf = (value: string | number | null | undefined): string => String(value ?? '')

/** The head of a draft as it is typed. */
export const typedHead = (draft: DraftInvoice, day: (iso: string | null) => string): TypedHead => ({
  date: day(draft.date),
  dueDate: day(draft.dueDate),
  termOfPaymentNumber: textOf(draft.termOfPaymentNumber),
  currencyCode: draft.currencyCode,
  layoutNumber: textOf(draft.layoutNumber),
  vatZoneNumber: textOf(draft.vatZoneNumber),
  yourReferenceNumber: textOf(draft.yourReferenceNumber),
  ourReferenceNumber: textOf(draft.ourReferenceNumber),
  projectNumber: textOf(draft.projectNumber),
  nemHandelReceiverType: textOf(draft.nemHandelReceiverType),
  otherReference: textOf(draft.otherReference),
  heading: textOf(draft.heading),
  textLine1: textOf(draft.textLine1),
  textLine2: textOf(draft.textLine2),
})

const wordOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
const numberOrNull = (text: string): number | null => (text === '' ? null : Number(text))

/** What was typed in the head, as the API takes it: what differs from what is there. */
export function headChanges(typed: TypedHead, saved: TypedHead, now: string): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(ownOf(typed, saved))) {
    if (name === 'date' || name === 'dueDate') changes[name] = typedDay(text, now)
    else if (/(Number|Type)$/.test(name)) changes[name] = numberOrNull(text)
    else changes[name] = wordOrNull(text)
  }
  // The rate of another currency, or of another day, is the service's to say.
  if ('currencyCode' in changes || 'date' in changes) changes.exchangeRate = null
  return changes
}

/** A line as it is typed. */
export const typedLine = (line: InvoiceLine, write: (decimal: Amount, least: number) => string): TypedLine => ({
  productNumber: line.productNumber ?? '',
  description: line.description ?? '',
  quantity: line.quantity === null ? '' : write(line.quantity, 0),
  unitNetPrice: line.unitNetPrice === null ? '' : write(line.unitNetPrice, 2),
  discountPercentage: line.discountPercentage === null ? '' : write(line.discountPercentage, 0),
})

/** What is typed of a head or a line otherwise than it was saved. */
export const ownOf = <T extends TypedHead | TypedLine>(typed: T, saved: T): Partial<T> => {
  const names = Object.keys(typed) as (keyof T)[]
  return Object.fromEntries(
    names.filter((name) => typed[name] !== saved[name]).map((name) => [name, typed[name]]),
  ) as Partial<T>
}

/** A line that nothing is typed in. */
export const EMPTY_LINE: TypedLine = {
  productNumber: '',
  description: '',
  quantity: '',
  unitNetPrice: '',
  discountPercentage: '',
}

/** Whether nothing is typed in a line. */
export const isEmptyLine = (typed: TypedLine): boolean => Object.values(typed).every((text) => text.trim() === '')

/** A line of a draft as the API takes it. A decimal that is none goes as it is: the API says what is wrong. */
export function lineBody(typed: TypedLine, format: Format): Record<string, unknown> {
  const decimal = (text: string): string | null => (text.trim() === '' ? null : (typedDecimal(text, format) ?? text))
  return {
    productNumber: wordOrNull(typed.productNumber),
    description: wordOrNull(typed.description),
    quantity: decimal(typed.quantity),
    unitNetPrice: decimal(typed.unitNetPrice),
    discountPercentage: decimal(typed.discountPercentage),
  }
}

/** The property that a fault is about, without the list it stands in. */
export const propertyOf = (property: string | undefined): string => property?.replace(/^.*[.\]]/, '') ?? ''
