import type { Executor } from '../../src/database/connection.ts'

/** A column: its type without bounds, and what a numeric is bounded by. */
export interface Column {
  name: string
  type: string
  isNotNull: boolean
  /** Digits in all and decimals of a numeric that has bounds. */
  digits: number | null
  scale: number | null
}

/** An index: its columns and expressions in order, and the rows that it has. */
export interface Index {
  name: string
  isUnique: boolean
  isPrimary: boolean
  keys: readonly string[]
  /** SQL of a partial index's condition. */
  predicate: string | null
}

/** A condition that every row meets. */
export interface Check {
  name: string
  table: string
  columns: readonly string[]
  condition: string
}

/** A table or view with what PostgreSQL knows of it. */
export interface Table {
  name: string
  isView: boolean
  columns: ReadonlyMap<string, Column>
  indexes: readonly Index[]
}

/**
 * How the database holds that one table names rows of another: by a foreign key, by a set reference
 * (`hold_references`), or by a foreign key of `booked_reference`, which stands for the booked entries.
 */
export interface StoredReference {
  name: string
  table: string
  /** The table that has the key. */
  holder: string
  target: string
  /** Own columns and the columns of the target they equal, in order. */
  pairs: readonly (readonly [own: string, theirs: string])[]
  cascades: boolean
  /** All of its triggers are there and at work, and no row is exempt. */
  isHeld: boolean
}

/** A schema as PostgreSQL's own catalogue tells it. */
export interface Schema {
  tables: ReadonlyMap<string, Table>
  references: readonly StoredReference[]
  checks: readonly Check[]
}

/** Reads the schema of the database, or what a transaction has made of it. */
export async function readSchema(database: Executor): Promise<Schema> {
  const tables = await database.rows<{ name: string; isView: boolean; columns: string; indexes: string }>(TABLES)
  const read = <T>(text: string): Promise<T[]> =>
    database.rows<{ item: string }>(text).then((rows) => rows.map(({ item }) => JSON.parse(item) as T))
  const [foreignKeys, sets, checks] = [
    await read<StoredReference>(FOREIGN_KEYS),
    await read<StoredReference>(SET_REFERENCES),
    await read<Check>(CHECKS),
  ]
  return {
    tables: new Map(
      tables.map(({ name, isView, columns, indexes }) => [
        name,
        {
          name,
          isView,
          columns: new Map((JSON.parse(columns) as Column[]).map((column) => [column.name, column])),
          indexes: JSON.parse(indexes) as Index[],
        },
      ]),
    ),
    references: [...foreignKeys, ...sets],
    checks,
  }
}

/**
 * Keys of indexes name their collation where it is not the default: such an index is of no use to statements that do
 * not name it.
 */
const TABLES = `
  SELECT c.relname AS name, c.relkind = 'v' AS "isView",
    (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, NULL), 'isNotNull', a.attnotnull,
        'digits', CASE WHEN a.atttypid = 'numeric'::regtype AND a.atttypmod > 0 THEN (a.atttypmod - 4) >> 16 END,
        'scale', CASE WHEN a.atttypid = 'numeric'::regtype AND a.atttypmod > 0 THEN (a.atttypmod - 4) & 2047 END)
        ORDER BY a.attnum)
      FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)::text AS columns,
    (SELECT coalesce(json_agg(json_build_object('name', x.relname, 'isUnique', i.indisunique, 'isPrimary', i.indisprimary,
        'keys', ARRAY(SELECT pg_get_indexdef(i.indexrelid, n::int, true)
            || CASE WHEN o.oid NOT IN (0, 'pg_catalog."default"'::regcollation) THEN ' COLLATE ' || o.oid::regcollation ELSE '' END
          FROM unnest(i.indcollation::oid[]) WITH ORDINALITY AS o(oid, n) ORDER BY n),
        'predicate', pg_get_expr(i.indpred, i.indrelid)) ORDER BY x.relname), '[]')
      FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
      WHERE i.indrelid = c.oid AND i.indisvalid AND m.amname = 'btree')::text AS indexes
  FROM pg_class c
  WHERE c.relkind IN ('r', 'p', 'v') AND c.relnamespace = 'public'::regnamespace
  ORDER BY c.relname`

const COLUMN_PAIRS = `(SELECT json_agg(json_build_array(own.attname, theirs.attname) ORDER BY k.place)
  FROM unnest(c.conkey, c.confkey) WITH ORDINALITY AS k(own, theirs, place)
  JOIN pg_attribute own ON own.attrelid = c.conrelid AND own.attnum = k.own
  JOIN pg_attribute theirs ON theirs.attrelid = c.confrelid AND theirs.attnum = k.theirs)`

/** A key of `booked_reference` counts as the entries' while the trigger there passes it every value of the column. */
const FOREIGN_KEYS = `
  SELECT json_build_object('name', c.conname, 'target', c.confrelid::regclass, 'pairs', ${COLUMN_PAIRS},
    'table', CASE r.relname WHEN 'booked_reference' THEN 'booked_entry' ELSE r.relname END, 'holder', r.relname,
    'cascades', c.confdeltype = 'c',
    'isHeld', c.convalidated AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgconstraint = c.oid AND t.tgenabled <> 'O')
      AND (r.relname <> 'booked_reference' OR cardinality(c.conkey) = 2 AND EXISTS (
        SELECT FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
        JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[2]
        WHERE t.tgrelid = to_regclass('booked_entry') AND t.tgname = 'booked_entry_refers' AND t.tgenabled = 'O'
          AND p.prosrc ~ ('i\\.' || a.attname || '\\M') AND p.prosrc ~ ('e\\.' || a.attname || '\\M'))))::text AS item
  FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid
  WHERE c.contype = 'f' AND c.conparentid = 0 AND c.connamespace = 'public'::regnamespace
  ORDER BY c.conname`

/** Four triggers hold each: two where rows are written, one that keeps what they name, one that keeps its key. */
const SET_REFERENCES = `
  SELECT json_build_object('name', n.name, 'table', h.referring, 'holder', h.referring, 'target', h.target, 'cascades', false,
    'pairs', json_build_array(json_build_array('agreement', 'agreement'), json_build_array(h.own_column, h.target_column)),
    'isHeld', (SELECT count(*) = 4 AND count(*) FILTER (WHERE strpos(p.prosrc, quote_literal(n.name)) > 0) = 3
      FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE t.tgenabled = 'O' AND (t.tgrelid, t.tgname) IN (
        (to_regclass(h.referring), h.referring || '_names_inserted'), (to_regclass(h.referring), h.referring || '_names_updated'),
        (to_regclass(h.target), h.referring || '_keeps_' || h.target), (to_regclass(h.target), h.target || '_key_stays'))))::text AS item
  FROM held_reference h CROSS JOIN LATERAL (SELECT format('%s_%s_fk', h.referring, h.own_column) AS name) n
  ORDER BY n.name`

const CHECKS = `
  SELECT json_build_object('name', c.conname, 'table', c.conrelid::regclass, 'condition', pg_get_expr(c.conbin, c.conrelid),
    'columns', (SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_attribute a
      WHERE a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)))::text AS item
  FROM pg_constraint c
  WHERE c.contype = 'c' AND c.connamespace = 'public'::regnamespace
  ORDER BY c.conname`
