import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { microsecondsOf } from '../instants.ts'
import { eventually } from '../patience.ts'
import { type Client, type Reply, type TestService, testService } from '../service/harness.ts'

const DB = '/daybookapi/v1.0.0'
const CURRENCIES = `${DB}/currencies`
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await testService({ requestLogBytesMax: 100_000_000, requestLogHours: 72 })
  client = await logging('all')
})
afterAll(() => service.stop())

/** A client of a new agreement that logs its requests so. */
async function logging(requestLog: 'off' | 'faults' | 'all' | null): Promise<Client> {
  const one = await service.client()
  await service.database.rows('UPDATE agreement SET request_log = $2 WHERE agreement = $1', [one.agreement, requestLog])
  return one
}

const idOf = ({ headers }: Reply): string => headers.get('x-request-id')!

/** What the log has of an answered request. */
async function logged(reply: Reply, by: Client = client): Promise<Reply['json']> {
  return await eventually(async () => {
    const told = await by.get(`${DB}/requests/${idOf(reply)}`)
    return told.status === 200 && told.json
  })
}

test('a request is logged as it was sent and answered, without its tokens, and what it touched', async () => {
  const secret = client.headers['x-appsecrettoken']!
  const [created, refused, gone, lost] = [
    await client.post(CURRENCIES, { code: 'EUR', name: `${secret} Euro` }, { headers: { 'idempotency-key': 'euro' } }),
    await client.post(
      CURRENCIES,
      { code: 'EURO', nam: 'Euro' },
      { headers: { traceparent: `00-${TRACE}-00f067aa0ba902b7-01` } },
    ),
    await client.get(`${CURRENCIES}/XXX?token=${secret}`),
    await client.get(`/daybookapi/v1.0.0/currency/${secret}`),
  ]
  expect([created.status, refused.status, gone.status, lost.status]).toEqual([201, 400, 400, 404])
  const [one, two, three, four] = [await logged(created), await logged(refused), await logged(gone), await logged(lost)]
  expect(one).toMatchObject({
    requestId: idOf(created),
    traceId: null,
    method: 'POST',
    path: CURRENCIES,
    query: null,
    operation: 'POST /currencies',
    api: 'daybook',
    apiVersion: '1.0.0',
    status: 201,
    errorCode: null,
    errorCodes: [],
    faults: [],
    app: client.app,
    idempotencyKey: 'euro',
    requestBody: JSON.stringify({ code: 'EUR', name: '(removed) Euro' }),
    answerBody: created.text,
    touched: [{ resource: 'currency', key: 'EUR' }],
  })
  expect(one.requestHeaders).toEqual(
    expect.arrayContaining([
      { name: 'x-appsecrettoken', value: '(removed)' },
      { name: 'x-agreementgranttoken', value: '(removed)' },
      { name: 'content-type', value: 'application/json' },
    ]),
  )
  expect(one.answerHeaders).toContainEqual({ name: 'location', value: `${CURRENCIES}/EUR` })
  expect(Date.parse(one.time)).toBeGreaterThan(Date.now() - 60_000)
  expect(two).toMatchObject({
    traceId: TRACE,
    status: 400,
    errorCode: refused.json.errorCode,
    errorCodes: [...new Set(refused.json.errors.map(({ errorCode }: { errorCode: string }) => errorCode))].sort(),
    faults: refused.json.errors.map(({ errorCode: code, property }: Record<string, string>) => ({ code, property })),
  })
  expect(three).toMatchObject({ query: 'token=(removed)', touched: [{ resource: 'currency', key: 'XXX' }] })
  expect(four).toMatchObject({
    path: `${DB}/currency/(removed)`,
    operation: null,
    status: 404,
    errorCode: 'PathNotFound',
  })
  const kept = await service.database.rows('SELECT r::text AS text FROM request_log r WHERE r.agreement = $1', [
    client.agreement,
  ])
  expect(JSON.stringify(kept)).not.toContain(secret)
  expect(JSON.stringify(kept)).not.toContain(client.headers['x-agreementgranttoken'])
})

