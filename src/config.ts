import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { COMPATIBILITIES, type Compatibility } from './access/compatibility.ts'
import { isLoopback } from './loopback.ts'
import {
  CALL_COST,
  CONNECTIONS_OF_PRIMARY,
  CONNECTIONS_OF_PROCESS,
  CONNECTIONS_OF_PROCESS_MAX,
  CONNECTIONS_OF_PROCESS_MIN,
  SANDBOXES_HOURLY,
} from './limits.ts'

/** Every setting of the service; each is an environment variable. docs/operators/settings.md is made of these comments, by `npm run pages`. */
export interface Config {
  /** `PORT`: port to listen on; 0 takes a free one, named in the log. */
  port: number
  /** `HOST`: address to listen on; `0.0.0.0` for every one. */
  host: string
  /** `DAYBOOK_DATA`: directory of the embedded database, and of `secret.key`. */
  dataDirectory: string
  /** `DAYBOOK_SECRET_KEY`: the key that secrets are encrypted with, 64 hexadecimal digits, instead of `secret.key` in the data directory. */
  secretKey: Buffer | undefined
  /** `DATABASE_URL`: `postgres://…` of a PostgreSQL 15 or newer to use instead of the embedded one, with the database's name; several servers between commas. */
  databaseUrl: string | undefined
  /** `DATABASE_OWNER_URL`: the same database as the role that owns its tables, where that of `DATABASE_URL` does not. */
  databaseOwnerUrl: string | undefined
  /** `DATABASE_READ_URL`: a standby of the same database, which then answers lists, counts and reports. */
  databaseReadUrl: string | undefined
  /** `DAYBOOK_READ_LAG`: seconds that the standby may be behind at most; beyond, the primary answers. */
  readLagSeconds: number
  /** `DAYBOOK_WORKERS`: processes that share the port on this machine. */
  workers: number
  /** `DAYBOOK_DATABASE_CONNECTIONS`: connections that the service has to the database at most, all its processes together; where it is not set, 18 for each. */
  databaseConnections: number
  /** `DAYBOOK_RATE_LIMIT`: calls per seconds for each agreement, such as `10000/60`, of which a call takes 3; none: no limit. */
  rateLimit: { calls: number; seconds: number } | undefined
  /** `DAYBOOK_UNKNOWN_PROPERTIES`: `refuse` has a typo answered as an error; `ignore` lets unknown properties and query parameters pass, for old clients. */
  unknownProperties: 'refuse' | 'ignore'
  /** `DAYBOOK_COMPATIBILITY`: how what apps send is read that have no compatibility of their own: `default`, `lenient` or `strict`. */
  compatibility: Compatibility
  /** `DAYBOOK_DOCUMENT_MEGABYTES`: megabytes that the documents of one company may take; beyond, they are refused (`UnableToAttach`). */
  documentBytesMax: number | undefined
  /** `DAYBOOK_METRICS_PORT`: port of `GET /metrics`, for Prometheus. */
  metricsPort: number | undefined
  /** `DAYBOOK_WEBHOOK_ALLOWED_HOSTS`: names and addresses, between commas, that webhooks may go to although they lie inside. */
  webhookAllowedHosts: readonly string[]
  /** `DAYBOOK_CORS_ORIGINS`: origins between commas, such as `https://app.example`, whose pages may call the API from browsers; `*` for all. */
  corsOrigins: readonly string[]
  /** `DAYBOOK_PUBLIC_URL`: where browsers reach the service, such as `https://books.example`: the console can be signed in to there. Without it only at `http://127.0.0.1` and `http://localhost`. */
  publicOrigin: string | undefined
  /** `DAYBOOK_DEMO`: `0` makes no demo company and switches off the demo tokens, which let anybody read it. */
  hasDemo: boolean
  /** `DAYBOOK_REQUEST_LOG_HOURS`: hours that logged requests are kept, from 1 to 72; they go by whole days, so up to a day later. */
  requestLogHours: number
  /** `DAYBOOK_REQUEST_LOG_MEGABYTES`: megabytes that the logged requests of one company may take; 0 logs none. */
  requestLogBytesMax: number
  /** `DAYBOOK_SNAPSHOT_MEGABYTES`: megabytes that one snapshot of a sandbox may take. */
  snapshotBytesMax: number
  /** `DAYBOOK_SANDBOXES_HOURLY`: sandboxes that programs may make of one in an hour, by resets and branches of it, of its branches and so on. */
  sandboxesHourlyMax: number
  /** `DAYBOOK_LOG_LEVEL`: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. */
  logLevel: string
}

/** A setting whose value cannot be used; the message names the variable and what would be right. */
export class ConfigError extends Error {}

