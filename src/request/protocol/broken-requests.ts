import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, type ErrorCode } from '../../errors/catalogue.ts'
import { HEADERS_MAX_BYTES } from '../../limits.ts'
import { type ErrorAnswer, errorAnswer } from './respond.ts'
import { split } from './routing.ts'

/** Told of each refusal of bytes that never became a request, for the log. */
export type Refused = (refused: { method: string; path: string; traceId: string; answer: ErrorAnswer }) => void

/** Our codes for the errors of Node's HTTP parser. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'HeadersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BodyTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'RequestTimeout',
}
const PROPERTIES: Partial<Record<ErrorCode, string>> = { HeadersTooLarge: 'headers', BodyTooLarge: 'body' }

/**
 * What is wrong with a request's headers. Longer ones than are allowed are parsed, up to a bound: so they are answered
 * as their method wants.
 */
export function headersFault({ url = '', rawHeaders, headers, httpVersion }: IncomingMessage): ApiError | undefined {
  let bytes = url.length
  for (const text of rawHeaders) bytes += text.length
  if (bytes > HEADERS_MAX_BYTES) {
    return new ApiError({ code: 'HeadersTooLarge', property: 'headers' }, { connection: 'close' })
  }
  if (headers.host !== undefined || httpVersion === '1.0') return undefined
  return new ApiError({ code: 'RequestInvalid', property: 'Host', message: 'The Host header is missing.' })
}

/** Answers what Node's server refuses before there is a request, with the usual error bodies. */
export interface BrokenRequests {
  /** Bytes that are no HTTP, headers that are too long, requests that do not end. */
  clientError(error: NodeJS.ErrnoException, socket: Duplex): void
  /** CONNECT, and expectations other than 100-continue. */
  listen(server: Server): void
}

/** The connection is closed after each: what follows on it means nothing. */
export function brokenRequests(newTraceId: () => string, refused: Refused): BrokenRequests {
  const answerTo = (error: ApiError, method: string, path: string): ErrorAnswer => {
    const traceId = newTraceId()
    const told = errorAnswer(error, { traceId, instance: path, style: 'problem' })
    const answer = { ...told, headers: { ...told.headers, 'x-request-id': traceId } }
    refused({ method, path, traceId, answer })
    return answer
  }
  const refuse = (socket: Duplex, error: ApiError, { method = '-', path = '/', hasBody = true } = {}): void => {
    if (socket.writable) socket.end(onTheWire(answerTo(error, method, path), hasBody), () => socket.destroy())
    else socket.destroy()
  }
  return {
    clientError: (error, socket) => {
      // A client that is gone hears nothing.
      if (error.code === 'ECONNRESET') return void socket.destroy()
      const code = CODES[error.code ?? ''] ?? 'RequestInvalid'
      // A HEAD has no body in its answer, whatever that is (RFC 9110, 9.3.2).
      const hasBody =
        code !== 'HeadersTooLarge' ||
        !mayBeHead((error as { rawPacket?: Buffer }).rawPacket, socket as { bytesRead?: number })
      refuse(socket, new ApiError({ code, property: PROPERTIES[code] ?? 'request' }), { hasBody })
    },
    listen: (server) => {
      server.on('connect', (request, socket) => {
        const message = 'CONNECT is not supported: this is no proxy.'
        refuse(
          socket,
          new ApiError(
            { code: 'MethodNotAllowed', property: 'method', message },
            { allow: 'GET, HEAD, POST, PUT, DELETE' },
          ),
          { method: 'CONNECT', path: request.url ?? '/' },
        )
      })
      server.on('checkExpectation', (request, response) => {
        const error = new ApiError({ code: 'ExpectationFailed', property: 'Expect' })
        const { status, headers, body } = answerTo(error, request.method!, split(request.url!).path)
        response.writeHead(status, { ...headers, ...closing(body) }).end(request.method === 'HEAD' ? undefined : body)
      })
    },
  }
}

/**
 * Whether a packet is the beginning of a HEAD request, as far as one can know. Of headers that came in several, nobody
 * knows the method.
 */
const mayBeHead = (rawPacket: Buffer | undefined, { bytesRead = Infinity }: { bytesRead?: number }): boolean =>
  !rawPacket || bytesRead > rawPacket.length || rawPacket.toString('latin1', 0, 5) === 'HEAD '

const closing = (body: string): Record<string, string> => ({
  'content-length': String(Buffer.byteLength(body)),
  connection: 'close',
})

function onTheWire({ status, headers, body }: ErrorAnswer, hasBody: boolean): string {
  const lines = Object.entries({
    ...headers,
    ...closing(body),
    date: new Date().toUTCString(),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${hasBody ? body : ''}`
}
