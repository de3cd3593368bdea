import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/connection.ts'
import { Leases } from '../../src/database/leases.ts'
import { startDeliveries } from '../../src/webhooks/start.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { openProxy } from '../faults/proxy.ts'
import { eventually } from '../patience.ts'
import { testVault } from '../service/secret-key.ts'
import { testDatabase, type TestDatabase } from './harness.ts'

/** In milliseconds: a lease that is taken for so long is not lost while the machine stands still. */
const HOUR = 3_600_000

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase()
  await base.database.rows(`INSERT INTO agreement (agreement, name) VALUES (1, 'One')`)
})
afterAll(() => base.drop())

/** Seconds until a lease ends, by the database's clock, and its fence. */
const stored = async (name: string): Promise<{ left: number; fence: number }> => {
  const [row] = await base.database.rows<{ left: number; fence: number }>(
    `SELECT extract(epoch FROM until - clock_timestamp())::float8 AS left, fence::float8 FROM lease WHERE agreement = 1 AND name = $1`,
    [name],
  )
  return row!
}

/** Ends a lease as if its holder had been silent for too long. */
const end = (name: string): Promise<unknown> =>
  base.database.rows(`UPDATE lease SET until = now() - interval '1 second' WHERE agreement = 1 AND name = $1`, [name])

