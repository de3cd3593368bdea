import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REDELIVERED_AT_ONCE_MAX } from '../../src/limits.ts'
import { eventTypes } from '../../src/webhooks/event-types.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { type Client, type Reply, type TestService, testService } from '../service/harness.ts'
import { codeOf } from './bookkeeping.ts'
import { changeWebhook, DELIVERIES, OURS, receiver, WEBHOOKS, webhook } from './webhooks.ts'

let service: TestService

beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

const NOW_AND_EVER = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
const IN_RANGE = `${DELIVERIES}/redeliver`

/** Deliveries straight in the log, numbered from 1: each in its state, an hour after the one before. */
async function logged(client: Client, states: readonly string[], eventType = 'CUSTOMER_UPDATED'): Promise<void> {
  await service.database.rows(
    `INSERT INTO webhook_delivery (agreement, number, event_type, app, fields, state, occurred_at, due_at, round_attempts, attempts)
     SELECT $1, taken.first + s.place - 1, $2, $3, '{"OLDNUMBER": "", "NEWNUMBER": "7"}', s.state,
       timestamptz '2026-03-01T00:00:00Z' + s.place * interval '1 hour', timestamptz '2126-01-01Z', 3,
       '[{"startedAt": "2026-03-01T00:00:01.000Z", "durationMilliseconds": 12, "statusCode": 500, "error": null, "answer": "no"}]'
     FROM (SELECT take_numbers($1, 'webhook_delivery', json_array_length($4::json)) AS first) AS taken,
       json_array_elements_text($4::json) WITH ORDINALITY AS s(state, place) ORDER BY s.place`,
    [client.agreement, eventType, client.app, JSON.stringify(states)],
  )
}

interface Stored {
  number: number
  state: string
  round_attempts: number
  is_due: boolean
}

/** The deliveries in the order they are to be made in. */
const queued = (client: Client): Promise<Stored[]> =>
  service.database.rows<Stored>(
    `SELECT number, state, round_attempts, due_at <= now() AS is_due FROM webhook_delivery
     WHERE agreement = $1 ORDER BY position`,
    [client.agreement],
  )

/** The event types whose webhooks are to be looked at now. */
const wakeUps = async (client: Client): Promise<string[]> => {
  const rows = await service.database.rows<{ event_type: string }>(
    'SELECT event_type FROM webhook_due WHERE agreement = $1 AND due_at <= now() ORDER BY event_type',
    [client.agreement],
  )
  return rows.map(({ event_type }) => event_type)
}

