import type { ErrorCode } from '../errors/catalogue.ts'
import type { Renumbering } from '../resource/operations.ts'
import { columnName, type Resource, type Rule } from '../resource/resource.ts'
import { inUseCode, type Relation, type Relations } from '../resource/relations.ts'
import { BY_KEY, WRITTEN } from '../resource/rules.ts'
import { itemRow, Sql, storedRow } from '../resource/sql.ts'
import { ITEM, STORED } from './stored-rows.ts'

/**
 * A rule as the write statement asks for it. `by` names what refers to the row. `users` are the rows that refer, at
 * most two of each kind, where it matters whether there are `SEVERAL`.
 */
export interface AskedRule extends Omit<Rule, 'brokenWhen' | 'repeated'> {
  brokenWhen: string
  repeated?: readonly string[]
  by?: string
  users?: string
}

const [item, stored] = [itemRow(ITEM), storedRow(STORED)]

/**
 * When a rule of a resource is broken: what it looks at, and its text in the statement of a write. `isInUse` as SQL.
 */
export const brokenWhen = (rule: Pick<Rule, 'brokenWhen'>, isInUse = 'false'): Sql =>
  rule.brokenWhen(item, stored, new Sql(isInUse, { asksUse: true }))

/** SQL: several rows refer to the stored one. They are counted once for all the rules of a statement. */
const SEVERAL = '(SELECT u.count > 1 FROM users u WHERE u.ordinal = r.ordinal)'

/**
 * Every rule of a resource, in the order they are told: what follows from its fields and from what refers to it, then
 * its own.
 */
export function rulesOf(resource: Resource, relations: Relations): AskedRule[] {
  const inTheWay = relations.inTheWayOf(resource)
  const isInUse = inTheWay.length > 0 ? `(${inTheWay.map((one) => refers(one, resource)).join(' OR ')})` : 'false'
  const own = askedRules(resource.rules, isInUse)
  return [...references(resource), ...own, ...uniques(resource), ...inUse(resource, inTheWay)]
}

/** Rules as a statement asks for them. */
export const askedRules = (rules: readonly Rule[], isInUse?: string): AskedRule[] =>
  rules.map(({ repeated, ...rule }) => ({
    ...rule,
    brokenWhen: brokenWhen(rule, isInUse).text,
    ...(repeated && { repeated: repeated(item).map(({ text }) => text) }),
  }))

/** What a field names exists. */
function references({ fields }: Resource): AskedRule[] {
  return Object.entries(fields).flatMap(([property, field]) => {
    const { references } = field.facts
    if (!references?.code) return []
    const { table, column, code, alongside } = references
    const parts = [[property, column], ...Object.entries(alongside)].map(
      ([own, theirs]) => `x.${theirs} = r.${columnName(own!, fields[own!])}`,
    )
    const brokenWhen = `NOT EXISTS (SELECT FROM ${table} x WHERE x.agreement = $1 AND ${parts.join(' AND ')} ${BY_KEY})`
    return [{ property, code, on: WRITTEN, brokenWhen }]
  })
}

/**
 * No other row, and no item before it in the list, has the same value. That of an identifier can only be taken on
 * create: an update names its item by it.
 */
function uniques({ fields, table, key, softDelete }: Resource): AskedRule[] {
  return Object.entries(fields).flatMap(([property, field]) => {
    const { unique, codes } = field.facts
    if (!unique) return []
    const values = [property, ...unique.within].map((name) => {
      const column = columnName(name, fields[name])
      const isText = fields[name]!.facts.type === 'string'
      return (row: string) => (isText ? `fold(${row}.${column})` : `${row}.${column}`)
    })
    const same = values.map((value) => `${value('x')} = ${value('r')}`).join(' AND ')
    const isKey = key.includes(property)
    const others = key.map((name) => columnName(name, fields[name]))
    const isOther = isKey
      ? ''
      : ` AND (${others.map((column) => `x.${column}`).join(', ')})
        IS DISTINCT FROM (${others.map((column) => `r.${column}`).join(', ')})`
    const living = softDelete ? ` AND NOT x.${columnName(softDelete, fields[softDelete])}` : ''
    const brokenWhen = `EXISTS (SELECT FROM ${table} x WHERE x.agreement = $1 AND ${same}${isOther}${living} ${BY_KEY})`
    const repeated = values.map((value) => value('r'))
    return [{ property, code: codes.taken!, on: isKey ? ['create'] : WRITTEN, brokenWhen, repeated }]
  })
}

