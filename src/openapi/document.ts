import { CURSOR_PAGE_SIZE } from '../limits.ts'
import type { ActionOperation, Api, Operation, QueryOperation, Resource } from '../resource/resource.ts'
import { JSON_TYPE } from '../request/protocol/respond.ts'
import { apiPath } from '../request/protocol/routes.ts'
import { errorResponses, errorSchemas, groupCodes, mediaType, operationCodes } from './errors.ts'
import { operationParameters, sharedParameters } from './parameters.ts'
import { type Json, Schemas } from './schemas.ts'

/**
 * The OpenAPI 3.1 document of a resource-API, derived from its declarations alone, with the extensions of spec
 * document 1 (Authentication 7): `x-required-roles`, `x-error-codes` (what the group may return) and
 * `x-cursor-page-size`; and `x-filterable` and `x-sortable` on properties.
 * @throws Error when two operations or schemas of the declarations would share a name.
 */
export function openApiDocument(api: Api): Json {
  const schemas = new Schemas(api)
  const responses: Record<string, Json> = {}
  const ids = operationIds(api)
  const paths: Record<string, Json> = {}
  for (const resource of api.resources) {
    for (const operation of resource.operations) {
      const path = (paths[operation.path] ??= {})
      path[operation.method.toLowerCase()] = {
        operationId: ids.get(operation),
        ...describeOperation(api, resource, operation, schemas, responses),
      }
    }
  }
  for (const [name, schema] of Object.entries(errorSchemas(api))) schemas.add(name, schema)
  return {
    openapi: '3.1.0',
    info: { title: `Daybook ${api.title}`, version: api.version || '1.0.0', description: CONVENTIONS },
    servers: [{ url: apiPath(api) || '/' }],
    security: [{ AppSecretToken: [], AgreementGrantToken: [] }],
    tags: api.resources.map(tag),
    paths,
    components: {
      schemas: schemas.components,
      responses,
      parameters: sharedParameters(api),
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

const CONVENTIONS = [
  'Path segments and names of query parameters are matched without regard to case.',
  'A boolean that is false is left out, of responses and of bodies. null is no value in a body: to clear a property,',
  'leave it out. A read-only property is sent with the value that was read, or left out. An update carries the',
  'identifier and the objectVersion that was read; when the item was changed since, it is 409. Texts compare without',
  'regard to case. Decimals are exact.',
].join(' ')

const SECURITY_SCHEMES = {
  AppSecretToken: { type: 'apiKey', in: 'header', name: 'X-AppSecretToken', description: 'Identifies the app.' },
  AgreementGrantToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-AgreementGrantToken',
    description: 'The grant an agreement issued to the app.',
  },
}

const HEADERS = {
  Location: { description: 'A link to the item created.', schema: { type: 'string', format: 'uri-reference' } },
  'X-ResultFromCache': {
    description: '`true` when the response is the replay of an earlier one with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'X-CallCost': {
    description: 'What the call cost; only while calls are limited.',
    schema: { type: 'integer', format: 'int32' },
  },
  'X-RateLimiting': {
    description: 'The limit, and how much of it is used; only while calls are limited.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', format: 'int32' } },
}

/** What holds for a group of operations (spec 1, Authentication 7). */
function tag(resource: Resource): Json {
  return { name: resource.name, ...groupExtensions(resource) }
}

function groupExtensions(resource: Resource, operation?: Operation): Json {
  const codes = groupCodes(resource)
  const isCursorList = operation
    ? operation.kind === 'cursor'
    : resource.operations.some(({ kind }) => kind === 'cursor')
  return {
    'x-required-roles': operation?.roles ?? resource.roles,
    ...(codes.length > 0 && { 'x-error-codes': codes }),
    ...(isCursorList && { 'x-cursor-page-size': CURSOR_PAGE_SIZE }),
  }
}

function describeOperation(
  api: Api,
  resource: Resource,
  operation: Operation,
  schemas: Schemas,
  responses: Record<string, Json>,
): Json {
  const parameters = operationParameters(resource, operation)
  const body = requestBody(resource, operation, schemas)
  return {
    summary: operation.summary ?? summary(resource, operation),
    ...(operation.deprecated && { deprecated: true }),
    tags: [resource.name],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      ...success(resource, operation, schemas),
      ...errorResponses(api, operationCodes(resource, operation), responses),
    },
    ...groupExtensions(resource, operation),
  }
}

const json = (schema: Json): Json => ({ [mediaType(JSON_TYPE)]: { schema } })

