import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MODULES } from '../../src/access/roles.ts'
import { revokeGrant } from '../../src/access/issue.ts'
import { apis } from '../../src/resources/index.ts'
import { everyVersion, operationsOf } from '../../src/resource/versions.ts'
import { type Client, testNode } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { expectProblem } from './replies.ts'
import { untilPasses } from '../patience.ts'

const GROUPS = '/suppliersapi/v2.0.0/Groups'

let service: SharedService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await service.client()
})
afterAll(() => service.stop())

/** An operation of each kind and method, in each style. */
const routes = operationsOf(everyVersion(apis))
  .map(({ path, operation: { method, kind }, api: { style } }) => ({
    method,
    kind,
    style,
    path: path.replace(/\{\w+\}/g, '1'),
  }))
  .filter(
    (one, at, all) =>
      all.findIndex(({ method, kind, style }) => method === one.method && kind === one.kind && style === one.style) ===
      at,
  )

describe('credentials', () => {
  const refused = async (headers: Record<string, string>, property: string): Promise<void> => {
    const reply = await service.call('GET', GROUPS, { headers })
    await expectProblem(service, reply, { status: 401, code: 'Unauthorized', property })
  }

  test('that are missing or empty are 401, naming the header', async () => {
    const { 'x-appsecrettoken': secret, 'x-agreementgranttoken': token } = client.headers as Record<string, string>
    await refused({}, 'X-AppSecretToken')
    await refused({ 'x-agreementgranttoken': token! }, 'X-AppSecretToken')
    await refused({ 'x-appsecrettoken': secret! }, 'X-AgreementGrantToken')
    await refused({ 'x-appsecrettoken': '', 'x-agreementgranttoken': token! }, 'X-AppSecretToken')
    await refused({ 'x-appsecrettoken': secret!, 'x-agreementgranttoken': '' }, 'X-AgreementGrantToken')
  })

  test('that are wrong, swapped or of two apps are 401', async () => {
    const another = await service.client()
    const { 'x-appsecrettoken': secret, 'x-agreementgranttoken': token } = client.headers as Record<string, string>
    for (const [one, two, wrong] of [
      [secret, 'wrong', 'X-AgreementGrantToken'],
      [token, secret, 'X-AgreementGrantToken'],
      ['wrong', token, 'X-AppSecretToken'],
      [secret, another.headers['x-agreementgranttoken'], 'X-AppSecretToken'],
      [another.headers['x-appsecrettoken'], token, 'X-AppSecretToken'],
      [secret!.toLowerCase(), token, 'X-AppSecretToken'],
      [`${secret}x`, token, 'X-AppSecretToken'],
      ['x'.repeat(8_000), token, 'X-AppSecretToken'],
      ["' OR 1=1 --", token, 'X-AppSecretToken'],
    ] as [string, string, string][]) {
      await refused({ 'x-appsecrettoken': one, 'x-agreementgranttoken': two }, wrong)
    }
    expect((await client.get(GROUPS)).status).toBe(200)
  })

  test('of a revoked grant are 401 on every node', async () => {
    const node = await testNode(service.database)
    const victim = await service.client()
    const onNode = () => node.call('GET', GROUPS, { headers: victim.headers })
    expect([(await victim.get(GROUPS)).status, (await onNode()).status]).toEqual([200, 200])
    const [row] = await service.database.rows<{ number: number }>(
      'SELECT number FROM access_grant WHERE agreement = $1',
      [victim.agreement],
    )
    await revokeGrant(service.database, row!.number)
    await untilPasses(async () => {
      expect([(await victim.get(GROUPS)).status, (await onNode()).status]).toEqual([401, 401])
    })
    await refused(victim.headers, 'X-AgreementGrantToken')
    await node.app.close()
  })
})

test('roles may be several', async () => {
  const grant = await service.client({ roles: ['Sales', 'Bookkeeping'] })
  expect((await grant.get(GROUPS)).status).toBe(200)
})

describe('the demo agreement', () => {
  test('answers GET, and refuses every write before it looks at it', async () => {
    const demo = await service.client({ demo: true, modules: [...MODULES] })
    for (const { method, path, style } of routes) {
      const reply = await demo.call(method, path, method === 'GET' ? {} : { raw: '{broken' })
      if (method === 'GET') expect([401, 403, 500], path).not.toContain(reply.status)
      else await expectProblem(service, reply, { status: 403, code: 'DemoReadOnly', style })
    }
  })
})

test('tokens never reach the log, wherever they were sent', async () => {
  const tokens = Object.values(client.headers)
  await client.get(`${GROUPS}?filter=${tokens[0]}`)
  await client.get(`${GROUPS}?token=${tokens[1]}`)
  await client.post(GROUPS, { name: tokens[0], [tokens[1]!]: 1 })
  await client.post(GROUPS, undefined, { raw: tokens[0]!, headers: { 'idempotency-key': tokens[1]! } })
  await service.call('GET', GROUPS, {
    headers: { 'x-appsecrettoken': tokens[1]!, 'x-agreementgranttoken': tokens[0]! },
  })
  const done = await client.get(`${GROUPS}/999999998`)
  await expectProblem(service, done, { status: 404 })
  const log = JSON.stringify(service.log)
  for (const token of tokens) expect(log).not.toContain(token)
  expect(log).toContain(done.json.traceId)
})