test('a repeat by its key, a notice and a reference are told', async () => {
  const body = { code: 'SEK', name: 'Krona' }
  const keyed = { headers: { 'idempotency-key': 'krona' } }
  const first = await client.post(CURRENCIES, body, keyed)
  const again = await client.post(CURRENCIES, body, keyed)
  const noticed = await client.get('/suppliersapi/v2.0.0/Groups?demo=1')
  const rate = await client.post(`${DB}/exchange-rates`, { currency: 'SEK', rate: 65.5, date: '2026-01-01' })
  expect([first.status, again.status, noticed.status, rate.status]).toEqual([201, 201, 200, 201])
  expect(await logged(again)).toMatchObject({ isReplayed: true, idempotencyKey: 'krona', status: 201 })
  expect((await logged(first)).isReplayed).toBeUndefined()
  expect(await logged(noticed)).toMatchObject({ notice: noticed.headers.get('daybook-notice') })
  expect((await logged(rate)).touched).toContainEqual({ resource: 'currency', key: 'SEK' })
  for (const wrong of ['%00', 'x'.repeat(201)]) {
    const { status, json } = await client.get(`${DB}/requests?touches=${wrong}`)
    expect([status, json.errorCode, json.errors[0].property]).toEqual([400, 'QueryParameterInvalid', 'touches'])
  }
  const touching = await client.get(`${DB}/requests?touches=currency:SEK`)
  expect(touching.json.items.map(({ requestId }: { requestId: string }) => requestId)).toEqual([
    idOf(first),
    idOf(again),
    idOf(rate),
  ])
  expect((await client.get(`${DB}/requests/count?touches=currency:SEK&filter=isReplayed$eq:true`)).json).toBe(1)
  expect((await client.get(`${DB}/requests?touch=currency:SEK`)).status).toBe(400)
})

test('lists are filtered, paged newest first, and read on by their cursor without missing any', async () => {
  const by = await logging('all')
  const sent = [await by.get(CURRENCIES), await by.post(CURRENCIES, {}), await by.get(`${CURRENCIES}/count`)]
  await logged(sent[2]!, by)
  const ids = sent.map(idOf)
  const list = async (query: string): Promise<string[]> => {
    const { json } = await by.get(`${DB}/requests${query}`)
    return (json.items ?? json).map(({ requestId }: { requestId: string }) => requestId)
  }
  expect((await list('?filter=path$like:*currencies*')).slice(0, 3)).toEqual(ids)
  expect((await list('/paged?sort=-number&filter=path$like:*currencies*')).slice(0, 3)).toEqual(ids.toReversed())
  for (const filter of [
    'status$eq:400',
    'errorCode$eq:ValueRequired',
    'method$eq:POST',
    'operation$eq:POST /currencies',
    `requestId$eq:${ids[1]}`,
  ]) {
    expect(await list(`?filter=${encodeURIComponent(filter)}`), filter).toEqual([ids[1]])
  }
  const { json } = await by.get(`${DB}/requests?filter=requestId$eq:${ids[0]}`)
  const later = await list(`?cursor=${json.items[0].number + 1}`)
  expect(later.slice(0, 2)).toEqual(ids.slice(1))
  const time = encodeURIComponent(json.items[0].time)
  expect(await list(`?filter=time$gte:${time}$and:path$eq:${CURRENCIES}`)).toEqual(ids.slice(0, 2))
})

test('a grant sees its own requests, one with SuperUser all of them', async () => {
  const own = await service.client({ agreement: client.agreement, roles: ['Sales'] })
  const other = await client.get(`${CURRENCIES}?filter=code$eq:DKK`)
  const mine = await own.get(`${DB}/customers?filter=nam$eq:X`)
  await logged(other)
  await logged(mine)
  const grants = (reply: Reply): Set<number> =>
    new Set(reply.json.items.map(({ grantNumber }: { grantNumber: number }) => grantNumber))
  expect(grants(await own.get(`${DB}/requests`)).size).toBe(1)
  expect(grants(await client.get(`${DB}/requests`)).size).toBe(2)
  expect((await own.get(`${DB}/requests/${idOf(mine)}`)).status).toBe(200)
  expect((await own.get(`${DB}/requests/${idOf(other)}`)).status).toBe(404)
  expect((await own.get(`${DB}/requests/count?filter=requestId$eq:${idOf(other)}`)).json).toBe(0)
  const groups = await own.get(`${DB}/requests/faults`)
  expect(groups.json.items.map(({ errorCode }: { errorCode: string }) => errorCode)).toEqual(['FilterPropertyUnknown'])
  const stranger = await logging('all')
  expect((await stranger.get(`${DB}/requests/${idOf(mine)}`)).status).toBe(404)
})