describe('deliveries', () => {
  test('tell of the event, its attempts, and when the next one is due', async () => {
    const client = await receiver(service)
    await logged(client, ['pending', 'failed'])
    const [pending, failed] = (await client.get(DELIVERIES)).json.items
    expect(pending).toEqual({
      number: 1,
      eventType: 'CUSTOMER_UPDATED',
      webhookName: 'CRM',
      app: client.app,
      appName: 'test',
      webhookId: expect.stringMatching(/^msg_[0-9a-f]{32}$/),
      state: 'pending',
      endedBy: null,
      requestId: null,
      occurredAt: '2026-03-01T01:00:00Z',
      dueAt: '2126-01-01T00:00:00Z',
      attemptCount: 1,
      orderedFault: null,
      mergeFields: [
        { fieldName: 'NEWNUMBER', value: '7' },
        { fieldName: 'OLDNUMBER', value: '' },
      ],
      attempts: [
        { startedAt: '2026-03-01T00:00:01.000Z', durationMilliseconds: 12, statusCode: 500, error: null, answer: 'no' },
      ],
      sentUrl: null,
      signedBy: null,
      sentHeaders: null,
      sentBody: null,
    })
    expect(failed).toMatchObject({ number: 2, state: 'failed', dueAt: null })
    expect((await client.get(`${DELIVERIES}/2`)).json).toEqual(failed)
    const numbers = async (query: string): Promise<number[]> =>
      (await client.get(`${DELIVERIES}/paged?${query}`)).json.map(({ number }: { number: number }) => number)
    expect(await numbers('filter=dueAt$eq:$null:')).toEqual([2])
    expect(await numbers('filter=dueAt$gt:2125-01-01T00:00:00Z$and:attemptCount$gte:1')).toEqual([1])
    expect(await numbers('filter=state$in:[failed,pending]&sort=-occurredAt')).toEqual([2, 1])
    expect(await numbers(`filter=webhookId$eq:${failed.webhookId}`)).toEqual([2])
    expect(codeOf(await client.get(`${DELIVERIES}/3`))).toEqual([404, 'NotFound', 'number'])
  })

  test('begin with a change of a record, and say which request made it', async () => {
    const client = await receiver(service, { eventType: 'PROJECT_UPDATED' })
    const made = await client.post(`${OURS}/projects`, { number: 7, name: 'Bridge' })
    expect(made.status).toBe(201)
    const requestId = made.headers.get('x-request-id')
    const first = { number: 1, eventType: 'PROJECT_UPDATED', state: 'pending', attemptCount: 0, requestId }
    expect((await client.get(DELIVERIES)).json.items).toMatchObject([first])
    expect((await client.get(`${DELIVERIES}?filter=requestId$eq:${requestId}`)).json.items).toHaveLength(1)
    expect((await changeWebhook(client, { isDisabled: true }, 'PROJECT_UPDATED')).status).toBe(204)
    const gone = await client.delete(`${OURS}/projects/7`)
    expect((await client.get(`${DELIVERIES}/2`)).json).toMatchObject({
      state: 'skipped',
      endedBy: 'disabled',
      dueAt: null,
      requestId: gone.headers.get('x-request-id'),
    })
    const test = { headers: { traceparent: `00-${'a'.repeat(32)}-00f067aa0ba902b7-01` } }
    expect((await changeWebhook(client, { isDisabled: undefined }, 'PROJECT_UPDATED')).status).toBe(204)
    const tested = await client.post(`${OURS}/webhook-tests/PROJECT_UPDATED`, undefined, test)
    expect((await client.get(`${DELIVERIES}/3`)).json.requestId).toBe(tested.headers.get('x-request-id'))
  })
})

describe('a delivery sent again', () => {
  test.each(['delivered', 'failed', 'skipped'])('after it was %s goes to the end, for a full round', async (state) => {
    const client = await receiver(service)
    await logged(client, [state, 'pending'])
    expect((await client.post(`${DELIVERIES}/1/redeliver`)).status).toBe(204)
    expect(await queued(client)).toEqual([
      { number: 2, state: 'pending', round_attempts: 3, is_due: false },
      { number: 1, state: 'pending', round_attempts: 0, is_due: true },
    ])
    expect(await wakeUps(client)).toEqual(['CUSTOMER_UPDATED'])
    const again = (await client.get(`${DELIVERIES}/1`)).json
    expect(again).toMatchObject({ state: 'pending', attemptCount: 1 })
  })

  test('while it is pending is due at once, and keeps its place and its round', async () => {
    const client = await receiver(service)
    await logged(client, ['pending', 'pending'])
    expect(await wakeUps(client)).toEqual([])
    expect((await client.post(`${DELIVERIES}/1/redeliver`)).status).toBe(204)
    expect(await queued(client)).toEqual([
      { number: 1, state: 'pending', round_attempts: 3, is_due: true },
      { number: 2, state: 'pending', round_attempts: 3, is_due: false },
    ])
    expect(await wakeUps(client)).toEqual(['CUSTOMER_UPDATED'])
  })

  test('is one that exists', async () => {
    const client = await receiver(service)
    const reply = await client.post(`${DELIVERIES}/7/redeliver`)
    expect(codeOf(reply)).toEqual([404, 'NotFound', 'number'])
  })
})

describe('a delivery that is skipped', () => {
  test('is given up, and those after it are looked at; once it has ended there is nothing to skip', async () => {
    const client = await receiver(service)
    await logged(client, ['pending', 'pending', 'delivered'])
    expect((await client.post(`${DELIVERIES}/1/skip`)).status).toBe(204)
    expect((await client.get(`${DELIVERIES}/1`)).json).toMatchObject({
      state: 'skipped',
      endedBy: 'request',
      dueAt: null,
    })
    expect(await wakeUps(client)).toEqual(['CUSTOMER_UPDATED'])
    const ended = [await client.post(`${DELIVERIES}/1/skip`), await client.post(`${DELIVERIES}/3/skip`)]
    expect(ended.map(codeOf)).toEqual(Array(2).fill([409, 'WebhookDeliveryHasEnded', 'number']))
    expect(codeOf(await client.post(`${DELIVERIES}/7/skip`))).toEqual([404, 'NotFound', 'number'])
    expect((await client.post(`${DELIVERIES}/1/redeliver`)).status).toBe(204)
    expect((await client.get(`${DELIVERIES}/1`)).json).toMatchObject({ state: 'pending', endedBy: null })
  })
})

