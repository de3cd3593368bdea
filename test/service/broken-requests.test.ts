import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { BODY_MAX_BYTES, BODY_UNREAD_MAX_BYTES, BODY_UNREAD_MILLISECONDS, FILTER_MAX_LENGTH } from '../../src/limits.ts'
import { discard } from '../../src/request/protocol/unread.ts'
import { recordProvoked } from '../errors/record.ts'
import { type Client, type TestService, testService } from './harness.ts'
import { eventually } from '../patience.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await testService()
  client = await service.client()
})
afterAll(() => service.stop())

interface Told {
  status: number
  headers: string
  json: { errorCode: string; traceId: string; instance: string; errors: { property: string }[] }
}

const open = async (): Promise<Socket> => {
  const { hostname, port } = new URL(service.baseUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  return socket
}

/** What the service answers to bytes written as they are; the connection is then closed by it, or by us at `until`. */
async function answerTo(socket: Socket, bytes: string, until?: (text: string) => boolean): Promise<Told> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    if (until?.(Buffer.concat(chunks).toString())) socket.destroy()
  })
  const closed = once(socket, 'close')
  socket.write(bytes)
  await closed
  const [head, body] = Buffer.concat(chunks).toString().split('\r\n\r\n') as [string, string]
  const told = { status: Number(head.split(' ')[1]), headers: head.toLowerCase(), json: JSON.parse(body) }
  recordProvoked(told.status, told.json)
  return told
}

