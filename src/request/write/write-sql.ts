import type { ErrorCode } from '../../errors/catalogue.ts'
import { columnType } from '../../resource/columns.ts'
import type { Item } from '../../resource/operations.ts'
import { columnName, type Resource, type WriteKind, type WriteRequest } from '../../resource/resource.ts'
import type { AskedRule } from './derived-rules.ts'

/**
 * What a write statement answers: the rules broken (a `BrokenRule` each) as JSON text, the first of the numbers given out, and how many
 * rows were written.
 */
export interface WriteRow {
  faults: string | null
  first: number | null
  written: number
}

/** One fault as the statement tells it; `rule` is its place among the resource's rules, -1 for one of the conventions. */
export interface BrokenRule {
  /** Of the item, among those of all requests. */
  ordinal: number
  property: string
  code: ErrorCode
  rule: number
}

/**
 * The one statement of a shared write: `$1` the agreement, `$2` the items as a JSON list. It looks every rule up for the whole
 * list, and writes the requests that break none; so a write is one round trip, whatever the list's length.
 */
export function writeText(kind: WriteKind, resource: Resource, rules: readonly AskedRule[]): string {
  const steps = [`r AS MATERIALIZED (${sentRows(kind, resource)})`]
  if (kind !== 'create') steps.push(`old AS MATERIALIZED (${oldRows(resource)})`)
  steps.push(`fault AS MATERIALIZED (${faultRows(kind, resource, rules)})`)
  steps.push(`good AS MATERIALIZED (SELECT r.*, row_number() OVER (ORDER BY r.ordinal) - 1 AS place FROM r
    WHERE NOT r.blocked AND NOT EXISTS (SELECT FROM fault f WHERE f.request = r.request))`)
  const series = kind === 'create' ? numberSeries(resource) : undefined
  if (series) steps.push(...series.steps)
  steps.push(`w AS (${writes[kind](resource, series)} RETURNING 1)`)
  if (resource.emits) steps.push(`told AS MATERIALIZED (${events(kind, resource, resource.emits, series)})`)
  return `WITH ${steps.join(',\n')}
    SELECT (SELECT json_agg(fault ORDER BY ordinal, at, rule) FROM fault)::text AS faults,
           ${series ? '(SELECT first FROM taken)' : 'NULL::int'} AS first,
           (SELECT count(*) FROM w)::int AS written${resource.emits ? ', (SELECT count(*) FROM told)' : ''}`
}

/** The items as `$2` takes them: by column, with where they stand, and, of an update, the names of the properties that were sent. */
export function writeRecords(kind: WriteKind, resource: Resource, requests: readonly WriteRequest[]): string {
  const records: Record<string, unknown>[] = []
  for (const [request, { caller, items }] of requests.entries()) {
    const blocked = items.some(({ faults }) => faults.length > 0)
    for (const { item } of items) {
      const record: Record<string, unknown> = { request, ordinal: records.length, blocked }
      if (kind === 'update') record.given = Object.keys(item)
      if (resource.ownedByApp) record.app = caller.app
      for (const [property, value] of Object.entries(item)) record[column(resource, property)] = value
      records.push(record)
    }
  }
  return JSON.stringify(records)
}

/** The identifiers of items written: as sent, or, where they are numbered, counted from `first`. */
export function keysOf(resource: Resource, items: readonly Item[], first: number | null): Item[] {
  return items.map((item, place) =>
    Object.fromEntries(
      resource.key.map((name) => [name, resource.fields[name]!.facts.counted ? first! + place : item[name]]),
    ),
  )
}

const column = (resource: Resource, property: string): string => columnName(property, resource.fields[property])

/** Properties that no body has: what a path gives is sent, and an update keeps the rest. */
const hidden = (resource: Resource): string[] =>
  Object.keys(resource.fields).filter((name) => {
    const { facts } = resource.fields[name]!
    return facts.hidden && !facts.expression && !resource.key.includes(name)
  })

function sentRows(kind: WriteKind, resource: Resource): string {
  const columns = Object.entries(resource.fields).map(
    ([name, field]) => `${column(resource, name)} ${columnType(field)}`,
  )
  const own = [
    'request int',
    'ordinal int',
    'blocked boolean',
    'given jsonb',
    ...(resource.ownedByApp ? ['app int'] : []),
  ]
  const sent = `json_to_recordset($2::json) AS s(${[...own, ...columns].join(', ')})`
  const kept = kind === 'update' ? hidden(resource) : []
  if (kept.length === 0) return `SELECT * FROM ${sent}`
  const list = [...own.map((name) => `s.${name.split(' ')[0]}`)]
  for (const name of Object.keys(resource.fields)) {
    const name_ = column(resource, name)
    list.push(kept.includes(name) ? `coalesce(s.${name_}, t.${name_}) AS ${name_}` : `s.${name_}`)
  }
  return `SELECT ${list.join(', ')} FROM ${sent} LEFT JOIN ${resource.table} t ON t.agreement = $1::int AND ${sameKey(resource, 't', 's')}`
}

