import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runOn } from '../../src/sales/subscriptions/options.ts'
import { paced, runSubscriptions } from '../../src/sales/subscriptions/run.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { RUNS, subscribed, type Subscribed } from './subscription-world.ts'

let service: TestService
let world: Subscribed

beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => void (world = await subscribed(service)))
afterAll(() => service.stop())

describe('a run', () => {
  test('of more than a hundred years ahead is refused, previewed and made', async () => {
    const year = new Date().getUTCFullYear()
    for (const preview of [true, false]) {
      for (const date of [`${year + 102}-01-01`, '9999-12-31']) {
        const { status, json } = await world.client.post('/daybookapi/v1.0.0/subscription-runs', { date, preview })
        expect([status, json.errorCode, json.errors?.[0]?.property]).toEqual([400, 'ValueOutOfRange', 'date'])
      }
    }
    const far = await world.client.post('/daybookapi/v1.0.0/subscription-runs', {
      date: `${year + 99}-01-01`,
      preview: true,
    })
    expect(far.status).toBe(200)
  })

  test('previewed tells what it would do, writes nothing, and waits for nobody', async () => {
    const of = await world.subscription()
    const number = await world.subscriber(of)
    const [told] = [{ documentNumber: null, customerNumber: expect.any(Number), subscriberNumbers: [number] }]
    for (const makesOrders of [true, undefined]) {
      const { documents, skipped } = await world.runOf(of, '2026-02-01', { preview: true, makesOrders })
      // The period that would follow has no subscriber yet.
      expect([documents, skipped]).toEqual([[told, told], []])
    }
    expect((await world.periods(of)).map(({ draft }) => draft)).toEqual([null])
    const { agreement } = world.client
    await service.database.at(agreement).transaction(async (transaction) => {
      await runSubscriptions(transaction, agreement, runOn('2026-02-01'))
      expect((await world.runOf(of, '2026-02-01', { preview: true })).documents).toEqual([told, told])
    })
  })

  test('beyond one batch cannot be tried', async () => {
    const of = await world.subscription()
    await world.subscriber(of)
    await service.database.rows(
      `INSERT INTO subscriber SELECT (jsonb_populate_record(s, jsonb_build_object('number', 1000 + n))).*
       FROM subscriber s, generate_series(1, 500) n WHERE s.agreement = $1`,
      [world.client.agreement],
    )
    const tried = { headers: { 'daybook-dry-run': 'true' } }
    const reply = await world.client.post(RUNS, { date: '2026-01-01' }, tried)
    expect(codeOf(reply)).toEqual([400, 'DryRunNotPossible', 'date'])
  })

  test('is kept with what it did, for its own agreement, however many go on with it', async () => {
    const of = await world.subscription()
    for (let at = 0; at < 3; at++) await world.subscriber(of)
    const barred = await world.customer()
    const skipped = await world.subscriber(of, { customerNumber: barred })
    await service.database.rows('UPDATE customer SET is_barred = true WHERE agreement = $1 AND number = $2', [
      world.client.agreement,
      barred,
    ])
    const done = await world.runOf(of, '2026-01-01')
    expect([done.documents.length, done.skipped]).toEqual([3, [expect.objectContaining({ subscriberNumber: skipped })]])
    // As if it had been cut off before its end.
    const { agreement } = world.client
    const cut = 'UPDATE subscription_run SET finished_at = NULL WHERE agreement = $1'
    await service.database.rows(cut, [agreement])
    const path = `${RUNS}/${done.number}`
    expect((await world.client.get(path)).json).toMatchObject({ ...done, isFinished: false })
    const both = await Promise.all([1, 2].map(() => world.client.post(`${path}/continue`)))
    expect(both.map(({ json }) => json)).toEqual([done, done])
    expect((await world.client.get(path)).json).toMatchObject({ ...done, isFinished: true })
    const stranger = await service.client()
    for (const reply of [await stranger.get(path), await stranger.post(`${path}/continue`)]) {
      expect(codeOf(reply)).toEqual([404, 'NotFound', 'number'])
    }
  })

  test('takes as many subscribers at a time as it can in the time that others may wait', () => {
    // Of 50: quick ones are doubled, slow ones become fewer, to ten; and never more than the most.
    expect([20, 120, 240, 6000].map((milliseconds) => paced(50, milliseconds, 500))).toEqual([100, 50, 25, 10])
    expect([paced(400, 10, 500), paced(2, 10, 2)]).toEqual([500, 2])
  })
})
