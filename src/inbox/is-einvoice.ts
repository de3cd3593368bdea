import { EINVOICE_LINES_MAX } from '../limits.ts'
import type { EInvoice } from './reading/einvoice.ts'

type Check = (value: unknown) => boolean

const text =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= most
const optional =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const matching =
  (form: RegExp): Check =>
  (value) =>
    typeof value === 'string' && form.test(value)
const listOf =
  (check: Check, most = 500): Check =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(check)
const objectOf =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(checks).every(([name, check]) => check((value as Record<string, unknown>)[name]))

const flag: Check = (value) => typeof value === 'boolean'
const money = matching(/^-?\d{1,16}\.\d\d$/)
const decimal = optional(matching(/^-?\d{1,15}(\.\d{1,12})?$/))
const day = matching(/^\d{4}-\d\d-\d\d$/)
const currency = matching(/^[A-Z]{3}$/)
const said = optional(text(1000))

const vat = { category: text(10), rate: decimal }
const adjustment = { isCharge: flag, amount: money, reason: said }
const identified = { scheme: optional(text(50)), id: text(100) }
const party = objectOf({
  name: text(255),
  tradingName: said,
  vatNumber: optional(text(50)),
  legalId: optional(text(50)),
  endpoint: optional(objectOf(identified)),
  ids: listOf(objectOf(identified)),
  address: said,
  postalCode: optional(text(30)),
  city: optional(text(50)),
  country: optional(text(2)),
  contact: said,
  email: said,
  phone: optional(text(50)),
})

const invoice = objectOf({
  customization: said,
  isCreditNote: flag,
  typeCode: said,
  number: text(100),
  date: day,
  dueDate: optional(day),
  currency,
  taxCurrency: optional(currency),
  taxInTaxCurrency: optional(money),
  note: said,
  buyerReference: said,
  orderReference: said,
  accountingCost: said,
  precedingInvoices: listOf(text(100)),
  seller: party,
  buyer: party,
  terms: said,
  payments: listOf(
    objectOf({ meansCode: said, paymentId: optional(text(100)), account: optional(text(100)), bic: said }),
  ),
  lines: listOf(
    objectOf({
      id: text(100),
      name: text(250),
      description: said,
      quantity: decimal,
      unit: optional(text(10)),
      price: decimal,
      priceFor: decimal,
      net: money,
      accountingCost: said,
      adjustments: listOf(objectOf(adjustment)),
      ...vat,
    }),
    EINVOICE_LINES_MAX,
  ),
  adjustments: listOf(objectOf({ ...adjustment, ...vat })),
  vat: listOf(objectOf({ ...vat, taxable: money, tax: money, reason: said })),
  totals: objectOf(
    Object.fromEntries(
      ['lines', 'allowances', 'charges', 'net', 'vat', 'gross', 'prepaid', 'rounding', 'payable'].map((name) => [
        name,
        money,
      ]),
    ),
  ),
  external: listOf(objectOf({ description: said, uri: text(1000) })),
})

/**
 * Whether a value is an e-invoice as it is read. What a parser tells is not believed before, nor what a backup brings:
 * the author of the file may have written it.
 */
export const isEInvoice = (value: unknown): value is EInvoice => invoice(value)