describe('a lease', () => {
  test('is held once, by one process and by one caller in it, until it is given back', async () => {
    const [one, other] = [new Leases(base.database, HOUR), new Leases(base.database, HOUR)]
    const [first, second] = await Promise.all([one.tryTake([1, 'A']), one.tryTake([1, 'A'])])
    expect([first!.isLost(), second]).toEqual([false, undefined])
    expect(await other.tryTake([1, 'A'])).toBeUndefined()
    expect(await other.tryTake([1, 'B'])).toBeDefined()
    await first!.release()
    const taken = await other.tryTake([1, 'A'])
    expect([taken!.fence > first!.fence, taken!.isLost()]).toEqual([true, false])
    expect(await one.tryTake([1, 'A'])).toBeUndefined()
    one.close()
    other.close()
  })

  test('is one of many: taken together, whoever has some of them', async () => {
    const [one, other] = [new Leases(base.database, HOUR), new Leases(base.database, HOUR)]
    const names = Array.from({ length: 50 }, (_, at) => [1, `many ${at}`] as const)
    const attempts = [one, other].map((leases) => Promise.all(names.map((name) => leases.tryTake(name))))
    const [ones, others] = await Promise.all(attempts)
    expect(names.map((_, at) => Number(!!ones![at]) + Number(!!others![at]))).toEqual(names.map(() => 1))
    one.close()
    other.close()
  })

  test('is kept though the connection that keeps it never answers again', async () => {
    const proxy = await openProxy(base.url)
    const reached = openDatabase({ url: proxy.url }, 4, { wide: 20_000, other: 300_000 })
    const leases = new Leases(reached.apart)
    const lease = await leases.tryTake([1, 'mute'])
    expect(lease).toBeDefined()
    proxy.hangAt('"mute"')
    await eventually(() => proxy.hanging() > 0)
    proxy.hangAt('nothing that is sent')
    await eventually(() => proxy.hanging() === 0)
    const [row] = await base.database.rows<{ until: string }>(
      `SELECT until::text FROM lease WHERE agreement = 1 AND name = 'mute'`,
    )
    const later = `SELECT FROM lease WHERE agreement = 1 AND name = 'mute' AND until > $1::timestamptz`
    await eventually(async () => (await base.database.rows(later, [row!.until])).length > 0)
    leases.close()
    await reached.close()
    await proxy.close()
  })

  test('is kept as long as its process lives, beyond its time', async () => {
    const leases = new Leases(base.database, 60)
    const lease = await leases.tryTake([1, 'kept'])
    const began = performance.now()
    await eventually(() => performance.now() - began > 300)
    const { fence } = await stored('kept')
    // Kept or, where the machine stood still for so long, known to be lost: never another's and believed one's own.
    expect(lease!.isLost() || fence === lease!.fence).toBe(true)
    leases.close()
    await eventually(() => lease!.isLost())
  })

  test('whose holder is silent is free for others; he notices, and gives back nothing that is theirs', async () => {
    const [late, next] = [new Leases(base.database, 150), new Leases(base.database, HOUR)]
    const lost = await late.tryTake([1, 'late'])
    const taken = await eventually(async () => {
      // Its holder may have kept it just now.
      await end('late')
      return await next.tryTake([1, 'late'])
    })
    expect(taken.fence).toBeGreaterThan(lost!.fence)
    await eventually(() => lost!.isLost())
    await lost!.release()
    const { left, fence } = await stored('late')
    expect([left > 50, fence]).toEqual([true, taken.fence])
    late.close()
    next.close()
  })

  test('that was removed gets a higher fence, so that a silent holder neither keeps it nor gives it back', async () => {
    const [late, next] = [new Leases(base.database, 150), new Leases(base.database, HOUR)]
    const lost = await late.tryTake([1, 'removed'])
    await eventually(async () => {
      await end('removed')
      await next.removeIdle(0)
      return (await stored('removed')) === undefined
    })
    const taken = await next.tryTake([1, 'removed'])
    expect(taken!.fence).toBeGreaterThan(lost!.fence)
    await eventually(() => lost!.isLost())
    await lost!.release()
    const { left, fence } = await stored('removed')
    expect([left > 50, fence]).toEqual([true, taken!.fence])
    late.close()
    next.close()
  })

  test('gets a higher fence than it had, also by a clock that was set back', async () => {
    const leases = new Leases(base.database)
    await (await leases.tryTake([1, 'set back']))!.release()
    const [row] = await base.database.rows<{ fence: number }>(
      `UPDATE lease SET fence = fence + 3600000000 WHERE agreement = 1 AND name = 'set back' RETURNING fence::float8 AS fence`,
    )
    expect((await leases.tryTake([1, 'set back']))!.fence).toBe(row!.fence + 1)
    leases.close()
  })

  test('is removed once nobody has taken it for a day, however many there are', async () => {
    const leases = new Leases(base.database)
    await base.database.rows(
      `INSERT INTO lease (agreement, name, owner, until, fence)
       SELECT 1, 'idle ' || n, '', '-infinity', 1 FROM generate_series(1, 1001) n`,
    )
    await base.database.rows(
      `INSERT INTO lease (agreement, name, owner, until, fence) VALUES (1, 'idle, its holder silent for an hour', '', now() - interval '1 hour', 1)`,
    )
    const given = await leases.tryTake([1, 'idle for a moment'])
    await given!.release()
    await leases.removeIdle()
    const left = await base.database.rows<{ name: string }>(
      `SELECT name FROM lease WHERE agreement = 1 AND name LIKE 'idle%' ORDER BY name`,
    )
    expect(left.map(({ name }) => name)).toEqual(['idle for a moment', 'idle, its holder silent for an hour'])
    leases.close()
  })

  test('that is idle is removed by every process that delivers webhooks', async () => {
    await base.database.rows(
      `INSERT INTO lease (agreement, name, owner, until, fence) VALUES (1, 'swept', '', '2000-01-01', 1)`,
    )
    const { database } = base
    const deliveries = startDeliveries({ database, allowedHosts: [], vault: testVault, log: pino({ level: 'silent' }) })
    await eventually(async () => (await stored('swept')) === undefined)
    await deliveries.stop()
  })

  test('is not removed if its holder comes back late, and keeps it meanwhile', async () => {
    const leases = new Leases(base.database)
    const lease = await leases.tryTake([1, 'revived'])
    await end('revived')
    const removing = await base.database.at(1).transaction(async (transaction) => {
      await transaction.rows(
        `UPDATE lease SET until = clock_timestamp() + interval '1 minute' WHERE agreement = 1 AND name = 'revived'`,
      )
      const removed = leases.removeIdle(0)
      await untilBlocked(base.database, 1)
      return { removed }
    })
    await removing.removed
    expect((await stored('revived')).fence).toBe(lease!.fence)
    leases.close()
  })

  test('is given back later where the database is away meanwhile', async () => {
    const proxy = await openProxy(base.url)
    const database = openDatabase({ url: proxy.url }, 1)
    const leases = new Leases(database, HOUR)
    const lease = await leases.tryTake([1, 'away'])
    await proxy.cut()
    await expect(leases.tryTake([1, 'other'])).rejects.toThrow()
    await lease!.release()
    expect(await leases.tryTake([1, 'away'])).toBeUndefined()
    expect(lease!.isLost()).toBe(false)
    await proxy.mend()
    await eventually(async () => (await leases.tryTake([1, 'away'])) !== undefined)
    leases.close()
    await database.close()
    await proxy.close()
  })
})
