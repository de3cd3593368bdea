import { type DeclaredTable, type Face, isAlwaysThere, isWritten, storedTypes } from './declared.ts'
import type { Difference, Catalogues } from './difference.ts'
import type { Column, Table } from './schema.ts'

/** Every stored property has a column, of its type and with or without null, and every column belongs to a property. */
export function columnDifferences({ schema, declared }: Catalogues): Difference[] {
  return declared.flatMap((table): Difference[] => {
    const stored = schema.tables.get(table.name)
    if (!stored)
      return [
        { kind: 'no table', at: table.name, told: `${table.resources[0]!.name} is declared; there is no such table` },
      ]
    const told = [...table.columns].flatMap(([column, faces]): Difference[] => {
      const at = `${table.name}.${column}`
      const there = stored.columns.get(column)
      if (!there) return [{ kind: 'no column', at, told: `${faces[0]!.at} is declared; there is no such column` }]
      const nulls = stored.isView ? [] : nullDifferences(at, there, faces)
      return [...faces.flatMap((face) => typeDifferences(at, there, face)), ...nulls]
    })
    return [...ownerDifferences(table, stored), ...told]
  })
}

/** Every row has its agreement. Every other column belongs to a property. */
function ownerDifferences({ resources, columns }: DeclaredTable, table: Table): Difference[] {
  const owners = ['agreement', ...(resources.some(({ ownedByApp }) => ownedByApp) ? ['app'] : [])]
  const unsaid = owners.filter((column) => !table.isView && !table.columns.get(column)?.isNotNull)
  const others = [...table.columns.values()].filter(({ name }) => !columns.has(name) && !owners.includes(name))
  return [
    ...unsaid.map((column): Difference => ({
      kind: 'may be null',
      at: `${table.name}.${column}`,
      told: `every row says whose it is; there it is ${table.columns.has(column) ? 'not NOT NULL' : 'no column'}`,
    })),
    ...others.map(({ name, type }): Difference => ({
      kind: 'no property',
      at: `${table.name}.${name}`,
      told: `there is a column of ${type}; no property is declared for it`,
    })),
  ]
}

function typeDifferences(at: string, { type, digits, scale }: Column, face: Face): Difference[] {
  const types = storedTypes(face.field)
  if (!types.includes(type))
    return [{ kind: 'type', at, told: `${face.at} is declared as ${types.join(' or ')}; there is ${type}` }]
  const { facts } = face.field
  if (facts.type !== 'decimal' || digits === null || scale === null || !isWritten(face)) return []
  if (digits - scale >= facts.digits! && scale >= facts.scale!) return []
  const told = `${face.at} is declared with ${facts.digits} digits, ${facts.scale} of them decimals at most; there is numeric(${digits},${scale})`
  return [{ kind: 'narrower', at, told }]
}

/** A column is NOT NULL if some version promises a value, and takes NULL if a client may leave the value out. */
function nullDifferences(at: string, { isNotNull }: Column, faces: readonly Face[]): Difference[] {
  const always = faces.find(isAlwaysThere)
  if (always)
    return isNotNull
      ? []
      : [{ kind: 'may be null', at, told: `${always.at} is declared to always have a value; there it is not NOT NULL` }]
  const maybe = faces.find(isWritten)
  if (!maybe || !isNotNull) return []
  return [
    { kind: 'never null', at, told: `${maybe.at} is declared as one that clients may leave out; there it is NOT NULL` },
  ]
}
