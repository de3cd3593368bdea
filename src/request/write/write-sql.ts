import type { ErrorCode } from '../../errors/catalogue.ts'
import { columnType } from '../../resource/columns.ts'
import type { Item } from '../../resource/operations.ts'
import { columnName, type Resource, type WriteKind, type WriteRequest } from '../../resource/resource.ts'
import type { AskedRule } from './derived-rules.ts'

/**
 * What a write statement answers: the rules broken (a `BrokenRule` each) as JSON text, the first of the numbers given out in the agreement,
 * the numbers of an identifier that is counted for each value of another property, as JSON text, and how many rows were written.
 */
export interface WriteRow {
  faults: string | null
  first: number | null
  numbers: string | null
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
 * list, and writes the requests that break none; so a write is one round trip, whatever the list's length. `path` are the
 * properties that the path names: what is created gets the path's values of them, and what is changed or deleted must have them.
 */
export function writeText(
  kind: WriteKind,
  resource: Resource,
  rules: readonly AskedRule[],
  path: readonly string[] = [],
): string {
  checkColumns(kind, resource, path)
  const within = path.filter((property) => !resource.key.includes(property))
  const there = isThere(resource, within)
  const steps = [`r AS MATERIALIZED (${sentRows(kind, resource)})`]
  if (kind !== 'create') steps.push(`old AS MATERIALIZED (${oldRows(resource, there)})`)
  steps.push(`fault AS MATERIALIZED (${faultRows(kind, resource, rules, within)})`)
  steps.push(`good AS MATERIALIZED (SELECT r.*, row_number() OVER (ORDER BY r.ordinal) - 1 AS place FROM r
    WHERE NOT r.blocked AND NOT EXISTS (SELECT FROM fault f WHERE f.request = r.request))`)
  const series = kind === 'create' ? numberSeries(resource) : undefined
  if (series) steps.push(...series.steps)
  steps.push(`w AS (${writes[kind](resource, { path, series, there: ofGood(there) })} RETURNING 1)`)
  if (resource.emits) steps.push(`told AS MATERIALIZED (${events(kind, resource, resource.emits, series)})`)
  return `WITH ${steps.join(',\n')}
    SELECT (SELECT json_agg(fault ORDER BY ordinal, at, rule) FROM fault)::text AS faults,
           ${series?.first ?? 'NULL::int'} AS first, ${series?.numbers ?? 'NULL'} AS numbers,
           (SELECT count(*) FROM w)::int AS written${resource.emits ? ', (SELECT count(*) FROM told)' : ''}`
}

/** Columns of the statement's own, beside those of the items. */
const OWN_COLUMNS = ['request', 'ordinal', 'blocked', 'given', 'app', 'place']

/** @throws Error for a declaration whose items cannot be written. */
function checkColumns(kind: WriteKind, resource: Resource, path: readonly string[]): void {
  for (const [property, { facts }] of Object.entries(resource.fields)) {
    if (OWN_COLUMNS.includes(column(resource, property))) {
      throw new Error(`${resource.name}.${property} needs a column of another name: the statement has one of this.`)
    }
    const { hidden, required, fallback, assigned, counted, expression } = facts
    const isKnown = fallback ?? assigned ?? counted ?? expression ?? path.includes(property)
    if (kind === 'create' && hidden && required && !isKnown) {
      throw new Error(`${resource.name}.${property} must have a value, and a create here has none for it.`)
    }
  }
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

/** How the identifiers of items written are told: as sent, or, where they are numbered, by what the statement answers. */
export function keyTeller(
  kind: WriteKind,
  resource: Resource,
): (item: Item, place: number, row: Pick<WriteRow, 'first'>, numbers: readonly number[]) => Item {
  const parts = resource.key.map((name) => {
    const { counted } = resource.fields[name]!.facts
    return { name, counted: kind === 'create' ? counted : undefined }
  })
  return (item, place, { first }, numbers) => {
    const key: Item = {}
    for (const { name, counted } of parts) {
      key[name] = !counted ? item[name] : counted.per === undefined ? first! + place : numbers[place]
    }
    return key
  }
}

const column = (resource: Resource, property: string): string => columnName(property, resource.fields[property])

/** Properties that an update keeps where they are not sent: those that no body has, and those that cannot change. */
const keptWhereLeftOut = (resource: Resource): string[] =>
  Object.keys(resource.fields).filter((name) => {
    const { hidden, fixed, required, expression } = resource.fields[name]!.facts
    return (hidden || (fixed && !required)) && !expression && !resource.key.includes(name)
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
  const kept = kind === 'update' ? keptWhereLeftOut(resource) : []
  if (kept.length === 0) return `SELECT * FROM ${sent}`
  const list = [...own.map((name) => `s.${name.split(' ')[0]}`)]
  for (const name of Object.keys(resource.fields)) {
    const name_ = column(resource, name)
    const value = `CASE WHEN s.given ? '${name}' THEN s.${name_} ELSE t.${name_} END AS ${name_}`
    list.push(kept.includes(name) ? value : `s.${name_}`)
  }
  return `SELECT ${list.join(', ')} FROM ${sent} LEFT JOIN ${resource.table} t ON t.agreement = $1::int AND ${sameKey(resource, 't', 's')}`
}

function sameKey(resource: Resource, left: string, right: string): string {
  return resource.key
    .map((name) => `${left}.${column(resource, name)} = ${right}.${column(resource, name)}`)
    .join(' AND ')
}

/** Which rows `t` a write may find at all: those not deleted, of the app's own, and within what the path names. */
function isThere(resource: Resource, within: readonly string[]): string {
  const notDeleted = resource.softDelete ? ` AND NOT t.${column(resource, resource.softDelete)}` : ''
  return notDeleted + (resource.ownedByApp ? ' AND t.app = r.app' : '') + inPlace(resource, within)
}

const inPlace = (resource: Resource, within: readonly string[]): string =>
  within.map((name) => ` AND t.${column(resource, name)} = r.${column(resource, name)}`).join('')

function oldRows(resource: Resource, there: string): string {
  const computed = Object.entries(resource.fields)
    .filter(([, field]) => field.facts.expression)
    .map(([name, field]) => `, (${field.facts.expression}) AS read_${column(resource, name)}`)
  return `SELECT t.*${computed.join('')}, r.ordinal FROM ${resource.table} t JOIN r ON ${sameKey(resource, 't', 'r')}
    WHERE t.agreement = $1::int${there} FOR UPDATE OF t`
}

/** One row for each rule an item breaks: what is not there, what was changed meanwhile, then the resource's rules. */
function faultRows(
  kind: WriteKind,
  resource: Resource,
  rules: readonly AskedRule[],
  within: readonly string[],
): string {
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
  if (kind !== 'create') for (const fault of absences(resource, within)) add(fault, 'r')
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
function absences(
  resource: Resource,
  within: readonly string[],
): Pick<AskedRule, 'property' | 'code' | 'brokenWhen'>[] {
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
    WHERE t.agreement = $1::int AND ${sameKey(resource, 't', 'r')} AND t.app <> r.app${inPlace(resource, within)})`
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
    const comparable = facts.type === 'list' ? '::jsonb' : ''
    const brokenWhen = `r.given ? '${property}' AND old.${read}${comparable} IS DISTINCT FROM r.${name}${comparable}`
    return [{ property, code: 'PropertyReadOnly' as const, brokenWhen }]
  })
}

/** The numbers that a create gives out: those of the agreement, and those counted for each value of another property. */
interface Series {
  steps: string[]
  /** The rows to write, as `good`, with their numbers. */
  from: string
  /** SQL for the number of a property, over `from`. */
  valueOf(property: string): string
  /** SQL for what the answer tells of the numbers: the first of the agreement's, and those of an identifier counted otherwise. */
  first: string
  numbers: string
}

/** @throws Error for a declaration that counts two properties for each value of others: their counters would be one. */
function numberSeries(resource: Resource): Series | undefined {
  const counted = Object.entries(resource.fields).filter(([, { facts }]) => facts.counted)
  if (counted.length === 0) return undefined
  const within = counted.filter(([, { facts }]) => facts.counted!.per !== undefined)
  if (within.length > 1) throw new Error(`${resource.name} counts two properties for each value of others.`)
  const isTaken = within.length < counted.length
  const taken = `taken AS MATERIALIZED (SELECT take_numbers($1::int, '${resource.table}', count(*)::int) AS first FROM good HAVING count(*) > 0)`
  const steps = isTaken ? [taken] : []
  const first = isTaken ? '(SELECT first FROM taken)' : 'NULL::int'
  const rows = isTaken ? 'good CROSS JOIN taken' : 'good'
  const ofAgreement = '(taken.first + good.place)::int'
  const [own] = within
  if (!own) return { steps, from: rows, valueOf: () => ofAgreement, first, numbers: 'NULL' }
  const by = column(resource, own[1].facts.counted!.per!)
  const names = `${isTaken ? `${ofAgreement} AS number_taken, ` : ''}(s.first + row_number() OVER (PARTITION BY good.${by} ORDER BY good.place) - 1)::int AS number_within`
  steps.push(
    `series AS MATERIALIZED (SELECT g.value, take_numbers($1::int, '${resource.table} of ' || g.value, g.amount) AS first
      FROM (SELECT good.${by} AS value, count(*)::int AS amount FROM good GROUP BY good.${by} ORDER BY good.${by}) g)`,
    `numbered AS MATERIALIZED (SELECT good.*, ${names} FROM ${rows} JOIN series s ON s.value = good.${by})`,
  )
  const isKey = resource.key.includes(own[0])
  return {
    steps,
    from: 'numbered good',
    valueOf: (property) => (property === own[0] ? 'good.number_within' : 'good.number_taken'),
    first,
    numbers: isKey ? '(SELECT json_agg(number_within ORDER BY place)::text FROM numbered)' : 'NULL',
  }
}

/** What is particular about a write; `there` says which stored rows `t` it may find. */
interface Particulars {
  path: readonly string[]
  series: Series | undefined
  there: string
}

/** What each kind does with the rows that break no rule. */
const writes: Record<WriteKind, (resource: Resource, particulars: Particulars) => string> = {
  create(resource, { path, series }) {
    const [columns, values]: [string[], string[]] = resource.ownedByApp ? [['app'], ['good.app']] : [[], []]
    for (const [property, field] of Object.entries(resource.fields)) {
      const { type, expression, readOnly, assigned, counted, fallback } = field.facts
      const isGiven = !readOnly || assigned || counted || path.includes(property)
      if (expression || type === 'version' || !isGiven) continue
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
  update(resource, { there }) {
    const sets = [`object_version = nextval('object_version')`]
    for (const [property, field] of Object.entries(resource.fields)) {
      const { type, expression, readOnly, fixed, fallback, hidden } = field.facts
      const name = column(resource, property)
      if (property === 'lastUpdated') sets.push('last_updated = clock_timestamp()')
      if (expression || type === 'version' || readOnly || fixed || hidden || resource.key.includes(property)) continue
      sets.push(`${name} = ${newValue(name, type === 'boolean' && !field.facts.nullable ? 'false' : fallback?.update)}`)
    }
    return `UPDATE ${resource.table} t SET ${sets.map(ofGood).join(', ')} FROM good
      WHERE t.agreement = $1::int AND ${sameKey(resource, 't', 'good')}${there}
        AND t.object_version::text = good.object_version`
  },
  delete(resource, { there }) {
    const where = `t.agreement = $1::int AND ${sameKey(resource, 't', 'good')}${there}`
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
  const isCounted = kind === 'create' && resource.fields[key]!.facts.counted !== undefined
  const number = isCounted ? series!.valueOf(key) : `good.${column(resource, key)}`
  const [before, after] = [kind === 'create' ? `''` : `${number}::text`, kind === 'delete' ? `''` : `${number}::text`]
  return `SELECT emit_events($1::int, '${event}', array_agg(jsonb_build_object('OLDNUMBER', ${before}, 'NEWNUMBER', ${after}) ORDER BY good.place))
    FROM ${isCounted ? series!.from : 'good'} HAVING (SELECT count(*) FROM w) > 0`
}
