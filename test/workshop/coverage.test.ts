import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Output } from '../../src/cli/command.ts'
import { UsageError } from '../../src/cli/command.ts'
import { coverageCommand } from '../../src/cli/coverage.ts'
import { readConfig } from '../../src/config.ts'
import { apis } from '../../src/resources/index.ts'
import { operationCodes } from '../../src/openapi/errors.ts'
import { everyVersion, operationsOf } from '../../src/resource/versions.ts'
import { eventually } from '../patience.ts'
import { command } from '../process/program.ts'
import {
  type CallOptions,
  type Client,
  type ClientOptions,
  type Reply,
  type TestService,
  testNode,
  newClient,
  testService,
} from '../service/harness.ts'

const DB = '/daybookapi/v1.0.0'
const CURRENCIES = `${DB}/currencies`

/** A body, reached into freely. */
type Json = Reply['json']

let service: TestService
let client: Client

beforeAll(async () => {
  service = await testService()
  client = await ofSandbox()
})
afterAll(() => service.stop())

/** A client of a new sandbox, or of the one given. */
async function ofSandbox(options: ClientOptions = {}): Promise<Client> {
  const one = await service.client(options)
  await service.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [one.agreement])
  return one
}

/** The coverage of all apps, once it counts as many calls. */
const covered = async (calls: number, by: Client = client, query = ''): Promise<Json> =>
  await eventually(async () => {
    const { status, json } = await by.get(`${DB}/coverage${query}`)
    const told = json.items.reduce((sum: number, item: { calls: number }) => sum + item.calls, 0)
    return status === 200 && told === calls && json
  })

const named = (json: Json, operation: string): Json => json.items.find((item: Json) => item.operation === operation)
const isMet = (item: Json): Record<string, boolean> =>
  Object.fromEntries((item.situations ?? item).map((one: Json) => [one.name, one.isMet ?? false]))

test('what was met is told by operation, and what was not with how to meet it', async () => {
  const keyed = { headers: { 'idempotency-key': 'euro' } }
  await client.post(CURRENCIES, { code: 'EUR', name: 'Euro' }, keyed)
  await client.post(CURRENCIES, { code: 'EUR', name: 'Euro' }, keyed)
  await client.post(CURRENCIES, { code: 'EURO' })
  await client.get(`${CURRENCIES}/EUR`)
  await client.get(`${CURRENCIES}/XXX`)
  await client.get(`${CURRENCIES}/paged?pageSize=1&skipPages=0`)
  const { objectVersion } = (await client.get(`${CURRENCIES}/EUR`)).json
  await client.put(CURRENCIES, { code: 'EUR', name: 'Euro 2', objectVersion })
  await client.put(CURRENCIES, { code: 'EUR', name: 'Euro 3', objectVersion })
  await client.get('/suppliersapi/v2.0.0/Groups')
  await client.get('/suppliersapi/v1.0.0/Groups')
  await client.get(`${DB}/no-such-path`)
  const before = await covered(11)
  const created = named(before, 'POST /currencies')
  expect(created).toMatchObject({
    api: 'daybook',
    version: '1.0.0',
    calls: 3,
    statuses: [
      { status: 201, count: 2 },
      { status: 400, count: 1 },
    ],
    replays: 1,
    laterPages: null,
  })
  expect(created.codes.map(({ errorCode }: Json) => errorCode)).toContain('ValueRequired')
  expect(isMet(created)).toEqual({ success: true, refused: true, replay: true })
  expect(isMet(named(before, 'GET /currencies/{code}'))).toEqual({ success: true, 404: true })
  expect(isMet(named(before, 'PUT /currencies'))).toEqual({ success: true, refused: false, replay: false, 409: true })
  expect(named(before, 'PUT /currencies').codes).toEqual([{ errorCode: 'ObjectVersionMismatch', count: 1 }])
  expect(isMet(named(before, 'GET /currencies/paged'))).toEqual({ success: true, page: false })
  expect(before.hints).toContain(
    'Your program never read a second page of `GET /currencies/paged`; ask for small pages, or follow the cursor.',
  )
  expect(before.hints).toContain('Your program never saw a 429 on a write; order one with `Daybook-Fault: 429`.')
  expect(before.versions).toHaveLength(3)
  expect(before.versions).toEqual(
    expect.arrayContaining([
      { api: 'suppliers', version: '2.0.0', isNewest: true, calls: 1 },
      { api: 'suppliers', version: '1.0.0', isNewest: false, calls: 1 },
      { api: 'daybook', version: '1.0.0', isNewest: true, calls: 9 },
    ]),
  )
  await client.get(`${CURRENCIES}/paged?pageSize=1&skippages=1`)
  const after = await covered(12)
  expect(isMet(named(after, 'GET /currencies/paged'))).toEqual({ success: true, page: true })
  expect([after.situationsMet - before.situationsMet, after.situations]).toEqual([1, before.situations])
  expect(after.percent).toBe(Math.floor((after.situationsMet * 100) / after.situations))
  expect(after.hints).toHaveLength(after.situations - after.situationsMet + 1)
  expect(after.hints).toContain('Your program calls suppliers 1.0.0; the newest version is 2.0.0.')
})