/** The default first. */
const LOG_LEVELS = ['info', 'fatal', 'error', 'warn', 'debug', 'trace', 'silent']

/**
 * Reads every setting from `environment`.
 * @throws ConfigError naming the variable, its value and what would be right.
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const workers = wholeNumber(environment, 'DAYBOOK_WORKERS', 1, 1, Math.max(64, cpus().length))
  return {
    port: wholeNumber(environment, 'PORT', 8080, 0, 65_535),
    host: environment.HOST || '127.0.0.1',
    dataDirectory: resolve(environment.DAYBOOK_DATA || './data'),
    secretKey: secretKey(environment),
    databaseUrl: databaseUrl(environment, 'DATABASE_URL'),
    databaseOwnerUrl: urlBeside(environment, 'DATABASE_OWNER_URL'),
    databaseReadUrl: urlBeside(environment, 'DATABASE_READ_URL'),
    readLagSeconds: wholeNumber(environment, 'DAYBOOK_READ_LAG', 2, 1, 3600),
    workers,
    databaseConnections: databaseConnections(environment, workers),
    rateLimit: rateLimit(environment),
    unknownProperties: oneOf(environment, 'DAYBOOK_UNKNOWN_PROPERTIES', ['refuse', 'ignore']) as 'refuse' | 'ignore',
    compatibility: compatibility(environment),
    metricsPort: environment.DAYBOOK_METRICS_PORT
      ? wholeNumber(environment, 'DAYBOOK_METRICS_PORT', 0, 1, 65_535)
      : undefined,
    documentBytesMax: environment.DAYBOOK_DOCUMENT_MEGABYTES
      ? wholeNumber(environment, 'DAYBOOK_DOCUMENT_MEGABYTES', 0, 1, 100_000_000) * 1_000_000
      : undefined,
    webhookAllowedHosts: hosts(environment, 'DAYBOOK_WEBHOOK_ALLOWED_HOSTS'),
    corsOrigins: origins(environment, 'DAYBOOK_CORS_ORIGINS'),
    publicOrigin: publicOrigin(environment),
    hasDemo: oneOf(environment, 'DAYBOOK_DEMO', ['1', '0']) === '1',
    requestLogHours: wholeNumber(environment, 'DAYBOOK_REQUEST_LOG_HOURS', 72, 1, 72),
    requestLogBytesMax: wholeNumber(environment, 'DAYBOOK_REQUEST_LOG_MEGABYTES', 100, 0, 100_000) * 1_000_000,
    snapshotBytesMax: wholeNumber(environment, 'DAYBOOK_SNAPSHOT_MEGABYTES', 1000, 1, 100_000) * 1_000_000,
    sandboxesHourlyMax: wholeNumber(environment, 'DAYBOOK_SANDBOXES_HOURLY', SANDBOXES_HOURLY, 1, 100_000),
    logLevel: oneOf(environment, 'DAYBOOK_LOG_LEVEL', LOG_LEVELS),
  }
}

function wholeNumber(environment: NodeJS.ProcessEnv, name: string, fallback: number, min: number, max: number): number {
  const text = environment[name]
  if (text === undefined || text === '') return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= min && value <= max)) {
    throw new ConfigError(`${name} is '${text}'; give a whole number from ${min} to ${max}.`)
  }
  return value
}

/** With several processes, two connections are for the primary, which manages the others. */
function databaseConnections(environment: NodeJS.ProcessEnv, workers: number): number {
  const forOthers = workers > 1 ? CONNECTIONS_OF_PRIMARY : 0
  const [usual, least, most] = [CONNECTIONS_OF_PROCESS, CONNECTIONS_OF_PROCESS_MIN, CONNECTIONS_OF_PROCESS_MAX].map(
    (ofEach) => ofEach * workers + forOthers,
  )
  return wholeNumber(environment, 'DAYBOOK_DATABASE_CONNECTIONS', usual!, least!, most!)
}

function oneOf(environment: NodeJS.ProcessEnv, name: string, values: readonly string[]): string {
  const text = environment[name] || values[0]!
  if (!values.includes(text)) throw new ConfigError(`${name} is '${text}'; give one of ${values.join(', ')}.`)
  return text
}

function compatibility(environment: NodeJS.ProcessEnv): Compatibility {
  const isLenient = oneOf(environment, 'DAYBOOK_LENIENT', ['0', '1']) === '1'
  const given = oneOf(environment, 'DAYBOOK_COMPATIBILITY', COMPATIBILITIES) as Compatibility
  if (!isLenient || given === 'lenient') return given
  if (!environment.DAYBOOK_COMPATIBILITY) return 'lenient'
  throw new ConfigError(`DAYBOOK_LENIENT is 1 and DAYBOOK_COMPATIBILITY is '${given}'; give the latter alone.`)
}

