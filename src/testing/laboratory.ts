import { setTimeout as delay } from 'node:timers/promises'
import type { Sandbox } from './messages.ts'

/** What the service answers, as its pages say: docs/integrators.md names the properties. */
type Json = Record<string, unknown>

/** A fault of the plan: `{ kind: 'cutAfter', every: 2 }`. */
export interface OrderedFault extends Json {
  kind: string
}

/** The books of a sandbox as they were. */
export interface TakenSnapshot {
  number: number
  /** Brings them back. */
  restore(): Promise<void>
}

/** The laboratory of the sandbox that was made last, or of the one given. */
export interface Laboratory {
  clock: {
    read(of?: Sandbox): Promise<Json>
    /** @param to `{ now, frozen }` */
    set(to: Json, of?: Sandbox): Promise<Json>
    /** @param by `{ days }`, `{ months }` or `{ to }`; answers what happened on the way. */
    advance(by: Json, of?: Sandbox): Promise<Json>
  }
  /** Orders faults in place of those ordered before; none takes all back. */
  fault(rules: OrderedFault | readonly OrderedFault[], of?: Sandbox): Promise<void>
  /** The requests that were answered so far, oldest first; waits until the log has them. */
  requests(of?: Sandbox): Promise<Json[]>
  /** What the programs of the sandbox have met, and what not. */
  coverage(of?: Sandbox): Promise<Json>
  /** Keeps the books as they are now. */
  snapshot(name: string, of?: Sandbox): Promise<TakenSnapshot>
}

/** How often and how long the log is asked for a request that was answered. */
const POLL_MILLISECONDS = 50
const LOGGED_MILLISECONDS = 10_000
const DB = '/daybookapi/v1.0.0'

async function send(of: Sandbox, method: string, path: string, body?: Json): Promise<Response> {
  const headers = {
    'X-AppSecretToken': of.appSecretToken,
    'X-AgreementGrantToken': of.agreementGrantToken,
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  }
  const answer = await fetch(of.baseUrl + DB + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

async function call(of: Sandbox, method: string, path: string, body?: Json): Promise<Json> {
  const text = await (await send(of, method, path, body)).text()
  return text === '' ? {} : (JSON.parse(text) as Json)
}

/** All that was answered before: once the log has a request that was sent now, it has those as well. */
async function requests(of: Sandbox): Promise<Json[]> {
  const id = (await send(of, 'GET', '/company')).headers.get('x-request-id')!
  for (let waited = 0; (await logged(of, `requestId$eq:${id}`)).length === 0; waited += POLL_MILLISECONDS) {
    if (waited >= LOGGED_MILLISECONDS) throw new Error('The log of requests has not got a request within 10 seconds.')
    await delay(POLL_MILLISECONDS)
  }
  return (await logged(of)).filter(({ requestId }) => requestId !== id)
}

/** What the log has, all its pages, or of it what a filter leaves. */
async function logged(of: Sandbox, filter?: string): Promise<Json[]> {
  const query = new URLSearchParams(filter === undefined ? {} : { filter })
  const found: Json[] = []
  for (;;) {
    const { items, cursor } = await call(of, 'GET', `/requests?${query.toString()}`)
    found.push(...(items as Json[]))
    if (cursor === undefined) return found
    query.set('cursor', String(cursor))
  }
}

/** @param last the sandbox that was made last. @throws Error where there is none. */
export function laboratory(last: () => Sandbox): Laboratory {
  return {
    clock: {
      read: (of = last()) => call(of, 'GET', '/clock'),
      set: (to, of = last()) => call(of, 'PUT', '/clock', to),
      advance: (by, of = last()) => call(of, 'POST', '/clock/advance', by),
    },
    async fault(rules, of = last()) {
      await call(of, 'PUT', '/fault-plan', { rules: [rules].flat() })
    },
    requests: (of = last()) => requests(of),
    coverage: (of = last()) => call(of, 'GET', '/coverage'),
    async snapshot(name, of = last()) {
      const { number } = (await call(of, 'POST', '/snapshots', { name })) as { number: number }
      return { number, restore: async () => void (await call(of, 'POST', `/snapshots/${number}/restore`)) }
    },
  }
}
