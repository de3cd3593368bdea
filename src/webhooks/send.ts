import type { LookupAddress } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { Agent, request, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isInside } from './address.ts'
import { type Forwarding, isForwarded } from './forward/place.ts'
import { ANSWER_MAX_BYTES, KEPT_CONNECTION_MILLISECONDS, KEPT_CONNECTIONS_PER_HOST } from './limits.ts'
import type { Message } from './message.ts'
import { type Resolve, resolveByDns, resolveBySystem } from './resolve.ts'
import { isHostAllowed, isLocalName, type Target } from './url.ts'

/** The result of a request: a status with the beginning of the body, or the reason why there is none. */
export interface Answer {
  statusCode: number | null
  /** A sentence for the log. Reveals nothing of the service's own network. */
  error: string | null
  answer: string | null
  retryAfter?: string | undefined
}

/** How requests are made. */
export interface SenderOptions {
  /** Hosts that may lie inside. */
  allowedHosts: readonly string[]
  /** Limit of the whole exchange, from resolving the name to the end of the answer. */
  timeoutMilliseconds: number
  /** How names become addresses; DNS where left out. */
  resolve?: Resolve
  /** Authorities in place of the usual ones, as PEM. */
  ca?: string
  /** The receiver of sandboxes' webhooks that go to `webhooks forward`. */
  forwarding?: () => Promise<Forwarding | undefined>
}

/**
 * How long a connection to one address may take before the next is tried. Node's quarter of a second is too short for
 * distant hosts.
 */
const NEXT_ADDRESS_MILLISECONDS = 2000
const REFUSED = 'ADDRESS_REFUSED'
const NOBODY_FORWARDS = 'NOBODY_FORWARDS'
/** Replace the system's messages, which name addresses. */
const SENTENCES: Readonly<Record<string, string>> = {
  [REFUSED]: 'The host has an address that webhooks may not go to.',
  [NOBODY_FORWARDS]: 'Nobody forwards webhooks here: run `daybook webhooks forward` on the machine of the service.',
  NAME_UNKNOWN: 'The host name does not exist.',
  NAME_UNRESOLVED: 'The host name could not be resolved.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before an answer came.',
  EPIPE: 'The connection was closed before an answer came.',
  ETIMEDOUT: 'The connection could not be made.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
}

/** Sends webhooks: over https, to the public internet or an allowed host. Follows no redirect. */
export class Sender {
  private readonly options: SenderOptions
  private readonly agent: Agent
  private readonly underWay = new Set<Promise<Answer>>()

  constructor(options: SenderOptions) {
    this.options = options
    this.agent = new Agent({
      keepAlive: true,
      maxFreeSockets: KEPT_CONNECTIONS_PER_HOST,
      timeout: KEPT_CONNECTION_MILLISECONDS,
      lookup: this.lookup,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MILLISECONDS,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    })
  }

  /** Makes one request. @throws when HTTP cannot carry a header or the path. */
  async send(message: Message): Promise<Answer> {
    const answer = this.answerTo(message)
    this.underWay.add(answer)
    try {
      return await answer
    } finally {
      this.underWay.delete(answer)
    }
  }

  /** Waits until the requests under way have ended, each within its time-out. */
  async ended(): Promise<void> {
    await Promise.allSettled(this.underWay)
  }

  private async answerTo(message: Message): Promise<Answer> {
    const isToProgram = isForwarded(message.target)
    if (isToProgram ? !message.isSandbox : !this.mayCall(message.target)) return failed(REFUSED)
    const forwarding = isToProgram ? await this.options.forwarding?.() : undefined
    if (isToProgram && !forwarding) return failed(NOBODY_FORWARDS)
    const way = forwarding ? forwardedTo(forwarding) : { agent: this.agent }
    const deadline = performance.now() + this.options.timeoutMilliseconds
    let answer = await this.exchange(message, way, deadline)
    // Repeat: the receiver had closed the kept connection, so no request has reached it.
    while (answer === 'stale') answer = await this.exchange(message, way, deadline)
    return answer
  }

  /** Closes the connections that are kept. */
  close(): void {
    this.agent.destroy()
  }

  private isAllowed(host: string): boolean {
    return isHostAllowed(host, this.options.allowedHosts)
  }

  /** Checks an address that stands in place of a name: it is never looked up. */
  private mayCall({ host }: Target): boolean {
    return this.isAllowed(host) || (isIP(host) === 0 ? !isLocalName(host) : !isInside(host))
  }

  private exchange(
    { target, headers, body }: Message,
    way: RequestOptions,
    deadline: number,
  ): Promise<Answer | 'stale'> {
    return new Promise((resolve) => {
      const made = request({ ...target, method: 'POST', headers, ...way })
      let isAnswered = false
      const late = setTimeout(() => {
        if (!isAnswered) end(noAnswer(`There was no answer within ${this.options.timeoutMilliseconds / 1000} seconds.`))
        made.destroy()
      }, deadline - performance.now())
      const end = (answer: Answer | 'stale'): void => {
        clearTimeout(late)
        resolve(answer)
      }
      made.on('error', (error: NodeJS.ErrnoException) => {
        if (!isAnswered) end(isStale(made, error) ? 'stale' : failed(codeOf(error)))
      })
      made.on('response', (response) => {
        isAnswered = true
        void beginningOf(response).then((answer) => {
          end({ statusCode: response.statusCode!, error: null, answer, retryAfter: response.headers['retry-after'] })
        })
      })
      made.end(body)
    })
  }

  /** Refuses a name if any of its addresses lies inside. The connection goes to the addresses that were checked. */
  private readonly lookup: LookupFunction = (name, options, done) => {
    this.addressesOf(name).then(
      (addresses) => (options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family)),
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }

  private async addressesOf(name: string): Promise<LookupAddress[]> {
    if (this.isAllowed(name)) return await resolveBySystem(name)
    const addresses = await (this.options.resolve ?? resolveByDns)(name)
    if (addresses.some(({ address }) => isInside(address))) {
      throw Object.assign(new Error('The address is refused.'), { code: REFUSED })
    }
    return addresses
  }
}

/**
 * Connects to this machine only, whatever port the webhook's url names. Trusts that one certificate and no authority.
 */
function forwardedTo({ port, certificate }: Forwarding): RequestOptions {
  const lookup: LookupFunction = (_name, options, done) =>
    options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)
  return { port, ca: certificate, lookup, agent: false }
}

const noAnswer = (error: string): Answer => ({ statusCode: null, error, answer: null })

const failed = (code: string): Answer => noAnswer(SENTENCES[code] ?? `The request failed: ${code}.`)

/** The code of the error. When several addresses were tried, that of the first. */
function codeOf(error: NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }): string {
  return error.errors?.[0]?.code ?? error.code ?? 'unknown'
}

function isStale(made: ClientRequest, error: NodeJS.ErrnoException): boolean {
  return made.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')
}

/**
 * The first bytes of an answer as text; the rest is not read. An answer that breaks off or takes too long counts as far
 * as it came.
 */
function beginningOf(response: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let read = Buffer.alloc(0)
    const end = (): void => {
      // Decoded as a stream, which leaves out a character cut at the end. The database's text cannot hold NUL.
      const text = new TextDecoder().decode(read.subarray(0, ANSWER_MAX_BYTES), { stream: true })
      resolve(text.replaceAll('\0', ''))
    }
    response.on('data', (chunk: Buffer) => {
      read = Buffer.concat([read, chunk])
      if (read.length > ANSWER_MAX_BYTES) response.destroy()
    })
    response.on('error', () => {})
    response.on('close', end)
  })
}
