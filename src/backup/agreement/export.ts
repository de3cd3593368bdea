import type { Database, Transaction } from '../../database/connection.ts'
import { appliedMigrations } from '../../database/migrate.ts'
import { hasSecrets, keyFingerprint } from '../../secrets/move.ts'
import { copied, holdTables, Tally } from '../copying.ts'
import { AGREEMENT, BackupError, type MovedApp, type Part } from '../format.ts'
import { type Report, writeOfOneMoment } from '../write.ts'
import { inTransactions, type Transactions } from './transactions.ts'
import { about, type AgreementTable, agreementTables, APP, ITS_OWN, reading } from './tables.ts'

/** What an export has in it. */
export interface Exported {
  bytes: number
  tables: number
  rows: number
}

/**
 * Writes one agreement, with everything that names it, into a file, as it is at one moment, while others write. The
 * file is there whole, or not at all.
 * @throws BackupError where there is no such agreement, and for the demo company.
 */
export async function exportAgreement(
  database: Database,
  agreement: number,
  path: string,
  report: Report,
): Promise<Exported> {
  const counted = { tables: 0, rows: 0 }
  const bytes = await writeOfOneMoment<Transactions>(
    (work) => inTransactions(database, agreement, 'snapshot', work),
    path,
    AGREEMENT,
    (transactions) => everythingOf(transactions, agreement, report),
    (note) => {
      if (note.kind !== 'table') return
      counted.tables += 1
      counted.rows += note.rows
    },
  )
  return { ...counted, bytes }
}

async function* everythingOf({ whole, there }: Transactions, agreement: number, report: Report): AsyncGenerator<Part> {
  const migrations = await appliedMigrations(whole)
  if (migrations.length === 0)
    throw new BackupError('There is nothing to export: the database has no tables of Daybook.')
  await findAgreement(there, agreement)
  await about(there, agreement)
  const { moving } = await agreementTables(whole)
  if (there === whole) await holdTables(there, moving)
  yield {
    kind: 'agreement',
    madeAt: new Date().toISOString(),
    migrations,
    agreement,
    keyFingerprint: await keyFingerprint(whole),
    hasSecrets: await hasSecrets(there, agreement),
    apps: await appsOf(there, moving),
    numbers: await numbersOf(there, moving),
    tables: moving.map(({ name, columns }) => ({ name, columns })),
  }
  const total = moving.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const table of moving) {
    const tally = new Tally()
    for await (const rows of copied(there, reading(table))) {
      tally.add(rows)
      yield rows
    }
    done += table.bytes
    report({ stage: 'export', done, total })
    yield { kind: 'table', name: table.name, rows: tally.rows, sha256: tally.sha256() }
  }
  yield { kind: 'end', sequences: [] }
}

/** @throws BackupError where there is no such agreement, and for the demo company. @returns whether it is a sandbox. */
export async function findAgreement(transaction: Transaction, agreement: number, locking = ''): Promise<boolean> {
  const [found] = await transaction.rows<{ isDemo: boolean; isSandbox: boolean }>(
    `SELECT a.is_demo AS "isDemo", a.is_sandbox AS "isSandbox" FROM agreement a WHERE a.agreement = $1 ${locking}`,
    [agreement],
  )
  if (!found) throw new BackupError(`There is no agreement ${agreement}.`)
  if (found.isDemo) throw new BackupError('The demo company is made by every service for itself: it stays where it is.')
  return found.isSandbox
}

async function appsOf(transaction: Transaction, tables: readonly AgreementTable[]): Promise<MovedApp[]> {
  const named = tables.flatMap(({ name, renumbered }) =>
    renumbered
      .filter(({ kind }) => kind === APP)
      .map(({ column }) => `SELECT t.${column} FROM ${name} t WHERE t.agreement = ${ITS_OWN}`),
  )
  return await transaction.rows<MovedApp & Record<string, never>>(
    `SELECT p.app, p.name, encode(p.secret_hash, 'hex') AS "secretHash", encode(p.previous_secret_hash, 'hex')
      AS "previousSecretHash",
       p.previous_secret_until::text AS "previousSecretUntil", p.created_at::text AS "createdAt",
       p.is_sandbox AS "isSandbox", p.compatibility
     FROM app p WHERE p.app IN (${named.join(' UNION ')}) ORDER BY p.app`,
  )
}

async function numbersOf(
  transaction: Transaction,
  tables: readonly AgreementTable[],
): Promise<Record<string, number[]>> {
  const numbers: Record<string, number[]> = {}
  for (const { name, renumbered } of tables) {
    for (const { column, kind } of renumbered) {
      if (kind === APP) continue
      const rows = await transaction.rows<{ number: number }>(
        `SELECT t.${column} AS number FROM ${name} t WHERE t.agreement = ${ITS_OWN} ORDER BY 1`,
      )
      numbers[kind] = rows.map(({ number }) => number)
    }
  }
  return numbers
}
