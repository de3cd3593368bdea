import { columnType } from '../resource/columns.ts'
import type { Relations } from '../resource/relations.ts'
import { columnName, type Resource, type WriteKind } from '../resource/resource.ts'
import { sentList } from '../resource/sent-list.ts'
import type { Looks } from '../resource/sql.ts'
import { brokenWhen } from './derived-rules.ts'
import { column, isNamed, lockedInOrder } from './stored-rows.ts'

/** What a write statement adds to hold rows: its steps, and a condition without which it writes nothing. */
export interface Held {
  steps: readonly string[]
  condition: string
}

const NOTHING: Held = { steps: [], condition: '' }

/** Rows that items name: in which table, and by which columns. */
interface Named {
  target: string
  /** Columns of the target, each with that of the item. */
  columns: readonly (readonly [theirs: string, own: string])[]
  /** The item's columns that those rules depend on. */
  inputs: readonly string[]
}

/**
 * SQL: holds the rows that rules of a create or update look at, until its transaction ends, and makes sure that they
 * are as the rules saw them. A change of such a row that is refused while others refer to it locks the row before it
 * looks for those (`holdRowsText`). So whichever comes second waits for the first: the change then sees who refers, and
 * this write sees the row changed. It is then refused as one that another got in the way of, and is tried again. The
 * lock is the one that the foreign key takes at the end of the statement. An update holds only what a rule looks at
 * that could have another answer now, as something that it depends on changes. The others were answered when the row
 * was written, and who changes what the row names looks at the row. It may lock that row next, so an update that holds
 * the row must not wait for it.
 */
export function heldReferences(kind: WriteKind, resource: Resource, relations: Relations): Held {
  if (kind === 'delete') return NOTHING
  const named = namedByRules(kind, resource).filter(({ target }) => relations.isVersioned(target))
  if (named.length === 0) return NOTHING
  const changed = named.map((one, place) => `EXISTS (${changedSince(one, `held_${place}`)})`)
  return {
    steps: named.map((one, place) => `held_${place} AS MATERIALIZED (${lockedRows(one, kind)})`),
    condition: ` AND (SELECT refuse_outdated(${changed.join(' OR ')}))`,
  }
}

/** A rule by what it looks at. */
interface Looking {
  property: string
  looks: Looks
}

/** What items name of other tables, as far as a rule of the resource's own looks at it, and does not lock it itself. */
function namedByRules(kind: WriteKind, { fields, rules }: Resource): Named[] {
  const asked = rules
    .filter(({ on }) => !on || on.includes(kind))
    .map((rule) => ({ property: rule.property, looks: brokenWhen(rule).looks }))
    .filter(({ looks }) => !looks.locks && !looks.asksUse)
  return Object.entries(fields).flatMap(([property, field]) => {
    const { references } = field.facts
    if (!references) return []
    const looking = asked.filter((rule) => looksAt(rule, property, references.table))
    if (looking.length === 0) return []
    const along = Object.entries(references.alongside).map(
      ([own, theirs]) => [theirs, columnName(own, fields[own])] as const,
    )
    const columns = [[references.column, columnName(property, field)] as const, ...along]
    return [{ target: references.table, columns, inputs: inputsOf(looking, fields, columns) }]
  })
}

/** The stored columns of the item that rules name, and those that name the target. */
function inputsOf(rules: readonly Looking[], fields: Resource['fields'], columns: Named['columns']): string[] {
  const stored = Object.entries(fields).filter(([, { facts }]) => !facts.expression && !facts.ignored)
  const named = rules.flatMap(({ property, looks }) => [columnName(property, fields[property]), ...looks.columns])
  const all = new Set([...named, ...columns.map(([, own]) => own)])
  return stored.map(([property, field]) => columnName(property, field)).filter((name) => all.has(name))
}

/** Whether a rule looks at rows of the table, or is about what the property names and asks other tables. */
const looksAt = ({ property, looks }: Looking, named: string, table: string): boolean =>
  property === named ? looks.tables.size > 0 : looks.tables.has(table)

/** The rows with their versions, as they are once whoever was changing them has ended. */
function lockedRows({ target, columns, inputs }: Named, kind: WriteKind): string {
  const [theirs, own] = [0, 1].map((side) => columns.map((pair) => pair[side]!)) as [string[], string[]]
  const changes = inputs.map((name) => `r.${name} IS DISTINCT FROM (r.old).${name}`)
  const isNew = kind === 'update' ? ` AND (${changes.join(' OR ')})` : ''
  const given = `SELECT ${own.map((name) => `r.${name}`).join(', ')} FROM ${kind === 'update' ? 'old' : 'r'} r
    WHERE r.${own[0]} IS NOT NULL${isNew}`
  const isNamed =
    columns.length === 1
      ? `x.${theirs[0]} = ANY (ARRAY(${given}))`
      : `(${theirs.map((name) => `x.${name}`).join(', ')}) IN (${given})`
  return `SELECT ${theirs.map((name) => `x.${name}`).join(', ')}, x.object_version FROM ${target} x
    WHERE x.agreement = $1::int AND ${isNamed} FOR KEY SHARE OF x`
}

/** The rows that have another version than the statement sees. */
const changedSince = ({ target, columns }: Named, held: string): string =>
  `SELECT FROM ${held} h JOIN ${target} x ON ${columns.map(([name]) => `x.${name} = h.${name}`).join(' AND ')}
    WHERE x.agreement = $1::int AND x.object_version <> h.object_version`

/** Whether rules of an update ask for rows that refer to the stored one, or for what is made of it. */
export function asksWhoRefers(resource: Resource, relations: Relations): boolean {
  if (resource.isView) return false
  const referring = relations.onAny(resource).map(({ table }) => table)
  return resource.rules.some((rule) => {
    if (rule.on && !rule.on.includes('update')) return false
    const { asksUse, tables, isOfStored } = brokenWhen(rule).looks
    return asksUse || (tables.size > 0 && isOfStored) || referring.some((table) => tables.has(table))
  })
}

/** Locks the items of an update in one order; `$1` the agreement, `$2` the items as `writeText` takes them. */
export function holdRowsText(resource: Resource, renumbers: boolean): string {
  const columns = resource.key.map((name) => {
    const named = renumbers ? 'was' : column(resource, name)
    return `${named} ${columnType(resource.fields[name]!)}`
  })
  // A resource without identifier has one item; the parameter that names none has a type all the same.
  const sent =
    columns.length > 0
      ? ` JOIN ${sentList('$2', columns.join(', '))} AS s ON ${isNamed(resource, 't', 's', renumbers)}`
      : ''
  return `SELECT FROM ${resource.table} t${sent}
    WHERE t.agreement = $1::int${columns.length > 0 ? '' : ' AND $2::text IS NOT NULL'}${lockedInOrder(resource)}`
}
