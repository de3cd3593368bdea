import { NAME_CALLER, originOf } from '../resource/caller.ts'
import type { ErrorCode } from '../errors/catalogue.ts'
import { columnSql, columnType } from '../resource/columns.ts'
import type { Field, Given } from '../resource/fields.ts'
import type { Item } from '../resource/operations.ts'
import type { Resource, WriteKind, WriteRequest } from '../resource/resource.ts'
import { sentList } from '../resource/sent-list.ts'
import { itemRow, type Row, type Sql } from '../resource/sql.ts'
import type { AskedRule } from './derived-rules.ts'
import { countedRepeats, countedUsers, faultRows, noticeRows } from './fault-sql.ts'
import type { Held } from './held-references.ts'
import { numberSeries, type Series } from './number-series.ts'
import { column, GOOD, isAsSent, isNamed, isThere, ITEM, lockedInOrder, sameKey } from './stored-rows.ts'

/** What a write statement answers. */
export interface WriteRow {
  /** The rules that items break, as JSON text: a list of `BrokenRule`. */
  faults: string | null
  /** The first number that the statement gave out, where the agreement counts the identifier. */
  first: number | null
  /** Each item's number, as JSON text, where the identifier is counted for each value of another property. */
  numbers: string | null
  /** How many rows it wrote. */
  written: number
  /** What passes with a notice, as JSON text: places of the item and of its rule. */
  noticed: string | null
}

/**
 * One fault as the statement tells it; `rule` is its place among the resource's rules, -1 for one of the conventions.
 */
export interface BrokenRule {
  /** Of the item, among those of all requests. */
  ordinal: number
  property: string
  code: ErrorCode
  rule: number
}

/** What only some writes have. */
export interface WriteShape {
  /**
   * Properties that the path names: what is created gets the path's values of them, and what is changed or deleted must
   * have them.
   */
  path?: readonly string[]
  /** The path names the item of an update, and the body may give it another number. */
  renumbers?: boolean
  /** What is deleted has the values of these properties, where they are sent. */
  asStored?: readonly string[]
  /**
   * Values for what a create leaves out, which rules see: by property, in stages, each over the item as the one before
   * it left it.
   */
  defaults?: readonly Readonly<Record<string, (item: Row) => Sql>>[]
  /** The statement is of a transaction that has named its caller, or has none: there is no `$3` to `$6`. */
  isUnnamed?: boolean
}

/**
 * The one statement of a write: `$1` the agreement, `$2` the items as a JSON list, `$3` to `$6` whom it is written for.
 * It looks every rule up for the whole list, and writes the requests that break none; so a write is one round trip,
 * whatever the list's length. Rows that rules look at are `held`.
 */
export function writeText(
  kind: WriteKind,
  resource: Resource,
  rules: readonly AskedRule[],
  held: Held,
  shape: WriteShape = {},
): string {
  const { path = [], renumbers = false, asStored = [], defaults = [], isUnnamed = false } = shape
  const steps = judgedSteps(kind, resource, rules, held, shape)
  const series = kind === 'create' ? numberSeries(resource) : undefined
  if (series) steps.push(...series.steps)
  const there = isThere(resource, beside(resource, path), GOOD) + isAsSent(resource, asStored, GOOD)
  steps.push(`w AS (${writes[kind](resource, { path, series, there, renumbers, defaults })} RETURNING 1)`)
  if (resource.emits) steps.push(`told AS MATERIALIZED (${events(kind, resource, { series, renumbers })})`)
  return `WITH ${steps.join(',\n')}
    SELECT ${FAULTS} AS faults,
           ${series?.first ?? 'NULL::int'} AS first, ${series?.numbers ?? 'NULL'} AS numbers,
           (SELECT count(*) FROM w)::int AS written, ${noticeRows(kind, resource, rules)}
             AS noticed${isUnnamed ? '' : `, ${NAME_CALLER}`}${resource.emits ? ', (SELECT count(*) FROM told)' : ''}`
}

/** SQL: the rules that items break, as `WriteRow` has them. */
export const FAULTS = '(SELECT json_agg(fault ORDER BY ordinal, at, rule) FROM fault)::text'

