import { DECIMALS_KEPT } from '../limits.ts'
import type { FieldFacts } from '../resource/fields.ts'
import { NumberText } from './number-text.ts'

/** How values are read: whether they are mended, and who is told of it. */
export interface ValueReading {
  readonly leeway: { readonly mends: boolean }
  /** @param done such as `is rounded`; @param name what it was done to. */
  note(done: string, name: string): void
}

/** Digits that every double keeps: a number of more was computed, or is exact. */
const DOUBLE_DIGITS = 15

/** The decimals of a plain number. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}

/**
 * The digits of a plain decimal, without the zeros that its whole part begins with and its decimals end with: answers
 * have `2.00` for 2.
 */
export function significantDigits(text: string): number {
  const decimals = decimalsOf(text)
  const whole = decimals === 0 ? text : text.slice(0, -decimals - 1)
  const part = decimals === 0 ? '' : text.slice(-decimals)
  return whole.replace('-', '').replace(/^0+/, '').length + part.replace(/0+$/, '').length
}

/**
 * The decimal without the zeros that it has after `scale` decimals: programs with decimals of their own send `1.000`
 * for 1.
 */
export function withoutMoreZeros(text: string, scale: number): string {
  const end = text.indexOf('.') + 1 + scale
  if (end === scale || text.length <= end) return text
  return /[^0]/.test(text.slice(end)) ? text : text.slice(0, scale === 0 ? end - 1 : end)
}

/**
 * A decimal as its writer meant it. One with more decimals than its field takes and more digits than every double keeps
 * is a double that was computed: read at 15 digits, 10.280000000000001 is 10.28. A measure with further decimals is
 * rounded. Both are told in a notice; anything else stays as it is, and is refused where it is too fine.
 * @param text without exponent. @param path what the property is called in the notice.
 */
export function mendedDecimal(
  text: string,
  { scale, isMeasure }: Pick<FieldFacts, 'scale' | 'isMeasure'>,
  reading: Pick<ValueReading, 'note'>,
  path: string,
): string {
  const kept = Math.min(scale!, DECIMALS_KEPT)
  if (decimalsOf(text) <= kept) return text
  let mended = text
  if (significantDigits(text) > DOUBLE_DIGITS) {
    mended = withoutZeros(new NumberText(Number(text).toPrecision(DOUBLE_DIGITS)).plain()!)
    if (mended !== text) reading.note(`is read at ${DOUBLE_DIGITS} digits`, path)
  }
  if (!isMeasure || decimalsOf(mended) <= kept) return mended
  reading.note(`is rounded to ${kept} decimals`, path)
  return rounded(mended, kept)
}

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** Rounded half away from zero. */
function rounded(text: string, decimals: number): string {
  const isNegative = text.startsWith('-')
  const end = text.indexOf('.') + 1 + decimals
  const digits = text.slice(isNegative ? 1 : 0, end).replace('.', '')
  const last = text.charCodeAt(end) >= 0x35 ? 1n : 0n
  const value = (BigInt(digits) + last).toString().padStart(decimals + 1, '0')
  const plain = decimals === 0 ? value : `${value.slice(0, -decimals)}.${value.slice(-decimals)}`
  const shown = withoutZeros(plain)
  return isNegative && shown !== '0' ? `-${shown}` : shown
}
