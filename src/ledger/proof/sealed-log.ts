import { createHash } from 'node:crypto'
import type { Transaction } from '../../database/connection.ts'
import { FIRST_SEAL } from '../booking/seal.ts'

/** A row of a log, as it is read. */
export interface SealedRow {
  number: number
  /** Hex. */
  seal: string
}

/** A log whose rows are numbered from 1 without a gap, and sealed: each with SHA-256 over the seal before and what the row tells. */
export interface SealedLog<Row extends SealedRow> {
  /** Reads rows of the agreement ($1) after a number ($2), at most so many ($3), in order. */
  statement: string
  /** Rows fetched at a time. */
  batch: number
  /** What a fault calls the row of a number. */
  name(number: number): string
  /** What the row tells, as it was sealed. */
  told(row: Row): string
}

/** Walks a log from its first row to its last. @returns the first fault. */
export async function verifySealedLog<Row extends SealedRow>(
  transaction: Transaction,
  agreement: number,
  { statement, batch, name, told }: SealedLog<Row>,
): Promise<string | undefined> {
  let last = 0
  let seal = FIRST_SEAL
  for (;;) {
    const rows = await transaction.rows<Row>(statement, [agreement, last, batch])
    if (rows.length === 0) return undefined
    for (const row of rows) {
      if (row.number !== last + 1) return `${name(last + 1)} is missing.`
      seal = createHash('sha256').update(seal).update(told(row)).digest()
      if (seal.toString('hex') !== row.seal) return `${name(row.number)}: its seal does not fit what it tells.`
      last = row.number
    }
  }
}