describe('all that failed since a moment', () => {
  const ALL = `${DELIVERIES}/sendAllFailedSince`

  test('is sent again, in order; what was delivered or skipped is not', async () => {
    const client = await receiver(service)
    await logged(client, ['failed', 'delivered', 'failed', 'skipped', 'failed'])
    const reply = await client.post(ALL, { eventType: 'CUSTOMER_UPDATED', since: '2026-03-01T03:00:00Z' })
    expect([reply.status, reply.json]).toEqual([200, { count: 2 }])
    const order = await queued(client)
    expect(order.filter(({ state }) => state === 'pending').map(({ number }) => number)).toEqual([3, 5])
    expect((await client.post(ALL, { eventType: 'CUSTOMER_UPDATED', since: '2026-03-01T03:00:00Z' })).json).toEqual({
      count: 0,
    })
    expect(codeOf(await client.post(ALL, { eventType: 'ORDER_UPDATED', since: '2026-03-01T03:00:00Z' }))).toEqual([
      404,
      'NotFound',
      'eventType',
    ])
    expect(codeOf(await client.post(ALL, { eventType: 'CUSTOMER_UPDATED' }))).toEqual([400, 'ValueRequired', 'since'])
  })
})

describe('for a SuperUser of another app', () => {
  test('every webhook of the agreement is there with its app, without secrets, and its deliveries are sent and skipped', async () => {
    const owner = await receiver(service, {
      postData: 'secret body',
      customHeaders: [{ key: 'X-Key', value: 'secret value' }],
    })
    await logged(owner, ['failed', 'pending'])
    const other = await service.client({ agreement: owner.agreement })
    const hooks = await other.get(`${OURS}/webhooks`)
    expect(hooks.json.items).toEqual([
      {
        eventType: 'CUSTOMER_UPDATED',
        name: 'CRM',
        app: owner.app,
        appName: 'test',
        url: 'https://receiver.example/hook',
        contentType: 'application/json',
        customHeaderNames: ['X-Key'],
        lastDisabledDate: null,
        failingSince: null,
        secretChangedAt: null,
        pendingCount: 1,
        lastDayEvents: 0,
        lastDayDelivered: 0,
        lastUpdated: expect.any(String),
      },
    ])
    expect(hooks.text).not.toMatch(/secret (body|value)|whsec_|drawn:/)
    expect((await other.get(DELIVERIES)).json).toEqual((await owner.get(DELIVERIES)).json)
    expect((await other.post(`${DELIVERIES}/1/redeliver`)).status).toBe(204)
    expect((await other.post(`${DELIVERIES}/2/skip`)).status).toBe(204)
    expect((await other.post(`${OURS}/webhook-tests/CUSTOMER_UPDATED`)).status).toBe(201)
    expect((await queued(owner)).map(({ number, state }) => [number, state])).toEqual([
      [2, 'skipped'],
      [1, 'pending'],
      [3, 'pending'],
    ])
    const small = await service.client({ agreement: owner.agreement, roles: ['Bookkeeping'] })
    expect((await small.get(`${OURS}/webhooks`)).status).toBe(403)
    expect((await small.get(DELIVERIES)).status).toBe(403)
  })
})

