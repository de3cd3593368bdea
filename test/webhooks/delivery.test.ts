import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Leases } from '../../src/database/leases.ts'
import { Outbox } from '../../src/webhooks/outbox.ts'
import { runs } from '../long.ts'
import { eventually } from '../patience.ts'
import { testVault } from '../service/secret-key.ts'
import { numbers, Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => void (stage = await Stage.open()))
afterEach(() => stage.clear())
afterAll(() => stage.close())

const bodies = (): string[] => stage.receiver.requests.map(({ body }) => body)

describe('what happened', () => {
  test('is sent at once, one request for each record, in order', async () => {
    const hook = await stage.hook('/order')
    stage.node()
    for (const round of [0, 1, 2]) {
      await stage.emit(hook, numbers(round * 10 + 1, round * 10 + 10))
      await stage.receiver.until(round * 10 + 10)
    }
    const log = await stage.untilDone(hook)
    expect(bodies()).toEqual(numbers(1, 30).map(String))
    expect(stage.receiver.requests.map(({ webhookId }) => webhookId)).toEqual(log.map(({ webhookId }) => webhookId))
    expect(new Set(log.map(({ webhookId }) => webhookId)).size).toBe(30)
    expect(stage.receiver.mostAtOnce('/order')).toBe(1)
    const { attempts, state } = log[0]!
    expect({ state, attempts }).toEqual({
      state: 'delivered',
      attempts: [
        {
          startedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
          durationMilliseconds: expect.any(Number) as number,
          statusCode: 204,
          error: null,
          answer: '',
        },
      ],
    })
  })

  test('before the node started is found', async () => {
    const hook = await stage.hook('/before')
    await stage.emit(hook, [1, 2])
    stage.node({ sweepMilliseconds: 600_000 })
    await stage.untilDone(hook)
    expect(bodies()).toEqual(['1', '2'])
  })

  test('is sent once, however many nodes there are', async () => {
    const hooks = await Promise.all(numbers(1, 10).map((at) => stage.hook(`/nodes${at}`)))
    for (let count = 0; count < 4; count++) stage.node()
    for (let round = 0; round < 5; round++) {
      await Promise.all(hooks.map((hook) => stage.emit(hook, numbers(round * 4 + 1, round * 4 + 4))))
    }
    for (const hook of hooks) await stage.untilDone(hook)
    for (const at of numbers(1, 10)) {
      const path = `/nodes${at}`
      expect(stage.sentTo(path)).toEqual(numbers(1, 20).map(String))
      expect(stage.receiver.mostAtOnce(path)).toBe(1)
    }
  })

  test('of another event type of the agreement goes its own way', async () => {
    const slow = await stage.hook('/slow')
    await stage.hook('/swift', { eventType: 'PRODUCT_UPDATED', beside: slow })
    let answer: (status: number) => void = () => {}
    const answered = new Promise<number>((resolve) => (answer = resolve))
    stage.receiver.respond = ({ path }) => (path === '/slow' ? answered : 204)
    stage.node()
    await stage.emit(slow, [1])
    await stage.emit(slow, [2, 3, 4], 'PRODUCT_UPDATED')
    await eventually(() => bodies().length === 4)
    answer(204)
    await stage.untilDone(slow)
  })

  // So many that pauses that only ever get longer would not end in time.
  test('just as the one before is done is never overlooked nor held up, whichever node is at it', async () => {
    const [links, hook] = [runs(400, 1_000), await stage.hook('/chain')]
    stage.receiver.respond = ({ body }, response) => {
      const number = Number(body)
      if (number < links) response.on('finish', () => void stage.emit(hook, [number + 1]))
      return 204
    }
    stage.node({ sweepMilliseconds: 1 })
    stage.node({ sweepMilliseconds: 1 })
    await stage.emit(hook, [1])
    await stage.receiver.until(links)
    await stage.untilDone(hook)
    expect(bodies()).toEqual(numbers(1, links).map(String))
  })

  test('is sent again when somebody asked for it while it was under way', async () => {
    const hook = await stage.hook('/meanwhile')
    stage.receiver.respond = async () => {
      stage.receiver.respond = () => 204
      await stage.base.database.rows(
        `UPDATE webhook_delivery SET position = nextval('webhook_delivery_position') WHERE agreement = $1 AND number = 1`,
        [hook.agreement],
      )
      return 204
    }
    stage.node()
    await stage.emit(hook, [1, 2])
    await stage.untilDone(hook)
    expect(bodies()).toEqual(['1', '2', '1'])
  })

  test('is not sent when the webhook is deleted meanwhile', async () => {
    const hook = await stage.hook('/deleted')
    stage.receiver.respond = async () => {
      await stage.base.database.rows('DELETE FROM webhook WHERE agreement = $1', [hook.agreement])
      return 204
    }
    stage.node()
    await stage.emit(hook, [1, 2])
    await stage.receiver.until(1)
    await stage.stopNodes()
    expect(bodies()).toEqual(['1'])
    expect(stage.log.filter(({ level }) => (level as number) > 30)).toEqual([])
  })

  test('comes to everybody in turn when there are more webhooks than places', async () => {
    const busy = await Promise.all([stage.hook('/busy1'), stage.hook('/busy2')])
    for (const hook of busy) await stage.emit(hook, numbers(1, 150))
    let isEmitted = false
    stage.receiver.respond = async () => await eventually(() => isEmitted && 204)
    stage.node({ places: 2, turnMilliseconds: 10, timeoutMilliseconds: 3_600_000 })
    await stage.receiver.until(2)
    const late = await stage.hook('/late')
    await stage.emit(late, [1])
    isEmitted = true
    for (const hook of [late, ...busy]) await stage.untilDone(hook)
    for (const path of ['/busy1', '/busy2']) expect(stage.sentTo(path)).toEqual(numbers(1, 150).map(String))
    expect(stage.receiver.requests.findIndex(({ path }) => path === '/late')).toBeLessThan(220)
  })
})

