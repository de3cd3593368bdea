import { expect } from 'vitest'
import type { Database } from '../../src/database/connection.ts'

/** How many rows every table of the database has, in one statement, and the agreements themselves. */
export async function everyTable(database: Database): Promise<unknown> {
  const [{ text }] = (await database.rows<{ text: string }>(
    `SELECT string_agg(format('SELECT %1$L AS name, count(*) AS rows FROM %1$s', c.oid::regclass), ' UNION ALL ') AS text
     FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
  )) as [{ text: string }]
  const counts = await database.rows<{ name: string }>(`${text} ORDER BY 1`)
  expect(counts.map(({ name }) => name)).toContain('booked_entry')
  return [counts, await database.rows('SELECT * FROM agreement ORDER BY agreement')]
}
