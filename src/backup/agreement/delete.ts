import type { Database, Transaction } from '../../database/connection.ts'
import { lockMigrations } from '../../database/migrating/migrate-lock.ts'
import { appliedMigrations } from '../../database/migrate.ts'
import { copied, Tally } from '../copying.ts'
import { AGREEMENT, type AgreementStart, BackupError } from '../format.ts'
import { checkedFile } from '../read.ts'
import type { Report } from '../write.ts'
import { withoutTriggers, withTriggers } from './without-triggers.ts'
import { findAgreement } from './export.ts'
import { inTransactions, type Transactions } from './transactions.ts'
import { about, type AgreementTable, agreementTables, APP, ITS_OWN, removing } from './tables.ts'

/** What a deletion has removed. */
export interface Deleted {
  tables: number
  rows: number
  /** Apps that went with it: made with a sandbox, and let into nothing else. */
  apps: number
}

/** DEADLOCK_DETECTED: a writer holds rows that are to go, and waits for rows that are held here. */
const DEADLOCK = '40P01'
const WRITTEN_MEANWHILE =
  'Somebody writes to the agreement at this moment: nothing is removed. Keep its programs from writing, and try again.'

/**
 * Tables that change by themselves while no program writes. They say nothing of the books, so they are not compared
 * with the export.
 */
const GOES_ON = ['idempotency_key', 'webhook_delivery', 'webhook_due']

/**
 * Removes an agreement with everything in it, in one transaction: a sandbox, or one whose export says what is there
 * now, row by row.
 * @param owner connects as the owner of the tables. @param exported the file of its export.
 * @throws BackupError; nothing is removed then.
 */
export async function deleteAgreement(
  owner: Database,
  agreement: number,
  exported: string | undefined,
  report: Report,
): Promise<Deleted> {
  const wanted = exported === undefined ? undefined : await hashesIn(exported, agreement)
  const removing = inTransactions(owner, agreement, 'transaction', async (transactions) => {
    const { whole, there } = transactions
    await withoutTriggers(there)
    await lockMigrations(whole)
    if ((await appliedMigrations(whole)).length === 0) throw new BackupError(`There is no agreement ${agreement}.`)
    const isSandbox = await findAgreement(there, agreement, 'FOR NO KEY UPDATE')
    if (!wanted && !isSandbox) {
      throw new BackupError(
        `Agreement ${agreement} is no sandbox: it goes only after an export. Run agreement export ${agreement} FILE, and give --exported FILE.`,
      )
    }
    await lockRest(there, agreement)
    await about(there, agreement)
    return await remove(transactions, agreement, wanted, report)
  })
  return await removing.catch((error: { code?: string }) => {
    throw error.code === DEADLOCK ? new BackupError(WRITTEN_MEANWHILE) : error
  })
}

/**
 * Locks the journals, then the agreement against rows that name it: in the order of writers (agreement, journal), so
 * that they end first, or wait and find the agreement gone.
 */
async function lockRest(there: Transaction, agreement: number): Promise<void> {
  await there.rows('SELECT FROM journal j WHERE j.agreement = $1 ORDER BY j.number FOR UPDATE', [agreement])
  await there.rows('SELECT FROM agreement a WHERE a.agreement = $1 FOR UPDATE', [agreement])
}

async function remove(
  { whole, there, stored }: Transactions,
  agreement: number,
  wanted: ReadonlyMap<string, string> | undefined,
  report: Report,
): Promise<Deleted> {
  const { moving, staying } = await agreementTables(whole)
  const tables = [...moving, ...staying]
  const apps = await sandboxApps(there, stored)
  const lent = await lendRights(
    there,
    tables.map(({ name }) => stored(name)),
  )
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  let [rows, done] = [0, 0]
  for (const table of tables) {
    const tally = new Tally()
    for await (const chunk of copied(there, removing(table, stored(table.name)))) tally.add(chunk)
    rows += tally.rows
    if (wanted && moving.includes(table)) compare(table, tally, wanted)
    done += table.bytes
    report({ stage: 'delete', done, total })
  }
  await checkNothingLeft(there, tables)
  await there.script(lent.map((name) => `REVOKE DELETE ON ${name} FROM CURRENT_USER`).join(';\n'))
  const unused = apps.length === 0 ? [] : await withoutUse(whole, apps, agreement, tables)
  return { tables: tables.length, rows, apps: unused.length === 0 ? 0 : await removeApps(there, stored('app'), unused) }
}

