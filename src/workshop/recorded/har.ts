import { RECORDED_BODY_BYTES_MAX, RECORDED_CALLS_MAX } from '../../limits.ts'
import { objectOf, type Values } from '../json.ts'

/** A file that is no recorded traffic; the message says where it is not. */
export class HarError extends Error {}

/** A call as it was recorded: what is sent again of it, and what it was answered then. */
export interface RecordedCall {
  method: string
  /** Path and query, without the host. */
  url: string
  headers: Readonly<Record<string, string>>
  body: string | undefined
  status: number
  /** Text of the answer; undefined where it was not recorded. */
  answer: string | undefined
}

/** What a file has: calls to send, and how many are left out for which reason. */
export interface Recording {
  calls: RecordedCall[]
  leftOut: Record<string, number>
}

/** Headers that are sent again. No other is: tokens and cookies stay in the file. */
const SENT_HEADERS: readonly string[] = ['accept', 'content-type', 'idempotency-key', 'range', 'if-none-match']
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH']
/** Headers whose values open something. */
const SECRET_HEADERS = /token|secret|password|api-?key|authorization|cookie/i
/** Query parameters whose values do. */
const SECRET_PARAMETERS = /token|secret|password|api_?key/i
/** Of a shorter one, removing it would remove innocent text. */
const SECRET_MIN_LENGTH = 8
/** Answers of a moment, not of the service. */
const PASSING: readonly number[] = [0, 304, 429]

const valuesOf = (value: unknown): Values => objectOf(value) ?? {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * Reads recorded traffic (HAR 1.2) that somebody else may have written. Of each call only what is said here is taken:
 * no host, no token, no cookie.
 * @param prefixes in lower case: calls of other paths are left out.
 * @throws HarError
 */
export function readHar(text: string, prefixes: readonly string[]): Recording {
  let parsed: unknown
  try {
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new HarError('It is no JSON.')
  }
  const { entries } = valuesOf(valuesOf(parsed).log)
  if (!Array.isArray(entries)) throw new HarError('It has no log.entries, so it is no HAR file.')
  if (entries.length > RECORDED_CALLS_MAX) {
    throw new HarError(`It has ${entries.length} calls; at most ${RECORDED_CALLS_MAX} are read.`)
  }
  const recording: Recording = { calls: [], leftOut: {} }
  for (const entry of entries) {
    const read = callOf(valuesOf(entry), prefixes)
    if (typeof read !== 'string') recording.calls.push(read)
    else recording.leftOut[read] = (recording.leftOut[read] ?? 0) + 1
  }
  return recording
}

/** The call of an entry, or why it is left out. */
function callOf(entry: Values, prefixes: readonly string[]): RecordedCall | string {
  const [request, response] = [valuesOf(entry.request), valuesOf(entry.response)]
  const method = textOf(request.method)?.toUpperCase() ?? ''
  const url = textOf(request.url) ?? ''
  if (!METHODS.includes(method) || url.length > RECORDED_BODY_BYTES_MAX || !URL.canParse(url)) return 'no call'
  const { pathname, searchParams } = new URL(url)
  const path = pathname.toLowerCase()
  if (!prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))) return 'not of this service'
  const status = Number(response.status)
  if (!Number.isInteger(status) || status < 0 || status >= 500 || PASSING.includes(status))
    return 'no lasting answer was recorded'
  const headers = headersOf(request.headers)
  const body = bodyOf(valuesOf(request.postData))
  if (body === null) return 'a form, or a body that is too long'
  const clean = withoutSecrets(headers)
  const search = [...searchParams].filter(([name]) => !SECRET_PARAMETERS.test(name))
  const query = search.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  return {
    method,
    url: clean(pathname + (query === '' ? '' : `?${query}`)),
    headers: Object.fromEntries(headers.filter(([name]) => SENT_HEADERS.includes(name))),
    body: body === undefined ? undefined : clean(body),
    status,
    answer: answerOf(valuesOf(response.content)),
  }
}

/** Names in lower case with their values, as many as can be sent in a header. */
function headersOf(headers: unknown): [string, string][] {
  return listOf(headers)
    .slice(0, 200)
    .flatMap((header): [string, string][] => {
      const { name, value } = valuesOf(header)
      const isSendable = typeof name === 'string' && typeof value === 'string' && /^[\t\x20-\x7e]{0,8000}$/.test(value)
      return isSendable ? [[name.toLowerCase(), value]] : []
    })
}

function withoutSecrets(headers: readonly [string, string][]): (text: string) => string {
  const secrets = headers
    .filter(([name, value]) => SECRET_HEADERS.test(name) && value.length >= SECRET_MIN_LENGTH)
    .map(([, value]) => value)
  return (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, 'removed'), text)
}

/** A body of text; undefined where there is none, null where it cannot be sent again. */
function bodyOf({ text, params, mimeType }: Values): string | undefined | null {
  if (listOf(params).length > 0 || /^multipart\//i.test(textOf(mimeType) ?? '')) return null
  const body = textOf(text)
  if (body === undefined || body === '') return undefined
  return body.length > RECORDED_BODY_BYTES_MAX ? null : body
}

function answerOf({ text, encoding }: Values): string | undefined {
  const body = textOf(text)
  if (body === undefined || body.length > 2 * RECORDED_BODY_BYTES_MAX) return undefined
  return encoding === 'base64' ? Buffer.from(body, 'base64').toString() : body
}
