import { CURSOR_PAGE_SIZE } from '../limits.ts'
import type { Group, Operation } from '../resource/operations.ts'
import { isResource, type Resource } from '../resource/resource.ts'
import { JSON_TYPE } from '../request/protocol/respond.ts'
import { apiPath, type ApiVersion } from '../resource/versions.ts'
import {
  type SharedErrors,
  errorResponses,
  errorSchemas,
  likeliestCode,
  mediaType,
  operationCodes,
  publishedCodes,
} from './errors.ts'
import { IN_PATHS } from './example-values.ts'
import { Examples, valueOf } from './examples.ts'
import { groupMeanings } from './meanings/groups.ts'
import { inWords } from './meanings/index.ts'
import { literals, pascal } from './names.ts'
import { asOpenApi30 } from './older-form.ts'
import { descriptionOf, summaryOf } from './operations.ts'
import { operationParameters, sharedParameters } from './parameters.ts'
import { form, headerReferences, json, successResponse } from './responses.ts'
import { publishedId } from './published.ts'
import { type Json, Schemas } from './schemas.ts'

/** The versions of OpenAPI that documents are served in. */
export type OpenApiVersion = '3.0' | '3.1'

/**
 * The OpenAPI document of a resource-API, derived from its declarations alone. It has the extensions of rule 3.3:
 * `x-required-roles`, `x-error-codes` (codes that the group may return) and `x-cursor-page-size`. Properties have
 * `x-filterable` and `x-sortable`. In 3.1 it is exact: bodies have schemas of their own, without nulls. In 3.0 it has
 * the published shape, for clients that were generated from the published documents: bodies and answers share a schema,
 * and `x-required` of a body names what the write demands.
 * @throws Error when two operations or schemas of the declarations would share a name.
 */
export function openApiDocument(api: ApiVersion, version: OpenApiVersion = '3.1'): Json {
  const schemas = new Schemas(api, version === '3.0')
  const shared: SharedErrors = { responses: {}, examples: {} }
  const ids = operationIds(api)
  const paths: Record<string, Json> = {}
  for (const group of api.groups) {
    for (const operation of group.operations) {
      const path = (paths[operation.path] ??= {})
      path[operation.method.toLowerCase()] = {
        operationId: ids.get(operation),
        ...describeOperation(api, group, operation, schemas, shared),
      }
    }
  }
  for (const [name, schema] of Object.entries(errorSchemas(api))) schemas.add(name, schema)
  addExamples(paths, new Examples(schemas.components), api)
  addHeaders(paths, shared, api)
  const document = {
    openapi: '3.1.0',
    info: { title: `Daybook ${api.title}`, version: api.version || '1.0.0', description: CONVENTIONS },
    servers: [{ url: apiPath(api) || '/' }],
    security: [{ AppSecretToken: [], AgreementGrantToken: [] }],
    // Groups of one name have one tag.
    tags: api.groups.filter(({ name }, at) => api.groups.findIndex((one) => one.name === name) === at).map(tag),
    paths,
    components: {
      schemas: schemas.components,
      ...shared,
      parameters: sharedParameters(api),
      headers: { ...HEADERS, ...(api.headers && OF_OLDER_VERSIONS) },
      securitySchemes: SECURITY_SCHEMES,
    },
  }
  return version === '3.0' ? asOpenApi30(document) : document
}

/** Adds an example to every JSON body and every successful JSON answer. */
function addExamples(paths: Record<string, Json>, examples: Examples, { name, isNewest }: ApiVersion): void {
  const add = (content: Json | undefined, example: (schema: Json) => unknown): void => {
    const json = content?.[mediaType(JSON_TYPE)] as Json | undefined
    if (json) json.examples = { example: { value: example(json.schema as Json) } }
  }
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Json>).map(([method, operation]) => ({ path, method, operation })),
  )
  for (const { path, method, operation } of all) {
    const body = operation.requestBody as Json | undefined
    // What is known of an operation is said of its newest form.
    const called = `${isNewest ? name : 'older'} ${method.toUpperCase()} ${path}`
    add(body?.content as Json, (schema) => examples.body(schema, called, body?.['x-required'] as string[] | undefined))
    for (const parameter of (operation.parameters as Json[] | undefined) ?? []) addPathExample(parameter, called)
    for (const [status, response] of Object.entries(operation.responses as Record<string, Json>)) {
      if (status.startsWith('2')) add(response.content as Json, (schema) => examples.answer(schema))
    }
  }
}

/** Adds a value to a parameter of the path: one that the demo company has. */
function addPathExample(parameter: Json, operation: string): void {
  if (parameter.in !== 'path') return
  const name = parameter.name as string
  parameter.example = IN_PATHS[operation]?.[name] ?? valueOf(name, parameter.schema as Json)
}

/**
 * Statuses of refusals before it is known who calls, and of errors of the server: calls are not counted in these
 * answers.
 */
const UNCOUNTED: ReadonlySet<string> = new Set(['401', '408', '413', '417', '431', '500'])
/** Statuses of writes that are kept for their Idempotency-Key, refusals included. */
const KEPT: ReadonlySet<string> = new Set(['200', '201', '204', '400', '404', '409'])

