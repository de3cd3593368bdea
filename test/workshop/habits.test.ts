import { connect } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestService, testService } from '../service/harness.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await testService({ corsOrigins: ['https://app.example'] })
  client = await service.client()
})
afterAll(() => service.stop())

const CURRENCIES = '/daybookapi/v1.0.0/currencies'
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

/** What the service answers to bytes that need not be HTTP. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.1')
  socket.end(bytes)
  let told = ''
  socket.on('data', (chunk) => void (told += String(chunk)))
  await once(socket, 'close')
  return told
}

test('every answer has an id of its own, refusals, pages and broken requests too, and the log has it', async () => {
  const answers = await Promise.all([
    client.get(CURRENCIES),
    client.get(CURRENCIES, { headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } }),
    client.get(CURRENCIES, { headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } }),
    client.post(CURRENCIES, {}),
    client.get('/nothing'),
    client.get(`${CURRENCIES}/%`),
    service.call('GET', CURRENCIES),
    service.call('GET', '/'),
    service.call('GET', '/health'),
    service.call('GET', '/errors'),
    service.call('OPTIONS', CURRENCIES, {
      headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
    }),
  ])
  const ids = answers.map(({ headers }) => headers.get('x-request-id'))
  for (const [at, id] of ids.entries()) expect(id, String(at)).toMatch(/^[0-9a-f]{32}$/)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).not.toContain(TRACE)
  expect(service.log).toContainEqual(expect.objectContaining({ traceId: TRACE, requestId: ids[1] }))
  expect(answers[0]!.headers.get('access-control-expose-headers')).toBeNull()
  const seen = await client.get(CURRENCIES, { headers: { origin: 'https://app.example' } })
  expect(seen.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
  expect(await answerTo('NONSENSE\r\n\r\n')).toMatch(/^x-request-id: [0-9a-f]{32}\r$/m)
})

test('nobody keeps what a grant was answered', async () => {
  const answers = [
    await client.get(CURRENCIES),
    await client.post(CURRENCIES, {}),
    await service.call('GET', CURRENCIES),
  ]
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store', 'no-store'])
})

test.each([
  ['/', {}],
  ['/openapi', {}],
  ['/openapi/suppliers.json', {}],
  ['/openapi/suppliers.json?version=3.0', {}],
  ['/openapi/suppliers.json', { 'accept-encoding': 'gzip' }],
  ['/daybookapi', {}],
  ['/docs', { accept: 'text/html' }],
  ['/', { accept: 'text/html' }],
  ['/docs/guides/integrators', {}],
  ['/docs/apis/suppliers/2.0.0', {}],
  ['/docs/search.json', {}],
  ['/errors', { accept: 'text/html' }],
  ['/errors/NotFound', {}],
])('%s is sent once to who keeps it', async (path, headers) => {
  const first = await service.call('GET', path, { headers })
  const tag = first.headers.get('etag')!
  expect([first.status, tag]).toEqual([200, expect.stringMatching(/^(W\/)?"[\w-]{16}"$/)])
  for (const method of ['GET', 'HEAD']) {
    const again = await service.call(method, path, { headers: { ...headers, 'if-none-match': tag } })
    expect([again.status, again.text, again.headers.get('etag')?.replace('W/', '')]).toEqual([
      304,
      '',
      tag.replace('W/', ''),
    ])
  }
  const other = await service.call('GET', path, { headers: { ...headers, 'if-none-match': '"another"' } })
  expect([other.status, other.text]).toEqual([200, first.text])
})
