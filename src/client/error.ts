import type { ErrorCode } from './types/errors.d.ts'

/** One thing that is wrong with a request. */
export interface Fault {
  code: string
  /** The property at fault, such as `entries[0].amount`, or the parameter or header. */
  property: string
  message: string
}

/** What happened to a request that did not succeed. */
export interface Failure {
  method: string
  path: string
  /** 0 where no answer came. */
  status: number
  code: string
  faults: readonly Fault[]
  message: string
  hint: string
  requestId: string
  retryAfterSeconds?: number | undefined
  orderedFault?: string | undefined
  body: unknown
}

/**
 * A request that did not succeed: it was refused (`status` from 400), or no answer came in all attempts (`status` 0,
 * `code` NoAnswer).
 */
export class DaybookError extends Error {
  override readonly name = 'DaybookError'
  readonly method: string
  readonly path: string
  readonly status: number
  /** The code of the first fault. Act on this, not on the message. */
  readonly code: ErrorCode | 'NoAnswer' | (string & {})
  /** Everything that is wrong with the request. */
  readonly faults: readonly Fault[]
  /** What to do about it. */
  readonly hint: string
  /** The service's id of the request (`X-Request-Id`): `GET /daybookapi/v1.0.0/requests/{requestId}` tells of it. */
  readonly requestId: string
  /** Seconds to wait before the next attempt, where the service says so. */
  readonly retryAfterSeconds: number | undefined
  /** The fault that the sandbox ordered for it, as the header `Daybook-Fault` names it. */
  readonly orderedFault: string | undefined
  /** The body as it came. */
  readonly body: unknown

  constructor(failure: Failure, cause?: unknown) {
    super(`${failure.method} ${failure.path}: ${failure.message}`, cause === undefined ? undefined : { cause })
    this.method = failure.method
    this.path = failure.path
    this.status = failure.status
    this.code = failure.code
    this.faults = failure.faults
    this.hint = failure.hint
    this.requestId = failure.requestId
    this.retryAfterSeconds = failure.retryAfterSeconds
    this.orderedFault = failure.orderedFault
    this.body = failure.body
  }

  /** The codes of all faults. */
  get codes(): readonly string[] {
    return this.faults.map(({ code }) => code)
  }

  /** The property of the first fault. */
  get property(): string {
    return this.faults[0]?.property ?? ''
  }

  /** Whether a fault has the code. */
  has(code: ErrorCode): boolean {
    return this.code === code || this.codes.includes(code)
  }
}

/** No answer came: the connection broke, or the time was over. */
export function noAnswer(method: string, path: string, cause: unknown): DaybookError {
  const message = `no answer came (${cause instanceof Error ? cause.message : String(cause)}).`
  const hint = 'Whether it was carried out is not known: send it again with the same Idempotency-Key.'
  return new DaybookError(
    { method, path, status: 0, code: 'NoAnswer', faults: [], message, hint, requestId: '', body: undefined },
    cause,
  )
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The error of an answer of status 400 or more, in either style of body. */
export function errorOf(method: string, path: string, response: Response, body: unknown): DaybookError {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  // What stands between may answer by itself, with a list that is empty.
  const listed =
    Array.isArray(fields.errors) && fields.errors.length > 0 ? (fields.errors as (typeof fields)[]) : [fields]
  const faults = listed.map((one) => ({
    code: text(one.errorCode) || text(fields.errorCode),
    property: text(one.property),
    message: text(one.message) || text(fields.detail) || text(fields.title),
  }))
  const first = faults[0]!
  const detail = text(fields.detail)
  const said = detail.startsWith(first.message) ? detail.slice(first.message.length).trim() : detail
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new DaybookError({
    method,
    path,
    status: response.status,
    code: text(fields.errorCode) || first.code,
    faults: faults.filter(({ code, message }) => code !== '' || message !== ''),
    message: `${response.status} ${text(fields.errorCode) || first.code} ${detail || first.message}`.trim(),
    hint: text(fields.developerHint) || said,
    requestId: response.headers.get('x-request-id') ?? (text(fields.traceId) || text(fields.logId)),
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    orderedFault: response.headers.get('daybook-fault') ?? undefined,
    body,
  })
}
