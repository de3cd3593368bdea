import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Grant } from '../../access/grant.ts'
import { statusOf } from '../../request/protocol/request-log.ts'
import { keptAnswer, keptRequest, type Noted } from './note.ts'
import type { RequestLog } from './request-log.ts'

/** Finds the grant of a pair of tokens, as for a request. */
type FindGrant = (appSecretToken: string, agreementGrantToken: string) => Promise<Grant | undefined> | Grant | undefined

/** Requests whose grant is looked for at once after they were refused: more are not logged. */
const LOOKED_FOR_MAX = 4

/** Whether requests of the grant with this status are logged. */
const isLogged = ({ requestLog }: Grant, status: number): boolean =>
  requestLog === 'all' || (requestLog === 'faults' && status >= 400)

/**
 * Notes requests that were answered, where their agreement logs such. One that was refused before anybody looked whose
 * it is, such as one of a path that is not there, is looked up after its answer.
 */
export function observer(
  log: RequestLog,
  findGrant: FindGrant,
): (request: FastifyRequest, reply: FastifyReply) => void {
  let lookedFor = 0
  const note = (grant: Grant, request: FastifyRequest, reply: FastifyReply): void => {
    if (!isLogged(grant, reply.statusCode) || !log.hasRoom(grant.agreement)) return
    log.note(notedOf(grant, request, reply))
  }
  return (request, reply) => {
    const { caller, headers, found } = request
    if (found?.route.group.isNotLogged) return
    if (caller) return note(caller, request, reply)
    const [secret, token] = [headers['x-appsecrettoken'], headers['x-agreementgranttoken']]
    // Where there is such a path, the pair of tokens was looked for, and is none.
    if (found || typeof secret !== 'string' || typeof token !== 'string' || lookedFor >= LOOKED_FOR_MAX) return
    lookedFor += 1
    const finding = Promise.resolve(findGrant(secret, token)).then((grant) => grant && note(grant, request, reply))
    finding.catch(() => {}).finally(() => (lookedFor -= 1))
  }
}

function notedOf(grant: Grant, request: FastifyRequest, reply: FastifyReply): Noted {
  const { found, answered, headers, body } = request
  const { group, operation } = found?.route ?? {}
  const isWhole = grant.requestLog === 'all' && group?.logsBodies === true && operation?.isSensitive !== true
  const isUpload = operation?.kind === 'upload'
  const length = (of: unknown): number => Number(of ?? 0) || 0
  const answerHeaders = reply.getHeaders()
  const told = keptAnswer(answered?.body, isWhole)
  return {
    grant,
    requestId: request.requestId,
    trace: headers.traceparent as string | undefined,
    startedAt: Date.now() - reply.elapsedTime,
    milliseconds: reply.elapsedTime,
    method: request.method,
    url: request.originalUrl,
    route: found?.route,
    parameters: found?.parameters ?? {},
    headers,
    status: statusOf(request, reply),
    answerHeaders,
    answer: answered,
    request: isUpload
      ? { bytes: length(headers['content-length']), kept: undefined }
      : keptRequest(Buffer.isBuffer(body) ? body : undefined, isWhole),
    answered: answered?.stream ? { bytes: length(answerHeaders['content-length']), kept: undefined } : told,
    fileHash: request.fileHash,
    replayOf: undefined,
  }
}
