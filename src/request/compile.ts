import { ApiError, catalogue, type Fault } from '../errors/catalogue.ts'
import { columnType } from '../resource/columns.ts'
import type { Field, FieldType } from '../resource/fields.ts'
import {
  type Group,
  type Item,
  type Operation,
  type StandardOperation,
  pathParameters,
} from '../resource/operations.ts'
import { Relations, type UnseenReference } from '../resource/relations.ts'
import { isResource, type Resource } from '../resource/resource.ts'
import { apiPath, type ApiVersion, operationsOf, type ServedOperation } from '../resource/versions.ts'
import { decodeTextIdentifier, encodeTextIdentifier } from './protocol/text-identifier.ts'
import { isIdentifier } from './query/plan.ts'
import { readable } from './query/readable.ts'
import { byOtherNumber } from './otherwise.ts'
import type { Answer } from './protocol/respond.ts'
import { FileRoom } from './protocol/file-room.ts'
import { fileHandler, type HandleFile } from './query/files.ts'
import { type HandleRead, listHandler, queryHandler, type ReadWorld, singleHandler } from './query/reads.ts'
import { constraintCodes } from '../records/constraints.ts'
import {
  actionHandler,
  createHandler,
  deleteHandler,
  type HandleWrite,
  type LocationOf,
  updateHandler,
  type WriteWorld,
} from './write/writes.ts'
import { type HandleUpload, uploadHandler } from './write/uploads.ts'
import { WaitingRoom } from './write/waiting-room.ts'

/**
 * An operation at its full path: what a request is matched with. Work that is the same for every request is done by the
 * first one.
 */
export interface Route extends Readonly<ServedOperation> {
  /** The path's parameters as values of their properties. @throws ApiError 404 for a text that no identifier can be. */
  readPath(parameters: Readonly<Record<string, string>>): Item
  readonly handle: { read: HandleRead } | { write: HandleWrite } | { upload: HandleUpload } | { file: HandleFile }
}

/** What routes need of the world. All share one room for waiting creates; without `room` they make one. */
export type RouteWorld = ReadWorld & Omit<WriteWorld, 'room'> & Partial<Pick<WriteWorld, 'room'>>

/**
 * Compiles declarations: every operation of a version becomes a route. Its statements, readers of bodies and codes are
 * made once, at its first request: making all of them would be half the cost of starting. What is made of a resource is
 * kept by the resource itself, never by its name.
 * @param versions all that are served, whose resources refer to each other.
 */
export function compiler(
  versions: readonly ApiVersion[],
  unseen: readonly UnseenReference[],
  world: RouteWorld,
): (api: ApiVersion) => readonly Route[] {
  const resources = new Set(versions.flatMap(({ groups }) => groups.filter(isResource)))
  const relations = new Relations([...resources], unseen)
  const { room = new WaitingRoom() } = world
  const whole = { ...world, room, files: new FileRoom() }
  return (api) => {
    const routes = operationsOf([api]).map((served): Route => {
      const { group, operation } = served
      let handle: Route['handle'] | undefined
      let readPath: Route['readPath'] | undefined
      return Object.freeze({
        ...served,
        readPath: (parameters: Readonly<Record<string, string>>) =>
          (readPath ??= pathReader(api, group, operation))(parameters),
        get handle() {
          return (handle ??= handlerOf({ ...served, relations, world: whole }))
        },
      })
    })
    return Object.freeze(routes)
  }
}

interface Place extends ServedOperation {
  relations: Relations
  world: ReadWorld & WriteWorld & { files: FileRoom }
}

function handlerOf(place: Place): Route['handle'] {
  const { api, group, operation, world } = place
  // No standby has what is unlogged.
  const handle = ownHandlerOf(group.isUnlogged ? { ...place, world: { ...world, lists: undefined } } : place)
  const { otherwise } = operation
  if (!otherwise) return handle
  const notFound = (): ApiError => new ApiError(notFoundFault(group, operation))
  const named = <Input extends Parameters<HandleRead | HandleWrite | HandleFile>[0]>(
    run: (input: Input) => Promise<Answer>,
  ) => byOtherNumber(run, otherwise, world.database, apiPath(api), notFound)
  if ('read' in handle) return { read: named(handle.read) }
  if ('write' in handle) return { write: named(handle.write) }
  if ('file' in handle) return { file: named(handle.file) }
  throw new Error(`${operation.path}: a form names no item.`)
}

function ownHandlerOf(place: Place): Route['handle'] {
  const { api, group, operation, relations, world } = place
  const notFound = (): ApiError => new ApiError(notFoundFault(group, operation))
  if (operation.kind === 'query') return { read: queryHandler(operation, group, world, notFound) }
  if (operation.kind === 'action') {
    const constraints = isResource(group) ? constraintCodes('update', group, relations) : {}
    return { write: actionHandler(operation, world, apiPath(api), constraints) }
  }
  if (operation.kind === 'upload') {
    const constraints = isResource(group) ? constraintCodes('create', group, relations) : {}
    return { upload: uploadHandler(operation, world, apiPath(api), constraints) }
  }
  if (operation.kind === 'file') return { file: fileHandler(operation, world, notFound) }
  if (!isResource(group)) throw new Error(`${group.name} is no resource, and so has no ${operation.kind}.`)
  const path = pathParameters(operation.path).map((name) => propertyOf(group, name))
  const of = { resource: group, relations, path }
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
          { ...of, bulk: undefined, differs: operation.differs, answersOk: operation.answersOk },
          world,
          operation.withoutLocation ? undefined : locationOf(api, group),
          answerOf(operation, group),
        ),
      }
    case 'bulkCreate':
      return {
        write: createHandler(
          { ...of, bulk: operation.bulk, differs: undefined, answersOk: operation.answersOk },
          world,
          listOf(api, group),
          group.key.at(-1),
        ),
      }
    case 'update':
      return {
        write: updateHandler(
          {
            ...of,
            bulk: undefined,
            differs: operation.differs,
            renumbers: operation.renumbers,
            answersOk: operation.answersOk,
          },
          world,
        ),
      }
    case 'bulkUpdate':
      return {
        write: updateHandler(
          { ...of, bulk: operation.bulk, differs: undefined, answersOk: operation.answersOk },
          world,
        ),
      }
    case 'delete':
      return {
        write: deleteHandler(
          { ...of, differs: operation.differs, keyInBody: operation.keyInBody, asStored: operation.asStored },
          world,
        ),
      }
  }
}

