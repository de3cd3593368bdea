import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxClock } from '../../../src/cli/clock.ts'
import { noteAddress } from '../../../src/cli/addresses.ts'
import { StartError, UsageError } from '../../../src/cli/command.ts'
import { readConfig } from '../../../src/config.ts'
import { testService, type TestService } from '../../service/harness.ts'
import { CLOCK, done, sandboxAt } from './clock-world.ts'

let service: TestService

beforeAll(async () => {
  service = await testService()
})
afterAll(() => service.stop())

async function run(options: Record<string, string>): Promise<{ json: Record<string, unknown>; text: string }> {
  const config = readConfig({ DATABASE_URL: service.databaseUrl })
  const output = await sandboxClock.run({ options, arguments: [], isJson: true, config })
  return { json: output!.json, text: output!.text! }
}

async function sandbox(moment: string) {
  const { agreement } = await service.client()
  const client = await sandboxAt(service, moment, agreement)
  const clock = (options: Record<string, string> = {}) => run({ agreement: String(agreement), ...options })
  return { agreement, client, clock }
}

test('the clock is read, set, stopped and let run by command, as by the API', async () => {
  const { client, clock } = await sandbox('2028-01-31T10:00:00Z')
  const read = await clock()
  expect(read.json).toEqual(await done(client.get(CLOCK)))
  expect(read.text).toMatch(/shows 2028-01-31T10:00:00.000Z and stands still; today is 2028-01-31/)
  expect(read.text).toMatch(/^2028-03-01T00:00:00.000Z +vatDeadline +2027-Q4$/m)
  expect((await clock({ now: '2028-02-28' })).json).toMatchObject({ now: '2028-02-28T00:00:00.000Z', frozen: true })
  const running = await clock({ frozen: 'no' })
  expect([running.json.frozen, running.text]).toEqual([false, expect.stringContaining('and goes on')])
  const stopped = await clock({ frozen: 'yes' })
  expect(stopped.json).toEqual(await done(client.get(CLOCK)))
  await expect(clock({ now: '2028-02-01' })).rejects.toThrow(/^The clock shows 2028-02-28T.* already\. .*snapshot/)
})

test('it goes on by days, months and to a moment, and tells what was done', async () => {
  const { client, clock } = await sandbox('2028-01-31T10:00:00Z')
  await noteAddress(service.database, service.baseUrl)
  const month = await clock({ months: '1' })
  expect(month.json).toMatchObject({ now: '2028-02-29T10:00:00.000Z', happened: [] })
  expect(month.text).toContain('Nothing fell due on the way.')
  const headers = { 'idempotency-key': 'of an hour' }
  await done(client.post('/daybookapi/v1.0.0/units1', { number: 79, name: 'Pallet' }, { headers }))
  const day = await clock({ days: '1' })
  expect(day.json.happened).toEqual([{ at: '2028-03-01T10:00:00.000Z', kind: 'keysForgotten', count: 1 }])
  expect(day.text).toMatch(/^2028-03-01T10:00:00.000Z +keysForgotten +count 1$/m)
  expect((await clock({ to: '2028-03-02T09:00:00Z' })).json.today).toBe('2028-03-02')
  expect((await done(client.get(CLOCK))).now).toBe('2028-03-02T09:00:00.000Z')
})

test('where no service runs, nothing waits for receivers: an attempt is late, and no harm is done', async () => {
  const { agreement, clock } = await sandbox('2028-05-01T10:00:00Z')
  const { database } = service
  await database.rows('DELETE FROM service_address')
  await database.rows(
    `INSERT INTO webhook (agreement, event_type, app, name, url, content_type)
     SELECT $1, 'UNIT_UPDATED', g.app, 'Test', 'https://example.com/', 'text/plain' FROM access_grant g WHERE g.agreement = $1 LIMIT 1`,
    [agreement],
  )
  await database.rows(
    `INSERT INTO webhook_delivery (agreement, number, event_type, app, fields, state, due_at)
     SELECT $1, 1, w.event_type, w.app, '{}', 'pending', '2028-05-01T15:00:00Z' FROM webhook w WHERE w.agreement = $1`,
    [agreement],
  )
  expect((await clock({ days: '1' })).json).toMatchObject({ now: '2028-05-02T10:00:00.000Z', happened: [] })
})

test('what is asked wrongly is refused, and so is an agreement that is no sandbox', async () => {
  const { agreement } = await service.client()
  for (const [options, told] of [
    [{ frozen: 'maybe' }, '--frozen'],
    [{ now: '2028-02-31' }, '--now'],
    [{ to: 'tomorrow' }, '--to'],
    [{ days: '0' }, 'from 1 to 3660'],
    [{ months: '121' }, 'from 1 to 120'],
    [{ days: '1', months: '1' }, 'Give one of'],
    [{ days: '1', frozen: 'yes' }, 'or let it go on'],
  ] as const) {
    const asked = run({ agreement: String(agreement), ...options })
    await expect(asked).rejects.toThrow(UsageError)
    await expect(asked).rejects.toThrow(told)
  }
  await expect(run({ agreement: String(agreement) })).rejects.toThrow(StartError)
  await expect(run({ agreement: String(agreement) })).rejects.toThrow('is no sandbox')
  await expect(run({ agreement: '999999999' })).rejects.toThrow('There is no agreement')
})
