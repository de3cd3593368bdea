import { type ClientRequest, get } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../patience.ts'
import { type Client, newClient, type Reply, type TestService, testNode, testService } from '../service/harness.ts'

const DB = '/daybookapi/v1.0.0'
const PLAN = `${DB}/fault-plan`
const CURRENCIES = `${DB}/currencies`

let service: TestService
let client: Client

beforeAll(async () => {
  service = await testService({ requestLogBytesMax: 100_000_000, requestLogHours: 72, corsOrigins: ['*'] })
  client = await sandbox()
})
afterAll(() => service.stop())

async function sandbox(): Promise<Client> {
  const one = await service.client()
  await service.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [one.agreement])
  return one
}

const order = async (by: Client, ...rules: object[]): Promise<void> => {
  expect((await by.put(PLAN, { rules })).status).toBe(204)
}

const by = (fault: string): { headers: Record<string, string> } => ({ headers: { 'daybook-fault': fault } })
const toldOf = ({ status, headers, json }: Reply): unknown[] => [status, json?.errorCode, headers.get('daybook-fault')]
const lost = async (asked: Promise<Reply>): Promise<boolean> => await asked.then(() => false).catch(() => true)

test('one request orders its own fault: refusals are those of the service, say so, and carry nothing out', async () => {
  const made = (fault: string, code: string): Promise<Reply> => client.post(CURRENCIES, { code, name: 'x' }, by(fault))
  const limited = await made('429', 'EUR')
  expect([...toldOf(limited), limited.headers.get('retry-after')]).toEqual([429, 'RateLimitExceeded', '429', '1'])
  const away = await made('503', 'EUR')
  expect([...toldOf(away), away.headers.get('retry-after')]).toEqual([503, 'Unavailable', '503', '1'])
  expect(toldOf(await made('500', 'EUR'))).toEqual([500, 'Internal', '500'])
  expect(await lost(made('cut', 'EUR'))).toBe(true)
  expect((await client.get(`${CURRENCIES}/EUR`)).status).toBe(404)
  expect(toldOf(await made('slow, 30', 'EUR'))).toEqual([201, undefined, 'slow, 30'.split(',')[0]])
  expect(await lost(made('cutAfter', 'SEK'))).toBe(true)
  await eventually(async () => (await client.get(`${CURRENCIES}/SEK`)).status === 200)
  const { objectVersion } = (await client.get(`${CURRENCIES}/EUR`)).json
  const euro = { code: 'EUR', name: 'Euro', objectVersion }
  const stale = await client.put(CURRENCIES, euro, by('stale'))
  expect([...toldOf(stale), stale.json.property]).toEqual([409, 'ObjectVersionMismatch', 'stale', 'objectVersion'])
  expect((await client.put(CURRENCIES, euro)).status).toBe(204)
})

test('a lost answer is answered again to the same Idempotency-Key', async () => {
  const keyed = { 'idempotency-key': 'lost' }
  const asked = { code: 'NOK', name: 'Krone' }
  expect(await lost(client.post(CURRENCIES, asked, { headers: { ...keyed, 'daybook-fault': 'cutAfter' } }))).toBe(true)
  await eventually(async () => (await client.get(`${CURRENCIES}/NOK`)).status === 200)
  const again = await client.post(CURRENCIES, asked, { headers: keyed })
  expect([again.status, again.headers.get('x-resultfromcache')]).toEqual([201, 'true'])
  expect(await lost(client.post(CURRENCIES, asked, by('cutAfter')))).toBe(true)
})

test('the log of requests has them, also those that nobody was answered', async () => {
  const own = await sandbox()
  await lost(own.get(CURRENCIES, by('cut')))
  await lost(own.post(CURRENCIES, { code: 'EUR', name: 'x' }, by('cutAfter')))
  await own.get(CURRENCIES, by('503'))
  await own.get(CURRENCIES)
  const items = await eventually(async () => {
    const { json } = await own.get(`${DB}/requests?filter=operation$like:currencies`)
    return json.items.length === 4 && json.items
  })
  expect(items.map((item: Record<string, unknown>) => [item.status, item.orderedFault])).toEqual([
    [0, 'cut'],
    [201, 'cutAfter'],
    [503, '503'],
    [200, null],
  ])
  const { json: groups } = await own.get(`${DB}/requests/faults`)
  expect(groups.items).toMatchObject([{ operation: 'GET /currencies', count: 1, ordered: 1 }])
  expect(service.log.filter(({ orderedFault }) => orderedFault === 'cutAfter').length).toBeGreaterThan(0)
})

test('only a sandbox has faults on order, and only known ones; no page of another origin orders them', async () => {
  const company = await service.client()
  expect(toldOf(await company.get(CURRENCIES, by('429'))).slice(0, 2)).toEqual([403, 'SandboxOnly'])
  expect(toldOf(await company.get(PLAN)).slice(0, 2)).toEqual([403, 'SandboxOnly'])
  expect(toldOf(await company.put(PLAN, { rules: [] })).slice(0, 2)).toEqual([403, 'SandboxOnly'])
  for (const fault of ['418', 'slow', 'slow, 60001', '429, 5', 'fail', '']) {
    expect([fault, ...toldOf(await client.get(CURRENCIES, by(fault)))]).toEqual([
      fault,
      400,
      'RequestHeaderInvalid',
      null,
    ])
  }
  expect(toldOf(await client.get(CURRENCIES, by('stale')))[1]).toBe('RequestHeaderInvalid')
  const across = { headers: { 'daybook-fault': '429', origin: 'https://elsewhere.example' } }
  expect(toldOf(await client.get(CURRENCIES, across)).slice(0, 2)).toEqual([403, 'FaultAcrossOrigins'])
  const here = { headers: { 'daybook-fault': '429', origin: service.baseUrl } }
  expect((await client.get(CURRENCIES, here)).status).toBe(429)
  const asked = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' }
  const preflight = await service.call('OPTIONS', CURRENCIES, { headers: asked })
  expect(preflight.headers.get('access-control-allow-headers')).not.toContain('Daybook-Fault')
})

