/** An exact decimal: `units` / 10^`scale`. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const PLAIN = /^-?\d+(?:\.\d+)?$/

/**
 * Reads plain decimal text such as `-12.345` (no exponent), exactly.
 * @throws RangeError for any other text.
 */
export function parseDecimal(text: string): Decimal {
  if (!PLAIN.test(text)) throw new RangeError(`'${text}' is not a decimal.`)
  const point = text.indexOf('.')
  if (point < 0) return { units: BigInt(text), scale: 0 }
  return { units: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 }
}

/** numerator / denominator to a whole number, half away from zero (rule 5.4). */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const above = numerator < 0n ? -numerator : numerator
  const below = denominator < 0n ? -denominator : denominator
  const rounded = (2n * above + below) / (2n * below)
  return negative ? -rounded : rounded
}

/** The decimal as cents, rounded half away from zero. */
export function roundToCents(value: Decimal): bigint {
  if (value.scale === 2) return value.units
  return divideRounded(value.units * 100n, 10n ** BigInt(value.scale))
}

/** Decimal text as cents, rounded half away from zero: `0.005` is 1. */
export function centsOf(text: string): bigint {
  return roundToCents(parseDecimal(text))
}

/** Cents as text with two decimals: -5n is `-0.05`. */
export function centsToText(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** An amount without its sign. */
export const absolute = (units: bigint): bigint => (units < 0n ? -units : units)

/** 100 per cent, in ten-thousandths of one. */
export const HUNDRED_PER_CENT = 1_000_000n

/** Reads a decimal of at most 4 decimals, as ten-thousandths. */
export function tenThousandths(text: string): bigint {
  const { units, scale } = parseDecimal(text)
  return units * 10n ** BigInt(4 - scale)
}

/** A quantity as ten-thousandths; null stays null. */
export const quantityOf = (text: string | null): bigint | null => (text === null ? null : tenThousandths(text))

/** Ten-thousandths as text with four decimals, as the database writes a quantity: 15000n is `1.5000`. */
export function quantityToText(quantity: bigint | null): string | null {
  if (quantity === null) return null
  const digits = (quantity < 0n ? -quantity : quantity).toString().padStart(5, '0')
  return `${quantity < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`
}

/** The exact sum. */
export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return {
    units: a.units * 10n ** BigInt(scale - a.scale) + b.units * 10n ** BigInt(scale - b.scale),
    scale,
  }
}

const [MINUS, POINT, ZERO] = [0x2d, 0x2e, 0x30]

/** Digits the decimal is written with, without sign and leading zeros: `-0.050` has 2, `100` has 3. */
export function digitsOf(text: string): number {
  let digits = 0
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at)
    if (digit === MINUS || digit === POINT || (digit === ZERO && digits === 0)) continue
    digits += 1
  }
  return digits
}

/** Decimals the text has that are not trailing zeros: `7.4500` has 2. */
export function decimalsOf(text: string): number {
  return (text.split('.')[1] ?? '').replace(/0+$/, '').length
}

/** The largest amount a booked entry holds, in cents: 18 digits before the point. */
export const CENTS_MAX = 10n ** 20n - 1n
