import { foreignKey, type Relation, type Relations } from '../../src/resource/relations.ts'
import { columnName, type Resource } from '../../src/resource/resource.ts'
import { type DeclaredTable, type Face, isAlwaysThere, isWritten, storedTypes } from './declared.ts'
import type { Reasons } from './schema-reasons.ts'
import type { Column, Schema, Table } from './schema.ts'

/** What is compared. */
export interface Sides {
  schema: Schema
  declared: readonly DeclaredTable[]
  relations: Relations
  reasons: Reasons
}

/** Takes reasons as they are needed, and tells in the end which were not. */
export class Needed {
  private readonly left: Set<string>
  private readonly list: string
  constructor(list: string, lines: Readonly<Record<string, unknown>>) {
    this.list = list
    this.left = new Set(Object.keys(lines))
    this.known = new Set(this.left)
  }
  private readonly known: ReadonlySet<string>
  has(name: string): boolean {
    this.left.delete(name)
    return this.known.has(name)
  }
  notNeeded(): string[] {
    return [...this.left].map((name) => `${name}: the line in ${this.list} is not needed`)
  }
}

/** Every stored property has its column, and every column is a property's or has a reason. */
export function columnDifferences({ schema, declared, reasons }: Sides): string[] {
  const [inner, neverNull] = [new Needed('innerColumns', reasons.innerColumns), new Needed('neverNull', reasons.neverNull)]
  const found = declared.flatMap(({ name, resources, columns }) => {
    const table = schema.tables.get(name)
    if (!table) return [`${name}: there is no such table`]
    const own = ['agreement', ...(resources.some(({ ownedByApp }) => ownedByApp) ? ['app'] : [])]
    const unknown = [...table.columns.values()]
      .filter((column) => !columns.has(column.name) && !own.includes(column.name) && !inner.has(`${name}.${column.name}`))
      .map((column) => `${name}.${column.name}: no property has it`)
    const missing = own
      .filter((column) => !schema.tables.get(name)!.columns.get(column)?.isNotNull && !table.isView)
      .map((column) => `${name}.${column}: whose row it is may be unsaid`)
    const told = [...columns].flatMap(([column, faces]) => {
      const at = `${name}.${column}`
      const stored = table.columns.get(column)
      if (!stored) return [`${at}: ${faces[0]!.at} has no column`]
      const mayBeNull = table.isView ? [] : nullDifferences(at, stored, faces, neverNull)
      return [...faces.flatMap((face) => typeDifferences(at, stored, face)), ...mayBeNull]
    })
    return [...unknown, ...missing, ...told]
  })
  return sorted([...found, ...inner.notNeeded(), ...neverNull.notNeeded()])
}

/** Each line once, in order. */
export const sorted = (lines: readonly string[]): string[] => [...new Set(lines)].sort()

function typeDifferences(at: string, { type, digits, scale }: Column, face: Face): string[] {
  const types = storedTypes(face.field)
  if (!types.includes(type)) return [`${at}: is ${type}, and ${face.at} is ${types.join(' or ')}`]
  const { facts } = face.field
  if (facts.type !== 'decimal' || digits === null || scale === null || !isWritten(face)) return []
  if (digits - scale >= facts.digits! && scale >= facts.scale!) return []
  return [`${at}: numeric(${digits},${scale}) is too narrow for ${facts.digits} digits and ${facts.scale} decimals of ${face.at}`]
}

/** What some version promises to be there, every row has. What a read makes of a column may be null where the column is not. */
function nullDifferences(at: string, { isNotNull }: Column, faces: readonly Face[], neverNull: Needed): string[] {
  const always = faces.find(isAlwaysThere)
  if (always) return isNotNull ? [] : [`${at}: may be null, and ${always.at} always has a value`]
  const maybe = faces.find(({ field }) => field.facts.readAs === undefined)
  if (!maybe || !isNotNull || neverNull.has(at)) return []
  return [`${at}: is never null, and ${maybe.at} may have no value`]
}

/** The primary key is the agreement and the identifier; what lists are ordered by and what no two rows share has a unique index. */
export function keyDifferences({ schema, declared, reasons }: Sides): string[] {
  const [keys, exactTexts] = [new Needed('keys', reasons.keys), new Needed('exactTexts', reasons.exactTexts)]
  const found = declared.flatMap(({ name, resources }) => {
    const table = schema.tables.get(name)
    if (!table || table.isView) return []
    return resources.flatMap((resource) => {
      const key = resource.key.map((property) => columnName(property, resource.fields[property]))
      const wanted = keys.has(name) ? reasons.keys[name]!.columns : key
      const primary = table.indexes.find(({ isPrimary }) => isPrimary)?.keys ?? []
      const isKey = primary.join() === ['agreement', ...wanted].join()
      const differs = `${name}: its primary key is (${primary.join(', ')}), not (agreement, ${wanted.join(', ')})`
      const order = resource.orderedBy && columnName(resource.orderedBy, resource.fields[resource.orderedBy])
      const hasOrder = !order || uniqueOn(table, ['agreement', order], null)
      return [
        ...(isKey ? [] : [differs]),
        ...(hasOrder ? [] : [`${name}.${order}: lists are ordered by it, and it has no unique index`]),
        ...uniqueDifferences(table, resource, exactTexts),
      ]
    })
  })
  return sorted([...found, ...keys.notNeeded(), ...exactTexts.notNeeded()])
}

