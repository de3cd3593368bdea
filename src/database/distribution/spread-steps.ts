import type { Transaction } from '../pool/statements.ts'
import { statementsOf, stepsOf } from '../migrating/statements.ts'
import { canRefer, tablesEverywhere } from './references.ts'

const ADDED_KEY = /^ALTER TABLE\s+(\S+)\s+ADD (?:CONSTRAINT \S+ )?(FOREIGN KEY [\s\S]+)$/i
const TRIGGER_OF_TRUNCATE = /^(CREATE OR REPLACE TRIGGER [\s\S]+) OR TRUNCATE( ON [\s\S]+)$/
const OWNERS_RIGHTS = /^REVOKE [\s\S]+ FROM CURRENT_USER$/

/**
 * Runs a migration, or what is run again, where rows are spread: each step by itself. What comes of it is what
 * `distributeTables` makes of a table that had all of it before.
 */
export async function runSpread(transaction: Transaction, script: string): Promise<void> {
  const everywhere = await tablesEverywhere(transaction)
  for (const step of statementsOf(script).flatMap(stepsOf)) {
    const [, table, key] = ADDED_KEY.exec(step) ?? []
    if (table !== undefined && !canRefer(table, key!, everywhere)) continue
    // Citus passes a trigger on only where it is none of TRUNCATE, which the coordinator's table refuses.
    const [, before, after] = TRIGGER_OF_TRUNCATE.exec(step) ?? []
    if (before !== undefined) await transaction.script(before + after)
    if (OWNERS_RIGHTS.test(step)) await runHere(transaction, step)
    else await transaction.script(step)
  }
}

/**
 * On the coordinator alone. So it is with rights that the owner takes from itself: through views it removes rows of
 * shards (`lend_deletes`), where triggers refuse everybody else.
 */
async function runHere(transaction: Transaction, step: string): Promise<void> {
  await transaction.script('SET LOCAL citus.enable_ddl_propagation = off')
  await transaction.script(step)
  await transaction.script('SET LOCAL citus.enable_ddl_propagation = on')
}