/** Properties that the path names beside the identifier. */
const beside = (resource: Resource, path: readonly string[]): string[] =>
  path.filter((property) => !resource.key.includes(property))

/**
 * The steps of a statement that judge the items: `r` has them, `fault` the rules that they break, `good` the items of
 * requests that break none. A statement of these alone writes nothing.
 */
export function judgedSteps(
  kind: WriteKind,
  resource: Resource,
  rules: readonly AskedRule[],
  held: Held,
  { path = [], renumbers = false, asStored = [], defaults = [] }: WriteShape = {},
): string[] {
  checkColumns(kind, resource, path)
  const within = beside(resource, path)
  const steps: string[] = []
  let sent = sentRows(kind, resource, renumbers)
  for (const [at, stage] of defaults.entries()) {
    steps.push(`sent_${at} AS MATERIALIZED (${sent})`)
    sent = completed(resource, stage, `sent_${at}`)
  }
  steps.push(`r AS MATERIALIZED (SELECT r.*${countedRepeats(kind, resource, rules)} FROM (${sent}) r)`)
  if (kind !== 'create') {
    const there = isThere(resource, within, ITEM) + isAsSent(resource, asStored, ITEM)
    steps.push(`old AS MATERIALIZED (${oldRows(resource, there, renumbers)})`)
  }
  const users = countedUsers(kind, rules)
  if (users) steps.push(`users AS MATERIALIZED (${users})`)
  steps.push(`fault AS MATERIALIZED (${faultRows(kind, resource, rules, within)})`)
  steps.push(...held.steps)
  steps.push(`good AS MATERIALIZED (SELECT r.*, row_number() OVER (ORDER BY r.ordinal) - 1 AS place FROM r
    WHERE NOT r.blocked AND NOT EXISTS (SELECT FROM fault f WHERE f.request = r.request)${held.condition})`)
  return steps
}

/** SQL: the items that were sent, with the defaults of a stage. */
function completed(resource: Resource, stage: Readonly<Record<string, (item: Row) => Sql>>, sent: string): string {
  const columns = Object.keys(resource.fields).map((property) => {
    const [name, given] = [column(resource, property), stage[property]]
    return given ? `coalesce(r.${name}, ${given(itemRow(ITEM)).text}) AS ${name}` : `r.${name}`
  })
  return `SELECT ${[...ownColumns(resource, false).map((name) => `r.${name.split(' ')[0]}`), ...columns].join(', ')}
    FROM ${sent} r`
}

/** Columns of the statement's own, beside those of the items. */
const OWN_COLUMNS = ['strict', 'request', 'ordinal', 'blocked', 'given', 'app', 'trace', 'place', 'old', 'was']

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

/**
 * The items as `$2` takes them: by column, with where they stand, and, of an update, the names of the properties that
 * were sent.
 */
export function sentRecords(kind: WriteKind, resource: Resource, requests: readonly WriteRequest[]): string {
  const records: Record<string, unknown>[] = []
  const columns = new Map<string, { name: string; inverted: boolean }>()
  for (const [request, { caller, items }] of requests.entries()) {
    const blocked = items.some(({ faults }) => faults.length > 0)
    for (const { item, was, read } of items) {
      const record: Record<string, unknown> = { request, ordinal: records.length, blocked }
      if (read) record.strict = read.isStrict
      if (was) record.was = was[resource.key[0]!]
      if (kind === 'update') record.given = Object.keys(item)
      if (resource.ownedByApp) record.app = caller.app
      if (resource.emits) record.origin = originOf(caller.trace, caller.requestId)
      for (const [property, value] of Object.entries(item)) {
        let known = columns.get(property)
        if (!known) {
          known = { name: column(resource, property), inverted: resource.fields[property]!.facts.inverted === true }
          columns.set(property, known)
        }
        record[known.name] = known.inverted ? !value : value
      }
      records.push(record)
    }
  }
  return JSON.stringify(records)
}

/**
 * How the identifiers of items written are told: as sent, or, where they are numbered, by what the statement answers.
 */
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
      const isInOrder = counted && counted.per === undefined && !counted.unlessGiven
      key[name] = !counted ? item[name] : isInOrder ? first! + place : numbers[place]
    }
    return key
  }
}

