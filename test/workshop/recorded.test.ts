import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteAddress } from '../../src/cli/addresses.ts'
import type { Output } from '../../src/cli/command.ts'
import { replayCommand } from '../../src/cli/replay.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { differencesOf } from '../../src/workshop/recorded/compare.ts'
import { HarError, readHar } from '../../src/workshop/recorded/har.ts'
import { command } from '../process/program.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'

const CURRENCIES = '/daybookapi/v1.0.0/currencies'
const RATES = '/daybookapi/v1.0.0/exchange-rates'

let service: TestService
let client: Client
let folder: string
let config: Config

beforeAll(async () => {
  service = await testService()
  client = await service.client()
  await service.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [client.agreement])
  await noteAddress(service.database, service.baseUrl)
  folder = await mkdtemp(join(tmpdir(), 'daybook-recorded-'))
  config = readConfig({ DATABASE_URL: service.databaseUrl })
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

interface Entry {
  method?: string
  url: string
  headers?: Record<string, string>
  body?: unknown
  status?: number
  answer?: unknown
  postData?: object
}

const SECRET = 'abcdefgh-the-secret-of-the-app'

/** A HAR file of calls of a published service. */
const har = (entries: readonly Entry[], host = 'https://apis.example.com'): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      entries: entries.map(({ method = 'GET', url, headers = {}, body, status = 200, answer, postData }) => ({
        request: {
          method,
          url: host + url,
          headers: Object.entries({ 'X-AppSecretToken': SECRET, Cookie: 'session=12345678', ...headers }).map(
            ([name, value]) => ({ name, value }),
          ),
          ...(body !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(body) } }),
          ...(postData && { postData }),
        },
        response: { status, content: answer === undefined ? {} : { text: JSON.stringify(answer) } },
      })),
    },
  })

/** Replays calls on the sandbox of the tests, or the agreement. */
async function replayed(text: string, agreement = client.agreement): Promise<Output> {
  const file = join(folder, `${crypto.randomUUID()}.har`)
  await writeFile(file, text)
  return (await run(file, agreement))!
}

const run = (file: string, agreement: number): Promise<Output | undefined> =>
  replayCommand.run({ options: { agreement: String(agreement) }, arguments: [file], isJson: false, config })

test('recorded calls are sent to a sandbox of this service, and never to the host that they were recorded at', async () => {
  const asked: string[] = []
  const host = createServer((request, response) => {
    asked.push(request.url!)
    response.end('{}')
  })
  await new Promise<void>((resolve) => void host.listen(0, '127.0.0.1', resolve))
  try {
    const entries = [
      {
        method: 'POST',
        url: CURRENCIES,
        headers: { 'content-type': 'application/json' },
        status: 201,
        body: { code: 'EUR', name: `Euro ${SECRET}` },
        answer: { code: 'EUR' },
      },
      {
        url: `${CURRENCIES}/EUR?token=abc`,
        answer: { code: 'EUR', name: 'x', objectVersion: 'old', lastUpdated: '2026', rate: 1 },
      },
      {
        method: 'PUT',
        url: CURRENCIES,
        headers: { 'content-type': 'application/json' },
        status: 204,
        body: { code: 'EUR', name: 'Euro', objectVersion: 'old' },
      },
      { url: '/collect?id=1', status: 200 },
      { url: `${CURRENCIES}/count`, status: 503 },
    ]
    const told = await replayed(har(entries, `http://127.0.0.1:${(host.address() as AddressInfo).port}`))
    expect(told.json).toMatchObject({
      agreementNumber: client.agreement,
      sent: 3,
      same: 2,
      leftOut: { 'not of this service': 1, 'no lasting answer was recorded': 1 },
      differences: [
        {
          method: 'GET',
          path: `${CURRENCIES}/EUR`,
          recordedStatus: 200,
          answeredStatus: 200,
          count: 1,
          fields: [{ field: 'rate', difference: 'missing', recorded: ['number'], answered: [] }],
        },
      ],
    })
    expect(told.failed).toBe(true)
    expect(asked).toEqual([])
    expect((await client.get(`${CURRENCIES}/EUR`)).json.name).toBe('Euro')
    const open = await service.database.rows(
      'SELECT 1 FROM access_grant g JOIN app USING (app) WHERE g.agreement = $1 AND app.name = $2 AND g.revoked_at IS NULL',
      [client.agreement, 'Replay'],
    )
    expect(open).toEqual([])
  } finally {
    host.close()
  }
})

