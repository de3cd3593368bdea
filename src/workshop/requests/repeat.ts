import type { Grant } from '../../access/grant.ts'
import { ApiError } from '../../errors/catalogue.ts'
import { answer, type Incoming, type Road } from '../../request/index.ts'
import type { Answer } from '../../request/protocol/respond.ts'
import { split } from '../../request/protocol/routing.ts'
import type { Found, ServedVersions } from '../../request/served-versions.ts'
import type { RepeatedRequest, Settings } from '../../resource/operations.ts'
import { keptAnswer, keptRequest, type Noted } from './note.ts'
import type { RequestLog } from './request-log.ts'

interface Parts {
  road: Road
  /** Finds what answers a path, in any version. */
  served: Pick<ServedVersions, 'find'>
  newId(): string
  log: RequestLog | undefined
}

/** Nobody waits at the end of a connection for the answer of a repeat. */
const NEVER_GONE = { aborted: false, addEventListener: () => {}, removeEventListener: () => {} }

/** In place of tokens, which are not kept: the grant is known. */
const TOKENS = { 'x-appsecrettoken': '-', 'x-agreementgranttoken': '-' }

/**
 * Takes a logged request on the road of requests once more, as if the caller's program had sent it now, and logs it as
 * a repeat.
 */
export function repeater({ road, served, newId, log }: Parts): NonNullable<Settings['repeat']> {
  return async (caller, asked) => {
    const { path, search } = split(asked.url)
    const found = served.find(asked.method, path)
    if (!found) {
      const message = 'There is no such path, or it takes a form.'
      throw new ApiError({ code: 'RequestNotReplayable', property: 'requestId', message })
    }
    // The caller of a request is its grant, and who acts.
    const grant = caller as Grant
    const requestId = newId()
    const headers = { ...asked.headers, ...TOKENS, ...(asked.key !== undefined && { 'idempotency-key': asked.key }) }
    const incoming: Incoming = {
      method: asked.method,
      path,
      search,
      headers,
      parameters: found.parameters,
      body: Buffer.from(asked.body),
      traceId: requestId,
      requestId,
      address: '',
      gone: () => NEVER_GONE,
    }
    const [startedAt, begun] = [Date.now(), performance.now()]
    const { faults: _, ...unfaulted } = road
    const reply = await answer({ ...unfaulted, findGrant: () => grant }, found.route, incoming)
    const noted = notedOf({ grant, found, incoming, reply, asked })
    if (log && grant.requestLog === 'all' && log.hasRoom(grant.agreement)) {
      log.note({ ...noted, requestId, startedAt, milliseconds: performance.now() - begun })
    }
    const body = reply.stream ? '' : (reply.body?.toString() ?? '')
    reply.stream?.destroy()
    return { requestId, status: reply.status, body }
  }
}

interface Repeated {
  grant: Grant
  found: Found
  incoming: Incoming
  reply: Answer
  asked: RepeatedRequest
}

function notedOf({
  grant,
  found: { route, parameters },
  incoming,
  reply,
  asked,
}: Repeated): Omit<Noted, 'requestId' | 'startedAt' | 'milliseconds'> {
  const isWhole = route.group.logsBodies === true && route.operation.isSensitive !== true
  return {
    grant,
    trace: undefined,
    method: asked.method,
    url: asked.url,
    route,
    parameters,
    headers: incoming.headers,
    status: reply.status,
    answerHeaders: reply.headers,
    answer: reply,
    request: keptRequest(incoming.body, isWhole),
    answered: keptAnswer(reply.stream ? undefined : reply.body, isWhole),
    fileHash: undefined,
    replayOf: asked.of,
  }
}
