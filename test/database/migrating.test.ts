import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { ON_ONE_SERVER, bringUp, makeTablesAsOf } from '../../src/database/migrating/bring-up.ts'
import { notedIn } from '../../src/database/migrating/noted.ts'
import { readSchema, type Schema } from '../../src/database/migrating/schema.ts'
import { finishTables, migrate, ownSchema } from '../../src/database/migrate.ts'
import { catalogueLines, commentLines } from './catalogue-lines.ts'
import { copyOf, emptyDatabase, type TestDatabase } from './harness.ts'
import { temporaryRoot } from './temporary.ts'

const ORDERS = 'sales/service_order.sql'
const MIGRATION = '0900_priorities_of_orders.sql'
const FUNCTION = 'sales/functions/open_orders.sql'

/** A table as one program has it. */
const ORDER = `CREATE TABLE service_order (
  agreement  int NOT NULL REFERENCES agreement,
  number     int NOT NULL,
  heading    text NOT NULL,
  last_updated    timestamptz NOT NULL DEFAULT now(),
  object_version  bigint NOT NULL DEFAULT nextval('object_version'),
  PRIMARY KEY (agreement, number)
);
ALTER TABLE service_order ALTER agreement SET STATISTICS 0;
COMMENT ON TABLE service_order IS 'Work that a customer has ordered.';
CREATE INDEX service_order_heading ON service_order (agreement, fold(heading));
SELECT keep_trail('service_order', 'ServiceOrders', '{number}');
`
/** As the next one has it. */
const RANKED = ORDER.replace('  PRIMARY', '  is_urgent  boolean NOT NULL DEFAULT false,\n  PRIMARY').replace(
  'CREATE INDEX',
  'CREATE INDEX service_order_urgent ON service_order (agreement) WHERE is_urgent;\nCREATE INDEX',
)
const CHANGE = `-- Changes service_order. What says so in its heading is urgent.
ALTER TABLE service_order ADD COLUMN is_urgent boolean NOT NULL DEFAULT false;
UPDATE service_order SET is_urgent = true WHERE heading LIKE '%!';
CREATE INDEX service_order_urgent ON service_order (agreement) WHERE is_urgent;
`
const open = (condition: string): string => `CREATE OR REPLACE FUNCTION open_orders(agreement_number int) RETURNS bigint
  LANGUAGE sql STABLE AS $$
  SELECT count(*) FROM service_order o WHERE o.agreement = agreement_number AND ${condition}
$$;
COMMENT ON FUNCTION open_orders(int) IS 'How many orders wait.';
`

let directory: string
/** Programs, each with what the one before has. */
let first: Schema
let withTable: Schema
let withChange: Schema
let withFunction: Schema

async function program(name: string, files: Record<string, string>): Promise<Schema> {
  const place = join(directory, name)
  for (const folder of ['schema', 'migrations']) {
    const own = fileURLToPath(new URL(`../../src/database/${folder}`, import.meta.url))
    await cp(own, join(place, folder), { recursive: true })
  }
  for (const [file, text] of Object.entries(files)) await writeFile(join(place, file), text)
  const url = (folder: string): URL => pathToFileURL(join(place, folder) + '/')
  return await readSchema(url('schema'), url('migrations'))
}

beforeAll(async () => {
  directory = await mkdtemp(join(temporaryRoot(), 'daybook-migrating-'))
  first = await ownSchema()
  withTable = await program('table', { [`schema/${ORDERS}`]: ORDER })
  const changed = {
    [`schema/${ORDERS}`]: RANKED,
    [`migrations/${MIGRATION}`]: CHANGE,
    [`migrations/${MIGRATION.replace('.sql', '.before.sql')}`]: ORDER,
  }
  withChange = await program('change', changed)
  withFunction = await program('function', { ...changed, [`schema/${FUNCTION}`]: open('o.is_urgent') })
})
afterAll(async () => {
  for (const original of originals.values()) await original.drop()
  await rm(directory, { recursive: true, force: true })
})