/** Properties that an update keeps where they are not sent: those that no body has, and those that cannot change. */
const keptWhereLeftOut = (resource: Resource): string[] =>
  Object.keys(resource.fields).filter((name) => {
    const { hidden, fixed, required, expression, codes } = resource.fields[name]!.facts
    return (hidden || (fixed && !(required && codes.fixed))) && !expression && !resource.key.includes(name)
  })

/** What the statement has of each item beside its properties, with types. */
const ownColumns = (resource: Resource, renumbers: boolean): string[] => [
  'request int',
  'ordinal int',
  'blocked boolean',
  'given jsonb',
  'strict boolean',
  ...(resource.ownedByApp ? ['app int'] : []),
  ...(resource.emits ? ['origin text'] : []),
  ...(renumbers ? [`was ${columnType(resource.fields[resource.key[0]!]!)}`] : []),
]

function sentRows(kind: WriteKind, resource: Resource, renumbers: boolean): string {
  const columns = Object.entries(resource.fields).map(
    ([name, field]) => `${column(resource, name)} ${columnType(field)}`,
  )
  const own = ownColumns(resource, renumbers)
  const sent = `${sentList('$2', [...own, ...columns].join(', '))} AS s`
  if (kind !== 'update') return `SELECT * FROM ${sent}`
  const kept = keptWhereLeftOut(resource)
  const isNarrowed = Object.values(resource.fields).some(({ facts }) => facts.narrowed)
  if (kept.length === 0 && !isNarrowed) return `SELECT * FROM ${sent}`
  const list = [...own.map((name) => `s.${name.split(' ')[0]}`)]
  for (const [name, { facts }] of Object.entries(resource.fields)) {
    const name_ = column(resource, name)
    const keptWhere = (condition: string, sent = `s.${name_}`): string =>
      `CASE WHEN ${condition} THEN t.${name_} ELSE ${sent} END AS ${name_}`
    if (facts.fixed && !facts.codes.fixed) list.push(`t.${name_}`)
    else if (kept.includes(name)) list.push(keptWhere(`NOT s.given ? '${name}'`))
    else if (facts.narrowed) {
      const sent = isFlag(facts) ? `coalesce(s.${name_}, false)` : `s.${name_}`
      list.push(keptWhere(`${sent} IS NOT DISTINCT FROM ${columnSql(resource, name)}`, sent))
    } else list.push(`s.${name_}`)
  }
  return `SELECT ${list.join(', ')} FROM ${sent} LEFT JOIN ${resource.table} t ON t.agreement = $1::int
    AND ${isNamed(resource, 't', 's', renumbers)}`
}

/** The stored rows of the items, each beside its item, locked in one order everywhere. */
function oldRows(resource: Resource, there: string, renumbers: boolean): string {
  const computed = Object.entries(resource.fields)
    .filter(([, field]) => field.facts.expression)
    .map(([name, field]) => `, (${field.facts.expression}) AS read_${column(resource, name)}`)
  return `SELECT r.*, t AS old${computed.join('')} FROM ${resource.table} t JOIN r
    ON ${isNamed(resource, 't', 'r', renumbers)}
    WHERE t.agreement = $1::int${there}${resource.isView ? '' : lockedInOrder(resource)}`
}

/** Locks one item: `$1` the agreement, then the values of its key. */
export const holdText = (resource: Resource): string =>
  `SELECT FROM ${resource.table} t WHERE t.agreement = $1
    AND ${resource.key.map((name, at) => `t.${column(resource, name)} = $${at + 2}`).join(' AND ')} FOR UPDATE`

/** What is particular about a write; `there` says which stored rows `t` it may find. */
interface Particulars {
  path: readonly string[]
  series: Series | undefined
  there: string
  renumbers: boolean
  defaults: Required<WriteShape>['defaults']
}

