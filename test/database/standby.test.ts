import { expect, test } from 'vitest'
import { Standby } from '../../src/database/health/standby.ts'

const LAG = 1000
const LISTED = { text: 'SELECT', values: [] }

/** A standby beside a primary, by a clock and a log that the test moves. */
function stage() {
  const server = { system: '1', database: 'daybook', timeline: 1 }
  const world = {
    now: 0,
    primary: { position: 0, isStandby: false, ...server } as object | undefined,
    standby: { position: 0, isStandby: true, ...server } as object | undefined,
    fails: undefined as Error | undefined,
  }
  const told: string[] = []
  const executor = (of: 'primary' | 'standby') => ({
    rows: (): Promise<never[]> =>
      world[of] ? Promise.resolve([world[of] as never]) : Promise.reject(new Error('away')),
    bytes: () => Promise.reject(new Error('not asked')),
  })
  const pool = {
    ...executor('standby'),
    transaction: () => Promise.reject(new Error('not asked')),
    snapshot: () => Promise.reject(new Error('not asked')),
    bytes: () => (world.fails ? Promise.reject(world.fails) : Promise.resolve(Buffer.from('standby'))),
  }
  const standby = new Standby(
    { apart: { ...executor('primary'), at: () => executor('primary'), isSpread: () => false } },
    {
      ...pool,
      apart: { ...executor('standby'), at: () => executor('standby'), isSpread: () => false },
      of: () => ({ ...pool, at: () => Promise.reject(new Error('not asked')) as never }),
    },
    LAG,
    (isUsed, reason) => told.push(isUsed ? 'used' : reason!),
    () => world.now,
  )
  const look = async (at: number, written: number, replayed: number): Promise<void> => {
    world.now = at
    world.primary = { ...server, ...world.primary, position: written }
    world.standby = { ...server, isStandby: true, ...world.standby, position: replayed }
    await standby.look()
  }
  const read = async (agreement: number): Promise<string> =>
    String(await standby.read(agreement, LISTED, () => Promise.resolve(Buffer.from('primary'))))
  return { world, standby, told, look, read }
}

test('an agreement that wrote reads from the primary until the standby has replayed what the primary had after that', async () => {
  const { world, standby, look, read } = stage()
  expect(await read(1)).toBe('primary')
  await look(100, 10, 10)
  expect(await read(1)).toBe('standby')
  world.now = 150
  standby.wrote(1)
  expect([await read(1), await read(2)]).toEqual(['primary', 'standby'])
  // Asked after the write, and not replayed yet: what was replayed was asked before.
  await look(200, 20, 10)
  await look(300, 20, 19)
  expect([await read(1), await read(2)]).toEqual(['primary', 'standby'])
  await look(400, 20, 20)
  expect([await read(1), await read(2)]).toEqual(['standby', 'standby'])
  // A write at the very moment of a look may have come after it.
  standby.wrote(1)
  await look(400, 20, 20)
  expect(await read(1)).toBe('primary')
})

test('one that is behind for longer than it may is left, and told once', async () => {
  const { world, told, look, read } = stage()
  await look(0, 10, 10)
  for (const at of [250, 500, 750, 1000]) {
    await look(at, 20 + at, 10)
    expect(await read(1)).toBe('standby')
  }
  world.now = 1001
  expect(await read(1)).toBe('primary')
  await look(1250, 1500, 10)
  await look(1500, 1500, 269)
  expect(await read(1)).toBe('primary')
  await look(1750, 1500, 1500)
  expect(await read(1)).toBe('standby')
  expect(told).toEqual(['used', 'it lags more than 1 s', 'used'])
})

test('a primary that does not answer leaves what is known to grow old', async () => {
  const { world, standby, look, read } = stage()
  await look(0, 10, 10)
  world.primary = undefined
  for (const [at, server] of [
    [900, 'standby'],
    [1100, 'primary'],
  ] as const) {
    world.now = at
    await standby.look()
    expect(await read(1)).toBe(server)
  }
})

test('a standby of another server, another database of it, or from before a promotion, is not used whatever its position says', async () => {
  for (const [other, reason] of [
    [{ system: '2' }, 'it is a standby of another server'],
    [{ database: 'another' }, 'it is another database of the server'],
    [{ timeline: 2 }, 'it has not followed the last promotion yet'],
    [{ isStandby: false }, 'the server there is no standby'],
  ] as const) {
    const { world, standby, told, look, read } = stage()
    await look(0, 10, 10)
    world.standby = { ...world.standby, ...other }
    world.now = 250
    await standby.look()
    expect([await read(1), told]).toEqual(['primary', ['used', reason]])
  }
})

test('a read that fails there is answered by the primary; a fault that the primary has too is not tried twice', async () => {
  const { world, standby, told, look, read } = stage()
  const failing = (code: string): Error => Object.assign(new Error(code), { code })
  await look(0, 10, 10)
  // A row that the primary cleaned away under a reader says nothing of the standby.
  world.fails = failing('40001')
  expect([await read(1), standby.state.isUsed]).toEqual(['primary', true])
  for (const code of ['57014', 'AGREEMENT_BUSY']) {
    world.fails = failing(code)
    await expect(read(1)).rejects.toThrow(code)
  }
  world.fails = failing('CONNECTION_CLOSED')
  expect([await read(1), standby.state.isUsed]).toEqual(['primary', false])
  world.fails = undefined
  expect(await read(1)).toBe('primary')
  await look(250, 10, 10)
  expect(await read(1)).toBe('standby')
  expect(told).toEqual(['used', 'it failed: CONNECTION_CLOSED', 'used'])
  expect(standby.state.reads).toEqual({ standby: 1, primary: 3 })
})