function sameKey(resource: Resource, left: string, right: string): string {
  return resource.key
    .map((name) => `${left}.${column(resource, name)} = ${right}.${column(resource, name)}`)
    .join(' AND ')
}

/** Which rows `t` a write may find at all: those not deleted, of the app's own, and within what the path names. */
function isThere(resource: Resource): string {
  const notDeleted = resource.softDelete ? ` AND NOT t.${column(resource, resource.softDelete)}` : ''
  return notDeleted + (resource.ownedByApp ? ' AND t.app = r.app' : '')
}

function oldRows(resource: Resource): string {
  const computed = Object.entries(resource.fields)
    .filter(([, field]) => field.facts.expression)
    .map(([name, field]) => `, (${field.facts.expression}) AS read_${column(resource, name)}`)
  return `SELECT t.*${computed.join('')}, r.ordinal FROM ${resource.table} t JOIN r ON ${sameKey(resource, 't', 'r')}
    WHERE t.agreement = $1::int${isThere(resource)} FOR UPDATE OF t`
}

/** One row for each rule an item breaks: what is not there, what was changed meanwhile, then the resource's rules. */
function faultRows(kind: WriteKind, resource: Resource, rules: readonly AskedRule[]): string {
  const selects: string[] = []
  const order = Object.keys(resource.fields)
  const add = (
    { property, code, brokenWhen }: Pick<AskedRule, 'property' | 'code' | 'brokenWhen'>,
    from: string,
    place = -1,
  ) =>
    selects.push(`SELECT r.request, r.ordinal, ${order.indexOf(property)} AS at, '${property}' AS property, '${code}' AS code, ${place} AS rule
      FROM ${from} WHERE ${brokenWhen}`)
  const withOld = kind === 'create' ? 'r' : 'r JOIN old ON old.ordinal = r.ordinal'
  if (kind !== 'create') for (const fault of absences(resource)) add(fault, 'r')
  if (kind === 'update') {
    const brokenWhen = 'old.object_version::text <> r.object_version'
    add({ property: 'objectVersion', code: 'ObjectVersionMismatch', brokenWhen }, withOld)
    for (const rule of keptProperties(resource)) add(rule, withOld)
  }
  for (const [place, rule] of rules.entries()) {
    if (rule.on && !rule.on.includes(kind)) continue
    const present = rule.always || kind === 'delete' ? '' : `r.${column(resource, rule.property)} IS NOT NULL AND `
    add({ ...rule, brokenWhen: `${present}(${rule.brokenWhen})` }, withOld, place)
  }
  const none = `SELECT 0 AS request, 0 AS ordinal, 0 AS at, '' AS property, '' AS code, 0 AS rule WHERE false`
  return selects.length > 0 ? selects.join('\nUNION ALL ') : none
}

/** An item that is not there, or another app's, or stands in the list before. */
function absences(resource: Resource): Pick<AskedRule, 'property' | 'code' | 'brokenWhen'>[] {
  // An identifier that is missing or no good is a fault of the body, already found, and not an item that is not there.
  const hasKey = resource.key.map((name) => `r.${column(resource, name)} IS NOT NULL AND `).join('')
  const isMissing = `${hasKey}NOT EXISTS (SELECT FROM old WHERE old.ordinal = r.ordinal)`
  const property = resource.key.at(-1)!
  const isRepeated = `EXISTS (SELECT FROM r o WHERE o.request = r.request AND o.ordinal < r.ordinal AND ${sameKey(resource, 'o', 'r')})`
  const repeated = { property, code: 'ItemRepeated' as const, brokenWhen: isRepeated }
  const missing = { property, code: resource.missing ?? ('NotFound' as const), brokenWhen: isMissing }
  const notOwner = resource.ownedByApp?.notOwner
  if (!notOwner) return [missing, repeated]
  const isOthers = `EXISTS (SELECT FROM ${resource.table} t
    WHERE t.agreement = $1::int AND ${sameKey(resource, 't', 'r')} AND t.app <> r.app)`
  return [
    { property, code: notOwner, brokenWhen: isOthers },
    { ...missing, brokenWhen: `${isMissing} AND NOT ${isOthers}` },
    repeated,
  ]
}

/** Fixed and read-only properties: sent with the value that was read, or (read-only) left out. */
function keptProperties(resource: Resource): Pick<AskedRule, 'property' | 'code' | 'brokenWhen'>[] {
  return Object.entries(resource.fields).flatMap(([property, { facts }]) => {
    const name = column(resource, property)
    if (facts.fixed) {
      const brokenWhen = `old.${name} IS DISTINCT FROM r.${name} AND r.given ? '${property}'`
      return [{ property, code: facts.codes.fixed!, brokenWhen }]
    }
    if (!facts.readOnly || facts.hidden || resource.key.includes(property)) return []
    const read = facts.expression ? `read_${name}` : name
    const brokenWhen = `r.given ? '${property}' AND old.${read} IS DISTINCT FROM r.${name}`
    return [{ property, code: 'PropertyReadOnly' as const, brokenWhen }]
  })
}