describe('a time range sent again', () => {
  test('keeps its original order, behind what is pending', async () => {
    const client = await receiver(service)
    await logged(client, ['failed', 'delivered', 'pending', 'skipped', 'delivered'])
    expect((await client.post(`${DELIVERIES}/2/redeliver`)).status).toBe(204)
    const reply = await client.post(IN_RANGE, {
      eventType: 'CUSTOMER_UPDATED',
      from: '2026-03-01T01:00:00Z',
      to: '2026-03-01T05:00:00+01:00',
    })
    expect([reply.status, reply.json]).toEqual([200, { count: 2 }])
    const order = await queued(client)
    expect(order.filter(({ state }) => state === 'pending').map(({ number }) => number)).toEqual([3, 2, 1, 4])
    expect(order.at(-1)).toEqual({ number: 4, state: 'pending', round_attempts: 0, is_due: true })
    expect((await client.get(`${DELIVERIES}/5`)).json.state).toBe('delivered')
  })

  test('may be of some states only; tests and other webhooks are left out', async () => {
    const client = await receiver(service)
    expect((await client.post(WEBHOOKS, webhook({ eventType: 'ORDER_UPDATED' }))).status).toBe(201)
    await logged(client, ['failed', 'delivered', 'skipped', 'failed'])
    await logged(client, ['failed'], 'ORDER_UPDATED')
    await service.database.rows('UPDATE webhook_delivery SET is_test = true WHERE agreement = $1 AND number = 4', [
      client.agreement,
    ])
    const send = async (states?: string[]): Promise<unknown> =>
      (await client.post(IN_RANGE, { eventType: 'CUSTOMER_UPDATED', ...NOW_AND_EVER, ...(states && { states }) })).json
    expect(await send([])).toMatchObject({ errorCode: 'ValueRequired', errors: [{ property: 'states' }] })
    expect(await send(['skipped', 'failed'])).toEqual({ count: 2 })
    expect(await wakeUps(client)).toEqual(['CUSTOMER_UPDATED'])
    expect(await send()).toEqual({ count: 1 })
    expect(await send()).toEqual({ count: 0 })
    const states = (await client.get(DELIVERIES)).json.items.map(({ state }: Stored) => state)
    expect(states).toEqual(['pending', 'pending', 'pending', 'failed', 'failed'])
  })

  test.each<[object, unknown[]]>([
    [{ eventType: 'NOSUCH' }, [404, 'NotFound', 'eventType']],
    [{ from: '2026-03-02T00:00:00Z', to: '2026-03-01T00:00:00Z' }, [400, 'ValueOutOfRange', 'to']],
    [{ from: undefined }, [400, 'ValueRequired', 'from']],
    [{ to: '2026-03-01' }, [400, 'ValueTypeInvalid', 'to']],
    [{ states: ['pending'] }, [400, 'ValueNotAllowed', 'states[0]']],
    [{ states: 'failed' }, [400, 'ValueTypeInvalid', 'states']],
  ])('with %j is refused', async (more, expected) => {
    const client = await receiver(service)
    const reply = await client.post(IN_RANGE, { eventType: 'CUSTOMER_UPDATED', ...NOW_AND_EVER, ...more })
    expect(codeOf(reply)).toEqual(expected)
  })

  test(`holds at most ${REDELIVERED_AT_ONCE_MAX} deliveries; of one more nothing is sent`, async () => {
    const client = await receiver(service)
    const states = Array.from({ length: REDELIVERED_AT_ONCE_MAX + 1 }, () => 'failed')
    await logged(client, states)
    const body = { eventType: 'CUSTOMER_UPDATED', ...NOW_AND_EVER }
    expect(codeOf(await client.post(IN_RANGE, body))).toEqual([400, 'WebhookDeliveriesTooMany', 'to'])
    expect((await client.get(`${DELIVERIES}/count?filter=state$eq:pending`)).json).toBe(0)
    await service.database.rows('DELETE FROM webhook_delivery WHERE agreement = $1 AND number = 1', [client.agreement])
    expect((await client.post(IN_RANGE, body)).json).toEqual({ count: REDELIVERED_AT_ONCE_MAX })
    const order = (await queued(client)).map(({ number }) => number)
    expect(order).toEqual(order.toSorted((left, right) => left - right))
  })
})

