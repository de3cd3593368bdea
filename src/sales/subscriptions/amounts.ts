import { centsToText, type Decimal, divideRounded, parseDecimal } from '../../ledger/money.ts'
import { daysOf, type Period, type Rhythm, wholeDays } from './periods.ts'

/** The part of an interval that is invoiced: `days` out of `of` days. */
export interface Share {
  days: number
  of: number
}

/** The whole price. */
export const WHOLE: Share = { days: 1, of: 1 }

/**
 * The share of an interval to invoice when a subscription collects proportionally: the days from the start or the
 * registration, whichever is later, to the end (rule 13.4). No days when the registration is after the end.
 */
export function shareOf(rhythm: Rhythm, period: Period, anchorDay: number, registration: string | null): Share {
  const start = registration !== null && registration > period.start ? registration : period.start
  return { days: Math.max(0, daysOf({ start, end: period.end })), of: wholeDays(rhythm, period.start, anchorDay) }
}

/** The factors of a price; decimals as text. */
export interface PriceParts {
  base: string
  priceFactor: string
  index: string
  share: Share
}

/** base x priceFactor x index x share, rounded once to 2 decimals, half away from zero. */
export function priceOf({ base, priceFactor, index, share }: PriceParts): string {
  const product = [base, priceFactor, index].map(parseDecimal).reduce(times)
  const numerator = product.units * BigInt(share.days) * 100n
  return centsToText(divideRounded(numerator, 10n ** BigInt(product.scale) * BigInt(share.of)))
}

/** Decimals of a quantity on a document. */
const QUANTITY_SCALE = 6

/** quantity x quantityFactor x share, rounded once to 6 decimals. */
export function quantityOf(quantity: string, quantityFactor: string, share: Share): string {
  const product = times(parseDecimal(quantity), parseDecimal(quantityFactor))
  const numerator = product.units * BigInt(share.days) * 10n ** BigInt(QUANTITY_SCALE)
  return toText(divideRounded(numerator, 10n ** BigInt(product.scale) * BigInt(share.of)), QUANTITY_SCALE)
}

const times = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale })

/** Decimal text without trailing zeros. */
function toText(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const decimals = digits.slice(-scale).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}${decimals === '' ? '' : `.${decimals}`}`
}

/**
 * Whether a subscriber's discount applies to a period: to each whole period that starts on or before the discount's
 * last day.
 */
export const hasDiscount = (percentage: string | null, expiry: string | null, { start }: Period): boolean =>
  percentage !== null && (expiry === null || start <= expiry)