test('faults are grouped by operation, code, property and app, with what to do', async () => {
  const by = await logging(null)
  const replies: Reply[] = []
  for (const code of ['A', 'B', 'C']) replies.push(await by.post(CURRENCIES, { code, name: 'X' }))
  replies.push(await by.post(CURRENCIES, { code: 'EUR' }))
  await logged(replies[3]!, by)
  const { json } = await by.get(`${DB}/requests/faults?app=${by.app}`)
  const [first] = json.items
  expect(json.items.map(({ count }: { count: number }) => count)).toEqual([3, 1])
  expect(first).toMatchObject({
    operation: 'POST /currencies',
    errorCode: replies[0]!.json.errorCode,
    property: 'code',
    app: by.app,
    latestRequestId: idOf(replies[2]!),
    hint: expect.stringMatching(/./),
  })
  expect(first.counts).toHaveLength(24)
  expect(first.counts.at(-1)).toBe(3)
  expect(Date.parse(first.first)).toBeLessThanOrEqual(Date.parse(first.last))
  expect(json).toMatchObject({ requests: 4, failed: 4 })
  const took = replies.map(async (reply) => Number((await logged(reply, by)).milliseconds))
  const [, middle, , longest] = (await Promise.all(took)).toSorted((one, other) => one - other)
  expect([json.p50Milliseconds, json.p99Milliseconds]).toEqual([middle, longest])
  const others = await by.get(`${DB}/requests/faults?exceptApp=${by.app}`)
  expect(others.json).toMatchObject({ requests: 0, items: [] })
  const nothing = await by.get(`${DB}/requests/faults?to=2026-01-01T00:00:00Z&from=2025-01-01T00:00:00Z`)
  expect(nothing.json).toMatchObject({
    requests: 0,
    failed: 0,
    p50Milliseconds: null,
    p99Milliseconds: null,
    items: [],
  })
  const turned = await by.get(`${DB}/requests/faults?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z`)
  expect([turned.status, turned.json.errorCode]).toEqual([400, 'ValueOutOfRange'])
})

test('a request says how many are like it, and which come before and after', async () => {
  const by = await logging('all')
  const own = await service.client({ agreement: by.agreement, roles: ['Sales'] })
  const sent = [
    await by.post(CURRENCIES, { code: 'A', name: 'X' }),
    await by.post(CURRENCIES, { code: 'EUR' }),
    await by.post(CURRENCIES, { code: 'B', name: 'X' }),
    await by.post(CURRENCIES, { code: 'C', name: 'X' }),
    await own.get(CURRENCIES),
  ]
  const items = await Promise.all(sent.map((reply) => logged(reply, by)))
  const alike = async (at: number, query = ''): Promise<object> =>
    (await by.get(`${DB}/requests/${idOf(sent[at]!)}/alike${query}`)).json
  const [first, , third, fourth] = sent.map(idOf)
  expect(await alike(2)).toMatchObject({ count: 3, place: 2, earlierRequestId: first, laterRequestId: fourth })
  expect(await alike(3)).toMatchObject({ count: 3, place: 1, earlierRequestId: third, laterRequestId: null })
  expect(await alike(1)).toMatchObject({ count: 1, place: 1, earlierRequestId: null, laterRequestId: null })
  // The one asked for is among them, however old it is.
  const since = `?from=${encodeURIComponent(items[2].time)}`
  expect(await alike(2, since)).toMatchObject({ count: 2, place: 2, earlierRequestId: null })
  expect(await alike(0, since)).toMatchObject({ count: 3, place: 3 })
  expect((await own.get(`${DB}/requests/${first}/alike`)).status).toBe(404)
  expect((await own.get(`${DB}/requests/${idOf(sent[4]!)}/alike`)).json.count).toBe(1)
})

