import type { Executor } from '../../src/database/connection.ts'
import { groupCodes } from '../../src/resource/resource.ts'
import { type DeclaredTable, type Face, isWritten, storedTypes } from './declared.ts'
import { Needed, type Sides, sorted } from './schema-differences.ts'
import type { Check } from './schema.ts'

/**
 * Whatever a client may send, the conditions of the tables take: each property at its bounds, and each of its values. Where a condition is
 * narrower, or on several columns, a rule says so before, with a code: what only the database refuses is an internal error.
 */
export async function checkDifferences(database: Executor, { schema, declared, reasons }: Sides): Promise<string[]> {
  const narrower = new Needed('narrower', reasons.narrower)
  const found: string[] = []
  for (const check of schema.checks) {
    const table = declared.find(({ name }) => name === check.table)
    const faces = table ? check.columns.flatMap((column) => (table.columns.get(column) ?? []).filter(isWritten)) : []
    if (!table || faces.length === 0) continue
    const refused = await refusal(check, faces, database)
    if (refused === undefined) continue
    if (!narrower.has(check.name)) found.push(`${check.name}: ${refused}`)
    else if (!codesOf(table).has(reasons.narrower[check.name]!)) found.push(`${check.name}: no rule has the code it is told by`)
  }
  return sorted([...found, ...narrower.notNeeded()])
}

const codesOf = ({ resources }: DeclaredTable): ReadonlySet<string> => new Set(resources.flatMap(groupCodes))

/** What the condition does not take of what clients may send; undefined: it takes all. */
async function refusal({ columns, condition }: Check, faces: readonly Face[], database: Executor): Promise<string | undefined> {
  if (columns.length > 1) return `${condition} is on several columns, and which rule says so first?`
  const values = faces.flatMap(({ field }) => boundsOf(field.facts))
  const type = storedTypes(faces[0]!.field)[0]!
  const refused = await database.rows<{ value: string }>(
    `SELECT DISTINCT v.value FROM json_array_elements_text($1::json) AS v(value)
     CROSS JOIN LATERAL (SELECT v.value::${type} AS ${columns[0]!}) t WHERE NOT (${condition})`,
    [JSON.stringify(values)],
  )
  if (refused.length === 0) return undefined
  return `${condition} refuses ${refused.map(({ value }) => JSON.stringify(value)).join(', ')} of ${faces[0]!.at}`
}

/** The values at the bounds of what a property takes. */
function boundsOf({ type, min, max, values, digits, scale, minLength = 0, maxLength, required }: Face['field']['facts']): string[] {
  if (values) return values.map(String)
  const nines = (count: number): string => '9'.repeat(count)
  switch (type) {
    case 'int32':
      return [String(min ?? 0), String(max ?? 0)]
    case 'decimal':
      return [nines(digits!), `-${nines(digits!)}`, '0', ...(scale! > 0 ? [`0.${'0'.repeat(scale! - 1)}1`] : [])]
    case 'string':
      return ['A'.repeat(required ? Math.max(1, minLength) : minLength), 'A'.repeat(maxLength!)]
    case 'boolean':
      return ['true', 'false']
    case 'day':
    case 'date':
      return ['0001-01-01', '9999-12-31']
    case 'instant':
    case 'version':
    case 'list':
      return []
  }
}
