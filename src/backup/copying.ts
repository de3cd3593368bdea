import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { Transaction } from '../database/connection.ts'
import { isDistributed } from '../database/distribution/distribute.ts'
import { BackupError, type Part, type Table, type TableEnd } from './format.ts'
import { nextPart } from './frames.ts'
import type { Rows } from './rows.ts'

/** Settings for rows as text: the same rows are the same text, whatever the settings of server, database and role. */
const SETTINGS = [
  `SET LOCAL DateStyle = 'ISO, YMD'`,
  `SET LOCAL IntervalStyle = 'postgres'`,
  `SET LOCAL TimeZone = 'UTC'`,
  `SET LOCAL extra_float_digits = 1`,
  `SET LOCAL bytea_output = 'hex'`,
  // A scan begins at the first row, not where another scan is.
  'SET LOCAL synchronize_seqscans = off',
  'SET LOCAL statement_timeout = 0',
].join('; ')

/** The least bytes of a frame, but for a table's last: a frame for each row would be much more work. */
const FRAME_BYTES = 65_536
const LINE_FEED = 10

const SPREAD =
  'Citus spreads the agreements of this database over several servers; this command knows how to read and write one. See docs/scaling.md for what can be done instead.'

/** Sets the transaction up for reading and writing rows as text. */
export async function settle(transaction: Transaction): Promise<void> {
  await transaction.script(SETTINGS)
}

/** @throws BackupError where Citus spreads the rows: a file would lack rows, or could not be restored. */
export async function refuseSpread(transaction: Transaction): Promise<void> {
  if (await isDistributed(transaction)) throw new BackupError(SPREAD)
}

/** Of tables as the transaction found them, those that another one has written anew since: they look empty to it. */
const WRITTEN_ANEW = `
  SELECT c.relname AS name FROM pg_class c JOIN json_array_elements_text($1::json) AS n(name)
    ON n.name = quote_ident(c.relname)
  WHERE c.relnamespace = current_schema()::regnamespace AND pg_relation_filenode(c.oid) IS DISTINCT FROM c.relfilenode`

/**
 * Has migrations wait until the transaction ends: a table that one writes anew would be read as empty.
 * @throws BackupError where that has happened since the transaction began.
 */
export async function holdTables(transaction: Transaction, tables: readonly Table[]): Promise<void> {
  const names = tables.map(({ name }) => name)
  await transaction.script(`LOCK TABLE ${names.join(', ')} IN ACCESS SHARE MODE`)
  const [anew] = await transaction.rows<{ name: string }>(WRITTEN_ANEW, [JSON.stringify(names)])
  if (!anew) return
  throw new BackupError(
    `The table ${anew.name} was changed at this moment, by a migration perhaps: nothing is written. Try again.`,
  )
}

/**
 * Counts rows and hashes their text as they come. In COPY's text format a line feed ends a row, and is nothing else.
 */
export class Tally {
  rows = 0
  private readonly hash = createHash('sha256')

  add(chunk: Buffer): void {
    this.hash.update(chunk)
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1)) this.rows += 1
  }

  /** In hex. */
  sha256(): string {
    return this.hash.digest('hex')
  }
}

/** The text of a table's rows, in pieces. */
export const rowsOf = (transaction: Transaction, { name, columns }: Table): AsyncGenerator<Buffer> =>
  copied(transaction, `COPY ${name} (${columns}) TO STDOUT`)

/** The output of a COPY … TO STDOUT, in pieces of FRAME_BYTES or more. */
export async function* copied(transaction: Transaction, copy: string): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of await transaction.copyOut(copy)) {
    held.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length < FRAME_BYTES) continue
    yield Buffer.concat(held)
    held = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(held)
}

/**
 * Takes a table's rows out of a file into the table.
 * @param rows reads them, and says what they are in the table.
 * @throws BackupError where they are not as Daybook writes them.
 */
export async function loadTable(
  transaction: Transaction,
  { name, columns }: Table,
  parts: AsyncGenerator<Part>,
  rows: Rows,
): Promise<TableEnd> {
  const into = await transaction.copyIn(`COPY ${name} (${columns}) FROM STDIN`)
  const over = finished(into)
  // A refused row rejects this. The rejection counts as handled, whether it is waited for or not.
  over.catch(() => {})
  try {
    for (;;) {
      const part = await nextPart(parts)
      if (!Buffer.isBuffer(part)) {
        rows.end()
        into.end()
        await over
        return part as TableEnd
      }
      const written = rows.take(part)
      if (written.length > 0 && !into.write(written)) await Promise.race([once(into, 'drain'), over])
    }
  } catch (error) {
    // The server waits for rows, and would take nothing else.
    into.destroy(error as Error)
    throw error
  }
}

/**
 * Errors of the server about values, constraints and sizes (classes of SQLSTATE): in a file that Daybook has written
 * there is no cause for one.
 */
const OF_CONTENT = /^(21|22|23|54)/

/** Of an error of the server, which may have a whole value in it. */
const MESSAGE_LENGTH_MAX = 300

/** Runs `work` on what a file holds. @throws BackupError where the database refuses that. */
export async function withContent<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    if (!OF_CONTENT.test(code)) throw error
    throw new BackupError(
      `The database does not take what is in the file (${message.slice(0, MESSAGE_LENGTH_MAX)}): nothing of it is kept.`,
    )
  }
}