test('a request says since when its like are answered so, and whether it was sent again', async () => {
  const by = await logging('all')
  const keyed = (body: object) => by.post(CURRENCIES, body, { headers: { 'idempotency-key': 'once' } })
  const wrong = { code: 'A', name: 'X' }
  const sent = [
    await by.post(CURRENCIES, wrong),
    await by.post(CURRENCIES, { code: 'B', name: 'X' }),
    await by.post(CURRENCIES, wrong),
    await by.post(`${DB}/departments`, wrong),
    await keyed({ code: 'C', name: 'X' }),
    await keyed({ code: 'NOK', name: 'Kroner' }),
    await by.get(`${CURRENCIES}?filter=nme$eq:x`),
    await by.get(`${CURRENCIES}?filter=nme$eq:y`),
  ]
  const items = await Promise.all(sent.map((reply) => logged(reply, by)))
  const told = async (which: number): Promise<unknown[]> => {
    const { json } = await by.get(`${DB}/requests/${idOf(sent[which]!)}/alike`)
    const { sentAgain, sentAgainRequestId, sentAgainStatus, sentAgainAt: at } = json
    return [sentAgain, sentAgainRequestId, sentAgainStatus, at && microsecondsOf(at)]
  }
  const never = [0, null, null, null]
  expect(await told(0)).toEqual([1, idOf(sent[2]!), 400, microsecondsOf(items[2].time)])
  expect(await told(1)).toEqual(never)
  expect(await told(2)).toEqual(never)
  // By its key, whatever it brings.
  expect(await told(4)).toEqual([1, idOf(sent[5]!), sent[5]!.status, microsecondsOf(items[5].time)])
  expect(await told(6)).toEqual(never)
  // The first is the first of all that are kept, whatever time is asked for.
  const since = `?from=${encodeURIComponent(items[2].time)}`
  const { json } = await by.get(`${DB}/requests/${idOf(sent[2]!)}/alike${since}`)
  expect(microsecondsOf(json.firstAt)).toBe(microsecondsOf(items[0].time))
})

test('an agreement that says nothing logs faults alone, without bodies, headers and values', async () => {
  const by = await logging(null)
  const fine = await by.get(CURRENCIES)
  const wrong = await by.post(CURRENCIES, { name: 'Secret name' })
  const asked = await by.get(`${CURRENCIES}?filter=nam$eq:Jensen&cursor=1`)
  const one = await logged(asked, by)
  expect(one).toMatchObject({ query: 'filter&cursor', requestBody: null, answerBody: null, requestHeaders: null })
  expect(await logged(wrong, by)).toMatchObject({ requestBody: null, answerBody: null, requestBytes: 22 })
  // Whether it was the same nobody can tell, but by its key.
  const other = await by.get(`${CURRENCIES}?filter=nam$eq:Hansen&cursor=2`)
  await logged(other, by)
  const { sentAgain, sentAgainStatus } = (await by.get(`${DB}/requests/${idOf(asked)}/alike`)).json
  expect([sentAgain, sentAgainStatus]).toEqual([0, null])
  expect((await by.get(`${DB}/requests/${idOf(fine)}`)).status).toBe(404)
  const kept = await service.database.rows('SELECT r::text AS text FROM request_log r WHERE r.agreement = $1', [
    by.agreement,
  ])
  expect(JSON.stringify(kept)).not.toMatch(/Jensen|Secret name/)
})

