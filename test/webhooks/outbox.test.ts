import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, type TestService, testService } from '../service/harness.ts'

let service: TestService
let client: Client

beforeAll(async () => void (service = await testService()))
beforeEach(async () => {
  client = await service.client({ modules: ['Projects'] })
  await service.database.rows(
    `INSERT INTO webhook (agreement, event_type, app, name, url, content_type)
     VALUES ($1, 'PROJECT_UPDATED', $2, 'Projects', 'https://receiver.example/', 'text/plain')`,
    [client.agreement, client.app],
  )
})
afterAll(() => service.stop())

const outbox = () =>
  service.database.rows<{ number: number; state: string; fields: string }>(
    `SELECT d.number, d.state, d.fields::text FROM webhook_delivery d WHERE d.agreement = $1 ORDER BY d.number`,
    [client.agreement],
  )

test('an event is written with its change, and only then', async () => {
  expect((await client.post('/daybookapi/v1.0.0/projects', { number: 7, name: 'Bridge' })).status).toBe(201)
  const read = await client.get('/daybookapi/v1.0.0/projects/7')
  const change = { number: 7, name: 'Tunnel', objectVersion: read.json.objectVersion }
  expect((await client.put('/daybookapi/v1.0.0/projects', change)).status).toBe(204)
  expect((await client.post('/daybookapi/v1.0.0/projects', { number: 7, name: 'Twice' })).status).toBe(400)
  await client.delete('/daybookapi/v1.0.0/projects/7')
  expect((await outbox()).map(({ fields }) => JSON.parse(fields) as unknown)).toEqual([
    { OLDNUMBER: '', NEWNUMBER: '7' },
    { OLDNUMBER: '7', NEWNUMBER: '7' },
    { OLDNUMBER: '7', NEWNUMBER: '' },
  ])
  const due = 'SELECT event_type, due_at <= now() AS is_due FROM webhook_due WHERE agreement = $1'
  expect(await service.database.rows(due, [client.agreement])).toEqual([
    { event_type: 'PROJECT_UPDATED', is_due: true },
  ])
})

describe('the trace of a request', () => {
  const PROJECTS = '/daybookapi/v1.0.0/projects'
  const trace = (digit: string): string => `${digit.repeat(32)}-01`
  const inTrace = (digit: string) => ({ headers: { traceparent: `00-${digit.repeat(32)}-00f067aa0ba902b7-01` } })
  const tracesOf = async (...numbers: number[]): Promise<(string | null)[]> => {
    const rows = await service.database.rows<{ trace: string | null }>(
      `SELECT d.trace FROM webhook_delivery d WHERE d.agreement = $1 AND d.fields ->> 'NEWNUMBER' = ANY ($2::text[]) ORDER BY d.number`,
      [client.agreement, `{${numbers.join(',')}}`],
    )
    return rows.map((row) => row.trace)
  }

  test('is that of the events it causes, whoever else writes at the same time', async () => {
    const make = (number: number) => {
      const digit = (number % 10).toString()
      const options = number % 3 === 0 ? {} : inTrace(digit)
      return client.post(PROJECTS, { number, name: `P ${number}` }, options)
    }
    const numbers = Array.from({ length: 12 }, (_, at) => 101 + at)
    const replies = await Promise.all(numbers.map(make))
    expect(replies.map(({ status }) => status)).toEqual(numbers.map(() => 201))
    const wanted = numbers.map((number) => (number % 3 === 0 || number % 10 === 0 ? null : trace(String(number % 10))))
    for (const [at, number] of numbers.entries()) expect(await tracesOf(number), String(number)).toEqual([wanted[at]])
  })

  test('is that of events that a transaction causes, and of none after it', async () => {
    const path = '/daybookapi/v1.0.0/webhook-tests/PROJECT_UPDATED'
    for (const options of [inTrace('a'), {}]) expect((await client.post(path, undefined, options)).status).toBe(201)
    const told = await service.database.rows(
      'SELECT trace FROM webhook_delivery WHERE agreement = $1 AND is_test ORDER BY number',
      [client.agreement],
    )
    expect(told).toEqual([{ trace: trace('a') }, { trace: null }])
  })
})