test('a plan hits every so manieth of what it matches, so often, and shows its counts', async () => {
  const own = await sandbox()
  await order(
    own,
    { kind: '429', operation: 'post /currencies', every: 3, times: 2 },
    { kind: '503', path: '/daybookapi/*/vat-codes', app: own.app },
    { kind: '500', onlyWrites: true, every: 1000 },
  )
  const statuses: number[] = []
  for (const letter of 'ABCDEFGHIJKL') {
    statuses.push((await own.post(CURRENCIES, { code: `XX${letter}`, name: 'x' })).status)
  }
  expect(statuses.map((status) => status === 429)).toEqual(
    [3, 6].reduce((all, at) => all.with(at - 1, true), Array<boolean>(12).fill(false)),
  )
  expect(toldOf(await own.get(`${DB}/vat-codes`))).toEqual([503, 'Unavailable', '503, rule 2'])
  expect((await own.get(CURRENCIES)).status).toBe(200)
  const { rules } = (await own.get(PLAN)).json
  expect(rules).toMatchObject([
    {
      number: 1,
      kind: '429',
      operation: 'post /currencies',
      every: 3,
      times: 2,
      matched: 12,
      hits: 2,
      onlyWrites: false,
    },
    { number: 2, path: '/daybookapi/*/vat-codes', app: own.app, matched: 1, hits: 1, lastHitAt: expect.any(String) },
    { number: 3, onlyWrites: true, matched: 12, hits: 0, lastHitAt: null },
  ])
  await order(own, { kind: 'stale' })
  const { objectVersion } = (await own.get(`${CURRENCIES}/XXA`)).json
  const update = { code: 'XXA', name: 'y', objectVersion }
  expect(toldOf(await own.put(CURRENCIES, update))).toEqual([409, 'ObjectVersionMismatch', 'stale, rule 1'])
  expect((await own.put(CURRENCIES, update)).status).toBe(204)
  await order(own)
  expect((await own.get(PLAN)).json).toEqual({ rules: [] })
})

test('of many requests at once on two nodes every fifth is hit, and another agreement is not asked for a plan', async () => {
  const own = await sandbox()
  const other = await testNode(service.own)
  const there = await newClient(service.database, other.baseUrl, { agreement: own.agreement })
  try {
    await order(own, { kind: '503', path: '*/currencies', every: 5 })
    await eventually(async () => (await there.get(PLAN)).status === 200)
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, at) => (at % 2 === 0 ? own : there).get(`${CURRENCIES}?pagesize=${1 + (at % 7)}`)),
    )
    const hit = replies.filter(({ status }) => status === 503).length
    const [rule] = (await own.get(PLAN)).json.rules
    expect([hit, rule.hits, rule.matched]).toEqual([12, 12, 60])
  } finally {
    await other.app.close()
  }
})

test('ten requests of an agreement wait at once, and one more does not; a client that goes leaves its place', async () => {
  const own = await sandbox()
  // Each on a connection of its own, which goes with it: one that stays open would hold up the end of the service.
  const waiting: ClientRequest[] = []
  const tried = async (): Promise<string | null> =>
    (await own.get(CURRENCIES, by('slow, 1'))).headers.get('daybook-fault')
  await eventually(async () => {
    const headers = { ...own.headers, 'daybook-fault': 'slow, 60000' }
    waiting.push(get(service.baseUrl + CURRENCIES, { headers, agent: false }).on('error', () => {}))
    return (await tried()) === 'slow, not slow: 10 wait already'
  })
  for (const request of waiting) request.destroy()
  await eventually(async () => (await tried()) === 'slow')
})

test('a plan is refused with all that is wrong in it, and changes nothing then', async () => {
  const own = await sandbox()
  await order(own, { kind: '429', path: '/nowhere' })
  const wrong = await own.put(PLAN, {
    rules: [
      { kind: 'duplicate', operation: 'GET /currencies', path: '*', onlyWrites: true },
      { kind: '429', eventType: 'CUSTOMER_UPDATED', milliseconds: 5 },
      { kind: 'slow' },
      { kind: 'slow', milliseconds: 60_001 },
      { kind: 'cut', app: 999_999 },
    ],
  })
  expect(wrong.json.errors.map((one: Record<string, string>) => `${one.property} ${one.errorCode}`)).toEqual(
    [
      ...['rules[0].operation', 'rules[0].path', 'rules[0].onlyWrites', 'rules[1].eventType', 'rules[1].milliseconds'],
      ...['rules[2].milliseconds', 'rules[3].milliseconds', 'rules[4].app'],
    ].map((property) => `${property} FaultRuleInvalid`),
  )
  expect(toldOf(await own.put(PLAN, {})).slice(0, 2)).toEqual([400, 'ValueRequired'])
  const unknown = await own.put(PLAN, { rules: [{ kind: 'teapot' }, {}] })
  expect(unknown.status).toBe(400)
  expect((await own.get(PLAN)).json.rules).toMatchObject([{ kind: '429', path: '/nowhere' }])
})
