import type { Database, Transaction } from '../database/connection.ts'
import { BASELINE, BEFORE_BASELINE, refuseOlder } from '../database/migrating/baseline.ts'
import { makeTablesAsOf } from '../database/migrating/bring-up.ts'
import { lockMigrations } from '../database/migrating/migrate-lock.ts'
import type { Schema } from '../database/migrating/schema.ts'
import { appliedMigrations, finishTables, knownMigrations, ownSchema } from '../database/migrate.ts'
import { loadTable, refuseSpread, rowsOf, settle, Tally, withContent } from './copying.ts'
import { BACKUP, BackupError, type End, type Part, type Start, type Table, type TableEnd } from './format.ts'
import { nextPart } from './frames.ts'
import { checkedFile, partsIn, progressOf } from './read.ts'
import { makeRoom } from './room.ts'
import { Rows } from './rows.ts'
import { type Report, tablesOf } from './write.ts'

/** What a restore has brought back. */
export interface Restored {
  madeAt: string
  tables: number
  rows: number
  /** Migrations of this program that the backup did not have yet. */
  migrated: string[]
}

/**
 * Brings a backup back into a database without content, in one transaction: makes the schema as it was, loads the rows,
 * compares their hashes, and brings the schema up to date.
 * @param owner connects as the owner of the tables. @param service the role of the service, where that is another.
 * @throws BackupError, and NewerSchemaError when the backup is of a newer program; nothing is changed then.
 */
export async function restoreBackup(
  owner: Database,
  path: string,
  service: string | undefined,
  report: Report,
): Promise<Restored> {
  const file = await checkedFile(path, BACKUP)
  return await owner.transaction(async (transaction) => {
    await refuseSpread(transaction)
    await settle(transaction)
    await lockMigrations(transaction)
    const parts = partsIn(file)
    try {
      return await withContent(() => load(transaction, parts, service, progressOf(file, report)))
    } finally {
      await parts.return(undefined)
    }
  })
}

async function load(
  transaction: Transaction,
  parts: AsyncGenerator<Part>,
  service: string | undefined,
  report: (stage: string, share: number) => void,
): Promise<Restored> {
  const start = (await nextPart(parts)) as Start
  const known = await knownMigrations(start.migrations)
  checkMigrations(known, start.migrations)
  refuseOlder('The backup', start.migrations)
  await makeRoom(transaction)
  const schema = await ownSchema()
  await makeTables(transaction, schema, start)
  const tables = await tablesOf(transaction)
  checkTables(tables, start.tables)
  const constraints = await withoutChecks(transaction, tables)
  const ends: TableEnd[] = []
  for (const table of start.tables) {
    ends.push(await loadTable(transaction, table, parts, new Rows(table)))
    report('restore', ends.length / start.tables.length)
  }
  await checkApplied(transaction, start.migrations)
  await setSequences(transaction, (await nextPart(parts)) as End)
  for (const [at, table] of start.tables.entries()) {
    await compare(transaction, table, ends[at]!)
    report('compare', (at + 1) / start.tables.length)
  }
  await withChecks(transaction, tables, constraints)
  await finishTables(transaction, schema)
  const migrated = known.filter((file) => !start.migrations.includes(file))
  // Services of the database that was backed up: none of them listens for this one.
  await transaction.rows('DELETE FROM service_address')
  if (service !== undefined) await transaction.rows('SELECT grant_to_service($1)', [service])
  await transaction.script('ANALYZE')
  const rows = ends.reduce((sum, one) => sum + one.rows, 0)
  return { madeAt: start.madeAt, tables: ends.length, rows, migrated }
}

/** Only migrations of this program, or those before its baseline, in their order. @throws BackupError */
function checkMigrations(known: readonly string[], saved: readonly string[]): void {
  const ours = (saved.includes(BASELINE) ? known : BEFORE_BASELINE).filter((file) => saved.includes(file))
  if (ours.length === saved.length && ours.every((file, at) => file === saved[at])) return
  throw new BackupError('The migrations of the backup are none that Daybook has in this order: nothing is restored.')
}

/** UNDEFINED_TABLE: one that others refer to is none of the backup's. */
const NO_TABLE = '42P01'