test.each([
  ['no HTTP', 'Hello there\r\n\r\n', 400, 'RequestInvalid', 'request'],
  ['no Host', 'GET /health HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'RequestInvalid', 'Host'],
  [
    'two lengths',
    'POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'RequestInvalid',
    'request',
  ],
  [
    'a length and chunks',
    'POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
    'RequestInvalid',
    'request',
  ],
  [
    'a broken chunk',
    'POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
    'RequestInvalid',
    'request',
  ],
  [
    'long headers',
    `GET /health HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
    431,
    'HeadersTooLarge',
    'headers',
  ],
  ['CONNECT', 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n', 405, 'MethodNotAllowed', 'method'],
  ['an expectation', 'GET /health?a=1 HTTP/1.1\r\nHost: a\r\nExpect: cake\r\n\r\n', 417, 'ExpectationFailed', 'Expect'],
])('%s is a problem that ends the connection', async (_, bytes, status, code, property) => {
  const told = await answerTo(await open(), bytes)
  expect([told.status, told.json.errorCode, told.json.errors[0]!.property]).toEqual([status, code, property])
  expect(told.headers).toContain('content-type: application/problem+json')
  expect(told.headers).toContain('connection: close')
  expect(told.json.instance).not.toContain('?')
  expect(service.log.find(({ traceId }) => traceId === told.json.traceId)).toMatchObject({ status, errorCode: code })
})

test('the longest filter documented passes, percent-encoded', async () => {
  const values = `number$in:[${Array.from({ length: 200 }, (_, at) => at + 1).join(',')}]`
  const filter = values + ' '.repeat(FILTER_MAX_LENGTH - values.length)
  const reply = await client.get(`/daybookapi/v1.0.0/departments?filter=${encodeURIComponent(filter)}`)
  expect([reply.status, reply.json.errorCode]).not.toContain('HeadersTooLarge')
  expect(encodeURIComponent(filter).length).toBeGreaterThan(40_000)
})

const post = (length: number): string =>
  `POST /daybookapi/v1.0.0/departments HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`

test('who sends a body that is too large may finish, and reads why it was refused', async () => {
  const length = BODY_MAX_BYTES + 1_000_000
  const socket = await open()
  const told = answerTo(socket, post(length) + ' '.repeat(length), (text) => text.endsWith('}'))
  expect([(await told).status, (await told).json.errorCode]).toEqual([413, 'BodyTooLarge'])
})

test('who sends on and on is cut off', async () => {
  const socket = await open()
  const closed = new Promise<void>((resolve) => socket.on('error', () => {}).on('close', () => resolve()))
  const chunk = Buffer.alloc(1 << 20, ' ')
  socket.write(post(10 * BODY_UNREAD_MAX_BYTES))
  let sent = 0
  const send = (): void => {
    while (!socket.destroyed && sent < 10 * BODY_UNREAD_MAX_BYTES) {
      sent += chunk.length
      if (!socket.write(chunk)) return void socket.once('drain', send)
    }
  }
  send()
  socket.resume()
  await closed
  expect(sent).toBeLessThan(2 * BODY_UNREAD_MAX_BYTES)
})

test('who does not finish a request in time is told so', async () => {
  const { server } = service.app
  const { headersTimeout, requestTimeout } = server
  Object.assign(server, { headersTimeout: 100, requestTimeout: 100 })
  const told = await answerTo(await open(), `${post(10)}{`)
  Object.assign(server, { headersTimeout, requestTimeout })
  expect([told.status, told.json.errorCode]).toEqual([408, 'RequestTimeout'])
})

describe('HEAD has no body', () => {
  const bytesOf = async (bytes: string): Promise<string> => {
    const socket = await open()
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => void chunks.push(chunk))
    const closed = once(socket, 'close')
    socket.write(bytes)
    await closed
    return Buffer.concat(chunks).toString()
  }
  const tokens = (): string => {
    const told = Object.entries(client.headers).map(([name, value]) => `${name}: ${value}\r\n`)
    return told.join('')
  }
  const DEPARTMENTS = '/daybookapi/v1.0.0/departments'

  test.each([
    ['a page', 200, '/docs', ''],
    ['a file of a page', 200, '/docs/search.json', ''],
    ['the root', 200, '/', ''],
    ['health', 200, '/health', ''],
    ['live', 200, '/live', ''],
    ['the codes', 200, '/errors', 'Accept: text/html\r\n'],
    ['a document', 200, '/openapi/daybook.json', ''],
    ['no such page', 404, '/docs/nosuch', ''],
    ['no such path', 404, '/nosuch', ''],
    ['no such code', 404, '/errors/NoSuch', ''],
    ['no tokens', 401, DEPARTMENTS, ''],
    ['a list', 200, DEPARTMENTS, 'tokens'],
    ['a single read', 404, `${DEPARTMENTS}/1`, 'tokens'],
    ['a path of writes alone', 405, '/daybookapi/v1.0.0/draft-invoices/bulk/book', 'tokens'],
    ['an Accept', 415, DEPARTMENTS, 'tokens Accept: image/png\r\n'],
    ['a parameter', 400, `${DEPARTMENTS}?nosuch=1`, 'tokens'],
    ['an expectation', 417, '/health', 'Expect: cake\r\n'],
    ['long headers', 431, '/health', `X: ${'x'.repeat(70_000)}\r\n`],
    ['a long address', 431, `/health?${'x'.repeat(70_000)}`, ''],
    ['headers without end', 431, '/health', `X: ${'x'.repeat(300_000)}\r\n`],
  ])('%s: %i', async (_, status, path, more) => {
    const headers = more.replace('tokens ', tokens()).replace('tokens', tokens())
    const answer = await bytesOf(`HEAD ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`)
    const [head, ...body] = answer.split('\r\n\r\n')
    expect([head!.split(' ')[1], body]).toEqual([String(status), ['']])
    // What GET says of itself, HEAD says too.
    if (status < 417) expect(head!.toLowerCase()).toMatch(/\r\ncontent-type: (application|text)\//)
  })

  test('also without a Host', async () => {
    const answer = await bytesOf('HEAD /health HTTP/1.1\r\nConnection: close\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*\r\n\r\n$/)
  })
})

describe('who closes the connection after its body', () => {
  const LENGTH = 20 * 1024 * 1024
  const head = (method: string, path: string, more = ''): string =>
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\n${more}\r\n`

  /** Sends all of a body, piece by piece, and only then reads. */
  async function answerToAll(socket: Socket, start: string, pieces: Iterable<Buffer>): Promise<string> {
    const chunks: Buffer[] = []
    socket.pause()
    socket.write(start)
    for (const piece of pieces) if (!socket.write(piece)) await once(socket, 'drain')
    socket.on('data', (chunk) => void chunks.push(chunk))
    socket.resume()
    await once(socket, 'close')
    return Buffer.concat(chunks).toString()
  }
  const piece = Buffer.alloc(1 << 16, ' ')
  const whole = (): Buffer[] => Array.from({ length: LENGTH / piece.length }, () => piece)
  const chunked = (): Buffer[] => [
    ...whole().map((one) => Buffer.concat([Buffer.from(`${one.length.toString(16)}\r\n`), one, Buffer.from('\r\n')])),
    Buffer.from('0\r\n\r\n'),
  ]

  test.each([
    ['a body that is too large', 413, 'BodyTooLarge', 'POST', '/daybookapi/v1.0.0/departments'],
    ['a GET with a body', 401, 'Unauthorized', 'GET', '/daybookapi/v1.0.0/departments'],
    ['an upload without tokens', 401, 'Unauthorized', 'POST', '/documentsapi/v2.0.0/AttachedDocuments'],
    ['a path that is not there', 413, 'BodyTooLarge', 'POST', '/nosuch'],
  ])('%s: reads the answer, %i %s, with a length and in chunks', async (_, status, code, method, path) => {
    for (const [more, pieces] of [
      [`Content-Length: ${LENGTH}\r\n`, whole()],
      ['Transfer-Encoding: chunked\r\n', chunked()],
    ] as const) {
      const answer = await answerToAll(await open(), head(method, path, more), pieces)
      expect([more, answer.split(' ')[1]]).toEqual([more, String(status)])
      expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ errorCode: code })
      expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n')
    }
  })

  test('sends on and on: is cut off', async () => {
    const socket = await open()
    const closed = new Promise<void>((resolve) => socket.on('error', () => {}).on('close', () => resolve()))
    socket.write(head('POST', '/daybookapi/v1.0.0/departments', `Content-Length: ${10 * BODY_UNREAD_MAX_BYTES}\r\n`))
    let sent = 0
    const send = (): void => {
      while (!socket.destroyed && sent < 10 * BODY_UNREAD_MAX_BYTES) {
        sent += piece.length
        if (!socket.write(piece)) return void socket.once('drain', send)
      }
    }
    send()
    socket.resume()
    await closed
    expect(sent).toBeLessThan(2 * BODY_UNREAD_MAX_BYTES)
  })

  test('a sender that only waits is cut off in time', async () => {
    const source = new PassThrough()
    vi.useFakeTimers()
    let isDone = false
    discard(source, () => (isDone = true))
    source.write('x')
    await vi.advanceTimersByTimeAsync(BODY_UNREAD_MILLISECONDS - 1)
    expect([source.destroyed, isDone]).toEqual([false, false])
    await vi.advanceTimersByTimeAsync(1)
    expect(source.destroyed).toBe(true)
    vi.useRealTimers()
    await eventually(() => isDone)
  })
})
