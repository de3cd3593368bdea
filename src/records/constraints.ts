import type { ErrorCode } from '../errors/catalogue.ts'
import { foreignKey, inUseCode, type Relations } from '../resource/relations.ts'
import type { Renumbering } from '../resource/operations.ts'
import { columnName, type Resource, type WriteKind } from '../resource/resource.ts'

/** What a violated constraint means, by its name. */
export type ConstraintCodes = Readonly<Record<string, { code: ErrorCode; property: string }>>

/**
 * What a violated constraint means in a write of the kind: the row is in use, a row that it names has gone, or its
 * value is taken.
 */
export function constraintCodes(
  kind: WriteKind,
  resource: Resource,
  relations: Relations,
  renumbers?: Renumbering,
): ConstraintCodes {
  // A row that is deleted is in use, whatever the same foreign key means when the row changes.
  if (kind === 'delete') return { ...resource.constraints, ...ofReferring(resource, relations) }
  const ofKept = renumbers && ofReferring(resource, relations, renumbers.keptBy)
  return { ...ofFields(resource), ...resource.constraints, ...ofKept }
}

/** Codes of what refers to the row, from any table or from those given. */
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
