import { expect } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { untilPasses } from '../patience.ts'

/** Waits until so many statements of the database wait for a lock. `beside` must not be in a transaction. */
export async function untilBlocked(beside: Database, statements: number): Promise<void> {
  await untilPasses(async () => {
    const [row] = await beside.rows<{ blocked: number }>(
      `SELECT count(*)::int AS blocked FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    expect(row!.blocked).toBe(statements)
  })
}

/**
 * Ends every connection to the database but the caller's own, or those that wait for a lock. @returns how many there
 * were.
 */
export async function endConnections(beside: Database, which: 'all' | 'blocked' = 'all'): Promise<number> {
  const [row] = await beside.rows<{ ended: number }>(
    `SELECT count(pg_terminate_backend(pid))::int AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND ($1 = 'all' OR wait_event_type = 'Lock')`,
    [which],
  )
  return row!.ended
}
