import type { Executor } from '../database/connection.ts'
import { catalogue, type Fault } from '../errors/catalogue.ts'
import { didYouMean } from '../errors/nearest.ts'
import type { Reference } from '../resource/fields.ts'
import type { Relations } from '../resource/relations.ts'
import type { Resource, WriteRequest } from '../resource/resource.ts'

/** Up to so many values are named one by one. */
const FEW = 12
/** Among so many values the nearest one is looked for. */
const LOOKED_AT = 500
/** Kinds of values that are looked up for one answer. */
const KINDS_MAX = 3

interface Missing {
  fault: Fault
  reference: Reference
  value: unknown
}

/**
 * Adds the values that exist to faults of values that do not: all where they are few, else the nearest. Asks the
 * database only when something is missing, once for each kind.
 */
export async function nameKnownValues(
  executor: Executor,
  agreement: number,
  resource: Resource,
  relations: Relations,
  requests: readonly WriteRequest[],
): Promise<void> {
  const byKind = new Map<string, Missing[]>()
  for (const missing of requests.flatMap((request) => [...missingIn(resource, relations, request)])) {
    const { table, column } = missing.reference
    const kind = `${table}.${column}`
    if (byKind.has(kind) || byKind.size < KINDS_MAX) byKind.set(kind, [...(byKind.get(kind) ?? []), missing])
  }
  for (const group of byKind.values()) {
    const { table, column } = group[0]!.reference
    const known = await executor.rows<{ value: string }>(
      `SELECT DISTINCT x.${column}::text AS value, x.${column} FROM ${table} x WHERE x.agreement = $1
        ORDER BY x.${column} LIMIT ${LOOKED_AT}`,
      [agreement],
    )
    const values = known.map(({ value }) => value)
    for (const { fault, value } of group) {
      fault.message = `${fault.message ?? catalogue[fault.code].message}${told(String(value), values)}`
    }
  }
}

function told(value: string, values: readonly string[]): string {
  if (values.length === 0) return ' There are none yet.'
  // It exists, and is refused for what it is.
  if (values.includes(value)) return ''
  return values.length <= FEW ? ` There are ${values.join(', ')}.` : didYouMean(value, values)
}

/** The values of a request that name rows that do not exist, where one value names a row. */
function* missingIn({ fields }: Resource, relations: Relations, { items }: WriteRequest): Generator<Missing> {
  for (const { item, faults } of items) {
    for (const fault of faults) {
      const property = fault.property ?? ''
      const reference = Object.hasOwn(fields, property) ? fields[property]!.facts.references : undefined
      if (!reference || relations.isPrivate(reference.table) || Object.keys(reference.alongside).length > 0) continue
      const isMissing = /DoesNotExist|NotFound/.test(fault.code) || fault.message?.startsWith('There is no ')
      if (isMissing && item[property] !== undefined) yield { fault, reference, value: item[property] }
    }
  }
}
