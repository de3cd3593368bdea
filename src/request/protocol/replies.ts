import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError, type ErrorCode } from '../../errors/catalogue.ts'
import { BODY_MAX_BYTES } from '../../limits.ts'
import { databaseError } from './database-errors.ts'
import { OctetResponse, Octets } from './octets.ts'
import type { PathMap } from './path-map.ts'
import { type Answer, errorAnswer } from './respond.ts'
import { split } from './routing.ts'
import { discard } from './unread.ts'

/** HEAD is answered wherever GET is, by what answers GET. */
export const withHead = (method: string): string[] => (method === 'GET' ? ['GET', 'HEAD'] : [method])

/** Sends an answer; of a body that is still on its way the rest is read. */
export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  const { status, headers, body, stream, errorCode } = answer
  reply.request.answered = answer
  const { raw } = reply.request
  if (answer.isCut) return cut(reply, answer)
  if (reply.request.body === raw && !raw.complete) discard(raw)
  if (errorCode) reply.request.errorCode = errorCode
  const before = reply.getHeader('vary')
  reply.code(status).headers(headers)
  if (headers.vary !== undefined && before !== undefined) reply.header('vary', `${String(before)}, ${headers.vary}`)
  if (stream) return reply.send(stream)
  if (body instanceof Octets) return sendOctets(reply, body)
  return body === undefined ? reply.send() : reply.send(body)
}

/**
 * Drops the connection, and has the request logged as what was not sent. Fastify ends no request that has no answer.
 */
function cut(reply: FastifyReply, { headers, errorCode, stream }: Answer): FastifyReply {
  stream?.destroy()
  if (errorCode) reply.request.errorCode = errorCode
  reply.headers(headers).hijack()
  reply.request.raw.socket.destroy()
  reply.server.ended(reply.request, reply)
  return reply
}

function sendOctets(reply: FastifyReply, body: Octets): FastifyReply {
  const { raw } = reply
  if (!(raw instanceof OctetResponse)) return reply.send(body.bytes)
  raw.octets = body
  return reply.send()
}

/**
 * A path that exists with another method is 405 and names the methods. One that does not exist is 404 and names what
 * does.
 */
export function notFound(request: FastifyRequest, reply: FastifyReply, paths: PathMap): FastifyReply {
  const { path } = split(request.url)
  const methods = paths.methodsOf(path)
  const isThere = withHead('GET').includes(request.method) ? methods.includes('GET') : methods.includes(request.method)
  if (methods.length > 0 && !isThere) {
    const message = paths.otherMethod(request.method, path)
    const allow = { allow: methods.flatMap(withHead).join(', ') }
    return refused(
      new ApiError({ code: 'MethodNotAllowed', property: 'method', message }, allow),
      request,
      reply,
      paths,
    )
  }
  return refused(new ApiError({ ...paths.advice(path), property: 'path' }), request, reply, paths)
}

function refused(error: ApiError, request: FastifyRequest, reply: FastifyReply, paths: PathMap): FastifyReply {
  const { path } = split(request.url)
  const { style = 'problem', hasPlainErrors: isPlain, headers = {} } = paths.apiOf(path) ?? {}
  reply.headers(headers)
  const trace = { traceId: request.id, instance: path, style, isPlain }
  if (error.code === 'BodyTooLarge') {
    if (reply.raw.shouldKeepAlive) reply.removeHeader('connection')
    discard(request.raw)
  }
  return send(reply, errorAnswer(error, trace))
}

/**
 * Answers an error: Fastify's own refusals by our codes. Everything else is an internal error, logged in full and
 * answered without details.
 */
export function fail(error: unknown, request: FastifyRequest, reply: FastifyReply, paths: PathMap): FastifyReply {
  const known = error instanceof ApiError ? error : (fromFastify(error) ?? databaseError(error))
  if (known) return refused(known, request, reply, paths)
  request.internalError = error
  return refused(new ApiError({ code: 'Internal', property: 'request' }), request, reply, paths)
}

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BodyTooLarge',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'InvalidJson',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'MediaTypeNotSupported',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BodyRequired',
  FST_ERR_BAD_URL: 'PathNotFound',
  FST_ERR_MAX_PARAM_LENGTH: 'NotFound',
}

const FAULTY_PART: Partial<Record<ErrorCode, string>> = { MediaTypeNotSupported: 'Content-Type' }

function fromFastify(error: unknown): ApiError | undefined {
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  const known = FASTIFY_CODES[code]
  if (known === 'BodyTooLarge') {
    const message = `The body is too large: it may have ${BODY_MAX_BYTES.toLocaleString('en')} bytes.`
    return new ApiError({ code: known, property: 'body', message })
  }
  if (known) return new ApiError({ code: known, property: FAULTY_PART[known] ?? 'request' })
  return statusCode === 400
    ? new ApiError({ code: 'InvalidJson', property: 'body', message: 'The request ended too early.' })
    : undefined
}
