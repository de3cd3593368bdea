import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Grant } from '../../src/access/grant.ts'
import { openDatabase } from '../../src/database/connection.ts'
import type { Noted } from '../../src/workshop/requests/note.ts'
import { RequestLog, type RequestLogOptions } from '../../src/workshop/requests/request-log.ts'
import { type TestDatabase, testDatabase } from '../database/harness.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase()
})
afterAll(() => base.drop())

const silent = pino({ level: 'silent' })
let agreements = 500

async function newAgreement(): Promise<number> {
  agreements += 1
  await base.database.rows(`INSERT INTO agreement (agreement, name) VALUES ($1, 'Logged')`, [agreements])
  return agreements
}

function noted(agreement: number, more: { body?: string; id?: string } = {}): Noted {
  const { body = '', id = 'a'.repeat(32) } = more
  const requestLog = 'all'
  const grant: Grant = {
    agreement,
    requestLog,
    baseCurrency: 'DKK',
    app: 1,
    grantNumber: 1,
    roles: ['SuperUser'],
    modules: [],
    isDemo: false,
    isSandbox: true,
  }
  return {
    grant,
    requestId: id,
    trace: undefined,
    startedAt: Date.now(),
    milliseconds: 1.5,
    method: 'POST',
    url: '/daybookapi/v1.0.0/currencies',
    route: undefined,
    parameters: {},
    headers: {},
    status: 201,
    answerHeaders: {},
    answer: undefined,
    request: { bytes: body.length, kept: Buffer.from(body) },
    answered: { bytes: 0, kept: undefined },
    fileHash: undefined,
    replayOf: undefined,
  }
}

const logOf = (bytesMax: number, options: RequestLogOptions = {}): RequestLog =>
  new RequestLog(base.database, { bytesMax, hours: 72 }, silent, options)

interface Hour {
  requests: number
  bytes: number
  bodies: number
  lost: number
}

async function hourOf(agreement: number): Promise<Hour> {
  const [hour] = await base.database.rows<Hour & Record<string, unknown>>(
    `SELECT requests, bytes::int AS bytes, dropped_bodies AS bodies, dropped_requests AS lost FROM request_hour h WHERE h.agreement = $1`,
    [agreement],
  )
  return hour!
}

test('an agreement’s log keeps its bound: bodies are dropped first, then requests, and counted', async () => {
  const agreement = await newAgreement()
  const log = logOf(40_000)
  for (let count = 0; count < 60; count += 1) {
    if (log.hasRoom(agreement)) log.note(noted(agreement, { body: 'x'.repeat(1000) }))
    if (count % 7 === 0) await log.write()
  }
  await log.write()
  const { requests, bytes, bodies, lost } = await hourOf(agreement)
  expect(bytes).toBeLessThanOrEqual(20_000)
  expect(bytes).toBeGreaterThan(19_000)
  expect([requests + lost, bodies > 5, lost > 5]).toEqual([60, true, true])
  const kept = await base.database.rows<{ has: boolean; dropped: boolean; number: number }>(
    `SELECT r.request_body IS NOT NULL AS has, r.has_dropped_body AS dropped, r.number FROM request r WHERE r.agreement = $1 ORDER BY r.number`,
    [agreement],
  )
  expect(kept).toHaveLength(requests)
  expect(kept.filter(({ dropped }) => dropped)).toHaveLength(bodies)
  const firstWithout = kept.findIndex(({ has }) => !has)
  expect(kept.every(({ has, dropped }, at) => has === at < firstWithout && has === !dropped)).toBe(true)
  // The next hour has half of what this one has left.
  await base.database.rows(`UPDATE request_hour h SET hour = hour - interval '1 hour' WHERE h.agreement = $1`, [
    agreement,
  ])
  log.note(noted(agreement))
  await log.write()
  const numbers = await base.database.rows<{ number: number }>(
    'SELECT r.number FROM request r WHERE r.agreement = $1 ORDER BY r.number',
    [agreement],
  )
  expect(numbers).toHaveLength(requests + 1)
  expect(numbers.at(-1)!.number).toBeGreaterThan(kept.at(-1)!.number)
})

