import type { Executor } from '../../src/database/connection.ts'
import type { ErrorCode } from '../../src/errors/catalogue.ts'
import { groupCodes } from '../../src/resource/resource.ts'
import { type DeclaredTable, type Face, isWritten, storedTypes } from './declared.ts'
import type { Difference, Exception, Catalogues } from './difference.ts'
import type { Check } from './schema.ts'

/**
 * The conditions of the tables take whatever a client may send: each property at its bounds, and each of its values.
 * Where a condition is narrower, or on several columns, a rule refuses first: what only the database refuses is an
 * internal error.
 */
export async function checkDifferences(database: Executor, { schema, declared }: Catalogues): Promise<Difference[]> {
  const asked = schema.checks.flatMap((check): Asked[] => {
    const columns = declared.find(({ name }) => name === check.table)?.columns
    const faces = check.columns.flatMap((column) => (columns?.get(column) ?? []).filter(isWritten))
    return faces.length > 0 ? [{ check, faces }] : []
  })
  const refused = await refusals(
    asked.filter(({ check }) => check.columns.length === 1),
    database,
  )
  return asked.flatMap(({ check, faces }): Difference[] => {
    const { table, name, columns, condition } = check
    const differs = (told: string): Difference[] => [{ kind: 'narrower', at: `${table}.${name}`, told }]
    if (columns.length > 1)
      return differs(`there is ${condition}, on several columns; no declaration of one property says so`)
    const values = refused.get(check)
    return values
      ? differs(`${faces[0]!.at} is declared to take ${values.join(', ')}; there ${condition} refuses it`)
      : []
  })
}

/** A condition, and the properties of its column that clients write. */
interface Asked {
  check: Check
  faces: readonly Face[]
}

/** Exceptions whose code no resource of the table answers. */
export function untoldCodes(declared: readonly DeclaredTable[], exceptions: readonly Exception[]): string[] {
  const codes = (table: string): ErrorCode[] =>
    declared.filter(({ name }) => name === table).flatMap(({ resources }) => resources.flatMap(groupCodes))
  return exceptions.flatMap(({ at, code, kinds }) =>
    at
      .filter((name) => kinds.includes('narrower') && !(code && codes(name.split('.')[0]!).includes(code)))
      .map(
        (name) => `${name}: ${code ?? 'no code'} is what clients are told, and no rule of the table's resources has it`,
      ),
  )
}

/** Values that clients may send, and that conditions on one column refuse. */
async function refusals(asked: readonly Asked[], database: Executor): Promise<Map<Check, string[]>> {
  const each = asked.map(
    (
      { check, faces },
      place,
    ) => `SELECT DISTINCT ${place} AS place, v.value FROM json_array_elements_text($1::json -> ${place}) AS v(value)
      CROSS JOIN LATERAL (SELECT v.value::${storedTypes(faces[0]!.field)[0]!} AS ${check.columns[0]!}) t WHERE NOT (${check.condition})`,
  )
  const values = asked.map(({ faces }) => faces.flatMap(({ field }) => boundsOf(field.facts)))
  const rows = await database.rows<{ place: number; value: string }>(each.join(' UNION ALL '), [JSON.stringify(values)])
  const refused = new Map<Check, string[]>()
  for (const { place, value } of rows) {
    const told = value.length > 30 ? `a text of ${value.length} characters` : JSON.stringify(value)
    const { check } = asked[place]!
    refused.set(check, [...(refused.get(check) ?? []), told])
  }
  return refused
}

/** The values at the bounds of what a property takes. */
function boundsOf({
  type,
  min,
  max,
  values,
  digits,
  scale,
  minLength = 0,
  maxLength,
  required,
}: Face['field']['facts']): string[] {
  if (values) return values.map(String)
  const nines = (count: number): string => '9'.repeat(count)
  switch (type) {
    case 'int32':
      return [String(min ?? 0), String(max ?? 0)]
    case 'decimal':
      if (min !== undefined && max !== undefined) return [String(min), String(max)]
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
