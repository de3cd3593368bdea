import { columnSql } from '../../src/resource/columns.ts'
import type { Relation } from '../../src/resource/relations.ts'
import type { DeclaredTable, Face } from './declared.ts'
import type { Difference, Catalogues } from './difference.ts'
import type { Index, Schema } from './schema.ts'

/**
 * Bytes for the text in an index entry that fits a page: PostgreSQL refuses a row with more than 2704, and 64 are for
 * what stands beside the text.
 */
const ENTRY_BYTES_MAX = 2704 - 64
/** Bytes of a character of most texts in PostgreSQL's UTF-8. A folded text may take more than the text as sent. */
const CHARACTER_BYTES = 3

/** Indexes find the rows that name another, and those that a filter asks for. Values fit into their index. */
export function indexDifferences({ schema, declared, relations }: Catalogues): Difference[] {
  // A view is read by the indexes of what stands below it.
  const isStored = (table: string): boolean => schema.tables.get(table)?.isView !== true
  const unreferred = relations
    .list()
    .filter(({ table }) => isStored(table))
    .filter((relation) => !isFound(relation, schema))
    .map(({ table, column, target, by }): Difference => {
      const asked = by === '' ? 'the foreign key asks for it' : `whoever deletes one of ${target} asks for it`
      const told = `it names rows of ${target}, and ${asked}; there ${indexesOf(table, schema)}`
      return { kind: 'not found by reference', at: `${table}.${column}`, told }
    })
  const unfiltered = declared
    .filter(({ name, resources }) => isStored(name) || resources.some(({ isView }) => !isView))
    .flatMap((table) => filterDifferences(table, schema))
  return [...unreferred, ...unfiltered, ...declared.flatMap((table) => tooLong(table, schema))]
}

const indexesOf = (table: string, schema: Schema): string => {
  const lists = (schema.tables.get(table)?.indexes ?? []).map(({ keys }) => `(${keys.join(', ')})`)
  return lists.length > 0 ? `are indexes on ${lists.join(', ')}` : 'is no index'
}

/**
 * Whether an index finds the rows that name another. Where a deletion asks for them, by the column alone. Else by all
 * columns of the foreign key, on the table that has it.
 */
function isFound({ table, column, constraint, by, cascades }: Relation, schema: Schema): boolean {
  const indexes = schema.tables.get(table)?.indexes ?? []
  if (indexes.some((index) => begins(index, ['agreement', column], column))) return true
  if (by !== '' && !cascades) return false
  const held = schema.references.find(({ name }) => name === constraint)
  const own = (held?.pairs ?? []).map(([name]) => name).sort()
  const holding = schema.tables.get(held?.holder ?? table)?.indexes ?? []
  return holding.some((index) => begins({ ...index, keys: index.keys.slice(0, own.length).sort() }, own, column))
}

/** Whether the index begins with the keys and has every row in which the value is not null. */
const begins = ({ keys, predicate }: Index, wanted: readonly string[], value: string): boolean =>
  wanted.every((key, at) => keys[at] === key) && (predicate === null || predicate === `(${value} IS NOT NULL)`)

/** Properties that lists can be filtered on: by their columns, or by their own names where they are computed. */
function filterDifferences({ name, columns, computed }: DeclaredTable, schema: Schema): Difference[] {
  const stored = [...columns].map(([column, faces]) => ({ at: `${name}.${column}`, faces }))
  return [...stored, ...computed.map((face) => ({ at: `${name}.${face.property}`, faces: [face] }))].flatMap(
    ({ at, faces }): Difference[] => {
      const face = faces.find(isFilter)
      if (!face || isSought(name, compared(face), schema)) return []
      const told = `${face.at} is declared as one that lists filter on, by (agreement, ${compared(face)}); there ${indexesOf(name, schema)}`
      return [{ kind: 'not found by filter', at, told }]
    },
  )
}

/** Booleans are left out: an index is of no use to what half the rows have. */
const isFilter = ({ field: { facts } }: Face): boolean => facts.filter.length > 0 && facts.type !== 'boolean'

/**
 * SQL of what a filter compares with its value. Texts are compared without case: in the order of lists where that has
 * an index, by their hash where they are long.
 */
function compared({ resource, property, field }: Face): string {
  const value = plain(columnSql(resource, property))
  if (field.facts.type !== 'string') return value
  if (field.facts.isHashed) return `hashtext(fold(${value}))`
  return field.facts.isIndexed ? `fold(${value}) COLLATE "da-x-icu"` : `fold(${value})`
}

function isSought(table: string, key: string, schema: Schema): boolean {
  const value = key.replace(/^(?:hashtext\()?fold\((.*?)\)\)?( COLLATE .*)?$/, '$1')
  return (schema.tables.get(table)?.indexes ?? []).some((index) =>
    begins(
      { ...index, keys: index.keys.map(plain), predicate: index.predicate && plain(index.predicate) },
      ['agreement', key],
      value,
    ),
  )
}

/** An expression without the row's name, and without what PostgreSQL adds when it prints one. */
const plain = (sql: string): string =>
  sql
    .replace(/\bt\./g, '')
    .replace(/::(timestamp with time zone|\w+)/g, '')
    .replace(/ ELSE NULL\b/g, '')

/** Texts that an index is on are so short that each value fits: a longer one would be an internal error. */
function tooLong({ name, columns }: DeclaredTable, schema: Schema): Difference[] {
  return (schema.tables.get(name)?.indexes ?? []).flatMap((index): Difference[] => {
    const lengths = index.keys.map((key) => {
      const faces = columns.get(key.replace(/^fold\((.*)\)$/, '$1')) ?? []
      return Math.max(0, ...faces.map(({ field }) => field.facts.maxLength ?? 0))
    })
    const characters = lengths.reduce((sum, length) => sum + length, 0)
    if (CHARACTER_BYTES * characters <= ENTRY_BYTES_MAX) return []
    const told = `texts of ${characters} characters are declared; an entry of the index takes ${ENTRY_BYTES_MAX} bytes`
    return [{ kind: 'too long for its index', at: `${name}.${index.name}`, told }]
  })
}