test('what a node is at is not looked after by another', async () => {
  const hook = await stage.hook('/neglected')
  const outbox = new Outbox(stage.base.database, testVault, () => 0)
  const leases = new Leases(stage.base.database)
  const neglected = { agreement: hook.agreement, eventType: 'CUSTOMER_UPDATED' }
  expect(await outbox.neglected(10)).toEqual([])
  await stage.emit(hook, [1])
  expect(await outbox.neglected(10)).toEqual([neglected])
  const lease = await leases.tryTake([hook.agreement, 'CUSTOMER_UPDATED'])
  expect(await outbox.neglected(10)).toEqual([])
  await lease!.release()
  const another = await leases.tryTake([hook.agreement, 'PRODUCT_UPDATED'])
  expect(await outbox.neglected(10)).toEqual([neglected])
  await another!.release()
  await stage.change(hook, 'is_disabled = true')
  const last = await leases.tryTake([hook.agreement, 'CUSTOMER_UPDATED'])
  expect(await outbox.settle(neglected, last!.fence)).toBe(true)
  last!.forget()
  leases.close()
  expect(await outbox.neglected(10)).toEqual([])
})

test('what a request in a trace has caused carries it on, each attempt as a part of its own', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const hook = await stage.hook('/trace')
  stage.receiver.respond = () => (stage.receiver.requests.length === 1 ? 500 : 204)
  await stage.base.database.rows(
    `SELECT emit_events($1, 'CUSTOMER_UPDATED', ARRAY['{"NEWNUMBER":"1"}', '{"NEWNUMBER":"2"}']::jsonb[], false, ARRAY[$2, NULL])`,
    [hook.agreement, `${trace}-01`],
  )
  stage.node()
  await stage.untilDone(hook)
  const sent = stage.receiver.requests.map(({ headers }) => headers.traceparent)
  const of = new RegExp(`^00-${trace}-(?!0{16})[0-9a-f]{16}-01$`)
  expect(sent).toEqual([expect.stringMatching(of), expect.stringMatching(of), undefined])
  expect(sent[0]).not.toBe(sent[1])
})

