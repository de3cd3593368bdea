import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Compatibility } from '../../src/access/compatibility.ts'
import { hashToken, newToken } from '../../src/access/tokens.ts'
import { type AppParts, buildApp } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { Database } from '../../src/database/connection.ts'
import { servingResource } from '../errors/serving.ts'
import { recordProvoked } from '../errors/record.ts'
import { companyDatabase, type TestDatabase, testDatabase } from '../database/harness.ts'
import { nextAgreement } from './copied-books.ts'
import { testKey } from './secret-key.ts'

export interface Reply {
  status: number
  headers: Headers
  /** The body as sent. */
  text: string
  /** The body parsed; undefined when it is empty. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests reach into bodies freely
  json: any
}

export interface CallOptions {
  body?: unknown
  /** The body as it is, not as JSON. */
  raw?: string | Uint8Array
  headers?: Record<string, string>
}

/** One grant's way into a service: calls carry its tokens. */
export interface Client {
  agreement: number
  app: number
  headers: Record<string, string>
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  get(path: string, options?: CallOptions): Promise<Reply>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Reply>
  put(path: string, body?: unknown, options?: CallOptions): Promise<Reply>
  delete(path: string, options?: CallOptions): Promise<Reply>
}

/** Which agreement a client is let into, how, and how what its app sends is read. */
export interface ClientOptions {
  agreement?: number
  roles?: string[]
  modules?: string[]
  demo?: boolean
  compatibility?: Compatibility
}

export interface TestService {
  app: FastifyInstance
  database: Database
  /** The same, as the service uses it. */
  own: Database
  /** URL of the database, to start another node on it. */
  databaseUrl: string
  baseUrl: string
  /** Lines the service logged, parsed. */
  log: Record<string, unknown>[]
  /** A client of a new agreement (or of the one given), with a grant of the roles given. */
  client(options?: ClientOptions): Promise<Client>
  /** A request without tokens. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  stop(): Promise<void>
}

/** The parts of an app that a test may replace: what it serves, and what it waits for. */
export type ServedApis = Pick<AppParts, 'apis' | 'unseen' | 'demo' | 'standby' | 'consoleFolder'>

/** A service on a database of its own, listening on a free port. */
export async function testService(settings: Partial<Config> = {}, served: ServedApis = {}): Promise<TestService> {
  return await serviceOn(await testDatabase(), settings, served)
}

/** The same on a database with a company in it: agreement COMPANY. */
export async function companyService(): Promise<TestService> {
  return await serviceOn(await companyDatabase())
}

async function serviceOn(
  { database, own, url, drop }: TestDatabase,
  settings: Partial<Config> = {},
  served: ServedApis = {},
): Promise<TestService> {
  const node = await testNode(own, settings, served)
  return {
    ...node,
    database,
    own,
    databaseUrl: url,
    client: (options) => newClient(database, node.baseUrl, options),
    async stop() {
      await node.app.close()
      await drop()
    },
  }
}

/** One node over a database that may have others. */
export async function testNode(
  database: Database,
  settings: Partial<Config> = {},
  served: ServedApis = {},
): Promise<Pick<TestService, 'app' | 'database' | 'baseUrl' | 'log' | 'call'>> {
  const log: Record<string, unknown>[] = []
  const stream = { write: (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>) }
  // Only tests of the log of requests keep one.
  const config = { ...readConfig({ DAYBOOK_REQUEST_LOG_MEGABYTES: '0' }), ...testKey, ...settings }
  const app = buildApp({ database, config, log: pino({ level: 'info' }, stream), ...served })
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, database, baseUrl, log, call: (method, path, options) => call(baseUrl, method, path, options) }
}

