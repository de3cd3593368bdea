import type { Database } from '../../src/database/connection.ts'

/** A column as PostgreSQL knows it. */
export interface Column {
  type: string
  /** Must be given: neither absent nor filled in by the table itself. */
  isRequired: boolean
  isNullable: boolean
}

/** The columns of every table that can be given a value, by the names of both. */
export type Tables = ReadonlyMap<string, ReadonlyMap<string, Column>>

const known = new WeakMap<Database, Promise<Tables>>()

/** What the database's own catalogue says of its tables; asked once. */
export function tablesOf(database: Database): Promise<Tables> {
  const tables = known.get(database) ?? readTables(database)
  known.set(database, tables)
  return tables
}

async function readTables(database: Database): Promise<Tables> {
  const rows = await database.rows<{ table: string; column: string; type: string; filled: boolean; always: boolean }>(
    `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
       a.attnotnull AS always, a.atthasdef OR a.attidentity <> '' AS filled
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attgenerated = '' AND a.attname <> 'agreement'`,
  )
  const tables = new Map<string, Map<string, Column>>()
  for (const { table, column, type, filled, always } of rows) {
    const columns = tables.get(table) ?? new Map<string, Column>()
    columns.set(column, { type, isRequired: always && !filled, isNullable: !always })
    tables.set(table, columns)
  }
  return tables
}