test('a process drops what is too much for its buffer, or too fast, and counts it with the next that is written', async () => {
  const agreement = await newAgreement()
  let now = 0
  const log = logOf(1_000_000, { bufferMax: 3, perSecond: 2, now: () => now })
  const send = (): boolean => {
    const hasRoom = log.hasRoom(agreement)
    if (hasRoom) log.note(noted(agreement))
    return hasRoom
  }
  expect([send(), send(), send(), send(), send()]).toEqual([true, true, true, false, false])
  await log.write()
  expect(await hourOf(agreement)).toMatchObject({ requests: 3, lost: 2 })
  expect(send()).toBe(false)
  now += 1000
  expect([send(), send(), send()]).toEqual([true, true, false])
  await log.write()
  expect(await hourOf(agreement)).toMatchObject({ requests: 5, lost: 4 })
  const small = logOf(1_000_000, { bufferBytes: 10_000 })
  small.note(noted(agreement, { body: 'x'.repeat(9000) }))
  expect(small.hasRoom(agreement)).toBe(false)
})

test('a log that cannot be written fails nobody, and what it lost is counted once it can', async () => {
  const agreement = await newAgreement()
  const log = logOf(1_000_000)
  await base.database.rows('ALTER FUNCTION log_requests(int, json, bigint, int) RENAME TO log_requests_gone')
  onTestFinished(async () => {
    await base.database
      .rows('ALTER FUNCTION IF EXISTS log_requests_gone(int, json, bigint, int) RENAME TO log_requests')
      .catch(() => {})
  })
  log.note(noted(agreement))
  log.note(noted(agreement))
  await log.write()
  await base.database.rows('ALTER FUNCTION log_requests_gone(int, json, bigint, int) RENAME TO log_requests')
  log.note(noted(agreement))
  await log.write()
  expect(await hourOf(agreement)).toMatchObject({ requests: 1, lost: 2 })
})

test('nothing is logged of an agreement that is gone', async () => {
  const log = logOf(1_000_000)
  log.note(noted(499_999))
  await log.write()
  expect(await base.database.rows('SELECT FROM request_log r WHERE r.agreement = 499999')).toEqual([])
})

test('the service empties the parts that are old, as a whole, and lists tell nothing older than three days', async () => {
  const agreement = await newAgreement()
  const service = openDatabase({ url: base.serviceUrl }, 1)
  onTestFinished(() => service.close())
  await base.database.rows(
    `INSERT INTO request_log (agreement, number, slot, request_id, started_at, milliseconds, method, path, status, app, grant_number)
     SELECT $1, 10 - d, (extract(epoch FROM now())::bigint / 86400 - d) % 5, 'r' || d, now() - make_interval(days => d), 1, 'GET', '/', 200, 1, 1
     FROM generate_series(0, 4) d`,
    [agreement],
  )
  const left = async (): Promise<string[]> => {
    const rows = await service.rows<{ id: string }>(
      'SELECT r.request_id AS id FROM request_log r WHERE r.agreement = $1 ORDER BY r.request_id',
      [agreement],
    )
    return rows.map(({ id }) => id)
  }
  const shown = await service.rows('SELECT r.request_id AS id FROM request r WHERE r.agreement = $1 ORDER BY 1', [
    agreement,
  ])
  expect(shown).toEqual([{ id: 'r0' }, { id: 'r1' }, { id: 'r2' }])
  expect(await service.rows('SELECT drop_old_requests(72) AS parts')).toEqual([{ parts: 1 }])
  expect(await left()).toEqual(['r0', 'r1', 'r2', 'r3'])
  await service.rows('SELECT drop_old_requests(24)')
  expect(await left()).toEqual(['r0', 'r1'])
  await new RequestLog(service, { bytesMax: 1, hours: 72 }, silent).dropOld()
  expect(await left()).toEqual(['r0', 'r1'])
})
