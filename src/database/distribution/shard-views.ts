import { createHash } from 'node:crypto'
import type { Executor, Pool, Transaction } from '../pool/statements.ts'
import { lockMigrations } from '../migrating/migrate-lock.ts'
import type { Routine } from '../migrating/schema.ts'
import { statementsOf } from '../migrating/statements.ts'
import { hasTable } from '../migrating/tables.ts'
import { SHARD_FUNCTIONS } from './shard-functions.ts'

/** Citus cannot do what was asked; the message says what is missing. */
export class DistributionError extends Error {}

/**
 * Gives every server the functions that make the views of shards, and what those need to know.
 * @param routines those of the schema, each after those that it needs.
 */
export async function placeFunctions(transaction: Transaction, routines: readonly Routine[]): Promise<void> {
  await transaction.script(SHARD_FUNCTIONS)
  await placeRoutines(transaction, routines)
  await transaction.rows(
    `SELECT create_distributed_function('run_at(int, text, text, text, boolean, boolean)', 'agreement_number',
      colocate_with => 'agreement', force_delegation => true)::text`,
  )
  for (const { table } of await transaction.rows<{ table: string }>(UNTRIGGERED)) {
    await transaction.script(
      `CREATE TRIGGER "Enter_shard" BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT
        EXECUTE FUNCTION enter_shard_of_table()`,
    )
  }
  await transaction.script(PLACED)
}

/** Has every server know the statements that shards make their own views and functions by, in order. */
async function placeRoutines(transaction: Transaction, routines: readonly Routine[]): Promise<void> {
  if (!(await hasTable(transaction, 'routine_over_views'))) {
    await transaction.script('CREATE TABLE routine_over_views (place int PRIMARY KEY, definition text NOT NULL)')
    await transaction.rows(`SELECT create_reference_table('routine_over_views')::text`)
  }
  // Of programs before 0.2.0, which knew triggers only.
  if (await hasTable(transaction, 'trigger_of_view')) await transaction.script(OF_OLDER_PROGRAMS)
  const bound = new Set((await transaction.rows<{ name: string }>(BOUND)).map(({ name }) => name))
  const made = routines.filter(({ name }) => bound.has(name)).flatMap(({ text }) => statementsOf(text))
  const definitions = made.filter((statement) => statement.startsWith('CREATE '))
  await transaction.rows('DELETE FROM routine_over_views')
  if (definitions.length === 0) return
  // As values: Citus takes no SELECT of a parameter here.
  const rows = definitions.map((_, place) => `($${2 * place + 1}::int, $${2 * place + 2})`)
  const values = definitions.flatMap((definition, place) => [place, definition])
  await transaction.rows(`INSERT INTO routine_over_views (place, definition) VALUES ${rows.join(', ')}`, values)
}

const OF_OLDER_PROGRAMS = 'DROP TABLE trigger_of_view; DROP FUNCTION IF EXISTS make_named_queries(text)'

/**
 * What is bound to the tables that were there when it was made: views, functions of a row, functions whose body was
 * read then.
 */
const BOUND = `
  SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'v'
  UNION
  SELECT p.proname FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind = 'f' AND (
    EXISTS (SELECT FROM unnest(p.proargtypes::oid[]) AS t(type) JOIN pg_type y ON y.oid = t.type WHERE y.typrelid <> 0)
    OR p.prosqlbody IS NOT NULL AND EXISTS (SELECT FROM pg_depend e WHERE e.classid = 'pg_proc'::regclass
      AND e.objid = p.oid
      AND e.refclassid = 'pg_class'::regclass))`

const UNTRIGGERED = `
  SELECT d.logicalrelid::text AS table FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid
  WHERE d.partmethod = 'h' AND NOT c.relispartition AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid
    AND t.tgname = 'Enter_shard')`

/**
 * Names the content of the views once all of them are there, on the coordinator alone. A service that starts reads it.
 */
const PLACED = `
  CREATE TABLE IF NOT EXISTS placed_views (content text PRIMARY KEY);
  GRANT SELECT ON placed_views TO PUBLIC`

/** A hash of what determines the views: the functions that make them, and the tables that they show. */
async function contentOf(executor: Executor): Promise<string> {
  // Before the baseline it had no hashes.
  const files = await executor.rows<{ file: string; hash: string | null }>(
    `SELECT m.file, to_jsonb(m) ->> 'hash' AS hash FROM migration m ORDER BY m.file`,
  )
  const content = createHash('sha256').update(SHARD_FUNCTIONS)
  for (const { file, hash } of files) content.update(`\n${file} ${hash}`)
  return content.digest('hex')
}

/**
 * Whether every shard has the views of this program and of the tables as they are. Of a database that is spread, as any
 * role.
 */
export async function hasViews(executor: Executor): Promise<boolean> {
  if (!(await hasTable(executor, 'placed_views'))) return false
  const placed = await executor.rows('SELECT FROM placed_views WHERE content = $1', [await contentOf(executor)])
  return placed.length > 0
}

/** Has `placeViews` make the views once more, whatever they are. */
export async function forgetViews(transaction: Transaction): Promise<void> {
  await transaction.rows('DELETE FROM placed_views')
}

/**
 * Makes all views of every shard anew, where it lies, unless they are there: the tables that they show may have
 * changed. It notes that last, so `hasViews` is right after any end. A shard that moves later gets its views when it is
 * first used.
 * @throws DistributionError where a server does not do it.
 */
export async function placeViews(database: Pick<Pool, 'transaction'>): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.script('SET LOCAL statement_timeout = 0')
    await lockMigrations(transaction)
    if (await hasViews(transaction)) return
    const [failed] = await transaction.rows<{ server: string; result: string }>(
      `SELECT nodename || ':' || nodeport AS server, result FROM run_command_on_placements('agreement', $1)
        WHERE NOT success`,
      [`DO $$ BEGIN PERFORM renew_views_of_shard(substring('%s' FROM '\\d+$')::bigint); END $$`],
    )
    if (failed) throw new DistributionError(`${failed.server} did not make the views of its shards: ${failed.result}`)
    await forgetViews(transaction)
    await transaction.rows('INSERT INTO placed_views (content) VALUES ($1)', [await contentOf(transaction)])
  })
}

/**
 * Gives a role the rights of a service where agreements are spread. Views keep the rights that their tables had when
 * they were made.
 */
export async function letInto(transaction: Transaction, service: string): Promise<void> {
  const [known] = await transaction.rows<{ is_so: boolean }>(
    `SELECT has_table_privilege($1::name, 'agreement', 'SELECT') AS is_so`,
    [service],
  )
  if (!known!.is_so) await forgetViews(transaction)
  await transaction.rows('SELECT grant_to_service($1), keep_from_service($1)', [service])
}
