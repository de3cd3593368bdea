import { createHash } from 'node:crypto'
import type { Transaction } from '../database/connection.ts'
import type { Table } from './format.ts'

/** How rows are written as text, whatever the settings of server, database and role are: the same rows are the same text everywhere. */
const SETTINGS = [
  `SET LOCAL DateStyle = 'ISO, YMD'`,
  `SET LOCAL IntervalStyle = 'postgres'`,
  `SET LOCAL TimeZone = 'UTC'`,
  `SET LOCAL extra_float_digits = 1`,
  `SET LOCAL bytea_output = 'hex'`,
  // A scan begins at the first row, not where another one is.
  'SET LOCAL synchronize_seqscans = off',
  'SET LOCAL statement_timeout = 0',
].join('; ')

/** Bytes of a frame at least, but for the last of a table: one for each row would be much more work. */
const FRAME_BYTES = 65_536
const LINE_FEED = 10

/** Settles the transaction for reading and writing rows as text. */
export async function settle(transaction: Transaction): Promise<void> {
  await transaction.script(SETTINGS)
}

/** Counts rows and hashes their text as they come. In COPY's text format a line feed ends a row, and is nothing else. */
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
export async function* rowsOf(transaction: Transaction, { name, columns }: Table): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of await transaction.copyOut(`COPY ${name} (${columns}) TO STDOUT`)) {
    held.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length < FRAME_BYTES) continue
    yield Buffer.concat(held)
    held = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(held)
}
