import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteAddress } from '../../src/cli/addresses.ts'
import { UsageError } from '../../src/cli/command.ts'
import { trafficCommand } from '../../src/cli/traffic.ts'
import { readConfig } from '../../src/config.ts'
import { generateTraffic, type TrafficWish } from '../../src/workshop/traffic/generate.ts'
import { COMPANY } from '../database/harness.ts'
import { eventually } from '../patience.ts'
import { command, start } from '../process/program.ts'
import { companyService, type TestService } from '../service/harness.ts'

let service: TestService
let environment: Record<string, string>

beforeAll(async () => {
  service = await companyService()
  await service.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [COMPANY])
  await noteAddress(service.database, service.baseUrl)
  environment = { DATABASE_URL: service.databaseUrl }
})
afterAll(() => service.stop())

/** So many that nothing is waited for. */
const AT_ONCE = 60_000_000

/** The calls of a seed, as long as each is answered so. */
async function callsOf(seed: number, many: number, status = 200): Promise<string[]> {
  const [calls, ending] = [[] as string[], new AbortController()]
  await generateTraffic({
    seconds: 3600,
    callsPerMinute: AT_ONCE,
    seed,
    today: () => '2026-11-26',
    ending: ending.signal,
    send: (method, path, { body }) => {
      calls.push(`${method} ${path} ${JSON.stringify(body)}`)
      if (calls.length >= many) ending.abort()
      return Promise.resolve({ status, body: { number: calls.length }, retryAfter: 0 })
    },
  })
  return calls
}

test('a seed makes the same calls each time, and another seed others', async () => {
  const [first, again, other] = [await callsOf(7, 50), await callsOf(7, 50), await callsOf(8, 50)]
  expect(first).toHaveLength(50)
  expect(again).toEqual(first)
  expect(other).not.toEqual(first)
})

test('a service that asks to wait is called again, and one that is away is left after a while', async () => {
  const [first, again] = await callsOf(7, 2, 429)
  expect(again).toBe(first)
  const wish = { seconds: 3600, callsPerMinute: AT_ONCE, seed: 1, today: () => '2026-11-26' }
  const away: TrafficWish = { ...wish, ending: new AbortController().signal, send: () => Promise.resolve(undefined) }
  expect(await generateTraffic(away)).toEqual({ calls: 20, unanswered: 20, statuses: {} })
})

test('a sandbox is read and written as programs do, mistakes and repeats among it, and nothing fails by us', async () => {
  const client = await service.client({ agreement: COMPANY })
  const ending = new AbortController()
  const met = new Set<string>()
  let asked = 0
  const { calls, statuses } = await generateTraffic({
    seconds: 3600,
    callsPerMinute: AT_ONCE,
    seed: 3,
    today: () => new Date().toISOString().slice(0, 10),
    ending: ending.signal,
    async send(method, path, { body, key }) {
      const headers = key === undefined ? {} : { 'idempotency-key': key }
      const { status, json, headers: told } = await client.call(method, path, { ...(body && { body }), headers })
      met.add(`${method} ${status}`)
      if (told.get('x-resultfromcache')) met.add('replay')
      expect(status, `${method} ${path} ${JSON.stringify(json)}`).toBeLessThan(500)
      const wanted = ['GET 200', 'GET 400', 'GET 404', 'POST 201', 'POST 400', 'PUT 204', 'PUT 409', 'replay']
      if (wanted.every((one) => met.has(one))) ending.abort()
      else if ((asked += 1) > 400) throw new Error(`never met all: ${[...met].join(', ')}`)
      return { status, body: json, retryAfter: 0 }
    },
  })
  expect(calls).toBe(Object.values(statuses).reduce((sum, count) => sum + count, 0))
})

test('the command goes on until it is stopped, tells what it called, and leaves no way in', async () => {
  const program = start(['traffic', '--for', '1h', '--agreement', String(COMPANY), '--rate', '1200'], { environment })
  await eventually(async () => {
    const rows = await service.database.rows(
      'SELECT 1 FROM coverage_count c JOIN app USING (app) WHERE app.name = $1',
      ['Traffic'],
    )
    return rows.length > 0
  })
  program.child.kill('SIGTERM')
  const { code, stdout } = await program.ended
  expect([code, stdout]).toEqual([
    143,
    expect.stringMatching(/^Calling sandbox \d+ at http.*, 1200 calls a minute\. Ctrl-C ends it\.\n\d+ calls: 2/),
  ])
  const open = await service.database.rows(
    'SELECT 1 FROM access_grant g JOIN app USING (app) WHERE app.name = $1 AND g.revoked_at IS NULL',
    ['Traffic'],
  )
  expect(open).toEqual([])
})

test('what is asked wrongly is refused, and so is an agreement that is no sandbox', async () => {
  const company = await service.client()
  const config = readConfig({ DATABASE_URL: service.databaseUrl })
  const run = (options: Record<string, string>): Promise<unknown> =>
    trafficCommand.run({ options, arguments: [], isJson: true, config })
  await expect(run({ for: '1d' })).rejects.toThrow(UsageError)
  await expect(run({ for: '1h', rate: '0' })).rejects.toThrow(UsageError)
  await expect(run({ for: '1h', url: service.baseUrl })).rejects.toThrow('in the environment')
  await expect(run({ for: '1h', url: service.baseUrl, agreement: '1' })).rejects.toThrow(UsageError)
  await expect(run({ for: '1h', agreement: String(company.agreement) })).rejects.toThrow('is no sandbox')
  const { 'x-appsecrettoken': appSecretToken, 'x-agreementgranttoken': agreementGrantToken } = company.headers
  const elsewhere = await command(['traffic', '--for', '1s', '--url', service.baseUrl], {
    environment: { appSecretToken: appSecretToken!, agreementGrantToken: agreementGrantToken! },
  })
  expect([elsewhere.code, elsewhere.stderr]).toEqual([1, expect.stringContaining('lead to no sandbox')])
})
