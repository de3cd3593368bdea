import { foreignKey, inUseCode, type Relations } from '../../resource/relations.ts'
import type { Renumbering } from '../../resource/operations.ts'
import { columnName, type Resource, type WriteKind } from '../../resource/resource.ts'
import type { ConstraintCodes } from '../protocol/database-errors.ts'

/** What a violated constraint means in a write of the kind: a row that is in use, or what it names has gone, or has a value that was taken. */
export function constraintCodes(
  kind: WriteKind,
  resource: Resource,
  relations: Relations,
  renumbers?: Renumbering,
): ConstraintCodes {
  // What refers to a row that goes is in the way, whatever the same key means when the row changes.
  if (kind === 'delete') return { ...resource.constraints, ...ofReferring(resource, relations) }
  const ofKept = renumbers && ofReferring(resource, relations, renumbers.keptBy)
  return { ...ofFields(resource), ...resource.constraints, ...ofKept }
}

/** Of what refers to the row; of the tables alone that are given. */
function ofReferring(resource: Resource, relations: Relations, tables?: readonly string[]): ConstraintCodes {
  const property = resource.key.at(-1)!
  return Object.fromEntries(
    relations
      .onAny(resource)
      .filter(({ table }) => !tables || tables.includes(table))
      .map(({ constraint, table }) => [constraint, { code: inUseCode(resource, table), property }]),
  )
}

function ofFields({ table, fields, key }: Resource): ConstraintCodes {
  const codes: Record<string, ConstraintCodes[string]> = {}
  for (const [property, field] of Object.entries(fields)) {
    const { references, unique, codes: own } = field.facts
    const column = columnName(property, field)
    if (references?.code) codes[foreignKey(table, column)] = { code: references.code, property }
    if (!unique) continue
    codes[`${table}_${column}_unique`] = { code: own.taken!, property }
    if (key.includes(property)) codes[`${table}_pkey`] = { code: own.taken!, property }
  }
  return codes
}
