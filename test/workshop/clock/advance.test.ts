import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADVANCE_DOCUMENTS_MAX } from '../../../src/limits.ts'
import { advanced, beginAdvance, finishAdvance } from '../../../src/workshop/clock/advance.ts'
import { finishCutOff } from '../../../src/workshop/clock/cut-off.ts'
import type { Happened } from '../../../src/workshop/clock/happened.ts'
import { COMPANY, COMPANY_DAY } from '../../database/harness.ts'
import { companyService, type Client, type TestService } from '../../service/harness.ts'
import { microsecondsOf } from '../../instants.ts'
import { Stage } from '../../webhooks/stage.ts'
import { SCHEDULE } from '../../../src/webhooks/schedule.ts'
import { codeOf } from '../../resources/bookkeeping.ts'
import { CLOCK, DB, done, sandboxAt, turn } from './clock-world.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await companyService()
  client = await sandboxAt(service, `${COMPANY_DAY}T10:00:00Z`)
})
afterAll(() => service.stop())
beforeEach(() => scheduled(false))

async function scheduled(isActive: boolean, since = COMPANY_DAY): Promise<void> {
  const set = 'UPDATE subscription_schedule SET is_active = $2, last_run_date = $3 WHERE agreement = $1'
  await service.database.rows(set, [COMPANY, isActive, since])
}

const advance = (body: object, key?: string) =>
  client.post(`${CLOCK}/advance`, body, key === undefined ? {} : { headers: { 'idempotency-key': key } })
const runs = (happened: Happened[]): string[] =>
  happened.map(({ at, kind, documents }) => `${at.slice(0, 10)} ${kind} ${documents! > 0}`)

test('by days, months and to a moment; of two at once one goes; a repeat is the same', async () => {
  await turn(service, '2029-01-31T10:00:00Z')
  expect(await done(advance({ months: 1 }))).toMatchObject({
    now: '2029-02-28T10:00:00.000Z',
    frozen: true,
    happened: [],
  })
  expect((await done(advance({ days: 1 }))).today).toBe('2029-03-01')
  expect((await done(advance({ to: '2029-03-01T12:00:00Z' }))).now).toBe('2029-03-01T12:00:00.000Z')
  const own = service.own.at(COMPANY)
  const number = await beginAdvance(own, COMPANY, { days: 10 })
  expect(codeOf(await advance({ months: 1 }))).toEqual([409, 'ClockIsAdvancing', 'months'])
  expect(codeOf(await client.put(CLOCK, { frozen: true }))).toEqual([409, 'ClockIsAdvancing', 'now'])
  await finishAdvance(own, COMPANY)
  expect(await advanced(own, COMPANY, number)).toEqual({ happened: [], isShort: false })
  const many = await Promise.all([1, 2, 3, 4].map(() => advance({ days: 1 })))
  const went = many.filter(({ status }) => status === 200).length
  expect(many.filter(({ status }) => status !== 200).map(codeOf)).toEqual(
    Array(4 - went).fill([409, 'ClockIsAdvancing', 'days']),
  )
  expect((await done(client.get(CLOCK))).today).toBe(`2029-03-${11 + went}`)
  await turn(service, '2029-04-10T12:00:00Z')
  await Promise.all([1, 2, 3].map(() => done(advance({ days: 1 }, 'once'))))
  await done(advance({ days: 1 }, 'once'))
  expect((await done(client.get(CLOCK))).today).toBe('2029-04-11')
  expect(codeOf(await advance({ days: 2 }, 'once'))[1]).toBe('IdempotencyKeyReused')
  expect(codeOf(await advance({}))).toEqual([400, 'ValueRequired', 'days'])
  expect(codeOf(await advance({ days: 1, months: 1 }))).toEqual([400, 'ValueNotAllowed', 'months'])
  expect(codeOf(await advance({ to: '2029-04-01T12:00:00Z' }))).toEqual([400, 'ClockCannotGoBack', 'to'])
  expect(codeOf(await advance({ days: 0 }))[0]).toBe(400)
  const company = await service.client()
  expect(codeOf(await company.post(`${CLOCK}/advance`, { days: 1 }))).toEqual([403, 'SandboxOnly', 'agreement'])
})

