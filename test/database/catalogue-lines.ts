import type { Database } from '../../src/database/connection.ts'

/** Objects that are no part of an extension. */
const OWN = `NOT EXISTS (SELECT FROM pg_depend e WHERE e.deptype = 'e' AND e.objid =`

/**
 * All that a dump of the schema would have, a line each, its name first. Columns say their place among those that are
 * there.
 */
const LINES = `
  WITH r AS (
    SELECT c.*, c.oid::regclass::text AS name FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S', 'i', 'I') AND ${OWN} c.oid)
  )
  SELECT format('%s: kind %s %s options %s rights %s identity %s rows %s part %s of %s', r.name, r.relkind, r.relpersistence, r.reloptions,
    coalesce(r.relacl, acldefault(CASE r.relkind WHEN 'S' THEN 's' ELSE 'r' END::"char", r.relowner)), r.relreplident,
    ARRAY[r.relrowsecurity, r.relforcerowsecurity], pg_get_expr(r.relpartbound, r.oid),
    (SELECT i.inhparent::regclass FROM pg_inherits i WHERE i.inhrelid = r.oid)) || coalesce(pg_get_partkeydef(r.oid), '') AS line FROM r
  UNION ALL
  SELECT format('%s.%s: %s %s %s%s default %s %s%s statistics %s storage %s%s rights %s', r.name, a.attname,
    row_number() OVER (PARTITION BY r.oid ORDER BY a.attnum), format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation,
    CASE WHEN a.attnotnull THEN ' NOT NULL' END, pg_get_expr(d.adbin, d.adrelid), a.attidentity, a.attgenerated, a.attstattarget, a.attstorage,
    a.attcompression, a.attacl)
    FROM r JOIN pg_attribute a ON a.attrelid = r.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = r.oid AND d.adnum = a.attnum WHERE r.relkind NOT IN ('S', 'i', 'I')
  UNION ALL
  SELECT format('%s index: %s %s', r.name, pg_get_indexdef(r.oid), ARRAY[i.indisvalid, i.indisclustered, i.indisreplident])
    FROM r JOIN pg_index i ON i.indexrelid = r.oid
  UNION ALL
  SELECT format('%s constraint %s: %s %s', r.name, k.conname, pg_get_constraintdef(k.oid),
    ARRAY[k.convalidated, k.conislocal, k.connoinherit, k.conparentid <> 0]) FROM r JOIN pg_constraint k ON k.conrelid = r.oid
  UNION ALL
  SELECT format('%s trigger %s: %s %s', r.name, t.tgname, pg_get_triggerdef(t.oid), t.tgenabled)
    FROM r JOIN pg_trigger t ON t.tgrelid = r.oid WHERE NOT t.tgisinternal
  UNION ALL
  SELECT format('%s view: %s', r.name, pg_get_viewdef(r.oid)) FROM r WHERE r.relkind IN ('v', 'm')
  UNION ALL
  SELECT format('%s rule: %s', r.name, pg_get_ruledef(u.oid)) FROM r JOIN pg_rewrite u ON u.ev_class = r.oid
  UNION ALL
  SELECT format('%s policy: %s %s', r.name, p.polname, pg_get_expr(p.polqual, p.polrelid)) FROM r JOIN pg_policy p ON p.polrelid = r.oid
  UNION ALL
  SELECT format('%s sequence: %s', r.name, to_jsonb(s) - 'seqrelid' - 'seqtypid') ||
    format(' %s owned by %s', format_type(s.seqtypid, NULL), (SELECT string_agg(d.refobjid::regclass || '.' || d.refobjsubid, ' ')
      FROM pg_depend d WHERE d.objid = r.oid AND d.deptype IN ('a', 'i') AND d.refobjsubid > 0))
    FROM r JOIN pg_sequence s ON s.seqrelid = r.oid
  UNION ALL
  SELECT format('%s: rights %s %s', p.oid::regprocedure, coalesce(p.proacl, acldefault('f', p.proowner)), CASE p.prokind
    WHEN 'a' THEN (SELECT format('aggregate %s %s', g.aggtransfn, format_type(g.aggtranstype, NULL)) FROM pg_aggregate g WHERE g.aggfnoid = p.oid)
    ELSE pg_get_functiondef(p.oid) END)
    FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND ${OWN} p.oid)
  UNION ALL
  SELECT format('type %s %s', t.typname, t.typtype) FROM pg_type t WHERE t.typnamespace = current_schema()::regnamespace
  UNION ALL
  SELECT format('statistics %s', pg_get_statisticsobjdef(x.oid)) FROM pg_statistic_ext x WHERE x.stxnamespace = current_schema()::regnamespace
  UNION ALL
  SELECT format('extension %s %s', e.extname, e.extversion) FROM pg_extension e
  UNION ALL
  SELECT format('default rights %s %s', d.defaclobjtype, d.defaclacl) FROM pg_default_acl d`

const COMMENTS = `
  SELECT format('%s comment: %s', CASE d.classoid WHEN 'pg_proc'::regclass THEN d.objoid::regprocedure::text
    ELSE d.objoid::regclass || coalesce('.' || a.attname, '') END, d.description) AS line
  FROM pg_description d LEFT JOIN pg_attribute a ON d.classoid = 'pg_class'::regclass AND a.attrelid = d.objoid AND a.attnum = d.objsubid AND d.objsubid > 0
  WHERE d.classoid = 'pg_class'::regclass AND d.objoid IN (SELECT c.oid FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace)
    OR d.classoid = 'pg_proc'::regclass AND d.objoid IN (SELECT p.oid FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace)`

const linesOf = async (database: Database, query: string): Promise<string[]> =>
  (await database.rows<{ line: string }>(query)).map(({ line }) => line).sort()

/** The schema of a database, in an order that does not depend on how it came about. */
export const catalogueLines = (database: Database): Promise<string[]> => linesOf(database, LINES)

/** Its comments. */
export const commentLines = (database: Database): Promise<string[]> => linesOf(database, COMMENTS)