/** The rule asks for the value as the index has it: texts without case, deleted rows left out; and its name is how a violation is understood. */
function uniqueDifferences(table: Table, { fields, key, softDelete }: Resource, exactTexts: Needed): string[] {
  return Object.entries(fields).flatMap(([property, field]) => {
    const { unique } = field.facts
    if (!unique) return []
    const keys = ['agreement', ...unique.within, property].map((name) => {
      const column = columnName(name, fields[name])
      const isText = fields[name]?.facts.type === 'string' && !exactTexts.has(`${table.name}.${column}`)
      return isText ? `fold(${column})` : column
    })
    const column = columnName(property, field)
    const predicate = softDelete ? `(NOT ${columnName(softDelete, fields[softDelete])})` : null
    const isThere = uniqueOn(table, keys, predicate, key.includes(property) ? `${table.name}_pkey` : `${table.name}_${column}_unique`)
    return isThere ? [] : [`${table.name}.${column}: no two rows may share it, and there is no unique index on (${keys.join(', ')})`]
  })
}

const uniqueOn = ({ indexes }: Table, keys: readonly string[], predicate: string | null, name?: string): boolean =>
  indexes.some(
    (index) =>
      index.isUnique &&
      index.predicate === predicate &&
      [...index.keys].sort().join() === [...keys].sort().join() &&
      (name === undefined || index.name === name),
  )

/** Each reference that is told is held, and each that is held is told: whoever deletes what it names is asked whether it is in use. */
export function referenceDifferences({ schema, declared, relations }: Sides): string[] {
  const told = new Map(relations.list().map((relation) => [`${relation.table}.${relation.column}`, relation]))
  const held = schema.references.filter(({ pairs }) => pairs.length > 1)
  const untold = held
    .filter(({ table, target, pairs, name }) => !pairs.some(([own, theirs]) => {
      const relation = told.get(`${table}.${own}`)
      return relation?.target === target && relation.targetColumn === theirs && relation.constraint === name
    }))
    .map(({ name, table, target }) => `${name}: ${table} names ${target}, and no declaration says so`)
  const unheld = [...told.values()].flatMap((relation) => heldDifferences(relation, schema))
  const faces = declared.flatMap(({ columns }) => [...columns.values()].flat())
  return sorted([...untold, ...unheld, ...faces.flatMap((face) => faceDifferences(face, schema))])
}

function heldDifferences({ constraint, table, column, target, targetColumn, cascades }: Relation, schema: Schema): string[] {
  const at = `${table}.${column}`
  const held = schema.references.find(({ name }) => name === constraint)
  if (!held) return [`${at}: nothing called ${constraint} holds that it names ${target}.${targetColumn}`]
  const pairs = held.pairs.map((pair) => pair.join(' '))
  const isSame = held.table === table && held.target === target && pairs.includes(`${column} ${targetColumn}`)
  return [
    ...(isSame ? [] : [`${at}: ${constraint} does not hold that it names ${target}.${targetColumn}`]),
    ...(pairs[0] === 'agreement agreement' ? [] : [`${at}: ${constraint} does not begin with the agreement`]),
    ...(held.isHeld ? [] : [`${at}: ${constraint} is not in force`]),
    ...(held.cascades === cascades ? [] : [`${at}: ${constraint} ${held.cascades ? 'takes rows along' : 'stands in the way'}`]),
  ]
}

/** A version's own reference is the one that is held, with all of the key's parts. */
function faceDifferences({ at, property, field, resource }: Face, schema: Schema): string[] {
  const { references } = field.facts
  if (!references) return []
  const name = foreignKey(resource.table, columnName(property, field))
  const pairs = schema.references.find((held) => held.name === name)?.pairs.map((pair) => pair.join(' ')) ?? []
  const parts = Object.entries({ [property]: references.column, ...references.alongside })
  return parts
    .map(([own, theirs]) => `${columnName(own, resource.fields[own])} ${theirs}`)
    .filter((part) => !pairs.includes(part))
    .map((part) => `${at}: ${name} does not hold ${part.replace(' ', ' = ')} of ${references.table}`)
}
