import type { SealedLog } from './sealed-log.ts'

/** Rows from before changes told grant and person have none of the last five values: they are sealed without. */
const CHANGES = `
  SELECT c.number, encode(c.seal, 'hex') AS seal,
    '[' || c.number || ',' || to_json(c.resource) || ',' || to_json(c.key) || ',' || to_json(c.property) || ','
      || coalesce(to_json(c.before)::text, 'null') || ',' || coalesce(to_json(c.after)::text, 'null')
      || to_char(c.changed_at AT TIME ZONE 'UTC', '",\\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\","') || coalesce(c.app::text,
        'null')
      || CASE WHEN num_nonnulls(c.change_first, c.change_last, c.grant_number, c.person) > 0 OR c.is_person_claimed
        THEN ',' || coalesce(c.change_first::text, 'null') || ',' || coalesce(c.change_last::text, 'null') || ','
          || coalesce(c.grant_number::text, 'null') || ',' || coalesce(to_json(c.person)::text, 'null') || ','
            || c.is_person_claimed
        ELSE '' END || ']' AS told
  FROM change c WHERE c.agreement = $1 AND c.number > $2 ORDER BY c.number LIMIT $3`

/** The trail of master data. */
export const TRAIL: SealedLog = { statement: CHANGES, batch: 10_000, name: (number) => `change ${number}` }