describe('a test', () => {
  test.each(eventTypes)('of $name is a delivery with sample values', async ({ name, mergeFields }) => {
    const client = await receiver(service, { eventType: name })
    const made = await client.post(`${OURS}/webhook-tests/${name}`)
    expect([made.status, made.json]).toEqual([201, { number: 1 }])
    const read = await client.get(made.headers.get('location')!)
    expect(read.json).toMatchObject({ number: 1, eventType: name, isTest: true, state: 'pending', attemptCount: 0 })
    const values = mergeFields.map(({ fieldName, sample }) => ({ fieldName, value: sample }))
    expect(read.json.mergeFields).toEqual(expect.arrayContaining(values))
    expect(read.json.mergeFields).toHaveLength(values.length)
    expect(await wakeUps(client)).toEqual([name])
  })

  test('is of a webhook that exists', async () => {
    const client = await receiver(service)
    expect(codeOf(await client.post(`${OURS}/webhook-tests/ORDER_UPDATED`))).toEqual([404, 'NotFound', 'eventType'])
  })

  test('repeated under its Idempotency-Key is made once', async () => {
    const client = await receiver(service)
    const headers = { 'idempotency-key': 'test once' }
    const replies = [1, 2].map(() => client.call('POST', `${OURS}/webhook-tests/CUSTOMER_UPDATED`, { headers }))
    const [first, second] = await Promise.all(replies)
    expect(first!.text).toBe(second!.text)
    expect((await client.get(`${DELIVERIES}/count`)).json).toBe(1)
  })
})

test('a webhook that is being deleted is waited for, and then there is none to send to', async () => {
  const client = await receiver(service)
  await logged(client, ['failed'])
  let replies: Promise<Reply[]> | undefined
  await service.database.transaction(async (transaction) => {
    await transaction.rows('DELETE FROM webhook WHERE agreement = $1', [client.agreement])
    replies = Promise.all([
      client.post(`${DELIVERIES}/1/redeliver`),
      client.post(IN_RANGE, { eventType: 'CUSTOMER_UPDATED', ...NOW_AND_EVER }),
      client.post(`${OURS}/webhook-tests/CUSTOMER_UPDATED`),
    ])
    await untilBlocked(service.database, 3)
  })
  expect((await replies!).map((reply) => codeOf(reply).slice(0, 2))).toEqual(Array(3).fill([404, 'NotFound']))
  expect(await queued(client)).toEqual([])
})

describe('a disabled webhook', () => {
  test('is sent nothing, whoever asks', async () => {
    const client = await receiver(service)
    await logged(client, ['failed', 'pending'])
    expect((await changeWebhook(client, { isDisabled: true })).status).toBe(204)
    const replies = [
      await client.post(`${DELIVERIES}/1/redeliver`),
      await client.post(`${DELIVERIES}/2/redeliver`),
      await client.post(IN_RANGE, { eventType: 'CUSTOMER_UPDATED', ...NOW_AND_EVER }),
      await client.post(`${OURS}/webhook-tests/CUSTOMER_UPDATED`),
    ]
    const refused = (property: string): unknown[] => [409, 'WebhookIsDisabled', property]
    expect(replies.map(codeOf)).toEqual([
      refused('number'),
      refused('number'),
      refused('eventType'),
      refused('eventType'),
    ])
    expect(await wakeUps(client)).toEqual([])
  })

  test('that is enabled again forgets its failures, and what waits is due', async () => {
    const client = await receiver(service)
    await logged(client, ['failed', 'pending', 'pending'])
    await service.database.rows('UPDATE webhook SET failing_since = now(), is_disabled = true WHERE agreement = $1', [
      client.agreement,
    ])
    expect((await changeWebhook(client, { name: 'Still disabled' })).status).toBe(204)
    expect(await wakeUps(client)).toEqual([])
    expect((await changeWebhook(client, { isDisabled: undefined })).status).toBe(204)
    expect((await queued(client)).map(({ state, is_due }) => [state, is_due])).toEqual([
      ['failed', false],
      ['pending', true],
      ['pending', true],
    ])
    expect(await wakeUps(client)).toEqual(['CUSTOMER_UPDATED'])
    const [row] = await service.database.rows('SELECT failing_since FROM webhook WHERE agreement = $1', [
      client.agreement,
    ])
    expect(row).toEqual({ failing_since: null })
  })

  test('stays so, and wakes nobody, when the PUT that would enable it is refused', async () => {
    const client = await receiver(service, { isDisabled: true })
    const [stale, wrong] = [{ objectVersion: '1' }, { url: 'http://receiver.example/' }]
    expect((await changeWebhook(client, { isDisabled: undefined, ...stale })).status).toBe(409)
    expect((await changeWebhook(client, { isDisabled: undefined, ...wrong })).status).toBe(400)
    expect((await client.get(`${WEBHOOKS}/CUSTOMER_UPDATED`)).json.isDisabled).toBe(true)
    expect(await wakeUps(client)).toEqual([])
  })
})
