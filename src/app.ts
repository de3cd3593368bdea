import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { DEMO_TOKEN, GrantCache, isGrantToken } from './access/grant.ts'
import { WrongTokens } from './access/wrong-tokens.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connection.ts'
import { Health } from './database/health.ts'
import { ApiError, type ErrorCode } from './errors/catalogue.ts'
import { BODY_MAX_BYTES, FORGET_EVERY_MILLISECONDS, HEADERS_MAX_BYTES, REQUEST_TIMEOUT_MILLISECONDS } from './limits.ts'
import { openApiDocument } from './openapi/document.ts'
import { servePages } from './pages/serve.ts'
import { compile, type Route } from './request/compile.ts'
import { brokenRequests, readRest } from './request/protocol/broken-requests.ts'
import { allowOrigins } from './request/protocol/cors.ts'
import { databaseError } from './request/protocol/database-errors.ts'
import { forgetOldAnswers } from './request/protocol/idempotency.ts'
import { answer, type Road } from './request/index.ts'
import { RateLimiter } from './request/protocol/rate-limit.ts'
import { type Answer, errorAnswer, JSON_TYPE } from './request/protocol/respond.ts'
import { PathMap } from './request/protocol/path-map.ts'
import { traceIdOf, traceIds } from './request/protocol/trace-ids.ts'
import type { UnseenReference } from './resource/relations.ts'
import type { Api } from './resource/resource.ts'
import { Vault } from './secrets/vault.ts'
import { apiPath, type ApiVersion, everyVersion } from './resource/versions.ts'
import { apis as product, unseenReferences } from './resources/index.ts'

/** What a node is built of. */
export interface AppParts {
  database: Database
  config: Pick<
    Config,
    'dataDirectory' | 'rateLimit' | 'unknownProperties' | 'isLenient' | 'webhookAllowedHosts' | 'documentBytesMax'
  > &
    Partial<Pick<Config, 'corsOrigins' | 'hasDemo' | 'secretKey'>>
  log: Logger
  /** Told of every request that was answered. */
  observe?: (seen: Seen) => void
  /** Settled once the demo company is there: until then, whoever asks for it waits. */
  demo?: Promise<unknown>
  /** What is served, where that is not the product: APIs declared for a test. */
  apis?: readonly Api[]
  /** References of the tables that no resource of `apis` shows. */
  unseen?: readonly UnseenReference[]
}

/** A request that was answered: its operation by the path it is declared with, or `none`. */
export interface Seen {
  method: string
  operation: string
  status: number
  milliseconds: number
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Tells clients from now on to close their connections, and whoever balances load that this node is leaving. */
    leave(): void
  }
  interface FastifyRequest {
    /** Whose request it is, for the log line. */
    caller?: { agreement: number; app: number }
    /** What went wrong on our side, for the log line only. */
    internalError?: unknown
    /** The error code answered. */
    errorCode?: string
  }
}

/** No agreement has this number: those who are not known yet share a part of the connections as one does. */
const NOBODY = 0
const EMPTY = Buffer.alloc(0)

/** The documents of a version: its own, and, of the newest, that of the API. */
const documentPaths = ({ name, version, isNewest }: ApiVersion): string[] => [
  ...(isNewest ? [`/openapi/${name}.json`] : []),
  ...(version === '' ? [] : [`/openapi/${name}/${version}.json`]),
]

/** A version as `/openapi` lists it. */
const documented = (api: ApiVersion) => ({
  api: api.name,
  version: api.version,
  path: apiPath(api),
  document: documentPaths(api).at(-1)!,
})

/** What is served besides the APIs and their documents. */
const PATHS_BESIDE = ['/', '/health', '/live', '/openapi', '/errors', '/errors/{name}', '/docs', '/docs/{name}']

/** What is served, for whoever comes to the root: by API its versions, newest first as listed, and what is beside them. */
const overview = (versions: readonly ApiVersion[]): object => ({
  service: 'Daybook',
  documents: versions.map(documented),
  openapi: '/openapi',
  docs: '/docs',
  errors: '/errors',
  health: '/health',
  live: '/live',
})

function serveText(app: FastifyInstance, url: string, text: () => string): void {
  app.route({ method: withHead('GET'), url, handler: (_request, reply) => reply.type(JSON_TYPE).send(text()) })
}

