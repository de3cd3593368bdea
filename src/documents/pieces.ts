import type { Executor, Transaction } from '../database/connection.ts'
import { DOCUMENT_PIECE_BYTES } from '../limits.ts'

/** The tables of files in pieces: each has an agreement, the hash of the file, the place of the piece and its bytes. */
export type PieceTable = 'document_piece' | 'bank_file_piece'

/** A file that is kept in pieces: its hash in hex. */
export interface FileInPieces {
  table: PieceTable
  agreement: number
  hash: string
}

/** Sends a file to the database in pieces, one after the other. Pieces are small enough not to delay others. */
export async function keepPieces(
  transaction: Transaction,
  { table, agreement, hash }: FileInPieces,
  bytes: Uint8Array,
): Promise<void> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let place = 1, at = 0; at < all.length; place += 1, at += DOCUMENT_PIECE_BYTES) {
    await transaction.rows(
      `INSERT INTO ${table} (agreement, hash, place, bytes) VALUES ($1, decode($2, 'hex'), $3, decode($4, 'base64'))`,
      [agreement, hash, place, all.toString('base64', at, at + DOCUMENT_PIECE_BYTES)],
    )
  }
}

/**
 * The bytes of a file from one place up to another, piece by piece. @throws Error when the file was deleted meanwhile.
 */
export async function* readPieces(
  database: Executor,
  { table, agreement, hash }: FileInPieces,
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const place = Math.floor(at / DOCUMENT_PIECE_BYTES)
    const text = `SELECT p.bytes FROM ${table} p WHERE p.agreement = $1 AND p.hash = decode($2, 'hex') AND p.place = $3`
    const found = await database.bytes({ text, values: [agreement, hash, place + 1] })
    if (!found) throw new Error('A file was deleted while it was read.')
    const piece = bytesOf(found)
    const start = place * DOCUMENT_PIECE_BYTES
    yield piece.subarray(at - start, to - start)
    at = start + piece.length
  }
}

/** The bytes of a column as PostgreSQL writes them: `\x`, and two digits for each byte. */
export const bytesOf = (written: Buffer): Buffer => Buffer.from(written.toString('latin1', 2), 'hex')
