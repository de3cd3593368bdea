import { DEMO } from '../access/grant.ts'
import { MODULES } from '../access/roles.ts'
import type { Database, Executor, Transaction } from '../database/connection.ts'
import { fillAgreement } from '../templates/templates.ts'

/** Any constant will do: whoever holds it makes the demo agreement, everyone else waits. */
const DEMO_LOCK = 7_310_332

/**
 * Makes the demo agreement and its grant for the fixed pair `demo`/`demo` where they are missing. Any number of nodes
 * may call it at once.
 */
export async function ensureDemoAgreement(database: Database): Promise<void> {
  if (await hasDemoAgreement(database)) return
  await database.transaction(async (transaction) => {
    await transaction.rows('SELECT pg_advisory_xact_lock($1)', [DEMO_LOCK])
    if (!(await hasDemoAgreement(transaction))) await createDemo(transaction)
  })
}

/** Whether the demo company is there. */
export async function hasDemoAgreement(executor: Executor): Promise<boolean> {
  return (await executor.rows('SELECT 1 FROM agreement WHERE is_demo')).length > 0
}

async function createDemo(transaction: Transaction): Promise<void> {
  const there = transaction.at(DEMO.agreement)
  await there.rows(
    `INSERT INTO agreement (agreement, name, modules, is_demo)
     VALUES ($1, 'Demo', ARRAY(SELECT json_array_elements_text($2::json)), true)`,
    [DEMO.agreement, JSON.stringify(MODULES)],
  )
  const [demo] = await transaction.rows<{ app: number }>(
    `INSERT INTO app (name, secret_hash) VALUES ('Demo', decode($1, 'hex')) RETURNING app`,
    [DEMO.tokenHash],
  )
  await transaction.rows(
    `INSERT INTO access_grant (agreement, app, token_hash, roles) VALUES ($1, $2, decode($3, 'hex'), '{SuperUser}')`,
    [DEMO.agreement, demo!.app, DEMO.tokenHash],
  )
  await fillAgreement(there, DEMO.agreement, 'demo')
}
