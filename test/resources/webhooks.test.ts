import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { untilBlocked } from '../faults/blocked.ts'
import { faultNames, faultsOf } from '../conventions/replies.ts'
import { contract } from '../contract/contract.ts'
import { type Client, type Reply, type TestService, testService } from '../service/harness.ts'
import { codeOf } from './bookkeeping.ts'
import { changeWebhook, DELIVERIES, OURS, receiver, WEBHOOKS, webhook } from './webhooks.ts'

const EVENT_TYPES = '/webhooksapi/v1.0.0/EventTypes'

let service: TestService

beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

test('event types are listed with their merge fields, to any role', async () => {
  const pair = ['OLDNUMBER', 'NEWNUMBER']
  for (const role of ['SuperUser', 'Bookkeeping', 'Sales', 'ProjectEmployee']) {
    const reply = await (await service.client({ roles: [role] })).get(EVENT_TYPES)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
    const listed = (reply.json as { name: string; mergeFields: { fieldName: string }[] }[]).map((type) => [
      type.name,
      type.mergeFields.map(({ fieldName }) => fieldName),
    ])
    expect(Object.fromEntries(listed)).toEqual({
      CUSTOMER_UPDATED: pair,
      INVOICE_BOOKED: ['INVOICENO', 'DOCUMENTID'],
      JOURNAL_BOOKED: ['DAYBOOKNO', 'FROMSERIALNO', 'TOSERIALNO'],
      ORDER_UPDATED: pair,
      PRODUCT_UPDATED: pair,
      PROJECT_UPDATED: pair,
      QUOTATION_UPDATED: pair,
    })
    const { EventType, EventTypeMergeField } = contract.find(({ api }) => api === 'webhooks')!.schemas
    for (const type of reply.json) {
      expect(Object.keys(type)).toEqual(Object.keys(EventType!))
      for (const field of type.mergeFields) expect(Object.keys(field)).toEqual(Object.keys(EventTypeMergeField!))
    }
  }
})

