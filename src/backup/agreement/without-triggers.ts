import type { Transaction } from '../../database/connection.ts'
import { BackupError } from '../format.ts'

/** INSUFFICIENT_PRIVILEGE. */
const MAY_NOT = '42501'

/**
 * Switches triggers and foreign keys off in this transaction, and only in this one: rows that come whole need no
 * trigger, and rows that go all together no look-up. No other transaction waits, or is checked less. The service's role
 * may not do this.
 * @throws BackupError saying what is to be granted.
 */
export async function withoutTriggers(transaction: Transaction): Promise<void> {
  await transaction.rows('SET LOCAL session_replication_role = replica').catch(async (error: { code?: string }) => {
    if (error.code !== MAY_NOT) throw error
    throw new BackupError(
      'The owner of the tables may not do this yet. Have a superuser of the server run, once: ' +
        'GRANT SET ON PARAMETER session_replication_role TO the role of DATABASE_OWNER_URL (or of DATABASE_URL, where that is the owner).',
    )
  })
}

/** Switches triggers and foreign keys on again. */
export async function withTriggers(transaction: Transaction): Promise<void> {
  await transaction.rows('SET LOCAL session_replication_role = origin')
}
