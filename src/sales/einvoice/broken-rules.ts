import { ApiError } from '../../errors/catalogue.ts'
import { centsOf, centsToText, parseDecimal } from '../../ledger/money.ts'
import type { PrintedInvoice } from '../printed-invoice.ts'
import type { SoldLine } from './sold-line.ts'

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/**
 * Checks what a document says by the rules of EN 16931 and Peppol that data can break: a currency of one's own, texts
 * without a letter to print, sums.
 * @throws ApiError EInvoiceBreaksRule that names the rule and the property.
 */
export function checkRules(invoice: PrintedInvoice, lines: readonly SoldLine[]): void {
  checkCurrencies(invoice)
  checkTexts(invoice, lines)
  const sign = invoice.amount.startsWith('-') ? -1n : 1n
  const [gross, vat] = [centsOf(invoice.amount) * sign, centsOf(invoice.vatAmount) * sign]
  const sum = (of: 'net' | 'vat'): bigint => lines.reduce((total, line) => total + line[of], 0n)
  if (sum('net') !== gross - vat) breaks('BR-CO-10', 'amount', 'the lines do not sum to the net')
  if (sum('vat') !== vat) breaks('BR-CO-14', 'vatAmount', 'the VAT of the lines is not that of the document')
  for (const [at, line] of lines.entries()) checkLine(line, `lines[${at}]`)
  checkVat(lines)
}

const breaks = (rule: string, property: string, what: string): never => {
  throw new ApiError({ code: 'EInvoiceBreaksRule', property, message: `${rule}: ${property}: ${what}.` })
}

function checkCurrencies({ currency, baseCurrency }: PrintedInvoice): void {
  const check = (rule: string, property: string, code: string): void => {
    if (!CURRENCIES.has(code)) breaks(rule, property, `'${code}' is no currency of ISO 4217`)
  }
  check('BR-CL-04', 'currencyCode', currency)
  check('BR-CL-05', 'baseCurrency', baseCurrency)
}

/** Letters, digits and signs that XML keeps. */
const isPrinted = (text: string | null): boolean =>
  /[^\s\p{Cc}\p{Cs}\uFFFE\uFFFF\u202A-\u202E\u2066-\u2069]/u.test(text ?? '')

function checkTexts({ seller, buyer, dueDate, term, amount }: PrintedInvoice, lines: readonly SoldLine[]): void {
  if (!isPrinted(seller.name)) breaks('BR-06', 'company.name', 'nothing of it can be printed')
  if (!isPrinted(buyer.name)) breaks('BR-07', 'customerName', 'nothing of it can be printed')
  if (dueDate === null && !isPrinted(term) && /[1-9]/.test(amount) && !amount.startsWith('-')) {
    breaks('BR-CO-25', 'termOfPaymentNumber', 'it has neither a due date nor a name')
  }
  for (const [at, { name }] of lines.entries()) {
    if (!isPrinted(name)) breaks('BR-25', `lines[${at}].description`, 'nothing of it can be printed')
  }
}

/** What a line's net may differ by from quantity x price. */
const SLACK = 2n

function checkLine({ quantity, price, priceFor, adjustment, net, period }: SoldLine, property: string): void {
  if (price.startsWith('-')) breaks('BR-27', `${property}.unitNetPrice`, 'it is below zero')
  if (period && period.end < period.start) breaks('BR-30', `${property}.period`, 'it ends before it begins')
  const [many, each, by] = [quantity, price, priceFor ?? '1'].map(parseDecimal)
  if (by!.units === 0n) return breaks('PEPPOL-EN16931-R121', `${property}.quantity`, 'the price is for none')
  const added = adjustment === undefined ? 0n : adjustment.isCharge ? adjustment.amount : -adjustment.amount
  // All in cents, times the divisor of the price and the decimals of the three.
  const scale = 10n ** BigInt(many!.scale + each!.scale)
  const product = many!.units * each!.units * 100n * 10n ** BigInt(by!.scale)
  const off = product - (net - added) * by!.units * scale
  const slack = SLACK * (by!.units < 0n ? -by!.units : by!.units) * scale
  if (off > slack || off < -slack) {
    breaks('PEPPOL-EN16931-R120', property, `${centsToText(net)} is not quantity x price less the discount`)
  }
}

/** What the VAT of a rate may differ by from the rate of its net: less than one, in the currency. */
const VAT_SLACK = 100n

function checkVat(lines: readonly SoldLine[]): void {
  const groups = new Map<string, { net: bigint; vat: bigint; rate: string }>()
  for (const { category, net, vat } of lines) {
    const key = `${category.code} ${category.rate}`
    const group = groups.get(key) ?? { net: 0n, vat: 0n, rate: category.rate ?? '0' }
    groups.set(key, { ...group, net: group.net + net, vat: group.vat + vat })
  }
  for (const { net, vat, rate } of groups.values()) {
    const { units, scale } = parseDecimal(rate)
    const whole = 100n * 10n ** BigInt(scale)
    const off = net * units - vat * whole
    if (off >= VAT_SLACK * whole || off <= -VAT_SLACK * whole) {
      breaks('BR-CO-17', 'vatAmount', `${centsToText(vat)} is not ${rate} per cent of ${centsToText(net)}`)
    }
  }
}
