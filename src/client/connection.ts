import { DaybookError, errorOf, noAnswer } from './error.ts'
import type { Calls } from './types/apis.d.ts'

/** Where a client calls, and as whom. */
export interface DaybookOptions {
  /** Where the service is. In a browser the page's own origin where left out, elsewhere `http://127.0.0.1:8080`. */
  url?: string | undefined
  /** The app's secret token (`X-AppSecretToken`). */
  app?: string | undefined
  /** The agreement's grant token (`X-AgreementGrantToken`). */
  grant?: string | undefined
  /** Calls as `fetch` does: with cookies, through a proxy, in tests. */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Attempts after the first one, where no answer came or the service was busy. */
  retries?: number | undefined
  /** How long an attempt may take. */
  timeoutMilliseconds?: number | undefined
  /** The longest to wait between two attempts; a service that asks for more is not asked again. */
  longestWaitSeconds?: number | undefined
  /** Reads and writes bodies: `JSON` where left out. One that keeps decimals as text loses no digit of an amount. */
  json?: Json | undefined
}

/** What reads and writes bodies. */
export interface Json {
  parse(text: string): unknown
  stringify(value: unknown): string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Value = string | number | boolean | undefined | null

/** What a request to any path takes. */
export interface RequestOptions {
  /** What the path names, such as `{number}`. */
  path?: Readonly<Record<string, string | number>> | undefined
  query?: Readonly<Record<string, Value>> | undefined
  /** Sent as JSON; a form, a blob or a text is sent as it is. */
  body?: unknown
  headers?: Readonly<Record<string, string>> | undefined
  signal?: AbortSignal | undefined
  /** Of a write; one is made where it is left out, and kept over all attempts. */
  idempotencyKey?: string | undefined
  /** Answers the body as the bytes that came, whatever they are: a file to keep. */
  as?: 'blob' | undefined
}

/** What a request to a known path takes: what its document names, with its type. */
export type OptionsOf<Called extends string> = Called extends keyof Calls
  ? Omit<RequestOptions, 'path' | 'query' | 'body'> & Omit<Calls[Called], 'answer'>
  : RequestOptions

/** What a request to a known path answers. */
export type AnswerOf<Called extends string> = Called extends keyof Calls ? Calls[Called]['answer'] : unknown

/** An answer with what stands beside its body. */
export interface Answered<Body> {
  status: number
  headers: Headers
  body: Body
  /** The service's id of the request. */
  requestId: string
  /** What the service has to say of the request (`Daybook-Notice`): what it ignored or mended. */
  notice: string | undefined
  /** The fault that the sandbox ordered for it, as the header `Daybook-Fault` names it. */
  orderedFault: string | undefined
}

/** Sends a request, and answers the body. */
export interface Requesting {
  <P extends string, M extends Method>(
    method: M,
    path: P,
    options?: OptionsOf<`${M} ${P}`>,
  ): Promise<AnswerOf<`${M} ${P}`>>
}

/** Sends a request, and answers the body with what stands beside it. */
export interface Answering {
  <P extends string, M extends Method>(
    method: M,
    path: P,
    options?: OptionsOf<`${M} ${P}`>,
  ): Promise<Answered<AnswerOf<`${M} ${P}`>>>
}

const RETRIES = 4
const TIMEOUT_MILLISECONDS = 120_000
const LONGEST_WAIT_SECONDS = 60
/** Answers of a busy service, and of what stands before it: nothing was kept for the key. */
const BUSY: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Sends requests, again where it is safe and may help. */
export class Connection {
  readonly url: string
  private readonly headers: Readonly<Record<string, string>>
  private readonly fetch: (url: string, init: RequestInit) => Promise<Response>
  private readonly retries: number
  private readonly timeout: number
  private readonly longestWait: number
  private readonly json: Json

  constructor(options: DaybookOptions = {}) {
    const { location } = globalThis as { location?: { origin: string } }
    this.url = (options.url ?? location?.origin ?? 'http://127.0.0.1:8080').replace(/\/+$/, '')
    this.headers = {
      ...(options.app !== undefined && { 'X-AppSecretToken': options.app }),
      ...(options.grant !== undefined && { 'X-AgreementGrantToken': options.grant }),
      ...options.headers,
    }
    this.fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
    this.retries = options.retries ?? RETRIES
    this.timeout = options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS
    this.longestWait = options.longestWaitSeconds ?? LONGEST_WAIT_SECONDS
    this.json = options.json ?? JSON
  }

