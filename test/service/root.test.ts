import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyVersion } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await testService()
  client = await service.client()
})
afterAll(() => service.stop())

test('the root tells what is served', async () => {
  const { status, json } = await service.call('GET', '/')
  expect(status).toBe(200)
  expect(json).toMatchObject({ service: 'Daybook', openapi: '/openapi', health: '/health', live: '/live' })
  expect(json.documents).toHaveLength(everyVersion(apis).length)
})

test('HEAD answers wherever GET does, without the body', async () => {
  const list = '/suppliersapi/v2.0.0/Contacts'
  for (const path of [
    '/',
    '/health',
    '/live',
    '/openapi',
    '/openapi/suppliers.json',
    list,
    `${list}/paged`,
    `${list}/count`,
    `${list}/1`,
  ]) {
    const plain = { headers: { 'accept-encoding': 'identity' } }
    const [get, head] = [await client.get(path, plain), await client.call('HEAD', path, plain)]
    expect([head.status, head.text, head.headers.get('content-type')], path).toEqual([
      get.status,
      '',
      get.headers.get('content-type'),
    ])
    if (get.status === 200) expect(head.headers.get('content-length'), path).toBe(String(Buffer.byteLength(get.text)))
  }
  expect((await service.call('HEAD', list)).status).toBe(401)
  expect((await client.call('HEAD', '/daybookapi/v1.0.0/webhook-tests/ORDER_UPDATED')).status).toBe(405)
  expect((await client.call('HEAD', '/nothing')).status).toBe(404)
})
