import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { forgetOldSessions } from './access/console.ts'
import type { Grant } from './access/grant.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connection.ts'
import { Health, HEALTHY, healthOf } from './database/health/health.ts'
import { SilentServers } from './database/placement/silent-servers.ts'
import type { Standby } from './database/health/standby.ts'
import { ApiError } from './errors/catalogue.ts'
import {
  BODY_MAX_BYTES,
  FORGET_EVERY_MILLISECONDS,
  HEADERS_PARSED_MAX_BYTES,
  REQUEST_LOG_LAST_MILLISECONDS,
  REQUEST_TIMEOUT_MILLISECONDS,
} from './limits.ts'
import { operationCodes } from './openapi/errors.ts'
import { documentPaths, overview, serveDocuments } from './openapi/serve.ts'
import { serveConsole } from './pages/console.ts'
import { ConsoleFiles } from './pages/console-files.ts'
import { lostBrowser, servePages } from './pages/serve.ts'
import { compiler } from './request/compile.ts'
import { type Found, isUpload, ServedVersions } from './request/served-versions.ts'
import { brokenRequests, headersFault } from './request/protocol/broken-requests.ts'
import { goneOf } from './request/protocol/client-gone.ts'
import { compressAnswers } from './request/protocol/compression.ts'
import { allowOrigins } from './request/protocol/cors.ts'
import { forgetOldAnswers } from './request/protocol/idempotency.ts'
import { answer, type Road } from './request/index.ts'
import type { Lists } from './request/query/reads.ts'
import { fail, notFound, send, withHead } from './request/protocol/replies.ts'
import { logRequest, nameRequest, type Seen, seen } from './request/protocol/request-log.ts'
import { type Answer, JSON_TYPE } from './request/protocol/respond.ts'
import { OctetResponse } from './request/protocol/octets.ts'
import { PathMap } from './request/protocol/path-map.ts'
import { relative, ROUTING, split } from './request/protocol/routing.ts'
import { traceIdOf, traceIds } from './request/protocol/trace-ids.ts'
import type { Settings } from './resource/operations.ts'
import type { UnseenReference } from './resource/relations.ts'
import { type Api, everyVersion } from './resource/versions.ts'
import { Vault } from './secrets/vault.ts'
import { apis as product, unseenReferences } from './resources/index.ts'
import { roadOf } from './road.ts'
import { CoverageCounter } from './workshop/coverage/counter.ts'
import { measurer } from './workshop/coverage/measure.ts'
import { serveSession, SESSION_PATHS } from './session/session.ts'
import { observer } from './workshop/requests/observe.ts'
import { repeater } from './workshop/requests/repeat.ts'
import { RequestLog } from './workshop/requests/request-log.ts'

/** What a node is built of. */
export interface AppParts {
  database: Database
  config: Pick<
    Config,
    'dataDirectory' | 'rateLimit' | 'unknownProperties' | 'compatibility' | 'webhookAllowedHosts' | 'documentBytesMax'
  > &
    Partial<
      Pick<
        Config,
        | 'corsOrigins'
        | 'publicOrigin'
        | 'hasDemo'
        | 'secretKey'
        | 'requestLogHours'
        | 'requestLogBytesMax'
        | 'snapshotBytesMax'
        | 'sandboxesHourlyMax'
      >
    >
  log: Logger
  /** Told of every request that was answered. */
  observe?: (seen: Seen) => void
  /** Answers lists, counts and reports where it may. */
  standby?: Standby | undefined
  /** Settled once the demo company is there; until then, requests for it wait. */
  demo?: Promise<unknown>
  /** The APIs to serve instead of the product, declared for a test. */
  apis?: readonly Api[]
  /** References of the tables that no resource of `apis` shows. */
  unseen?: readonly UnseenReference[]
  /** Where the compiled console is, if not beside the program. */
  consoleFolder?: string
}