describe('a failure', () => {
  test('is tried again, and holds up what comes after it until it is delivered', async () => {
    const hook = await stage.hook('/again')
    let failures = 3
    stage.receiver.respond = () => (failures-- > 0 ? 500 : 200)
    stage.node()
    await stage.emit(hook, [1, 2])
    const [first, second] = await stage.untilDone(hook)
    expect(bodies()).toEqual(['1', '1', '1', '1', '2'])
    expect(first!.attempts.map(({ statusCode, answer }) => [statusCode, answer])).toEqual([
      [500, 'status 500'],
      [500, 'status 500'],
      [500, 'status 500'],
      [200, 'status 200'],
    ])
    expect(second!.attempts).toHaveLength(1)
    expect(new Set(stage.receiver.requests.map(({ webhookId }) => webhookId)).size).toBe(2)
  })

  test('is given up after ten attempts, and the next one has its turn', async () => {
    const hook = await stage.hook('/tenth')
    stage.receiver.respond = ({ body }) => (body === '1' ? 503 : 204)
    stage.node()
    await stage.emit(hook, [1, 2])
    const [first, second] = await stage.untilDone(hook)
    expect([first!.state, first!.attempts.length]).toEqual(['failed', 10])
    expect([second!.state, second!.attempts.length]).toEqual(['delivered', 1])
    expect(await stage.webhook(hook)).toEqual({ isDisabled: false, wasDisabled: false, isFailing: false })
  })

  test('waits as the schedule says, or as long as the receiver asks', async () => {
    const hook = await stage.hook('/schedule')
    stage.receiver.respond = () => 500
    stage.node({ schedule: [1000, 2000] })
    await stage.emit(hook, [1])
    const dueIn = async (attempts: number): Promise<number> => {
      await eventually(async () => (await stage.deliveries(hook))[0]!.attempts.length === attempts)
      return (await stage.deliveries(hook))[0]!.dueIn
    }
    const scheduled = await dueIn(1)
    expect([scheduled > 850, scheduled < 1100]).toEqual([true, true])
    stage.receiver.respond = (_request, response) => void response.writeHead(429, { 'retry-after': '5000' }).end()
    await stage.again(hook)
    const asked = await dueIn(2)
    expect(asked).toBeGreaterThan(4900)
    expect(asked).toBeLessThanOrEqual(5000)
  })

  test('of a receiver that says it is gone disables the webhook; what waits is sent when it is enabled', async () => {
    const hook = await stage.hook('/gone')
    stage.receiver.respond = ({ body }) => (body === '2' ? 410 : 204)
    stage.node()
    await stage.emit(hook, [1, 2, 3])
    await stage.untilDisabled(hook)
    await eventually(() =>
      stage.log.some(({ msg }) => msg === 'a webhook is disabled: its receiver is gone or has failed for too long'),
    )
    await stage.emit(hook, [4])
    const states = async (): Promise<string[]> => (await stage.deliveries(hook)).map(({ state }) => state)
    expect(await states()).toEqual(['delivered', 'failed', 'pending', 'skipped'])
    await stage.change(hook, 'is_disabled = false')
    await stage.emit(hook, [5])
    await stage.untilDone(hook)
    expect(await states()).toEqual(['delivered', 'failed', 'delivered', 'skipped', 'delivered'])
    expect(bodies()).toEqual(['1', '2', '3', '5'])
    expect(await stage.webhook(hook)).toEqual({ isDisabled: false, wasDisabled: true, isFailing: false })
  })

  test('and nothing else for 120 hours disables the webhook; a success begins the time anew', async () => {
    const hook = await stage.hook('/failing')
    let hours = 0
    let status = 500
    stage.receiver.respond = () => status
    stage.node({ schedule: [], aheadSeconds: () => hours * 3600 })
    const sendAfter = async (hour: number): Promise<{ isDisabled: boolean; isFailing: boolean }> => {
      hours = hour
      await stage.emit(hook, [hour])
      await stage.untilDone(hook)
      return await stage.webhook(hook)
    }
    const failing = { isDisabled: false, isFailing: true }
    expect(await sendAfter(1)).toMatchObject(failing)
    expect(await sendAfter(120)).toMatchObject(failing)
    status = 200
    expect(await sendAfter(120)).toMatchObject({ isDisabled: false, isFailing: false })
    status = 500
    expect(await sendAfter(121)).toMatchObject(failing)
    expect(await sendAfter(240.9)).toMatchObject(failing)
    expect(await sendAfter(241.1)).toMatchObject({ isDisabled: true })
    await stage.change(hook, 'is_disabled = false')
    expect(await sendAfter(242)).toMatchObject(failing)
  })

  test('of a request that cannot be written is one as well', async () => {
    const hook = await stage.hook('/unwritten', { customHeaders: [{ key: 'x', value: 'a\nb' }] })
    stage.node({ schedule: [] })
    await stage.emit(hook, [1])
    const [delivery] = await stage.untilDone(hook)
    expect(delivery!.attempts[0]!.error).toBe('The request cannot be written: the url or a header is not valid.')
    expect([delivery!.state, bodies()]).toEqual(['failed', []])
  })

  test('is logged fifty times at most, the newest, and without the secret', async () => {
    const hook = await stage.hook('/log')
    stage.receiver.respond = ({ headers }) => (headers['webhook-signature'] ? 500 : 204)
    stage.node()
    await stage.emit(hook, [1])
    for (let round = 0; round < 6; round++) {
      await stage.untilDone(hook)
      await stage.again(hook)
    }
    const [delivery] = await stage.untilDone(hook)
    expect([bodies().length, delivery!.attempts.length]).toEqual([70, 50])
    const starts = delivery!.attempts.map(({ startedAt }) => startedAt)
    expect(starts).toEqual([...starts].sort())
    expect(JSON.stringify([stage.log, delivery])).not.toContain(hook.secret.slice(6))
  })
})