/** What each kind does with the rows that break no rule. */
const writes: Record<WriteKind, (resource: Resource, particulars: Particulars) => string> = {
  create(resource, { path, series, defaults }) {
    const [columns, values]: [string[], string[]] = resource.ownedByApp ? [['app'], ['good.app']] : [[], []]
    for (const [property, field] of Object.entries(resource.fields)) {
      const { type, expression, readOnly, assigned, counted, ignored } = field.facts
      const isGiven = !readOnly || assigned || counted || path.includes(property)
      if (expression || ignored || type === 'version' || !isGiven) continue
      columns.push(column(resource, property))
      values.push(
        counted
          ? series!.valueOf(property)
          : assigned === undefined
            ? newValue(
                column(resource, property),
                // What has a default by now needs none.
                defaults.some((stage) => property in stage) ? undefined : whenLeftOut(field, 'create'),
              )
            : ofGood(assigned),
      )
    }
    return `INSERT INTO ${resource.table} (agreement, ${columns.join(', ')})
      SELECT $1::int, ${values.join(', ')} FROM ${series?.from ?? 'good'} ORDER BY good.place`
  },
  update(resource, { there, renumbers }) {
    const sets = [`object_version = nextval('object_version')`]
    for (const [property, field] of Object.entries(resource.fields)) {
      const { type, expression, readOnly, fixed, hidden, ignored } = field.facts
      const name = column(resource, property)
      if (property === 'lastUpdated') sets.push('last_updated = clock_timestamp()')
      const isKept = expression || ignored || type === 'version' || readOnly || fixed || hidden
      if (isKept || (resource.key.includes(property) && !renumbers)) continue
      // `sentRows` says what is stored of what is narrowed.
      sets.push(`${name} = ${newValue(name, field.facts.narrowed ? undefined : whenLeftOut(field, 'update'))}`)
    }
    return `UPDATE ${resource.table} t SET ${sets.join(', ')} FROM good
      WHERE t.agreement = $1::int AND ${isNamed(resource, 't', 'good', renumbers)}${there}
        AND t.object_version::text = good.object_version`
  },
  delete(resource, { there }) {
    const where = `t.agreement = $1::int AND ${sameKey(resource, 't', 'good')}${there}`
    if (!resource.softDelete) return `DELETE FROM ${resource.table} t USING good WHERE ${where}`
    return `UPDATE ${resource.table} t SET ${column(resource, resource.softDelete)} = true,
      object_version = nextval('object_version')${
        resource.fields.lastUpdated ? ', last_updated = clock_timestamp()' : ''
      } FROM good WHERE ${where}`
  },
}

/** A boolean that is false where it is left out. */
const isFlag = ({ type, nullable }: Field['facts']): boolean => type === 'boolean' && !nullable

/** SQL for what is stored of a property that was left out: a boolean is false. */
function whenLeftOut({ facts }: Field, kind: 'create' | 'update'): string | undefined {
  if (isFlag(facts)) return String(facts.inverted === true)
  return facts.fallback && ofGood(facts.fallback[kind])
}

const newValue = (name: string, fallback: string | undefined): string =>
  fallback ? `coalesce(${GOOD}.${name}, ${fallback})` : `${GOOD}.${name}`

/** SQL of a value that the service gives, over the rows that are written. */
const ofGood = (given: Given): string => (typeof given === 'string' ? given : given(itemRow(GOOD)).text)

/** "Updated" covers create, change and delete: on create the old number is empty, on delete the new one. */
function events(
  kind: WriteKind,
  resource: Resource,
  { series, renumbers }: Pick<Particulars, 'series' | 'renumbers'>,
): string {
  const key = resource.key.at(-1)!
  const isCounted = kind === 'create' && resource.fields[key]!.facts.counted !== undefined
  const number = isCounted ? series!.valueOf(key) : `good.${column(resource, key)}`
  const [before, after] = [
    kind === 'create' ? `''` : `${renumbers ? 'good.was' : number}::text`,
    kind === 'delete' ? `''` : `${number}::text`,
  ]
  return `SELECT emit_events($1::int, '${resource.emits}',
    array_agg(jsonb_build_object('OLDNUMBER', ${before}, 'NEWNUMBER', ${after}) ORDER BY good.place), false,
      array_agg(good.origin ORDER BY good.place))
    FROM ${isCounted ? series!.from : 'good'} HAVING (SELECT count(*) FROM w) > 0`
}
