import type { Field, FieldType } from './fields.ts'
import type { Api } from './versions.ts'
import { bodyFields, columnName, type Resource } from './resource.ts'

/** SQL for the stored value of `property`, in terms of the row `t`. */
export function columnSql(resource: Pick<Resource, 'fields'>, property: string): string {
  const field = resource.fields[property]!
  const column = `t.${columnName(property, field)}`
  if (field.facts.asNumber) return `(CASE WHEN ${column} ~ '^(0|[1-9][0-9]{0,8})$' THEN ${column} END)`
  return field.facts.expression ?? field.facts.readAs ?? (field.facts.inverted ? `(NOT ${column})` : column)
}

/**
 * SQL that renders the row `t` as its finished JSON text, for answers that the database composes. Only what is present
 * is written: false booleans are left out (rule 1.3) unless the value may be unsaid, absent values are null or, in the
 * project-related API, left out (rule 1.4). Lists and single reads are rendered by `request/query/render.ts`, to the
 * same text.
 */
export const itemSql = (resource: Pick<Resource, 'fields'>, style: Api['style']): string =>
  concatenation(itemParts(resource, style))

/**
 * How the text of a stored value becomes JSON: `plain` as it is, `text` quoted and escaped, `json` as it is once
 * unquoted.
 */
export type ValueKind = 'plain' | 'text' | 'day' | 'instant' | 'flag' | 'json'

/** One property of an item as it is read: the SQL of its value in terms of the row `t`, and what it becomes. */
export interface ReadColumn {
  property: string
  field: Field
  sql: string
  kind: ValueKind
  /** What is written of an absent value. */
  absent: 'null' | 'nothing'
}

const KINDS: Readonly<Record<FieldType, ValueKind>> = {
  int32: 'plain',
  decimal: 'plain',
  string: 'text',
  boolean: 'flag',
  day: 'day',
  date: 'text',
  instant: 'instant',
  version: 'text',
  list: 'json',
}

/** The columns of an item, in the order of its text: first one that is always there, then the others as declared. */
export function readColumns(resource: Pick<Resource, 'fields'>, style: Api['style']): readonly ReadColumn[] {
  const isAlwaysThere = (field: Field): boolean => !isFlag(field) && (!field.facts.nullable || style === 'problem')
  const fields = Object.entries(bodyFields(resource))
  const ordered = [...fields.filter(([, field]) => isAlwaysThere(field)).slice(0, 1)]
  ordered.push(...fields.filter(([property]) => property !== ordered[0]?.[0]))
  return ordered.map(([property, field]) => ({
    property,
    field,
    ...readAs(field, columnSql(resource, property)),
    absent: isAlwaysThere(field) ? 'null' : 'nothing',
  }))
}

/** A boolean that may be unsaid is read as the text of its value. */
const readAs = (field: Field, sql: string): Pick<ReadColumn, 'sql' | 'kind'> =>
  field.facts.type === 'boolean' && !isFlag(field)
    ? { sql: `(${sql})::text`, kind: 'plain' }
    : { sql, kind: field.facts.asNumber ? 'plain' : KINDS[field.facts.type] }

/** A piece of an item's text: the same for every row, or SQL over the row. */
type Part = { literal: string } | { sql: string }

function itemParts(resource: Pick<Resource, 'fields'>, style: Api['style']): Part[] {
  const parts: Part[] = [{ literal: '{' }]
  for (const [at, { property, field, sql }] of readColumns(resource, style).entries()) {
    const name = `${at === 0 ? '' : ','}"${property}":`
    if (isFlag(field)) {
      parts.push({ sql: `CASE WHEN ${sql} THEN '${name}true' ELSE '' END` })
    } else if (!field.facts.nullable) {
      parts.push({ literal: name }, ...valueParts(field, sql))
    } else if (style !== 'problem') {
      parts.push({ sql: `coalesce('${name}' || ${valueSql(field, sql)}, '')` })
    } else {
      parts.push({ literal: name }, { sql: `coalesce(${valueSql(field, sql)}, 'null')` })
    }
  }
  return [...parts, { literal: '}' }]
}

/** A boolean that is true or false; one that may be unsaid too is written like any other value. */
const isFlag = ({ facts: { type, nullable } }: Field): boolean => type === 'boolean' && !nullable

/** Parts joined at a time: `||` copies what stands before it, so short texts are made first, and then joined. */
const JOINED_AT_ONCE = 7

/** One expression of all parts; literals that stand together are one. */
function concatenation(parts: readonly Part[]): string {
  const merged: Part[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if ('literal' in part && last && 'literal' in last) last.literal += part.literal
    else merged.push({ ...part })
  }
  const list = merged.map((part) => ('literal' in part ? `'${part.literal}'` : part.sql))
  const groups: string[] = []
  while (list.length > 0) groups.push(`(${list.splice(0, JOINED_AT_ONCE).join(' || ')})`)
  return groups.join(' || ')
}

/** The parts of a value that is always there. */
function valueParts(field: Field, column: string): Part[] {
  switch (field.facts.type) {
    case 'day':
      return [{ literal: '"' }, { sql: `${column}::text` }, { literal: 'T00:00:00Z"' }]
    case 'date':
    case 'version':
      return [{ literal: '"' }, { sql: `${column}::text` }, { literal: '"' }]
    default:
      return [{ sql: valueSql(field, column) }]
  }
}

/** SQL for one value as JSON text; NULL stays NULL. */
function valueSql(field: Field, column: string): string {
  if (field.facts.asNumber) return column
  switch (field.facts.type) {
    case 'int32':
    case 'decimal':
      return `${column}::text`
    case 'string':
      return `to_json(${column})::text`
    case 'day':
      return `'"' || ${column}::text || 'T00:00:00Z"'`
    case 'date':
      return `'"' || ${column}::text || '"'`
    case 'instant':
      return `replace(to_json(${column})::text, '+00:00"', 'Z"')`
    case 'version':
      return `'"' || ${column}::text || '"'`
    case 'list':
      return `${column}::text`
    case 'boolean':
      return `${column}::text`
  }
}

/** SQL for the identifier of the row `t` as one text: the cursor. */
export function keySql(resource: Resource): string {
  return cursorProperties(resource)
    .map((property) => `${columnSql(resource, property)}::text`)
    .join(` || '~' || `)
}

/** What a cursor list is ordered by: the identifier. */
export function cursorProperties(resource: Resource): readonly string[] {
  return resource.orderedBy ? [resource.orderedBy] : resource.key
}

/** The PostgreSQL type of a property's column. */
export function columnType(field: Field): string {
  switch (field.facts.type) {
    case 'int32':
      return 'int'
    case 'decimal':
      return 'numeric'
    case 'string':
      return 'text'
    case 'boolean':
      return 'boolean'
    case 'day':
    case 'date':
      return 'date'
    case 'instant':
      return 'timestamptz'
    case 'version':
      return 'text'
    case 'list':
      return 'json'
  }
}