describe('a webhook', () => {
  test('that is disabled sends nothing more, and goes on with what waited when it is enabled', async () => {
    const hook = await stage.hook('/disabled')
    stage.receiver.respond = async ({ body }) => {
      if (body === '1') await stage.change(hook, 'is_disabled = true')
      return 204
    }
    stage.node()
    await stage.emit(hook, [1, 2])
    await eventually(async () => (await stage.deliveries(hook))[0]!.state === 'delivered')
    await stage.stopNodes()
    expect(bodies()).toEqual(['1'])
    stage.node()
    await stage.change(hook, 'is_disabled = false')
    await stage.untilDone(hook)
    expect(bodies()).toEqual(['1', '2'])
  })

  test('whose app has lost its last grant is disabled, and sends nothing', async () => {
    const hook = await stage.hook('/revoked')
    await stage.base.database.rows(
      `INSERT INTO access_grant (agreement, app, token_hash, roles) VALUES ($1, $2, uuid_send(gen_random_uuid()), '{Sales}')`,
      [hook.agreement, hook.app],
    )
    const revoke = async (how: 'min' | 'max'): Promise<void> =>
      void (await stage.base.database.rows(
        `UPDATE access_grant SET revoked_at = now() WHERE agreement = $1
         AND number = (SELECT ${how}(number) FROM access_grant WHERE agreement = $1)`,
        [hook.agreement],
      ))
    stage.node()
    await revoke('min')
    await stage.emit(hook, [1])
    await stage.untilDone(hook)
    await revoke('max')
    await stage.emit(hook, [2])
    await stage.untilDisabled(hook)
    await eventually(() => stage.log.some(({ msg }) => msg === 'a webhook is disabled: its app has no grant any more'))
    await stage.emit(hook, [3])
    expect((await stage.deliveries(hook)).map(({ state }) => state)).toEqual(['delivered', 'pending', 'skipped'])
    expect(bodies()).toEqual(['1'])
  })

  test('is signed with both secrets for a day after a rotation', async () => {
    const hook = await stage.hook('/rotated')
    let hours = 0
    stage.node({ aheadSeconds: () => hours * 3600 })
    const [row] = await stage.base.database.rows<{ secret: string }>(
      `UPDATE webhook SET previous_secret = secret, previous_secret_until = now() + interval '24 hours', secret = DEFAULT
       WHERE agreement = $1 RETURNING secret`,
      [hook.agreement],
    )
    const next = await testVault.open(hook.agreement, row!.secret)
    const signatures = (): number =>
      String(stage.receiver.requests.at(-1)!.headers['webhook-signature']).split(' ').length
    stage.verifyWith('/rotated', [hook.secret, next])
    await stage.emit(hook, [1])
    await stage.untilDone(hook)
    expect(signatures()).toBe(2)
    hours = 23.9
    await stage.emit(hook, [2])
    await stage.untilDone(hook)
    expect(signatures()).toBe(2)
    hours = 24.1
    stage.verifyWith('/rotated', [next])
    await stage.emit(hook, [3])
    expect((await stage.untilDone(hook)).map(({ attempts }) => attempts[0]!.statusCode)).toEqual([204, 204, 204])
    expect(signatures()).toBe(1)
  })
})

test('what is no longer pending is forgotten after thirty days', async () => {
  const hook = await stage.hook('/forgotten')
  stage.receiver.respond = ({ body }) => (body === '2' ? 410 : 204)
  let stop = stage.node()
  await stage.emit(hook, [1, 2, 3])
  await stage.untilDisabled(hook)
  await stage.emit(hook, [4])
  const age = async (days: number): Promise<number[]> => {
    await stop()
    await stage.base.database.rows(
      'UPDATE webhook_delivery SET occurred_at = now() - make_interval(days => $2) WHERE agreement = $1',
      [hook.agreement, days],
    )
    stop = stage.node()
    await stop()
    return (await stage.deliveries(hook)).map(({ number }) => number)
  }
  expect(await age(29)).toEqual([1, 2, 3, 4])
  expect(await age(30)).toEqual([3])
})

test('all of them are forgotten at once, however many they are', async () => {
  const { agreement } = await stage.hook('/many')
  await stage.base.database.rows(
    `INSERT INTO webhook_delivery (agreement, number, event_type, app, fields, state, occurred_at, due_at)
     SELECT $1, n, w.event_type, w.app, '{}', 'delivered', now() - interval '31 days', now() FROM webhook w, generate_series(1, 10001) n
     WHERE w.agreement = $1`,
    [agreement],
  )
  expect(await new Outbox(stage.base.database, testVault, () => 0).forget()).toBe(10_001)
})