describe('a webhook', () => {
  test('is registered, read, listed, counted, changed and deleted', async () => {
    const client = await service.client()
    const body = webhook({
      url: 'https://receiver.example/[NEWNUMBER]?old=[oldnumber]&x=[NOSUCHFIELD]',
      postData: '{"is": "[NEWNUMBER]"}',
      customHeaders: [{ key: 'X-Key', value: 'a, b' }],
    })
    const made = await client.post(WEBHOOKS, body)
    expect([made.status, made.json]).toEqual([201, { eventType: 'CUSTOMER_UPDATED' }])
    expect(made.headers.get('location')).toBe(`${WEBHOOKS}/CUSTOMER_UPDATED`)
    const item = (await client.get(`${WEBHOOKS}/CUSTOMER_UPDATED`)).json
    expect(item).toEqual({
      ...body,
      lastDisabledDate: null,
      lastUpdated: expect.any(String),
      objectVersion: expect.any(String),
    })
    expect((await client.get(WEBHOOKS)).json).toEqual({ items: [item] })
    expect((await client.get(`${WEBHOOKS}/paged?filter=name$like:cr*&sort=name`)).json).toEqual([item])
    expect((await client.get(`${WEBHOOKS}/count?filter=isDisabled$eq:true`)).json).toBe(0)
    expect((await changeWebhook(client, { postData: undefined, name: 'ERP' })).status).toBe(204)
    expect((await client.get(`${WEBHOOKS}/CUSTOMER_UPDATED`)).json).toMatchObject({ name: 'ERP', postData: null })
    expect((await client.delete(`${WEBHOOKS}/CUSTOMER_UPDATED`)).status).toBe(204)
    expect(codeOf(await client.get(`${WEBHOOKS}/CUSTOMER_UPDATED`))).toEqual([404, 'NotFound', 'eventType'])
    expect((await client.post(WEBHOOKS, body)).status).toBe(201)
  })

  test('is for SuperUser grants, as all that belongs to it', async () => {
    const client = await service.client({ roles: ['Bookkeeping', 'Sales', 'ProjectEmployee'] })
    const replies = [
      await client.get(WEBHOOKS),
      await client.post(WEBHOOKS, webhook()),
      await client.get(DELIVERIES),
      await client.get(`${OURS}/webhook-secrets/CUSTOMER_UPDATED`),
      await client.post(`${OURS}/webhook-tests/CUSTOMER_UPDATED`),
    ]
    expect(replies.map((reply) => codeOf(reply).slice(0, 2))).toEqual(Array(5).fill([403, 'RoleMissing']))
  })

  test.each(['NOSUCH_TYPE', 'customer_updated', 'CUSTOMER-UPDATED', ' CUSTOMER_UPDATED'])(
    'for an event type %j is refused',
    async (eventType) => {
      const client = await service.client()
      const reply = await client.post(WEBHOOKS, webhook({ eventType }))
      expect(codeOf(reply)).toEqual([400, 'WebhookInvalidType', 'eventType'])
      expect(codeOf(await client.get(`${WEBHOOKS}/${encodeURIComponent(eventType)}`))[0]).toBe(404)
    },
  )

  test('is the only one of its event type', async () => {
    const client = await receiver(service)
    const again = await client.post(WEBHOOKS, webhook({ name: 'Another' }))
    expect(codeOf(again)).toEqual([400, 'WebhookAlreadyExistsForEventType', 'eventType'])
    expect(faultsOf(again)[0]!.message).toMatch(/^The agreement has a webhook/)
    expect((await client.post(WEBHOOKS, webhook({ eventType: 'ORDER_UPDATED' }))).status).toBe(201)
    expect((await (await service.client()).post(WEBHOOKS, webhook())).status).toBe(201)
  })

  test('made twice at once is made once; made while it is deleted, it is there or it is not', async () => {
    const client = await service.client()
    for (let round = 0; round < 5; round++) {
      const both = await Promise.all([client.post(WEBHOOKS, webhook()), client.post(WEBHOOKS, webhook())])
      expect(both.map(({ status }) => status).sort()).toEqual([201, 400])
      expect(codeOf(both.find(({ status }) => status === 400)!)[1]).toBe('WebhookAlreadyExistsForEventType')
      const [made, deleted] = await Promise.all([
        client.post(WEBHOOKS, webhook()),
        client.delete(`${WEBHOOKS}/CUSTOMER_UPDATED`),
      ])
      expect([201, 400]).toContain(made.status)
      expect(deleted.status).toBe(204)
      const left = Number((await client.get(`${WEBHOOKS}/count`)).text)
      expect(left).toBe(made.status === 201 ? 1 : 0)
      if (left > 0) expect((await client.delete(`${WEBHOOKS}/CUSTOMER_UPDATED`)).status).toBe(204)
    }
  })

  test('that another request is just making is waited for, and is the one', async () => {
    const client = await service.client()
    let late: Promise<Reply> | undefined
    await service.database.transaction(async (transaction) => {
      await transaction.rows(
        `INSERT INTO webhook (agreement, event_type, app, name, url, content_type)
         VALUES ($1, 'CUSTOMER_UPDATED', $2, 'First', 'https://receiver.example/', 'text/plain')`,
        [client.agreement, client.app],
      )
      late = client.post(WEBHOOKS, webhook())
      await untilBlocked(service.database, 1)
    })
    expect(codeOf(await late!)).toEqual([400, 'WebhookAlreadyExistsForEventType', 'eventType'])
    expect((await client.get(WEBHOOKS)).json.items).toMatchObject([{ name: 'First' }])
  })

  test('that is disabled is dated, each time anew, and keeps the date', async () => {
    const client = await receiver(service)
    const dated = async (): Promise<string | null> =>
      (await client.get(`${WEBHOOKS}/CUSTOMER_UPDATED`)).json.lastDisabledDate as string | null
    expect(await dated()).toBeNull()
    expect((await changeWebhook(client, { isDisabled: true })).status).toBe(204)
    const first = await dated()
    expect(Date.parse(first!)).not.toBeNaN()
    expect((await changeWebhook(client, { name: 'Still disabled' })).status).toBe(204)
    expect(await dated()).toBe(first)
    expect((await changeWebhook(client, { isDisabled: false })).status).toBe(204)
    expect(await dated()).toBe(first)
    expect((await changeWebhook(client, { isDisabled: true })).status).toBe(204)
    expect(Date.parse((await dated())!)).toBeGreaterThan(Date.parse(first!))
    const born = await receiver(service, { isDisabled: true })
    expect((await born.get(`${WEBHOOKS}/CUSTOMER_UPDATED`)).json.lastDisabledDate).not.toBeNull()
    const set = await changeWebhook(client, { lastDisabledDate: '2020-01-01T00:00:00Z' })
    expect(codeOf(set)).toEqual([400, 'PropertyReadOnly', 'lastDisabledDate'])
  })
})