/** Tokens and an agreement made straight in the database: tests of the commands make them the other way. */
export async function newClient(database: Database, baseUrl: string, options: ClientOptions = {}): Promise<Client> {
  const { roles = ['SuperUser'], modules = [], demo = false, compatibility = null } = options
  const [secret, token] = [newToken(), newToken()]
  const agreement = options.agreement ?? (await newAgreement(database, modules, demo))
  const [row] = await database.rows<{ app: number }>(
    `INSERT INTO app (name, secret_hash, compatibility) VALUES ('test', decode($1, 'hex'), $2) RETURNING app`,
    [hashToken(secret), compatibility],
  )
  await database.rows(
    `INSERT INTO access_grant (token_hash, agreement, app, roles) VALUES (decode($1, 'hex'), ${agreement}, $2, $3::text[])`,
    [hashToken(token), row!.app, `{${roles.join(',')}}`],
  )
  const headers = { 'x-appsecrettoken': secret, 'x-agreementgranttoken': token }
  const withTokens = (method: string, path: string, more: CallOptions = {}): Promise<Reply> =>
    call(baseUrl, method, path, { ...more, headers: { ...headers, ...more.headers } })
  return {
    agreement,
    app: row!.app,
    headers,
    ...methodsOf(withTokens),
  }
}

const methodsOf = (call: Client['call']): Pick<Client, 'call' | 'get' | 'post' | 'put' | 'delete'> => ({
  call,
  get: (path, more) => call('GET', path, more),
  post: (path, body, more) => call('POST', path, { body, ...more }),
  put: (path, body, more) => call('PUT', path, { body, ...more }),
  delete: (path, more) => call('DELETE', path, more),
})

/** The same client, calling the service without a network between: the same road, at half the cost. */
export function inProcess({ app }: Pick<TestService, 'app'>, client: Client): Client {
  const injected: Client['call'] = async (method, url, options = {}) => {
    const { body, headers } = bodyOf(options)
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...headers, ...client.headers, ...options.headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : Buffer.from(body) }),
    })
    const told = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
    return replyOf([method, url], response.statusCode, new Headers(told), response.body)
  }
  return { ...client, ...methodsOf(injected) }
}

async function newAgreement(database: Database, modules: string[], demo: boolean): Promise<number> {
  const agreement = await nextAgreement(database)
  await database.at(agreement).rows(
    `INSERT INTO agreement (agreement, name, modules, is_demo)
     VALUES ($1, 'Test', ARRAY(SELECT json_array_elements_text($2::json)), $3)`,
    [agreement, JSON.stringify(modules), demo],
  )
  return agreement
}

function bodyOf(options: CallOptions): { body: string | Uint8Array | undefined; headers: Record<string, string> } {
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
  return { body, headers: body === undefined ? {} : { 'content-type': 'application/json' } }
}

/**
 * How long an idle connection is kept: not for as long as the service keeps it, since one that the service closes just
 * as a request is sent resets that request. A process of tests has services that nobody asks for a minute.
 */
export const CONNECTION_KEPT_MILLISECONDS = 30_000

/** Keeps connections open, as programs do. */
const agent = new Agent({ keepAlive: true, timeout: CONNECTION_KEPT_MILLISECONDS })

/** Node's own client takes half of the processor time of `fetch`, and asks for no compression. */
async function call(baseUrl: string, method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  const { body, headers } = bodyOf(options)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = request(baseUrl + path, { method, agent, headers: { ...headers, ...length, ...options.headers } })
  const told = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', (cause) => reject(new TypeError('fetch failed', { cause })))
    sent.end(body)
  })
  const bytes = await buffer(told)
  const lines = told.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1]!] as const] : []))
  return replyOf(
    [method, path],
    told.statusCode!,
    new Headers(lines as [string, string][]),
    new TextDecoder().decode(bytes),
  )
}

function replyOf(asked: [method: string, path: string], status: number, headers: Headers, text: string): Reply {
  let json: unknown
  try {
    json = text === '' ? undefined : JSON.parse(text)
  } catch {
    json = undefined
  }
  recordProvoked(status, json, status < 400 ? '' : servingResource(...asked))
  return { status, headers, text, json }
}
