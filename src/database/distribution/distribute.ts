import type { Pool, Transaction } from '../pool/statements.ts'
import { IS_DISTRIBUTED } from '../placement/run-at.ts'
import { lockMigrations } from '../migrating/migrate-lock.ts'
import type { Routine } from '../migrating/schema.ts'
import { canRefer, tablesEverywhere } from './references.ts'
import { DistributionError, forgetViews, placeFunctions, placeViews } from './shard-views.ts'

/**
 * Settings of the database, on every node: with them triggers and functions may do on shards what they do on tables.
 */
export const CITUS_SETTINGS: Readonly<Record<string, string>> = {
  'citus.enable_unsafe_triggers': 'on',
  'citus.allow_nested_distributed_execution': 'on',
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.propagate_set_commands': 'local',
  // A plan for any values would be compiled for a handful of rows, each time.
  jit: 'off',
}

/** What `distribute` did. */
export interface Distributed {
  /** Tables distributed by this call. */
  tables: string[]
  /** Of each table. */
  shards: number
  /** Servers that have shards. */
  workers: number
}

/**
 * Spreads the database's agreements over the workers of Citus: in one transaction, followed by views that can be made
 * again. So it can be repeated, after any end, also where all is done.
 * @param routines those of the schema that the database has.
 * @throws DistributionError where Citus is missing, or has no workers.
 */
export async function distribute(database: Pool, routines: readonly Routine[], shards?: number): Promise<Distributed> {
  const done = await database.transaction(async (transaction) => {
    await transaction.script('SET LOCAL statement_timeout = 0')
    await lockMigrations(transaction)
    const workers = await checkWorkers(transaction)
    const tables = await distributeTables(transaction, routines, shards)
    await forgetViews(transaction)
    const [spread] = await transaction.rows<{ number: number }>(SHARDS)
    return { tables, shards: spread!.number, workers }
  })
  await placeViews(database)
  return done
}

/** @returns how many servers agreements can be spread over. @throws DistributionError where there is none. */
export async function checkWorkers(executor: Pick<Transaction, 'rows'>): Promise<number> {
  if (!(await hasCitus(executor))) throw new DistributionError(NO_CITUS)
  const [workers] = await executor.rows<{ number: number }>(WORKERS)
  if (workers!.number === 0) throw new DistributionError(NO_WORKERS)
  return workers!.number
}

const NO_CITUS =
  'The database has no Citus. On every server put it into shared_preload_libraries and run CREATE EXTENSION citus ' +
  'in the database.'
const NO_WORKERS = `Citus has no workers yet. Run SELECT citus_add_node('HOST', PORT) for each, in the database.`
/** How many servers have shards, as `number`. */
export const WORKERS = 'SELECT count(*)::int AS number FROM pg_dist_node WHERE isactive AND shouldhaveshards'
const SHARDS = `SELECT count(*)::int AS number FROM pg_dist_shard WHERE logicalrelid = 'agreement'::regclass`

/** Whether the rows of the database lie on other servers, by agreement. */
export async function isDistributed(transaction: Pick<Transaction, 'rows'>): Promise<boolean> {
  if (!(await hasCitus(transaction))) return false
  const [row] = await transaction.rows<{ is_so: boolean }>(IS_DISTRIBUTED)
  return row!.is_so
}

/** Whether the database has the extension. */
export async function hasCitus(executor: Pick<Transaction, 'rows'>): Promise<boolean> {
  return (await executor.rows(`SELECT FROM pg_extension WHERE extname = 'citus'`)).length > 0
}

/** A foreign key as it is made again. */
interface ForeignKey {
  table: string
  name: string
  definition: string
}

/**
 * Spreads every table that is not spread yet. Tables with an `agreement` are spread by it, side by side, so that an
 * agreement's rows are on one server. Other tables that they refer to are copied to each server. The catalogue says
 * which tables those are. Does nothing where nothing is left.
 * @returns the tables it has spread.
 */
