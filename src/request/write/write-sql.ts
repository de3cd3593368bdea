import type { ErrorCode } from '../../errors/catalogue.ts'
import { columnType } from '../../resource/columns.ts'
import { columnName, type Item, type Resource, type Rule } from '../../resource/resource.ts'

/** What a write statement answers: the rules broken (a `BrokenRule` each), and the keys of what was written, as JSON text. */
export interface WriteRow {
  faults: string | null
  keys: string | null
}

/** One fault as the statement tells it; `rule` is the place of the resource's own rule, -1 for one of the conventions. */
export interface BrokenRule {
  property: string
  code: ErrorCode
  rule: number
}

export type WriteKind = 'create' | 'update' | 'delete'

/**
 * The one statement of a shared write: `$1` the agreement, `$2` the items as a JSON list. It looks every rule up for the whole
 * list, and writes only when none is broken; so a write is one round trip, whatever the list's length.
 * With `checkOnly` it looks the rules up and writes nothing.
 */
export function writeText(kind: WriteKind, resource: Resource, checkOnly: boolean): string {
  const parts = [`r AS MATERIALIZED (SELECT * FROM json_to_recordset($2::json) AS r(${recordColumns(resource)}))`]
  if (kind !== 'create') parts.push(`old AS MATERIALIZED (${oldRows(resource)})`)
  parts.push(`fault AS MATERIALIZED (${faultRows(kind, resource)})`)
  const keys = resource.key.map((property) => `'${property}', w.${column(resource, property)}`).join(', ')
  if (!checkOnly) parts.push(`w AS (${writes[kind](resource)})`)
  return `WITH ${parts.join(',\n')}
    SELECT (SELECT json_agg(fault ORDER BY ordinal, at) FROM fault)::text AS faults,
           ${checkOnly ? 'NULL' : `(SELECT json_agg(json_build_object(${keys})) FROM w)::text`} AS keys`
}

/** The items as `$2` takes them: by column, with the names of the properties that were sent, and the app that writes. */
export function writeRecords(resource: Resource, items: readonly Item[], app: number): string {
  return JSON.stringify(
    items.map((item, ordinal) => {
      const record: Record<string, unknown> = { ordinal, given: Object.keys(item) }
      for (const [property, value] of Object.entries(item)) record[column(resource, property)] = value
      if (resource.ownedByApp) record.app = app
      return record
    }),
  )
}

const column = (resource: Resource, property: string): string => columnName(property, resource.fields[property])

function recordColumns(resource: Resource): string {
  const columns = Object.entries(resource.fields).map(
    ([name, field]) => `${column(resource, name)} ${columnType(field)}`,
  )
  const owner = resource.ownedByApp ? ['app int'] : []
  return ['ordinal int', 'given jsonb', ...owner, ...columns].join(', ')
}

function sameKey(resource: Resource, left: string, right: string): string {
  return resource.key
    .map((name) => `${left}.${column(resource, name)} = ${right}.${column(resource, name)}`)
    .join(' AND ')
}

/** Which rows `t` a write may find at all: those not deleted, and of the app's own. */
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

/** One row for each rule an item breaks: what is not there, what was changed meanwhile, then the resource's own rules. */
function faultRows(kind: WriteKind, resource: Resource): string {
  const selects: string[] = []
  const order = Object.keys(resource.fields)
  const add = (
    { property, code, brokenWhen }: Pick<Rule, 'property' | 'code' | 'brokenWhen'>,
    from: string,
    place = -1,
  ) =>
    selects.push(`SELECT r.ordinal, ${order.indexOf(property)} AS at, '${property}' AS property, '${code}' AS code, ${place} AS rule
      FROM ${from} WHERE ${brokenWhen}`)
  const withOld = kind === 'create' ? 'r' : 'r JOIN old ON old.ordinal = r.ordinal'
  if (kind !== 'create') {
    // An identifier that is missing or no good is a fault of the body, already found, and not an item that is not there.
    const hasKey = resource.key.map((name) => `r.${column(resource, name)} IS NOT NULL AND `).join('')
    const isMissing = `${hasKey}NOT EXISTS (SELECT FROM old WHERE old.ordinal = r.ordinal)`
    const property = resource.key.at(-1)!
    const isOthers = `EXISTS (SELECT FROM ${resource.table} t
      WHERE t.agreement = $1::int AND ${sameKey(resource, 't', 'r')} AND t.app <> r.app)`
    const notOwner = resource.ownedByApp?.notOwner
    if (notOwner) add({ property, code: notOwner, brokenWhen: isOthers }, 'r')
    const brokenWhen = notOwner ? `${isMissing} AND NOT ${isOthers}` : isMissing
    add({ property, code: resource.missing ?? 'NotFound', brokenWhen }, 'r')
  }
  if (kind === 'update') {
    const brokenWhen = 'old.object_version::text <> r.object_version'
    add({ property: 'objectVersion', code: 'ObjectVersionMismatch', brokenWhen }, withOld)
    for (const rule of keptProperties(resource)) add(rule, withOld)
  }
  for (const [place, rule] of resource.rules.entries()) {
    if (rule.on && !rule.on.includes(kind)) continue
    const present = rule.always || kind === 'delete' ? '' : `r.${column(resource, rule.property)} IS NOT NULL AND `
    add({ ...rule, brokenWhen: `${present}(${rule.brokenWhen})` }, withOld, place)
  }
  const none = `SELECT 0 AS ordinal, 0 AS at, '' AS property, '' AS code, 0 AS rule WHERE false`
  return selects.length > 0 ? selects.join('\nUNION ALL ') : none
}

