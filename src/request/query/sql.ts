import type { Statement } from '../../database/connection.ts'
import { columnSql, columnType, cursorProperties, itemSql, keySql } from '../../resource/columns.ts'
import type { Api, Caller, Resource } from '../../resource/resource.ts'
import type { Condition } from './filter.ts'
import type { ReadPlan, SortKey } from './plan.ts'
import { statementMayStayPrepared } from './prepared.ts'

/** Collects the values of a statement; `add` answers the placeholder that stands for the value. */
class Values {
  readonly list: (string | number | null)[]
  constructor(agreement: number) {
    this.list = [agreement]
  }
  add(value: string | number | null, type: string): string {
    this.list.push(value)
    return `$${this.list.length}::${type}`
  }
}

/** The one statement of a read: its only column is the finished body. No row: the item does not exist. */
export function readStatement(
  plan: ReadPlan,
  resource: Resource,
  style: Api['style'],
  { agreement, app }: Pick<Caller, 'agreement' | 'app'>,
): Statement {
  const values = new Values(agreement)
  const own = resource.ownedByApp ? ` AND t.app = ${values.add(app, 'int')}` : ''
  const text = readText(plan, resource, style, values, `FROM ${resource.table} t WHERE t.agreement = $1${own}`)
  const shapedByClient =
    'condition' in plan && (plan.condition !== undefined || (plan.kind === 'paged' && plan.sort.length > 0))
  return { text, values: values.list, prepare: !shapedByClient || statementMayStayPrepared(text) }
}

function readText(plan: ReadPlan, resource: Resource, style: Api['style'], values: Values, from: string): string {
  if (plan.kind === 'single') {
    const match = resource.key.map((property) => {
      const type = columnType(resource.fields[property]!)
      return `${columnSql(resource, property)} = ${values.add(String(plan.key[property]), type)}`
    })
    return `SELECT ${itemSql(resource, style)} ${from} AND ${match.join(' AND ')}`
  }
  const where = plan.condition ? `${from} AND ${conditionSql(plan.condition, resource, values)}` : from
  if (plan.kind === 'count') return `SELECT count(*)::text ${where}`
  const item = itemSql(resource, style)
  const keyOrder = cursorProperties(resource).map((property) => columnSql(resource, property))
  if (plan.kind === 'paged') {
    const order = [...plan.sort.map((key) => orderSql(key, resource)), ...keyOrder].join(', ')
    const page = `SELECT t.* ${where} ORDER BY ${order} LIMIT ${values.add(plan.limit, 'int')} OFFSET ${values.add(plan.offset, 'int')}`
    return `SELECT '[' || coalesce(string_agg(${item}, ','), '') || ']' FROM (${page}) t`
  }
  let after = ''
  if (plan.from) {
    const parts = cursorProperties(resource).map((property, at) =>
      values.add(plan.from![at]!, columnType(resource.fields[property]!)),
    )
    after = ` AND (${keyOrder.join(', ')}) >= (${parts.join(', ')})`
  }
  const limit = values.add(plan.limit, 'int')
  const page = `SELECT t.* ${where}${after} ORDER BY ${keyOrder.join(', ')} LIMIT ${limit} + 1`
  return `SELECT '{' || coalesce('"cursor":' || to_json(max(key) FILTER (WHERE n > ${limit}))::text || ',', '') || '"items":['
    || coalesce(string_agg(item, ',') FILTER (WHERE n <= ${limit}), '') || ']}'
    FROM (SELECT ${item} AS item, ${keySql(resource)} AS key, row_number() OVER () AS n FROM (${page}) t) page`
}

/** Absent values come first ascending and last descending; text sorts without case; `~` sorts numbers as text. */
function orderSql(key: SortKey, resource: Resource): string {
  const column = columnSql(resource, key.property)
  const isText = resource.fields[key.property]!.facts.type === 'string'
  const value = isText ? ordered(column) : key.alphabetical ? ordered(`${column}::text`) : column
  return key.descending ? `${value} DESC NULLS LAST` : `${value} ASC NULLS FIRST`
}

/** Text in Danish order, without case; equality needs no order, and so can use an index on `fold`. */
const ordered = (text: string): string => `fold(${text}) COLLATE "da-x-icu"`

const COMPARISONS = { eq: '=', ne: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function conditionSql(condition: Condition, resource: Resource, values: Values): string {
  if (condition.kind !== 'comparison') {
    const terms = condition.terms.map((term) => conditionSql(term, resource, values))
    return `(${terms.join(condition.kind === 'and' ? ' AND ' : ' OR ')})`
  }
  const { property, operator } = condition
  const field = resource.fields[property]!
  const column = columnSql(resource, property)
  if (operator === 'in' || operator === 'nin') return listSql(condition.values, operator, resource, property, values)
  const value = condition.values[0]!
  if (value === null) return operator === 'eq' ? `${column} IS NULL` : `${column} IS NOT NULL`
  const isText = field.facts.type === 'string'
  const inOrder = isText && !['eq', 'ne', 'like'].includes(operator)
  const left = inOrder ? ordered(column) : isText ? `fold(${column})` : column
  const right = isText ? `fold(${values.add(value, 'text')})` : values.add(value, columnType(field))
  if (operator === 'like') return `${left} LIKE ${right}`
  const comparison = `${left} ${COMPARISONS[operator]} ${right}`
  // An absent value is not equal to any value.
  return operator === 'ne' ? `(${comparison} OR ${column} IS NULL)` : comparison
}

function listSql(
  list: readonly (string | null)[],
  operator: 'in' | 'nin',
  resource: Resource,
  property: string,
  values: Values,
): string {
  const field = resource.fields[property]!
  const column = columnSql(resource, property)
  const isText = field.facts.type === 'string'
  const type = columnType(field)
  const present = JSON.stringify(list.filter((value) => value !== null))
  const elements = `SELECT ${isText ? 'fold(v)' : `v::${type}`} FROM json_array_elements_text(${values.add(present, 'json')}) v`
  const inList = `coalesce(${isText ? `fold(${column})` : column} = ANY (ARRAY(${elements})), false)`
  const matches = list.includes(null) ? `(${inList} OR ${column} IS NULL)` : inList
  return operator === 'in' ? matches : `NOT ${matches}`
}
