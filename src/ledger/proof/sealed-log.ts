import { hash } from 'node:crypto'
import type { Transaction } from '../../database/connection.ts'
import { FIRST_SEAL } from '../booking/seal.ts'

/**
 * A log whose rows are numbered without a gap, and sealed: each with SHA-256 over the seal before and what the row
 * tells.
 */
export interface SealedLog {
  /**
   * Reads rows of the agreement ($1) after a number ($2), at most so many ($3), in order: `number`, what was sealed as
   * `told`, and the `seal` in hex.
   */
  statement: string
  /** Rows fetched at a time. */
  batch: number
  /** What a fault calls the row of a number. */
  name(number: number): string
  /** Whether any number may be the first; else it is 1. */
  beginsAnywhere?: true
}

interface SealedRow {
  number: number
  told: string
  seal: string
  /** Whether its number was told to follow any. */
  isStart?: boolean
}

/** Walks a log from its first row to its last. @returns the first fault. */
export async function verifySealedLog(
  transaction: Transaction,
  agreement: number,
  { statement, batch, name, beginsAnywhere }: SealedLog,
): Promise<string | undefined> {
  let last = 0
  let seal = FIRST_SEAL.toString('hex')
  for (;;) {
    const rows = await transaction.rows<SealedRow>(statement, [agreement, last, batch])
    for (const row of rows) {
      if (row.number !== last + 1 && !row.isStart && !(beginsAnywhere && last === 0))
        return `${name(last + 1)} is missing.`
      seal = hash('sha256', Buffer.concat([Buffer.from(seal, 'hex'), Buffer.from(row.told)]), 'hex')
      if (seal !== row.seal) return `${name(row.number)}: its seal does not fit what it tells.`
      last = row.number
    }
    if (rows.length < batch) return undefined
  }
}
