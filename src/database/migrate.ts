import { readdir, readFile } from 'node:fs/promises'
import type { Database, Transaction } from './connection.ts'
import { distributeTables, isDistributed } from './distribution/distribute.ts'
import { lockMigrations } from './schema/migrate-lock.ts'
import { hasViews, letInto, placeViews } from './distribution/shard-views.ts'
import { statementsOf, stepsOf } from './schema/statements.ts'
import { hasTable } from './schema/tables.ts'

const DIRECTORY = new URL('./migrations/', import.meta.url)
const MIGRATION = /^\d{4}_.*\.sql$/

/** The schema is of a newer program. This one would break what that has changed. */
export class NewerSchemaError extends Error {}

/**
 * Brings the schema to the newest version; where agreements are spread over servers, their views, too. Any number of nodes may call it at once on an empty database:
 * one migrates, the others wait for it and find nothing left to do. All files run in one transaction, so a crash leaves the database as it was. Where agreements are
 * spread, a crash may also leave it without the views of shards: the next call makes those.
 * @returns the files applied by this call.
 * @param service the role of the service, where it is not that of `database`: it gets the rights that it needs, and no others.
 * @throws NewerSchemaError when a newer program has been here.
 */
export async function migrate(database: Database, service?: string): Promise<string[]> {
  const { pending, isSpread } = await database.transaction(async (transaction) => {
    // A migration takes the time it needs, and so does waiting for another node's.
    await transaction.script('SET LOCAL statement_timeout = 0')
    await lockMigrations(transaction)
    const applied = await appliedMigrations(transaction)
    const pending = (await knownMigrations(applied)).filter((file) => !applied.includes(file))
    const isSpread = await isDistributed(transaction)
    if (!isSpread) await applyMigrations(transaction, pending)
    else if (pending.length > 0 || !(await hasViews(transaction))) await applySpread(transaction, pending)
    if (service !== undefined && isSpread) await letInto(transaction, service)
    else if (service !== undefined) await transaction.rows('SELECT grant_to_service($1)', [service])
    return { pending, isSpread }
  })
  if (isSpread) await placeViews(database)
  return pending
}

/** Runs migrations where rows are spread over servers. */
async function applySpread(transaction: Transaction, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await runSpread(transaction, await readFile(new URL(file, DIRECTORY), 'utf8'))
    await transaction.rows('INSERT INTO migration (file) VALUES ($1)', [file])
  }
  await distributeTables(transaction)
}

/**
 * Runs a migration where rows are spread over servers, statement by statement: a new table is spread before any other statement uses it. The tables that it refers
 * to are on those servers already. Citus learns of the new table when it is spread, not before.
 */
export async function runSpread(transaction: Transaction, script: string): Promise<void> {
  for (const statement of statementsOf(script)) {
    const isTable = /^CREATE TABLE\b/i.test(statement)
    if (isTable) await transaction.script('SET LOCAL citus.enable_ddl_propagation = off')
    for (const step of stepsOf(statement)) await transaction.script(step)
    if (isTable) {
      await transaction.script('SET LOCAL citus.enable_ddl_propagation = on')
      await distributeTables(transaction)
    }
  }
}

/** Runs migrations, and notes that they have run. */
export async function applyMigrations(transaction: Transaction, files: readonly string[]): Promise<void> {
  await transaction.rows(
    'CREATE TABLE IF NOT EXISTS migration (file text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  for (const file of files) {
    await transaction.script(await readFile(new URL(file, DIRECTORY), 'utf8'))
    await transaction.rows('INSERT INTO migration (file) VALUES ($1)', [file])
  }
}

/** The migrations that the schema has, in order; none where there is no schema of ours. */
export async function appliedMigrations(transaction: Transaction): Promise<string[]> {
  if (!(await hasTable(transaction, 'migration'))) return []
  return (await transaction.rows<{ file: string }>('SELECT file FROM migration ORDER BY file')).map(({ file }) => file)
}

/** Every migration of this program, in order. @throws NewerSchemaError when one of those `applied` is not among them. */
export async function knownMigrations(applied: readonly string[]): Promise<string[]> {
  const files = (await readdir(DIRECTORY)).filter((file) => MIGRATION.test(file)).sort()
  refuseNewer(applied, files)
  return files
}

/** UNDEFINED_TABLE, INSUFFICIENT_PRIVILEGE: the database is not migrated, or has not let this role in. */
const NOT_READY = ['42P01', '42501']

/** Whether `migrate` has nothing left to do, asked as any role. @throws NewerSchemaError when a newer program has been here. */
export async function isMigrated(database: Database): Promise<boolean> {
  const rows = await database.rows<{ file: string }>('SELECT file FROM migration').catch((error: { code?: string }) => {
    if (NOT_READY.includes(error.code ?? '')) return []
    throw error
  })
  const applied = rows.map(({ file }) => file)
  const isNewest = (await knownMigrations(applied)).every((file) => applied.includes(file))
  return isNewest && (!database.isSpread() || (await hasViews(database)))
}

function refuseNewer(applied: readonly string[], known: readonly string[]): void {
  const unknown = applied.filter((file) => MIGRATION.test(file) && !known.includes(file)).sort()
  if (unknown.length === 0) return
  throw new NewerSchemaError(
    `The database was brought up to date by a newer Daybook: it has ${unknown.at(-1)}, and this program knows up to ${known.at(-1)}. ` +
      'Start a version that has that migration, or restore the backup that was made before it.',
  )
}
