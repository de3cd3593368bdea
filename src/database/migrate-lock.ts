import type { Transaction } from './connection.ts'

/** Any constant will do: whoever holds it migrates, everyone else waits. */
const ADVISORY_LOCK = 7_310_331

/** Has everybody else wait who wants to change the schema, until the transaction ends. */
export async function lockMigrations(transaction: Transaction): Promise<void> {
  await transaction.rows('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK])
}