  /**
   * Sends a request. The types of known paths follow from the OpenAPI documents; other paths are taken, too.
   * @returns the body of the answer; undefined where it has none.
   * @throws DaybookError where it is refused, or no answer comes.
   */
  readonly request = (async (method: Method, path: string, options: RequestOptions = {}) =>
    (await this.send(method, path, options)).body) as unknown as Requesting

  /** As `request`, and answers status and headers, too. */
  readonly answer = ((method: Method, path: string, options: RequestOptions = {}) =>
    this.send(method, path, options)) as unknown as Answering

  /** Sends a request whose answer the caller knows. */
  async send<Body>(method: Method, template: string, options: RequestOptions): Promise<Answered<Body>> {
    const path = pathOf(template, options)
    const sent = this.sentOf(method, options)
    for (let attempt = 0; ; attempt += 1) {
      const given = await this.attempt<Body>(method, path, sent, options)
      if (!(given instanceof DaybookError)) return given
      if (options.signal?.aborted || attempt >= this.retries || !this.mayHelp(given)) throw given
      await waited(given.retryAfterSeconds ?? backOff(attempt), options.signal)
    }
  }

  private mayHelp({ status, retryAfterSeconds = 0 }: DaybookError): boolean {
    return (status === 0 || BUSY.has(status)) && retryAfterSeconds <= this.longestWait
  }

  private sentOf(method: Method, { body, headers, idempotencyKey }: RequestOptions): RequestInit {
    const isPlain = typeof body === 'string' || body instanceof FormData || body instanceof Blob
    return {
      method,
      headers: {
        ...(body !== undefined && !isPlain && { 'Content-Type': 'application/json' }),
        ...(method !== 'GET' && { 'Idempotency-Key': idempotencyKey ?? randomKey() }),
        ...this.headers,
        ...headers,
      },
      ...(body !== undefined && { body: isPlain ? body : this.json.stringify(body) }),
    }
  }

  private async attempt<Body>(
    method: Method,
    path: string,
    sent: RequestInit,
    { signal, as }: RequestOptions,
  ): Promise<Answered<Body> | DaybookError> {
    signal?.throwIfAborted()
    const late = AbortSignal.timeout(this.timeout)
    try {
      const response = await this.fetch(this.url + path, {
        ...sent,
        signal: signal ? AbortSignal.any([signal, late]) : late,
      })
      const body = as === 'blob' && response.ok ? await response.blob() : await this.bodyOf(response)
      if (response.status >= 400) return errorOf(method, path, response, body)
      return {
        status: response.status,
        headers: response.headers,
        body: body as Body,
        requestId: response.headers.get('x-request-id') ?? '',
        notice: response.headers.get('daybook-notice') ?? undefined,
        orderedFault: response.headers.get('daybook-fault') ?? undefined,
      }
    } catch (error) {
      if (signal?.aborted) throw error
      return noAnswer(method, path, error)
    }
  }

  /** JSON as its values, texts as such, other content as a blob. An answer that breaks off throws. */
  private async bodyOf(response: Response): Promise<unknown> {
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    if (/^application\/([\w.-]+\+)?json$/.test(type)) {
      const text = await response.text()
      return text === '' ? undefined : this.json.parse(text)
    }
    if (type.startsWith('text/')) return await response.text()
    const blob = await response.blob()
    return blob.size === 0 ? undefined : blob
  }
}

function pathOf(template: string, { path = {}, query = {} }: RequestOptions): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = path[name]
    if (value === undefined) throw new TypeError(`${template} needs a value for ${whole}.`)
    return encodeURIComponent(value)
  })
  const asked = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`],
  )
  if (asked.length === 0) return filled
  return `${filled}${filled.includes('?') ? '&' : '?'}${asked.join('&')}`
}

/**
 * Half a second, then twice as long each time, a little more or less: clients that failed together do not come back
 * together.
 */
const backOff = (attempt: number): number => 0.5 * 2 ** attempt * (0.75 + Math.random() / 2)

function waited(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal!.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, seconds * 1000)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Random, also on pages that browsers hold for insecure, where `randomUUID` is missing. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