/** On that day so many customers may be reminded who may not be on any day before. */
async function remindable({ at, count }: { at: string; count?: number }): Promise<void> {
  const asked = async (day: string): Promise<Set<number>> => {
    const { json } = await client.post(`${DB}/reminders`, { date: day, preview: true })
    return new Set(json.reminders.map(({ customerNumber }: { customerNumber: number }) => customerNumber))
  }
  const [day, before] = [at.slice(0, 10), new Date(Date.parse(at) - 86_400_000).toISOString().slice(0, 10)]
  const [then, earlier] = [await asked(day), await asked(before)]
  expect([...then].filter((one) => !earlier.has(one))).toHaveLength(count!)
  expect([...earlier]).toEqual([...(await asked(COMPANY_DAY))])
}

test('the clock tells what comes next of each kind: where an advance goes to, it happens', async () => {
  await turn(service, `${COMPANY_DAY}T10:00:00Z`)
  const next = async () =>
    new Map<string, { at: string; count?: number }>(
      (await done(client.get(CLOCK))).next.map((one: { kind: string }) => [one.kind, one]),
    )
  await turn(service, '2026-11-01T10:00:00Z')
  const [ahead] = await service.database.rows(
    `SELECT to_char(date, 'YYYY-MM-DD"T"00:00:00.000"Z"') AS at, count(*)::int AS count FROM booked_entry
     WHERE agreement = $1 AND date > '2026-11-01' GROUP BY date ORDER BY date LIMIT 1`,
    [COMPANY],
  )
  expect((await next()).get('bookedAhead')).toMatchObject(ahead!)
  await turn(service, `${COMPANY_DAY}T10:00:00Z`)
  const quiet = await next()
  expect([...quiet.keys()].toSorted()).toEqual(
    ['billDue', 'invoiceDue', 'reminderDue', 'subscriptionDue', 'vatDeadline', 'vatPeriodEnd'].toSorted(),
  )
  expect(quiet.get('vatPeriodEnd')).toMatchObject({ at: '2026-12-31T00:00:00.000Z', period: '2026-Q4' })
  expect(quiet.get('vatDeadline')).toEqual({ at: '2027-03-01T00:00:00.000Z', kind: 'vatDeadline', period: '2026-Q4' })
  const entries = `SELECT to_char(e.due_date, 'YYYY-MM-DD"T"00:00:00.000"Z"') AS at, count(*)::int AS count,
      abs(sum(o.remainder))::float8 AS amount FROM open_item o JOIN booked_entry e USING (agreement, entry_number)
    WHERE o.agreement = $1 AND sign(o.remainder) = $2 AND num_nonnulls(o.customer_number) = ($2 = 1)::int
      AND e.due_date > '${COMPANY_DAY}' GROUP BY e.due_date ORDER BY e.due_date LIMIT 1`
  for (const [kind, type] of [
    ['invoiceDue', 1],
    ['billDue', -1],
  ] as const)
    expect([quiet.get(kind)]).toMatchObject(await service.database.rows(entries, [COMPANY, type]))
  await remindable(quiet.get('reminderDue')!)
  await scheduled(true)
  const planned = await next()
  const { at, count } = planned.get('subscriptionRun')!
  expect(planned.has('subscriptionDue')).toBe(false)
  const number = await beginAdvance(service.own.at(COMPANY), COMPANY, { to: at })
  expect((await done(client.get(CLOCK))).advancingTo).toBe(at)
  await finishAdvance(service.own.at(COMPANY), COMPANY)
  const { happened } = await advanced(service.own, COMPANY, number)
  expect(happened).toMatchObject([{ at, kind: 'subscriptionRun' }])
  expect(happened[0]!.documents! + happened[0]!.skipped!).toBe(count)
  expect(microsecondsOf((await next()).get('subscriptionRun')!.at)).toBeGreaterThan(microsecondsOf(at))
})

const began = '2026-12-25'
/** What runs have made since then: the same, however the days went by. */
const drafts = () =>
  service.database.rows(
    `SELECT d.date::text, d.number, d.customer_number, (SELECT json_agg(l.description ORDER BY l.number) FROM draft_invoice_line l
       WHERE l.agreement = d.agreement AND l.document_id = d.number) AS lines
     FROM draft_invoice d WHERE d.agreement = $1 AND d.date >= $2 ORDER BY d.number`,
    [COMPANY, began],
  )