export type { Seen }

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on tells clients to close their connections, and load balancers that this node is leaving. */
    leave(): void
    /** Logs and counts a request that is over. */
    ended(request: FastifyRequest, reply: FastifyReply): void
  }
  interface FastifyRequest {
    /** Whose request it is, for the logs. */
    caller?: Grant
    /** What answers it, and the parameters of its path. */
    found?: Found
    /** What was answered. */
    answered?: Answer
    /** SHA-256 of the file that came with it, in hex. */
    fileHash?: string
    /** What went wrong on our side, for the log line only. */
    internalError?: unknown
    /** The error code answered. */
    errorCode?: string
    /** The path that an older version declares for the operation. */
    operation?: string
    /** The id of this one request (`X-Request-Id`), whatever trace it is part of. */
    requestId: string
  }
}

const EMPTY = Buffer.alloc(0)

/** What is served besides the APIs and their documents. */
const PATHS_BESIDE = [
  ...['/', '/health', '/live', '/openapi', '/errors', '/errors/{name}', '/docs', '/docs/search.json'],
  ...['/docs/guides', '/docs/guides/{name}', '/docs/pictures/{name}', '/docs/assets/{name}'],
  ...['/docs/apis/{api}', '/docs/apis/{api}/{version}', '/docs/apis/{api}/{version}/{operation}'],
  ...['/app', '/app/assets/{name}'],
]

/** Builds the service over a database; never listens. */
export function buildApp({
  database,
  config,
  log,
  observe,
  standby,
  demo,
  apis = product,
  unseen = unseenReferences,
  consoleFolder,
}: AppParts): FastifyInstance {
  const versions = everyVersion(apis)
  const vault = new Vault(config)
  const lists: Lists | undefined =
    standby && ((agreement, statement, primary) => standby.read(agreement, statement, primary))
  const measure = measurer(versions, operationCodes)
  const settings: Settings = { ...config, vault, measure, repeat: (caller, asked) => repeat(caller, asked) }
  const compiled = compiler(versions, unseen, { database, lists, settings })
  const prefixes = versions.filter(({ isNewest, version }) => isNewest && version !== '')
  const beside = [...PATHS_BESIDE, ...prefixes.map(({ prefix }) => prefix), ...versions.flatMap(documentPaths)]
  const paths = new PathMap(versions, [...beside.map((path) => ({ path, method: 'GET' })), ...SESSION_PATHS])
  const newId = traceIds()
  const app = newServer(log, paths, newId)
  const road = roadOf({ database, config, vault, standby, demo })
  const hasDemo = config.hasDemo !== false
  forgetAnswersNowAndThen(app, database, log)
  const isLeaving = endConnectionsWhenLeaving(app)
  allowOrigins(app, config.corsOrigins ?? [])
  compressAnswers(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const requests = keptRequests(app, { database, config, log })
  const noteRequest = requests && observer(requests, (secret, token) => road.grants.find(secret, token))
  const coverage = countedCoverage(app, database, log)
  tellOfRequests(app, log, [
    observe && ((...told) => observe(seen(...told))),
    noteRequest,
    (...told) => coverage.note(...told),
  ])
  app.setErrorHandler((error, request, reply) => fail(error, request, reply, paths))
  const nothing = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    lostBrowser(request, reply, paths.advice(split(request.url).path).message, hasDemo) ??
    notFound(request, reply, paths)
  app.setNotFoundHandler(nothing)
  const served = new ServedVersions(versions, compiled)
  const repeat = repeater({ road, newId, log: requests, served })
  serveVersions(app, road, served, paths)
  serveDocuments(app, versions, prefixes, nothing)
  servePages(app, { versions, hasDemo, root: JSON.stringify(overview(versions)), otherwise: nothing })
  serveConsole(app, new ConsoleFiles(consoleFolder), nothing)
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    fail(error, request, reply, paths)
  serveSession(app, { database, vault, browsers: road.consoleRequests, hasDemo, ...road, fail: refuse })
  serveHealth(app, { health: new Health(database), servers: new SilentServers(database), standby }, paths, isLeaving)
  return app
}

type Told = (request: FastifyRequest, reply: FastifyReply) => void

/** Has each request logged, and told of, when it is over. */
function tellOfRequests(app: FastifyInstance, log: Logger, told: readonly (Told | undefined)[]): void {
  app.decorate('ended', (request, reply) => {
    logRequest(log, request, reply)
    for (const tell of told) tell?.(request, reply)
  })
  app.addHook('onResponse', (request, reply, done) => {
    app.ended(request, reply)
    done()
  })
}

/** Serves every version. */
function serveVersions(app: FastifyInstance, road: Road, served: ServedVersions, paths: PathMap): void {
  for (const url of served.urls) serve(app, road, url, served, paths)
  void app.register(async (uploads) => {
    // The body stays on the wire until its sender is known, and there is room for it.
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, body, done) => done(null, body))
    for (const url of served.uploadUrls) serve(uploads, road, url, served, paths)
  })
}

