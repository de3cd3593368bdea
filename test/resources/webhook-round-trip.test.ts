import { afterAll, beforeAll, expect, test } from 'vitest'
import { pino } from 'pino'
import { type Deliveries, startDeliveries } from '../../src/webhooks/start.ts'
import { eventually } from '../patience.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { testVault } from '../service/secret-key.ts'
import { authority, type Receiver, startReceiver } from '../webhooks/receiver.ts'
import { codeOf } from './bookkeeping.ts'
import { changeWebhook, DELIVERIES, OURS, webhook, WEBHOOKS } from './webhooks.ts'

const PROJECTS = `${OURS}/projects`
const TYPE = 'PROJECT_UPDATED'
const SECRET = `${OURS}/webhook-secrets/${TYPE}`

const secrets = new Map<string, readonly string[]>()
let service: TestService
let receiver: Receiver
let deliveries: Deliveries
let client: Client

beforeAll(async () => {
  receiver = await startReceiver(secrets)
  service = await testService({ webhookAllowedHosts: ['localhost'] })
  const parts = { database: service.database, allowedHosts: ['localhost'], vault: testVault }
  const options = { ca: authority, schedule: [1e6, 1e6], sweepMilliseconds: 20 }
  deliveries = startDeliveries({ ...parts, log: pino({ level: 'silent' }) }, options)
  client = await service.client()
})
afterAll(async () => {
  await deliveries.stop()
  await service.stop()
  await receiver.close()
})

/** Waits until the delivery is in the state, and answers it. */
const delivery = (number: number, state: string) =>
  eventually(async () => {
    const { json } = await client.get(`${DELIVERIES}/${number}`)
    return json.state === state && json
  })

/** Until when the secret before the present one is valid, after that is moved by some hours. */
async function previousUntil(hours: number): Promise<number> {
  const [row] = await service.database.rows<{ until: string }>(
    `UPDATE webhook SET previous_secret_until = previous_secret_until + make_interval(hours => $2) WHERE agreement = $1
     RETURNING previous_secret_until AS until`,
    [client.agreement, hours],
  )
  return Date.parse(row!.until)
}

const bodies = (): string[] => receiver.requests.map(({ body }) => body)

/**
 * From the change of a record to its receiver, over everything the API offers between. Leaves four deliveries, and
 * projects 7 to 9.
 */
async function delivered(): Promise<void> {
  const made = await client.post(WEBHOOKS, {
    eventType: TYPE,
    name: 'Projects',
    url: `${receiver.url}/projects/[NEWNUMBER]?was=[oldnumber]`,
    contentType: 'application/json',
    postData: '{"is":"[NEWNUMBER]","x":"[NOSUCH]"}',
    customHeaders: [{ key: 'X-Source', value: 'daybook' }],
  })
  expect(made.status, made.text).toBe(201)
  const first = (await client.get(SECRET)).json.secret as string
  secrets.set('projects', [first])

  expect((await client.post(PROJECTS, { number: 7, name: 'Bridge' })).status).toBe(201)
  const { webhookId, attempts, ...told } = await delivery(1, 'delivered')
  expect(attempts).toMatchObject([{ statusCode: 204, error: null }])
  expect(receiver.requests).toMatchObject([
    { method: 'POST', path: '/projects/7?was=', body: '{"is":"7","x":"[NOSUCH]"}' },
  ])
  expect(receiver.requests[0]!.headers).toMatchObject({ 'x-source': 'daybook', 'content-type': 'application/json' })
  expect(receiver.requests[0]!.webhookId).toBe(webhookId)
  expect(told).toMatchObject({
    sentUrl: `${receiver.url}/projects/7?was=`,
    sentHeaders: expect.arrayContaining([{ name: 'x-source', value: '(masked)' }]),
    sentBody: '{"is":"7","x":"[NOSUCH]"}',
    signedBy: 'present',
  })
  const { json: hooks } = await client.get(`${OURS}/webhooks`)
  expect(hooks.items).toMatchObject([{ eventType: TYPE, secretChangedAt: null, lastDayEvents: 1, lastDayDelivered: 1 }])

  const second = (await client.post(`${SECRET}/rotate`)).json.secret as string
  secrets.set('projects', [first, second])
  const { secretChangedAt } = (await client.get(`${OURS}/webhooks/${TYPE}`)).json
  expect(Date.parse(secretChangedAt)).toBe((await previousUntil(0)) - 24 * 3_600_000)
  expect((await client.get(`${DELIVERIES}/1`)).json.signedBy).toBe('previous')
  await previousUntil(-24)
  expect((await client.get(`${DELIVERIES}/1`)).json.signedBy).toBe('former')
  await previousUntil(24)
  expect((await client.post(`${DELIVERIES}/1/redeliver`)).status).toBe(204)
  await receiver.until(2)
  expect(await delivery(1, 'delivered')).toMatchObject({ webhookId, attemptCount: 2, signedBy: 'present' })
  expect(receiver.requests[1]!.webhookId).toBe(webhookId)

  expect((await client.post(`${OURS}/webhook-tests/${TYPE}`)).json).toEqual({ number: 2 })
  expect((await delivery(2, 'delivered')).isTest).toBe(true)
  expect(bodies()[2]).toBe('{"is":"201","x":"[NOSUCH]"}')

  // A failed attempt waits for longer than the test, until it is asked for.
  receiver.respond = () => 500
  expect((await client.post(PROJECTS, { number: 8, name: 'Tunnel' })).status).toBe(201)
  await eventually(async () => (await delivery(3, 'pending')).attemptCount === 1)
  expect((await client.post(PROJECTS, { number: 9, name: 'Quay' })).status).toBe(201)
  receiver.respond = () => 204
  expect((await client.post(`${DELIVERIES}/3/redeliver`)).status).toBe(204)
  expect((await delivery(4, 'delivered')).attemptCount).toBe(1)
  expect(bodies().slice(3)).toEqual(['8', '8', '9'].map((number) => `{"is":"${number}","x":"[NOSUCH]"}`))
}

