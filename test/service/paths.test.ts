import { get, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestService, testService } from './harness.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await testService()
  client = await service.client()
})
afterAll(() => service.stop())

test.each([
  ['DELETE', '/suppliersapi/v2.0.0/Contacts/paged', 'GET, HEAD'],
  ['DELETE', '/suppliersapi/v2.0.0/Contacts/COUNT/', 'GET, HEAD'],
  ['DELETE', '/suppliersapi/v2.0.0/Contacts', 'GET, HEAD, POST, PUT'],
  ['PUT', '/suppliersapi/v2.0.0/Contacts/7', 'GET, HEAD, DELETE'],
  ['HEAD', '/journalsapi/v15.0.1/journals/1/book', 'POST'],
  ['PATCH', '/accounting-years/2026/periods/1', 'GET, HEAD'],
  ['GET', '/journalsapi/v15.0.1/journals/1/book', 'POST'],
])('%s %s is not supported, and Allow says what is: %s', async (method, path, allow) => {
  const reply = await client.call(method, path)
  expect([reply.status, reply.headers.get('allow')]).toEqual([405, allow])
})

test.each([
  ['http://books.example/suppliersapi/v2.0.0/Groups/count?filter=number$gt:1', 200, undefined],
  ['HTTPS://books.example/journalsapi/v1.0.0/journals/count', 200, undefined],
  ['http://books.example?a=1', 200, undefined],
  ['http://books.example/journalsapi/v15.0.1/journals/1/book?a=1', 405, '/journalsapi/v15.0.1/journals/1/book'],
])('GET %s is that of its path', async (path, status, instance) => {
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    get(service.baseUrl, { path, headers: client.headers }, resolve).on('error', reject)
  })
  expect([reply.statusCode, ((await json(reply)) as { instance?: string }).instance]).toEqual([status, instance])
})
