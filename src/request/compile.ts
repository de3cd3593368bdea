import { ApiError, type Fault } from '../errors/catalogue.ts'
import { columnType } from '../resource/columns.ts'
import { type Item, type Operation, pathParameters } from '../resource/operations.ts'
import { Relations, type UnseenReference } from '../resource/relations.ts'
import { type Group, isResource, type Resource } from '../resource/resource.ts'
import { apiPath, type ApiVersion, operationsOf, type ServedOperation } from '../resource/versions.ts'
import { decodeTextIdentifier, encodeTextIdentifier } from './protocol/text-identifier.ts'
import { isIdentifier } from './query/plan.ts'
import { readable } from './query/readable.ts'
import { type HandleRead, listHandler, queryHandler, type ReadWorld, singleHandler } from './query/reads.ts'
import { constraintCodes } from './write/constraints.ts'
import {
  actionHandler,
  createHandler,
  deleteHandler,
  type HandleWrite,
  type LocationOf,
  updateHandler,
  type WriteWorld,
} from './write/writes.ts'

/** One operation at its full path, with all of its work that no request changes done: what a request is matched with. */
export interface Route extends Readonly<ServedOperation> {
  /** The path's parameters as values of their properties. @throws ApiError 404 for a text that no identifier can be. */
  readPath(parameters: Readonly<Record<string, string>>): Item
  readonly handle: { read: HandleRead } | { write: HandleWrite }
}

/** What routes need of the world. */
export interface RouteWorld extends ReadWorld, WriteWorld {}

/**
 * Compiles the declarations, once: every operation of every version becomes a route whose statements, readers of bodies and codes are
 * made. What is made of a resource is kept by the resource itself, never by its name.
 */
export function compile(
  versions: readonly ApiVersion[],
  unseen: readonly UnseenReference[],
  world: RouteWorld,
): readonly Route[] {
  const resources = versions.flatMap(({ groups }) => groups.filter(isResource))
  const relations = new Relations(resources, unseen)
  const routes = operationsOf(versions).map((served): Route => {
    const { api, group, operation } = served
    const handle = handlerOf({ ...served, relations, world })
    return Object.freeze({ ...served, readPath: pathReader(api, group, operation), handle })
  })
  return Object.freeze(routes)
}

interface Place extends ServedOperation {
  relations: Relations
  world: RouteWorld
}

function handlerOf(place: Place): Route['handle'] {
  const { api, group, operation, relations, world } = place
  const notFound = (): ApiError => new ApiError(notFoundFault(group, operation))
  if (operation.kind === 'query') return { read: queryHandler(operation, world, notFound) }
  if (operation.kind === 'action') {
    const constraints = isResource(group) ? constraintCodes('update', group, relations) : {}
    return { write: actionHandler(operation, world, apiPath(api), constraints) }
  }
  if (!isResource(group)) throw new Error(`${group.name} is no resource, and so has no ${operation.kind}.`)
  const of = { resource: group, relations }
  switch (operation.kind) {
    case 'cursor':
    case 'paged':
    case 'count':
      return { read: listHandler(operation, readable(group, api.style), world) }
    case 'single':
      return { read: singleHandler(readable(group, api.style), world, notFound) }
    case 'create':
      return {
        write: createHandler(
          { ...of, bulk: undefined, differs: operation.differs },
          world,
          locationOf(api, group),
          operation.answersNothing ?? false,
        ),
      }
    case 'bulkCreate':
      return {
        write: createHandler({ ...of, bulk: operation.bulk, differs: undefined }, world, listOf(api, group), false),
      }
    case 'update':
      return { write: updateHandler({ ...of, bulk: undefined, differs: operation.differs }, world) }
    case 'bulkUpdate':
      return { write: updateHandler({ ...of, bulk: operation.bulk, differs: undefined }, world) }
    case 'delete':
      return { write: deleteHandler(of, world, operation.keyInBody ?? false) }
  }
}

function notFoundFault(group: Group, { path }: Operation): Fault {
  const missing = isResource(group) ? group.missing : undefined
  return { code: missing ?? 'NotFound', property: pathParameters(path).at(-1) ?? 'path' }
}

/** The property that a path parameter names. */
const propertyOf = (group: Group, name: string): string => (isResource(group) ? (group.inPath[name] ?? name) : name)

function pathReader(api: ApiVersion, group: Group, operation: Operation): Route['readPath'] {
  const fault = notFoundFault(group, operation)
  const parameters = pathParameters(operation.path).map((name) => {
    const property = propertyOf(group, name)
    const field = group.parameters[property]
    if (!field) throw new Error(`${api.name} ${operation.path}: ${group.name} has no property ${property}.`)
    return { name, property, field, isNumber: columnType(field) === 'int' }
  })
  return (sent) => {
    const item: Item = {}
    for (const { name, property, field, isNumber } of parameters) {
      const given = sent[name] ?? ''
      const value = api.style === 'project' ? decodeTextIdentifier(given) : given
      if (!isIdentifier(field, value)) throw new ApiError(fault)
      item[property] = isNumber ? Number(value) : value
    }
    return item
  }
}

/** Where an item can be read: the path of its single read (spec 1, Response envelopes). */
function locationOf(api: ApiVersion, resource: Resource): LocationOf {
  const single = resource.operations.find(
    ({ kind, method, path }) => kind === 'single' || (method === 'GET' && path.endsWith('}')),
  )
  const encode = api.style === 'project' ? encodeTextIdentifier : encodeURIComponent
  const path = apiPath(api) + (single?.path ?? '')
  return ([key]) => path.replace(/\{(\w+)\}/g, (_, name: string) => encode(String(key![propertyOf(resource, name)])))
}

/** Where the items of a bulk create can be read: the list of the numbers they got, which follow each other. */
function listOf(api: ApiVersion, resource: Resource): LocationOf {
  const list = resource.operations.find(({ kind }) => kind === 'cursor')
  const last = resource.key.at(-1)!
  const path = apiPath(api) + (list?.path ?? '')
  return (keys) => {
    const [first, end] = [keys[0]![last], keys.at(-1)![last]]
    const filter = `${last}$gte:${String(first)}$and:${last}$lte:${String(end)}`
    return typeof first === 'number' ? `${path}?filter=${encodeURIComponent(filter)}` : path
  }
}
