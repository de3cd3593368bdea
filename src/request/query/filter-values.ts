import { isDay } from '../../records/calendar.ts'
import { isStorable } from '../../records/storable.ts'
import type { Operand, Operator } from './filter-syntax.ts'

/** The types a filterable property can have: those of the contract's field tables. */
export type FilterType = 'int32' | 'decimal' | 'string' | 'boolean' | 'date' | 'date-time'

/** The value in the text form PostgreSQL reads, null for `$null:`; or what kind of value would have done. */
export type TypedOperand = { ok: true; value: string | null; isCut?: true } | { ok: false; expected: string }

const INT32_MIN = -2_147_483_648
const INT32_MAX = 2_147_483_647
const DECIMAL_DIGITS_MAX = 38

const WHOLE = /^-?\d+$/
const DECIMAL = /^[+-]?\d+(?:\.\d+)?$/
/** A blank before the offset is the `+` of a URL that was not encoded. */
const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,40}))?(?:[Zz]|([-+ ])(\d\d):(\d\d))?$/

/** Decimals of a second beyond those that an instant has: .NET writes seven. */
const FURTHER_DECIMALS = /(:\d\d\.\d{6})\d+/

const EXPECTED: Readonly<Record<FilterType, string>> = {
  int32: `a whole number from ${INT32_MIN} to ${INT32_MAX}`,
  decimal: `a decimal number such as -12.50, of at most ${DECIMAL_DIGITS_MAX} digits`,
  string: 'a text without the character U+0000',
  boolean: 'true or false',
  date: 'a date such as 2024-12-31',
  'date-time': 'a date-time such as 2024-12-31T23:59:59Z, with at most 6 decimals of a second, or a date',
}

/**
 * Types one value of a predicate for the property it is compared with, so that the database never meets a text it
 * cannot read. Blanks are data in a text; to the other types trailing blanks (before a connective) and, in a list,
 * leading blanks (after a comma) mean nothing, and any other blank is refused.
 *
 * - int32: digits with an optional minus; answered without leading zeros.
 * - decimal: digits with an optional sign and decimals, no exponent; the exact text is answered.
 * - boolean: `true` or `false` in any case.
 * - date: a calendar day of the years 0001 to 9999, or a date-time whose day as written counts: `YYYY-MM-DD`.
 * - date-time: an instant; without an offset, or as a plain date (midnight), it is UTC. Answered as
 *   `YYYY-MM-DDTHH:MM:SS[.ffffff]Z` without trailing zeros in the fraction;
 *   a seventh decimal other than 0 is refused, since no stored instant has one, or cut (`mends`).
 * - string: as it stands. For `like` the pattern comes from `likePattern`.
 *
 * `$null:` is a value for eq, ne, in and nin only: nothing is greater than, or like, an absent value.
 */
export function typedOperand(type: FilterType, operator: Operator, operand: Operand, mends = false): TypedOperand {
  const isList = operator === 'in' || operator === 'nin'
  if (operand.isNull) {
    if (isList || operator === 'eq' || operator === 'ne') return { ok: true, value: null }
    return { ok: false, expected: 'a value ($null: goes with $eq:, $ne:, $in: and $nin:)' }
  }
  const text = operand.pieces.join('*')
  const sent = trimmed(text, isList)
  const isTime = type === 'date' || type === 'date-time'
  const read = mends && isTime ? sent.replace(FURTHER_DECIMALS, '$1') : sent
  const value = type !== 'string' ? readers[type](read) : isStorable(text) ? text : undefined
  if (value === undefined) return { ok: false, expected: EXPECTED[type] }
  return read === sent ? { ok: true, value } : { ok: true, value, isCut: true }
}

/**
 * The SQL LIKE pattern (escape character backslash) of a value of `$like:` that `typedOperand` has found to be
 * storable: unescaped stars are wildcards, and without any the pattern is "contains" (rule 2.3). The case is the
 * value's own; both sides are folded by the database.
 */
export function likePattern(operand: Operand): string {
  const pieces = operand.pieces.map((piece) => piece.replace(/[\\%_]/g, '\\$&'))
  return pieces.length === 1 ? `%${pieces[0]}%` : pieces.join('%')
}

const readers: Readonly<Record<Exclude<FilterType, 'string'>, (text: string) => string | undefined>> = {
  int32: readInt32,
  decimal: readDecimal,
  boolean: readBoolean,
  date: readDate,
  'date-time': readDateTime,
}

function trimmed(text: string, isList: boolean): string {
  return isList ? text.trim() : text.trimEnd()
}

function readInt32(text: string): string | undefined {
  const value = Number(text)
  return WHOLE.test(text) && value >= INT32_MIN && value <= INT32_MAX ? String(value) : undefined
}

function readDecimal(text: string): string | undefined {
  if (!DECIMAL.test(text)) return undefined
  return text.replace(/[^\d]/g, '').length <= DECIMAL_DIGITS_MAX ? text : undefined
}

function readBoolean(text: string): string | undefined {
  const value = text.toLowerCase()
  return value === 'true' || value === 'false' ? value : undefined
}

function readDate(text: string): string | undefined {
  return isDay(text) || readDateTime(text) !== undefined ? text.slice(0, 10) : undefined
}

function readDateTime(text: string): string | undefined {
  if (isDay(text)) return `${text}T00:00:00Z`
  const match = DATE_TIME.exec(text)
  if (match === null || !isDay(text.slice(0, 10))) return undefined
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6])]
  const [offsetHour, offsetMinute] = [Number(match[9] ?? 0), Number(match[10] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined
  const fraction = (match[7] ?? '').replace(/0+$/, '')
  if (fraction.length > 6) return undefined
  const offset = (offsetHour * 60 + offsetMinute) * (match[8] === '-' ? -1 : 1)
  const instant = utcDay(match)
  instant.setUTCHours(hour, minute - offset, second)
  const year = instant.getUTCFullYear()
  if (year < 1 || year > 9999) return undefined
  return `${instant.toISOString().slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}Z`
}

/** Midnight UTC of the groups 1 to 3. `Date.UTC` would take the years 0 to 99 for those of the last century. */
function utcDay(match: RegExpExecArray): Date {
  const date = new Date(0)
  date.setUTCFullYear(Number(match[1]), Number(match[2]) - 1, Number(match[3]))
  return date
}
