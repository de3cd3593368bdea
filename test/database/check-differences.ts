import type { Executor } from '../../src/database/connection.ts'
import type { ErrorCode } from '../../src/errors/catalogue.ts'
import { groupCodes } from '../../src/resource/resource.ts'
import { type DeclaredTable, type Face, isWritten, storedTypes } from './declared.ts'
import type { Difference, Exception, Sides } from './difference.ts'
import type { Check } from './schema.ts'

/**
 * Whatever a client may send, the conditions of the tables take: each property at its bounds, and each of its values. Where a condition is
 * narrower, or on several columns, a rule says so before: what only the database refuses is an internal error.
 */
export async function checkDifferences(database: Executor, { schema, declared }: Sides): Promise<Difference[]> {
  const found: Difference[] = []
  for (const check of schema.checks) {
    const columns = declared.find(({ name }) => name === check.table)?.columns
    const faces = check.columns.flatMap((column) => (columns?.get(column) ?? []).filter(isWritten))
    const told = faces.length === 0 ? undefined : await refusal(check, faces, database)
    if (told !== undefined) found.push({ kind: 'narrower', at: `${check.table}.${check.name}`, told })
  }
  return found
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

/** What the condition does not take of what clients may send; undefined: it takes all. */
async function refusal(
  { columns, condition }: Check,
  faces: readonly Face[],
  database: Executor,
): Promise<string | undefined> {
  if (columns.length > 1) return `there is ${condition}, on several columns; no declaration of one property says so`
  const values = faces.flatMap(({ field }) => boundsOf(field.facts))
  const type = storedTypes(faces[0]!.field)[0]!
  const refused = await database.rows<{ value: string }>(
    `SELECT DISTINCT v.value FROM json_array_elements_text($1::json) AS v(value)
     CROSS JOIN LATERAL (SELECT v.value::${type} AS ${columns[0]!}) t WHERE NOT (${condition})`,
    [JSON.stringify(values)],
  )
  if (refused.length === 0) return undefined
  const list = refused.map(({ value }) =>
    value.length > 30 ? `a text of ${value.length} characters` : JSON.stringify(value),
  )
  return `${faces[0]!.at} is declared to take ${list.join(', ')}; there ${condition} refuses it`
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
