import { expect } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import type { Client, Reply } from '../service/harness.ts'

/** What makes a request one that only asks what it would do. */
export const DRY = { 'daybook-dry-run': 'true' }

let digests: Promise<string> | undefined

/** SQL: of every table with rows of agreements, what those of `$1` are as bytes, as a hash. */
async function digestText(database: Database): Promise<string> {
  const tables = await database.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'agreement') ORDER BY 1`,
  )
  const of = tables.map(
    ({ name }) =>
      `'${name}', (SELECT md5(string_agg(t::text, ' ' ORDER BY t::text COLLATE "C")) FROM ${name} t WHERE t.agreement = $1)`,
  )
  // A function takes a hundred arguments.
  const parts = Array.from({ length: Math.ceil(of.length / 45) }, (_, at) => of.slice(at * 45, at * 45 + 45))
  return `SELECT (${parts.map((some) => `jsonb_build_object(${some.join(', ')})`).join(' || ')})::text AS digest`
}

/** What every table has of an agreement, hashed by table. */
export async function digestOf(database: Database, agreement: number): Promise<Record<string, string | null>> {
  const [row] = await database.rows<{ digest: string }>(await (digests ??= digestText(database)), [agreement])
  return JSON.parse(row!.digest) as Record<string, string | null>
}

/** A write that is tried before it is made. */
export interface Written {
  method: string
  path: string
  body?: unknown
  raw?: Uint8Array
  headers?: Record<string, string>
}

const send = (client: Client, { method, path, headers = {}, raw, ...rest }: Written, dry = {}): Promise<Reply> =>
  client.call(method, path, { ...rest, ...(raw && { raw }), headers: { ...headers, ...dry } })

/**
 * Tries writes of which only the last can succeed: that leaves every table as it was, and answers what they answer
 * right after.
 * @returns the answers of the last, and of its dry run.
 */
export async function triedAndMade(
  database: Database,
  client: Client,
  ...writes: readonly Written[]
): Promise<{ made: Reply; dry: Reply }> {
  const before = await digestOf(database, client.agreement)
  const tried: Reply[] = []
  for (const written of writes) tried.push(await send(client, written, DRY))
  expect(await digestOf(database, client.agreement), writes.at(-1)!.path).toEqual(before)
  let last: { made: Reply; dry: Reply } | undefined
  for (const [at, written] of writes.entries()) {
    last = { dry: tried[at]!, made: await send(client, written) }
    expectSame(last.dry, last.made, `${written.method} ${written.path} ${JSON.stringify(written.body)?.slice(0, 2000)}`)
  }
  return last!
}

function expectSame(dry: Reply, made: Reply, place: string): void {
  expect(dry.headers.get('daybook-dry-run'), `${place} ${dry.text}`).toBe('true')
  expect(dry.headers.get('location')).toBeNull()
  expect(made.headers.get('daybook-dry-run')).toBeNull()
  expect(dry.headers.get('daybook-notice')).toBe(made.headers.get('daybook-notice'))
  const { status = dry.status, postings: _, ...told } = (dry.json ?? {}) as Record<string, unknown>
  // A booking that answers 204 has its postings in a body, with the status.
  const isBodyless = made.status === 204 && dry.status === 200
  expect([isBodyless ? status : dry.status, place], dry.text).toEqual([made.status, place])
  if (isBodyless) return
  const asked = made.status >= 400 ? { ...dry.json } : told
  expect(likened(asked, made.json ?? {}), place).toEqual(withoutTimes(made.json ?? {}))
}

/** What differs from one answer to the next. */
const TIMES = ['traceId', 'traceTimeUtc', 'logId', 'logTimeUtc']

const withoutTimes = (json: object): object =>
  Array.isArray(json) ? json : Object.fromEntries(Object.entries(json).filter(([name]) => !TIMES.includes(name)))

/** The answer of a dry run with the numbers that the write gave where it has null. */
function likened(dry: unknown, made: unknown): unknown {
  if (dry === null && typeof made === 'number') return made
  if (Array.isArray(dry) && Array.isArray(made)) return dry.map((one, at) => likened(one, made[at]))
  if (typeof dry !== 'object' || dry === null || typeof made !== 'object' || made === null) return dry
  return withoutTimes(
    Object.fromEntries(
      Object.entries(dry).map(([name, value]) => [name, likened(value, (made as Record<string, unknown>)[name])]),
    ),
  )
}
