import { columnType } from '../../src/resource/columns.ts'
import type { Field } from '../../src/resource/fields.ts'
import { columnName, isResource, type Resource } from '../../src/resource/resource.ts'
import type { ApiVersion } from '../../src/resource/versions.ts'

/** A property that has a column, as one resource of one version declares it. */
export interface Face {
  /** For people: `journals 14.0.1 DraftEntries.currency`. */
  at: string
  property: string
  field: Field
  resource: Resource
}

/** A table as its resources tell it. */
export interface DeclaredTable {
  name: string
  resources: readonly Resource[]
  /** Every property by its column; those that are computed have none. */
  columns: ReadonlyMap<string, readonly Face[]>
  /** Properties that lists compute from other columns, rows or tables. */
  computed: readonly Face[]
}

/** Every table that resources stand for, as all versions tell it. */
export function declaredTables(versions: readonly ApiVersion[]): DeclaredTable[] {
  const resources = versions.flatMap((api) =>
    api.groups.filter(isResource).map((resource) => ({ resource, at: `${api.name} ${api.version} ${resource.name}` })),
  )
  const names = [...new Set(resources.map(({ resource }) => resource.table))].sort()
  return names.map((name) => {
    const own = resources.filter(({ resource }) => resource.table === name)
    const faces = own.flatMap(({ resource, at }) =>
      Object.entries(resource.fields).map(([property, field]) => ({
        at: `${at}.${property}`,
        property,
        field,
        resource,
      })),
    )
    const columns = new Map<string, Face[]>()
    for (const face of faces.filter(({ field }) => !field.facts.expression)) {
      const column = columnName(face.property, face.field)
      columns.set(column, [...(columns.get(column) ?? []), face])
    }
    return {
      name,
      resources: own.map(({ resource }) => resource),
      columns,
      computed: faces.filter(({ field }) => field.facts.expression),
    }
  })
}

/** Whether every row has a value: the client must send one, or the service gives one. */
export function isAlwaysThere({ property, field: { facts }, resource }: Face): boolean {
  const { fallback } = facts
  const isFilledIn = fallback !== undefined && !fallback.mayBeNothing
  const isGiven = facts.assigned !== undefined || facts.counted !== undefined || isFilledIn
  return !facts.nullable || isGiven || resource.key.includes(property)
}

/** Whether clients send the property. */
export function isWritten({ field: { facts }, resource }: Face): boolean {
  const writes = resource.operations.some(({ kind }) => /^(bulk)?(create|update)$/i.test(kind))
  return writes && !facts.readOnly
}

/** Where PostgreSQL's catalogue calls a type otherwise than SQL does. */
const OWN_NAMES: Readonly<Record<string, string>> = { int: 'integer', timestamptz: 'timestamp with time zone' }

/** The types, as the catalogue calls them, that a property may be stored in. */
export function storedTypes(field: Field): readonly string[] {
  // A number of the sequence, which is read and sent as text.
  if (field.facts.type === 'version') return ['bigint']
  // A json column keeps what clients send as they sent it. A column that only the service writes may be jsonb.
  if (field.facts.type === 'list') return ['json', 'jsonb']
  const type = columnType(field)
  return [OWN_NAMES[type] ?? type]
}