test('a jump makes what a run on each of its days makes; what is cut off anywhere is gone on with, nothing twice', async () => {
  await turn(service, `${began}T10:00:00Z`)
  await scheduled(true)
  const { number: kept } = await done(client.post(`${DB}/snapshots`, { name: 'Before' }))
  const told = await done(advance({ to: '2027-01-02T10:00:00Z' }))
  const happened = runs(told.happened)
  expect(happened.at(-1)).toBe('2027-01-02 subscriptionRun false')
  expect(happened.slice(0, -1)).toEqual(happened.slice(0, -1).filter((line) => line.endsWith('true')))
  const jumped = await drafts()
  expect(new Set(jumped.map(({ date }) => `${String(date)} subscriptionRun true`))).toEqual(
    new Set(happened.slice(0, -1)),
  )

  await restore(kept)
  const days = (Date.parse('2027-01-02') - Date.parse(began)) / 86_400_000
  for (let day = 1; day <= days; day++) await done(advance({ days: 1 }))
  expect(await drafts()).toEqual(jumped)

  await restore(kept)
  const own = service.own.at(COMPANY)
  const number = await beginAdvance(own, COMPANY, { to: '2027-01-02T10:00:00Z' })
  // As if each process was killed before another of its statements or transactions.
  for (let last = 1; last <= 12; last++) {
    let left = last
    await finishAdvance(
      dyingAfter(() => left-- <= 0),
      COMPANY,
    ).catch(() => {})
  }
  const longAgo = `UPDATE sandbox_advance SET begun_at = now() - interval '1 hour' WHERE agreement = $1`
  await service.database.rows(longAgo, [COMPANY])
  await Promise.all([finishCutOff(service.own), finishAdvance(own, COMPANY)])
  expect(runs((await advanced(own, COMPANY, number)).happened)).toEqual(happened)
  expect(await drafts()).toEqual(jumped)
})

const restore = async (kept: number, of = client): Promise<void> => {
  await done(of.post(`${DB}/snapshots/${kept}/restore`, undefined))
}

/** A sandbox with nothing in it: its snapshots cost little. */
async function emptySandbox(moment: string): Promise<Client> {
  const { agreement } = await service.client()
  return await sandboxAt(service, moment, agreement)
}

test('an advance stops short where it has done enough, and ends where a snapshot is brought back', async () => {
  const small = await emptySandbox('2028-01-01T10:00:00Z')
  const { agreement } = small
  const { number: kept } = await done(small.post(`${DB}/snapshots`, { name: 'Kept' }))
  const own = service.own.at(agreement)
  const number = await beginAdvance(own, agreement, { months: 1 })
  const much = JSON.stringify([
    { at: '2028-01-01T10:00:00.000Z', kind: 'subscriptionRun', documents: ADVANCE_DOCUMENTS_MAX },
  ])
  await service.database.rows('UPDATE sandbox_advance SET happened = $2 WHERE agreement = $1', [agreement, much])
  await finishAdvance(own, agreement)
  expect((await advanced(own, agreement, number)).isShort).toBe(true)
  expect((await done(small.get(CLOCK))).today).toBe('2028-01-01')
  const cut = await beginAdvance(own, agreement, { months: 1 })
  await restore(kept, small)
  await finishAdvance(own, agreement)
  await expect(advanced(own, agreement, cut)).rejects.toMatchObject({ code: 'SandboxRestored' })
  expect((await done(small.get(CLOCK))).today).toBe('2028-01-01')
})