/** Builds the service over a database; never listens. */
export function buildApp({
  database,
  config,
  log,
  observe,
  demo,
  apis = product,
  unseen = unseenReferences,
}: AppParts): FastifyInstance {
  const versions = everyVersion(apis)
  const { isLenient } = config
  const vault = new Vault(config)
  const ignoreUnknown = isLenient || config.unknownProperties === 'ignore'
  const routes = compile(versions, unseen, {
    ...{ database, ignoreUnknown, isLenient },
    options: { ignoreUnknown, isLenient },
    settings: { ...config, vault },
  })
  const prefixes = versions.filter(({ isNewest, version }) => isNewest && version !== '')
  const paths = new PathMap(versions, [
    ...routes.map(({ path, operation: { method } }) => ({ path, method })),
    ...[...PATHS_BESIDE, ...prefixes.map(({ prefix }) => prefix), ...versions.flatMap(documentPaths)].map((path) => ({
      path,
      method: 'GET',
    })),
  ])
  const app = newServer(log, paths)
  const grants = new GrantCache(database.of(NOBODY))
  const wrongTokens = new WrongTokens()
  const isOff = (token: string): boolean => config.hasDemo === false && token === DEMO_TOKEN
  const made = (): void => void (making = undefined)
  let making = demo?.then(made, made)
  const road: Road = {
    noteWrong: (address) => wrongTokens.note(address),
    findGrant: (secret, token) => {
      if (isOff(token)) return undefined
      return making && token === DEMO_TOKEN ? making.then(() => grants.find(secret, token)) : grants.find(secret, token)
    },
    isGrantToken: async (token) => !isOff(token) && (await isGrantToken(database.of(NOBODY), token)),
    rateLimiter: config.rateLimit && new RateLimiter(config.rateLimit),
    ignoreUnknown,
    reveal: (agreement, stored) => vault.open(agreement, stored),
  }
  forgetAnswersNowAndThen(app, database, log)
  const isLeaving = endConnectionsWhenLeaving(app)
  allowOrigins(app, config.corsOrigins ?? [])
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(log, request, reply)
    observe?.(seen(request, reply))
    done()
  })
  app.setErrorHandler((error, request, reply) => fail(error, request, reply, paths))
  app.setNotFoundHandler((request, reply) => notFound(request, reply, paths))
  for (const route of routes) if (!isUpload(route)) serve(app, road, route, paths)
  void app.register(async (uploads) => {
    // The body stays on the wire until it is known whose it is, and that there is room for it.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body))
    for (const route of routes) if (isUpload(route)) serve(uploads, road, route, paths)
  })
  serveDocuments(app, versions, prefixes)
  servePages(app, versions.map(documented), (request, reply) => notFound(request, reply, paths))
  serveHealth(app, new Health(database), paths, isLeaving)
  return app
}

/** What is served, and what it says of itself: at the root, at each prefix, and in the OpenAPI documents. */
function serveDocuments(app: FastifyInstance, versions: readonly ApiVersion[], prefixes: readonly ApiVersion[]): void {
  const [root, listed] = [overview(versions), { documents: versions.map(documented) }].map((one) => JSON.stringify(one))
  serveText(app, '/', () => root!)
  serveText(app, '/openapi', () => listed!)
  for (const { prefix } of prefixes) {
    const own = versions.filter((one) => one.prefix === prefix).map(documented)
    serveText(app, prefix, () => JSON.stringify({ versions: own }))
  }
  for (const api of versions) {
    // Made when somebody asks: all of them would be a seventh of what starting costs.
    let document: string | undefined
    const text = (): string => (document ??= JSON.stringify(openApiDocument(api)))
    for (const path of documentPaths(api)) serveText(app, path, text)
  }
}