/** The property of the identifier that a create answers, if any. */
const answerOf = ({ answers, answersNothing }: StandardOperation, { key }: Resource): string | undefined =>
  answersNothing ? undefined : (answers ?? key.at(-1))

function notFoundFault(group: Group, { path }: Operation): Fault {
  const missing = isResource(group) ? group.missing : undefined
  return { code: missing ?? 'NotFound', property: pathParameters(path).at(-1) ?? 'path' }
}

/** Types whose values have one text each, so that a path can name them. */
const IN_PATHS: readonly FieldType[] = ['int32', 'string', 'day', 'date']

/** The property that a path parameter names. */
const propertyOf = (group: Group, name: string): string => (isResource(group) ? (group.inPath[name] ?? name) : name)

function pathReader(api: ApiVersion, group: Group, operation: Operation): Route['readPath'] {
  const fault = notFoundFault(group, operation)
  const parameters = pathParameters(operation.path).map((name) => {
    const property = propertyOf(group, name)
    const field = group.parameters[property]
    const place = `${api.name} ${operation.path}`
    if (!field) throw new Error(`${place}: ${group.name} has no property ${property}.`)
    if (!IN_PATHS.includes(field.facts.type)) throw new Error(`${place}: a path cannot name the value of ${property}.`)
    return { name, property, field, isNumber: columnType(field) === 'int' }
  })
  return (sent) => {
    const item: Item = {}
    for (const { name, property, field, isNumber } of parameters) {
      const given = sent[name] ?? ''
      const named = api.style === 'project' ? decodeTextIdentifier(given) : given
      const value = valueInPath(field, named)
      if (value === undefined)
        throw new ApiError({
          ...fault,
          message: `${fault.message ?? catalogue[fault.code].message} ${whatNames(property, field, named)}`,
        })
      item[property] = isNumber ? Number(value) : value
    }
    return item
  }
}

/** The message for a path part that no identifier can be: what it should have been. */
function whatNames(property: string, { facts: { type, values } }: Field, text: string): string {
  const shown = text.length > 50 ? `${text.slice(0, 50)}…` : text
  if (values) return `'${shown}' is no ${property}: there are ${values.join(', ')}.`
  return type === 'int32' ? `'${shown}' is no ${property}: that is a whole number.` : `'${shown}' is no ${property}.`
}

/**
 * The value that a text in a path names; one of a fixed set is found in any case. Undefined where no identifier can be
 * it.
 */
function valueInPath(field: Field, text: string): string | undefined {
  const { values, type } = field.facts
  if (type === 'string' && values) return values.map(String).find((one) => one.toLowerCase() === text.toLowerCase())
  return isIdentifier(field, text) ? text : undefined
}

/** Where an item can be read: the path of its single read (rule 1.9). */
function locationOf(api: ApiVersion, resource: Resource): LocationOf {
  const single = resource.operations.find(
    ({ kind, method, path }) => kind === 'single' || (method === 'GET' && path.endsWith('}')),
  )
  if (single) return filler(api, resource, single.path)
  // Items without a path of their own are found in the list, by a filter on the identifier.
  const fill = filler(api, resource, listPath(resource))
  return (sent, keys) => {
    const named = resource.key.map((name) => `${name}$eq:${String(keys[0]![name] ?? sent[name])}`).join('$and:')
    return `${fill(sent, keys)}?filter=${encodeURIComponent(named)}`
  }
}

/**
 * Where the items of a bulk create can be read: their list, narrowed to the numbers they got where those follow each
 * other.
 */
function listOf(api: ApiVersion, resource: Resource): LocationOf {
  const fill = filler(api, resource, listPath(resource))
  const last = resource.key.at(-1)!
  const isFilterable = (['gte', 'lte'] as const).every((one) => resource.fields[last]!.facts.filter.includes(one))
  return (sent, keys) => {
    const path = fill(sent, keys)
    const numbers = keys.map((key) => key[last])
    const [first, end] = [numbers[0], numbers.at(-1)]
    const isSeries = typeof first === 'number' && numbers.every((number, at) => number === first + at)
    if (!isSeries || !isFilterable) return path
    return `${path}?filter=${encodeURIComponent(`${last}$gte:${first}$and:${last}$lte:${String(end)}`)}`
  }
}

const listPath = ({ operations }: Resource): string => operations.find(({ kind }) => kind === 'cursor')?.path ?? ''

/** Makes the full path of an item, with its own values for the parameters. */
function filler(api: ApiVersion, resource: Resource, path: string): LocationOf {
  const encode = api.style === 'project' ? encodeTextIdentifier : encodeURIComponent
  const before = apiPath(api) + path.split('{')[0]!
  const parameters = [...path.matchAll(/\{(\w+)\}([^{]*)/g)].map(([, name, after]) => ({
    property: propertyOf(resource, name!),
    after: after!,
  }))
  return (sent, [key]) => {
    let filled = before
    for (const { property, after } of parameters) filled += encode(String(key![property] ?? sent[property])) + after
    return filled
  }
}
