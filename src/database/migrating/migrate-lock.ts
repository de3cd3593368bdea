import type { Transaction } from '../pool/statements.ts'

/** Any constant will do: its holder migrates, all others wait. */
const ADVISORY_LOCK = 7_310_331

/** Waits for the turn to change the schema, and keeps it until the transaction ends. */
export async function lockMigrations(transaction: Transaction): Promise<void> {
  await transaction.rows('SELECT pg_advisory_xact_lock($1)', [ADVISORY_LOCK])
}