/** A server whose every refusal has an error body of ours, also of what never became a request. */
function newServer(log: Logger, paths: PathMap): FastifyInstance {
  const newTraceId = traceIds()
  const broken = brokenRequests(newTraceId, ({ method, path, traceId, answer: { status, errorCode } }) =>
    log.info({ traceId, method, path: split(path).path.slice(0, 500), status, errorCode }, 'request'),
  )
  const app = Fastify({
    // Fastify's own log would make one for each request; the service's has a line for each.
    logger: false,
    genReqId: ({ headers }) => traceIdOf(headers.traceparent) ?? newTraceId(),
    // A request without Host is refused below, with a body.
    http: {
      ...{ maxHeaderSize: HEADERS_MAX_BYTES, requireHostHeader: false },
      connectionsCheckingInterval: 1000,
    },
    clientErrorHandler: (error, socket) => broken.clientError(error, socket),
    requestIdHeader: false,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 1000 },
    frameworkErrors: (error, request, reply) => {
      // Such a request runs no hooks, and has its line in the log all the same.
      reply.raw.once('finish', () => logRequest(log, request, reply as FastifyReply))
      fail(error, request, reply as FastifyReply, paths)
    },
  })
  broken.listen(app.server)
  app.addHook('onRequest', (request, _reply, done) => {
    const hasHost = request.headers.host !== undefined || request.raw.httpVersion === '1.0'
    done(
      hasHost
        ? undefined
        : new ApiError({ code: 'RequestInvalid', property: 'Host', message: 'The Host header is missing.' }),
    )
  })
  return app
}

function serveHealth(app: FastifyInstance, health: Health, paths: PathMap, isLeaving: () => boolean): void {
  // The process answers, whatever the database does: who restarts processes asks this, who balances load asks `/health`.
  serveText(app, '/live', () => '{"status":"ok"}')
  const handler = (request: FastifyRequest, reply: FastifyReply): void => {
    const healthy = (): FastifyReply => reply.type(JSON_TYPE).send('{"status":"ok"}')
    const leaving = new ApiError({ code: 'Unavailable', property: 'health', message: 'This node is stopping.' })
    if (isLeaving()) return void fail(leaving, request, reply, paths)
    const checking = health.check()
    if (checking) checking.then(healthy, (error: unknown) => fail(error, request, reply, paths))
    else healthy()
  }
  app.route({ method: withHead('GET'), url: '/health', handler })
}

/** Keeps the idempotency records bounded: those past their hour go every few minutes, on whichever node comes first. */
function forgetAnswersNowAndThen(app: FastifyInstance, database: Database, log: Logger): void {
  const forget = (): void => {
    forgetOldAnswers(database).catch((err: unknown) => log.warn({ err }, 'could not forget old answers'))
  }
  const timer = setInterval(forget, FORGET_EVERY_MILLISECONDS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** A node that leaves ends each connection with the answer under way on it: one that is kept would keep the node. @returns whether it leaves. */
function endConnectionsWhenLeaving(app: FastifyInstance): () => boolean {
  let isLeaving = false
  app.decorate('leave', () => void (isLeaving = true))
  app.addHook('preClose', async () => app.leave())
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isLeaving) reply.header('connection', 'close')
    done()
  })
  return () => isLeaving
}

function serve(app: FastifyInstance, road: Road, route: Route, paths: PathMap): void {
  // `DELETE /Contacts/paged` looks like the delete of a contact, and is none.
  const mayBeFixed = route.path.endsWith('}')
  const { headers } = route.api
  app.route({
    method: withHead(route.operation.method),
    url: route.path.replace(/\{(\w+)\}/g, ':$1'),
    handler: (request, reply) => {
      if (headers) reply.headers(headers)
      const { path, search } = split(request.url)
      if (mayBeFixed && paths.isFixed(path)) return notFound(request, reply, paths)
      answer(
        road,
        route,
        {
          method: request.method,
          path,
          search,
          headers: request.headers,
          parameters: request.params as Record<string, string>,
          body: Buffer.isBuffer(request.body) ? request.body : EMPTY,
          ...(isUpload(route) && { stream: request.raw }),
          traceId: request.id,
          address: request.ip,
          gone: goneOf(reply),
        },
        (grant) => void (request.caller = { agreement: grant.agreement, app: grant.app }),
      ).then(
        (answered) => send(reply, answered),
        (error: unknown) => fail(error, request, reply, paths),
      )
    },
  })
}

const isUpload = ({ operation }: Route): boolean => operation.kind === 'upload'

