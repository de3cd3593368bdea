import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../patience.ts'
import { command, start, type Start } from '../process/program.ts'
import { type Client, type Reply, type TestService, testService } from '../service/harness.ts'

const DB = '/daybookapi/v1.0.0'
const CURRENCIES = `${DB}/currencies`

let service: TestService
let client: Client

beforeAll(async () => {
  service = await testService({ requestLogBytesMax: 100_000_000, requestLogHours: 72 })
  client = await sandbox()
})
afterAll(() => service.stop())

async function sandbox(): Promise<Client> {
  const one = await service.client()
  await service.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [one.agreement])
  return one
}

const idOf = ({ headers }: Reply): string => headers.get('x-request-id')!

async function logged(id: string, by: Client = client): Promise<Reply['json']> {
  return await eventually(async () => {
    const told = await by.get(`${DB}/requests/${id}`)
    return told.status === 200 && told.json
  })
}

test('a request of a sandbox is carried out again: now, by the grant that asks, under a new key, and logged as a repeat', async () => {
  const keyed = { headers: { 'idempotency-key': 'once' } }
  const made = await client.post(CURRENCIES, { code: 'EUR', name: 'Euro' }, keyed)
  const { objectVersion } = (await client.get(`${CURRENCIES}/EUR`)).json
  await client.delete(`${CURRENCIES}/EUR`)
  expect([made.status, objectVersion]).toEqual([201, expect.any(String)])
  await logged(idOf(made))
  const again = await client.post(`${DB}/requests/${idOf(made)}/replay`)
  expect(again.json).toMatchObject({ status: 201, body: made.text, requestId: expect.stringMatching(/^[0-9a-f]{32}$/) })
  const refused = await client.post(`${DB}/requests/${idOf(made)}/replay`)
  expect([refused.status, refused.json.status, JSON.parse(refused.json.body).errorCode]).toEqual([
    200,
    400,
    'CodeAlreadyInUse',
  ])
  const told = await logged(again.json.requestId)
  expect(told).toMatchObject({
    replayOf: idOf(made),
    status: 201,
    requestBody: '{"code":"EUR","name":"Euro"}',
    app: client.app,
  })
  expect(told.idempotencyKey).toMatch(/^replay /)
  await logged(refused.json.requestId)
  expect((await client.get(`${DB}/requests/${idOf(made)}/alike`)).json).toMatchObject({
    sentAgain: 2,
    sentAgainRequestId: refused.json.requestId,
    sentAgainStatus: 400,
  })
  const one = await client.get(`${CURRENCIES}?filter=code$eq:EUR`)
  await logged(idOf(one))
  expect((await client.post(`${DB}/requests/${idOf(one)}/replay`)).json).toMatchObject({ status: 200, body: one.text })
  const repeat = { headers: { 'idempotency-key': 'again' } }
  await client.delete(`${CURRENCIES}/EUR`)
  const [first, second] = [
    await client.post(`${DB}/requests/${idOf(made)}/replay`, undefined, repeat),
    await client.post(`${DB}/requests/${idOf(made)}/replay`, undefined, repeat),
  ]
  expect([first.json.status, second.json.status, second.json.body]).toEqual([201, 201, first.json.body])
})

test('what was not kept whole, and what is no sandbox’s, is not sent again', async () => {
  const long = await client.post(CURRENCIES, { code: 'USD', name: 'x'.repeat(70_000) })
  const secret = await client.post(CURRENCIES, { code: 'USD', name: client.headers['x-appsecrettoken'] })
  const lost = await client.get(`${DB}/currency`)
  const grant = await client.post(`${DB}/grants`, { app: 1, roles: ['Sales'] })
  for (const [at, sent] of [long, secret, lost, grant].entries()) {
    await logged(idOf(sent))
    const reply = await client.post(`${DB}/requests/${idOf(sent)}/replay`)
    expect([at, reply.status, reply.json.errorCode]).toEqual([at, 400, 'RequestNotReplayable'])
  }
  const unknown = await client.post(`${DB}/requests/${'a'.repeat(32)}/replay`)
  expect([unknown.status, unknown.json.errorCode]).toEqual([404, 'NotFound'])
  const company = await service.client()
  const wrong = await company.post(CURRENCIES, {})
  await logged(idOf(wrong), company)
  const refused = await company.post(`${DB}/requests/${idOf(wrong)}/replay`)
  expect([refused.status, refused.json.errorCode]).toEqual([403, 'SandboxOnly'])
})

test('daybook logs prints requests, faults of one app, and the call of one', async () => {
  const how: Start = { environment: { DATABASE_URL: service.databaseUrl } }
  const by = await sandbox()
  const made = await by.post(CURRENCIES, { code: 'NOK', name: "Norway's" })
  const wrong = await by.post(CURRENCIES, { code: 'NOK', name: 'Norge' })
  await logged(idOf(wrong), by)
  const of = ['--agreement', String(by.agreement)]
  const all = await command(['logs', ...of], how)
  expect(all.stdout).toMatch(
    new RegExp(
      `^[\\d:.]+ ${by.agreement} app ${by.app} 201 POST ${CURRENCIES} [\\d.]+ ms ${idOf(made)}\n.* 400 .*${idOf(wrong)} CodeAlreadyInUse\n$`,
    ),
  )
  const faults = await command(['logs', '--faults', '--app', String(by.app), '--json'], how)
  expect(JSON.parse(faults.stdout)).toMatchObject({
    requestId: idOf(wrong),
    errorCodes: ['CodeAlreadyInUse'],
    status: 400,
  })
  const curl = await command(['logs', '--curl', idOf(made)], how)
  expect(curl.stdout).toContain(
    `curl -i -X POST 'http://127.0.0.1:8080${CURRENCIES}' \\\n  -H "X-AppSecretToken: $appSecretToken"`,
  )
  expect(curl.stdout).toContain(`--data-raw '{"code":"NOK","name":"Norway'\\''s"}'`)
  const none = await command(['logs', '--curl', 'x'], how)
  expect([none.code, none.stderr]).toEqual([1, 'daybook: There is no request x in the log.\n'])
  const following = start(['logs', '--follow', ...of], how)
  await eventually(() => following.said().includes(idOf(wrong)))
  const later = await by.get(`${CURRENCIES}/NOK`)
  await eventually(() => following.said().includes(idOf(later)))
  following.child.kill('SIGTERM')
  expect((await following.ended).code).toBe(143)
  expect(following.said().split(idOf(made))).toHaveLength(2)
})