function requestBody(resource: Resource, operation: Operation, schemas: Schemas): Json | undefined {
  if (operation.kind === 'create') return schemas.item(resource)
  if (operation.kind === 'update') return schemas.update(resource)
  if (operation.kind === 'delete' && operation.keyInBody) return schemas.key(resource)
  if (operation.kind !== 'action' || !operation.body) return undefined
  if (operation.body === resource.fields) return schemas.item(resource)
  const name = operation.schema ?? `${pascal(operation.method.toLowerCase())}${pascal(literals(operation.path))}Body`
  return schemas.object(name, operation.body)
}

function success(resource: Resource, operation: Operation, schemas: Schemas): Json {
  const headers = (...names: string[]): Json =>
    Object.fromEntries([...names, 'X-CallCost', 'X-RateLimiting'].map((name) => [name, header(name)]))
  const read = (description: string, schema: Json, others: readonly string[] = []): Json => {
    const texts = others.map((type) => [mediaType(type), { schema: { type: 'string' } }])
    return { 200: { description, headers: headers(), content: { ...json(schema), ...Object.fromEntries(texts) } } }
  }
  const created = (schema: Json): Json => ({
    201: {
      description: 'Created; the body carries the identifier.',
      headers: headers('Location', 'X-ResultFromCache'),
      content: json(schema),
    },
  })
  const written = (schema: Json): Json => ({
    200: { description: 'Done; the body tells.', headers: headers('X-ResultFromCache'), content: json(schema) },
  })
  const done = { 204: { description: 'Done.', headers: headers('X-ResultFromCache') } }
  switch (operation.kind) {
    case 'cursor':
      return read('Items in the order of their identifier, from the cursor on.', schemas.cursorPage(resource))
    case 'paged':
      return read('One page of items.', { type: 'array', items: schemas.item(resource) })
    case 'count':
      return read('How many items match the filter.', { type: 'integer', format: 'int32', minimum: 0 })
    case 'single':
      return read('The item.', schemas.item(resource))
    case 'query':
      return read('The answer.', answerSchema(resource, operation, schemas), Object.values(operation.formats ?? {}))
    case 'create':
      return created(schemas.created(resource))
    case 'update':
    case 'delete':
      return done
    case 'action':
      if (operation.status === 204) return done
      return operation.status === 201
        ? created(answerSchema(resource, operation, schemas))
        : written(answerSchema(resource, operation, schemas))
  }
}

/** What an operation of its own answers. */
function answerSchema(resource: Resource, operation: QueryOperation | ActionOperation, schemas: Schemas): Json {
  const { answer } = operation
  if (answer === 'items') return { type: 'array', items: schemas.item(resource) }
  return answer ? schemas.object(answerName(operation), answer) : {}
}

/** `TrialBalance`; with the method before it where that is not GET. */
function answerName({ method, path }: Operation): string {
  return method === 'GET' ? pascal(literals(path)) : `${pascal(method.toLowerCase())}${pascal(literals(path))}Answer`
}

const header = (name: string): Json => ({ $ref: `#/components/headers/${name}` })

function summary(resource: Resource, operation: Operation): string {
  const { name, schema } = resource
  switch (operation.kind) {
    case 'cursor':
      return `${name}: list with a cursor`
    case 'paged':
      return `${name}: list by pages, sorted`
    case 'count':
      return `${name}: count`
    case 'single':
      return `${schema}: read one`
    case 'create':
      return `${schema}: create`
    case 'update':
      return `${schema}: update`
    case 'delete':
      return `${schema}: delete`
    case 'query':
    case 'action':
      return `${name}: ${operation.method} ${literals(operation.path)}`
  }
}

/** The segments of a path that are no parameters. */
const literals = (path: string): string => path.replace(/\/\{\w+\}/g, '').slice(1)

const pascal = (text: string): string =>
  text.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter: string) => letter.toUpperCase())

/** A name for each operation, unique within the API; a second one of a name is told apart by its path parameters. */
function operationIds(api: Api): Map<Operation, string> {
  const taken = new Set<string>()
  const ids = new Map<Operation, string>()
  for (const resource of api.resources) {
    for (const operation of resource.operations) {
      const plain = plainId(resource, operation)
      const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => pascal(match[1]!))
      const id = taken.has(plain) && parameters.length > 0 ? `${plain}By${parameters.join('And')}` : plain
      if (taken.has(id)) throw new Error(`Two operations of ${api.name} are called ${id}.`)
      taken.add(id)
      ids.set(operation, id)
    }
  }
  return ids
}

function plainId({ name, schema }: Resource, operation: Operation): string {
  const items = pascal(name)
  switch (operation.kind) {
    case 'cursor':
      return `list${items}`
    case 'paged':
      return `list${items}Paged`
    case 'count':
      return `count${items}`
    case 'single':
      return `get${schema}`
    case 'create':
    case 'update':
    case 'delete':
      return `${operation.kind}${schema}`
    case 'query':
    case 'action':
      return `${operation.method.toLowerCase()}${pascal(literals(operation.path))}`
  }
}