/** Databases as a program makes them, which nobody changes: making one takes ten times as long as copying it. */
const originals = new Map<Schema, TestDatabase>()

/** A database of one test's own, as the program makes it. */
const databaseOf = async (one: Schema): Promise<Database> => (await storeOf(one)).database

/** The same, with its address. */
async function storeOf(one: Schema): Promise<TestDatabase> {
  const original = originals.get(one) ?? (await emptyDatabase())
  if (!originals.has(one)) {
    originals.set(one, original)
    await migrate(original.database, undefined, one)
  }
  const made = await copyOf(original)
  onTestFinished(made.drop)
  return made
}

/** One that has the table as it was first, made without it. */
async function databaseWithTable(): Promise<Database> {
  const database = await databaseOf(first)
  await migrate(database, undefined, withTable)
  return database
}

async function databaseOfNone(): Promise<Database> {
  const { database, drop } = await emptyDatabase()
  onTestFinished(drop)
  return database
}

const addOrders = (database: Pick<Database, 'rows'>): Promise<unknown> =>
  database.rows(`WITH a AS (INSERT INTO agreement (agreement, name) VALUES (1, 'Own') RETURNING agreement)
    INSERT INTO service_order (agreement, number, heading)
    SELECT a.agreement, n, CASE n WHEN 1 THEN 'Roof' ELSE 'Roof!' END FROM a, generate_series(1, 2) AS n`)
const urgent = (database: Database): Promise<unknown[]> =>
  database.rows('SELECT o.number FROM service_order o WHERE o.is_urgent')

async function expectSame(one: Database, other: Database): Promise<void> {
  expect(await catalogueLines(one)).toEqual(await catalogueLines(other))
  expect(await commentLines(one)).toEqual(await commentLines(other))
  const noted = `SELECT m.file, m.hash FROM migration m WHERE m.hash IS DISTINCT FROM 'set' ORDER BY m.file`
  expect(await one.rows(noted)).toEqual(await other.rows(noted))
}

test('a database gets a table that it lacks, with its trail; then what a migration changes of it and of its rows', async () => {
  const database = await databaseOf(first)
  expect(await migrate(database, undefined, withTable)).toEqual([ORDERS])
  await addOrders(database)
  const trail = `SELECT FROM change c WHERE c.agreement = 1 AND c.resource = 'ServiceOrders' AND c.property = 'heading'`
  expect(await database.rows(trail)).toHaveLength(2)
  expect(await migrate(database, undefined, withChange)).toEqual([MIGRATION, ORDERS])
  expect(await migrate(database, undefined, withChange)).toEqual([])
  expect(await urgent(database)).toEqual([{ number: 2 }])
  await expectSame(database, await databaseOf(withChange))
})

test('a database that gets the table only now gets it as it is: the migration has nothing to change', async () => {
  const database = await databaseOf(first)
  expect(await migrate(database, undefined, withChange)).toEqual([MIGRATION, ORDERS])
  await expectSame(database, await databaseOf(withChange))
})

test('a function runs anew alone when it has changed; a program that has it as it was is refused then', async () => {
  const database = await databaseOf(withChange)
  expect(await migrate(database, undefined, withFunction)).toEqual([FUNCTION])
  const fixed = await program('fixed', {
    [`schema/${ORDERS}`]: RANKED,
    [`migrations/${MIGRATION}`]: CHANGE,
    [`migrations/${MIGRATION.replace('.sql', '.before.sql')}`]: ORDER,
    [`schema/${FUNCTION}`]: open('NOT o.is_urgent'),
  })
  await addOrders(database)
  expect(await migrate(database, undefined, fixed)).toEqual([FUNCTION])
  expect(await database.rows('SELECT open_orders(1)::int AS number')).toEqual([{ number: 2 }])
  await expect(migrate(database, undefined, withFunction)).rejects.toThrow(
    'The database was brought up to date by a newer Daybook, which has changed its functions.',
  )
  await expect(migrate(database, undefined, withTable)).rejects.toThrow(`newer Daybook: it has ${MIGRATION}`)
  expect(await migrate(database, undefined, fixed)).toEqual([])
})

