import type { Database, Transaction } from './connection.ts'
import { distributeTables, isDistributed } from './distribution/distribute.ts'
import { hasViews, letInto, placeViews } from './distribution/shard-views.ts'
import { runSpread } from './distribution/spread-steps.ts'
import { isBeforeBaseline, refuseOlder, takeOver, wasBeforeBaseline } from './migrating/baseline.ts'
import { ON_ONE_SERVER, bringUp, leftOf, namesOf, type Runner } from './migrating/bring-up.ts'
import { lockMigrations } from './migrating/migrate-lock.ts'
import { NewerSchemaError } from './migrating/newer.ts'
import { type Noted, notedIn, NOTHING_NOTED, setName } from './migrating/noted.ts'
import { readSchema, repeatablesOf, type Schema } from './migrating/schema.ts'
import { hasTable } from './migrating/tables.ts'

const MIGRATION = /^\d{4}_.*\.sql$/

let own: Promise<Schema> | undefined
/** The schema of this program: `schema/` has everything as it is, `migrations/` how older databases get there. */
export const ownSchema = (): Promise<Schema> =>
  (own ??= readSchema(new URL('./schema/', import.meta.url), new URL('./migrations/', import.meta.url)))

/**
 * Brings the schema to the newest version; where agreements are spread over servers, their views, too. Any number of
 * nodes may call it at once on an empty database: one migrates, the others wait for it and find nothing left to do. All
 * runs in one transaction, so a crash leaves the database as it was. Where agreements are spread, a crash may also
 * leave it without the views of shards: the next call makes those.
 * @returns the files applied by this call. @param service the role of the service, where it is not that of `database`:
 * it gets the rights that it needs, and no others. @throws NewerSchemaError when a newer program has been here,
 * OlderSchemaError when the database has to be upgraded by an older one first.
 */
export async function migrate(database: Database, service?: string, given?: Schema): Promise<string[]> {
  const schema = given ?? (await ownSchema())
  const { applied, isSpread } = await database.transaction(async (transaction) => {
    // A migration takes the time it needs, and so does waiting for another node's.
    await transaction.script('SET LOCAL statement_timeout = 0')
    await lockMigrations(transaction)
    const isSpread = await isDistributed(transaction)
    const applied = await update(transaction, schema, isSpread ? onManyServers(schema) : ON_ONE_SERVER)
    if (isSpread && (applied.length > 0 || !(await hasViews(transaction))))
      await distributeTables(transaction, schema.routines)
    if (service !== undefined && isSpread) await letInto(transaction, service)
    else if (service !== undefined) await transaction.rows('SELECT grant_to_service($1)', [service])
    return { applied, isSpread }
  })
  if (isSpread) await placeViews(database)
  return applied
}

/** Does what is left to do, whatever the database has. */
async function update(transaction: Transaction, schema: Schema, runner: Runner): Promise<string[]> {
  const noted = await notedHere(transaction)
  refuseNewer(noted.migrations, schema)
  refuseOlder('The database', noted.migrations)
  if (!isBeforeBaseline(noted.migrations)) return await bringUp(transaction, schema, noted, runner)
  await takeOver(transaction)
  return await bringUp(transaction, schema, { ...NOTHING_NOTED, isThere: true }, runner)
}

/**
 * Brings tables up to date that were made for a backup and have its rows, with what it has noted: nothing but the
 * tables is there. Whoever calls it holds the lock of migrations, and has checked what the backup says of its schema.
 * @returns the files applied.
 */
export async function finishTables(transaction: Transaction, schema: Schema): Promise<string[]> {
  const { migrations } = await notedHere(transaction)
  const isBefore = isBeforeBaseline(migrations)
  if (isBefore) await takeOver(transaction)
  // Other programs' functions came with none of the rows.
  await transaction.rows(`DELETE FROM migration WHERE hash = 'set' AND file <> $1`, [setName(repeatablesOf(schema))])
  const noted = { ...NOTHING_NOTED, isThere: true, migrations: isBefore ? [] : migrations }
  return await bringUp(transaction, schema, noted, ON_ONE_SERVER)
}

const notedHere = async (transaction: Transaction): Promise<Noted> =>
  (await hasTable(transaction, 'migration')) ? await notedIn(transaction) : NOTHING_NOTED

/** A partition is spread as it is made, and Citus moves shards by replication, which has no unlogged tables. */
const UNLOGGED_PART = /^CREATE UNLOGGED TABLE (?=\w+ PARTITION OF )/

/**
 * Where rows are spread over servers: a new table is spread before anything else is done with it, and Citus learns of
 * it then, not before.
 */
const onManyServers = ({ routines }: Schema): Runner => ({
  async makeTable(transaction, shape) {
    await transaction.script('SET LOCAL citus.enable_ddl_propagation = off')
    for (const statement of shape) await transaction.script(statement.replace(UNLOGGED_PART, 'CREATE TABLE '))
    await transaction.script('SET LOCAL citus.enable_ddl_propagation = on')
    await distributeTables(transaction, routines)
  },
  run: runSpread,
})

/** The migrations that the schema has, in order; none where there is no schema of ours. */
export async function appliedMigrations(transaction: Transaction): Promise<readonly string[]> {
  return (await notedHere(transaction)).migrations
}

/**
 * Every migration of this program, in order, the baseline first. @throws NewerSchemaError when one of those `applied`
 * is not among them.
 */
export async function knownMigrations(applied: readonly string[]): Promise<string[]> {
  const schema = await ownSchema()
  refuseNewer(applied, schema)
  return namesOf(schema)
}

/** UNDEFINED_TABLE, INSUFFICIENT_PRIVILEGE: the database is not migrated, or has not let this role in. */
const NOT_READY = ['42P01', '42501']

/**
 * Whether `migrate` has nothing left to do, asked as any role.
 * @throws NewerSchemaError when a newer program has been here.
 */
export async function isMigrated(database: Database): Promise<boolean> {
  const schema = await ownSchema()
  const noted = await notedIn(database).catch((error: { code?: string }) => {
    if (NOT_READY.includes(error.code ?? '')) return NOTHING_NOTED
    throw error
  })
  refuseNewer(noted.migrations, schema)
  const left = leftOf(schema, noted)
  const isNewest = left.migrations.length === 0 && left.repeatables.length === 0
  return isNewest && (!database.isSpread() || (await hasViews(database)))
}

function refuseNewer(applied: readonly string[], schema: Schema): void {
  const known = namesOf(schema)
  const unknown = applied.filter((file) => MIGRATION.test(file) && !known.includes(file) && !wasBeforeBaseline(file))
  if (unknown.length === 0) return
  throw new NewerSchemaError(
    `The database was brought up to date by a newer Daybook: it has ${unknown.at(-1)}, and this program knows up to ${known.at(-1)}. ` +
      'Start a version that has that migration, or restore the backup that was made before it.',
  )
}
