import type { Field } from '../../src/resource/fields.ts'

/** Values that are none of the property's type. */
export function wrongTypes(field: Field): unknown[] {
  switch (field.facts.type) {
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

/** A value on or past a bound; `code` is the fault expected, none where the value is still good. */
export interface Edge {
  value: unknown
  code: string | undefined
  /** What of the value the test's name shows. */
  shown: string
}

/** Values at the edge of each bound of the property, and just past it. */
export function edges(field: Field): Edge[] {
  const { type } = field.facts
  if (type === 'string') return textEdges(field)
  if (type === 'int32') return numberEdges(field)
  return type === 'decimal' ? decimalEdges(field) : []
}

function textEdges({ facts }: Field): Edge[] {
  const { maxLength = 0, required, codes, values } = facts
  const past: Edge[] = [
    { value: 'x'.repeat(maxLength + 1), code: codes.tooLong ?? 'ValueTooLong', shown: `${maxLength + 1} characters` },
    { value: 'a\u0000b', code: 'ValueInvalidCharacter', shown: 'a NUL' },
    { value: '\ud800', code: 'ValueInvalidCharacter', shown: 'half a surrogate pair' },
  ].slice(0, maxLength < 3 ? 1 : 3)
  if (required) past.push({ value: '', code: codes.required ?? 'ValueRequired', shown: 'no characters' })
  if (values)
    return [
      ...past,
      { value: 'nosuch'.slice(0, maxLength), code: codes.values ?? 'ValueNotAllowed', shown: 'another value' },
    ]
  return [...past, { value: 'å'.repeat(maxLength), code: undefined, shown: `${maxLength} characters` }]
}

function numberEdges({ facts }: Field): Edge[] {
  const { min, max, values, codes } = facts
  const range = codes.range ?? 'ValueOutOfRange'
  const past = [min! - 1, max! + 1].map((value) => ({ value, code: range, shown: String(value) }))
  if (!values) return [...past, ...[min, max].map((value) => ({ value, code: undefined, shown: String(value) }))]
  const other = Array.from({ length: 100 }, (_, at) => at).find((value) => value >= min! && !values.includes(value))
  return [
    ...past,
    { value: other, code: codes.values ?? 'ValueNotAllowed', shown: String(other) },
    ...values.map((value) => ({ value, code: undefined, shown: String(value) })),
  ]
}

/** Decimals are given as texts, which the test writes into the JSON as they are. */
function decimalEdges({ facts }: Field): Edge[] {
  const [digits, scale] = [facts.digits!, facts.scale!]
  const whole = Math.max(1, digits - scale)
  const code = facts.codes.range ?? 'ValueOutOfRange'
  const past = [{ value: '9'.repeat(digits + 1), code, shown: `${digits + 1} digits` }]
  if (scale < digits) {
    const fine = facts.codes.tooLong ?? 'ValueOutOfRange'
    past.push({ value: `1.${'1'.repeat(scale + 1)}`, code: fine, shown: `${scale + 1} decimals` })
  }
  const most = scale < digits ? `${'9'.repeat(whole)}.${'1'.repeat(scale)}` : '9'.repeat(digits)
  return [...past, { value: most, code: undefined, shown: `${digits} digits` }]
}

/** A value of the type, for sending where none is allowed. */
export function someValue(field: Field): unknown {
  switch (field.facts.type) {
    case 'int32':
    case 'decimal':
      return 7
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
