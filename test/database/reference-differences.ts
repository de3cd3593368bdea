import { foreignKey, type Relation } from '../../src/resource/relations.ts'
import { columnName } from '../../src/resource/resource.ts'
import type { Face } from './declared.ts'
import type { Difference, Catalogues } from './difference.ts'
import type { Schema } from './schema.ts'

/**
 * Each reference that is declared is held, and each that is held is declared: a deletion of what it names asks whether
 * that is in use.
 */
export function referenceDifferences({ schema, declared, relations }: Catalogues): Difference[] {
  const told = new Map(relations.list().map((relation) => [`${relation.table}.${relation.column}`, relation]))
  const untold = schema.references
    // What refers to the agreement alone is no relation between its tables.
    .filter(({ pairs }) => pairs.length > 1)
    .filter(
      ({ table, target, pairs, name }) =>
        !pairs.some(([own, theirs]) => {
          const relation = told.get(`${table}.${own}`)
          return relation?.target === target && relation.targetColumn === theirs && relation.constraint === name
        }),
    )
    .map(({ name, table, target }): Difference => ({
      kind: 'reference',
      at: `${table}.${name}`,
      told: `there is a key to ${target}; no field's references() and no unseen reference declares it by this name`,
    }))
  // What a view shows is held by what stands below it.
  const isStored = (table: string): boolean => schema.tables.get(table)?.isView !== true
  const unheld = [...told.values()]
    .filter(({ table }) => isStored(table))
    .flatMap((relation) => heldDifferences(relation, schema))
  const faces = declared.filter(({ name }) => isStored(name)).flatMap(({ columns }) => [...columns.values()].flat())
  return [...untold, ...unheld, ...faces.flatMap((face) => faceDifferences(face, schema))]
}

function heldDifferences(
  { constraint, table, column, target, targetColumn, cascades, by }: Relation,
  schema: Schema,
): Difference[] {
  const declared = `it is declared to name ${target}.${targetColumn}`
  const differs = (there: string): Difference => ({
    kind: 'reference',
    at: `${table}.${column}`,
    told: `${declared}; ${there}`,
  })
  const held = schema.references.find(({ name }) => name === constraint)
  if (!held) return [differs(`there is no ${constraint}, neither a foreign key nor a set reference`)]
  const pairs = held.pairs.map((pair) => pair.join(' '))
  const isSame = held.table === table && held.target === target && pairs.includes(`${column} ${targetColumn}`)
  // Rows that are never in the way may go along unsaid.
  const goesAsDeclared = held.cascades === cascades || (held.cascades && by === '')
  const there = held.pairs.map(([own, theirs]) => `${own} = ${held.target}.${theirs}`).join(' and ')
  return [
    ...(isSame ? [] : [differs(`there ${constraint} holds ${there}`)]),
    ...(pairs[0] === 'agreement agreement' ? [] : [differs(`there ${constraint} does not begin with the agreement`)]),
    ...(held.isHeld ? [] : [differs(`there ${constraint} is not in force for every row`)]),
    ...(goesAsDeclared
      ? []
      : [differs(`there ${constraint} ${held.cascades ? 'takes rows along' : 'takes no rows along'}`)]),
  ]
}

/** A version's own reference is the one that is held, with all of the key's parts. */
function faceDifferences({ at, property, field, resource }: Face, schema: Schema): Difference[] {
  const { references } = field.facts
  if (!references) return []
  const column = columnName(property, field)
  const name = foreignKey(resource.table, column)
  const pairs = schema.references.find((held) => held.name === name)?.pairs.map((pair) => pair.join(' ')) ?? []
  const parts = Object.entries({ [property]: references.column, ...references.alongside })
  return parts
    .map(([own, theirs]) => `${columnName(own, resource.fields[own])} ${theirs}`)
    .filter((part) => !pairs.includes(part))
    .map((part): Difference => ({
      kind: 'reference',
      at: `${resource.table}.${column}`,
      told: `${at} is declared with ${part.replace(' ', ' = ')} of ${references.table}; there ${name} does not hold it`,
    }))
}