/** Adds the headers that do not depend on what an operation does. */
function addHeaders(paths: Record<string, Json>, shared: SharedErrors, api: ApiVersion): void {
  const ofVersion = api.headers ? Object.keys(OF_OLDER_VERSIONS) : []
  for (const [method, operation] of Object.values(paths).flatMap((path) => Object.entries(path))) {
    for (const [status, given] of Object.entries((operation as Json).responses as Record<string, Json>)) {
      const response = typeof given.$ref === 'string' ? shared.responses[given.$ref.split('/').at(-1)!]! : given
      const names = [
        'X-Request-Id',
        ...(method !== 'get' && KEPT.has(status) ? ['X-ResultFromCache', 'Daybook-Dry-Run'] : []),
        ...(UNCOUNTED.has(status) ? [] : ['X-CallCost', 'X-RateLimiting']),
        ...ofVersion,
      ]
      response.headers = { ...(response.headers as Json | undefined), ...headerReferences(names) }
    }
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
  Location: {
    description: 'A link to the item created, or to a list that has it.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'X-Request-Id': {
    description: 'The id of the request, another one for each.',
    schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
  },
  'X-ResultFromCache': {
    description: '`true` when the response is the replay of an earlier one with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  'Daybook-Dry-Run': {
    description: '`true` when nothing was written: the request asked for a dry run.',
    schema: { type: 'string', const: 'true' },
  },
  'X-CallCost': {
    description: 'What the call cost; only while calls are limited.',
    schema: { type: 'integer', format: 'int32' },
  },
  'X-RateLimiting': {
    description: 'The limit, and how much of it is left; only while calls are limited.',
    schema: { type: 'string' },
  },
  'Content-Location': {
    description: 'The own path of what the path names by another number.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  ETag: { description: 'Another one for other bytes.', schema: { type: 'string' } },
  'Content-Disposition': { description: 'What the file may be called.', schema: { type: 'string' } },
  'Content-Range': { description: 'Which bytes these are, and of how many.', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', format: 'int32' } },
}

const OF_OLDER_VERSIONS = {
  Deprecation: { description: 'That there is a newer version (RFC 9745).', schema: { type: 'string' } },
  Link: { description: 'Where the newest version is (RFC 8288).', schema: { type: 'string' } },
}

/** What holds for a group of operations (rule 3.3). */
function tag(group: Group): Json {
  return { name: group.name, description: groupMeanings[group.name] ?? inWords(group.name), ...groupExtensions(group) }
}

function groupExtensions(group: Group, operation?: Operation): Json {
  const codes = publishedCodes(group)
  const isCursorList = operation ? operation.kind === 'cursor' : group.operations.some(({ kind }) => kind === 'cursor')
  return {
    'x-required-roles': operation?.roles ?? group.roles,
    ...(codes.length > 0 && { 'x-error-codes': codes }),
    ...(isCursorList && { 'x-cursor-page-size': CURSOR_PAGE_SIZE }),
  }
}

function describeOperation(
  api: ApiVersion,
  group: Group,
  operation: Operation,
  schemas: Schemas,
  shared: SharedErrors,
): Json {
  const parameters = operationParameters(group, operation)
  const body = requestBody(group, operation, schemas)
  const demanded = demandedBy(group, operation, schemas)
  return {
    summary: summaryOf(group, operation),
    description: descriptionOf(group, operation),
    ...(operation.deprecated && { deprecated: true }),
    tags: [group.name],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: operation.kind === 'upload' ? form(body) : json(body),
        ...(demanded && { 'x-required': demanded }),
      },
    }),
    responses: {
      ...successResponse(group, operation, schemas),
      ...errorResponses(api, operationCodes(group, operation), shared, likeliestCode(group, operation)),
    },
    ...groupExtensions(group, operation),
  }
}

function requestBody(group: Group, operation: Operation, schemas: Schemas): Json | undefined {
  if (isResource(group)) {
    const body = itemsBody(group, operation, schemas)
    if (body) return body
  }
  if (operation.kind === 'upload') return schemas.form(operation)
  if (operation.kind !== 'action' || !operation.body) return undefined
  const name = operation.schema ?? `${pascal(operation.method.toLowerCase())}${pascal(literals(operation.path))}Body`
  return schemas.actionBody(name, operation.body)
}

/** What a write demands of each item, where its schema does not say so. */
function demandedBy(group: Group, { kind }: Operation, schemas: Schemas): string[] | undefined {
  if (!isResource(group)) return undefined
  if (kind === 'create' || kind === 'bulkCreate') return schemas.demanded(group, 'create')
  return kind === 'update' || kind === 'bulkUpdate' ? schemas.demanded(group, 'update') : undefined
}

function itemsBody(resource: Resource, operation: Operation, schemas: Schemas): Json | undefined {
  if (operation.kind === 'create') return schemas.create(resource)
  if (operation.kind === 'update') return schemas.update(resource)
  if (operation.kind === 'delete' && operation.keyInBody) return schemas.key(resource, operation.asStored)
  if ('bulk' in operation) return schemas.bulk(resource, operation.kind, operation.bulk)
  return undefined
}

/**
 * A name for each operation, unique within the API. A second operation of the same name gets its path parameters into
 * the name.
 */
export function operationIds(api: ApiVersion): Map<Operation, string> {
  const taken = new Set<string>()
  const ids = new Map<Operation, string>()
  for (const group of api.groups) {
    for (const operation of group.operations) {
      const plain = publishedId(api, group, operation) ?? plainId(group, operation)
      const parameters = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => pascal(match[1]!))
      const id = taken.has(plain) && parameters.length > 0 ? `${plain}By${parameters.join('And')}` : plain
      if (taken.has(id)) throw new Error(`Two operations of ${api.name} are called ${id}.`)
      taken.add(id)
      ids.set(operation, id)
    }
  }
  return ids
}

function plainId(group: Group, operation: Operation): string {
  const items = pascal(group.name)
  const schema = isResource(group) ? pascal(group.schema) : items
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
    case 'bulkCreate':
      return `create${items}InBulk`
    case 'bulkUpdate':
      return `update${items}InBulk`
    case 'query':
    case 'action':
    case 'upload':
    case 'file':
      return `${operation.method.toLowerCase()}${pascal(literals(operation.path))}`
  }
}
