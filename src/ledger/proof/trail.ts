import type { SealedLog, SealedRow } from './sealed-log.ts'

interface StoredChange extends SealedRow {
  resource: string
  key: string
  property: string
  before: string | null
  after: string | null
  /** ISO, UTC, with milliseconds. */
  time: string
  app: number | null
}

const CHANGES = `
  SELECT c.number, c.resource, c.key, c.property, c.before, c.after, c.app, encode(c.seal, 'hex') AS seal,
    to_char(c.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS time
  FROM change c WHERE c.agreement = $1 AND c.number > $2 ORDER BY c.number LIMIT $3`

/** The trail of master data. */
export const TRAIL: SealedLog<StoredChange> = {
  statement: CHANGES,
  batch: 10_000,
  name: (number) => `change ${number}`,
  told: ({ number, resource, key, property, before, after, time, app }) =>
    JSON.stringify([number, resource, key, property, before, after, time, app]),
}
