import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, type ErrorCode } from '../../errors/catalogue.ts'
import { BODY_UNREAD_MAX_BYTES } from '../../limits.ts'
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
    const answer = errorAnswer(error, { traceId, instance: path, style: 'problem' })
    refused({ method, path, traceId, answer })
    return answer
  }
  const refuse = (socket: Duplex, error: ApiError, method = '-', path = '/'): void => {
    if (socket.writable) socket.end(onTheWire(answerTo(error, method, path)), () => socket.destroy())
    else socket.destroy()
  }
  return {
    clientError: (error, socket) => {
      // A client that is gone hears nothing.
      if (error.code === 'ECONNRESET') return void socket.destroy()
      const code = CODES[error.code ?? ''] ?? 'RequestInvalid'
      refuse(socket, new ApiError({ code, property: PROPERTIES[code] ?? 'request' }))
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
          ...['CONNECT', request.url],
        )
      })
      server.on('checkExpectation', (request, response) => {
        const error = new ApiError({ code: 'ExpectationFailed', property: 'Expect' })
        const { status, headers, body } = answerTo(error, request.method!, split(request.url!).path)
        response.writeHead(status, { ...headers, ...closing(body) }).end(body)
      })
    },
  }
}

/**
 * Reads the rest of a body that was refused. A connection that is closed with bytes unread is reset, and its sender may never see the answer. A
 * sender that goes on for too long is cut off.
 */
export function readRest(request: IncomingMessage): void {
  let read = 0
  request.on('data', (chunk: Buffer) => {
    read += chunk.length
    if (read > BODY_UNREAD_MAX_BYTES) request.destroy()
  })
  request.resume()
}

const closing = (body: string): Record<string, string> => ({
  'content-length': String(Buffer.byteLength(body)),
  connection: 'close',
})

function onTheWire({ status, headers, body }: ErrorAnswer): string {
  const lines = Object.entries({
    ...headers,
    ...closing(body),
    date: new Date().toUTCString(),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`
}
