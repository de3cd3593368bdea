import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { distribute } from '../../src/database/distribute.ts'
import { distributionState } from '../../src/database/distribution-state.ts'
import { migrate } from '../../src/database/migrate.ts'
import { openDatabase } from '../../src/database/connection.ts'
import { createAgreement } from '../../src/access/issue.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { join } from '../database/servers.ts'
import { emptyDatabase, testDatabase, type TestDatabase } from '../database/harness.ts'

const isSpread = inject('databaseWorkers').length > 0

test('a database that has no Citus is not spread, and says so', async () => {
  const plain = await emptyDatabase()
  try {
    await expect(distribute(plain.own)).rejects.toThrow('The database has no Citus.')
    expect(plain.own.isSpread()).toBe(false)
  } finally {
    await plain.drop()
  }
})

describe.runIf(isSpread)('agreements spread over servers', () => {
  let base: TestDatabase
  beforeAll(async () => {
    base = await testDatabase()
  })
  afterAll(async () => await base.drop())

  test('every table of agreements is spread or copied, and every trigger of a change finds its shard', async () => {
    const left = await base.own.rows(
      `SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'agreement'
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT EXISTS (
         SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid)`,
    )
    expect(left).toEqual([])
  })

  test('what runs at an agreement is one task of one server', async () => {
    const rows = await base.own.rows<Record<string, string>>(
      `EXPLAIN SELECT * FROM run_at(100000, 'SELECT 1', '{}', 'once', true, true) AS t(one int)`,
    )
    expect(rows.map((row) => Object.values(row)[0]!.trim())).toContain('Task Count: 1')
  })

  test('agreements land on every server, and their books are right', async () => {
    const made = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => createAgreement(base.own, { name: 'Spread', template: 'danish', modules: 'all' })),
    )
    const servers = await base.own.rows(
      `SELECT DISTINCT s.nodename, s.nodeport FROM citus_shards s
       WHERE s.shardid = ANY (ARRAY(SELECT get_shard_id_for_distribution_column('agreement', a.agreement) FROM agreement a))`,
    )
    expect(servers).toHaveLength(inject('databaseWorkers').length)
    for (const agreement of made) expect(await verify(base.own, agreement)).toMatchObject({ ok: true })
  })

  test('a database with a company in it is spread with all that was written, and goes on', async () => {
    const full = await emptyDatabase()
    try {
      await join(new URL(full.url).pathname.slice(1), inject('databaseServer'), inject('databaseWorkers'))
      await migrate(full.own)
      const agreement = await createAgreement(full.own, { name: 'Before', template: 'demo', modules: 'all' })
      const before = await verify(full.own)
      await distribute(full.own, 2)
      const after = openDatabase({ url: full.url }, 2)
      try {
        expect(await verify(after)).toEqual(before)
        expect(before.entries).toBeGreaterThan(4000)
        // What follows from a change follows on the worker, too.
        const there = after.at(agreement)
        await there.rows(`UPDATE account SET name = 'Spredt salg' WHERE agreement = $1 AND number = 1010`, [agreement])
        const trail = await there.rows(
          `SELECT FROM change c WHERE c.agreement = $1 AND c.resource = 'Accounts' AND c.key = '1010' AND c.after = 'Spredt salg'`,
          [agreement],
        )
        expect(trail).toHaveLength(1)
      } finally {
        await after.close()
      }
    } finally {
      await full.drop()
    }
  })

  test('what is spread already stays as it is', async () => {
    const database = openDatabase({ url: base.url }, 1)
    try {
      expect(await distribute(database)).toMatchObject({ tables: [] })
      expect((await distributionState(database)).servers).toBe(inject('databaseWorkers').length)
    } finally {
      await database.close()
    }
  })
})