describe('the url', () => {
  test.each([
    ['WebhookInvalidUrl', 'no uri'],
    ['WebhookInvalidUrl', 'https://receiver.example/a b'],
    ['WebhookInvalidUrl', 'https://[NEWNUMBER].example/'],
    ['WebhookInvalidUrl', 'https://receiver.example:[NEWNUMBER]/'],
    ['WebhookInvalidUrl', 'https://user:word@receiver.example/'],
    ['WebhookInvalidUrl', 'https://127.0.0.1/'],
    ['WebhookInvalidUrl', 'https://0x7f.1/'],
    ['WebhookInvalidUrl', 'https://[::ffff:10.0.0.1]/'],
    ['WebhookInvalidUrl', 'https://localhost/'],
    ['WebhookInvalidUrlScheme', 'http://receiver.example/'],
    ['WebhookInvalidUrlScheme', 'ftp://receiver.example/'],
  ])('%s: %s, on create and update', async (code, url) => {
    const client = await receiver(service)
    const expected = [400, code, 'url']
    expect(codeOf(await client.post(WEBHOOKS, webhook({ eventType: 'ORDER_UPDATED', url })))).toEqual(expected)
    expect(codeOf(await changeWebhook(client, { url }))).toEqual(expected)
    expect((await client.get(WEBHOOKS)).json.items).toMatchObject([{ url: 'https://receiver.example/hook' }])
  })

  test('may lead inside to a host that the operator named', async () => {
    const node = await testService({ webhookAllowedHosts: ['127.0.0.1'] })
    const client = await node.client()
    expect((await client.post(WEBHOOKS, webhook({ url: 'https://127.0.0.1:8443/' }))).status).toBe(201)
    const other = await client.post(WEBHOOKS, webhook({ eventType: 'ORDER_UPDATED', url: 'https://127.0.0.2/' }))
    expect(codeOf(other)).toEqual([400, 'WebhookInvalidUrl', 'url'])
    await node.stop()
  })
})

describe('custom headers', () => {
  const INVALID = 'WebhookCustomHeaderInvalid'
  const length = (headers: object[]): number => JSON.stringify(headers).length
  const filled = (total: number): object[] => {
    const header = { key: 'X-Long', value: '' }
    return [{ ...header, value: 'v'.repeat(total - length([header])) }]
  }

  test.each<[string, unknown, string[]]>([
    ['a line break in a value', [{ key: 'X-A', value: 'a\r\nX-B: b' }], [`customHeaders[0].value: ${INVALID}`]],
    ['a tab in a value', [{ key: 'X-A', value: 'a\tb' }], [`customHeaders[0].value: ${INVALID}`]],
    ['a value that is not ASCII', [{ key: 'X-A', value: 'Ærø' }], [`customHeaders[0].value: ${INVALID}`]],
    ['a line break in a name', [{ key: 'X-A\n', value: 'a' }], [`customHeaders[0].key: ${INVALID}`]],
    ['a name that is no token', [{ key: 'X A', value: 'a' }], [`customHeaders[0].key: ${INVALID}`]],
    ['a colon in a name', [{ key: 'X:', value: 'a' }], [`customHeaders[0].key: ${INVALID}`]],
    ['no name', [{ value: 'a' }], [`customHeaders[0].key: ${INVALID}`]],
    ['null', [{ key: null, value: 'a' }, null], [`customHeaders[0].key: ${INVALID}`, `customHeaders[1]: ${INVALID}`]],
    [
      'empty parts',
      [{ key: '', value: '' }],
      [`customHeaders[0].key: ${INVALID}`, `customHeaders[0].value: ${INVALID}`],
    ],
    ['no value', [{ key: 'X-A' }], [`customHeaders[0].value: ${INVALID}`]],
    [
      'a name that stands twice',
      [
        { key: 'X-A', value: 'a' },
        { key: 'x-a', value: 'b' },
      ],
      [`customHeaders[1].key: ${INVALID}`],
    ],
    ['another property', [{ key: 'X-A', value: 'a', name: 'x' }], ['customHeaders[0].name: PropertyUnknown']],
    ['1001 characters in all', filled(1001), ['customHeaders: WebhookCustomHeadersTooLong']],
    [
      'a value of 1001',
      [{ key: 'X', value: 'v'.repeat(1001) }],
      ['customHeaders[0].value: WebhookCustomHeadersTooLong'],
    ],
    [
      'six',
      Array.from({ length: 6 }, (_, n) => ({ key: `X-${n}`, value: 'v' })),
      ['customHeaders: WebhookCustomHeadersTooMany'],
    ],
  ])('with %s are refused, on create and update', async (_, customHeaders, faults) => {
    const client = await receiver(service)
    const refused = await client.post(WEBHOOKS, webhook({ eventType: 'ORDER_UPDATED', customHeaders }))
    expect([refused.status, faultNames(refused)]).toEqual([400, faults])
    const kept = await changeWebhook(client, { customHeaders })
    expect([kept.status, faultNames(kept)]).toEqual([400, faults])
    expect((await client.get(WEBHOOKS)).json.items).toMatchObject([{ customHeaders: null }])
  })

  test.each([
    'Host',
    'Proxy-Authorization',
    'traceparent',
    'content-length',
    'Content-Type',
    'Transfer-Encoding',
    'CONNECTION',
    'webhook-id',
    'Webhook-Signature',
  ])('cannot be %s, which the service sets', async (key) => {
    const client = await service.client()
    const reply = await client.post(WEBHOOKS, webhook({ customHeaders: [{ key, value: 'x' }] }))
    expect(codeOf(reply)).toEqual([400, INVALID, 'customHeaders[0].key'])
    expect(faultsOf(reply)[0]!.message).toContain('the service sets itself')
  })

  test('may be five, of 1000 characters in all, or none', async () => {
    const client = await service.client()
    const five = Array.from({ length: 5 }, (_, n) => ({ key: `X-${n}`, value: '!#~' }))
    const lists = [five, filled(1000), []]
    for (const [at, customHeaders] of lists.entries()) {
      const eventType = ['ORDER_UPDATED', 'PRODUCT_UPDATED', 'PROJECT_UPDATED'][at]!
      const made = await client.post(WEBHOOKS, webhook({ eventType, customHeaders }))
      expect(made.status, made.text).toBe(201)
      expect((await client.get(`${WEBHOOKS}/${eventType}`)).json.customHeaders).toEqual(customHeaders)
    }
    expect(length(filled(1000))).toBe(1000)
  })
})

