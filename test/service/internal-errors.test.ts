import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestService, testService } from './harness.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await testService()
  client = await service.client()
})
afterAll(() => service.stop())

test('what is our own fault is answered bare and logged in full, under one trace id', async () => {
  await service.database.rows('ALTER TABLE department RENAME TO department_gone')
  const reply = await client.get('/daybookapi/v1.0.0/departments')
  expect([reply.status, reply.json.errorCode]).toEqual([500, 'Internal'])
  expect(reply.text).not.toMatch(/department_gone|relation|SELECT|\.ts/)
  const line = service.log.find(({ traceId }) => traceId === reply.json.traceId)
  expect(line).toMatchObject({
    status: 500,
    errorCode: 'Internal',
    err: { message: expect.stringContaining('department') },
  })
  await service.database.rows('ALTER TABLE department_gone RENAME TO department')
  expect((await client.get('/daybookapi/v1.0.0/departments')).status).toBe(200)
})

test.each([
  ['values in a list', `number$in:[${Array.from({ length: 201 }, (_, index) => index).join(',')}]`],
  ['predicates', Array.from({ length: 101 }, (_, index) => `number$eq:${index}`).join('$or:')],
  ['parentheses', `${'('.repeat(33)}number$eq:1${')'.repeat(33)}`],
])('a filter with too many %s is refused', async (_, filter) => {
  const reply = await client.get(`/daybookapi/v1.0.0/departments?filter=${encodeURIComponent(filter)}`)
  expect([reply.status, reply.json.errorCode, reply.json.errors[0].property]).toEqual([400, 'FilterTooLarge', 'filter'])
})
