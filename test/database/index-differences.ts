import { columnSql } from '../../src/resource/columns.ts'
import type { Relation } from '../../src/resource/relations.ts'
import type { DeclaredTable, Face } from './declared.ts'
import { Needed, type Sides, sorted } from './schema-differences.ts'
import type { Index, Schema } from './schema.ts'

/** Bytes of an index entry that fit a page (PostgreSQL refuses a row with more), less what stands beside the text. */
const ENTRY_BYTES_MAX = 2704 - 64
/** Bytes of a character as JSON counts them, in upper case or lower: PostgreSQL keeps UTF-8. */
const CHARACTER_BYTES = 3

/** Rows that name another are found by an index, and so are those that a filter asks for; what an index is on fits into it. */
export function indexDifferences({ schema, declared, relations, reasons }: Sides): string[] {
  const small = new Needed('smallTables', reasons.smallTables)
  const references = new Needed('unsoughtReferences', reasons.unsoughtReferences)
  const properties = new Needed('unsoughtProperties', reasons.unsoughtProperties)
  const viewed = new Needed('viewed', reasons.viewed)
  const unreferred = relations
    .list()
    .filter((relation) => !isFound(relation, schema))
    .map(({ table, column, target }) => ({ table, name: `${table}.${column}`, target }))
    .filter(({ table, name }) => !references.has(name) && !small.has(table))
    .map(({ name, target }) => `${name}: no index finds the rows that name a row of ${target}`)
  const unfiltered = declared.flatMap((table) =>
    filters(table)
      .filter(({ name, compared }) =>
        viewed.has(name) ? !isSought(reasons.viewed[name]!, undefined, schema) : !isSought(name, compared, schema),
      )
      .filter(({ name }) => !properties.has(name) && !small.has(table.name))
      .map(({ name, face }) => `${name}: ${face.at} may be filtered, and no index finds its values`),
  )
  const unneeded = [small, references, properties, viewed].flatMap((list) => list.notNeeded())
  return sorted([...unreferred, ...unfiltered, ...declared.flatMap((table) => tooLong(table, schema)), ...unneeded])
}

/** Whether rows that name another can be looked up: by the column alone where a deletion asks for them, else by all of the foreign key. */
function isFound({ table, column, constraint, by, cascades }: Relation, schema: Schema): boolean {
  const indexes = schema.tables.get(table)?.indexes ?? []
  if (indexes.some((index) => begins(index, ['agreement', column], column))) return true
  if (by !== '' && !cascades) return false
  const pairs = schema.references.find(({ name }) => name === constraint)?.pairs ?? []
  const own = pairs.map(([name]) => name).sort()
  return indexes.some((index) => begins({ ...index, keys: index.keys.slice(0, own.length).sort() }, own, column))
}

/** Whether the index begins with the keys and has every row in which the value is not null. */
const begins = ({ keys, predicate }: Index, wanted: readonly string[], value: string): boolean =>
  wanted.every((key, at) => keys[at] === key) && (predicate === null || predicate === `(${value} IS NOT NULL)`)

/** A property that lists can be filtered on: by its column, or by its own name where it is computed. */
interface Filter {
  name: string
  /** SQL of what is compared with a value. */
  compared: string
  face: Face
}

/** Booleans are left out: an index is of no use to what half the rows have. */
function filters({ name, columns, computed }: DeclaredTable): Filter[] {
  const stored = [...columns].map(([column, faces]) => ({ name: `${name}.${column}`, faces }))
  const all = [...stored, ...computed.map((face) => ({ name: `${name}.${face.property}`, faces: [face] }))]
  return all.flatMap(({ name: at, faces }) => {
    const face = faces.find(({ field: { facts } }) => facts.filter.length > 0 && facts.type !== 'boolean')
    return face ? [{ name: at, compared: compared(face), face }] : []
  })
}

/** Texts are compared without case. */
function compared({ resource, property, field }: Face): string {
  const value = plain(columnSql(resource, property))
  return field.facts.type === 'string' ? `fold(${value})` : value
}

function isSought(name: string, expression: string | undefined, schema: Schema): boolean {
  const [table, column] = name.split('.') as [string, string]
  const key = expression ?? column
  const value = key.replace(/^fold\((.*)\)$/, '$1')
  const indexes = schema.tables.get(table)?.indexes ?? []
  return indexes.some(({ keys, predicate, ...index }) =>
    begins({ ...index, keys: keys.map(plain), predicate: predicate && plain(predicate) }, ['agreement', key], value),
  )
}

/** An expression without what PostgreSQL adds when it tells one again. */
const plain = (sql: string): string =>
  sql
    .replace(/\bt\./g, '')
    .replace(/::(timestamp with time zone|\w+)/g, '')
    .replace(/ ELSE NULL\b/g, '')

/** Texts that an index is on are so short that each value fits. */
function tooLong({ name, columns }: DeclaredTable, schema: Schema): string[] {
  return (schema.tables.get(name)?.indexes ?? []).flatMap((index) => {
    const lengths = index.keys.map((key) => {
      const faces = columns.get(key.replace(/^fold\((.*)\)$/, '$1')) ?? []
      return Math.max(0, ...faces.map(({ field }) => field.facts.maxLength ?? 0))
    })
    const bytes = CHARACTER_BYTES * lengths.reduce((sum, length) => sum + length, 0)
    return bytes > ENTRY_BYTES_MAX ? [`${name}: the longest texts do not fit an entry of ${index.name}`] : []
  })
}