test('everything that is wrong with a webhook is told at once, in the order of its properties', async () => {
  const client = await receiver(service)
  const reply = await client.post(WEBHOOKS, {
    eventType: 'CUSTOMER_UPDATED',
    name: '',
    url: 'http://receiver.example/',
    contentType: 'text/plain\r\nX-Other: 1',
    postData: 'x'.repeat(4001),
    customHeaders: [{ key: 'X-A', value: 'ok' }, { key: 'Host', value: '\u0007' }, 5],
    nosuch: 1,
  })
  expect(reply.status).toBe(400)
  expect(faultNames(reply)).toEqual([
    'eventType: WebhookAlreadyExistsForEventType',
    'name: ValueRequired',
    'url: WebhookInvalidUrlScheme',
    'contentType: ValueInvalidCharacter',
    'postData: ValueTooLong',
    'customHeaders[1].key: WebhookCustomHeaderInvalid',
    'customHeaders[1].value: WebhookCustomHeaderInvalid',
    'customHeaders[2]: ValueTypeInvalid',
    'nosuch: PropertyUnknown',
  ])
})

describe('for another app of the agreement', () => {
  let owner: Client
  let other: Client

  beforeEach(async () => {
    owner = await receiver(service, { name: 'Secret name', postData: 'secret data' })
    expect((await owner.post(`${OURS}/webhook-tests/CUSTOMER_UPDATED`)).status).toBe(201)
    other = await service.client({ agreement: owner.agreement })
  })

  test('a webhook is not there, nor is its secret', async () => {
    expect((await other.get(WEBHOOKS)).json).toEqual({ items: [] })
    expect((await other.get(`${WEBHOOKS}/paged`)).json).toEqual([])
    expect((await other.get(`${WEBHOOKS}/count`)).json).toBe(0)
    expect((await owner.get(`${WEBHOOKS}/count`)).json).toBe(1)
    const filtered = await other.get(`${WEBHOOKS}?filter=name$like:*$or:eventType$eq:CUSTOMER_UPDATED`)
    expect(filtered.json).toEqual({ items: [] })
    expect((await other.get(`${WEBHOOKS}?cursor=A`)).json).toEqual({ items: [] })
    const replies = [
      await other.get(`${WEBHOOKS}/CUSTOMER_UPDATED`),
      await other.get(`${OURS}/webhook-secrets/CUSTOMER_UPDATED`),
      await other.post(`${OURS}/webhook-secrets/CUSTOMER_UPDATED/rotate`),
    ]
    expect(replies.map((reply) => codeOf(reply).slice(0, 2))).toEqual(Array(3).fill([404, 'NotFound']))
  })

  test('it blocks one of its own, and says so without showing it', async () => {
    const reply = await other.post(WEBHOOKS, webhook({ name: 'Mine' }))
    expect(codeOf(reply)).toEqual([400, 'WebhookAlreadyExistsForEventType', 'eventType'])
    expect(faultsOf(reply)[0]!.message).toMatch(/^Another app of the agreement has a webhook for this event type/)
    expect(reply.text).not.toMatch(/secret/i)
    expect((await other.post(WEBHOOKS, webhook({ eventType: 'ORDER_UPDATED', name: 'Mine' }))).status).toBe(201)
    expect((await owner.get(`${WEBHOOKS}/count`)).json).toBe(1)
  })

  test('it gives way once its app has no grant any more', async () => {
    const gone = await receiver(service, { name: 'Abandoned' })
    const next = await service.client({ agreement: gone.agreement })
    expect((await gone.post(`${OURS}/webhook-tests/CUSTOMER_UPDATED`)).status).toBe(201)
    await service.database.rows('UPDATE access_grant SET revoked_at = now() WHERE agreement = $1 AND app = $2', [
      gone.agreement,
      gone.app,
    ])
    expect(codeOf(await next.delete(`${WEBHOOKS}/CUSTOMER_UPDATED`))).toEqual([403, 'WebhookReadOnly', 'eventType'])
    expect((await next.post(WEBHOOKS, webhook({ name: 'Next' }))).status).toBe(201)
    expect((await next.get(`${WEBHOOKS}/CUSTOMER_UPDATED`)).json.name).toBe('Next')
    expect((await next.get(`${DELIVERIES}/count`)).json).toBe(0)
  })

  test('it can be neither changed nor deleted, whatever its version', async () => {
    const item = (await owner.get(`${WEBHOOKS}/CUSTOMER_UPDATED`)).json
    const readOnly = [403, 'WebhookReadOnly', 'eventType']
    for (const objectVersion of [item.objectVersion, '1']) {
      const changed = await other.put(WEBHOOKS, webhook({ name: 'Mine', objectVersion }))
      expect(codeOf(changed)).toEqual(readOnly)
      expect(changed.json.errors).toHaveLength(1)
      const guessed = await other.put(WEBHOOKS, webhook({ objectVersion, lastUpdated: item.lastUpdated, url: 'x' }))
      expect(faultNames(guessed)).toEqual(['eventType: WebhookReadOnly', 'url: WebhookInvalidUrl'])
    }
    expect(codeOf(await other.delete(`${WEBHOOKS}/CUSTOMER_UPDATED`))).toEqual(readOnly)
    expect(codeOf(await other.delete(`${WEBHOOKS}/QUOTATION_UPDATED`))).toEqual([404, 'NotFound', 'eventType'])
    const { objectVersion } = item
    const none = await other.put(WEBHOOKS, webhook({ eventType: 'QUOTATION_UPDATED', objectVersion }))
    expect(codeOf(none)).toEqual([404, 'NotFound', 'eventType'])
    expect((await owner.get(`${WEBHOOKS}/CUSTOMER_UPDATED`)).json).toEqual(item)
  })

  test('an Idempotency-Key of the owner answers nothing', async () => {
    const path = `${OURS}/webhook-secrets/CUSTOMER_UPDATED/rotate`
    const headers = { 'idempotency-key': 'one key' }
    const rotated = await owner.call('POST', path, { headers })
    expect(rotated.status).toBe(200)
    expect(codeOf(await other.call('POST', path, { headers }))[0]).toBe(404)
    expect((await owner.call('POST', path, { headers })).text).toBe(rotated.text)
  })

  test('the event type is free once the owner has deleted its webhook', async () => {
    expect((await owner.delete(`${WEBHOOKS}/CUSTOMER_UPDATED`)).status).toBe(204)
    expect((await other.post(WEBHOOKS, webhook())).status).toBe(201)
    expect((await other.get(`${DELIVERIES}/count`)).json).toBe(0)
    expect(codeOf(await owner.get(`${WEBHOOKS}/CUSTOMER_UPDATED`))[0]).toBe(404)
  })
})
