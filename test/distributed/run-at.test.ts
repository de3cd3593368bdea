import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createAgreement } from '../../src/companies/create.ts'
import { type Executor, openDatabase, type Pool } from '../../src/database/connection.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { serverOf } from './shard-servers.ts'

const isSpread = inject('databaseWorkers').length > 0

/** What Citus holds shards with on a worker. */
const HELD = `SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE d.datname = current_database() AND l.locktype = 'advisory' AND l.granted AND l.mode = 'ShareLock'`
/** What a statement finds in its session, and what is left there after it. */
const THERE = `SELECT * FROM run_at($1, 'SELECT current_setting(''search_path''), current_setting(''daybook.is_at'')', '{}', 'once', true, true) AS t(path text, at text)`
const AFTER = `SELECT current_setting('search_path') AS path, current_setting('daybook.is_at') AS at`

describe.runIf(isSpread)('a statement that runs where its agreement is', () => {
  let base: TestDatabase
  let agreement: number
  let worker: Pool & { close(): Promise<void> }
  beforeAll(async () => {
    base = await testDatabase()
    agreement = await createAgreement(base.own, { name: 'There', template: 'danish', modules: [] })
    const url = new URL(base.url)
    url.port = String((await serverOf(base.own, agreement)).port)
    worker = openDatabase({ url: url.href }, 1)
  })
  afterAll(async () => {
    await worker.close()
    await base.drop()
  })

  test('has its shard on the path, and leaves the path as it was', async () => {
    await worker.transaction(async (transaction) => {
      const [there] = await transaction.rows<{ path: string; at: string }>(THERE, [agreement])
      expect(there).toEqual({ path: expect.stringMatching(/^shard_\d+, public$/), at: 'yes' })
      expect(await transaction.rows(AFTER)).toEqual([{ path: 'public', at: '' }])
    })
  })

  test('holds its shard until its transaction ends, also after a part of that was undone', async () => {
    const held = async (): Promise<number> => (await worker.rows(HELD)).length
    await base.own.transaction(async (transaction) => {
      const name = (executor: Executor): Promise<unknown> =>
        executor.rows('SELECT name FROM agreement WHERE agreement = $1', [agreement])
      await transaction
        .savepoint(async (inner) => {
          await name(inner.at(agreement))
          expect(await held()).toBe(1)
          throw new Error('undone')
        })
        .catch(() => {})
      expect(await held()).toBe(0)
      await name(transaction.at(agreement))
      await name(transaction.at(agreement))
      expect(await held()).toBe(1)
    })
    expect(await held()).toBe(0)
  })
})
