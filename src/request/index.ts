import type { IncomingHttpHeaders } from 'node:http'
import type { Database, Transaction } from '../database/connection.ts'
import { ApiError, type Fault, throwFaults } from '../errors/catalogue.ts'
import type { Caller, Item, Operation, Resource, Settings } from '../resource/resource.ts'
import type { Grant } from './protocol/authorize.ts'
import { authorize } from './protocol/authorize.ts'
import { databaseError, mayRetry } from './protocol/database-errors.ts'
import { checkIdempotencyKey, once } from './protocol/idempotency.ts'
import { checkMediaTypes } from './protocol/media-types.ts'
import { parseBody, parseQuery } from './protocol/parse.ts'
import { typedQuery } from './query/parameters.ts'
import { isIdentifier, planList, QUERY_PARAMETERS } from './query/plan.ts'
import type { RateLimiter } from './protocol/rate-limit.ts'
import { type Answer, created, errorAnswer, noContent, ok, type Trace } from './protocol/respond.ts'
import { apiPath, type Route } from './protocol/routes.ts'
import { readStatement } from './query/sql.ts'
import { decodeTextIdentifier, encodeTextIdentifier } from './protocol/text-identifier.ts'
import { validateFields, validateItem, validateKey } from './write/validate.ts'
import { inOrder, refuse, writeBody, writeItems } from './write/write.ts'

/** What one request brings, as the HTTP side hands it over. */
export interface Incoming {
  method: string
  /** Path without query. */
  path: string
  /** The query, without `?`. */
  search: string
  headers: IncomingHttpHeaders
  /** Path parameters, decoded. */
  parameters: Readonly<Record<string, string>>
  body: Buffer
  traceId: string
}

/** What the road needs of the world. */
export interface Road {
  database: Database
  /** The grant behind a pair of tokens; undefined when there is none in force. */
  findGrant(appSecretToken: string, agreementGrantToken: string): Promise<Grant | undefined>
  rateLimiter: RateLimiter | undefined
  ignoreUnknown: boolean
  settings: Settings
  /** Told who is calling, for the request's log line. */
  onGrant?(incoming: Incoming, grant: Grant): void
}

const ATTEMPTS = 3

/**
 * One request, its stages in order: authenticate → limit → authorize → media types → parse → filter → validate → plan → sql → execute →
 * respond. Each stage hands the next a plain value; only the first and `execute` await.
 * @throws ApiError, and what is our own fault as it is.
 */
export async function answer(road: Road, route: Route, incoming: Incoming): Promise<Answer> {
  const grant = await authenticate(road, incoming)
  road.onGrant?.(incoming, grant)
  const rate = road.rateLimiter?.take(grant.agreement)
  const trace: Trace = { traceId: incoming.traceId, instance: incoming.path, style: route.api.style }
  let reply: Answer
  try {
    if (rate?.retryAfterSeconds !== undefined) {
      throw new ApiError(
        { code: 'RateLimitExceeded', property: 'X-AgreementGrantToken' },
        { 'retry-after': String(rate.retryAfterSeconds) },
      )
    }
    authorize(grant, route.resource, route.operation)
    checkMediaTypes(incoming.headers, incoming.body.length > 0)
    reply =
      route.operation.method === 'GET'
        ? await read(road, route, incoming, grant)
        : await write(road, route, incoming, grant, trace)
  } catch (error) {
    const known = error instanceof ApiError ? error : databaseError(error, route.resource)
    if (!known) throw error
    reply = errorAnswer(known, trace)
  }
  return rate ? { ...reply, headers: { ...reply.headers, ...rate.headers } } : reply
}

async function authenticate(road: Road, { headers }: Incoming): Promise<Grant> {
  const [secret, token] = [headers['x-appsecrettoken'], headers['x-agreementgranttoken']]
  const missing =
    typeof secret !== 'string' || secret === '' ? 'X-AppSecretToken' : !token ? 'X-AgreementGrantToken' : undefined
  if (missing)
    throw new ApiError({ code: 'Unauthorized', property: missing, message: `The header ${missing} is missing.` })
  const grant = await road.findGrant(secret as string, String(token))
  if (!grant) throw new ApiError({ code: 'Unauthorized', property: 'X-AgreementGrantToken' })
  return grant
}

const callerOf = ({ agreement, baseCurrency, app, roles, modules }: Grant): Caller => ({
  agreement,
  baseCurrency,
  app,
  roles,
  modules,
})

