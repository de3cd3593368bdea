import type { Fault } from '../errors/catalogue.ts'
import { NUMBER_MAX } from '../limits.ts'
import { type Field, int32 } from '../resource/fields.ts'
import { dayOf, instantOf } from './calendar.ts'
import { isNumber, numberText, plainNumber } from './number-text.ts'
import { decimalsOf, mendedDecimal, significantDigits, type ValueReading, withoutMoreZeros } from './decimals.ts'
import { isStorable } from './storable.ts'

/**
 * Checks one value of a body; `path` is what it is called in faults.
 * @returns the value as rules and SQL take it (decimals, dates and instants as text), or undefined when a fault was
 * added.
 */
export type ReadValue<Reading extends ValueReading = ValueReading> = (
  value: unknown,
  path: string,
  faults: Fault[],
  reading: Reading,
) => unknown

type Refuse = (code: Fault['code'], message: string) => undefined
/** @param path what the value is called in notices. */
type ReadTyped = (value: unknown, fault: Refuse, reading: ValueReading, path: string) => unknown

/** How values of a field that is no list are checked (rules 1.3 to 1.7). */
export function valueReader(field: Field): ReadValue {
  const read = typedReader(field)
  return nullChecked(field, (value, path, faults, reading) => {
    const fault: Refuse = (code, message) => {
      faults.push({ code, property: path, message: `${path} ${message}` })
      return undefined
    }
    if (value === '' && field.facts.emptyIsNone) return null
    return read(value, fault, reading, path)
  })
}

/** Refuses a null before any other check, unless it means that there is no value. */
export function nullChecked<Reading extends ValueReading>(
  { facts: { required, codes, nullIsAbsent } }: Field,
  read: ReadValue<Reading>,
): ReadValue<Reading> {
  const whenNull: Pick<Fault, 'code' | 'message'> = required
    ? { code: codes.required ?? 'ValueRequired', message: 'is required, and is null.' }
    : { code: 'ValueNull', message: 'is null; leave the property out to clear it.' }
  return (value, path, faults, reading) => {
    if (value !== null) return read(value, path, faults, reading)
    if (nullIsAbsent) return undefined
    faults.push({ code: whenNull.code, property: path, message: `${path} ${whenNull.message}` })
    return undefined
  }
}

function typedReader(field: Field): ReadTyped {
  switch (field.facts.type) {
    case 'int32':
      return int32Reader(field)
    case 'decimal':
      return decimalReader(field)
    case 'string':
      return field.facts.asNumber ? numberedTextReader() : textReader(field)
    case 'version':
      return (value, fault) =>
        isStorableText(value) ? value : fault('ValueTypeInvalid', 'must be the text that was read.')
    case 'boolean':
      return (value, fault) =>
        typeof value === 'boolean' ? value : fault('ValueTypeInvalid', 'must be true or false.')
    case 'day':
      return dayReader(true, 'a date such as 2026-01-31 or 2026-01-31T00:00:00Z')
    case 'date':
      return dayReader(false, 'a date such as 2026-01-31, without a time')
    case 'instant':
      return (value, fault) =>
        (typeof value === 'string' ? instantOf(value) : undefined) ??
        fault('ValueTypeInvalid', 'must be a point in time such as 2026-01-31T12:00:00Z.')
    case 'list':
      throw new Error('A list is read element by element.')
  }
}

/** A text that clients have as a whole number. */
function numberedTextReader(): ReadTyped {
  const read = int32Reader(int32(0, NUMBER_MAX))
  return (value, fault, reading, path) => {
    const number = read(value, fault, reading, path)
    return number === undefined ? undefined : String(number)
  }
}

const isStorableText = (value: unknown): value is string => typeof value === 'string' && isStorable(value)

const dayReader =
  (allowTime: boolean, shape: string): ReadTyped =>
  (value, fault) =>
    (typeof value === 'string' ? dayOf(value, allowTime) : undefined) ?? fault('ValueTypeInvalid', `must be ${shape}.`)

