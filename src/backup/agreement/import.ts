import type { Database, Transaction } from '../../database/connection.ts'
import { lockMigrations } from '../../database/migrating/migrate-lock.ts'
import { sinceBaseline } from '../../database/migrating/baseline.ts'
import { appliedMigrations } from '../../database/migrate.ts'
import { copied, loadTable, Tally, withContent } from '../copying.ts'
import { AGREEMENT, type AgreementStart, BackupError, type Part, type Table, type TableEnd } from '../format.ts'
import { nextPart } from '../frames.ts'
import { checkedFile, partsIn, progressOf } from '../read.ts'
import { Rows } from '../rows.ts'
import type { Report } from '../write.ts'
import { withoutTriggers, withTriggers } from './without-triggers.ts'
import { checkIdentity } from './identity.ts'
import { type AppHere, type Numbers, raiseSequences, takeNumbers } from './numbers.ts'
import { checkReferences } from './references.ts'
import { inTransactions, type Transactions } from './transactions.ts'
import { about, type AgreementTable, agreementTables, readingBack } from './tables.ts'

/** What an import has brought in. */
export interface Imported {
  agreement: number
  madeAt: string
  tables: number
  rows: number
  apps: AppHere[]
}

/**
 * Runs in the same transaction once all of the agreement is there. If it throws, all is undone. `start` is what the
 * file says, whoever wrote it.
 */
export type Finish = (transactions: Transactions, start: AgreementStart, agreement: number) => Promise<void>

/** UNIQUE_VIOLATION. */
const TAKEN = '23505'

/**
 * Brings an agreement in, in one transaction: loads its rows, compares their hashes, looks up what they refer to. Other
 * agreements notice nothing, whoever wrote the file.
 * @param owner connects as the owner of the tables. @param wanted its number here; that of the file where left out.
 * @throws BackupError; nothing is changed then.
 */
export async function importAgreement(
  owner: Database,
  path: string,
  wanted: number | undefined,
  finish: Finish,
  report: Report,
): Promise<Imported> {
  const file = await checkedFile(path, AGREEMENT)
  const parts = partsIn(file)
  try {
    const start = (await nextPart(parts)) as AgreementStart
    const agreement = wanted ?? start.agreement
    return await inTransactions(owner, agreement, 'transaction', async (transactions) => {
      await withoutTriggers(transactions.there)
      // One import at a time, and no migration meanwhile.
      await lockMigrations(transactions.whole)
      const loading = () => load(transactions, { start, parts }, agreement, finish, progressOf(file, report))
      return await withContent(loading)
    })
  } finally {
    await parts.return(undefined)
  }
}

/** A file: what it says first, and what follows. */
interface Opened {
  start: AgreementStart
  parts: AsyncGenerator<Part>
}

async function load(
  transactions: Transactions,
  { start, parts }: Opened,
  agreement: number,
  finish: Finish,
  report: (stage: string, share: number) => void,
): Promise<Imported> {
  const { whole, there } = transactions
  const { moving } = await agreementTables(whole)
  checkSchema(await appliedMigrations(whole), start, moving)
  await checkNumber(there, agreement)
  await about(there, agreement)
  const { numbers, apps } = await takeNumbers(transactions, start, moving)
  const ends: TableEnd[] = []
  for (const table of moving) {
    ends.push(await loadRows(transactions, table, parts, rowsHere(agreement, table, numbers)))
    report('import', ends.length / moving.length)
  }
  numbers.checkAllNamed()
  await checkIdentity(there)
  await raiseSequences(transactions)
  for (const [at, table] of moving.entries()) {
    await compare(there, table, ends[at]!)
    report('compare', (at + 1) / moving.length)
  }
  await checkReferences(transactions)
  await withTriggers(there)
  await finish(transactions, start, agreement)
  const rows = ends.reduce((sum, one) => sum + one.rows, 0)
  return { agreement, madeAt: start.madeAt, tables: ends.length, rows, apps }
}

function checkSchema(here: readonly string[], start: AgreementStart, tables: readonly Table[]): void {
  const there = sinceBaseline(start.migrations)
  const other = [...there.filter((file) => !here.includes(file)), ...here.filter((file) => !there.includes(file))]
  const text = (all: readonly Table[]): string => all.map(({ name, columns }) => `${name} (${columns})`).join('\n')
  if (other.length === 0 && text(tables) === text(start.tables)) return
  throw new BackupError(
    `The agreement comes from another version of Daybook than this database is of (${other[0] ?? 'its tables differ'}). ` +
      'Bring both up to the same version, and export it again.',
  )
}

async function checkNumber(transaction: Transaction, agreement: number): Promise<void> {
  const [taken] = await transaction.rows<{ name: string }>('SELECT a.name FROM agreement a WHERE a.agreement = $1', [
    agreement,
  ])
  if (!taken) return
  throw new BackupError(
    `Agreement ${agreement} is here already (${taken.name}). Give the one that comes another number with --as: its books and seals do not depend on it.`,
  )
}

async function loadRows(
  { there, stored }: Transactions,
  table: AgreementTable,
  parts: AsyncGenerator<Part>,
  rows: Rows,
): Promise<TableEnd> {
  const columns = table.columns === '' ? 'agreement' : `agreement, ${table.columns}`
  return await loadTable(there, { name: stored(table.name), columns }, parts, rows).catch(
    (error: { code?: string; constraint_name?: string }) => {
      if (error.code !== TAKEN) throw error
      throw new BackupError(
        `What the agreement brings to ${table.name} is here already (${error.constraint_name}): its tokens lead to another agreement, ` +
          'or another command has just taken a number. Nothing is imported.',
      )
    },
  )
}

/** Turns rows of the file into the table's: each behind the agreement's number, with the numbers of here. */
function rowsHere(agreement: number, table: AgreementTable, numbers: Numbers): Rows {
  const kinds = table.renumbered.map(({ kind }) => kind)
  return new Rows(table, {
    prefix: table.columns === '' ? String(agreement) : `${agreement}\t`,
    held: kinds.length,
    here: (fields) => fields.map((field, at) => numbers.here(kinds[at]!, field, table.name)),
  })
}

async function compare(transaction: Transaction, table: AgreementTable, { rows, sha256 }: TableEnd): Promise<void> {
  const tally = new Tally()
  for await (const chunk of copied(transaction, readingBack(table))) tally.add(chunk)
  if (tally.rows === rows && tally.sha256() === sha256) return
  throw new BackupError(
    `The table ${table.name} did not come in as it was exported (${tally.rows} of ${rows} rows): nothing is imported.`,
  )
}