test('SuperUser says what is logged: off, faults, all', async () => {
  const by = await logging(null)
  expect((await by.get(`${DB}/request-log`)).json).toEqual({ requestLog: 'faults', hours: [] })
  expect((await by.put(`${DB}/request-log`, { requestLog: 'some' })).status).toBe(400)
  expect((await by.put(`${DB}/request-log`, { requestLog: 'off' })).status).toBe(204)
  await eventually(async () => {
    const reply = await by.get('/daybookapi/v1.0.0/request-log')
    return reply.json.requestLog === 'off'
  })
  const other = await service.client({ agreement: by.agreement })
  const unlogged = await other.post(CURRENCIES, {})
  expect((await other.put(`${DB}/request-log`, { requestLog: 'all' })).status).toBe(204)
  const [seen] = await eventually(async () => {
    const reply = await by.post(CURRENCIES, {})
    const found = await by.get(`${DB}/requests?filter=requestId$eq:${idOf(reply)}`)
    return found.json.items.length > 0 && found.json.items
  })
  expect(seen.status).toBe(400)
  expect((await by.get(`${DB}/requests/${idOf(unlogged)}`)).status).toBe(404)
  const { hours } = (await by.get(`${DB}/request-log`)).json
  expect(hours[0]).toMatchObject({ droppedBodies: 0, droppedRequests: 0 })
  expect((await by.get(`${DB}/changes?filter=resource$eq:Agreements`)).text).not.toContain('requestLog')
  const sales = await service.client({ agreement: by.agreement, roles: ['Sales'] })
  expect((await sales.get(`${DB}/request-log`)).status).toBe(403)
})

test('the demo company logs nothing', async () => {
  const demo = await service.client({ demo: true })
  const refused = await demo.post(CURRENCIES, {})
  const marker = await client.get(CURRENCIES)
  await logged(marker)
  expect(refused.status).toBe(403)
  const [row] = await service.database.rows<{ count: number }>(
    'SELECT count(*)::int AS count FROM request_log r WHERE r.agreement = $1',
    [demo.agreement],
  )
  expect(row!.count).toBe(0)
})

test('bodies are kept up to 64 KiB, in whatever bytes they are', async () => {
  const long = await client.post(CURRENCIES, { code: 'USD', name: 'x'.repeat(70_000) })
  const told = await logged(long)
  expect(told).toMatchObject({ isCut: true, requestBytes: 70_024, answerBody: long.text })
  expect(told.requestBody).toHaveLength(65_536)
  const odd = Buffer.from([0x7b, 0x00, 0xff, 0x22, 0x7d])
  const wrong = await client.call('POST', CURRENCIES, { raw: odd, headers: { 'content-type': 'application/json' } })
  expect(await logged(wrong)).toMatchObject({ status: 400, requestBody: '{\ufffd\ufffd"}', requestBytes: 5 })
  const large = await client.call('POST', CURRENCIES, {
    raw: Buffer.alloc(5_000_000, 'x'),
    headers: { 'content-type': 'application/json' },
  })
  expect([large.status, (await logged(large)).errorCode]).toEqual([413, 'BodyTooLarge'])
})

test('bodies with secrets, and files, are never kept: of a file its hash', async () => {
  const webhook = await client.post('/webhooksapi/v1.0.0/webhooks', { url: 'https://example.com/very-secret' })
  const grant = await client.post(`${DB}/grants`, { app: 1, roles: ['Sales'] })
  const cpr = await client.put('/q2capi/v5.3.0/invoices/drafts/1/sensitive-data', {
    serviceRecipientCpr: '010203-1234',
  })
  for (const reply of [webhook, grant, cpr]) {
    expect(await logged(reply)).toMatchObject({ requestBody: null, answerBody: null, status: reply.status })
  }
  const file = Buffer.from('Date;Amount\n')
  const form = new FormData()
  form.append('file', new Blob([file]), 'statement.csv')
  const response = await fetch(`${service.baseUrl}${DB}/bank-statements`, {
    method: 'POST',
    headers: client.headers,
    body: form,
  })
  const hash = createHash('sha256').update(file).digest('hex')
  const sent = await eventually(async () => {
    const told = await client.get(`${DB}/requests/${response.headers.get('x-request-id')}`)
    return told.status === 200 && told.json
  })
  expect(sent).toMatchObject({ requestBody: null, status: response.status })
  expect([hash, null]).toContain(sent.fileHash)
  expect(sent.requestBytes).toBeGreaterThan(file.length)
})
