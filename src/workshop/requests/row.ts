import { REQUEST_FAULTS_KEPT, REQUEST_HEADER_KEPT_LENGTH, REQUEST_URL_KEPT_LENGTH } from '../../limits.ts'
import type { Fault } from '../../errors/catalogue.ts'
import { FAULT_HEADER } from '../../request/protocol/ordered-faults.ts'
import { split } from '../../request/protocol/routing.ts'
import { traceIdOf } from '../../request/protocol/trace-ids.ts'
import { parsedJson } from '../json.ts'
import type { KeptBody, Noted } from './note.ts'
import { touchedBy } from './touched.ts'

/** A row of the log as `log_requests` takes it. */
export type LogRow = Readonly<Record<string, unknown>>

/** Headers that open something, whatever they hold. */
const SECRET_HEADERS = /token|secret|password|api-?key|^(proxy-)?authorization$|cookie/i
const REMOVED = '(removed)'
/** Of a shorter one, removing it would remove innocent text. */
const SECRET_MIN_LENGTH = 8

/** What the database can hold of a text: PostgreSQL has no NUL, and no half of a character. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text)

/** Removes the tokens that came with the request, wherever they are. */
function withoutSecrets({ headers }: Pick<Noted, 'headers'>): (text: string) => string {
  const secrets = Object.entries(headers)
    .flatMap(([name, value]) => (SECRET_HEADERS.test(name) ? [value].flat() : []))
    .filter((value): value is string => value !== undefined && value.length >= SECRET_MIN_LENGTH)
  return (text) => {
    let clean = text
    for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, REMOVED)
    return storable(clean)
  }
}

function headersOf(
  headers: Readonly<Record<string, unknown>>,
  clean: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return []
      const text = SECRET_HEADERS.test(name) ? REMOVED : clean([value].flat().join(', '))
      return [[name, cut(text, REQUEST_HEADER_KEPT_LENGTH)]]
    }),
  )
}

/** The names of a query's parameters, without their values. */
const namesOf = (search: string): string =>
  search
    .split('&')
    .map((pair) => pair.split('=')[0]!)
    .join('&')

const textOf = ({ kept }: KeptBody): string | undefined =>
  kept === undefined ? undefined : (typeof kept === 'string' ? Buffer.from(kept, 'latin1') : kept).toString()

const isText = (type: unknown): boolean => typeof type === 'string' && /json|^text\/|xml/.test(type)

const isCut = ({ bytes, kept }: KeptBody): boolean => kept !== undefined && bytes > kept.length

/** What was wrong: as the answer says, or, where it was kept for an Idempotency-Key, as its body says. */
function faultsOf({ status, answer }: Noted, body: string | undefined): { code: string; property: string }[] {
  if (status < 400) return []
  const told = (faults: readonly Fault[]): { code: string; property: string }[] =>
    faults
      .slice(0, REQUEST_FAULTS_KEPT)
      .map(({ code, property = 'request' }) => ({ code, property: cut(property, 200) }))
  if (answer?.faults) return told(answer.faults)
  const parsed = parsedJson(body) as { errors?: unknown; errorCode?: unknown; property?: unknown } | undefined
  const listed = Array.isArray(parsed?.errors) ? (parsed.errors as Record<string, unknown>[]) : [parsed ?? {}]
  const found = listed.flatMap(({ errorCode, property }) =>
    typeof errorCode === 'string'
      ? [{ code: errorCode as Fault['code'], property: String(property ?? 'request') }]
      : [],
  )
  return told(found)
}

/** The row of a request, in its place among those written with it. What secrets came with it is removed. */
export function rowOf(noted: Noted, place: number): LogRow {
  const { grant, route, headers, answerHeaders, request, answered } = noted
  const clean = withoutSecrets(noted)
  const { path, search } = split(noted.url)
  const isWhole = grant.requestLog === 'all'
  const sent = textOf(request)
  const told = isText(answerHeaders['content-type']) ? textOf(answered) : undefined
  const key = headers['idempotency-key']
  return {
    place,
    request_id: noted.requestId,
    trace: traceIdOf(noted.trace),
    started_at: new Date(noted.startedAt).toISOString(),
    milliseconds: Math.round(noted.milliseconds * 100) / 100,
    method: cut(noted.method, 10),
    path: cut(clean(path), REQUEST_URL_KEPT_LENGTH),
    query: search === '' ? null : cut(clean(isWhole ? search : namesOf(search)), REQUEST_URL_KEPT_LENGTH),
    operation: route && `${route.operation.method} ${route.operation.path}`,
    api: route?.api.name,
    api_version: route?.api.version,
    status: noted.status,
    faults: faultsOf(noted, told).map(({ code, property }) => ({ code, property: clean(property) })),
    app: grant.app,
    grant_number: grant.grantNumber,
    person: grant.person?.initials,
    idempotency_key: key === undefined ? null : cut(clean(String(key)), 255),
    is_replayed: answerHeaders['x-resultfromcache'] !== undefined,
    replay_of: noted.replayOf,
    notice: answerHeaders['daybook-notice'],
    ordered_fault: answerHeaders[FAULT_HEADER],
    touched: touchedBy(
      noted,
      () => parsedJson(sent),
      () => parsedJson(told),
    ).map((one) => clean(one)),
    request_headers: isWhole ? headersOf(headers, clean) : null,
    answer_headers: isWhole ? headersOf(answerHeaders, clean) : null,
    request_bytes: request.bytes,
    answer_bytes: answered.bytes,
    request_body: sent === undefined ? null : clean(sent),
    answer_body: told === undefined ? null : clean(told),
    file_hash: noted.fileHash,
    is_cut: isCut(request) || isCut(answered),
  }
}
