import type { Resource, WriteKind } from '../resource/resource.ts'
import type { AskedRule } from './derived-rules.ts'
import { column, inPlace, ITEM, sameKey, STORED } from './stored-rows.ts'

/**
 * SQL for the place that each row of `r` has among those of its list with the same values, for each rule that asks.
 * Counted in one pass: looking at every pair of items would take the square of their number.
 */
export function countedRepeats(kind: WriteKind, resource: Resource, rules: readonly AskedRule[]): string {
  const nth = (values: readonly string[], name: string): string =>
    `, row_number() OVER (PARTITION BY ${['r.request', ...values].join(', ')} ORDER BY r.ordinal) AS nth_${name}`
  const ofItem =
    kind === 'create'
      ? ', 1 AS nth_item'
      : nth(
          resource.key.map((name) => `r.${column(resource, name)}`),
          'item',
        )
  const ofRules = rules.map(({ repeated, on }, place) =>
    repeated && on!.includes(kind) ? nth(repeated, String(place)) : '',
  )
  return [ofItem, ...ofRules].join('')
}

/** SQL: an item before it in its list, and not the same one named twice, has the same values. */
const isRepeat = (values: readonly string[], place: number): string =>
  `(r.nth_${place} > 1 AND r.nth_item = 1 AND ${values.map((value) => `${value} IS NOT NULL`).join(' AND ')})`

/** SQL for how many rows refer to each stored one, where a rule asks. */
export function countedUsers(kind: WriteKind, rules: readonly AskedRule[]): string | undefined {
  const users = rules.find((rule) => rule.on?.includes(kind) && rule.users)?.users
  return users && `SELECT r.ordinal, (SELECT count(*) FROM (${users}) n) AS count FROM old r`
}

/** One row for each rule an item breaks: what is not there, what was changed meanwhile, then the resource's rules. */
export function faultRows(
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
    selects.push(`SELECT r.request, r.ordinal, ${order.indexOf(property)} AS at, '${property}' AS property,
      '${code}' AS code, ${place} AS rule
      FROM ${from} WHERE ${brokenWhen}`)
  const withOld = kind === 'create' ? 'r' : 'old r'
  if (kind !== 'create') for (const fault of absences(resource, within)) add(fault, 'r')
  if (kind === 'update') {
    const brokenWhen = `${STORED}.object_version::text <> ${ITEM}.object_version`
    add({ property: 'objectVersion', code: 'ObjectVersionMismatch', brokenWhen }, withOld)
    for (const rule of keptProperties(resource)) add(rule, withOld)
  }
  for (const [place, rule] of rules.entries()) {
    if (rule.on && !rule.on.includes(kind)) continue
    const strict = rule.notice === undefined ? '' : 'coalesce(r.strict, true) AND '
    add({ ...rule, brokenWhen: `${strict}${conditionOf(kind, resource, rule, place)}` }, withOld, place)
  }
  const none = `SELECT 0 AS request, 0 AS ordinal, 0 AS at, '' AS property, '' AS code, 0 AS rule WHERE false`
  return selects.length > 0 ? selects.join('\nUNION ALL ') : none
}

/** SQL: the item breaks the rule at this place. */
function conditionOf(kind: WriteKind, resource: Resource, rule: AskedRule, place: number): string {
  const present = rule.always || kind === 'delete' ? '' : `r.${column(resource, rule.property)} IS NOT NULL AND `
  const brokenWhen = [rule.brokenWhen, ...(rule.repeated ? [isRepeat(rule.repeated, place)] : [])].join(' OR ')
  return `${present}(${brokenWhen})`
}

/** SQL for what the items break that passes with a notice: a list of places of the item and of the rule. */
export function noticeRows(kind: WriteKind, resource: Resource, rules: readonly AskedRule[]): string {
  const selects = rules.flatMap((rule, place) => {
    if (rule.notice === undefined || (rule.on && !rule.on.includes(kind))) return []
    const isBroken = conditionOf(kind, resource, rule, place)
    return [
      `SELECT r.ordinal, ${place} AS rule FROM ${kind === 'create' ? 'r' : 'old r'} WHERE NOT r.strict AND ${isBroken}`,
    ]
  })
  if (selects.length === 0) return 'NULL::text'
  return `(SELECT json_agg(json_build_array(n.ordinal, n.rule)) FROM (${selects.join(' UNION ALL ')}) n)::text`
}

/** An item that is not there, or another app's, or stands in the list before. */
function absences(
  resource: Resource,
  within: readonly string[],
): Pick<AskedRule, 'property' | 'code' | 'brokenWhen'>[] {
  // A missing or invalid identifier is a fault of the body, already found. Its item does not count as missing.
  const hasKey = resource.key.map((name) => `r.${column(resource, name)} IS NOT NULL AND `).join('')
  const isMissing = `${hasKey}NOT EXISTS (SELECT FROM old o WHERE o.ordinal = r.ordinal)`
  const property = resource.key.at(-1) ?? 'path'
  const repeated = { property, code: 'ItemRepeated' as const, brokenWhen: `${hasKey}r.nth_item > 1` }
  const missing = { property, code: resource.missing ?? ('NotFound' as const), brokenWhen: isMissing }
  const notOwner = resource.ownedByApp?.notOwner
  if (!notOwner) return [missing, repeated]
  const isOthers = `EXISTS (SELECT FROM ${resource.table} t
    WHERE t.agreement = $1::int AND ${sameKey(resource, 't', 'r')}
      AND t.app <> r.app${inPlace(resource, within, ITEM)})`
  return [
    { property, code: notOwner, brokenWhen: isOthers },
    { ...missing, brokenWhen: `${isMissing} AND NOT ${isOthers}` },
    repeated,
  ]
}

/**
 * Fixed and read-only properties: sent with the value that was read, or (read-only) left out. Those that follow other
 * items may have changed since.
 */
function keptProperties(resource: Resource): Pick<AskedRule, 'property' | 'code' | 'brokenWhen'>[] {
  return Object.entries(resource.fields).flatMap(([property, { facts }]) => {
    const name = column(resource, property)
    if (facts.fixed) {
      // What is ignored is not compared.
      if (!facts.codes.fixed) return []
      const brokenWhen = `${STORED}.${name} IS DISTINCT FROM r.${name} AND r.given ? '${property}'`
      return [{ property, code: facts.codes.fixed, brokenWhen }]
    }
    if (!facts.readOnly || facts.followsOthers || facts.hidden || resource.key.includes(property)) return []
    const read = facts.expression ? `r.read_${name}` : `${STORED}.${name}`
    const comparable = facts.type === 'list' ? '::jsonb' : ''
    const brokenWhen = `r.given ? '${property}' AND ${read}${comparable} IS DISTINCT FROM r.${name}${comparable}`
    return [{ property, code: 'PropertyReadOnly' as const, brokenWhen }]
  })
}
