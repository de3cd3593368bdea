import type { Database } from '../../src/database/connection.ts'
import { verifyAgreement } from '../../src/ledger/proof/verify.ts'

const UNDONE = new Error('undone')

/**
 * What is at fault once the statements of the agreement ($1) have run with every trigger switched off; afterwards all
 * is as before.
 */
export async function faultAfter(
  database: Database,
  agreement: number,
  statements: readonly string[],
): Promise<string | undefined> {
  let fault: string | undefined
  await database
    .transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      for (const statement of statements) await transaction.rows(statement, [agreement])
      fault = (await verifyAgreement(transaction, agreement)).fault
      throw UNDONE
    })
    .catch((error: unknown) => {
      if (error !== UNDONE) throw error
    })
  return fault
}
