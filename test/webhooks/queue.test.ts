import { afterAll, beforeAll, expect, test } from 'vitest'
import { Locks } from '../../src/database/locks.ts'
import { startQueue } from '../../src/database/queue.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { openProxy } from '../faults/proxy.ts'
import { eventually } from '../process/program.ts'

let base: TestDatabase
beforeAll(async () => void (base = await testDatabase()))
afterAll(() => base.drop())

const add = (number: number): Promise<unknown> =>
  base.database.rows(`SELECT graphile_worker.add_job('note', json_build_object('number', $1::int))`, [number])

test('the queue takes jobs again after its connections are lost, while idle and in the middle of a job', async () => {
  const proxy = await openProxy(base.url)
  const done: number[] = []
  let cutDuring: number | undefined
  const note = async (job: unknown): Promise<void> => {
    const { number } = job as { number: number }
    if (number === cutDuring) {
      await proxy.cut()
      await proxy.mend()
    }
    // Not before the cut: a job that is given out in that moment is lost for hours, and its wake-up with it.
    done.push(number)
  }
  const stop = startQueue({ url: proxy.url }, 3, { note }, { debug: () => {} })
  await add(1)
  await eventually(() => done.includes(1))
  await proxy.cut()
  await proxy.mend()
  await add(2)
  await eventually(() => done.includes(2))
  // As many times as there are workers, and once more.
  for (const number of [3, 4, 5]) {
    cutDuring = number
    await add(number)
    await eventually(() => done.includes(number))
  }
  await add(6)
  await eventually(() => done.includes(6))
  await stop()
  await proxy.close()
})

test('jobs are added after more of them than the library has numbers for', async () => {
  await base.database.rows(`SELECT setval(pg_get_serial_sequence('graphile_worker._private_tasks', 'id'), 2147483647)`)
  await add(7)
  await add(8)
  const [added] = await base.database.rows(
    `SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE payload ->> 'number' IN ('7', '8')`,
  )
  expect(added).toEqual({ count: 2 })
})

test('the queue stops though its database is gone', async () => {
  const proxy = await openProxy(base.url)
  const stop = startQueue({ url: proxy.url }, 3, { note: () => {} }, { debug: () => {} })
  await eventually(() => proxy.open() > 0)
  await proxy.close()
  await stop()
})

test('the queue stops though its database hangs and then is gone', async () => {
  // Vitest fails a run in which a rejection is handled by nobody: that is what the library left here.
  const proxy = await openProxy(base.url)
  proxy.hangAt('LISTEN')
  const stop = startQueue({ url: proxy.url }, 3, { note: () => {} }, { debug: () => {} })
  await eventually(() => proxy.hanging() === 1)
  const stopped = stop()
  await proxy.close()
  await stopped
  await eventually(() => proxy.hanging() === 0)
})

test('jobs of processes that were killed at them are forgotten when the next one starts', async () => {
  await base.database.rows('DELETE FROM graphile_worker._private_jobs')
  for (const key of ['long ago', 'lately', 'unlocked']) {
    await base.database.rows(`SELECT graphile_worker.add_job('other', '{}', max_attempts => 1, job_key => $1)`, [key])
  }
  await base.database.rows(
    `UPDATE graphile_worker._private_jobs SET attempts = 1, locked_by = 'nobody',
       locked_at = CASE key WHEN 'long ago' THEN now() - interval '5 hours' WHEN 'lately' THEN now() - interval '3 hours' END`,
  )
  const stop = startQueue({ url: base.url }, 3, { note: () => {} }, { debug: () => {} })
  const left = (): Promise<{ key: string }[]> =>
    base.database.rows<{ key: string }>('SELECT key FROM graphile_worker.jobs')
  await eventually(async () => (await left()).length === 1)
  expect(await left()).toEqual([{ key: 'lately' }])
  await stop()
})

test('a lock is held once, and is free when its connection is lost or closed', async () => {
  const proxy = await openProxy(base.url)
  const [one, other] = [new Locks({ url: proxy.url }), new Locks({ url: base.url })]
  const name = [1, 'A'] as const
  const [first, second] = await Promise.all([one.tryLock(name), one.tryLock(name)])
  expect([first !== undefined, second]).toEqual([true, undefined])
  expect(await other.tryLock(name)).toBeUndefined()
  expect(await other.tryLock([1, 'B'])).toBeDefined()
  await first!.release()
  const taken = await other.tryLock(name)
  expect(taken).toBeDefined()
  expect(await one.tryLock(name)).toBeUndefined()
  await taken!.release()
  const again = await one.tryLock(name)
  expect(again!.isLost()).toBe(false)
  await proxy.cut()
  await eventually(async () => (await other.tryLock(name)) !== undefined)
  await eventually(() => again!.isLost())
  // Held by whoever took it here until released, lost or not: two of one process are never at it.
  await expect(one.tryLock([1, 'C'])).rejects.toThrow()
  await proxy.mend()
  expect(await one.tryLock(name)).toBeUndefined()
  await again!.release()
  await other.close()
  await eventually(async () => (await one.tryLock(name)) !== undefined)
  await one.close()
  await proxy.close()
})
