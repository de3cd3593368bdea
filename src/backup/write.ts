import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database, Transaction } from '../database/connection.ts'
import { appliedMigrations } from '../database/migrate.ts'
import { writeWhole } from '../whole-file.ts'
import { holdTables, refuseSpread, rowsOf, settle, Tally } from './copying.ts'
import { BACKUP, BackupError, type FileKind, type Note, type Part, type Start, type Table } from './format.ts'
import { frameOf } from './frames.ts'

/** What a backup has in it. */
export interface Backup {
  bytes: number
  tables: number
  rows: number
  /** The last migration of its schema. */
  schema: string
}

/** Told how far a backup or restore is. */
export type Report = (progress: { stage: string; done: number; total: number }) => void

const TABLES = `
  SELECT quote_ident(c.relname) AS name, pg_table_size(c.oid) AS bytes, (
    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
    ORDER BY c.relname`

/** The last number of each sequence that has given one. Read after all rows, so that no row has a later number. */
const SEQUENCES = `
  SELECT quote_ident(s.sequencename) AS name, s.last_value::text AS value FROM pg_sequences s
  WHERE s.schemaname = current_schema() AND s.last_value IS NOT NULL ORDER BY s.sequencename`

/**
 * The tables of the schema with their sizes, in the order of their names; without unlogged ones, which a crash may
 * empty.
 */
export async function tablesOf(transaction: Transaction): Promise<(Table & { bytes: number })[]> {
  const rows = await transaction.rows<Table & { bytes: string }>(TABLES)
  return rows.map((table) => ({ ...table, bytes: Number(table.bytes) }))
}

/**
 * Writes everything in the database into a file, as it is at one moment, while others write. The file is there whole,
 * or not at all.
 * @throws BackupError when there is nothing to write.
 */
export async function writeBackup(database: Database, path: string, report: Report): Promise<Backup> {
  const counted = { tables: 0, rows: 0, schema: '' }
  const note = (one: Note): void => {
    if (one.kind === 'start') counted.schema = (one as Start).migrations.at(-1)!
    if (one.kind !== 'table') return
    counted.tables += 1
    counted.rows += one.rows
  }
  const moment = (work: (transaction: Transaction) => Promise<void>): Promise<void> =>
    database.snapshot(async (transaction) => {
      await refuseSpread(transaction)
      await settle(transaction)
      await work(transaction)
    })
  const bytes = await writeOfOneMoment(moment, path, BACKUP, (transaction) => everything(transaction, report), note)
  return { ...counted, bytes }
}

/**
 * Writes the `parts` of the database, as it is at one `moment`, into a file of a kind: whole, or not at all.
 * @returns its size in bytes. @param noted is told of every note.
 */
export async function writeOfOneMoment<S>(
  moment: (work: (source: S) => Promise<void>) => Promise<void>,
  path: string,
  kind: FileKind,
  parts: (source: S) => AsyncGenerator<Part>,
  noted: (note: Note) => void,
): Promise<number> {
  const write = async (part: FileHandle): Promise<number> => {
    let bytes = 0
    await moment(async (source) => {
      const frames = async function* () {
        for await (const one of parts(source)) {
          if (!Buffer.isBuffer(one)) noted(one)
          yield frameOf(one)
        }
      }
      const file = part.createWriteStream()
      await pipeline(Readable.from(frames()), createGzip({ level: 3 }), signed(kind), file)
      bytes = file.bytesWritten
    })
    return bytes
  }
  return await writeWhole(path, write, 0o600)
}

async function* everything(transaction: Transaction, report: Report): AsyncGenerator<Part> {
  const migrations = await appliedMigrations(transaction)
  if (migrations.length === 0)
    throw new BackupError('There is nothing to back up: the database has no tables of Daybook.')
  const tables = await tablesOf(transaction)
  await holdTables(transaction, tables)
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const listed = tables.map(({ name, columns }) => ({ name, columns }))
  yield { kind: 'start', madeAt: new Date().toISOString(), migrations, tables: listed }
  let done = 0
  for (const table of tables) {
    const tally = new Tally()
    let written = 0
    for await (const rows of rowsOf(transaction, table)) {
      tally.add(rows)
      written += rows.length
      report({ stage: 'backup', done: done + Math.min(written, table.bytes), total })
      yield rows
    }
    done += table.bytes
    report({ stage: 'backup', done, total })
    yield { kind: 'table', name: table.name, rows: tally.rows, sha256: tally.sha256() }
  }
  yield { kind: 'end', sequences: await transaction.rows(SEQUENCES) }
}

/** Puts the file's first line before the chunks, and the hash of all after them. */
const signed = ({ firstLine }: FileKind) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const hash = createHash('sha256')
    const first = Buffer.from(firstLine)
    hash.update(first)
    yield first
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
    yield hash.digest()
  }
