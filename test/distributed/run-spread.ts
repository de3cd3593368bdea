import type { Transaction } from '../../src/database/connection.ts'
import { distributeTables } from '../../src/database/distribution/distribute.ts'
import { statementsOf, stepsOf } from '../../src/database/migrating/statements.ts'

/** Runs a migration from before the baseline where rows are spread, as the last build before 0.1.0 does. */
export async function runSpread(transaction: Transaction, script: string): Promise<void> {
  for (const statement of statementsOf(script)) {
    const isTable = /^CREATE TABLE\b/i.test(statement)
    if (isTable) await transaction.script('SET LOCAL citus.enable_ddl_propagation = off')
    for (const step of stepsOf(statement)) await transaction.script(step)
    if (isTable) {
      await transaction.script('SET LOCAL citus.enable_ddl_propagation = on')
      await distributeTables(transaction, [])
    }
  }
}
