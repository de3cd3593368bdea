import type { Transaction } from '../../database/connection.ts'
import type { Table } from '../format.ts'

/** A table of rows that are an agreement's, as PostgreSQL's own catalogue tells it. */
export interface AgreementTable extends Table {
  /** Those of `columns` whose numbers may differ elsewhere; they come first, in this order. */
  renumbered: { column: string; kind: string }[]
  /** The columns of its primary key, without the agreement. */
  key: { column: string; isText: boolean; isRenumbered: boolean }[]
  bytes: number
}

/** The kind of numbers that name apps, as `renumbered` has it; another kind is a column of its own. */
export const APP = 'app'

/**
 * Tables about processes and browsers and their present work, and about the workshop. They say nothing of the
 * agreement, and mean nothing elsewhere.
 */
const STAYING = [
  'console_link',
  'console_passkey',
  'console_session',
  'coverage_count',
  'fault_rule',
  'lease',
  'request_hour',
  'snapshot',
  'snapshot_part',
]

/** The log of requests, whose parts are tables. */
const PARTS_OF_LOG = /^request_log_\d$/

/**
 * What a process found out by looking through a file. Whoever imports one looks himself, and reading it changes nothing
 * of an agreement that is to go after an export.
 */
const FOUND_OUT = ['document_file.has_active_content']

/** What the log of deliveries has of requests: it stays where they were made. */
const LOGGED = ['webhook_delivery.request_id', 'webhook_delivery.sent']

/**
 * The columns that name an app by a foreign key, and those that count rows across agreements, are renumbered. A column
 * without a foreign key that says which app did something is part of what seals cover, and stays.
 */
const TABLES = `
  WITH columns AS (
    SELECT a.attrelid, a.attnum, quote_ident(a.attname) AS name, a.attcollation <> 0 AS is_text, CASE
      WHEN EXISTS (SELECT FROM pg_constraint f WHERE f.conrelid = a.attrelid AND f.contype = 'f'
        AND f.confrelid = to_regclass('app')
        AND f.conkey = ARRAY[a.attnum]) THEN '${APP}'
      WHEN a.attidentity <> '' AND EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique
        AND i.indnatts = 1
        AND i.indkey[0] = a.attnum) THEN quote_ident(c.relname) || '.' || quote_ident(a.attname)
    END AS kind
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
      AND a.attgenerated = ''
      AND c.relname || '.' || a.attname NOT IN (${[...FOUND_OUT, ...LOGGED].map((column) => `'${column}'`).join(', ')})
      AND a.attname <> 'agreement')
  SELECT quote_ident(c.relname) AS name, pg_table_size(c.oid) AS bytes,
    (SELECT string_agg(n.name, ', ' ORDER BY n.kind IS NULL, n.attnum) FROM columns n WHERE n.attrelid = c.oid)
      AS columns,
    (SELECT coalesce(json_agg(json_build_object('column', n.name, 'kind', n.kind) ORDER BY n.attnum), '[]')
      FROM columns n WHERE n.attrelid = c.oid AND n.kind IS NOT NULL) AS renumbered,
    (SELECT coalesce(json_agg(json_build_object('column', n.name, 'isText', n.is_text, 'isRenumbered',
      n.kind IS NOT NULL)
        ORDER BY array_position(i.indkey::int2[], n.attnum)), '[]')
      FROM pg_index i JOIN columns n ON n.attrelid = i.indrelid AND n.attnum = ANY (i.indkey::int2[])
      WHERE i.indrelid = c.oid AND i.indisprimary) AS key
  FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'
    AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'agreement' AND NOT a.attisdropped)
  ORDER BY c.relname`

/**
 * Every table that has rows of agreements, in the order of their names: those that go along with one, and those that
 * are about processes, or unlogged.
 */
export async function agreementTables(
  transaction: Transaction,
): Promise<{ moving: AgreementTable[]; staying: AgreementTable[] }> {
  const rows = await transaction.rows<Record<'name' | 'bytes' | 'columns' | 'renumbered' | 'key', string>>(TABLES)
  const all = rows.map(({ name, bytes, columns, renumbered, key }): AgreementTable => ({
    name,
    columns,
    bytes: Number(bytes),
    renumbered: JSON.parse(renumbered) as AgreementTable['renumbered'],
    key: JSON.parse(key) as AgreementTable['key'],
  }))
  const stays = ({ name }: AgreementTable): boolean => STAYING.includes(name) || PARTS_OF_LOG.test(name)
  return { moving: all.filter((table) => !stays(table)), staying: all.filter(stays) }
}

/** Sets the agreement that the transaction is about: COPY takes no values, so it reads this setting. */
export async function about(transaction: Transaction, agreement: number): Promise<void> {
  await transaction.rows(`SELECT set_config('daybook.agreement', $1, true)`, [String(agreement)])
}

/** SQL: the agreement that the transaction is about. */
export const ITS_OWN = `current_setting('daybook.agreement')::int`

/**
 * A COPY of the agreement's rows, in an order that is the same everywhere.
 * @param from what the rows are of, called `t`. @param numbers how renumbered columns are read.
 */
function copyOf(
  { columns, renumbered, key }: AgreementTable,
  from: string,
  numbers: (column: string, kind: string) => string,
): string {
  const rest = columns
    .split(', ')
    .slice(renumbered.length)
    .map((column) => `t.${column}`)
  const read = [...renumbered.map(({ column, kind }) => `${numbers(column, kind)} AS ${column}`), ...rest]
  // A bare name sorts by the value that is read; with a collation, by the column, which has the same value.
  const order = key.map(({ column, isText, isRenumbered }) =>
    isRenumbered ? column : isText ? `t.${column} COLLATE "C"` : `t.${column}`,
  )
  // A part of a table may have no key of its own.
  return `COPY (SELECT ${read.join(', ')} FROM ${from} ORDER BY ${order.join(', ') || 't::text COLLATE "C"'}) TO STDOUT`
}

const rowsOf = (table: AgreementTable): string => `(SELECT * FROM ${table.name} WHERE agreement = ${ITS_OWN}) t`

/** Reads the rows as they are. */
export const reading = (table: AgreementTable): string => copyOf(table, rowsOf(table), (column) => `t.${column}`)

/** Reads the rows with the numbers that they came with (`moved_number`). */
export const readingBack = (table: AgreementTable): string =>
  copyOf(
    table,
    rowsOf(table),
    (column, kind) => `(SELECT m.there FROM moved_number m WHERE m.kind = $$${kind}$$ AND m.here = t.${column})`,
  )

/** Reads the rows and removes them from where they are stored. */
export const removing = (table: AgreementTable, stored: string): string => {
  const copy = copyOf(table, 'gone t', (column) => `t.${column}`)
  return copy.replace('COPY (', `COPY (WITH gone AS (DELETE FROM ${stored} WHERE agreement = ${ITS_OWN} RETURNING *) `)
}
