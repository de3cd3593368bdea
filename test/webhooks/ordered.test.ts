import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Hook, numbers, Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => void (stage = await Stage.open()))
afterEach(() => stage.clear())
afterAll(() => stage.close())

/** A webhook of a sandbox that has ordered the fault. */
async function ordered(path: string, rule: { kind: string; every?: number; milliseconds?: number }): Promise<Hook> {
  const hook = await stage.hook(path)
  const { kind, every = null, milliseconds = null } = rule
  await stage.base.database.rows('UPDATE agreement SET is_sandbox = true WHERE agreement = $1', [hook.agreement])
  await stage.base.database.rows(
    'INSERT INTO fault_rule (agreement, number, kind, every, milliseconds) VALUES ($1, 1, $2, $3, $4)',
    [hook.agreement, kind, every, milliseconds],
  )
  return hook
}

const marks = async ({ agreement }: Hook): Promise<(string | null)[]> =>
  (
    await stage.base.database.rows<{ mark: string | null }>(
      'SELECT ordered_fault AS mark FROM webhook_delivery WHERE agreement = $1 ORDER BY number',
      [agreement],
    )
  ).map(({ mark }) => mark)

test('every second delivery is sent twice, under one webhook-id', async () => {
  const hook = await ordered('/twice', { kind: 'duplicate', every: 2 })
  await stage.emit(hook, numbers(1, 4))
  stage.node()
  const log = await stage.untilDone(hook)
  expect(stage.sentTo('/twice')).toEqual(['1', '2', '2', '3', '4', '4'])
  expect(stage.keptBy('/twice')).toEqual(['1', '2', '3', '4'])
  expect(log.map(({ attempts }) => attempts.length)).toEqual([1, 2, 1, 2])
  expect(await marks(hook)).toEqual([null, 'duplicate, rule 1', null, 'duplicate, rule 1'])
})

test('an older event goes after a newer one; where none comes, it goes alone', async () => {
  const hook = await ordered('/turned', { kind: 'reorder', every: 2, milliseconds: 50 })
  await stage.emit(hook, numbers(1, 5))
  stage.node()
  await stage.untilDone(hook)
  expect(stage.sentTo('/turned')).toEqual(['1', '3', '2', '5', '4'])
  expect(await marks(hook)).toEqual([null, 'reorder, rule 1', null, 'reorder, rule 1', null])
  await stage.emit(hook, [6])
  await stage.untilDone(hook)
  expect(stage.sentTo('/turned').at(-1)).toBe('6')
  expect((await marks(hook)).at(-1)).toBe('reorder, rule 1: none came')
})

test('a delivery is held back, and one fails without being sent and is tried again', async () => {
  const late = await ordered('/late', { kind: 'delay', milliseconds: 80 })
  const failing = await ordered('/failing', { kind: 'fail' })
  await stage.emit(late, [1])
  await stage.emit(failing, [1])
  const [before] = await stage.base.database.rows<{ at: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float8 AS at',
  )
  stage.node()
  const [held] = await stage.untilDone(late)
  expect(Date.parse(held!.attempts[0]!.startedAt) / 1000).toBeGreaterThanOrEqual(before!.at + 0.07)
  const [failed] = await stage.untilDone(failing)
  expect(stage.sentTo('/failing')).toEqual(['1'])
  expect(failed!.attempts.map(({ statusCode, error }) => [statusCode, error])).toEqual([
    [null, 'A fault was ordered: nothing was sent.'],
    [204, null],
  ])
  expect([await marks(late), await marks(failing)]).toEqual([['delay, rule 1'], ['fail, rule 1']])
})

test('what is no sandbox has no faults, whatever rules lie there', async () => {
  const hook = await ordered('/real', { kind: 'duplicate' })
  await stage.base.database.rows('UPDATE agreement SET is_sandbox = false WHERE agreement = $1', [hook.agreement])
  await stage.emit(hook, [1, 2])
  stage.node()
  await stage.untilDone(hook)
  expect(stage.sentTo('/real')).toEqual(['1', '2'])
})