/** No route has a schema of Fastify's. Without this, loading its compilers would be a fifth of the cost of starting. */
const noSchemas = (): never => {
  throw new Error('Declarations check requests and make answers, not schemas of Fastify.')
}

/** A server whose every refusal has an error body of ours, also where bytes never became a request. */
function newServer(log: Logger, paths: PathMap, newTraceId: () => string): FastifyInstance {
  const broken = brokenRequests(newTraceId, ({ method, path, traceId, answer: { status, errorCode } }) =>
    log.info({ traceId, method, path: path.slice(0, 500), status, errorCode }, 'request'),
  )
  const app = Fastify({
    // Fastify's own log would make one for each request; the service's has a line for each.
    logger: false,
    genReqId: ({ headers }) => traceIdOf(headers.traceparent) ?? newTraceId(),
    // A request without Host is refused below, with a body.
    http: {
      maxHeaderSize: HEADERS_PARSED_MAX_BYTES,
      requireHostHeader: false,
      connectionsCheckingInterval: 1000,
      ServerResponse: OctetResponse,
    },
    clientErrorHandler: (error, socket) => broken.clientError(error, socket),
    requestIdHeader: false,
    bodyLimit: BODY_MAX_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: ROUTING,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    rewriteUrl: ({ url = '/' }) => relative(url),
    frameworkErrors: (error, request, reply) => {
      // Such a request runs no hooks, so it is named and its line is logged here.
      nameRequest(request, reply as FastifyReply, newTraceId)
      reply.raw.once('finish', () => logRequest(log, request, reply as FastifyReply))
      fail(error, request, reply as FastifyReply, paths)
    },
  })
  broken.listen(app.server)
  app.decorateRequest('requestId', '')
  app.addHook('onRequest', (request, reply, done) => {
    nameRequest(request, reply, newTraceId)
    done(headersFault(request.raw))
  })
  return app
}

function serveHealth(
  app: FastifyInstance,
  asked: { health: Health; servers: SilentServers; standby: Standby | undefined },
  paths: PathMap,
  isLeaving: () => boolean,
): void {
  const { health, servers } = asked
  // Answers whatever the database does. Supervisors that restart processes ask this, load balancers ask `/health`.
  app.route({
    method: withHead('GET'),
    url: '/live',
    handler: (_request, reply) => reply.type(JSON_TYPE).send(HEALTHY),
  })
  const handler = (request: FastifyRequest, reply: FastifyReply): void => {
    const healthy = (): FastifyReply => reply.type(JSON_TYPE).send(healthOf(asked))
    if (isLeaving()) {
      const leaving = new ApiError({ code: 'Unavailable', property: 'health', message: 'This node is stopping.' })
      return void fail(leaving, request, reply, paths)
    }
    const checking = health.check()
    const looking = servers.look()
    if (!checking) return void healthy()
    Promise.all([checking, looking]).then(healthy, (error: unknown) => fail(error, request, reply, paths))
  }
  app.route({ method: withHead('GET'), url: '/health', handler })
}