test('codes met and never met are together those that the documents name for what was called, but for faults of ours', async () => {
  const one = await ofSandbox()
  await one.post(CURRENCIES, { code: 'EUR', nam: 'Euro' })
  const json = await covered(1, one)
  const [created] = json.items
  const served = operationsOf(everyVersion(apis).filter(({ isNewest }) => isNewest))
  const { group, operation } = served.find(
    ({ path, operation: { method } }) => path === CURRENCIES && method === 'POST',
  )!
  const all = [...created.codes.map(({ errorCode }: Json) => errorCode), ...created.codesNeverMet]
  const missing = operationCodes(group, operation).filter((code) => !all.includes(code))
  expect(missing.sort()).toEqual([
    'AgreementBusy',
    'BodyTooLarge',
    'ExpectationFailed',
    'HeadersTooLarge',
    'Internal',
    'RequestTimeout',
    'TookTooLong',
  ])
  expect(new Set(all).size).toBe(all.length)
  expect([json.codesMet, json.codes]).toEqual([created.codes.length, all.length])
  expect([json.operationsCalled, json.operationsServed]).toEqual([1, served.length])
})

test('events of the app are met when they arrive, and again when they come again', async () => {
  const one = await ofSandbox()
  await one.post('/webhooksapi/v1.0.0/webhooks', {
    eventType: 'CUSTOMER_UPDATED',
    name: 'w',
    url: 'https://example.com/hook',
    contentType: 'application/json',
  })
  const webhooks = async (): Promise<Json> => (await covered(1, one)).webhooks
  expect(await webhooks()).toEqual([{ eventType: 'CUSTOMER_UPDATED', delivered: 0, retried: 0, failed: 0 }])
  await service.database.rows(
    `INSERT INTO webhook_delivery (agreement, number, event_type, app, fields, state, attempts)
     VALUES ($1, 1, 'CUSTOMER_UPDATED', $2, '{}', 'delivered', '[{}, {}]'), ($1, 2, 'CUSTOMER_UPDATED', $2, '{}', 'failed', '[{}]')`,
    [one.agreement, one.app],
  )
  const json = await covered(1, one)
  expect(json.webhooks).toEqual([{ eventType: 'CUSTOMER_UPDATED', delivered: 1, retried: 1, failed: 1 }])
  expect(isMet(json.whole)).toMatchObject({ 'webhook CUSTOMER_UPDATED': true, 'webhook again': true })
})

test('it says whether what was met is enough', async () => {
  const own = await ofSandbox()
  await own.get(CURRENCIES)
  const { percent } = await covered(1, own)
  const enough = async (min: string): Promise<unknown> => (await own.get(`${DB}/coverage${min}`)).json.isEnough
  expect(percent).toBeLessThan(100)
  expect([await enough(`?min=${percent}`), await enough(`?min=${percent + 1}`), await enough('')]).toEqual([
    true,
    false,
    undefined,
  ])
  expect((await own.get(`${DB}/coverage?min=101`)).status).toBe(400)
})

test('an app and a time narrow it, and a grant without SuperUser sees its own app', async () => {
  const own = await ofSandbox()
  const clerk = await service.client({ agreement: own.agreement, roles: ['Bookkeeping'] })
  await own.get(CURRENCIES)
  await clerk.get(`${CURRENCIES}/count`)
  await clerk.get(CURRENCIES)
  expect((await covered(3, own)).app).toBe(null)
  expect((await covered(1, own, `?app=${own.app}`)).app).toBe(own.app)
  expect((await covered(2, clerk)).app).toBe(clerk.app)
  expect((await covered(2, clerk, `?app=${own.app}`)).app).toBe(clerk.app)
  expect((await own.get(`${DB}/coverage?from=2999-01-01T00:00:00Z`)).json).toMatchObject({
    items: [],
    percent: 0,
    situations: 0,
  })
  const refused = await own.get(`${DB}/coverage?from=yesterday`)
  expect([refused.status, refused.json.errorCode]).toEqual([400, 'QueryParameterInvalid'])
})

test('only sandboxes are counted, and have it', async () => {
  const company = await service.client()
  await company.get(CURRENCIES)
  const refused = await company.get(`${DB}/coverage`)
  expect([refused.status, refused.json.errorCode]).toEqual([403, 'SandboxOnly'])
  const later = await ofSandbox()
  await later.get(CURRENCIES)
  await covered(1, later)
  expect(
    await service.database.rows('SELECT 1 FROM coverage_count c WHERE c.agreement = $1', [company.agreement]),
  ).toEqual([])
})

