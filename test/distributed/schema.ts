import type { Pool } from '../../src/database/connection.ts'

/** The tables of Citus and of PostgreSQL are not ours. */
const OURS = `n.nspname = 'public' OR n.nspname LIKE 'shard\\_%'`
const isNotOfCitus = (catalogue: string): string =>
  `NOT EXISTS (SELECT FROM pg_depend e WHERE e.deptype = 'e' AND e.classid = '${catalogue}'::regclass AND e.objid =`

/** Everything that one server has of the schema, a line each, its name first. */
const LINES = `
  WITH r AS (
    SELECT c.*, c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE (${OURS}) AND c.relkind IN ('r', 'p', 'v', 'S', 'i') AND ${isNotOfCitus('pg_class')} c.oid)
  )
  SELECT format('%s: %s %s %s rights %s', r.name, r.relkind, r.relpersistence, r.relreplident,
    coalesce(r.relacl, acldefault(CASE r.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", r.relowner))) FROM r
  UNION ALL
  SELECT format('%s.%s: %s %s %s default %s %s%s rights %s', r.name, a.attname, row_number() OVER (PARTITION BY r.oid ORDER BY a.attnum), format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation,
    pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attacl) || CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END
    FROM r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped LEFT JOIN pg_attrdef d ON d.adrelid = r.oid AND d.adnum = a.attnum
    WHERE r.relkind IN ('r', 'p', 'v')
  UNION ALL
  SELECT format('%s: %s', r.name, pg_get_indexdef(r.oid)) FROM r WHERE r.relkind = 'i'
  UNION ALL
  SELECT format('%s constraint %s: %s', r.name, k.conname, pg_get_constraintdef(k.oid)) || CASE WHEN k.convalidated THEN '' ELSE ' not valid' END
    FROM r JOIN pg_constraint k ON k.conrelid = r.oid WHERE k.contype <> 't'
  UNION ALL
  SELECT format('%s trigger %s: %s %s', r.name, t.tgname, pg_get_triggerdef(t.oid), t.tgenabled)
    FROM r JOIN pg_trigger t ON t.tgrelid = r.oid WHERE NOT t.tgisinternal
  UNION ALL
  SELECT format('%s: %s', r.name, pg_get_viewdef(r.oid)) FROM r WHERE r.relkind = 'v'
  UNION ALL
  SELECT format('%s: from %s to %s', r.name, s.seqmin, s.seqmax) FROM r JOIN pg_sequence s ON s.seqrelid = r.oid
  UNION ALL
  SELECT format('%s: rights %s %s', p.oid::regprocedure, p.proacl, pg_get_functiondef(p.oid)) FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE (${OURS}) AND p.prokind = 'f' AND ${isNotOfCitus('pg_proc')} p.oid)
  UNION ALL
  SELECT format('%s: %s, by %s, beside %s, %s', d.logicalrelid, d.partmethod, column_to_column_name(d.logicalrelid, d.partkey),
    (SELECT min(o.logicalrelid::text) FROM pg_dist_partition o WHERE o.colocationid = d.colocationid), d.repmodel) FROM pg_dist_partition d
  UNION ALL
  SELECT format('%s: everywhere, by %s', o.objid::regprocedure, o.distribution_argument_index) FROM pg_catalog.pg_dist_object o WHERE o.classid = 'pg_proc'::regclass
  UNION ALL
  SELECT format('over views %s: %s', v.place, v.definition) FROM routine_over_views v`

/**
 * The name of a check, with or without its shard's number: one that is made after its table is spread has it.
 * `namingConstraint` reads both.
 */
const OF_A_SHARD = /^(\S+ constraint \w+)_#\d+(?=: CHECK)/

/** Shards by their place among those of their table: their numbers are drawn. */
const PLACES = `SELECT shardid::text AS shard, rank() OVER (PARTITION BY logicalrelid ORDER BY shardminvalue::int)::text AS place FROM pg_dist_shard`

/**
 * The schema on one server of a spread database, shards and their views included. Its order does not depend on how the
 * schema came about.
 */
export async function schemaOf(server: Pool): Promise<string[]> {
  return await server.transaction(async (transaction) => {
    // Citus hides shards in lists of a server's tables.
    await transaction.script('SET LOCAL citus.override_table_visibility = off')
    const places = await transaction.rows<{ shard: string; place: string }>(PLACES)
    const placeOf = new Map(places.map(({ shard, place }) => [shard, place]))
    const lines = await transaction.rows<{ format: string }>(LINES)
    const named = lines.map(({ format }) =>
      format.replace(/_(\d{6,})(?=_|\b)/g, (whole, shard: string) =>
        placeOf.has(shard) ? `_#${placeOf.get(shard)}` : whole,
      ),
    )
    return named.map((line) => line.replace(OF_A_SHARD, '$1')).sort()
  })
}
