import { afterAll, beforeAll, expect, test } from 'vitest'
import { IDEMPOTENCY_SECONDS } from '../../../src/limits.ts'
import { forgetOldAnswers } from '../../../src/request/protocol/idempotency.ts'
import { runSchedules } from '../../../src/sales/subscriptions/schedule.ts'
import { Outbox } from '../../../src/webhooks/outbox.ts'
import { SCHEDULE } from '../../../src/webhooks/schedule.ts'
import { COMPANY, COMPANY_DAY } from '../../database/harness.ts'
import { eventually } from '../../patience.ts'
import { testVault } from '../../service/secret-key.ts'
import { companyService, type Client, type Reply, type TestService } from '../../service/harness.ts'
import { Stage } from '../../webhooks/stage.ts'
import { DB, sandboxAt, turn } from './clock-world.ts'

let service: TestService
let stage: Stage
let client: Client

beforeAll(async () => {
  ;[service, stage] = [await companyService(), await Stage.open()]
  client = await sandboxAt(service, '2020-01-01T10:00:00Z')
})
afterAll(() => Promise.all([service.stop(), stage.close()]))

const later = (moment: string, seconds: number): string => new Date(Date.parse(moment) + seconds * 1000).toISOString()

test('the hour of an Idempotency-Key is one of the clock, whatever time has really passed', async () => {
  const began = '2020-01-01T10:00:00Z'
  await turn(service, began)
  const send = (): Promise<Reply> =>
    client.post(`${DB}/units1`, { number: 77, name: 'Kasse' }, { headers: { 'idempotency-key': 'a box' } })
  const kept = async () =>
    (await service.database.rows(`SELECT FROM idempotency_key k WHERE k.agreement = $1 AND k.key = 'a box'`, [COMPANY]))
      .length
  const first = await send()
  await forgetOldAnswers(service.own)
  await turn(service, later(began, IDEMPOTENCY_SECONDS - 60))
  const again = await send()
  expect([again.text, again.headers.get('x-resultfromcache'), await kept()]).toEqual([first.text, 'true', 1])
  await turn(service, later(began, IDEMPOTENCY_SECONDS + 60))
  expect((await send()).headers.get('x-resultfromcache')).toBeNull()
  await turn(service, later(began, 3 * IDEMPOTENCY_SECONDS))
  await forgetOldAnswers(service.own)
  expect(await kept()).toBe(0)
})

test('subscriptions run on the day of the clock, once, and those of others on the real one', async () => {
  await service.database.rows(
    'UPDATE subscription_schedule SET is_active = true, last_run_date = $2 WHERE agreement = $1',
    [COMPANY, COMPANY_DAY],
  )
  const ran = async (): Promise<string[]> => {
    const told: string[] = []
    const lease = { release: () => Promise.resolve() }
    const tell = ({ date, documents }: { date: string; documents: number }) => told.push(`${date} ${documents > 0}`)
    await runSchedules(service.own, '2031-01-01', () => Promise.resolve(lease), tell)
    return told
  }
  await turn(service, `${COMPANY_DAY}T23:59:59Z`)
  expect(await ran()).toEqual([])
  await turn(service, '2026-12-01T00:00:00Z')
  expect(await ran()).toEqual(['2026-12-01 true'])
  expect(await ran()).toEqual([])
  const dated = `SELECT count(*)::int AS n FROM draft_invoice d WHERE d.agreement = $1 AND d.date = '2026-12-01'`
  const [made] = await service.database.rows<{ n: number }>(dated, [COMPANY])
  expect(made!.n).toBeGreaterThan(0)
})

test('webhooks are tried again, disabled and forgotten by the clock; what is sent has the real time', async () => {
  const began = '2020-01-01T10:00:00Z'
  const { database, own } = stage.base
  const hook = await stage.hook('/clock')
  await database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [hook.agreement])
  const at = (seconds: number) => turn({ database }, later(began, seconds), hook.agreement)
  await at(0)
  stage.receiver.respond = () => 500
  stage.node({ schedule: SCHEDULE, failingSeconds: 120 * 3600 })
  await stage.emit(hook, [1])
  const attempts = async () => (await stage.deliveries(hook))[0]!.attempts
  const settled = async (made: number) =>
    await eventually(async () => {
      const [due] = await database.rows<{ is: boolean }>(
        `SELECT d.due_at = 'infinity' AND NOT EXISTS (SELECT FROM lease l WHERE l.agreement = $1 AND l.until > now()) AS is
         FROM webhook_due d WHERE d.agreement = $1`,
        [hook.agreement],
      )
      return due!.is && (await attempts()).length === made
    })
  await settled(1)
  await at(SCHEDULE[0]! * 0.8)
  await settled(1)
  let passed = SCHEDULE[0]! * 1.2
  await at(passed)
  await settled(2)
  await at(passed + SCHEDULE[1]! * 0.8)
  await settled(2)
  passed += SCHEDULE[1]! * 1.2
  await at(passed)
  await settled(3)
  expect((await stage.webhook(hook)).isDisabled).toBe(false)
  await at(121 * 3600)
  await stage.untilDisabled(hook)
  for (const { startedAt } of await attempts())
    expect(Math.abs(Date.parse(startedAt) - Date.now())).toBeLessThan(600_000)
  const stamps = stage.receiver.requests.map(({ headers }) => Number(headers['webhook-timestamp']) * 1000)
  expect(stamps.filter((stamp) => Math.abs(stamp - Date.now()) < 600_000)).toHaveLength(4)
  stage.receiver.respond = () => 204
  await stage.change(hook, 'is_disabled = false')
  await stage.untilDone(hook)
  const outbox = new Outbox(own, testVault, () => 0)
  await at(29 * 24 * 3600)
  expect([await outbox.forget(), (await stage.deliveries(hook)).length]).toEqual([0, 1])
  await at(31 * 24 * 3600)
  expect([await outbox.forget(), (await stage.deliveries(hook)).length]).toEqual([1, 0])
  await stage.emit(hook, [2])
  await stage.untilDone(hook)
})