/** The numbers that a create gives out: those of the identifier, and those counted for each value of another property. */
interface Series {
  steps: string[]
  from: string
  /** SQL for the number of a property, over `good`. */
  valueOf(property: string): string
}

function numberSeries(resource: Resource): Series | undefined {
  const counted = Object.entries(resource.fields).filter(([, { facts }]) => facts.counted)
  if (counted.length === 0) return undefined
  const steps = [
    `taken AS MATERIALIZED (SELECT take_numbers($1::int, '${resource.table}', count(*)::int) AS first FROM good HAVING count(*) > 0)`,
  ]
  const values = new Map<string, string>()
  let from = 'good CROSS JOIN taken'
  for (const [property, { facts }] of counted) {
    const { per } = facts.counted!
    if (per === undefined) {
      values.set(property, '(taken.first + good.place)::int')
      continue
    }
    const by = column(resource, per)
    const name = `of_${by}`
    steps.push(`${name} AS MATERIALIZED (SELECT g.${by} AS value, take_numbers($1::int, '${resource.table} of ' || g.${by}, g.amount) AS first
      FROM (SELECT good.${by}, count(*)::int AS amount FROM good GROUP BY good.${by} ORDER BY good.${by}) g)`)
    from += ` JOIN ${name} ON ${name}.value = good.${by}`
    values.set(property, `(${name}.first + row_number() OVER (PARTITION BY good.${by} ORDER BY good.place) - 1)::int`)
  }
  return { steps, from, valueOf: (property) => values.get(property)! }
}

const writes: Record<WriteKind, (resource: Resource, series: Series | undefined) => string> = {
  create(resource, series) {
    const [columns, values]: [string[], string[]] = resource.ownedByApp ? [['app'], ['good.app']] : [[], []]
    for (const [property, field] of Object.entries(resource.fields)) {
      const { type, expression, readOnly, assigned, counted, fallback } = field.facts
      if (expression || type === 'version' || (readOnly && !assigned && !counted)) continue
      columns.push(column(resource, property))
      values.push(
        counted
          ? series!.valueOf(property)
          : (assigned ??
              newValue(
                column(resource, property),
                type === 'boolean' && !field.facts.nullable ? 'false' : fallback?.create,
              )),
      )
    }
    return `INSERT INTO ${resource.table} (agreement, ${columns.join(', ')})
      SELECT $1::int, ${values.map(ofGood).join(', ')} FROM ${series?.from ?? 'good'} ORDER BY good.place`
  },
  update(resource) {
    const sets = [`object_version = nextval('object_version')`]
    for (const [property, field] of Object.entries(resource.fields)) {
      const { type, expression, readOnly, fixed, fallback, hidden } = field.facts
      const name = column(resource, property)
      if (property === 'lastUpdated') sets.push('last_updated = clock_timestamp()')
      if (expression || type === 'version' || readOnly || fixed || hidden || resource.key.includes(property)) continue
      sets.push(`${name} = ${newValue(name, type === 'boolean' && !field.facts.nullable ? 'false' : fallback?.update)}`)
    }
    return `UPDATE ${resource.table} t SET ${sets.map(ofGood).join(', ')} FROM good
      WHERE t.agreement = $1::int AND ${sameKey(resource, 't', 'good')}${ofGood(isThere(resource))}
        AND t.object_version::text = good.object_version`
  },
  delete(resource) {
    const where = `t.agreement = $1::int AND ${sameKey(resource, 't', 'good')}${ofGood(isThere(resource))}`
    if (!resource.softDelete) return `DELETE FROM ${resource.table} t USING good WHERE ${where}`
    return `UPDATE ${resource.table} t SET ${column(resource, resource.softDelete)} = true, object_version = nextval('object_version')${
      resource.fields.lastUpdated ? ', last_updated = clock_timestamp()' : ''
    } FROM good WHERE ${where}`
  },
}

const newValue = (name: string, fallback: string | undefined): string =>
  fallback ? `coalesce(r.${name}, ${fallback})` : `r.${name}`

/** What declarations say of the new row `r`, said of the rows that are written. */
const ofGood = (sql: string): string => sql.replace(/\br\./g, 'good.')

/** "Updated" covers create, change and delete: on create the old number is empty, on delete the new one. */
function events(kind: WriteKind, resource: Resource, event: string, series: Series | undefined): string {
  const key = resource.key.at(-1)!
  const counted = resource.fields[key]!.facts.counted
  const number = counted ? series!.valueOf(key) : `good.${column(resource, key)}`
  const [before, after] = [kind === 'create' ? `''` : `${number}::text`, kind === 'delete' ? `''` : `${number}::text`]
  return `SELECT emit_events($1::int, '${event}', array_agg(jsonb_build_object('OLDNUMBER', ${before}, 'NEWNUMBER', ${after}) ORDER BY good.place))
    FROM ${counted ? series!.from : 'good'} HAVING (SELECT count(*) FROM w) > 0`
}