export async function distributeTables(
  transaction: Transaction,
  routines: readonly Routine[],
  shards?: number,
): Promise<string[]> {
  for (const [name, value] of Object.entries(CITUS_SETTINGS)) {
    // Each by itself: Citus passes a setting on with all that is sent along with it.
    await transaction.script(`SET LOCAL ${name} = '${value}'`)
    await transaction.script(
      `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${name} = ${value}', current_database()); END $$`,
    )
  }
  await transaction.script('SET LOCAL client_min_messages = warning')
  const tables = await transaction.rows<{ name: string; kind: Kind }>(
    `${TABLES} ORDER BY kind, name <> 'agreement', name`,
  )
  if (tables.length > 0) {
    const keys = await transaction.rows<ForeignKey>(FOREIGN_KEYS)
    for (const { table, name } of keys) await transaction.script(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
    // These rows were written long ago, and their triggers ran then.
    for (const { name } of tables) await transaction.script(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
    // Citus moves shards by replication, which has no unlogged tables.
    const unlogged = await transaction.rows<{ name: string }>(UNLOGGED)
    for (const { name } of unlogged) await transaction.script(`ALTER TABLE ${name} SET LOGGED`)
    for (const { name, kind } of tables) await distributeTable(transaction, name, kind, shards)
    for (const { name } of tables) await transaction.script(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
    const everywhere = await tablesEverywhere(transaction)
    for (const { table, name, definition } of keys) {
      if (!canRefer(table, definition, everywhere)) continue
      await transaction.script(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
    }
  }
  await transaction.rows(FUNCTIONS)
  await placeFunctions(transaction, routines)
  return tables.map(({ name }) => name)
}

type Kind = 'copied' | 'spread'

async function distributeTable(transaction: Transaction, name: string, kind: Kind, shards?: number): Promise<void> {
  if (kind === 'copied') await transaction.rows('SELECT create_reference_table($1::text::regclass)::text', [name])
  else if (name !== 'agreement') {
    await transaction.rows(
      `SELECT create_distributed_table($1::text::regclass, 'agreement', colocate_with => 'agreement')::text`,
      [name],
    )
  } else {
    await transaction.rows(
      `SELECT create_distributed_table($1::text::regclass, 'agreement', colocate_with => 'none',
         shard_count => coalesce($2::int, current_setting('citus.shard_count')::int))::text`,
      [name, shards ?? null],
    )
  }
}

/**
 * The tables that are not spread yet, and how each is to be. A table whose key lacks the agreement is looked up without
 * it, so it is copied. So is a table without an agreement that others refer to.
 */
const TABLES = `
  SELECT t.name, t.kind FROM (
    SELECT c.oid::regclass::text AS name, CASE
      WHEN a.attnum IS NULL THEN CASE WHEN EXISTS (
        SELECT FROM pg_constraint f JOIN pg_attribute o ON o.attrelid = f.conrelid AND o.attname = 'agreement'
        WHERE f.contype = 'f' AND f.confrelid = c.oid) THEN 'copied' END
      WHEN EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisunique
        AND a.attnum <> ALL (i.indkey::int2[])) THEN 'copied'
      ELSE 'spread' END AS kind
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agreement' AND NOT a.attisdropped
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND NOT EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid)
  ) AS t WHERE t.kind IS NOT NULL`

/** Those of the tables, and of their partitions, that a crash may empty. */
const UNLOGGED = `
  WITH t AS MATERIALIZED (${TABLES})
  SELECT c.oid::regclass::text AS name FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
  WHERE c.relkind = 'r' AND c.relpersistence = 'u'
    AND coalesce(i.inhparent, c.oid)::regclass::text IN (SELECT t.name FROM t)`

/** The foreign keys of those tables and to them. */
const FOREIGN_KEYS = `
  WITH t AS MATERIALIZED (${TABLES})
  SELECT f.conrelid::regclass::text AS table, quote_ident(f.conname) AS name, pg_get_constraintdef(f.oid) AS definition
  FROM pg_constraint f
  WHERE f.contype = 'f' AND f.conparentid = 0 AND f.connamespace = current_schema()::regnamespace
    AND (f.conrelid::regclass::text IN (SELECT t.name FROM t) OR f.confrelid::regclass::text IN (SELECT t.name FROM t))
  ORDER BY 1, 2`

/** Functions that the workers do not know yet: one that takes a table's row can go there only after the table. */
const FUNCTIONS = `
  SELECT create_distributed_function(p.oid::regprocedure)::text FROM pg_proc p
  WHERE p.pronamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid
      AND d.deptype = 'e')
    AND NOT EXISTS (SELECT FROM pg_dist_object o WHERE o.classid = 'pg_proc'::regclass AND o.objid = p.oid)`