/**
 * What others refer to cannot be deleted; each kind of rows that does is told by name, in the order the codes are
 * declared.
 */
function inUse(resource: Resource, inTheWay: readonly Relation[]): AskedRule[] {
  const order = typeof resource.inUse === 'string' ? [] : Object.keys(resource.inUse)
  const placeOf = ({ table }: Relation): number => (order.includes(table) ? order.indexOf(table) : order.length)
  const { inUseBySeveral } = resource
  const counted = inTheWay.filter(({ table }) => inUseCode(resource, table) === inUseCode(resource, '*'))
  const users = counted.map((one) => `(SELECT 1 ${rowsThat(one, resource)} LIMIT 2)`).join(' UNION ALL ')
  return inTheWay
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .flatMap((relation): AskedRule[] => {
      const code = inUseCode(resource, relation.table)
      const rule = { property: resource.key.at(-1)!, on: ['delete'] as const, by: relation.by }
      const brokenWhen = refers(relation, resource)
      if (!inUseBySeveral || code !== inUseCode(resource, '*')) return [{ ...rule, code, brokenWhen }]
      return [
        { ...rule, code, users, brokenWhen: `${brokenWhen} AND NOT ${SEVERAL}` },
        { ...rule, code: inUseBySeveral, users, brokenWhen: `${brokenWhen} AND ${SEVERAL}` },
      ]
    })
}

/**
 * When an item keeps its number: the agreement does not let it change (`differs`), another item has the new one, or
 * rows that are never changed name it.
 * @throws Error for a resource that cannot be renumbered.
 */
export function renumberingRules(
  resource: Resource,
  relations: Relations,
  { allowedBy, keptBy }: Renumbering,
  differs: ErrorCode,
): AskedRule[] {
  const { key, fields, table } = resource
  const property = key[0]!
  const { unique, codes, type } = fields[property]!.facts
  const isPlain = key.length === 1 && unique?.within.length === 0 && !resource.update && !resource.ownedByApp
  const others = Object.keys(fields).filter((name) => name !== property && fields[name]!.facts.unique)
  if (!isPlain || others.length > 0) throw new Error(`${resource.name} cannot be renumbered.`)
  const column = columnName(property, fields[property])
  const folded = (row: string): string => (type === 'string' ? `fold(${row}.${column})` : `${row}.${column}`)
  const rule = (code: ErrorCode, condition: string): AskedRule => ({
    property,
    code,
    on: ['update'],
    brokenWhen: `${STORED}.${column} <> r.${column} AND ${condition}`,
  })
  return [
    rule(differs, `NOT EXISTS (SELECT FROM agreement x WHERE x.agreement = $1 AND x.${allowedBy})`),
    rule(
      codes.taken!,
      `EXISTS (SELECT FROM ${table} x WHERE x.agreement = $1 AND ${folded('x')} = ${folded('r')}
        AND x.${column} <> ${STORED}.${column})`,
    ),
    ...relations
      .onAny(resource)
      .filter((one) => keptBy.includes(one.table))
      .map((one) => rule(inUseCode(resource, one.table), refers(one, resource))),
  ]
}

/** SQL: whether another row refers to the stored one. */
const refers = (relation: Relation, resource: Resource): string =>
  `EXISTS (SELECT ${rowsThat(relation, resource)} ${BY_KEY})`

/** SQL: the rows `x` that refer to the stored one, from FROM on. */
function rowsThat({ table, column, target, targetColumn, alongside }: Relation, resource: Resource): string {
  const { when, columns = {} } = resource.alsoIn[target] ?? {}
  const ofOld = (name: string): string => (columns[name]?.(stored) ?? stored[name]!).text
  const isOther = table === resource.table ? ` AND x.${targetColumn} <> ${STORED}.${targetColumn}` : ''
  const along = alongside.map(([own, theirs]) => ` AND ${own} = ${ofOld(theirs)}`).join('')
  return `FROM ${table} x WHERE x.agreement = $1 AND x.${column} = ${ofOld(targetColumn)}${along}${isOther}
    AND ${when?.(stored).text ?? 'true'}`
}
