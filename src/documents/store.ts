import type { Executor, Transaction } from '../database/connection.ts'
import type { Inspected } from './compose.ts'
import { keepPieces, readPieces } from './pieces.ts'

/** What is kept as a file: what documents are made of, and e-invoices as they came. */
export type KeptKind = Inspected['kind'] | 'einvoice'

/** A new file: its facts and its bytes. */
export type NewFile = Omit<Inspected, 'kind'> & { kind: KeptKind; bytes: Uint8Array }

/** Stores a file, unless the agreement has it already. */
export async function keepFile(transaction: Transaction, agreement: number, file: NewFile): Promise<void> {
  const { bytes, hash, kind, pages, isMergeable, hasActiveContent } = file
  const [added] = await transaction.rows(
    `INSERT INTO document_file (agreement, hash, bytes, kind, pages, is_mergeable, has_active_content)
     VALUES ($1, decode($2, 'hex'), $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING 1 AS added`,
    [agreement, hash, bytes.length, kind, pages, isMergeable, hasActiveContent],
  )
  if (added) await keepPieces(transaction, { table: 'document_piece', agreement, hash }, bytes)
}

/**
 * The bytes of a file from one place up to another, piece by piece. @throws Error when the file was deleted meanwhile.
 */
export const readFile = (
  database: Executor,
  agreement: number,
  hash: string,
  from: number,
  to: number,
): AsyncGenerator<Buffer> => readPieces(database, { table: 'document_piece', agreement, hash }, from, to)

/** A file as it is stored: its hash in hex. */
export interface StoredFile {
  hash: string
  bytes: number
  kind: Inspected['kind']
}

/**
 * Notes, of a file that was stored before this was asked of files, whether something is taken away before it is served
 * (rule 15.7).
 */
export async function noteActiveContent(
  database: Executor,
  agreement: number,
  hash: string,
  hasActiveContent: boolean,
): Promise<void> {
  await database.rows(
    `UPDATE document_file SET has_active_content = $3
     WHERE agreement = $1 AND hash = decode($2, 'hex') AND has_active_content IS NULL`,
    [agreement, hash, hasActiveContent],
  )
}

/** The whole file in memory. */
export async function wholeFile(
  database: Executor,
  agreement: number,
  { hash, bytes }: StoredFile,
): Promise<Uint8Array<ArrayBuffer>> {
  const all = new Uint8Array(bytes)
  let at = 0
  for await (const piece of readFile(database, agreement, hash, 0, bytes)) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
