import { Unreadable } from '../../parsing/unreadable.ts'

/** The most digits before the decimals of an amount. */
const WHOLE_DIGITS_MAX = 16

/** Text for a message: at most 40 characters. */
export const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/**
 * Reads an amount of digits, a sign, and one decimal separator, exactly. Decimals beyond the second must be zero.
 * @param where names the place in the file, for the message.
 * @returns cents.
 * @throws Unreadable
 */
export function centsOf(text: string, separator: '.' | ',', where: string): bigint {
  const [, sign = '', whole = '', decimals = ''] =
    (separator === ',' ? /^([+-]?)(\d+)(?:,(\d*))?$/ : /^([+-]?)(\d+)(?:\.(\d*))?$/).exec(text) ?? []
  if (whole === '' || whole.length > WHOLE_DIGITS_MAX) {
    throw new Unreadable(`${where}: '${shown(text)}' is no amount.`)
  }
  if (/[^0]/.test(decimals.slice(2))) {
    throw new Unreadable(`${where}: '${shown(text)}' has more than two decimals.`)
  }
  const cents = BigInt(whole + decimals.slice(0, 2).padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

/**
 * The day of a year, month and day; undefined where the calendar has none. 29 and 30 February are the last day of it:
 * banks count months of 30 days.
 */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const isFebruary = month === 2 && day <= 30
  if (!(year >= 1900 && year <= 2999 && month >= 1 && month <= 12 && day >= 1)) return undefined
  if (day > last && !isFebruary) return undefined
  return [String(year), String(month).padStart(2, '0'), String(Math.min(day, last)).padStart(2, '0')].join('-')
}
