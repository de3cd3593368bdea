import { afterAll, beforeAll, expect, test } from 'vitest'
import { newClient, testNode, type TestService } from './harness.ts'
import { sharedService } from './shared.ts'

let service: TestService
let node: Awaited<ReturnType<typeof testNode>>

beforeAll(async () => {
  service = await sharedService()
  node = await testNode(service.database, { corsOrigins: ['https://app.example'], hasDemo: false })
})
afterAll(() => node.app.close())

const LIST = '/suppliersapi/v2.0.0/Contacts'
const asked = { 'access-control-request-method': 'POST' }

test('DAYBOOK_CORS_ORIGINS lets pages of its origins call, and no others', async () => {
  const client = await newClient(service.database, node.baseUrl)
  const preflight = await client.call('OPTIONS', LIST, { headers: { origin: 'https://app.example', ...asked } })
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example'])
  for (const sent of ['X-AppSecretToken', 'If-None-Match', 'Range'])
    expect(preflight.headers.get('access-control-allow-headers')).toContain(sent)
  const read = await client.get(LIST, { headers: { origin: 'https://app.example' } })
  expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, 'https://app.example'])
  for (const answered of ['Deprecation', 'Content-Range'])
    expect(read.headers.get('access-control-expose-headers')).toContain(answered)
  expect((await client.get(LIST)).headers.get('vary')).toBe('Origin')
  expect((await client.get('/errors')).headers.get('vary')).toBe('Origin, Accept, Accept-Encoding')
  const other = await client.call('OPTIONS', LIST, { headers: { origin: 'https://other.example', ...asked } })
  expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([405, null])
})

test('without it no page of another origin is let in', async () => {
  const headers = { origin: 'https://app.example', ...asked }
  const reply = await service.call('OPTIONS', LIST, { headers })
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([405, null])
})

test('DAYBOOK_DEMO=0 switches the demo tokens off', async () => {
  const headers = { 'x-appsecrettoken': 'demo', 'x-agreementgranttoken': 'demo' }
  const off = await newClient(service.database, node.baseUrl)
  expect((await off.get(LIST, { headers })).status).toBe(401)
})