/**
 * Apps of the agreement that were made with a sandbox. They are locked: no other agreement can let them in meanwhile.
 */
async function sandboxApps(transaction: Transaction, stored: Transactions['stored']): Promise<number[]> {
  const apps = await transaction.rows<{ app: number }>(
    `SELECT p.app FROM ${stored('app')} p WHERE p.is_sandbox
       AND EXISTS (SELECT FROM ${stored('access_grant')} g WHERE g.agreement = ${ITS_OWN} AND g.app = p.app)
         ORDER BY p.app FOR UPDATE`,
  )
  return apps.map(({ app }) => app)
}

/** SQL: the numbers of a list. */
const LISTED = '(SELECT n::int FROM json_array_elements_text($1::json) n)'

/** The apps that no row of another agreement names. */
async function withoutUse(
  whole: Transaction,
  apps: readonly number[],
  agreement: number,
  tables: readonly AgreementTable[],
): Promise<number[]> {
  const uses = tables.flatMap(({ name, renumbered }) =>
    renumbered
      .filter(({ kind }) => kind === APP)
      .map(
        ({ column }) =>
          `SELECT DISTINCT t.${column} AS app FROM ${name} t WHERE t.${column} IN ${LISTED} AND t.agreement <> $2`,
      ),
  )
  const used = await whole.rows<{ app: number }>(uses.join(' UNION '), [JSON.stringify(apps), agreement])
  const names = new Set(used.map(({ app }) => app))
  return apps.filter((app) => !names.has(app))
}

/** Removes apps. Foreign keys refuse an app that another agreement has let in meanwhile. @returns how many went. */
async function removeApps(transaction: Transaction, stored: string, apps: readonly number[]): Promise<number> {
  await withTriggers(transaction)
  const gone = await transaction.rows(`DELETE FROM ${stored} p WHERE p.app IN ${LISTED} RETURNING p.app`, [
    JSON.stringify(apps),
  ])
  return gone.length
}

/**
 * Lets the owner remove rows of tables that are kept for good, for this transaction: otherwise not even it may
 * (refuse_change_of_ledger). @returns those tables.
 */
async function lendRights(transaction: Transaction, tables: readonly string[]): Promise<string[]> {
  const kept = await transaction.rows<{ name: string }>(
    `SELECT n.name FROM json_array_elements_text($1::json) AS n(name) WHERE NOT has_table_privilege(n.name, 'DELETE')`,
    [JSON.stringify(tables)],
  )
  const names = kept.map(({ name }) => name)
  await transaction.script(names.map((name) => `GRANT DELETE ON ${name} TO CURRENT_USER`).join(';\n'))
  return names
}

function compare({ name }: AgreementTable, tally: Tally, wanted: ReadonlyMap<string, string>): void {
  if (GOES_ON.includes(name) || wanted.get(name) === tally.sha256()) return
  throw new BackupError(
    `The export does not say what is in the agreement now: ${name} differs. Nothing is removed. Keep its programs from writing, and export it again.`,
  )
}

/** Looks for rows that came while others went: their writer still saw the agreement. */
async function checkNothingLeft(transaction: Transaction, tables: readonly AgreementTable[]): Promise<void> {
  const looks = tables.map(
    ({ name }) => `SELECT $$${name}$$ AS name WHERE EXISTS (SELECT FROM ${name} t WHERE t.agreement = ${ITS_OWN})`,
  )
  const [left] = await transaction.rows<{ name: string }>(looks.join(' UNION ALL '))
  if (left) throw new BackupError(WRITTEN_MEANWHILE)
}

/** The hashes of an export's rows, by table. @throws BackupError */
async function hashesIn(path: string, agreement: number): Promise<Map<string, string>> {
  const { start, ends } = await checkedFile(path, AGREEMENT)
  const { agreement: there } = start as AgreementStart
  if (there === agreement) return new Map(ends.map(({ name, sha256 }) => [name, sha256]))
  throw new BackupError(`The file ${path} is the export of agreement ${there}, not of ${agreement}.`)
}
