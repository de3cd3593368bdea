import { afterAll, expect, test } from 'vitest'
import { partsOf } from '../../build/schema/parts.ts'
import { ownSchema } from '../../src/database/migrate.ts'
import { testDatabase } from './harness.ts'

const { database, drop } = await testDatabase()
afterAll(drop)

const { tables, routines } = partsOf(await ownSchema(), new URL('../../src/database/schema/', import.meta.url))
const namesOf = async (query: string): Promise<string[]> =>
  (await database.rows<{ name: string }>(query)).map(({ name }) => name).sort()

/** A relation is one of the service's own; Citus adds some to a database that is spread. */
const OWN = `c.relnamespace = current_schema()::regnamespace AND c.relname NOT IN ('routine_over_views', 'placed_views')`

test('the pages tell every table, column, index, trigger and function that a database has', async () => {
  const columns = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`))
  expect(columns.sort()).toEqual(
    await namesOf(`SELECT c.relname || '.' || a.attname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE ${OWN} AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped AND c.relname NOT IN ('other_dimension_value', 'other_distribution') AND c.relname !~ '^request_log_\\d$'`),
  )
  expect(tables.map(({ name }) => name)).toEqual(
    await namesOf(`SELECT c.relname AS name FROM pg_class c WHERE ${OWN} AND c.relkind IN ('r', 'p')`),
  )
  expect(tables.flatMap(({ indexes }) => indexes.map(({ name }) => name)).sort()).toEqual(
    await namesOf(`SELECT i.relname AS name FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      WHERE ${OWN} AND NOT i.relispartition AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.oid AND k.contype IN ('p', 'u'))`),
  )
  expect(tables.flatMap(({ triggers }) => triggers.map(({ name }) => name)).sort()).toEqual(
    await namesOf(`SELECT t.tgname AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE ${OWN} AND c.relkind IN ('r', 'p') AND NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgname <> 'Enter_shard'
        AND NOT (t.tgname IN (c.relname || '_trail_created', c.relname || '_trail_changed', c.relname || '_trail_deleted')
          AND p.proname IN ('trail_created', 'trail_changed', 'trail_changed_row', 'trail_deleted'))
        AND t.tgname NOT LIKE 'draft_entry_keeps_%' AND t.tgname NOT LIKE 'draft_entry_names_%' AND p.proname <> 'refuse_new_key'`),
  )
  const views = routines.filter(({ isView }) => isView).map(({ name }) => name)
  expect(views).toEqual(await namesOf(`SELECT c.relname AS name FROM pg_class c WHERE ${OWN} AND c.relkind = 'v'`))
})

test('they tell every foreign key, and what the primary key is', async () => {
  const told = tables.flatMap(({ name, references }) =>
    references.map(({ columns, to }) => `${name} (${columns.join(', ')}) → ${to}`),
  )
  const held = await namesOf(
    `SELECT h.referring || ' (' || h.own_column || ') → ' || h.target AS name FROM held_reference h`,
  )
  const keys = await namesOf(`
    SELECT c.relname || ' (' || (
      SELECT string_agg(a.attname, ', ' ORDER BY n.place) FROM unnest(k.conkey) WITH ORDINALITY AS n(number, place)
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = n.number WHERE a.attname <> 'agreement') || ') → ' || k.confrelid::regclass AS name
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
    WHERE ${OWN} AND k.contype = 'f' AND k.conparentid = 0 AND k.confrelid <> 'agreement'::regclass`)
  expect(told.sort()).toEqual([...held, ...keys].sort())
  const primary = tables.filter(({ key }) => key.length > 0).map(({ name, key }) => `${name} (${key.join(', ')})`)
  expect(primary).toEqual(
    await namesOf(`SELECT c.relname || substr(pg_get_constraintdef(k.oid), 12) AS name FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
      WHERE ${OWN} AND k.contype = 'p' AND c.relname !~ '^request_log_\\d$'`),
  )
})
