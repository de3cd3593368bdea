import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pino } from 'pino'
import { startSchedules } from '../../src/cli/schedules.ts'
import type { Database, Executor, Statement } from '../../src/database/connection.ts'
import { runOn } from '../../src/sales/subscriptions/options.ts'
import { runSubscriptions, runSubscriptionsByParts } from '../../src/sales/subscriptions/run.ts'
import { runSchedules } from '../../src/sales/subscriptions/schedule.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { change } from '../resources/sales.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { DRAFTS } from './selling.ts'
import { SCHEDULE, subscribed } from './subscription-world.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

describe('runs beside each other', () => {
  test('invoice once, whoever is first', async () => {
    const own = await subscribed(service)
    const of = await own.subscription()
    for (let at = 0; at < 5; at++) await own.subscriber(of)
    const replies = await Promise.all([1, 2, 3, 4].map(() => own.run('2026-03-31')))
    const documents = replies.flatMap(({ json }) => json.documents as { subscriberNumbers: number[] }[])
    const invoiced = documents.flatMap(({ subscriberNumbers }) => subscriberNumbers)
    expect([invoiced.length, new Set(invoiced).size]).toEqual([15, 15])
    expect(await own.periods(of)).toHaveLength(20)
  })

  test('keep the period that they invoice while the draft of the one before is deleted', async () => {
    const own = await subscribed(service)
    const of = await own.subscription()
    await own.subscriber(of)
    const [first] = (await own.run('2026-01-31')).json.documents as { documentNumber: number }[]
    const { removed } = await service.database.at(own.client.agreement).transaction(async (transaction) => {
      await runSubscriptions(transaction, own.client.agreement, runOn('2026-02-01'))
      const removed = own.client.delete(`${DRAFTS}/${first!.documentNumber}`)
      await untilBlocked(service.database, 1)
      return { removed }
    })
    expect((await removed).status).toBe(204)
    expect((await own.periods(of)).map(({ period, draft }) => [period, draft !== null])).toEqual([
      ['2026-01-01..2026-01-31', false],
      ['2026-02-01..2026-02-28', true],
      ['2026-03-01..2026-03-31', false],
    ])
    expect((await own.run('2026-02-28')).json.documents).toHaveLength(1)
  })

  test('by parts do what one does', async () => {
    const own = await subscribed(service)
    const of = await own.subscription()
    for (let at = 0; at < 3; at++) await own.subscriber(of)
    const told: string[] = []
    const done = await runSubscriptionsByParts(
      service.database,
      own.client.agreement,
      runOn('2026-02-01'),
      ({ done, total }) => told.push(`${done}/${total}`),
    )
    expect([done.documents.length, done.skipped, told]).toEqual([6, [], ['0/3', '3/3']])
  })
})

describe('a run in one transaction', () => {
  const options = runOn('2026-12-31')
  const many = async (subscribers: number) => {
    const own = await subscribed(service)
    const of = await own.subscription({ interval: 1 })
    for (let at = 0; at < subscribers; at++) await own.subscriber(of, { endDate: '2026-01-07' })
    return own.client.agreement
  }

  test('has its tables analyzed each time its documents double, whatever others do to their statistics', async () => {
    const agreement = await many(5)
    const analyzed: number[] = []
    const done = await service.database.transaction(async (transaction) => {
      const rows = async (text: string, values?: Statement['values']) => {
        if (text.includes("analyze_tables('draft_invoice'")) {
          const [made] = await transaction.rows<{ count: number }>(
            'SELECT count(*)::int AS count FROM draft_invoice WHERE agreement = $1',
            [agreement],
          )
          analyzed.push(made!.count)
        }
        return await transaction.rows(text, values)
      }
      return await runSubscriptions({ ...transaction, rows } as typeof transaction, agreement, options)
    })
    expect(done.documents).toHaveLength(5 * 53)
    expect(analyzed).toEqual([100, 200])
  })

  test('leaves to the next run what is due beyond its number of documents', async () => {
    const agreement = await many(3)
    const run = () =>
      service.database.transaction((transaction) => runSubscriptions(transaction, agreement, options, 30))
    const first = await run()
    expect([first.documents.length, first.skipped.map(({ errorCode }) => errorCode)]).toEqual([
      30,
      Array(3).fill('SubscriptionRunPeriodsLeft'),
    ])
    let documents = first.documents.length
    for (let skipped = 3; skipped > 0;) {
      const next = await run()
      documents += next.documents.length
      skipped = next.skipped.length
    }
    expect(documents).toBe(3 * 53)
  })
})

/** A database whose `at`th statement fails, as when the process or its connection ends there. */
function ending(database: Database, at: number): Database {
  let left = at
  const counted = <T extends Executor>(executor: T): T => ({
    ...executor,
    rows: async (text: string, values?: Statement['values']) => {
      if (--left === 0) throw new Error('ended')
      return await executor.rows(text, values)
    },
  })
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (inner) => {
      const result = await work(counted(inner))
      // Everything is written, and nothing committed yet.
      if (--left === 0) throw new Error('ended')
      return result
    })
  const whole = { ...counted(database), transaction }
  return { ...whole, at: () => whole }
}

