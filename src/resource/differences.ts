import type { ErrorCode, Fault } from '../errors/catalogue.ts'
import type { Field, Fields } from './fields.ts'
import type { Group, Item, Operation } from './operations.ts'
import { columnName, isResource, type Resource, resource as declared, type WriteItems } from './resource.ts'
import type { ApiVersion, Difference } from './versions.ts'

/**
 * The groups of the name are changed; a group that is left without operations goes. @throws Error where nothing
 * changes.
 */
const changedGroup =
  (name: string, change: (group: Group) => Group): Difference =>
  (api) => {
    const groups = api.groups.map((group) => (group.name === name ? change(group) : group))
    if (groups.every((group, at) => group === api.groups[at])) throw new Error(`${api.name} ${name} stays as it is.`)
    return { ...api, groups: groups.filter(({ operations }) => operations.length > 0) }
  }

const changedResource = (name: string, change: (resource: Resource) => Resource): Difference =>
  changedGroup(name, (group) => {
    if (!isResource(group)) throw new Error(`${name} is no resource.`)
    return change(group)
  })

/** The version does not have the groups yet. */
export const withoutGroups =
  (...names: string[]): Difference =>
  (api) => {
    const lacking = names.filter((name) => !api.groups.some((group) => group.name === name))
    if (lacking.length > 0) throw new Error(`${api.name} has no ${lacking.join()}.`)
    return { ...api, groups: api.groups.filter(({ name }) => !names.includes(name)) }
  }

/** The version has groups that the newer one has no more. */
export const withGroups =
  (...groups: Group[]): Difference =>
  (api) => ({ ...api, groups: [...api.groups, ...groups] })

/** The property is another field. */
export const changed = (group: string, property: string, change: (field: Field) => Field): Difference =>
  changedResource(group, (resource) => {
    const field = resource.fields[property]
    if (!field) throw new Error(`${group} has no property ${property}.`)
    return withFields(resource, { ...resource.fields, [property]: change(field) })
  })

/** The same, of several properties. */
export const changedAll = (
  group: string,
  properties: readonly string[],
  change: (field: Field) => Field,
): Difference[] => properties.map((property) => changed(group, property, change))

/** The version does not have the property yet: it is neither read nor written, and an update keeps what is stored. */
export const without = (group: string, property: string): Difference =>
  changed(group, property, (field) => field.hidden())

/** The version has properties that the newer one has no more. */
export const withProperties = (group: string, fields: Fields): Difference =>
  changedResource(group, (resource) => withFields(resource, { ...resource.fields, ...fields }))

/** The property has another name. */
export const renamed = (group: string, property: string, name: string): Difference =>
  changedResource(group, (resource) => {
    const entries = Object.entries(resource.fields).map(([own, field]) =>
      own === property ? [name, field.column(columnName(own, field))] : [own, field],
    )
    const key = resource.key.map((own) => (own === property ? name : own))
    return { ...withFields(resource, Object.fromEntries(entries) as Fields), key }
  })

/** The resource shows these properties alone, in this order. The others are as a default of the table has them. */
export const only = (group: string, ...properties: string[]): Difference =>
  changedResource(group, (resource) => {
    const shown = properties.map((property) => {
      const field = resource.fields[property]
      if (!field) throw new Error(`${group} has no property ${property}.`)
      return [property, field] as const
    })
    return { ...resource, fields: Object.fromEntries(shown), parameters: Object.fromEntries(shown) }
  })

/**
 * Another face of a resource, as its differences: the same rows, and what keeps one from being deleted. The operations,
 * rules and codes of the face are its own.
 */
export function faceOf(
  of: Resource,
  own: Pick<Resource, 'name' | 'roles' | 'operations'> & Partial<Resource>,
  ...differences: readonly (Difference | readonly Difference[])[]
): Resource {
  const { schema, table, key, fields, inUse, alsoIn, emits, isGapless, logsBodies } = of
  const face = declared(own.name, {
    schema,
    table,
    key,
    fields,
    inUse,
    alsoIn,
    ...(emits !== undefined && { emits }),
    ...(isGapless && { isGapless }),
    ...(logsBodies && { logsBodies }),
    ...own,
  })
  const api: ApiVersion = {
    name: '',
    title: '',
    prefix: '',
    version: '',
    style: 'problem',
    isNewest: true,
    groups: [face],
  }
  const { groups } = differences.flat().reduce((version, differ) => differ(version), api)
  return groups[0] as Resource
}

