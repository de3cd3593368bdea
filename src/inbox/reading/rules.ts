import { absolute, centsOf, centsToText, parseDecimal, roundToCents } from '../../ledger/money.ts'
import type { EInvoice, ReadVat } from './einvoice.ts'

/** A rule of EN 16931 or Peppol that a document breaks, with the figures. */
export interface BrokenRule {
  rule: string
  message: string
}

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** The VAT categories of EN 16931 (UNCL 5305), and the letters of their rules. */
const CATEGORIES: Readonly<Record<string, string>> = {
  S: 'S',
  Z: 'Z',
  E: 'E',
  AE: 'AE',
  K: 'IC',
  G: 'G',
  O: 'O',
  L: 'AF',
  M: 'AG',
  B: 'B',
}
/** What a sum may be off by where the rules allow less than one, in cents. */
const LESS_THAN_ONE = 99n
/** What a line may differ by from quantity x price (PEPPOL-EN16931-R120), in cents. */
const LINE_SLACK = 2n

/**
 * The rules of calculation that a document breaks; none where it is right. Nothing that was wrong with it is in the
 * books then.
 */
export function brokenRules(invoice: EInvoice): BrokenRule[] {
  const broken: BrokenRule[] = []
  const holds = (rule: string, isKept: boolean, message: string): void => {
    if (!isKept) broken.push({ rule, message: `${rule}: ${message}` })
  }
  const { totals, lines, adjustments, vat } = invoice
  const cents = Object.fromEntries(Object.entries(totals).map(([name, text]) => [name, centsOf(text)])) as Record<
    keyof typeof totals,
    bigint
  >
  /** A total is what it follows from. */
  const sums = (rule: string, name: string, said: bigint, follows: bigint, from: string): void =>
    holds(rule, said === follows, `${name} is ${centsToText(said)}, and ${from} come to ${centsToText(follows)}.`)
  const sum = (amounts: readonly string[]): bigint => amounts.reduce((total, amount) => total + centsOf(amount), 0n)
  const of = (isCharge: boolean): string[] =>
    adjustments.filter((one) => one.isCharge === isCharge).map(({ amount }) => amount)
  holds('BR-CL-04', CURRENCIES.has(invoice.currency), `'${invoice.currency}' is no currency of ISO 4217.`)
  holds('BR-16', lines.length > 0, 'it has no line.')
  sums('BR-CO-10', 'LineExtensionAmount', cents.lines, sum(lines.map(({ net }) => net)), 'the lines')
  sums('BR-CO-11', 'AllowanceTotalAmount', cents.allowances, sum(of(false)), 'the allowances')
  sums('BR-CO-12', 'ChargeTotalAmount', cents.charges, sum(of(true)), 'the charges')
  const net = cents.lines - cents.allowances + cents.charges
  sums('BR-CO-13', 'TaxExclusiveAmount', cents.net, net, 'lines less allowances plus charges')
  sums('BR-CO-14', 'TaxAmount', cents.vat, sum(vat.map(({ tax }) => tax)), 'the amounts of its categories')
  sums('BR-CO-15', 'TaxInclusiveAmount', cents.gross, cents.net + cents.vat, 'net and VAT')
  const payable = cents.gross - cents.prepaid + cents.rounding
  sums('BR-CO-16', 'PayableAmount', cents.payable, payable, 'what it comes to less what is paid, rounded,')
  holds('BR-CO-18', vat.length > 0, 'it has no VAT category (TaxSubtotal).')
  categoriesOf(invoice, holds)
  if (invoice.customization?.includes('poacc:billing:3.0')) linesOf(invoice, holds)
  return broken
}

type Holds = (rule: string, isKept: boolean, message: string) => void

const named = ({ category, rate }: ReadVat): string => (rate === null ? category : `${category} at ${rate} %`)

/** A rate, so that 25 and 25.0 are the same; categories without one have none. */
const rateOf = ({ category, rate }: ReadVat): string => (category === 'S' ? (rate ?? '0') : '')

/** The VAT of each category: of what its lines come to, and by its rate. */
function categoriesOf({ vat, lines, adjustments }: EInvoice, holds: Holds): void {
  const known = new Set(vat.map((one) => `${one.category} ${rateOf(one)}`))
  for (const line of [...lines, ...adjustments]) {
    const rule = line.category === '' ? 'BR-CO-04' : `BR-${CATEGORIES[line.category] ?? 'CL-17'}-01`
    const what = 'id' in line ? `line '${line.id}'` : 'an allowance or charge'
    holds(
      rule,
      known.has(`${line.category} ${rateOf(line)}`),
      `${what} has the VAT category '${named(line)}', of which there is no sum.`,
    )
  }
  for (const group of vat) {
    const { category, rate } = group
    const of = (one: ReadVat): boolean => one.category === category && rateOf(one) === rateOf(group)
    const [taxable, tax] = [centsOf(group.taxable), centsOf(group.tax)]
    const sum =
      lines.filter(of).reduce((total, line) => total + centsOf(line.net), 0n) +
      adjustments.filter(of).reduce((total, one) => total + centsOf(one.amount) * (one.isCharge ? 1n : -1n), 0n)
    const slack = category === 'S' ? LESS_THAN_ONE : 0n
    holds(
      `BR-${CATEGORIES[category] ?? 'CL-17'}-08`,
      category in CATEGORIES && absolute(taxable - sum) <= slack,
      `TaxableAmount of ${named(group)} is ${centsToText(taxable)}, and its lines come to ${centsToText(sum)}.`,
    )
    const { units, scale } = parseDecimal(rate ?? '0')
    const byRate = roundToCents({ units: taxable * units, scale: scale + 4 })
    holds(
      'BR-CO-17',
      absolute(tax - byRate) <= (byRate === 0n ? 0n : LESS_THAN_ONE),
      `TaxAmount of ${named(group)} is ${centsToText(tax)}, and the rate of ${centsToText(taxable)} is ${centsToText(byRate)}.`,
    )
  }
}

/**
 * The net of each line is quantity x price, with what is taken off and added. Peppol demands it; EN 16931 alone does
 * not.
 */
function linesOf({ lines }: EInvoice, holds: Holds): void {
  for (const { id, quantity, price, priceFor, net, adjustments } of lines) {
    if (quantity === null || price === null) continue
    const [many, each, by] = [quantity, price, priceFor ?? '1'].map(parseDecimal)
    if (by!.units <= 0n) {
      holds('PEPPOL-EN16931-R121', false, `line '${id}' has a price for none or less (BaseQuantity).`)
      continue
    }
    const added = adjustments.reduce((sum, one) => sum + centsOf(one.amount) * (one.isCharge ? 1n : -1n), 0n)
    const scale = 10n ** BigInt(many!.scale + each!.scale)
    const product = many!.units * each!.units * 100n * 10n ** BigInt(by!.scale)
    const off = absolute(product - (centsOf(net) - added) * by!.units * scale)
    const isNear = off <= LINE_SLACK * by!.units * scale
    holds(
      'PEPPOL-EN16931-R120',
      isNear,
      `line '${id}' is ${net}, which is not quantity x price with what is taken off and added.`,
    )
  }
}