async function makeTables(transaction: Transaction, schema: Schema, { migrations, tables }: Start): Promise<void> {
  try {
    await makeTablesAsOf(transaction, schema, migrations, new Set(tables.map(({ name }) => name)))
  } catch (error) {
    if ((error as { code?: string }).code !== NO_TABLE) throw error
    throw new BackupError('The tables of the backup are not those that its migrations make: some are missing.')
  }
}

function checkTables(made: readonly Table[], saved: readonly Table[]): void {
  const text = (tables: readonly Table[]): string[] => tables.map(({ name, columns }) => `${name} (${columns})`)
  const [here, there] = [text(made), text(saved)]
  const other = there.length > here.length ? there.length - 1 : here.findIndex((one, at) => one !== there[at])
  if (other < 0) return
  const told = (there[other] ?? here[other]!).slice(0, 200)
  throw new BackupError(`The tables of the backup are not those that its migrations make: ${told}.`)
}

/**
 * The table that says which migrations have run came out of the file, too: a service would run those that it lacks.
 * @throws BackupError
 */
async function checkApplied(transaction: Transaction, migrations: readonly string[]): Promise<void> {
  const applied = await appliedMigrations(transaction)
  if (applied.length === migrations.length && applied.every((file) => migrations.includes(file))) return
  throw new BackupError(
    'The table migration of the backup has others than those that the backup tells: nothing is restored.',
  )
}

/** Sets the sequences of the schema, and no others. @throws BackupError */
async function setSequences(transaction: Transaction, { sequences }: End): Promise<void> {
  const rows = await transaction.rows<{ name: string }>(
    'SELECT quote_ident(s.sequencename) AS name FROM pg_sequences s WHERE s.schemaname = current_schema()',
  )
  const ours = new Set(rows.map(({ name }) => name))
  for (const { name, value } of sequences) {
    if (!ours.has(name)) throw new BackupError(`The backup has a sequence ${name} that its migrations do not make.`)
    await transaction.rows('SELECT setval($1::regclass, $2::bigint)', [name, value])
  }
}

async function compare(transaction: Transaction, table: Table, { rows, sha256 }: TableEnd): Promise<void> {
  const tally = new Tally()
  for await (const chunk of rowsOf(transaction, table)) tally.add(chunk)
  if (tally.rows === rows && tally.sha256() === sha256) return
  throw new BackupError(
    `The table ${table.name} did not come back as it was saved (${tally.rows} of ${rows} rows): nothing is restored.`,
  )
}

interface Constraint {
  table: string
  name: string
  definition: string
}

/** Foreign keys, but for those of parts of a table, which follow from the table's own. */
const REFERENCES = `
  SELECT quote_ident(t.relname) AS "table", quote_ident(c.conname) AS name, pg_get_constraintdef(c.oid) AS definition
  FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
  WHERE c.connamespace = current_schema()::regnamespace AND c.contype = 'f' AND c.conparentid = 0
    ORDER BY t.relname, c.conname`

/** Drops foreign keys and switches triggers off: rows were checked, and acted upon, when they were first written. */
async function withoutChecks(transaction: Transaction, tables: readonly Table[]): Promise<Constraint[]> {
  const constraints = await transaction.rows<Constraint>(REFERENCES)
  // Tables that are kept for good refuse TRUNCATE even from the owner, and hold no rows here.
  const looks = tables.map(({ name }) => `SELECT $$${name}$$ AS name WHERE EXISTS (SELECT FROM ${name})`)
  const filled = await transaction.rows<{ name: string }>(looks.join(' UNION ALL '))
  await transaction.script(
    [
      ...constraints.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`),
      ...tables.map(({ name }) => `ALTER TABLE ${name} DISABLE TRIGGER USER`),
      ...filled.map(({ name }) => `TRUNCATE ${name}`),
    ].join(';\n'),
  )
  return constraints
}

/** Puts both back: references are looked up once for all rows. */
async function withChecks(
  transaction: Transaction,
  tables: readonly Table[],
  all: readonly Constraint[],
): Promise<void> {
  await transaction.script(
    [
      ...all.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`),
      ...tables.map(({ name }) => `ALTER TABLE ${name} ENABLE TRIGGER USER`),
    ].join(';\n'),
  )
}
