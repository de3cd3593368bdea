import type { Transaction } from '../../database/connection.ts'

/** Types whose text is the one that JSON has of their values. */
const PLAIN = ['boolean', 'integer', 'bigint', 'numeric', 'text']

/** SQL: the property of the column `a`. */
const PROPERTY = `(
        SELECT string_agg(CASE w.place WHEN 1 THEN w.word ELSE upper(left(w.word, 1)) || substr(w.word, 2) END, ''
          ORDER BY w.place)
        FROM string_to_table(a.attname, '_') WITH ORDINALITY AS w(word, place))`

/**
 * SQL: what the trigger `g` of the table `c` was given where it begins items in the trail. Of any other it says
 * nothing: PostgreSQL may look at those too before it leaves them out, and theirs are no arrays.
 */
const TOLD = `CASE WHEN g.tgname = c.relname || '_trail_created'
      THEN string_to_array(encode(g.tgargs, 'escape'), '\\000') END`

/**
 * Writes, for each table that the database keeps a trail of, a statement of what it says of the agreement ($1): a row
 * for each property of each item, as the trail tells it. Each trigger that begins items in the trail has the resource,
 * and as arrays the columns of its key, those left out, and the flags; a flag that is false is not told. The columns
 * are named, so that nothing is looked for in rows while agreements are verified one after the other.
 */
const TRAILED = `
  SELECT format('SELECT %L, %s, unnest(%L::text[]), unnest(ARRAY[%s]) FROM %I r WHERE r.agreement = $1',
    t.told[1], t.key, array_agg(p.property ORDER BY a.attnum), string_agg(format(p.value, a.attname), ', '
      ORDER BY a.attnum), t.name) AS statement
  FROM (
    SELECT c.oid, c.relname AS name, x.told, (
      SELECT format('concat_ws(%L, NULL%s)', '~', string_agg(format(', r.%I', k.name), '' ORDER BY k.place))
      FROM unnest(x.told[2]::text[]) WITH ORDINALITY AS k(name, place)
    ) AS key
    FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid AND g.tgname = c.relname || '_trail_created'
    CROSS JOIN LATERAL (SELECT ${TOLD} AS told) AS x
  ) AS t
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    AND a.attname <> ALL (t.told[3]::text[])
  CROSS JOIN LATERAL (
    SELECT CASE WHEN a.attname = ANY (t.told[4]::text[]) THEN 'CASE WHEN r.%I THEN ''true'' END'
        WHEN a.atttypid = ANY ($1::regtype[]) THEN 'r.%I::text' ELSE 'to_jsonb(r.%I) #>> ''{}''' END AS value,
      ${PROPERTY} AS property
  ) AS p
  GROUP BY t.name, t.told, t.key ORDER BY t.name`

/**
 * SQL: all master data of the agreement ($1), a row for each property that has a value. One text for all agreements, so
 * that a connection plans it once. Answers `resource`, `key`, `property` and `value`.
 */
export async function masterDataStatement(transaction: Transaction): Promise<string> {
  const trailed = await transaction.rows<{ statement: string }>(TRAILED, [`{${PLAIN.join(',')}}`])
  const none = `SELECT ''::text AS resource, ''::text AS key, ''::text AS property, NULL::text AS value WHERE false`
  const all = [none, ...trailed.map(({ statement }) => statement)].join('\n UNION ALL ')
  return `SELECT d.* FROM (${all}) AS d WHERE d.value IS NOT NULL`
}

/**
 * Answers, as SQL of one list each, what a column that a table always fills has where nobody says what: a migration
 * that adds such a column gives it to items that are there, which is no change of theirs and stands in no trail. A
 * default that is computed is none.
 */
const UNTOLD = `
  SELECT string_agg(format('(%L, %L, (%s)::%s::text)', t.resource, p.property, d.value,
    format_type(a.atttypid, a.atttypmod)), ', ' ORDER BY t.resource, p.property) AS list
  FROM (
    SELECT c.oid, x.told[1] AS resource, x.told[3]::text[] AS left_out
    FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid AND g.tgname = c.relname || '_trail_created'
    CROSS JOIN LATERAL (SELECT ${TOLD} AS told) AS x
  ) AS t
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull
    AND a.attname <> ALL (t.left_out)
    AND a.atttypid = ANY ($1::regtype[])
  JOIN pg_attrdef f ON f.adrelid = t.oid AND f.adnum = a.attnum
  CROSS JOIN LATERAL (SELECT pg_get_expr(f.adbin, f.adrelid) AS value) AS d
  CROSS JOIN LATERAL (SELECT ${PROPERTY} AS property) AS p
  WHERE d.value !~ '[(]'`

/**
 * Master data is what was last told of it: a statement of the agreement ($1) that answers one row with a `fault` when
 * it is not. The next voucher number of a journal is not part of it: drafts advance it. Neither are grants: commands
 * end them too, and they stay where they were made. A property of which nothing was ever told is what its column has by
 * default.
 */
export async function masterDataCheck(transaction: Transaction): Promise<string> {
  // In the order of bytes, and by what differs most first, sorting takes two thirds of the time or less.
  const item = 'c.key COLLATE "C", c.property COLLATE "C", c.resource COLLATE "C"'
  const [{ list } = { list: null }] = await transaction.rows<{ list: string | null }>(UNTOLD, [`{${PLAIN.join(',')}}`])
  const untold = list === null ? 'false' : `(m.resource, m.property, m.value) IN (${list})`
  return `
    WITH told AS (
      SELECT DISTINCT ON (${item}) c.resource, c.key, c.property, c.after FROM change c WHERE c.agreement = $1
        AND c.resource <> 'Grants' ORDER BY ${item}, c.number DESC
    )
    SELECT coalesce(t.resource, m.resource) || ' ' || coalesce(t.key, m.key) || ': ' || coalesce(t.property, m.property)
      || ' is '
      || coalesce(m.value, 'nothing') || ', its trail says ' || coalesce(t.after, 'nothing') || '.' AS fault
    FROM told t
    FULL JOIN (${await masterDataStatement(transaction)}) AS m ON m.resource = t.resource AND m.key = t.key
      AND m.property = t.property
    WHERE m.value IS DISTINCT FROM t.after AND NOT (m.value IS NULL AND t.after = 'false')
      AND coalesce(t.property, m.property) <> 'nextVoucherNumber' AND NOT (t.resource IS NULL AND ${untold})
    ORDER BY 1 LIMIT 1`
}
