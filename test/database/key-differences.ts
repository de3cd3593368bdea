import { columnName, type Resource } from '../../src/resource/resource.ts'
import type { Difference, Catalogues } from './difference.ts'
import type { Index, Table } from './schema.ts'

/**
 * The primary key is the agreement and the identifier. What lists are ordered by has a unique index, and so has what no
 * two rows share.
 */
export function keyDifferences({ schema, declared }: Catalogues): Difference[] {
  return declared.flatMap(({ name, resources }) => {
    const table = schema.tables.get(name)
    if (!table || table.isView) return []
    return resources.flatMap((resource) => [
      ...primaryKeyDifferences(table, resource),
      ...orderDifferences(table, resource),
      ...uniqueDifferences(table, resource),
    ])
  })
}

function primaryKeyDifferences({ name, indexes }: Table, { key, fields }: Resource): Difference[] {
  const wanted = ['agreement', ...key.map((property) => columnName(property, fields[property]))].join(', ')
  const there = indexes.find(({ isPrimary }) => isPrimary)?.keys.join(', ')
  const told = `its key is declared as (${wanted}); ${there === undefined ? 'there is no primary key' : `there is (${there})`}`
  return there === wanted ? [] : [{ kind: 'key', at: name, told }]
}

function orderDifferences(table: Table, { orderedBy, fields }: Resource): Difference[] {
  if (!orderedBy) return []
  const column = columnName(orderedBy, fields[orderedBy])
  const isThere = table.indexes.some((index) => isUniqueOn(index, ['agreement', column], null))
  const told = `lists are ordered by it; there is no unique index on (agreement, ${column})`
  return isThere ? [] : [{ kind: 'order', at: `${table.name}.${column}`, told }]
}

/**
 * The rule asks for the value as the index has it: texts without case, deleted rows left out. Its name is how a
 * violation is understood.
 */
function uniqueDifferences(table: Table, { fields, softDelete }: Resource): Difference[] {
  return Object.entries(fields).flatMap(([property, field]): Difference[] => {
    const { unique } = field.facts
    if (!unique) return []
    const keys = ['agreement', ...unique.within, property].map((name) => {
      const column = columnName(name, fields[name])
      return fields[name]?.facts.type === 'string' ? `fold(${column})` : column
    })
    const column = columnName(property, field)
    const predicate = softDelete ? `(NOT ${columnName(softDelete, fields[softDelete])})` : null
    const name = `${table.name}_${column}_unique`
    // Texts that are older than the rule of Unicode forms may stand apart.
    const isThere = table.indexes.some(
      (index) =>
        isUniqueOn({ ...index, keys: index.keys.filter((key) => !FORM.test(key)) }, keys, predicate) &&
        (index.name === name || index.isPrimary),
    )
    if (isThere) return []
    const there = table.indexes.find((index) => index.name === name)
    const found = there ? `there is (${there.keys.join(', ')})` : 'there is none'
    const told = `no two rows may share it: a unique index ${name} on (${keys.join(', ')})${predicate ? ` WHERE ${predicate}` : ''}; ${found}`
    return [{ kind: 'unique', at: `${table.name}.${column}`, told }]
  })
}

const FORM = /^\(\s*CASE\s+WHEN \((\w+) IS NFC NORMALIZED\) THEN ''::text\s+ELSE \1\s+END\)$/

const isUniqueOn = (
  { isUnique, predicate, keys }: Index,
  wanted: readonly string[],
  condition: string | null,
): boolean => isUnique && predicate === condition && keys.toSorted().join() === wanted.toSorted().join()
