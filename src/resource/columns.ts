import { columnName, type Api, type Resource } from './resource.ts'
import type { Field } from './fields.ts'

/** SQL for the stored value of `property`, in terms of the row `t`. */
export function columnSql(resource: Resource, property: string): string {
  const field = resource.fields[property]!
  return field.facts.expression ?? field.facts.readAs ?? `t.${columnName(property, field)}`
}

/**
 * SQL that renders the row `t` as its finished JSON text. Only what is present is written: false booleans are left out
 * (spec 1, Shared property rules 3), absent values are null or, in the project-related API, left out (rule 4).
 */
export function itemSql(resource: Resource, style: Api['style']): string {
  const parts: string[] = []
  for (const [property, field] of Object.entries(resource.fields)) {
    const name = `,"${property}":`
    const column = columnSql(resource, property)
    if (field.facts.type === 'boolean') {
      parts.push(`CASE WHEN ${column} THEN '${name}true' ELSE '' END`)
    } else if (!field.facts.nullable) {
      parts.push(`'${name}' || ${valueSql(field, column)}`)
    } else if (style === 'project') {
      parts.push(`coalesce('${name}' || ${valueSql(field, column)}, '')`)
    } else {
      parts.push(`'${name}' || coalesce(${valueSql(field, column)}, 'null')`)
    }
  }
  return `'{' || substr(${parts.join(' || ')}, 2) || '}'`
}

/** SQL for one value as JSON text; NULL stays NULL. */
function valueSql(field: Field, column: string): string {
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

/** SQL for the identifier of the row `t` as one text: the cursor, and the last part of `Location`. */
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
