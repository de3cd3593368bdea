import { expect, test } from 'vitest'
import { type Home, Homes } from '../../src/database/placement/homes.ts'
import { UnreachableHostError } from '../../src/database/pool/connection.ts'
import { HOME_PAUSE_MILLISECONDS } from '../../src/limits.ts'
import { MOVED } from '../../src/database/placement/run-at.ts'

const FIRST: Home = { server: { host: 'first', port: 1 }, affinity: '7' }
const SECOND: Home = { server: { host: 'second', port: 2 }, affinity: '7' }

/** Homes as a coordinator tells them, one after the other; the last again and again. */
function toldHomes(...told: readonly Home[]) {
  const seen = { asked: 0, settled: 0, now: 0 }
  const ask = async (): Promise<Home> => told[Math.min(seen.asked++, told.length - 1)]!
  const homes = new Homes(
    ask,
    async () => void seen.settled++,
    () => seen.now,
  )
  return { homes, seen }
}

const moved = (): Error => Object.assign(new Error('moved'), { code: MOVED })

test('the coordinator is asked once where an agreement is, however many want to know', async () => {
  const { homes, seen } = toldHomes(FIRST)
  const run = async (home?: Home): Promise<unknown> => home
  expect(await Promise.all([homes.at(1, run), homes.at(1, run)])).toEqual([FIRST, FIRST])
  expect(await homes.at(1, run)).toEqual(FIRST)
  expect(seen.asked).toBe(1)
})

test('a coordinator that did not answer is asked again', async () => {
  let isGone = true
  const homes = new Homes(
    async () => {
      if (isGone) throw new Error('gone')
      return FIRST
    },
    async () => {},
  )
  await expect(homes.at(1, async (home) => home)).rejects.toThrow('gone')
  isGone = false
  expect(await homes.at(1, async (home) => home)).toEqual(FIRST)
})

test('what has moved is looked for once it is where it will be, and done once more there', async () => {
  const { homes, seen } = toldHomes(FIRST, SECOND)
  const tried: unknown[] = []
  const run = async (home?: Home): Promise<string> => {
    tried.push([home?.server.host, seen.settled])
    if (home === FIRST) throw moved()
    return 'done'
  }
  expect(await homes.at(1, run)).toBe('done')
  expect(await homes.at(1, run)).toBe('done')
  expect(tried).toEqual([
    ['first', 0],
    ['second', 1],
    ['second', 1],
  ])
})

test('what moves on and on is told to whoever asked', async () => {
  const { homes } = toldHomes(FIRST, SECOND)
  await expect(
    homes.at(1, async () => {
      throw moved()
    }),
  ).rejects.toMatchObject({ code: MOVED })
})

test('what a statement fails with is not tried again', async () => {
  const { homes } = toldHomes(FIRST)
  let tried = 0
  const run = async (): Promise<never> => {
    tried++
    throw new Error('refused')
  }
  await expect(homes.at(1, run)).rejects.toThrow('refused')
  expect(tried).toBe(1)
})

test('a server that cannot be connected to is left to the coordinator for a while; then it may have another address', async () => {
  const { homes, seen } = toldHomes(FIRST, FIRST, SECOND)
  const tried: unknown[] = []
  const run = async (home?: Home): Promise<void> => {
    tried.push(home?.server.host)
    if (home === FIRST) throw new UnreachableHostError('first:1', {})
  }
  await homes.at(1, run)
  await homes.at(2, run)
  expect(tried).toEqual(['first', undefined, undefined])
  seen.now += HOME_PAUSE_MILLISECONDS
  await homes.at(3, run)
  await homes.at(2, run)
  expect(tried.slice(3)).toEqual(['second', 'first', undefined])
})