/**
 * The whole number that is written without point and exponent, or (`mends`) with them: `1.0`, `1E+2`. NaN for anything
 * else.
 */
function wholeNumber(value: unknown, mends: boolean): number {
  const plain = mends ? plainNumber(value) : numberText(value)
  const text = mends && plain !== undefined ? withoutMoreZeros(plain, 0) : plain
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : Number.NaN
}

function int32Reader({ facts }: Field): ReadTyped {
  const { values, codes } = facts
  const [min, max] = [facts.min!, facts.max!]
  return (value, fault, { leeway }) => {
    const number = typeof value === 'number' ? value : wholeNumber(value, leeway.mends)
    if (!Number.isInteger(number)) return fault('ValueTypeInvalid', 'must be a whole number.')
    if (number < min || number > max) {
      const code = number < min ? (codes.tooLow ?? codes.range) : codes.range
      return fault(code ?? 'ValueOutOfRange', `must be from ${min} to ${max}.`)
    }
    if (values && !values.includes(number)) {
      return fault(codes.values ?? 'ValueNotAllowed', `must be one of ${values.join(', ')}.`)
    }
    return number
  }
}

/**
 * What is read-only is compared with what was read, which may be longer than a client could write: a sum, or a text of
 * many parts (rule 1.5).
 */
function decimalReader({ facts }: Field): ReadTyped {
  const { codes, readOnly, isMeasure } = facts
  const [digits, scale] = [facts.digits!, facts.scale!]
  const { min = -Infinity, max = Infinity } = facts
  const tooFine = codes.tooLong ?? (isMeasure ? 'ValueOutOfRange' : 'AmountHasTooManyDecimals')
  const tooMany = `must have at most ${digits} digits.`
  return (value, fault, reading, path) => {
    if (!isNumber(value)) return fault('ValueTypeInvalid', 'must be a number.')
    const plain = plainNumber(value)
    if (plain === undefined) return fault(codes.range ?? 'ValueOutOfRange', tooMany)
    const given = withoutMoreZeros(plain, scale)
    if (readOnly) return given
    const text = reading.leeway.mends ? mendedDecimal(given, facts, reading, path) : given
    const decimals = decimalsOf(text)
    // A text that is not too long with sign and point has not too many digits.
    if (text.length > digits && significantDigits(text) > digits) {
      return fault(codes.range ?? 'ValueOutOfRange', tooMany)
    }
    if (decimals > scale) return fault(tooFine, `must have at most ${scale} decimals.`)
    // A bounded decimal has fewer digits than a double, and so compares as one.
    if (Number(text) < min || Number(text) > max) {
      return fault(codes.range ?? 'ValueOutOfRange', `must be from ${min} to ${max}.`)
    }
    return text
  }
}

/** Characters as the database and the documents count them: an emoji is one, though it is two of JavaScript's. */
function charactersOf(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

function textReader({ facts }: Field): ReadTyped {
  const { required, values, codes, readOnly } = facts
  const maxLength = facts.maxLength!
  return (value, fault) => {
    if (typeof value !== 'string') return fault('ValueTypeInvalid', 'must be a text.')
    if (!isStorableText(value)) {
      return fault('ValueInvalidCharacter', 'holds a NUL or half a surrogate pair, which cannot be stored.')
    }
    if (required && value.trim() === '') return fault(codes.required ?? 'ValueRequired', 'must not be empty.')
    if (readOnly) return value
    const length = value.length > maxLength ? charactersOf(value) : 0
    if (length > maxLength) {
      return fault(codes.tooLong ?? 'ValueTooLong', `must have at most ${maxLength} characters, and has ${length}.`)
    }
    if (values && !values.includes(value)) {
      return fault(codes.values ?? 'ValueNotAllowed', `must be one of ${values.join(', ')}.`)
    }
    return value
  }
}