test('what the sandbox numbers otherwise is called by its new number, and differences are told with how often', async () => {
  await client.post(CURRENCIES, { code: 'USD', name: 'Dollar' })
  const entries: Entry[] = [
    {
      method: 'POST',
      url: RATES,
      headers: { 'content-type': 'application/json' },
      status: 201,
      body: { currency: 'USD', rate: 6.5, date: '2026-01-02' },
      answer: { number: 4711 },
    },
    {
      url: `${RATES}/4711`,
      answer: { number: 4711, currency: 'USD', rate: 6, date: 'x', objectVersion: 'a', lastUpdated: 'x' },
    },
    { url: `${RATES}/999998`, answer: { number: 1 } },
    { url: `${RATES}/999999`, answer: { number: 1 } },
  ]
  const file = join(folder, 'numbers.har')
  await writeFile(file, har(entries))
  const asked = ['replay', file, '--agreement', String(client.agreement)]
  const { code, stderr } = await command(asked, { environment: { DATABASE_URL: service.databaseUrl } })
  expect(stderr).toContain(`Sent 4 calls to sandbox ${client.agreement}; 2 were answered as recorded.`)
  expect(stderr).toContain(`GET ${RATES}/{n}: 200, now 404 NotFound (2 calls)`)
  expect(code).toBe(1)
})

test('nothing is sent to an agreement that is no sandbox, nor of a file that is no recording', async () => {
  const company = await service.client()
  const file = join(folder, 'good.har')
  await writeFile(file, har([{ url: CURRENCIES, answer: [] }]))
  await expect(run(file, company.agreement)).rejects.toThrow('is no sandbox')
  await expect(run(file, 999_999)).rejects.toThrow('There is no agreement')
  await expect(replayed('{"log": {}}')).rejects.toThrow('it is no HAR file')
  await expect(run(join(folder, 'none.har'), client.agreement)).rejects.toThrow('cannot be read')
})

test('of a stranger’s file only what is known is taken', () => {
  const prefixes = ['/daybookapi/v1.0.0']
  const read = (text: string): ReturnType<typeof readHar> => readHar(text, prefixes)
  const [call] = read(
    har([
      {
        url: `${CURRENCIES}?filter=a&appSecretToken=zzz&x=${SECRET}`,
        headers: { 'X-Evil': '1', Accept: 'a/b\r\nHost: x', 'Idempotency-Key': 'k' },
      },
    ]),
  ).calls
  expect(call).toEqual({
    method: 'GET',
    url: `${CURRENCIES}?filter=a&x=removed`,
    headers: { 'idempotency-key': 'k' },
    body: undefined,
    status: 200,
    answer: undefined,
  })
  const odd = [
    null,
    7,
    [],
    { request: null },
    { request: { method: 'GET', url: 'no url' } },
    { request: { method: 'CONNECT', url: 'https://a/daybookapi/v1.0.0' } },
    { request: { method: 'GET', url: 'file:///etc/passwd' }, response: { status: 200 } },
    {
      request: {
        method: 'POST',
        url: 'https://a/daybookapi/v1.0.0/x',
        postData: { mimeType: 'multipart/form-data', text: 'x' },
      },
      response: { status: 200 },
    },
    { request: { method: 'GET', url: 'https://a/daybookapi/v1.0.0/x' }, response: { status: 'x' } },
    { request: { method: 'GET', url: 'https://a/daybookapi/v1.0.0x' }, response: { status: 200 } },
  ]
  expect(read(JSON.stringify({ log: { entries: odd } }))).toEqual({
    calls: [],
    leftOut: {
      'no call': 6,
      'not of this service': 2,
      'a form, or a body that is too long': 1,
      'no lasting answer was recorded': 1,
    },
  })
  const base64 = {
    request: { method: 'GET', url: `https://a${CURRENCIES}` },
    response: { status: 200, content: { encoding: 'base64', text: 'W10=' } },
  }
  expect(read(JSON.stringify({ log: { entries: [base64] } })).calls[0]!.answer).toBe('[]')
  for (const text of [
    '',
    'null',
    '[]',
    '{"log":{"entries":{}}}',
    '['.repeat(200_000),
    JSON.stringify({ log: { entries: Array.from({ length: 10_001 }, () => 0) } }),
  ])
    expect(() => read(text)).toThrow(HarError)
})

test('shapes and types are compared, values are not', () => {
  const told = (recorded: unknown, answered: unknown): string[] =>
    differencesOf(recorded, answered).map(({ field, difference }) => `${field} ${difference}`)
  expect(told({ a: 1, b: [{ c: 'x' }] }, { a: 2, b: [{ c: 'y' }, { c: null }] })).toEqual([])
  expect(told({ a: 1 }, { a: '1' })).toEqual(['a type'])
  expect(told({ a: null, b: [] }, { a: { c: 1 }, b: [{ d: 1 }] })).toEqual([])
  expect(told([{ a: 1 }, { b: { c: 1 } }], [{ a: 1, d: true }])).toEqual(['[].b missing', '[].d added'])
  expect(told({ a: { b: 1 } }, { a: [1] })).toEqual(['a type'])
  expect(told({ 'a.b': 1, __proto__: 1, constructor: 2 }, { 'a.b': 1, constructor: 2 })).toEqual([])
  expect(told([], {})).toEqual([' type'])
  const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)
  expect(told(deep, { a: {} })).toEqual(['a.a missing'])
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`${at} ${'x'.repeat(1000)}`, 1]))
  const fields = differencesOf(wide, {})
  expect([fields.length, Math.max(...fields.map(({ field }) => field.length))]).toEqual([4999, 100])
})
