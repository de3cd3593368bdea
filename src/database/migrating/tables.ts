import type { Executor } from '../pool/statements.ts'

/**
 * Whether there is a table of this name, asked of PostgreSQL's catalogue. `to_regclass` may still remember that there
 * is none where another session made it while this one waited for an advisory lock.
 */
export async function hasTable(executor: Executor, name: string): Promise<boolean> {
  const found = await executor.rows(
    `SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.relname = $1
      AND n.nspname = ANY (current_schemas(false))`,
    [name],
  )
  return found.length > 0
}