async function read(road: Road, route: Route, incoming: Incoming, grant: Grant): Promise<Answer> {
  const { operation, resource, api } = route
  if (operation.kind === 'query') {
    const names = (operation.query ?? []).map(({ name }) => name)
    const query = typedQuery(parseQuery(incoming.search, names, road.ignoreUnknown), operation.query ?? [])
    const path = pathItem(route, incoming)
    throwFaults(operation.check?.({ path, query }) ?? [])
    const body = await road.database.bytes(
      operation.statement(callerOf(grant), { path, query, base: baseOf(incoming) }),
    )
    if (!body) throw operation.none ? new ApiError(operation.none({ path, query })) : notFound(route)
    return ok(body, operation.formats?.[query.format as string])
  }
  if (operation.kind === 'single') {
    parseQuery(incoming.search, QUERY_PARAMETERS.single, road.ignoreUnknown)
    const plan = { kind: 'single', key: pathItem(route, incoming) } as const
    const body = await road.database.bytes(readStatement(plan, resource, api.style, grant))
    if (!body) throw notFound(route)
    return ok(body)
  }
  if (operation.kind !== 'count' && operation.kind !== 'cursor' && operation.kind !== 'paged') {
    throw new Error(`${operation.kind} is no read`)
  }
  const query = parseListQuery(incoming.search, operation.kind, road.ignoreUnknown)
  const plan = planList(operation.kind, resource, query)
  return ok((await road.database.bytes(readStatement(plan, resource, api.style, grant)))!)
}

/** The address the client reached us at, for links; empty, which makes them relative, where it cannot be told. */
function baseOf({ headers }: Incoming): string {
  const scheme = headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  return /^[\w.-]+(:\d{1,5})?$|^\[[\da-f:.]+\](:\d{1,5})?$/i.test(headers.host ?? '')
    ? `${scheme}://${headers.host}`
    : ''
}

/** Sorting a cursor list is refused, not passed over in silence (spec 1, Sorting 5). */
function parseListQuery(
  search: string,
  kind: 'count' | 'cursor' | 'paged',
  ignoreUnknown: boolean,
): Map<string, string> {
  const query = parseQuery(search, [...QUERY_PARAMETERS[kind], ...(kind === 'cursor' ? ['sort'] : [])], ignoreUnknown)
  if (kind === 'cursor' && query.has('sort')) {
    const message = 'A cursor list is ordered by its identifier and cannot be sorted; use /paged.'
    throw new ApiError({ code: 'SortNotAllowed', property: 'sort', message })
  }
  return query
}

/** The path parameters as values of their fields. @throws ApiError 404 for a text that no identifier can be. */
function pathItem(route: Route, incoming: Incoming): Item {
  const item: Item = {}
  for (const name of route.parameters) {
    const sent = incoming.parameters[name] ?? ''
    const text = route.api.style === 'project' ? decodeTextIdentifier(sent) : sent
    const field = route.resource.fields[name]
    const isInt = field ? field.facts.type === 'int32' : /Number$|^number$/.test(name)
    const valid = field
      ? isIdentifier(field, text)
      : !isInt || (/^-?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31)
    if (!valid) throw notFound(route)
    item[name] = isInt ? Number(text) : text
  }
  return item
}

const notFound = (route: Route): ApiError =>
  new ApiError({ code: route.resource.missing ?? 'NotFound', property: route.parameters.at(-1) ?? 'path' })

async function write(road: Road, route: Route, incoming: Incoming, grant: Grant, trace: Trace): Promise<Answer> {
  parseQuery(incoming.search, [], road.ignoreUnknown)
  const key = incoming.headers['idempotency-key']
  if (key === undefined) return await retried(() => writeOnce(road, route, incoming, grant))
  checkIdempotencyKey(String(key))
  const { agreement, app } = grant
  const request = {
    agreement,
    app,
    key: String(key),
    method: incoming.method,
    path: incoming.path,
    body: incoming.body,
  }
  const prepare = async (transaction: Transaction): Promise<Prepared> => {
    const prepared = prepareWrite(road, route, incoming)
    // A body that is no good of itself never begins a write, so its answer is not kept: here it is only looked through.
    if (prepared.faults.length > 0) await carryOut(route, grant, transaction, prepared)
    return prepared
  }
  const run = (transaction: Transaction, prepared: Prepared): Promise<Answer> =>
    carryOut(route, grant, transaction, prepared)
  const toAnswer = (error: unknown): Answer => {
    const known = error instanceof ApiError ? error : mayRetry(error) ? undefined : databaseError(error, route.resource)
    if (!known || known.status >= 500) throw error
    return errorAnswer(known, trace)
  }
  return await retried(() => once(road.database, request, prepare, run, toAnswer))
}

