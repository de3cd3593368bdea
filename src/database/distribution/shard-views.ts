import { createHash } from 'node:crypto'
import type { Executor, Pool, Transaction } from '../pool/statements.ts'
import { lockMigrations } from '../migrating/migrate-lock.ts'
import { hasTable } from '../migrating/tables.ts'
import { SHARD_FUNCTIONS } from './shard-functions.ts'

/** Citus cannot do what was asked; the message says what is missing. */
export class DistributionError extends Error {}

/** Gives every server the functions that make the views of shards, and what those need to know. */
export async function placeFunctions(transaction: Transaction): Promise<void> {
  await transaction.script(SHARD_FUNCTIONS)
  // Citus takes views to the workers, but not their triggers.
  if (!(await hasTable(transaction, 'trigger_of_view'))) {
    await transaction.script('CREATE TABLE trigger_of_view (name text PRIMARY KEY, definition text NOT NULL)')
    await transaction.rows(`SELECT create_reference_table('trigger_of_view')::text`)
  }
  await transaction.rows('DELETE FROM trigger_of_view')
  const triggers = await transaction.rows<{ name: string; definition: string }>(TRIGGERS_OF_VIEWS)
  for (const { name, definition } of triggers) {
    await transaction.rows('INSERT INTO trigger_of_view (name, definition) VALUES ($1, $2)', [name, definition])
  }
  await transaction.rows(
    `SELECT create_distributed_function('run_at(int, text, text, text, boolean, boolean)', 'agreement_number', colocate_with => 'agreement', force_delegation => true)::text`,
  )
  for (const { table } of await transaction.rows<{ table: string }>(UNTRIGGERED)) {
    await transaction.script(
      `CREATE TRIGGER "Enter_shard" BEFORE INSERT OR UPDATE OR DELETE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION enter_shard_of_table()`,
    )
  }
  await transaction.script(PLACED)
}

const TRIGGERS_OF_VIEWS = `
  SELECT t.tgname AS name, pg_get_triggerdef(t.oid) AS definition FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.relkind = 'v' AND c.relnamespace = current_schema()::regnamespace AND NOT t.tgisinternal`

const UNTRIGGERED = `
  SELECT d.logicalrelid::text AS table FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid
  WHERE d.partmethod = 'h' AND NOT c.relispartition AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'Enter_shard')`

/** Names the content of the views once all of them are there, on the coordinator alone. A service that starts reads it. */
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

/** Whether every shard has the views of this program and of the tables as they are. Of a database that is spread, as any role. */
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
 * Makes all views of every shard anew, where it lies, unless they are there: the tables that they show may have changed. It notes that last, so `hasViews` is
 * right after any end. A shard that moves later gets its views when it is first used.
 * @throws DistributionError where a server does not do it.
 */
export async function placeViews(database: Pick<Pool, 'transaction'>): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.script('SET LOCAL statement_timeout = 0')
    await lockMigrations(transaction)
    if (await hasViews(transaction)) return
    const [failed] = await transaction.rows<{ server: string; result: string }>(
      `SELECT nodename || ':' || nodeport AS server, result FROM run_command_on_placements('agreement', $1) WHERE NOT success`,
      [`DO $$ BEGIN PERFORM renew_views_of_shard(substring('%s' FROM '\\d+$')::bigint); END $$`],
    )
    if (failed) throw new DistributionError(`${failed.server} did not make the views of its shards: ${failed.result}`)
    await forgetViews(transaction)
    await transaction.rows('INSERT INTO placed_views (content) VALUES ($1)', [await contentOf(transaction)])
  })
}

/** Gives a role the rights of a service where agreements are spread. Views keep the rights that their tables had when they were made. */
export async function letInto(transaction: Transaction, service: string): Promise<void> {
  const [known] = await transaction.rows<{ is_so: boolean }>(
    `SELECT has_table_privilege($1::name, 'agreement', 'SELECT') AS is_so`,
    [service],
  )
  if (!known!.is_so) await forgetViews(transaction)
  await transaction.rows('SELECT grant_to_service($1), keep_from_service($1)', [service])
}
