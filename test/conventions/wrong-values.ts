import { Field, type Fields } from '../../src/resource/fields.ts'
import { range } from './rows.ts'
import { valueOf } from './values.ts'

/** A number as a body has it, digit for digit. */
export class RawNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A body whose numbers keep their digits. */
export function bodyText(body: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(body).map(([name, value]) => {
    const text = value instanceof RawNumber ? value.text : JSON.stringify(value)
    return text === undefined ? '' : `${JSON.stringify(name)}:${text}`
  })
  return `{${members.filter((member) => member !== '').join(',')}}`
}

/** A value of a property that is refused. */
export interface Wrong {
  property: string
  value: unknown
  code: string
  /** What the fault names, where that is a part of the value. */
  at: string
}

/** Values that are none of the property's type. */
export function wrongTypes({ facts }: Field): unknown[] {
  switch (facts.type) {
    case 'int32':
      return ['1', 1.5, true, {}, [1]]
    case 'decimal':
      return ['1.5', true, {}, [1]]
    case 'string':
    case 'version':
      return [5, true, {}, ['x']]
    case 'boolean':
      return ['true', 1, {}, []]
    case 'day':
    case 'date':
    case 'instant':
      return [20240101, 'yesterday', '2024-02-30', '2024-02-30T00:00:00Z', true, {}]
    case 'list':
      return ['x', 1, {}]
  }
}

/** Every kind of value that a property's declaration refuses: none, of another type, past each bound. */
export function wrongValues(property: string, field: Field): Wrong[] {
  const { required, codes, nullIsAbsent } = field.facts
  const wrong = (value: unknown, code: string, part = ''): Wrong => ({ property, value, code, at: property + part })
  return [
    ...(nullIsAbsent ? [] : [wrong(null, required ? (codes.required ?? 'ValueRequired') : 'ValueNull')]),
    ...wrongTypes(field).map((value) => wrong(value, 'ValueTypeInvalid')),
    ...pastBounds(field).map(({ value, code, part }) => wrong(value, code, part)),
  ]
}

interface PastBound {
  value: unknown
  code: string
  /** Of the value, where not all of it is at fault. */
  part?: string
}

/** Values just past each bound of the property. */
function pastBounds(field: Field): PastBound[] {
  const { type, codes, values, min, max } = field.facts
  const other = { value: 'nosuch', code: codes.values ?? 'ValueNotAllowed' }
  if (type === 'string') {
    return [...pastText(field), ...(values ? [{ ...other, value: 'nosuch'.slice(0, field.facts.maxLength) }] : [])]
  }
  if (type === 'int32') {
    const above = codes.range ?? 'ValueOutOfRange'
    const past = [
      { value: min! - 1, code: codes.tooLow ?? above },
      { value: max! + 1, code: above },
    ]
    const none = values && range(Math.max(0, min!), 99).find((value) => !values.includes(value))
    return none === undefined ? past : [...past, { ...other, value: none }]
  }
  if (type === 'decimal') return pastDigits(field)
  return type === 'list' ? pastList(field) : []
}

function pastText({ facts: { maxLength = 0, required, codes } }: Field): PastBound[] {
  const past: PastBound[] = [
    { value: 'x'.repeat(maxLength + 1), code: codes.tooLong ?? 'ValueTooLong' },
    { value: 'a\u0000b', code: 'ValueInvalidCharacter' },
    { value: '\ud800', code: 'ValueInvalidCharacter' },
  ]
  return [
    ...(maxLength < 3 ? past.slice(0, 1) : past),
    ...(required ? [{ value: '', code: codes.required ?? 'ValueRequired' }] : []),
  ]
}

function pastDigits({ facts: { digits = 0, scale = 0, min, max, codes, isMeasure } }: Field): PastBound[] {
  const outside = [min === undefined ? [] : String(min - 1), max === undefined ? [] : String(max + 1)].flat()
  const past = ['9'.repeat(digits + 1), ...outside].map((text) => ({
    value: new RawNumber(text),
    code: codes.range ?? 'ValueOutOfRange',
  }))
  const tooFine = codes.tooLong ?? (isMeasure ? 'ValueOutOfRange' : 'AmountHasTooManyDecimals')
  const fine = { value: new RawNumber(`1.${'1'.repeat(scale + 1)}`), code: tooFine }
  return scale < digits ? [...past, fine] : past
}

function pastList({ facts: { items, max, required, codes } }: Field): PastBound[] {
  const wanted = { property: 'x', place: 0, n: 1, isDistinct: false }
  const good = items instanceof Field ? valueOf(items, wanted) : goodObject(items!)
  const past: PastBound[] = [{ value: [good, null], code: codes.nullItem ?? 'ValueNull', part: '[1]' }]
  if (max !== undefined) {
    past.push({ value: Array.from({ length: max + 1 }, () => good), code: codes.range ?? 'ValueOutOfRange' })
  }
  if (required) past.push({ value: [], code: codes.required ?? 'ValueRequired' })
  if (items instanceof Field) return past
  const inner = Object.entries(items!).flatMap(([name, field]) => wrongValues(name, field))
  return [
    ...past,
    ...inner
      .filter(({ value }) => !(value instanceof RawNumber))
      .map(({ property, value, code, at }) => ({
        value: [good, { ...goodObject(items!), [property]: value }],
        code,
        part: `[1].${at}`,
      })),
  ]
}

const goodObject = (fields: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field], place) => [
      name,
      valueOf(field, { property: name, place, n: 1, isDistinct: false }),
    ]),
  )

/** Values on each bound of the property, which it takes. */
export function edges({ facts }: Field): unknown[] {
  const { type, min, max, values, maxLength, digits = 0, scale = 0 } = facts
  if (values) return [...values]
  if (type === 'string') return ['å'.repeat(maxLength!)]
  if (type === 'int32') return [min, max]
  if (type !== 'decimal') return []
  if (max !== undefined) return [new RawNumber(String(min)), new RawNumber(String(max))]
  const whole = Math.max(1, digits - scale)
  return [
    new RawNumber(
      scale < digits ? `${'9'.repeat(whole)}${scale > 0 ? '.' : ''}${'1'.repeat(scale)}` : '9'.repeat(digits),
    ),
  ]
}

/** A value of the type, for sending where none is allowed. */
export function someValue({ facts }: Field): unknown {
  switch (facts.type) {
    case 'int32':
    case 'decimal':
      return facts.values?.at(-1) ?? 7
    case 'string':
    case 'version':
      return 'seven'
    case 'boolean':
      return true
    case 'day':
    case 'date':
      return '2024-07-07'
    case 'instant':
      return '2024-07-07T07:07:07Z'
    case 'list':
      return []
  }
}