/** Fixed and read-only properties: sent with the value that was read, or (read-only) left out. */
function keptProperties(resource: Resource): Rule[] {
  const rules: Rule[] = []
  for (const [property, field] of Object.entries(resource.fields)) {
    const name = column(resource, property)
    if (field.facts.fixed) {
      rules.push({
        property,
        code: field.facts.codes.fixed!,
        brokenWhen: `old.${name} IS DISTINCT FROM r.${name} AND r.given ? '${property}'`,
      })
    } else if (field.facts.readOnly && !resource.key.includes(property)) {
      const read = field.facts.expression ? `read_${name}` : name
      rules.push({
        property,
        code: 'PropertyReadOnly',
        brokenWhen: `r.given ? '${property}' AND old.${read} IS DISTINCT FROM r.${name}`,
      })
    }
  }
  return rules
}

const writes: Record<WriteKind, (resource: Resource) => string> = {
  create(resource) {
    const [columns, values]: [string[], string[]] = resource.ownedByApp ? [['app'], ['r.app']] : [[], []]
    for (const [property, field] of Object.entries(resource.fields)) {
      const { type, expression, readOnly, assigned, fallback } = field.facts
      if (expression || type === 'version' || (readOnly && !assigned)) continue
      columns.push(column(resource, property))
      values.push(assigned ?? newValue(column(resource, property), type === 'boolean' ? 'false' : fallback?.create))
    }
    return `INSERT INTO ${resource.table} (agreement, ${columns.join(', ')})
      SELECT $1::int, ${values.join(', ')} FROM r WHERE NOT EXISTS (SELECT FROM fault) RETURNING *`
  },
  update(resource) {
    const sets = [`object_version = nextval('object_version')`]
    for (const [property, field] of Object.entries(resource.fields)) {
      const { type, expression, readOnly, fixed, fallback } = field.facts
      const name = column(resource, property)
      if (property === 'lastUpdated') sets.push('last_updated = clock_timestamp()')
      if (expression || type === 'version' || readOnly || fixed || resource.key.includes(property)) continue
      sets.push(`${name} = ${newValue(name, type === 'boolean' ? 'false' : fallback?.update)}`)
    }
    return `UPDATE ${resource.table} t SET ${sets.join(', ')} FROM r
      WHERE t.agreement = $1::int AND ${sameKey(resource, 't', 'r')}${isThere(resource)}
        AND t.object_version::text = r.object_version AND NOT EXISTS (SELECT FROM fault) RETURNING t.*`
  },
  delete(resource) {
    const where = `t.agreement = $1::int AND ${sameKey(resource, 't', 'r')}${isThere(resource)} AND NOT EXISTS (SELECT FROM fault)`
    if (!resource.softDelete) return `DELETE FROM ${resource.table} t USING r WHERE ${where} RETURNING t.*`
    return `UPDATE ${resource.table} t SET ${column(resource, resource.softDelete)} = true, object_version = nextval('object_version')${
      resource.fields.lastUpdated ? ', last_updated = clock_timestamp()' : ''
    } FROM r WHERE ${where} RETURNING t.*`
  },
}

const newValue = (name: string, fallback: string | undefined): string =>
  fallback ? `coalesce(r.${name}, ${fallback})` : `r.${name}`
