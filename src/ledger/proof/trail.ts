import { createHash } from 'node:crypto'
import type { Transaction } from '../../database/connection.ts'
import { FIRST_SEAL } from '../booking/seal.ts'

interface StoredChange {
  number: number
  resource: string
  key: string
  property: string
  before: string | null
  after: string | null
  /** ISO, UTC, with milliseconds. */
  time: string
  app: number | null
  /** Hex. */
  seal: string
}

/** Rows fetched at a time. */
const BATCH = 10_000

/** Walks the trail of master data: numbers without a gap, each seal over the change and the seal before it. @returns the first fault. */
export async function verifyTrail(transaction: Transaction, agreement: number): Promise<string | undefined> {
  let last = 0
  let seal = FIRST_SEAL
  for (;;) {
    const batch = await transaction.rows<StoredChange>(CHANGES, [agreement, last, BATCH])
    if (batch.length === 0) return undefined
    for (const change of batch) {
      const { number, resource, key, property, before, after, time, app } = change
      if (number !== last + 1) return `change ${last + 1} is missing.`
      const line = JSON.stringify([number, resource, key, property, before, after, time, app])
      seal = createHash('sha256').update(seal).update(line).digest()
      if (seal.toString('hex') !== change.seal) return `change ${number}: its seal does not fit what it tells.`
      last = number
    }
  }
}

const CHANGES = `
  SELECT c.number, c.resource, c.key, c.property, c.before, c.after, c.app, encode(c.seal, 'hex') AS seal,
    to_char(c.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time
  FROM change c WHERE c.agreement = $1 AND c.number > $2 ORDER BY c.number LIMIT $3`
