import type { Field, Fields } from '../../src/resource/fields.ts'
import { allowance, type FieldContext } from './allowances.ts'
import type { ContractField, ContractSchema } from './contract.ts'
import type { Difference } from './compare.ts'

/** What both sides are brought to, fact by fact, before they are compared. */
export type Facts = Record<string, unknown>

const INT32 = { min: -2_147_483_648, max: 2_147_483_647 }
const TYPES: Record<Field['facts']['type'], string> = {
  int32: 'int32',
  decimal: 'decimal',
  string: 'string',
  boolean: 'boolean',
  day: 'date-time',
  date: 'date',
  instant: 'date-time',
  version: 'string',
  list: 'array',
}

/** Differences of two field tables, property by property and fact by fact, and what lists are made of. */
export function compareFields(
  at: string,
  ours: Fields,
  theirs: ContractSchema,
  schemas: Record<string, ContractSchema>,
  isWritable: boolean,
): Difference[] {
  const found: Difference[] = []
  for (const property of new Set([...Object.keys(theirs), ...Object.keys(ours)])) {
    const [field, published] = [ours[property], theirs[property]]
    const where = `${at}.${property}`
    if (!field || !published) {
      found.push({ at: where, ours: field ? 'declared' : 'absent', contract: published ? 'declared' : 'absent' })
      continue
    }
    found.push(...compareFacts(where, { field, published, isWritable }))
    const { items } = field.facts
    const reference = published.items?.ref
    if (reference && items && !isField(items)) {
      found.push(...compareFields(`${where}[]`, items, schemas[reference]!, schemas, isWritable))
    }
  }
  return found
}

function compareFacts(at: string, context: FieldContext): Difference[] {
  const [ours, theirs] = [factsOf(context.field), publishedFacts(context.published)]
  return Object.keys(theirs)
    .filter((fact) => JSON.stringify(ours[fact]) !== JSON.stringify(theirs[fact]))
    .filter((fact) => !allowance(fact, context))
    .map((fact) => ({ at: `${at} ${fact}`, ours: show(ours[fact]), contract: show(theirs[fact]) }))
}

const show = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value))

export const isField = (items: Field | Fields): items is Field =>
  'facts' in items && !('facts' in (items.facts as object))

function factsOf({ facts }: Field): Facts {
  const { type, min, max, minLength = 0, maxLength, required, readOnly, nullable, filter, sortable, values } = facts
  return {
    type: TYPES[type],
    ...boundsOf(type, min, max),
    minLength: TYPES[type] === 'string' ? leastLength(minLength, required) : undefined,
    maxLength,
    enum: values && [...values].sort(),
    nullable,
    readOnly,
    required,
    filter: [...filter].sort(),
    sortable,
    items: facts.items && (isField(facts.items) ? TYPES[facts.items.facts.type] : 'object'),
  }
}

/** A list's bounds are lengths, which the contract does not give. */
function boundsOf(type: string, min?: number, max?: number): Facts {
  if (type === 'int32') return { min: min ?? INT32.min, max: max ?? INT32.max }
  return type === 'decimal' ? { min, max } : {}
}

function publishedFacts(field: ContractField): Facts {
  const values = field.enum ?? valuesOf(field.pattern)
  return {
    type: field.type,
    ...boundsOf(field.type, field.min, field.max),
    minLength: field.type === 'string' ? leastLength(field.minLength ?? 0, field.required) : undefined,
    maxLength: field.maxLength,
    enum: values && [...values].sort(),
    nullable: field.nullable ?? false,
    readOnly: field.readOnly ?? false,
    required: field.required ?? false,
    filter: [...(field.filter ?? [])].sort(),
    sortable: field.sortable ?? false,
    items: field.items?.type,
  }
}

/** A required text has at least one character (spec 1, Shared property rules 7). */
const leastLength = (minLength: number, required = false): number => (required ? Math.max(1, minLength) : minLength)

/** A pattern that only lists numbers is an enumeration. Any other is kept, to tell it from no pattern. */
function valuesOf(pattern: string | undefined): (number | string)[] | undefined {
  if (pattern === undefined) return undefined
  return /^\d+(\|\d+)*$/.test(pattern) ? pattern.split('|').map(Number) : [`pattern ${pattern}`]
}