const withFields = (resource: Resource, fields: Fields): Resource => ({
  ...resource,
  fields,
  parameters: { ...resource.parameters, ...fields },
})

/** The property must have a value on create, as it must on update. */
export const required = (group: string, property: string, code?: ErrorCode): Difference =>
  changed(group, property, (field) => field.required(code))

/** Lists cannot be filtered on the property. */
export const withoutFilter = (group: string, property: string): Difference =>
  changed(group, property, (field) => field.filter([]))

/** The operations of a group are others; at least one of them is. */
const changedOperations = (group: string, change: (operation: Operation) => Operation | undefined): Difference =>
  changedGroup(group, (face) => {
    const operations = face.operations.map(change)
    if (operations.every((one, at) => one === face.operations[at])) return face
    return { ...face, operations: operations.filter((one) => one !== undefined) }
  })

/** The version has operations that its neighbour has not. */
export const withOperations = (group: string, ...operations: Operation[]): Difference =>
  changedGroup(group, (face) => ({ ...face, operations: [...face.operations, ...operations] }))

/** The version does not have what is done at the path with the method. */
export const withoutOperation = (group: string, method: Operation['method'], path: string): Difference =>
  changedOperations(group, (one) => (one.method === method && one.path === path ? undefined : one))

/** The version does not have the operations of the kinds. */
export const withoutKinds = (group: string, ...kinds: Operation['kind'][]): Difference =>
  changedOperations(group, (one) => (kinds.includes(one.kind) ? undefined : one))

/** Operations of the group are at other paths. */
export const atPaths = (group: string, path: (operation: Operation) => string): Difference =>
  changedOperations(group, (one) => {
    const at = path(one)
    return at === one.path ? one : { ...one, path: at }
  })

/** Operations of a group, of the kinds named, answer 200 with the identifier of the item. */
export const answersOk = (group: string, ...kinds: ('create' | 'update' | 'bulkCreate' | 'bulkUpdate')[]): Difference =>
  changedOperations(group, (one) =>
    (kinds as string[]).includes(one.kind) ? ({ ...one, answersOk: true } as Operation) : one,
  )

/** The form of an upload does not have the part. */
export const withoutPart = (group: string, part: string): Difference =>
  changedOperations(group, (operation) => {
    if (operation.kind !== 'upload' || !(part in operation.form)) return operation
    const { [part]: _gone, ...form } = operation.form
    return { ...operation, form }
  })

/** Creates answer no identifier: `Location` has it. */
export const answersNothing = (group: string): Difference =>
  changedOperations(group, (operation) =>
    operation.kind === 'create' ? { ...operation, answersNothing: true } : operation,
  )

/** Creates do not say where the item is. */
export const withoutLocation = (group: string): Difference =>
  changedOperations(group, (operation) =>
    operation.kind === 'create' ? { ...operation, withoutLocation: true } : operation,
  )

/**
 * Clients of the version send items in another form. Before the resource writes an item, `change` turns it into the
 * form of the newer version, and notes its faults.
 */
export const changedItems = (group: string, change: (item: Item, faults: Fault[]) => Item): Difference =>
  changedResource(group, (resource) => {
    const { create, update } = resource
    const changing =
      (write: WriteItems): WriteItems =>
      (transaction, requests, ...rest) =>
        write(
          transaction,
          requests.map((request) => ({
            ...request,
            // Faults are added to the item that came.
            items: request.items.map(({ item, faults }) => ({ item: change(item, faults), faults })),
          })),
          ...rest,
        )
    return { ...resource, ...(create && { create: changing(create) }), ...(update && { update: changing(update) }) }
  })

/** Creates that fail for the reason of one code name another. */
export const otherCode = (group: string, from: ErrorCode, to: ErrorCode): Difference =>
  changedResource(group, (resource) => {
    const { create } = resource
    if (!create) throw new Error(`${group} has no create of its own.`)
    const renaming: WriteItems = async (transaction, requests, ...rest) => {
      const written = await create(transaction, requests, ...rest)
      const faults = requests.flatMap(({ items }) => items.flatMap((item) => item.faults))
      for (const fault of faults) if (fault.code === from) fault.code = to
      return written
    }
    return { ...resource, create: renaming, codes: [...resource.codes.filter((code) => code !== from), to].sort() }
  })

/** Errors say neither property nor code. */
export const withPlainErrors: Difference = (api) => ({ ...api, hasPlainErrors: true })
