import { columnName, type Resource } from '../resource/resource.ts'

/**
 * The names that the rows of a write have in its statement: the items, those that are written, and what is stored of an
 * item, which lies beside it.
 */
export const ITEM = 'r'
export const GOOD = 'good'
export const STORED = '(r.old)'

/** The column of a resource's property. */
export const column = (resource: Resource, property: string): string => columnName(property, resource.fields[property])

/** SQL: the rows `left` and `right` are the same item; a resource without identifier has one for each agreement. */
export function sameKey(resource: Resource, left: string, right: string): string {
  const parts = resource.key.map((name) => `${left}.${column(resource, name)} = ${right}.${column(resource, name)}`)
  return parts.join(' AND ') || 'true'
}

/**
 * SQL: the row `left` is the one that the item `right` names; of an update that may renumber it, by the number it has
 * before.
 */
export const isNamed = (resource: Resource, left: string, right: string, renumbers: boolean): string =>
  renumbers ? `${left}.${column(resource, resource.key[0]!)} = ${right}.was` : sameKey(resource, left, right)

/**
 * Which rows `t` a write may find at all: those not deleted, of the app's own, and within what the path names of the
 * item.
 */
export function isThere(resource: Resource, within: readonly string[], item: string): string {
  const notDeleted = resource.softDelete ? ` AND NOT t.${column(resource, resource.softDelete)}` : ''
  return notDeleted + (resource.ownedByApp ? ` AND t.app = ${item}.app` : '') + inPlace(resource, within, item)
}

/** SQL: the row `t` has what the path names beside the identifier. */
export const inPlace = (resource: Resource, within: readonly string[], item: string): string =>
  within.map((name) => ` AND t.${column(resource, name)} = ${item}.${column(resource, name)}`).join('')

/** SQL: the row `t` has the values of these properties that were sent. */
export const isAsSent = (resource: Resource, properties: readonly string[], item: string): string =>
  properties
    .map((name) => column(resource, name))
    .map((name) => ` AND t.${name} = coalesce(${item}.${name}, t.${name})`)
    .join('')

/** SQL: the rows `t` are locked in the order of their keys, which is the same everywhere. */
export const lockedInOrder = (resource: Resource): string =>
  ` ORDER BY ${['t.agreement', ...resource.key.map((name) => `t.${column(resource, name)}`)].join(', ')}
    FOR UPDATE OF t`