/** 32 bytes, as 64 hexadecimal digits. */
function secretKey(environment: NodeJS.ProcessEnv): Buffer | undefined {
  const text = environment.DAYBOOK_SECRET_KEY
  if (!text) return undefined
  if (!/^[0-9a-f]{64}$/i.test(text)) {
    throw new ConfigError(
      'DAYBOOK_SECRET_KEY must be 64 hexadecimal digits, such as `openssl rand -hex 32` makes (its value is not shown).',
    )
  }
  return Buffer.from(text, 'hex')
}

function databaseUrl(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = environment[name]
  if (!text) return undefined
  if (!/^postgres(ql)?:\/\//.test(text)) {
    throw new ConfigError(`${name} must begin with postgres:// (its value is not shown: it may hold a password).`)
  }
  if (!isUrl(text)) {
    throw new ConfigError(
      `${name} cannot be read as a URL: in a password, /, ?, #, @ and % are written %2F, %3F, %23, %40 and %25, and a port is a number ` +
        '(its value is not shown: it may hold a password).',
    )
  }
  // Without one the driver would take the database with the name of the role.
  if (!/^postgres(ql)?:\/\/([^/?]*@)?[^/?]*\/[^?]/.test(text)) {
    throw new ConfigError(
      `${name} names no database: end it with one, as in postgres://role@host/daybook (its value is not shown: it may hold a password).`,
    )
  }
  return text
}

/**
 * Whether it is read as it was meant. A bare `/`, `?` or `#` in a password ends the servers too early, which leaves an `@` behind them. There only values
 * of the query may have one.
 */
function isUrl(text: string): boolean {
  const [, scheme, user = '', server, rest] = /^(\w+:\/\/)([^/?#]*@)?([^/?#,]*)[^/?#]*(.*)$/s.exec(text)!
  if (/^\/[^?#]*@|[?&][^=&]*@|#.*@/s.test(rest!)) return false
  try {
    decodeURIComponent(user)
    return new URL(`${scheme}${user}${server}${rest}`).protocol !== ''
  } catch {
    return false
  }
}

/** Another way to the database of DATABASE_URL: without that, the embedded database would be used in silence. */
function urlBeside(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  const url = databaseUrl(environment, name)
  if (url !== undefined && !environment.DATABASE_URL) {
    throw new ConfigError(`${name} is given, and DATABASE_URL is not: give both, or none.`)
  }
  return url
}

/** Names and addresses between commas; IPv6 addresses without brackets, in their shortest spelling. */
function hosts(environment: NodeJS.ProcessEnv, name: string): string[] {
  const listed = (environment[name] ?? '').split(',').map((host) => host.trim().toLowerCase())
  const given = listed.filter((host) => host !== '')
  const wrong = given.find((host) => !/^[a-z0-9._:-]+$/.test(host))
  if (wrong !== undefined) {
    throw new ConfigError(`${name} holds '${wrong}'; give names or addresses between commas, without port or brackets.`)
  }
  return given
}

/** Origins between commas, as browsers send them: scheme, host and, where it is not the scheme's own, port. */
function origins(environment: NodeJS.ProcessEnv, name: string): string[] {
  const given = (environment[name] ?? '').split(',').map((origin) => origin.trim())
  const listed = given.filter((origin) => origin !== '')
  const wrong = listed.find((origin) => origin !== '*' && !/^https?:\/\/[a-z0-9.:[\]-]+$/.test(origin))
  if (wrong !== undefined) {
    throw new ConfigError(`${name} holds '${wrong}'; give origins such as https://app.example between commas, or *.`)
  }
  return listed
}

/** The origin of a URL without a path: TLS, or the machine itself. */
function publicOrigin(environment: NodeJS.ProcessEnv): string | undefined {
  const text = environment.DAYBOOK_PUBLIC_URL
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (url && isSafe && url.pathname === '/' && `${url.search}${url.hash}${url.username}` === '') return url.origin
  throw new ConfigError(
    `DAYBOOK_PUBLIC_URL is '${text}'; give an address without a path, such as https://books.example. Plain http is for 127.0.0.1 and localhost alone.`,
  )
}

function rateLimit(environment: NodeJS.ProcessEnv): Config['rateLimit'] {
  const text = environment.DAYBOOK_RATE_LIMIT
  if (!text) return undefined
  const match = /^([1-9]\d{0,8})\/([1-9]\d{0,4})$/.exec(text)
  if (!match || Number(match[1]) < CALL_COST) {
    throw new ConfigError(
      `DAYBOOK_RATE_LIMIT is '${text}'; give calls/seconds, such as 10000/60, with at least the ${CALL_COST} that a call takes.`,
    )
  }
  return { calls: Number(match[1]), seconds: Number(match[2]) }
}