test('a run that ends anywhere has invoiced each period once or not at all, and goes on when it is repeated', async () => {
  const own = await subscribed(service)
  const of = await own.subscription()
  for (let at = 0; at < 4; at++) await own.subscriber(of)
  const { agreement } = own.client
  const options = runOn('2026-02-01')
  const run = (database: Database) => runSubscriptionsByParts(database, agreement, options, () => {}, 2)
  const state = async () => {
    const [found] = await service.database.rows<Record<'dangling' | 'twice' | 'documents', number>>(
      `SELECT (SELECT count(*)::int FROM draft_invoice d WHERE d.agreement = $1
           AND NOT EXISTS (SELECT FROM subscriber s WHERE s.agreement = $1 AND s.draft_document_id = d.number)) AS dangling,
         (SELECT count(*)::int FROM (SELECT FROM subscriber s WHERE s.agreement = $1 AND s.draft_document_id IS NOT NULL
           GROUP BY coalesce(s.chain, s.number), s.start_date HAVING count(*) > 1) AS t) AS twice,
         (SELECT count(*)::int FROM draft_invoice d WHERE d.agreement = $1) AS documents`,
      [agreement],
    )
    return found!
  }
  const seen = new Set<number>()
  let isDone = false
  for (let at = 1; !isDone; at++) {
    // As it was: drafts that are deleted make their subscribers current again.
    await service.database.rows('DELETE FROM draft_invoice WHERE agreement = $1', [agreement])
    isDone = await run(ending(service.database, at)).then(
      () => true,
      () => false,
    )
    const { dangling, twice, documents } = await state()
    expect([at, dangling, twice, documents % 2]).toEqual([at, 0, 0, 0])
    seen.add(documents)
    await run(service.database)
    expect((await state()).documents).toBe(8)
  }
  expect([...seen]).toEqual([0, 2, 4, 6, 8])
})

describe('the schedule', () => {
  test('runs every day what is due, once, where it is on', async () => {
    const [own, off] = [await subscribed(service), await subscribed(service)]
    const { client } = own
    expect((await client.get(SCHEDULE)).json).toEqual({
      dueBy: 'start',
      shareOn: 'price',
      lastRunDate: null,
      objectVersion: expect.any(String),
    })
    for (const one of [own, off]) await one.subscriber(await one.subscription())
    // Other tests have left schedules that are on.
    const agreements = [client.agreement, off.client.agreement]
    const locks = new Map<string, boolean>()
    const told: unknown[] = []
    const day = (date: string, isFree = true) =>
      runSchedules(
        service.database,
        date,
        async (name) => {
          if (!agreements.includes(name[0])) return undefined
          locks.set(name.join(' '), isFree)
          return isFree ? { release: async () => {} } : undefined
        },
        (done) => told.push(done),
      )
    await day('2026-01-01')
    expect((await change(client, SCHEDULE, { isActive: true, isCombined: true })).status).toBe(204)
    await day('2026-01-01', false)
    await day('2026-01-01')
    await day('2026-01-01')
    expect([...locks.keys()]).toEqual([`${client.agreement} subscription run`])
    expect(told).toEqual([{ agreement: client.agreement, date: '2026-01-01', documents: 1, skipped: 0 }])
    const read = (await client.get(SCHEDULE)).json
    expect([read.isActive, read.lastRunDate]).toEqual([true, '2026-01-01'])
    await day('2026-02-01')
    expect(told).toHaveLength(2)
    expect((await change(client, SCHEDULE, { isActive: undefined })).status).toBe(204)
    await day('2026-03-01')
    expect(told).toHaveLength(2)
  })

  test('runs once where another process has run it before the lease was free', async () => {
    const { client, ...own } = await subscribed(service)
    await own.subscriber(await own.subscription())
    await change(client, SCHEDULE, { isActive: true })
    const told: unknown[] = []
    const lease = { release: async () => {} }
    const run = (tryTake: () => Promise<typeof lease>) =>
      runSchedules(
        service.database,
        '2026-01-03',
        async ([agreement]) => (agreement === client.agreement ? await tryTake() : undefined),
        (done) => told.push(done),
      )
    await run(async () => (await run(async () => lease), lease))
    expect(told).toEqual([expect.objectContaining({ agreement: client.agreement, documents: 1 })])
  })

  test('is looked after by every node', async () => {
    const own = await subscribed(service)
    await own.subscriber(await own.subscription())
    await change(own.client, SCHEDULE, { isActive: true })
    const parts = { database: service.database, log: pino({ level: 'silent' }) }
    const stops = [1, 2].map(() => startSchedules(parts, { sweepMilliseconds: 10, today: () => '2026-01-15' }))
    const isRun = async () => (await own.client.get(SCHEDULE)).json.lastRunDate === '2026-01-15'
    while (!(await isRun()));
    await Promise.all(stops.map((stop) => stop()))
    const [count] = await service.database.rows(
      'SELECT count(*)::int AS drafts FROM draft_invoice WHERE agreement = $1',
      [own.client.agreement],
    )
    expect(count).toEqual({ drafts: 1 })
  })
})
