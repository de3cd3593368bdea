import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestService, testService } from '../service/harness.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await testService()
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
  expect(await service.database.rows('SELECT event_type, due_at <= now() AS is_due FROM webhook_due')).toEqual([
    { event_type: 'PROJECT_UPDATED', is_due: true },
  ])
})
