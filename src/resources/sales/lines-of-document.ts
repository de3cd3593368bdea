import { itemSql } from '../../resource/columns.ts'
import { pathParameters, type QueryOperation } from '../../resource/operations.ts'
import { columnName, type Resource } from '../../resource/resource.ts'

/** All lines of one document, as a bare list in their order; an empty list when the document does not exist. */
export function linesOfDocument(path: string): QueryOperation {
  return {
    kind: 'query',
    method: 'GET',
    path,
    summary: 'Every line of the document, in order',
    answer: 'items',
    statement: ({ agreement }, { path: item }, group) => {
      const resource = group as Resource
      const places = pathParameters(path).map((name, at) => {
        const field = resource.fields[name]!
        const column = `t.${columnName(name, field)}`
        return field.facts.type === 'string' ? `fold(${column}) = fold($${at + 2})` : `${column} = $${at + 2}::int`
      })
      return {
        text: `SELECT '[' || coalesce(string_agg(${itemSql(resource, 'problem')}, ',' ORDER BY t.number), '') || ']'
          FROM ${resource.table} t WHERE t.agreement = $1 AND ${places.join(' AND ')}`,
        values: [agreement, ...pathParameters(path).map((name) => item[name] as string | number)],
      }
    },
  }
}
