import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BODY_MAX_BYTES, BODY_UNREAD_MAX_BYTES, FILTER_MAX_LENGTH } from '../../src/limits.ts'
import { recordProvoked } from '../errors/record.ts'
import { type Client, type TestService, testService } from './harness.ts'

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
