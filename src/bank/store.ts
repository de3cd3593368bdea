import type { Executor, Transaction } from '../database/connection.ts'
import { DOCUMENT_PIECE_BYTES } from '../limits.ts'
import type { ServedFile } from '../resource/operations.ts'

/** A file of statements: its hash in hex, its format, its bytes. */
export interface StatementFile {
  hash: string
  format: string
  bytes: Uint8Array
}

/** Stores a file, unless the agreement has it already, in pieces that are small enough not to delay others. */
export async function keepStatementFile(
  transaction: Transaction,
  agreement: number,
  { hash, format, bytes }: StatementFile,
): Promise<void> {
  const [added] = await transaction.rows(
    `INSERT INTO bank_file (agreement, hash, bytes, format) VALUES ($1, decode($2, 'hex'), $3, $4)
     ON CONFLICT DO NOTHING RETURNING 1 AS added`,
    [agreement, hash, bytes.length, format],
  )
  if (!added) return
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let place = 1, at = 0; at < all.length; place += 1, at += DOCUMENT_PIECE_BYTES) {
    await transaction.rows(
      `INSERT INTO bank_file_piece (agreement, hash, place, bytes) VALUES ($1, decode($2, 'hex'), $3, decode($4, 'base64'))`,
      [agreement, hash, place, all.toString('base64', at, at + DOCUMENT_PIECE_BYTES)],
    )
  }
}

/** The file that a statement came in, as it was sent. */
export async function statementFile(
  database: Executor,
  agreement: number,
  number: number,
): Promise<ServedFile | undefined> {
  const [found] = await database.rows<{ hash: string; bytes: number; format: string }>(
    `SELECT encode(f.hash, 'hex') AS hash, f.bytes, f.format FROM bank_statement s
     JOIN bank_file f ON f.agreement = $1 AND f.hash = s.hash WHERE s.agreement = $1 AND s.number = $2`,
    [agreement, number],
  )
  if (!found) return undefined
  const { hash, bytes, format } = found
  const ending = { 'camt.053': 'xml', MT940: 'sta', CSV: 'csv' }[format] ?? 'txt'
  const content = { length: bytes, read: (from: number, to: number) => readPieces(database, agreement, hash, from, to) }
  return { tag: hash, name: `statement-${number}.${ending}`, content: () => Promise.resolve(content) }
}

async function* readPieces(
  database: Executor,
  agreement: number,
  hash: string,
  from: number,
  to: number,
): AsyncGenerator<Buffer> {
  for (let at = from; at < to;) {
    const place = Math.floor(at / DOCUMENT_PIECE_BYTES)
    const text = `SELECT p.bytes FROM bank_file_piece p WHERE p.agreement = $1 AND p.hash = decode($2, 'hex') AND p.place = $3`
    const found = await database.bytes({ text, values: [agreement, hash, place + 1] })
    if (!found) throw new Error('A file of statements was deleted while it was read.')
    // As PostgreSQL writes it: `\x`, and two digits for each byte.
    const piece = Buffer.from(found.toString('latin1', 2), 'hex')
    const start = place * DOCUMENT_PIECE_BYTES
    yield piece.subarray(at - start, to - start)
    at = start + piece.length
  }
}