/** Aborted when the client goes before it has its answer; made where somebody asks. */
const goneOf = (reply: FastifyReply) => (): AbortSignal => {
  const controller = new AbortController()
  const check = (): void => void (reply.raw.writableFinished || controller.abort())
  if (reply.raw.destroyed) check()
  else reply.raw.once('close', check)
  return controller.signal
}

/** HEAD is answered wherever GET is, by what answers GET. */
const withHead = (method: string): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method])

function split(url: string): { path: string; search: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) }
}

function send(reply: FastifyReply, { status, headers, body, stream, errorCode }: Answer): FastifyReply {
  if (errorCode) reply.request.errorCode = errorCode
  reply.code(status).headers(headers)
  if (stream) return reply.send(stream)
  return body === undefined ? reply.send() : reply.send(body)
}

/** A path that is there with another method is 405 and says which; one that is not there is 404 and says what is. */
function notFound(request: FastifyRequest, reply: FastifyReply, paths: PathMap): FastifyReply {
  const { path } = split(request.url)
  const methods = paths.methodsOf(path)
  const isThere = withHead('GET').includes(request.method) ? methods.includes('GET') : methods.includes(request.method)
  if (methods.length > 0 && !isThere) {
    const message = paths.otherMethod(request.method, path)
    const allow = { allow: methods.join(', ') }
    return refused(
      new ApiError({ code: 'MethodNotAllowed', property: 'method', message }, allow),
      request,
      reply,
      paths,
    )
  }
  return refused(new ApiError({ ...paths.advice(path), property: 'path' }), request, reply, paths)
}

function refused(error: ApiError, request: FastifyRequest, reply: FastifyReply, paths: PathMap): FastifyReply {
  const { path } = split(request.url)
  const trace = { traceId: request.id, instance: path, style: paths.apiOf(path)?.style ?? 'problem' }
  if (error.code === 'BodyTooLarge') reply.removeHeader('connection')
  const isOnItsWay = request.body === request.raw && !request.raw.complete
  if (error.code === 'BodyTooLarge' || isOnItsWay) readRest(request.raw)
  return send(reply, errorAnswer(error, trace))
}

/** What Fastify itself refuses, as codes of ours; everything else is our fault: logged in full, answered bare. */
function fail(error: unknown, request: FastifyRequest, reply: FastifyReply, paths: PathMap): FastifyReply {
  const known = error instanceof ApiError ? error : (fromFastify(error) ?? databaseError(error))
  if (known) return refused(known, request, reply, paths)
  request.internalError = error
  return refused(new ApiError({ code: 'Internal', property: 'request' }), request, reply, paths)
}

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BodyTooLarge',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'InvalidJson',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MediaTypeNotSupported',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BodyRequired',
  FST_ERR_BAD_URL: 'PathNotFound',
  FST_ERR_MAX_PARAM_LENGTH: 'NotFound',
}

const FAULTY_PART: Partial<Record<ErrorCode, string>> = { MediaTypeNotSupported: 'Content-Type' }

function fromFastify(error: unknown): ApiError | undefined {
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  const known = FASTIFY_CODES[code]
  if (known === 'BodyTooLarge') {
    const message = `The body is too large: it may have ${BODY_MAX_BYTES.toLocaleString('en')} bytes.`
    return new ApiError({ code: known, property: 'body', message })
  }
  if (known) return new ApiError({ code: known, property: FAULTY_PART[known] ?? 'request' })
  return statusCode === 400
    ? new ApiError({ code: 'InvalidJson', property: 'body', message: 'The request ended too early.' })
    : undefined
}

const seen = (request: FastifyRequest, reply: FastifyReply): Seen => ({
  method: request.method,
  operation: request.routeOptions.url ?? 'none',
  status: reply.statusCode,
  milliseconds: reply.elapsedTime,
})

/** One line a request: who, what, how it ended and how long it took; no tokens, no bodies, no query. */
function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const line = {
    traceId: request.id,
    agreement: request.caller?.agreement,
    app: request.caller?.app,
    method: request.method,
    path: split(request.url).path.slice(0, 500),
    status: reply.statusCode,
    errorCode: request.errorCode,
    milliseconds: Math.round(reply.elapsedTime * 100) / 100,
  }
  if (request.internalError) log.error({ ...line, err: request.internalError }, 'request')
  else log.info(line, 'request')
}
