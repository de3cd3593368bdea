import fc from 'fast-check'
import type { FilterNode, Operand, Operator } from '../../src/request/query/filter-syntax.ts'
import type { FilterType } from '../../src/request/query/filter-values.ts'
import type { SortProperty } from '../../src/request/query/sort-syntax.ts'
import type { ModelRow, ModelTypes } from './filter-model.ts'

/** A property to make filters and rows of. */
export interface FieldSpec {
  type: FilterType
  /** The operators the property allows. */
  operators: readonly Operator[]
  /** Never absent, and as a text never empty. */
  required: boolean
}

/** Properties by name. */
export type FieldTable = Readonly<Record<string, FieldSpec>>

/** What `matches` and `compareRows` want to know of a field table. */
export function typesOf(fields: FieldTable): ModelTypes {
  return Object.fromEntries(Object.entries(fields).map(([property, { type }]) => [property, type]))
}

/** Few characters, so that values meet; those that escapes, LIKE, quoting, folding and collation stumble over. */
const CHARACTERS = [...'aAbBæÆøØåÅ1%_\\*$(),[]\'" -&+😀']
const WORDS = ['$null:', '$and:', '$or:', '$eq:', '$null', 'aa', 'Ørsted', 'ø%', '_', '\\%']

const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(...WORDS) },
)

/** Values of a type in the text form of a row: few of each, so that filters find some rows and miss others. */
const values: Readonly<Record<FilterType, fc.Arbitrary<string>>> = {
  int32: fc.integer({ min: -3, max: 12 }).map(String),
  decimal: fc.integer({ min: -30, max: 30 }).map((quarters) => (quarters / 4).toFixed(2)),
  string: text,
  boolean: fc.boolean().map(String),
  date: fc.integer({ min: 1, max: 9 }).map((day) => `2024-02-0${day}`),
  'date-time': fc
    .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 3 }), fc.constantFrom('', '.5', '.000001'))
    .map(([day, hour, fraction]) => `2024-02-0${day}T0${hour}:00:00${fraction}Z`),
}

/** Other ways to write a value of the type, none of which changes what it means. */
const spellings: Readonly<Record<FilterType, readonly ((value: string) => string)[]>> = {
  int32: [(value) => value, (value) => value.replace(/\d/, '0$&'), (value) => `${value} `],
  decimal: [(value) => value, (value) => `${value}00`, (value) => value.replace(/^\d/, '+$&')],
  string: [(value) => value, (value) => value.toUpperCase(), (value) => value.toLowerCase()],
  boolean: [(value) => value, (value) => value.toUpperCase()],
  date: [(value) => value, (value) => `${value}T23:30:00-02:00`],
  'date-time': [(value) => value, (value) => value.replace('Z', '+00:00'), (value) => value.replace('Z', '')],
}

/** Rows of a field table: absent values where the field may be absent. */
export function rowArbitrary(fields: FieldTable): fc.Arbitrary<ModelRow> {
  return fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([property, { type, required }]) => {
        const value = required ? values[type].filter((candidate) => candidate !== '') : values[type]
        return [property, required || type === 'boolean' ? value : fc.option(value, { freq: 4 })]
      }),
    ),
  )
}

/**
 * Filters of a field table that `parseFilter` can give and `typedOperand` accepts: every operator a field allows,
 * lists with and without `$null:`, `and` and `or` to `depth` levels.
 */
export function filterArbitrary(fields: FieldTable, depth = 3): fc.Arbitrary<FilterNode> {
  const predicate = fc.oneof(...Object.entries(fields).map(([property, field]) => predicateArbitrary(property, field)))
  if (depth === 0) return predicate
  const group = fc.record({
    kind: fc.constantFrom<'and' | 'or'>('and', 'or'),
    terms: fc.array(filterArbitrary(fields, depth - 1), { minLength: 2, maxLength: 3 }),
  })
  return fc.oneof({ weight: 2, arbitrary: predicate }, { weight: 3, arbitrary: group })
}

/** Sorts of a field table: each property at most once. */
export function sortArbitrary(fields: FieldTable): fc.Arbitrary<readonly SortProperty[]> {
  const property = fc.record({
    property: fc.constantFrom(...Object.keys(fields)),
    descending: fc.boolean(),
    alphabetical: fc.boolean(),
  })
  return fc.uniqueArray(property, { minLength: 1, maxLength: 3, selector: (entry) => entry.property })
}

/** A sort as it is written in the query. */
export function renderSort(sort: readonly SortProperty[]): string {
  return sort
    .map(({ property, descending, alphabetical }) => `${descending ? '-' : ''}${alphabetical ? '~' : ''}${property}`)
    .join(',')
}

function predicateArbitrary(property: string, field: FieldSpec): fc.Arbitrary<FilterNode> {
  return fc.constantFrom(...field.operators).chain((operator) =>
    operandsArbitrary(field.type, operator).map((operands) => {
      return { kind: 'predicate' as const, property, operator, operands, position: 0 }
    }),
  )
}

function operandsArbitrary(type: FilterType, operator: Operator): fc.Arbitrary<Operand[]> {
  const value =
    type === 'string'
      ? textOperand
      : fc.tuple(values[type], fc.nat(2)).map(([plain, way]) => {
          const spell = spellings[type][way % spellings[type].length]!
          return operandOf([spell(plain)])
        })
  const nullable = fc.oneof({ weight: 4, arbitrary: value }, { weight: 1, arbitrary: fc.constant(nullOperand) })
  if (operator === 'eq' || operator === 'ne') return nullable.map((operand) => [operand])
  if (operator !== 'in' && operator !== 'nin') return value.map((operand) => [operand])
  return fc.array(nullable, { minLength: 1, maxLength: 5 }).filter(isWritable)
}

/** One text, or several with stars in between; as often as not in another case than the rows have it. */
const textOperand: fc.Arbitrary<Operand> = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: text.map((piece) => [piece]) },
      { weight: 2, arbitrary: fc.array(text, { minLength: 2, maxLength: 3 }) },
    ),
    fc.constantFrom(...spellings.string),
  )
  .map(([pieces, spell]) => operandOf(pieces.map(spell)))

const nullOperand: Operand = { isNull: true, pieces: [''], position: 0 }

function operandOf(pieces: readonly string[]): Operand {
  return { isNull: false, pieces, position: 0 }
}

/** The language cannot write the list of one empty text. */
function isWritable(operands: readonly Operand[]): boolean {
  const [first] = operands
  return operands.length > 1 || first!.isNull || first!.pieces.join('*') !== ''
}
