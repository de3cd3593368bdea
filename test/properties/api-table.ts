import { columnType } from '../../src/resource/columns.ts'
import { columnName, type Resource } from '../../src/resource/resource.ts'
import type { FilterType } from '../../src/request/query/filter-values.ts'
import type { Field } from '../../src/resource/fields.ts'
import type { Database } from '../../src/database/connection.ts'
import type { FieldTable } from './filter-arbitraries.ts'
import type { ModelRow } from './filter-model.ts'

/** The filterable and sortable properties of a resource, as the arbitraries and the model want to know them. */
export function fieldTable(resource: Resource): FieldTable {
  const known = Object.entries(resource.fields).filter(([, { facts }]) => facts.filter.length > 0)
  return Object.fromEntries(
    known.map(([property, field]) => {
      const { filter, nullable } = field.facts
      return [property, { type: filterType(field), operators: filter, required: !nullable }]
    }),
  )
}

function filterType({ facts }: Field): FilterType {
  if (facts.type === 'instant') return 'date-time'
  if (facts.type === 'day') return 'date'
  if (facts.type === 'version' || facts.type === 'list') throw new Error(`a ${facts.type} is not filtered on`)
  return facts.type
}

/**
 * Takes the rules off a table of a test's own database, so that its columns can hold any value: foreign keys, checks,
 * NOT NULL, user triggers, and unique indexes other than the primary key.
 */
export async function loosen(database: Database, table: string): Promise<void> {
  const statements = await database.rows<{ statement: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement FROM pg_constraint
       WHERE conrelid = $1::regclass AND contype IN ('f', 'c', 'u')
     UNION ALL SELECT format('DROP INDEX %s', i.indexrelid::regclass) FROM pg_index i
       WHERE i.indrelid = $1::regclass AND i.indisunique AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)
     UNION ALL SELECT format('ALTER TABLE %s ALTER COLUMN %I DROP NOT NULL', a.attrelid::regclass, a.attname) FROM pg_attribute a
       WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND a.attnotnull AND NOT EXISTS (
         SELECT FROM pg_index p WHERE p.indrelid = a.attrelid AND p.indisprimary AND a.attnum = ANY (p.indkey))
     UNION ALL SELECT format('ALTER TABLE %s DISABLE TRIGGER USER', $1::regclass)`,
    [table],
  )
  for (const { statement } of statements) await database.rows(statement)
}

/** Puts the model's rows into the resource's table; `more` gives columns that no property has, as SQL. */
export async function insertRows(
  database: Database,
  resource: Resource,
  agreement: number,
  rows: readonly ModelRow[],
  more: Readonly<Record<string, string>>,
): Promise<void> {
  const stored = Object.keys(rows[0]!).filter((property) => resource.fields[property]!.facts.expression === undefined)
  const names = stored.map((property) => columnName(property, resource.fields[property]))
  const typed = stored.map((property, at) => `${names[at]} ${columnType(resource.fields[property]!)}`)
  const records = rows.map((row) => Object.fromEntries(stored.map((property, at) => [names[at], row[property]])))
  await database.rows(
    `INSERT INTO ${resource.table} (agreement, ${[...names, ...Object.keys(more)].join(', ')})
     SELECT $1::int, ${[...names.map((name) => `r.${name}`), ...Object.values(more)].join(', ')}
     FROM json_to_recordset($2::json) AS r(${typed.join(', ')})`,
    [agreement, JSON.stringify(records)],
  )
}
