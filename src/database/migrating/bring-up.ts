import type { Transaction } from '../pool/statements.ts'
import { BASELINE, MIGRATION_BEFORE } from './baseline.ts'
import { NewerSchemaError } from './newer.ts'
import { type Noted, setName } from './noted.ts'
import { neededBy, type Repeatable, repeatablesOf, type Schema, type TableFile, tablesInOrder } from './schema.ts'

/** How statements run: where rows are spread over servers, more has to be done. */
export interface Runner {
  /** Makes a table. */
  makeTable(transaction: Transaction, shape: readonly string[]): Promise<void>
  run(transaction: Transaction, script: string): Promise<void>
}

/** On one server. */
export const ON_ONE_SERVER: Runner = {
  makeTable: (transaction, shape) => transaction.script(shape.join(';\n')),
  run: (transaction, script) => transaction.script(script),
}

/** What is left to do. */
export interface Left {
  migrations: readonly string[]
  repeatables: readonly Repeatable[]
}

/** The migrations of a schema by their names, the baseline before them. */
export const namesOf = (schema: Schema): string[] => [BASELINE, ...schema.migrations.map(({ file }) => file)]

/** What a database lacks. @throws NewerSchemaError where what it has took the place of what this program has. */
export function leftOf(schema: Schema, noted: Noted): Left {
  const repeatables = repeatablesOf(schema)
  const set = setName(repeatables)
  if (noted.sets.includes(set) && noted.sets.at(-1) !== set) {
    throw new NewerSchemaError(
      'The database was brought up to date by a newer Daybook, which has changed its functions. Start that version, or restore the ' +
        'backup that was made before it.',
    )
  }
  return {
    migrations: namesOf(schema).filter((file) => !noted.migrations.includes(file)),
    repeatables: repeatables.filter(({ file, hash }) => noted.hashes.get(file) !== hash),
  }
}

/**
 * Makes the tables that are missing, as they are; changes those that were there by the migrations that are left; then
 * has everything run again that has changed. A database without any table gets the schema as it is, and no migration
 * runs.
 * @returns the files of what it did: of a database that begins only the names of the baseline and the migrations.
 */
export async function bringUp(
  transaction: Transaction,
  schema: Schema,
  noted: Noted,
  runner: Runner,
): Promise<string[]> {
  const left = leftOf(schema, noted)
  if (left.migrations.length === 0 && left.repeatables.length === 0) return []
  // A function may call one that is made after it.
  await transaction.script('SET LOCAL check_function_bodies = off; SET LOCAL client_min_messages = warning')
  // Tables of others that have our names are not taken for ours.
  const there = noted.isThere ? await relationsOf(transaction) : new Set<string>()
  const missing = schema.tables.filter(({ file, name }) => !noted.hashes.has(file) && !there.has(name))
  await makeTables(transaction, schema, missing, runner)
  const made = new Set(missing.map(({ name }) => name))
  for (const { file, table, text } of schema.migrations) {
    if (left.migrations.includes(file) && !made.has(table)) await runner.run(transaction, text)
  }
  await runner.run(transaction, left.repeatables.map(({ statements }) => statements).join('\n'))
  await note(transaction, schema, left)
  const begins = left.migrations.includes(BASELINE)
  return [...left.migrations, ...(begins ? [] : left.repeatables.map(({ file }) => file))]
}

/** Notes what is there now. Files that are no more are forgotten. */
async function note(transaction: Transaction, schema: Schema, { migrations, repeatables }: Left): Promise<void> {
  const all = repeatablesOf(schema)
  const rows = [
    ...migrations.map((file) => ({ file })),
    ...repeatables.map(({ file, hash }) => ({ file, hash })),
    { file: setName(all), hash: 'set' },
  ]
  await transaction.rows(
    `DELETE FROM migration WHERE hash <> 'set' AND file NOT IN (SELECT json_array_elements_text($1::json))`,
    [JSON.stringify(all.map(({ file }) => file))],
  )
  await transaction.rows(
    // By the clock: of two transactions the first to begin may be the second to have the lock.
    `INSERT INTO migration (file, hash, applied_at)
     SELECT n.file, n.hash, clock_timestamp() FROM json_to_recordset($1::json) AS n(file text, hash text)
     ON CONFLICT (file) DO UPDATE SET hash = excluded.hash, applied_at = excluded.applied_at
     WHERE migration.hash IS DISTINCT FROM excluded.hash`,
    [JSON.stringify(rows)],
  )
}

/** Makes tables, and the functions that they need. Each is there before what refers to it. */
async function makeTables(
  transaction: Transaction,
  schema: Schema,
  tables: readonly TableFile[],
  runner: Runner,
): Promise<void> {
  if (tables.length === 0) return
  const functions = neededBy(tables, schema)
  await runner.run(transaction, functions.map(({ text }) => text).join('\n'))
  for (const { shape } of tables) await runner.makeTable(transaction, shape)
  await runner.run(
    transaction,
    tables
      .flatMap(({ once }) => once)
      .map((one) => `${one};\n`)
      .join(''),
  )
}

/** Makes the tables of a backup, which has these names, as they were when only `migrations` had been made. */
export async function makeTablesAsOf(
  transaction: Transaction,
  schema: Schema,
  migrations: readonly string[],
  names: ReadonlySet<string>,
): Promise<void> {
  await transaction.script('SET LOCAL check_function_bodies = off')
  const then = new Map(schema.tables.map((table) => [table.name, table]))
  const later = schema.migrations.filter(({ file }) => !migrations.includes(file))
  // The earliest of them says how the table was before them all.
  for (const { table, before } of later.toReversed()) then.set(table, before)
  if (!migrations.includes(BASELINE)) then.set(MIGRATION_BEFORE.name, MIGRATION_BEFORE)
  const wanted = [...then.values()].filter((table) => names.has(table.name) || !isInBackups(table))
  await makeTables(transaction, schema, tablesInOrder(wanted), ON_ONE_SERVER)
}

/** Whether it has rows of its own that a backup has: no sequence, no table in parts, none that a crash empties. */
const isInBackups = ({ shape }: TableFile): boolean =>
  shape.some((one) => /^CREATE TABLE/.test(one) && !/\) PARTITION BY /.test(one))

/** Tables and sequences, by name. */
async function relationsOf(transaction: Transaction): Promise<ReadonlySet<string>> {
  const rows = await transaction.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace
      AND c.relkind IN ('r', 'p', 'S')`,
  )
  return new Set(rows.map(({ name }) => name))
}
