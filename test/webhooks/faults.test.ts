import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../../src/database/connection.ts'
import { openProxy } from '../faults/proxy.ts'
import { runs } from '../long.ts'
import { eventually, growsTo } from '../patience.ts'
import { numbers, randomFrom, Stage } from './stage.ts'

/** Later than any test ends. */
const NEVER_MILLISECONDS = 3_600_000
/** Of one delivery to the unsteady receiver. */
const FAILURES_MAX = 3
/** Of each of forty webhooks. */
const EVENTS = runs(8, 250)
/** Of each webhook of the unsteady receiver, in each of five rounds. */
const UNSTEADY = runs(8, 20)
/** How often events are made while connections are lost. */
const ROUNDS = runs(12, 30)

let stage: Stage
beforeAll(async () => void (stage = await Stage.open()))
afterEach(() => stage.clear())
afterAll(() => stage.close())

test('a receiver that fails every third time and is gone for a while gets everything, in order', async () => {
  const random = randomFrom()
  const hooks = await Promise.all(numbers(1, 4).map((at) => stage.hook(`/unsteady${at}`)))
  const failures = new Map<string, number>()
  stage.receiver.respond = ({ webhookId }, response) => {
    const failed = failures.get(webhookId) ?? 0
    // No delivery has bad luck until it is given up: the pause takes attempts too.
    if (failed === FAILURES_MAX || random() >= 0.3) return 200
    failures.set(webhookId, failed + 1)
    if (random() < 0.5) return 503
    response.socket!.destroy()
    return undefined
  }
  stage.node({ schedule: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 3] })
  for (let round = 0; round < 5; round++) {
    for (const hook of hooks) await stage.emit(hook, numbers(round * UNSTEADY + 1, (round + 1) * UNSTEADY))
    if (round === 2) {
      await stage.receiver.down()
      // Not a condition to wait for: nothing may happen meanwhile, however much is tried.
      await delay(400)
      await stage.receiver.up()
    }
  }
  for (const hook of hooks) {
    const states = new Set((await stage.untilDone(hook)).map(({ state }) => state))
    expect([...states]).toEqual(['delivered'])
  }
  for (const at of numbers(1, 4)) {
    expect(stage.keptBy(`/unsteady${at}`)).toEqual(numbers(1, 5 * UNSTEADY).map(String))
    expect(stage.receiver.mostAtOnce(`/unsteady${at}`)).toBe(1)
  }
})

test('hundreds of events at once, in the long form thousands, arrive beside receivers that never answer', async () => {
  const hanging = await Promise.all(numbers(1, 60).map((at) => stage.hook(`/hanging${at}`)))
  const hooks = await Promise.all(numbers(1, 40).map((at) => stage.hook(`/many${at}`)))
  stage.receiver.respond = ({ path }) => (path.startsWith('/hanging') ? undefined : 204)
  const small = openDatabase({ url: stage.base.url }, 3)
  const stop = stage.node({ database: small, timeoutMilliseconds: NEVER_MILLISECONDS })
  for (const hook of hanging) await stage.emit(hook, [1])
  await eventually(() => stage.receiver.requests.length === 60)
  await Promise.all(hooks.map((hook) => stage.emit(hook, numbers(1, EVENTS))))
  await growsTo(60 + 40 * EVENTS, () => stage.receiver.requests.length)
  for (const hook of hooks) await stage.untilDone(hook)
  for (const at of numbers(1, 40)) {
    expect(stage.sentTo(`/many${at}`)).toEqual(numbers(1, EVENTS).map(String))
  }
  expect(stage.receiver.requests.length).toBe(60 + 40 * EVENTS)
  await stage.receiver.down()
  await stop()
  await small.close()
  await stage.receiver.up()
})

test('a request during which the database is away is recorded afterwards, and not made again', async () => {
  const proxy = await openProxy(stage.base.url)
  const reached = openDatabase({ url: proxy.url }, 5)
  const hook = await stage.hook('/away')
  stage.receiver.respond = async () => {
    await proxy.cut()
    setTimeout(() => void proxy.mend(), 50)
    return 204
  }
  const stop = stage.node({ database: reached })
  await stage.emit(hook, [1])
  expect((await stage.untilDone(hook)).map(({ attempts }) => attempts.length)).toEqual([1])
  await stop()
  expect(stage.sentTo('/away')).toEqual(['1'])
  await reached.close()
  await proxy.close()
})

// Where agreements are spread over servers, deliveries are recorded on those, and this proxy stands before none of
// them.
test.skipIf(inject('databaseWorkers').length > 0)(
  'a node ends though one of its connections to the database never answers again',
  async () => {
    const proxy = await openProxy(stage.base.url)
    const reached = openDatabase({ url: proxy.url }, 5)
    const hook = await stage.hook('/mute')
    let answer: () => void = () => {}
    stage.receiver.respond = async () => {
      await new Promise<void>((resolve) => (answer = resolve))
      return 204
    }
    const stop = stage.node({ database: reached, timeoutMilliseconds: NEVER_MILLISECONDS, lastRecordsMilliseconds: 1 })
    await stage.emit(hook, [1])
    await eventually(() => stage.receiver.requests.length === 1)
    proxy.hangAt('UPDATE webhook_delivery')
    const stopped = stop()
    // Other connections answer, so the database does not count as silent.
    answer()
    await eventually(() => proxy.hanging() > 0)
    await stopped
    await proxy.cut()
    await reached.close()
  },
)

test('connections to the database that are lost lose and mix up nothing', async () => {
  const random = randomFrom()
  const proxy = await openProxy(stage.base.url)
  const reached = openDatabase({ url: proxy.url }, 5)
  const stop = stage.node({ database: reached })
  const hooks = await Promise.all(numbers(1, 4).map((at) => stage.hook(`/cut${at}`)))
  let cuts = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const hook of hooks) await stage.emit(hook, numbers(round * 5 + 1, round * 5 + 5))
    const before = stage.receiver.requests.length
    await eventually(() => stage.receiver.requests.length >= before + Math.floor(random() * 10))
    if (random() < 0.4) {
      cuts++
      await proxy.cut()
      await proxy.mend()
    }
  }
  for (const hook of hooks) {
    const states = new Set((await stage.untilDone(hook)).map(({ state }) => state))
    expect([...states]).toEqual(['delivered'])
  }
  for (const at of numbers(1, 4)) {
    expect(stage.keptBy(`/cut${at}`)).toEqual(numbers(1, 5 * ROUNDS).map(String))
    expect(stage.sentTo(`/cut${at}`).length).toBeLessThanOrEqual(5 * ROUNDS + cuts)
  }
  await stop()
  await reached.close()
  await proxy.close()
})