/** Keeps the idempotency records bounded: every few minutes the first node that looks removes those past their hour. */
function forgetAnswersNowAndThen(app: FastifyInstance, database: Database, log: Logger): void {
  const forget = (): void => {
    forgetOldAnswers(database).catch((err: unknown) => log.warn({ err }, 'could not forget old answers'))
    forgetOldSessions(database).catch((err: unknown) => log.warn({ err }, 'could not forget old sessions'))
  }
  const timer = setInterval(forget, FORGET_EVERY_MILLISECONDS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

/** The log of requests, where there is one, which is written beside what is answered, and to the end. */
function keptRequests(
  app: FastifyInstance,
  { database, config, log }: Pick<AppParts, 'database' | 'config' | 'log'>,
): RequestLog | undefined {
  const { requestLogHours: hours = 0, requestLogBytesMax: bytesMax = 0 } = config
  if (bytesMax === 0) return undefined
  const requests = new RequestLog(database, { hours, bytesMax }, log)
  const dropOld = (): void => {
    requests.dropOld().catch((err: unknown) => log.warn({ err }, 'could not drop old requests'))
  }
  const timer = setInterval(dropOld, FORGET_EVERY_MILLISECONDS).unref()
  app.addHook('onClose', async () => clearInterval(timer))
  writeAtEnd(app, requests)
  return requests
}

/** Counts what programs of sandboxes meet; the counts are written beside what is answered, and to the end. */
function countedCoverage(app: FastifyInstance, database: Database, log: Logger): CoverageCounter {
  const coverage = new CoverageCounter(database, log)
  writeAtEnd(app, coverage)
  return coverage
}

/** Has what was noted of requests written before the node ends, if that does not take long. */
function writeAtEnd(app: FastifyInstance, noted: { write(): Promise<void> }): void {
  app.addHook('onClose', async () => {
    await Promise.race([noted.write(), delay(REQUEST_LOG_LAST_MILLISECONDS, undefined, { ref: false })])
  })
}

/**
 * Closes each connection of a node that leaves with its next answer: an open connection would hold the node. One that
 * has sent nothing yet is no idle one to Node, which waits a minute for its request. @returns whether it leaves.
 */
function endConnectionsWhenLeaving(app: FastifyInstance): () => boolean {
  let isLeaving = false
  const open = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.decorate('leave', () => void (isLeaving = true))
  app.addHook('preClose', async () => {
    app.leave()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isLeaving) reply.header('connection', 'close')
    done()
  })
  return () => isLeaving
}

function serve(app: FastifyInstance, road: Road, url: string, served: ServedVersions, paths: PathMap): void {
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    url,
    handler: (request, reply) => {
      const found = served.find(request.method, split(request.url).path)
      if (!found) return notFound(request, reply, paths)
      request.operation = found.route.path
      return take(road, found, paths, request, reply)
    },
  })
}

/** Puts a request on the road of its route. */
function take(road: Road, found: Found, paths: PathMap, request: FastifyRequest, reply: FastifyReply): void {
  const { route, parameters } = found
  request.found = found
  reply.header('cache-control', 'no-store')
  if (route.api.headers) reply.headers(route.api.headers)
  const { path, search } = split(request.url)
  // `DELETE /Contacts/paged` looks like the delete of a contact, and is none.
  if (route.path.endsWith('}') && paths.isFixed(path)) return void notFound(request, reply, paths)
  answer(
    road,
    route,
    {
      method: request.method,
      path,
      search,
      headers: request.headers,
      parameters,
      body: Buffer.isBuffer(request.body) ? request.body : EMPTY,
      ...(isUpload(route.operation) && {
        stream: request.raw,
        received: (hash: string) => void (request.fileHash = hash),
      }),
      traceId: request.id,
      requestId: request.requestId,
      address: request.ip,
      gone: goneOf(reply.raw),
    },
    (grant) => void (request.caller = grant),
  ).then(
    (answered) => send(reply, answered),
    (error: unknown) => fail(error, request, reply, paths),
  )
}
