import { absolute, centsOf, centsToText, type Decimal, parseDecimal, roundToCents } from '../../ledger/money.ts'
import type { PrintedLine } from '../printed-invoice.ts'
import { isGtin } from './electronic-address.ts'
import { unitCode } from './unit-codes.ts'
import type { VatCategory } from './vat-categories.ts'

/**
 * A line as EN 16931 has it: its net is quantity x price / priceFor, less its discount, and no price is below zero
 * (BR-27).
 */
export interface SoldLine {
  note: string
  quantity: string
  unit: string
  /** Cents. */
  net: bigint
  vat: bigint
  /** The amount that the discount takes off; on a line below zero it is a charge. */
  adjustment: { isCharge: boolean; amount: bigint; base?: bigint; percent?: string } | undefined
  name: string
  description: string
  productNumber: string
  /** The bar code, where it is one of GS1. */
  gtin: string | undefined
  period: { start: string; end: string } | undefined
  category: VatCategory
  price: string
  /** The price is for this many units; for one when undefined. */
  priceFor: string | undefined
}

/** Whether a line sells nothing. */
export const isText = ({ productNumber, net }: PrintedLine): boolean => productNumber === null || net === null

interface Frame {
  isCredit: boolean
  isVatIncluded: boolean
  category: VatCategory
  /** The texts of the text lines before it. */
  texts: readonly string[]
}

/**
 * A line that sells something. Its price must be net: when the price includes VAT, the net becomes the price of the
 * whole quantity.
 */
export function soldLine(line: PrintedLine, { isCredit, isVatIncluded, category, texts }: Frame): SoldLine {
  const sign = isCredit ? -1n : 1n
  const [net, vat] = [centsOf(line.net!) * sign, centsOf(line.vat ?? '0') * sign]
  const [name, ...more] = (line.description ?? '').split('\n').map((text) => text.trim())
  const rest = {
    note: texts.join('\n'),
    unit: unitCode(line.unit),
    net,
    vat,
    name: name || line.productNumber!,
    description: more.join('\n'),
    productNumber: line.productNumber!,
    gtin: isGtin(line.barCode ?? '') ? line.barCode! : undefined,
    period: line.period ?? undefined,
    category,
  }
  const quantity = parseDecimal(line.quantity ?? '0')
  const price = parseDecimal(line.price ?? '0')
  if (isVatIncluded) {
    const size = textOf({ ...quantity, units: absolute(quantity.units) })
    if (quantity.units === 0n) return { ...rest, quantity: '0', price: '0', priceFor: undefined, adjustment: undefined }
    const ofWhole = { price: centsToText(absolute(net)), priceFor: size, adjustment: undefined }
    return { ...rest, ...ofWhole, quantity: net < 0n ? `-${size}` : size }
  }
  const turned = { ...quantity, units: quantity.units * sign * (price.units < 0n ? -1n : 1n) }
  const unsigned = { ...price, units: absolute(price.units) }
  const gross = roundToCents({ units: turned.units * unsigned.units, scale: turned.scale + unsigned.scale })
  const adjustment = adjustmentOf(gross, net, line.discount)
  return { ...rest, quantity: textOf(turned), price: textOf(unsigned), priceFor: undefined, adjustment }
}

/** The difference between quantity x price and the net. */
function adjustmentOf(gross: bigint, net: bigint, percent: string | null): SoldLine['adjustment'] {
  if (gross === net) return undefined
  if (gross < net) return { isCharge: true, amount: net - gross }
  const amount = gross - net
  return {
    isCharge: false,
    amount,
    ...(percent !== null && isShare(amount, gross, percent) && { base: gross, percent }),
  }
}

/**
 * What the discount may differ by from its percentage of the gross (PEPPOL-EN16931-R040): lines in whole units differ
 * by more.
 */
const SLACK = 2n

function isShare(amount: bigint, gross: bigint, percent: string): boolean {
  const { units, scale } = parseDecimal(percent)
  const whole = 100n * 10n ** BigInt(scale)
  return absolute(gross * units - amount * whole) <= SLACK * whole
}

/** Decimal text without trailing zeros. */
function textOf({ units, scale }: Decimal): string {
  const digits = absolute(units)
    .toString()
    .padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const decimals = digits.slice(digits.length - scale).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`
}