test('faults on order meet what the hints name them for', async () => {
  const one = await ofSandbox()
  const by = (fault: string, key?: string): CallOptions => ({
    headers: { 'daybook-fault': fault, ...(key !== undefined && { 'idempotency-key': key }) },
  })
  const body = { code: 'EUR', name: 'Euro' }
  await one.post(CURRENCIES, body, by('cutAfter', 'lost')).catch(() => undefined)
  await eventually(async () => (await one.get(`${CURRENCIES}/EUR`)).status === 200)
  await one.post(CURRENCIES, body, { headers: { 'idempotency-key': 'lost' } })
  await one.post(CURRENCIES, { code: 'SEK', name: 'Krona' }, by('429'))
  await one.get(CURRENCIES, by('503'))
  const { objectVersion } = (await one.get(`${CURRENCIES}/EUR`)).json
  await one.put(CURRENCIES, { ...body, objectVersion }, by('stale'))
  const json = await eventually(async () => {
    const { json: told } = await one.get(`${DB}/coverage`)
    return named(told, 'PUT /currencies') && told
  })
  expect(isMet(named(json, 'POST /currencies'))).toMatchObject({ success: true, replay: true })
  expect(isMet(named(json, 'PUT /currencies'))).toMatchObject({ 409: true })
  expect(isMet(json.whole)).toEqual({
    '429 on a read': false,
    '503 on a read': true,
    '429 on a write': true,
    '503 on a write': false,
  })
  expect(json).toMatchObject({ replays: 1, refused: 2, sentAgain: 0 })
})

test('a call that was refused for a while is seen again, and whether it waited', async () => {
  const node = await testNode(service.own, { rateLimit: { calls: 6, seconds: 2 } })
  try {
    const one = await newClient(service.database, node.baseUrl, { agreement: (await ofSandbox()).agreement })
    const met = async (): Promise<Record<string, number>> => {
      const rows = await service.database.rows<{ met: string; times: number }>(
        'SELECT c.met, c.times FROM coverage_count c WHERE c.agreement = $1',
        [one.agreement],
      )
      return Object.fromEntries(rows.map(({ met, times }) => [met, times]))
    }
    let calls = 0
    const statusOf = async (): Promise<number> => {
      calls += 1
      return (await one.get(CURRENCIES)).status
    }
    await eventually(async () => (await statusOf()) === 429)
    await eventually(async () => (await statusOf()) === 200)
    const counted = await eventually(async () => {
      const now = await met()
      return (now['200'] ?? 0) + (now['429'] ?? 0) === calls && now
    })
    expect(counted).toMatchObject({
      RateLimitExceeded: counted['429'],
      refused: counted['429'],
      resent: counted['429'],
    })
    expect(counted.waited ?? 0).toBeLessThanOrEqual(counted.resent!)
  } finally {
    await node.app.close()
  }
})

test('rows of a sandbox are bounded, old ones go, and counts of several processes add up', async () => {
  const one = await ofSandbox()
  const count = async (met: readonly string[], bound: number): Promise<void> => {
    const rows = met.map((what) => ({
      app: 1,
      api: 'daybook',
      api_version: '1.0.0',
      operation: 'GET /currencies',
      met: what,
      times: 2,
      last_at: new Date(),
    }))
    await service.own
      .of(one.agreement)
      .rows('SELECT count_coverage($1, $2::json, $3, 72)', [one.agreement, JSON.stringify(rows), bound])
  }
  const kept = async (): Promise<unknown> =>
    (
      await service.database.rows('SELECT c.met, c.times FROM coverage_count c WHERE c.agreement = $1 ORDER BY c.met', [
        one.agreement,
      ])
    ).map(({ met, times }) => `${met} ${times}`)
  await count(['200', '400'], 3)
  await service.database.rows(
    `UPDATE coverage_count SET hour = hour - interval '80 hours' WHERE agreement = $1 AND met = '400'`,
    [one.agreement],
  )
  await count(['200'], 3)
  expect(await kept()).toEqual(['200 4', '400 2'])
  await count(['200', '429'], 3)
  expect(await kept()).toEqual(['200 6', '429 2'])
  await count(['503', '500', '200'], 3)
  expect(await kept()).toHaveLength(3)
})

test('the command prints it, and fails below what is asked for', async () => {
  const config = readConfig({ DATABASE_URL: service.databaseUrl })
  const run = (options: Record<string, string>): Promise<Output | undefined> =>
    coverageCommand.run({ options, arguments: [], isJson: false, config })
  const one = await ofSandbox()
  await one.get(CURRENCIES)
  await covered(1, one)
  const asked = { agreement: String(one.agreement) }
  expect((await run(asked))!.json).toMatchObject({
    agreementNumber: one.agreement,
    percent: 25,
    situations: 4,
    situationsMet: 1,
  })
  const enough = await run({ ...asked, min: '25', app: String(one.app) })
  expect([enough!.failed, enough!.text]).toEqual([undefined, expect.stringContaining('met 25 %: 1 of 4 situations')])
  const short = await command(['coverage', '--agreement', asked.agreement, '--min', '26', '--from', '2026-01-01'], {
    environment: { DATABASE_URL: service.databaseUrl },
  })
  expect([short.code, short.stderr]).toEqual([1, expect.stringContaining('less than the 26 % asked for')])
  await expect(run({ min: '101' })).rejects.toThrow(UsageError)
  await expect(run({ from: 'monday' })).rejects.toThrow(UsageError)
  const other = await ofSandbox()
  await other.get(CURRENCIES)
  await covered(1, other)
  await expect(run({})).rejects.toThrow('Give --agreement')
})