test('a webhook is called; once disabled for nothing; once enabled for what waits, and for what was skipped when asked', async () => {
  await delivered()
  receiver.requests.length = 0
  receiver.respond = () => 500
  expect((await client.delete(`${PROJECTS}/7`)).status).toBe(204)
  await eventually(async () => (await delivery(5, 'pending')).attemptCount === 1)
  expect((await changeWebhook(client, { isDisabled: true }, TYPE)).status).toBe(204)
  receiver.respond = () => 204
  expect((await client.delete(`${PROJECTS}/8`)).status).toBe(204)
  await delivery(6, 'skipped')
  expect((await changeWebhook(client, { isDisabled: undefined }, TYPE)).status).toBe(204)
  await delivery(5, 'delivered')
  expect(bodies()).toEqual(['{"is":"","x":"[NOSUCH]"}', '{"is":"","x":"[NOSUCH]"}'])
  const range = { eventType: TYPE, from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
  expect((await client.post(`${DELIVERIES}/redeliver`, { ...range, states: ['skipped'] })).json).toEqual({ count: 1 })
  await delivery(6, 'delivered')
  receiver.requests.length = 0
  expect((await client.post(`${DELIVERIES}/redeliver`, range)).json).toEqual({ count: 5 })
  await receiver.until(5)
  expect(receiver.requests.map(({ path }) => path)).toEqual([
    '/projects/7?was=',
    '/projects/8?was=',
    '/projects/9?was=',
    '/projects/?was=7',
    '/projects/?was=8',
  ])
})

test('a webhook goes to the service’s own machine for a sandbox alone, by the one name there is for that', async () => {
  const other = await service.client()
  const spellings = [
    'https://forward.localhost/',
    'https://Forward.LocalHost./a',
    'https://forward.localhost:443?x=1',
    'https://forward.localhost.:00443',
    'https://forward.localhost:/',
  ]
  // A host that begins like it is one of the public internet.
  const evil = 'https://forward.localhost.evil.example/'
  expect((await other.post(WEBHOOKS, webhook({ eventType: 'ORDER_UPDATED', url: evil }))).status).toBe(201)
  for (const url of spellings) {
    const reply = await other.post(WEBHOOKS, webhook({ url }))
    expect([url, ...codeOf(reply)]).toEqual([url, 400, 'WebhookInvalidUrl', 'url'])
  }
  expect((await other.post(WEBHOOKS, webhook())).status).toBe(201)
  expect(codeOf(await changeWebhook(other, { url: spellings[1] }))).toEqual([400, 'WebhookInvalidUrl', 'url'])
  await service.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [other.agreement])
  for (const url of spellings) expect((await changeWebhook(other, { url })).status).toBe(204)
  const none = ['https://a.forward.localhost/', 'https://forward.localhost:8443/', 'https://127.0.0.1/']
  for (const url of none) {
    expect([url, ...codeOf(await changeWebhook(other, { url }))]).toEqual([url, 400, 'WebhookInvalidUrl', 'url'])
  }
})