test('a snapshot that turns the clock back forgets keys of what is to come; deliveries and failing webhooks wait as long as they had to', async () => {
  const small = await emptySandbox('2028-05-01T10:00:00Z')
  const { agreement } = small
  const { number: kept } = await done(small.post(`${DB}/snapshots`, { name: 'Back' }))
  const keyed = (number: number, key: string) =>
    small.post(`${DB}/units1`, { number, name: key }, { headers: { 'idempotency-key': key } })
  await done(keyed(81, 'before'))
  await turn(service, '2028-05-03T10:00:00Z', agreement)
  await done(keyed(82, 'after'))
  const hook = `INSERT INTO webhook (agreement, event_type, app, name, url, content_type, failing_since)
    SELECT $1, 'UNIT_UPDATED', g.app, 'Test', 'https://example.com/', 'text/plain', '2028-05-02T10:00:00Z' FROM access_grant g WHERE g.agreement = $1 LIMIT 1`
  await service.database.rows(hook, [agreement])
  const waiting = `INSERT INTO webhook_delivery (agreement, number, event_type, app, fields, state, due_at)
    SELECT $1, 1, w.event_type, w.app, '{}', 'pending', '2028-05-03T15:00:00Z' FROM webhook w WHERE w.agreement = $1`
  await service.database.rows(waiting, [agreement])
  const restoring = { headers: { 'idempotency-key': 'the restore' } }
  const send = () => small.post(`${DB}/snapshots/${kept}/restore`, undefined, restoring)
  expect((await send()).status).toBe(204)
  expect((await send()).headers.get('x-resultfromcache')).toBe('true')
  expect((await keyed(81, 'before')).headers.get('x-resultfromcache')).toBe('true')
  expect((await keyed(82, 'after')).headers.get('x-resultfromcache')).toBeNull()
  const told = `SELECT to_char(d.due_at AT TIME ZONE 'UTC', 'DD HH24:MI') AS due, to_char(w.failing_since AT TIME ZONE 'UTC', 'DD HH24:MI') AS failing
    FROM webhook w JOIN webhook_delivery d ON d.agreement = w.agreement AND d.event_type = w.event_type WHERE w.agreement = $1`
  expect(await service.database.rows(told, [agreement])).toEqual([{ due: '01 15:00', failing: '30 10:00' }])
})

test('what is kept for a time goes when the clock has passed it', async () => {
  await turn(service, '2028-02-01T10:00:00Z')
  await done(advance({ days: 1 }))
  const headers = { 'idempotency-key': 'of an hour' }
  await done(client.post(`${DB}/units1`, { number: 79, name: 'Palle' }, { headers }))
  const { happened } = await done(advance({ days: 1 }))
  expect(happened).toEqual([{ at: '2028-02-03T10:00:00.000Z', kind: 'keysForgotten', count: 1 }])
})

/** The pool of a process that is killed before a statement or transaction. */
function dyingAfter(isOver: () => boolean): Parameters<typeof finishAdvance>[0] {
  const own = service.own.at(COMPANY)
  const orDie = <T>(work: () => Promise<T>): Promise<T> => (isOver() ? Promise.reject(new Error('killed')) : work())
  return {
    ...own,
    rows: (...asked) => orDie(() => own.rows(...asked)),
    transaction: (work) => orDie(() => own.transaction(work)),
  }
}

test('webhooks are tried again on the way, each attempt at its time', async () => {
  const stage = await Stage.open()
  try {
    const { database, own } = stage.base
    const hook = await stage.hook('/clock')
    await database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [hook.agreement])
    const began = '2027-05-01T10:00:00Z'
    await turn({ database }, began, hook.agreement)
    stage.receiver.respond = () => 500
    stage.node({ schedule: SCHEDULE, failingSeconds: 120 * 3600 })
    await stage.emit(hook, [1])
    const number = await beginAdvance(own.at(hook.agreement), hook.agreement, { days: 5 }, undefined)
    await finishAdvance(own.at(hook.agreement), hook.agreement)
    const { happened } = await advanced(own, hook.agreement, number)
    expect(happened.map(({ attempt, statusCode, state }) => `${attempt} ${statusCode} ${state}`)).toEqual(
      SCHEDULE.map((_, at) => `${at + 2} 500 ${at + 1 < SCHEDULE.length ? 'pending' : 'failed'}`),
    )
    let after = Date.parse(began)
    for (const [at, wait] of SCHEDULE.entries()) {
      const made = Date.parse(happened[at]!.at)
      expect(Math.abs(made - after - wait * 1000)).toBeLessThanOrEqual(wait * 100 + 1000)
      after = made
    }
    expect((await stage.deliveries(hook))[0]!.attempts).toHaveLength(SCHEDULE.length + 1)
  } finally {
    await stage.close()
  }
})
