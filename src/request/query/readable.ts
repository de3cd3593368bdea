import { columnSql, columnType, cursorProperties, keySql, readColumns } from '../../resource/columns.ts'
import type { Field, FilterOperator } from '../../resource/fields.ts'
import { queryName } from '../../resource/query-names.ts'
import type { Api } from '../../resource/versions.ts'
import { bodyFields, type Resource } from '../../resource/resource.ts'
import { type Renderer, renderer } from './render.ts'

/** A property as lists know it. */
export interface ReadableProperty {
  name: string
  field: Field
  /** SQL for the value, in terms of the row `t`. */
  sql: string
  type: string
  filter: readonly FilterOperator[]
  isSortable: boolean
}

/** All of a resource that its reads need and no request changes. */
export interface Readable {
  resource: Resource
  /** Properties of bodies by their names in lower case: names are matched without regard to case. */
  byLowerName: ReadonlyMap<string, ReadableProperty>
  /** What may be filtered and sorted on, for whoever asks for something else. */
  filterable: string
  sortable: string
  /** The identifier, by which lists are ordered. */
  keys: readonly ReadableProperty[]
  /**
   * SQL of the row `t` as `render` takes it: alone, in a cursor list, and beside the place that it was asked for at.
   */
  row: string
  rowWithKey: string
  rowWithPlace: string
  render: Renderer
  /** Texts of statements that no filter or sort shapes, by their shape; made as they are first asked for. */
  texts: Map<string, string>
  /** Any property, also one that no body has: a path may name it. */
  property(name: string): ReadableProperty
  /** What clients call a query parameter. */
  parameter(name: string): string
}

/** Prepares a resource to be read in the style of its API. */
export function readable(resource: Resource, style: Api['style']): Readable {
  const make = (name: string): ReadableProperty => {
    const field = resource.fields[name]!
    const { filter, sortable } = field.facts
    return { name, field, sql: columnSql(resource, name), type: columnType(field), filter, isSortable: sortable }
  }
  const byName = new Map(Object.keys(resource.fields).map((name) => [name, make(name)]))
  const property = (name: string): ReadableProperty => byName.get(name)!
  const all = Object.keys(bodyFields(resource)).map(property)
  const columns = readColumns(resource, style)
  const values = columns.map(({ sql }) => sql).join(', ')
  const named = (some: readonly ReadableProperty[]): string => some.map(({ name }) => name).join(', ') || 'none'
  return {
    resource,
    byLowerName: new Map([
      ...all.map((one) => [one.name.toLowerCase(), one] as const),
      ...Object.entries(resource.alsoNamed).flatMap(([other, name]) =>
        other in resource.fields ? [] : [[other.toLowerCase(), property(name)] as const],
      ),
    ]),
    filterable: named(all.filter(({ filter }) => filter.length > 0)),
    sortable: named(all.filter(({ isSortable }) => isSortable)),
    keys: cursorProperties(resource).map(property),
    row: `ROW(${values})::text`,
    rowWithKey: `ROW(${keySql(resource)}, ${values})::text`,
    rowWithPlace: `ROW(k.place, ${values})::text`,
    render: renderer(columns),
    texts: new Map(),
    property,
    parameter: (name) => queryName(name, style),
  }
}
