import type { Executor, Transaction } from '../database/connection.ts'
import { keepPieces, readPieces } from '../documents/pieces.ts'
import type { ServedFile } from '../resource/operations.ts'

/** A file of statements: its hash in hex, its format, its bytes. */
export interface StatementFile {
  hash: string
  format: string
  bytes: Uint8Array
}

/** Stores a file, unless the agreement has it already. */
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
  if (added) await keepPieces(transaction, { table: 'bank_file_piece', agreement, hash }, bytes)
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
  const read = (from: number, to: number): AsyncGenerator<Buffer> =>
    readPieces(database, { table: 'bank_file_piece', agreement, hash }, from, to)
  return { tag: hash, name: `statement-${number}.${ending}`, content: () => Promise.resolve({ length: bytes, read }) }
}