test('which program came last is told by when it had its turn, not by when its transaction began', async () => {
  const { database, url } = await storeOf(withChange)
  const other = openDatabase({ url }, 1)
  onTestFinished(() => other.close())
  await database.transaction(async (transaction) => {
    await transaction.rows('SELECT 1')
    await migrate(other, undefined, withFunction)
    const later = withFunction.routines.map((one) => (one.file === FUNCTION ? { ...one, text: open('true') } : one))
    const schema = { ...withFunction, routines: later }
    expect(await bringUp(transaction, schema, await notedIn(transaction), ON_ONE_SERVER)).toEqual([FUNCTION])
  })
  await expect(migrate(database, undefined, withFunction)).rejects.toThrow('which has changed its functions')
})

test('what tables have made by a function is made anew when that function has changed', async () => {
  const keeper = first.routines.find(({ name }) => name === 'keep_trail')!
  const told = keeper.text.replace("'_trail_created'", "'_trail_made'")
  expect(told).not.toBe(keeper.text)
  const routines = first.routines.map((one) => (one === keeper ? { ...one, text: told } : one))
  const database = await databaseOf(first)
  const files = await migrate(database, undefined, { ...first, routines })
  expect(files).toContain(keeper.file)
  expect(files).toContain('parties/customer.sql')
  expect(files).not.toContain('parties/functions/keep_group_of_open_items.sql')
  expect(await database.rows(`SELECT FROM pg_trigger WHERE tgname = 'customer_trail_made'`)).toHaveLength(1)
})

test('a migration that fails leaves everything as it was', async () => {
  const database = await databaseWithTable()
  await addOrders(database)
  const broken = withChange.migrations.map((one) => ({ ...one, text: `${one.text}SELECT 1 / 0;` }))
  const was = await catalogueLines(database)
  await expect(migrate(database, undefined, { ...withChange, migrations: broken })).rejects.toThrow('division by zero')
  expect(await catalogueLines(database)).toEqual(was)
  expect(await migrate(database, undefined, withChange)).toEqual([MIGRATION, ORDERS])
  expect(await urgent(database)).toEqual([{ number: 2 }])
})

test('the rows of a backup go into the tables as they were, and are changed then', async () => {
  const source = await databaseWithTable()
  const tables = await source.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`,
  )
  const database = await databaseOfNone()
  await database.transaction(async (transaction) => {
    const names = new Set(tables.map(({ name }) => name))
    await makeTablesAsOf(transaction, withChange, ['0199_baseline.sql'], names)
    await transaction.rows(`INSERT INTO migration (file) VALUES ('0199_baseline.sql')`)
    await addOrders(transaction)
    expect(await finishTables(transaction, withChange)).toContain(MIGRATION)
  })
  expect(await urgent(database)).toEqual([{ number: 2 }])
  await expectSame(database, await databaseOf(withChange))
})

test('a migration has to say what it changes, and how that was', async () => {
  const mute = { [`migrations/${MIGRATION}`]: 'ALTER TABLE app ADD COLUMN mood text;' }
  await expect(program('mute', mute)).rejects.toThrow(`${MIGRATION} begins with no line that says "-- Changes TABLE."`)
  const alone = { [`migrations/${MIGRATION}`]: '-- Changes app.\nALTER TABLE app ADD COLUMN mood text;' }
  await expect(program('alone', alone)).rejects.toThrow(MIGRATION.replace('.sql', '.before.sql'))
})

test('tables of others that have our names are not taken for ours', async () => {
  const database = await databaseOfNone()
  await database.rows('CREATE TABLE account (a int)')
  await expect(migrate(database)).rejects.toThrow('relation "account" already exists')
  expect(await catalogueLines(database).then((lines) => lines.filter((line) => line.startsWith('journal')))).toEqual([])
})
