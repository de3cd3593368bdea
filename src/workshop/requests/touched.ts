import { REQUEST_TOUCHED_MAX } from '../../limits.ts'
import type { Fields } from '../../resource/fields.ts'
import type { Group, Operation } from '../../resource/operations.ts'
import { isResource, type Resource } from '../../resource/resource.ts'
import { objectOf, type Values } from '../json.ts'
import type { Noted } from './note.ts'

/** The kind of an item, by its table: `draft_entry` is `draftEntry`. */
const kindOf = (table: string): string => table.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= 100)

/** The items that fields name, by what they refer to. */
function named(fields: Fields, values: Values): string[] {
  return Object.entries(fields).flatMap(([property, { facts }]) => {
    const value = values[property]
    return facts.references && isPlain(value) ? [`${kindOf(facts.references.table)}:${value}`] : []
  })
}

/** The item itself, where all of its identifier is known. */
function itself({ key, table }: Resource, values: Values): string[] {
  const parts = key.map((name) => values[name])
  return parts.every(isPlain) ? [`${kindOf(table)}:${parts.join('~')}`] : []
}

/**
 * What a body has of an operation's items: itself, or those of its list, each with the numbers that the answer gave it.
 */
function itemsOf(operation: Operation, sent: Values, answered: Values, inPath: Values): Values[] {
  if (!('bulk' in operation)) return [{ ...answered, ...sent, ...inPath }]
  const items = sent[operation.bulk.list]
  const numbers = answered[operation.bulk.answer]
  if (!Array.isArray(items)) return []
  return items.slice(0, REQUEST_TOUCHED_MAX).map((item: unknown, at) => ({
    ...(Array.isArray(numbers) && { number: numbers[at] as unknown }),
    ...objectOf(item),
  }))
}

const fieldsOf = (group: Group, operation: Operation): Fields => {
  if ('body' in operation) return { ...group.parameters, ...operation.body }
  return isResource(group) ? group.fields : group.parameters
}

/**
 * The items that a request named: the one of its path, the one that its body is of, and those that both refer to; kind
 * and identifier, such as `customer:1001`. At most REQUEST_TOUCHED_MAX. The bodies are read where they can tell
 * something.
 */
export function touchedBy(
  { route, parameters }: Pick<Noted, 'route' | 'parameters'>,
  sent: () => unknown,
  answered: () => unknown,
): string[] {
  if (!route) return []
  const { group, operation } = route
  let inPath: Values = {}
  try {
    inPath = route.readPath(parameters)
  } catch {
    // What stands in the path can be no identifier.
  }
  const fields = fieldsOf(group, operation)
  const body = operation.method === 'GET' ? undefined : objectOf(sent())
  const items = body ? itemsOf(operation, body, objectOf(answered()) ?? {}, inPath) : [inPath]
  const found = items.flatMap((item) => [...(isResource(group) ? itself(group, item) : []), ...named(fields, item)])
  return [...new Set(found)].slice(0, REQUEST_TOUCHED_MAX)
}
