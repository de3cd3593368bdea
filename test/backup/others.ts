import type { Executor } from '../../src/database/connection.ts'

/**
 * Every table, whether it has an agreement's rows or not, and whether those are left out that came: by their agreement,
 * or as apps.
 */
const TABLES = `
  SELECT quote_ident(c.relname) AS name, EXISTS (
    SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'agreement' AND NOT a.attisdropped) AS "isOfAgreements"
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' ORDER BY c.relname`

/** Of every table, the hash of its rows but for those of one agreement, and for apps above a number. */
export async function others(executor: Executor, agreement: number, app: number): Promise<Record<string, string>> {
  const tables = await executor.rows<{ name: string; isOfAgreements: boolean }>(TABLES)
  const each = tables.map(({ name, isOfAgreements }) => {
    const rest = isOfAgreements ? 'agreement IS DISTINCT FROM $1' : name === 'app' ? 'app <= $2' : 'true'
    return `SELECT '${name}' AS name, count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '') AS hash
      FROM ${name} t WHERE ${rest} AND $1::int > 0 AND $2::int >= 0`
  })
  const rows = await executor.rows<{ name: string; hash: string }>(each.join(' UNION ALL '), [agreement, app])
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/** The last number of every sequence. */
export async function drawn(executor: Executor): Promise<Record<string, number>> {
  const rows = await executor.rows<{ name: string; value: string }>(
    `SELECT s.sequencename AS name, coalesce(s.last_value, 0)::text AS value FROM pg_sequences s WHERE s.schemaname = current_schema()`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, Number(value)]))
}
