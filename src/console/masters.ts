import { PATHS } from './books.ts'
import { type Format, typedDecimal } from './money.ts'

/** The company as it stands on its invoices. */
export interface CompanyRecord {
  name: string
  address: string | null
  postalCode: string | null
  city: string | null
  country: string
  corporateIdentificationNumber: string | null
  vatNumber: string | null
  email: string | null
  phone: string | null
  bankRegistrationNumber: string | null
  bankAccountNumber: string | null
  iban: string | null
  bic: string | null
  objectVersion: string
}

/** The paths of master data that the console writes. */
export const masterPaths = {
  customers: '/customersapi/v3.1.0/Customers',
  lastCustomer: `${PATHS.daybook}/customers/paged?sort=-number&pageSize=1`,
  suppliers: `${PATHS.daybook}/suppliers`,
  lastSupplier: `${PATHS.daybook}/suppliers/paged?sort=-number&pageSize=1`,
  supplierGroups: '/suppliersapi/v2.0.0/Groups',
  customerGroups: `${PATHS.daybook}/customer-groups`,
  products: '/productsapi/v2.0.0/products',
  productGroups: '/productsapi/v2.0.0/productgroups',
  setup: `${PATHS.daybook}/sales-setup`,
  vatCodes: `${PATHS.daybook}/vat-codes`,
  people: `${PATHS.daybook}/people`,
  sessions: `${PATHS.daybook}/console-sessions`,
  passkeys: `${PATHS.daybook}/console-passkeys`,
  bookedEntries: `${PATHS.daybook}/booked-entries/count`,
} as const

/** Texts as the API takes them: what is empty is null, which clears. */
export const textsOf = (typed: Readonly<Record<string, string>>): Record<string, string | null> =>
  Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, text.trim() === '' ? null : text.trim()]))

/** A record's properties as they are typed. */
export const typedOf = (record: object): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, String(value ?? '')]))

/** A new customer as the API takes it; its zone follows from its group where the template has both alike. */
export const customerBody = (typed: Readonly<Record<string, string>>): Record<string, unknown> => ({
  ...textsOf(typed),
  customerNumber: Number(typed.customerNumber),
  customerGroupNumber: Number(typed.customerGroupNumber),
  zone: Number(typed.zone),
  paymentTermId: Number(typed.paymentTermId),
  access: true,
})

/** A new supplier as the API takes it. */
export const supplierBody = (typed: Readonly<Record<string, string>>): Record<string, unknown> => ({
  ...textsOf(typed),
  number: Number(typed.number),
  groupNumber: Number(typed.groupNumber),
})

/** A new product as the API takes it. */
export const productBody = (typed: Readonly<Record<string, string>>, format: Format): Record<string, unknown> => ({
  ...textsOf(typed),
  productGroupId: Number(typed.productGroupId),
  unitId: typed.unitId === '' ? null : Number(typed.unitId),
  salesPrice: typed.salesPrice?.trim() ? (typedDecimal(typed.salesPrice, format) ?? typed.salesPrice) : null,
  isAccessible: true,
})
