import { expect, onTestFinished, test, vi } from 'vitest'
import { FairSemaphore } from '../../src/database/pool/fair-semaphore.ts'
import { untilPasses } from '../patience.ts'

const OF_ONE = { holder: 7 }

/** FairSemaphore of which a holder has one at a time. Who waits in vain gets the reason as message. */
const turnsWaiting = (milliseconds: number): FairSemaphore =>
  new FairSemaphore(
    { ofHolder: 1, ofAll: 10 },
    { milliseconds, ofHolder: 10, ofAll: 10 },
    (reason, isHolderBusy) => new Error(`${reason} ${isHolderBusy}`),
  )

/** Work that ends when it is told to. */
function work() {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => (end = resolve))
  return { run: () => ended, end }
}

test('who waits in vain is told whether any turn of its own holder ended meanwhile', async () => {
  const turns = turnsWaiting(50)
  const [first, second] = [work(), work()]
  const taken = turns.take(OF_ONE, first.run)
  await expect(turns.take(OF_ONE, second.run)).rejects.toThrow('standstill true')
  const next = turns.take(OF_ONE, second.run)
  const last = turns.take(OF_ONE, first.run)
  first.end()
  await taken
  await expect(last).rejects.toThrow('time true')
  // What ended before it waited does not count.
  const again = turns.take(OF_ONE, first.run)
  await expect(again).rejects.toThrow('standstill true')
  second.end()
  await next
})

test('a holder that neither has a turn nor waits for one is forgotten', async () => {
  const turns = turnsWaiting(10_000)
  const [first, second] = [work(), work()]
  const both = [turns.take(OF_ONE, first.run), turns.take(OF_ONE, second.run)]
  first.end()
  second.end()
  await Promise.all(both)
  expect(turns.usage).toEqual({ inUse: 0, waiting: 0 })
  expect(JSON.stringify(turns, (_, value: unknown) => (value instanceof Map ? [...value] : value))).not.toContain('7')
})

test('a holder has more turns while none of its own is long, and never all', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const noRefusal = (): Error => new Error('none waits in vain')
  const turns = new FairSemaphore({ ofHolder: 1, ofAll: 10 }, undefined, noRefusal, { ofHolder: 3, milliseconds: 200 })
  const works = Array.from({ length: 7 }, work)
  const begun: number[] = []
  const takeNext = (at: number): Promise<void> =>
    turns.take(OF_ONE, () => {
      begun.push(at)
      return works[at]!.run()
    })
  const taken = [0, 1, 2, 3].map(takeNext)
  expect(begun).toEqual([0, 1, 2])
  works[1]!.end()
  await untilPasses(() => expect(begun).toEqual([0, 1, 2, 3]))
  await untilPasses(() => expect(turns.usage).toEqual({ inUse: 3, waiting: 0 }))

  vi.advanceTimersByTime(200)
  taken.push(takeNext(4), takeNext(5), takeNext(6))
  works[2]!.end()
  works[3]!.end()
  await Promise.all([taken[1], taken[2], taken[3]])
  expect(turns.usage).toEqual({ inUse: 1, waiting: 3 })
  // Those that waited for the long one begin together.
  works[0]!.end()
  await untilPasses(() => expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]))
  for (const { end } of works) end()
  await Promise.all(taken)
  expect(turns.usage).toEqual({ inUse: 0, waiting: 0 })
})
