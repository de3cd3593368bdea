import type { SealedLog } from './sealed-log.ts'

const CHANGES = `
  SELECT c.number, encode(c.seal, 'hex') AS seal,
    '[' || c.number || ',' || to_json(c.resource) || ',' || to_json(c.key) || ',' || to_json(c.property) || ','
      || coalesce(to_json(c.before)::text, 'null') || ',' || coalesce(to_json(c.after)::text, 'null')
      || to_char(c.changed_at AT TIME ZONE 'UTC', '",\\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\","') || coalesce(c.app::text, 'null') || ']' AS told
  FROM change c WHERE c.agreement = $1 AND c.number > $2 ORDER BY c.number LIMIT $3`

/** The trail of master data. */
export const TRAIL: SealedLog = { statement: CHANGES, batch: 10_000, name: (number) => `change ${number}` }
