import { ApiError, type Fault } from '../../errors/catalogue.ts'
import type { Field, FieldType, FilterOperator } from '../../resource/fields.ts'
import type { Resource } from '../../resource/resource.ts'
import { FilterLimitError, type FilterNode, FilterSyntaxError, parseFilter } from './filter-syntax.ts'
import { type FilterType, likePattern, typedOperand } from './filter-values.ts'

/** A filter whose properties, operators and values have been checked against the resource; values are text for SQL. */
export type Condition =
  | { kind: 'and' | 'or'; terms: readonly Condition[] }
  | { kind: 'comparison'; property: string; operator: FilterOperator; values: readonly (string | null)[] }

type Predicate = Extract<FilterNode, { kind: 'predicate' }>

/**
 * Reads the `filter` parameter and checks each predicate: the property exists, allows the operator, and the value is of its type
 * (spec 1, Filtering 1 to 9). Property names are matched without regard to case, as query names are.
 * @throws ApiError 400 with every predicate at fault, naming the property, the value and what is allowed.
 */
export function readFilter(text: string | undefined, resource: Resource): Condition | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const faults: Fault[] = []
  const condition = checkNode(parseText(text), resource, faults)
  if (faults.length > 0) throw new ApiError(faults)
  return condition
}

function parseText(text: string): FilterNode {
  try {
    return parseFilter(text)
  } catch (error) {
    if (!(error instanceof FilterSyntaxError)) throw error
    const code = error instanceof FilterLimitError ? 'FilterTooLarge' : 'FilterSyntax'
    throw new ApiError({ code, property: 'filter', message: error.message })
  }
}

function checkNode(node: FilterNode, resource: Resource, faults: Fault[]): Condition {
  if (node.kind === 'predicate') return checkPredicate(node, resource, faults)
  return { kind: node.kind, terms: node.terms.map((term) => checkNode(term, resource, faults)) }
}

function checkPredicate(node: Predicate, resource: Resource, faults: Fault[]): Condition {
  const property = findProperty(resource, node.property)
  const none: Condition = { kind: 'comparison', property: node.property, operator: node.operator, values: [] }
  if (property === undefined) {
    const filterable = Object.keys(resource.fields).filter((name) => resource.fields[name]!.facts.filter.length > 0)
    const message = `There is no property '${node.property}' to filter on. Filterable are ${filterable.join(', ') || 'none'}.`
    faults.push({ code: 'FilterPropertyUnknown', property: node.property, message })
    return none
  }
  const field = resource.fields[property]!
  const allowed = field.facts.filter
  if (!allowed.includes(node.operator)) {
    const choice =
      allowed.length > 0 ? `allows ${allowed.map((name) => `$${name}:`).join(' ')}` : 'cannot be filtered on'
    faults.push({
      code: 'FilterNotAllowed',
      property,
      message: `${property} does not allow $${node.operator}: — it ${choice}.`,
    })
    return none
  }
  return { kind: 'comparison', property, operator: node.operator, values: typedValues(node, property, field, faults) }
}

function typedValues(node: Predicate, property: string, field: Field, faults: Fault[]): (string | null)[] {
  return node.operands.map((operand) => {
    if (operand.isNull) {
      if (['eq', 'ne', 'in', 'nin'].includes(node.operator)) return null
      const message = `${property}$${node.operator}: cannot take $null:; absence goes with $eq: $ne: $in: $nin:.`
      faults.push({ code: 'FilterValueInvalid', property, message })
      return null
    }
    if (node.operator === 'like') return checkedText(likePattern(operand), property, faults)
    const typed = typedOperand(filterType(field.facts.type), node.operator, operand)
    if (typed.ok) return typed.value
    const shown = operand.pieces.join('*').slice(0, 100)
    faults.push({
      code: 'FilterValueInvalid',
      property,
      message: `'${shown}' is not a value of ${property}: ${typed.expected}.`,
    })
    return null
  })
}

function checkedText(pattern: string, property: string, faults: Fault[]): string {
  if (pattern.includes('\u0000') || !pattern.isWellFormed()) {
    faults.push({
      code: 'FilterValueInvalid',
      property,
      message: `The pattern for ${property} holds a character that no text can hold.`,
    })
  }
  return pattern
}

/** The declared name of a property, matched without regard to case. */
export function findProperty(resource: Resource, name: string): string | undefined {
  if (Object.hasOwn(resource.fields, name)) return name
  const lower = name.toLowerCase()
  return Object.keys(resource.fields).find((property) => property.toLowerCase() === lower)
}

function filterType(type: FieldType): FilterType {
  if (type === 'instant') return 'date-time'
  if (type === 'day' || type === 'date') return 'date'
  if (type === 'version' || type === 'list') return 'string'
  return type
}
