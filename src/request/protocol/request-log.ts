import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { FAULT_HEADER } from './ordered-faults.ts'
import { split } from './routing.ts'

/** A request that was answered: its operation by the path it is declared with, or `none`. */
export interface Seen {
  method: string
  operation: string
  status: number
  milliseconds: number
}

/** What is told of a request that was answered. */
export const seen = (request: FastifyRequest, reply: FastifyReply): Seen => ({
  method: request.method,
  operation: request.operation ?? request.routeOptions.url ?? 'none',
  status: statusOf(request, reply),
  milliseconds: reply.elapsedTime,
})

/**
 * What was answered; of a request whose connection was dropped, what would have been, and 0 where it was not carried
 * out.
 */
export const statusOf = ({ answered }: FastifyRequest, { statusCode }: FastifyReply): number =>
  answered?.isCut ? answered.status : statusCode

/** Gives a request an id of our own, which its answer tells: many requests may be part of one trace, and name it. */
export function nameRequest(request: FastifyRequest, reply: FastifyReply, newId: () => string): void {
  request.requestId = request.headers.traceparent === undefined ? request.id : newId()
  reply.header('x-request-id', request.requestId)
}

/** One line a request: who, what, how it ended and how long it took; no tokens, no bodies, no query. */
export function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply): void {
  const line = {
    traceId: request.id,
    requestId: request.requestId,
    agreement: request.caller?.agreement,
    app: request.caller?.app,
    method: request.method,
    path: split(request.url).path.slice(0, 500),
    status: statusOf(request, reply),
    errorCode: request.errorCode,
    milliseconds: Math.round(reply.elapsedTime * 100) / 100,
    orderedFault: request.answered?.headers[FAULT_HEADER],
  }
  if (request.internalError) log.error({ ...line, err: request.internalError }, 'request')
  else log.info(line, 'request')
}
