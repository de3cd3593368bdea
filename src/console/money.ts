/** An amount as the API says it: decimal text; whole numbers may be numbers. */
export type Amount = string | number

/** Where decimals and groups are parted: `da` as in 1.234,56, `en` as in 1,234.56. */
export type Format = 'da' | 'en'

const MARKS: Readonly<Record<Format, { group: string; decimal: string }>> = {
  da: { group: '.', decimal: ',' },
  en: { group: ',', decimal: '.' },
}
/** The minus of figures, as wide as a digit. */
const MINUS = '\u2212'

/**
 * An amount as whole cents; digits beyond the second are dropped only where they are zero, as amounts of the API have
 * two.
 */
export function cents(amount: Amount | null | undefined): bigint {
  if (amount === null || amount === undefined) return 0n
  const [, minus, whole, part = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(String(amount)) ?? []
  if (whole === undefined) throw new Error(`Not an amount: ${amount}`)
  const value = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2))
  return minus ? -value : value
}

/** Cents without their sign. */
export const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value)

/** Whole cents as decimal text, as the API takes it. */
export function decimalOf(value: bigint): string {
  const digits = sizeOf(value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The sum of amounts, in cents. */
export const sumOf = (amounts: Iterable<Amount | null>): bigint => {
  let sum = 0n
  for (const amount of amounts) sum += cents(amount)
  return sum
}

/** Cents as a figure with two decimals, or in whole units, rounded half away from zero. */
export function figureOf(value: bigint, format: Format, isWhole = false): string {
  const { group, decimal } = MARKS[format]
  const size = sizeOf(value)
  const units = isWhole ? (size + 50n) / 100n : size / 100n
  const grouped = units.toString().replace(/\B(?=(\d{3})+$)/g, group)
  const text = isWhole ? grouped : `${grouped}${decimal}${(size % 100n).toString().padStart(2, '0')}`
  return value < 0n && (units !== 0n || !isWhole) ? `${MINUS}${text}` : text
}

/**
 * What somebody typed as an amount, as decimal text: `1.250`, `1250,00`, `1.250,00`, `1,250.00` and sums such as
 * `=680+258+312`; undefined where it is none.
 */
export function typedAmount(typed: string, format: Format = 'da'): string | undefined {
  const text = typed.replaceAll(MINUS, '-').replace(/\s/g, '')
  if (!text.startsWith('=')) return plainAmount(text, format)
  const parts = text.slice(1).match(/[+-]?[^+-]+/g) ?? []
  const amounts = parts.map((part) => plainAmount(part.replace(/^\+/, ''), format))
  if (amounts.length === 0 || amounts.some((amount) => amount === undefined)) return undefined
  return decimalOf(sumOf(amounts as string[]))
}

function plainAmount(text: string, format: Format): string | undefined {
  const { group, decimal } = MARKS[format]
  const grouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d{1,2})?$`)
  const clean = grouped.test(text) ? text.replaceAll(group, '') : text
  const pointed = clean.replace(decimal, '.')
  return /^-?\d{1,13}(\.\d{1,2})?$/.test(pointed) ? decimalOf(cents(pointed)) : undefined
}

/** A decimal of up to six places as people write it, with at least some places; the digits are those of the API. */
export function decimalShown(decimal: Amount, format: Format, least = 0): string {
  const [, minus, whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(String(decimal)) ?? []
  const places = part.replace(/0+$/, '').padEnd(least, '0')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, MARKS[format].group)
  return `${minus ? MINUS : ''}${grouped}${places === '' ? '' : `${MARKS[format].decimal}${places}`}`
}

/** What somebody typed as a decimal of up to six places, as decimal text; undefined where it is none. */
export function typedDecimal(typed: string, format: Format = 'da'): string | undefined {
  const amount = typedAmount(typed, format)
  if (amount !== undefined) return amount.replace(/\.?0+$/, '')
  const { group, decimal } = MARKS[format]
  const text = typed.replaceAll(MINUS, '-').replace(/\s/g, '')
  const grouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})*\\${decimal}\\d{1,6}$`)
  const clean = (grouped.test(text) ? text.replaceAll(group, '') : text).replace(decimal, '.')
  return /^-?\d{1,13}(\.\d{1,6})?$/.test(clean) ? clean : undefined
}