/** Two transactions that got in each other's way are our affair, not the client's. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= ATTEMPTS || !mayRetry(error)) throw error
    }
  }
}

interface Prepared {
  path: Item
  body: Item
  faults: Fault[]
}

async function writeOnce(road: Road, route: Route, incoming: Incoming, grant: Grant): Promise<Answer> {
  const prepared = prepareWrite(road, route, incoming)
  const { operation, resource } = route
  const shared =
    operation.kind === 'delete' ||
    ((operation.kind === 'create' || operation.kind === 'update') && !resource[operation.kind])
  // A shared write is one statement, and so its own transaction.
  if (shared) return await sharedWrite(route, grant, road.database, prepared)
  return await road.database.transaction((transaction) => carryOut(route, grant, transaction, prepared))
}

function prepareWrite(road: Road, route: Route, incoming: Incoming): Prepared {
  const { operation, resource } = route
  const path = pathItem(route, incoming)
  const faults: Fault[] = []
  const options = { ignoreUnknown: road.ignoreUnknown }
  if (operation.kind === 'create' || operation.kind === 'update') {
    const body = validateItem(parseBody(incoming.body), resource, operation.kind, faults, options)
    faults.push(...(resource.check?.(body, road.settings) ?? []))
    return { path, body, faults }
  }
  if (operation.kind === 'delete' && operation.keyInBody) {
    return { path: validateKey(parseBody(incoming.body), resource, faults, options), body: {}, faults }
  }
  const fields = operation.kind === 'action' ? operation.body : undefined
  if (!fields && incoming.body.length === 0) return { path, body: {}, faults }
  return { path, body: validateFields(parseBody(incoming.body), fields ?? {}, faults, options), faults }
}

async function carryOut(route: Route, grant: Grant, transaction: Transaction, prepared: Prepared): Promise<Answer> {
  const { operation, resource } = route
  const work = { caller: callerOf(grant), transaction }
  if (operation.kind === 'action') {
    const declared = { fields: operation.body ?? {} }
    const hasItems = Object.values(declared.fields).some(({ facts }) => facts.itemsAs)
    if (!hasItems) refuse(prepared.faults, declared)
    const result = await inOrder(operation.run(work, prepared), prepared.faults, declared)
    if (result.status === 204) return noContent
    return result.status === 200 ? ok(result.body) : created(result.body, apiPath(route.api) + result.location)
  }
  if (operation.kind === 'delete') return await sharedWrite(route, grant, transaction, prepared)
  const kind = operation.kind as 'create' | 'update'
  const [key] = await writeBody(kind, resource, work, [prepared.body], prepared.faults)
  return kind === 'update' ? noContent : createdAnswer(route, key!)
}

async function sharedWrite(
  route: Route,
  grant: Grant,
  executor: Database | Transaction,
  prepared: Prepared,
): Promise<Answer> {
  const { operation, resource } = route
  const kind = operation.kind as 'create' | 'update' | 'delete'
  const item = kind === 'delete' ? prepared.path : prepared.body
  const [key] = await writeItems(kind, resource, grant, executor, [item], prepared.faults)
  return kind === 'create' ? createdAnswer(route, key!) : noContent
}

/** 201 with the identifier, and a link to where the item can be read (spec 1, Response envelopes). */
function createdAnswer(route: Route, key: Item): Answer {
  const single = route.resource.operations.find(
    (operation: Operation) =>
      operation.kind === 'single' || (operation.method === 'GET' && operation.path.endsWith('}')),
  )
  const encode = route.api.style === 'project' ? encodeTextIdentifier : encodeURIComponent
  const path = (single ?? route.operation).path.replace(/\{(\w+)\}/g, (_, name: string) => encode(String(key[name])))
  return created(JSON.stringify(createdBody(route.resource, key)), apiPath(route.api) + path)
}

/** A create answers the last part of the identifier: the item's own number or name. */
function createdBody(resource: Resource, key: Item): Item {
  const name = resource.key.at(-1)!
  return { [name]: key[name] }
}
