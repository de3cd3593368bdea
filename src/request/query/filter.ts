import { ApiError, type Fault } from '../../errors/catalogue.ts'
import { didYouMean } from '../../errors/nearest.ts'
import type { Field, FilterOperator } from '../../resource/fields.ts'
import { isStorable } from '../../records/storable.ts'
import { FilterLimitError, type FilterNode, FilterSyntaxError, type Operand, parseFilter } from './filter-syntax.ts'
import { type FilterType, likePattern, typedOperand } from './filter-values.ts'
import type { Reading } from '../protocol/reading.ts'
import type { Readable, ReadableProperty } from './readable.ts'

/** A filter whose properties, operators and values have been checked against the resource; values are text for SQL. */
export type Condition =
  | { kind: 'and' | 'or'; terms: readonly Condition[] }
  | { kind: 'comparison'; property: ReadableProperty; operator: FilterOperator; values: readonly (string | null)[] }

type Predicate = Extract<FilterNode, { kind: 'predicate' }>

/**
 * Reads the `filter` parameter and checks each predicate: the property exists, allows the operator, and the value is of
 * its type (rules 2.1 to 2.4). Property names are matched without regard to case, as query names are.
 * @throws ApiError 400 with every predicate at fault, naming the property, the value and what is allowed.
 */
export function readFilter(text: string | undefined, of: Readable, reading: Reading): Condition | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const faults: Fault[] = []
  const condition = checkNode(parseText(text, of), { of, reading, faults })
  if (faults.length > 0) throw new ApiError(faults)
  return condition
}

function parseText(text: string, { parameter }: Readable): FilterNode {
  try {
    return parseFilter(text)
  } catch (error) {
    if (!(error instanceof FilterSyntaxError)) throw error
    const code = error instanceof FilterLimitError ? 'FilterTooLarge' : 'FilterSyntax'
    throw new ApiError({ code, property: parameter('filter'), message: error.message + eatenBy(text) })
  }
}

/** A shell takes `$eq` within double quotes for a variable of its own, and leaves nothing of it. */
const eatenBy = (text: string): string =>
  /^[\w.]+\s*:/.test(text) && !text.includes('$')
    ? " There is no $ in it: within double quotes a shell takes $eq for a variable. Put the filter in single quotes: 'name$eq:value'."
    : ''

/** Stands in for a predicate at fault: a filter with a fault has no condition. */
const NOTHING: Condition = { kind: 'and', terms: [] }

/** What a filter is checked by, and the faults found so far. */
interface Checking {
  of: Readable
  reading: Reading
  faults: Fault[]
}

function checkNode(node: FilterNode, checking: Checking): Condition {
  if (node.kind === 'predicate') return checkPredicate(node, checking)
  return { kind: node.kind, terms: node.terms.map((term) => checkNode(term, checking)) }
}

function checkPredicate(node: Predicate, checking: Checking): Condition {
  const { of, faults } = checking
  const property = of.byLowerName.get(node.property.toLowerCase())
  if (property === undefined) {
    const near = didYouMean(node.property, of.filterable.split(', '))
    const message = `There is no property '${node.property}' to filter on.${near} Filterable are ${of.filterable}.`
    faults.push({ code: 'FilterPropertyUnknown', property: node.property, message })
    return NOTHING
  }
  const { name, filter } = property
  if (!filter.includes(node.operator)) {
    const allowed = filter.map((one) => `$${one}:`).join(' ')
    const message =
      allowed === ''
        ? `${name} cannot be filtered on. Filterable are ${of.filterable}.`
        : `${name} does not allow $${node.operator}:, it allows ${allowed}.`
    faults.push({ code: 'FilterNotAllowed', property: name, message })
    return NOTHING
  }
  return { kind: 'comparison', property, operator: node.operator, values: typedValues(node, property, checking) }
}

function typedValues(
  node: Predicate,
  { name: property, field }: ReadableProperty,
  { reading, faults }: Checking,
): (string | null)[] {
  return node.operands.map((operand) => {
    if (node.operator === 'like' && !operand.isNull) return checkedText(likePattern(operand), property, faults)
    const { mends } = reading.leeway
    const named = mends ? numberNamed(field, operand) : undefined
    if (named !== undefined) return named
    const typed = typedOperand(filterType(field), node.operator, operand, mends)
    if (typed.ok) {
      if (typed.isCut) reading.note('is read to the microsecond', `the time of ${property}`)
      return typed.value
    }
    const message = operand.isNull
      ? `${property}$${node.operator}: cannot take $null:; absence goes with $eq: $ne: $in: $nin:.`
      : `'${operand.pieces.join('*').slice(0, 100)}' is not a value of ${property}: ${typed.expected}.`
    faults.push({ code: 'FilterValueInvalid', property, message })
    return null
  })
}

/** The number of an enumeration that the value is the name of: `financeVoucher`. */
function numberNamed({ facts: { names } }: Field, { pieces }: Operand): string | undefined {
  if (!names || pieces.length !== 1) return undefined
  const name = pieces[0]!.trim().toLowerCase()
  const found = Object.keys(names).find((one) => one.toLowerCase() === name)
  return found === undefined ? undefined : String(names[found])
}

function checkedText(pattern: string, property: string, faults: Fault[]): string {
  if (!isStorable(pattern)) {
    faults.push({
      code: 'FilterValueInvalid',
      property,
      message: `The pattern for ${property} holds a character that no text can hold.`,
    })
  }
  return pattern
}

function filterType({ facts: { type, asNumber } }: Field): FilterType {
  if (asNumber) return 'int32'
  if (type === 'instant') return 'date-time'
  if (type === 'day' || type === 'date') return 'date'
  if (type === 'version' || type === 'list') return 'string'
  return type
}
