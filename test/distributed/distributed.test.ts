import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { distribute } from '../../src/database/distribution/distribute.ts'
import { distributionState } from '../../src/database/distribution/state.ts'
import { migrate, ownSchema } from '../../src/database/migrate.ts'
import { type Executor, openDatabase, type Pool } from '../../src/database/connection.ts'
import { createAgreement } from '../../src/companies/create.ts'
import { writeBackup } from '../../src/backup/write.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { join } from '../database/servers.ts'
import { eventually } from '../patience.ts'
import { emptyDatabase, testDatabase, type TestDatabase } from '../database/harness.ts'
import { serverOf, serversOf } from './shard-servers.ts'

const HOME = `'shard_' || get_shard_id_for_distribution_column('public.agreement', $1::int)`
const DROP_VIEWS = `SELECT format('DROP SCHEMA %I CASCADE', ${HOME}) AS text`
/** The views of an agreement's shard, by a number that they have as long as they are there. */
const VIEWS = `SELECT oid::text FROM pg_namespace WHERE nspname = ${HOME}`

function onPort(url: string, port: number): string {
  const other = new URL(url)
  other.port = String(port)
  return other.href
}

const isSpread = inject('databaseWorkers').length > 0

test('a database that has no Citus is not spread, and says so', async () => {
  const plain = await emptyDatabase()
  try {
    await expect(distribute(plain.own, [])).rejects.toThrow('The database has no Citus.')
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

  test('every shard can move: none is unlogged, which replication does not know', async () => {
    const unlogged = await base.own.rows(
      `SELECT c.relname FROM pg_class c WHERE c.relpersistence = 'u' AND c.relkind = 'r'
         AND EXISTS (SELECT FROM pg_dist_partition d WHERE d.logicalrelid = c.oid)`,
    )
    expect(unlogged).toEqual([])
  })

  test('a backup of several servers is refused, and leaves no file', async () => {
    const { own } = base
    const file = `${tmpdir()}/daybook-spread-${process.pid}`
    const spread = 'Citus spreads the agreements of this database'
    await expect(writeBackup(own, file, () => {})).rejects.toThrow(spread)
    expect((await readdir(tmpdir())).filter((name) => name.startsWith(`daybook-spread-${process.pid}`))).toEqual([])
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

  test('statements of a transaction run in the order they are sent in, those that are sent for the first time, too', async () => {
    const agreement = await createAgreement(base.own, { name: 'Orderly', template: 'danish', modules: [] })
    const account = 'agreement = $1 AND number = 1010'
    const fresh = openDatabase({ url: base.url }, 1)
    try {
      const there = fresh.at(agreement)
      await there.rows(`UPDATE account SET name = '' WHERE ${account}`, [agreement])
      await there.transaction((transaction) =>
        Promise.all(
          ['1', '2', '3', '4', '5', '6', '7', '8'].map((text, at) => {
            // Every third is one of which the columns are known by then.
            const condition = at % 3 === 2 ? account : `${account} AND ${at} = ${at}`
            return transaction.rows(`UPDATE account SET name = name || $2 WHERE ${condition}`, [agreement, text])
          }),
        ),
      )
      const [changed] = await there.rows(`SELECT name FROM account WHERE ${account}`, [agreement])
      expect(changed).toEqual({ name: '12345678' })
      expect(await verify(base.own, agreement)).toMatchObject({ ok: true })
    } finally {
      await fresh.close()
    }
  })

  test('a demo company that is made there has books that are right', async () => {
    const agreement = await createAgreement(base.own, { name: 'Demo', template: 'demo', modules: 'all' })
    expect(await verify(base.own, agreement)).toMatchObject({ ok: true })
  })

  test('what is written while its shard moves is written to where it has moved', async () => {
    const agreement = await createAgreement(base.own, { name: 'Moves', template: 'danish', modules: [] })
    const database = openDatabase({ url: base.url }, 2)
    const mover = openDatabase({ url: base.url }, 1)
    const from = await serverOf(base.own, agreement)
    const to = (await serversOf(base.own, agreement)).find(({ is_there }) => !is_there)!
    const source = openDatabase({ url: onPort(base.url, from.port) }, 1)
    try {
      // Both connections have found their way before.
      const name = async (): Promise<unknown> =>
        (await database.at(agreement).rows('SELECT name FROM agreement WHERE agreement = $1', [agreement]))[0]!.name
      expect(await name()).toBe('Moves')
      let alone: Promise<unknown> | undefined
      let together: Promise<unknown> | undefined
      await mover.transaction(async (transaction) => {
        await transaction.rows(
          `SELECT citus_move_shard_placement(get_shard_id_for_distribution_column('agreement', $1::int), $2, $3::int, $4, $5::int, 'block_writes')::text`,
          [agreement, from.host, from.port, to.host, to.port],
        )
        alone = database.at(agreement).rows(`UPDATE agreement SET name = 'Moved' WHERE agreement = $1`, [agreement])
        together = database.transaction(async (inner) => {
          await inner
            .at(agreement)
            .rows(`UPDATE account SET name = 'Flyttet' WHERE agreement = $1 AND number = 1010`, [agreement])
        })
        await eventually(async () => {
          const waiting = await source.rows(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)
          return waiting.length === 2
        })
      })
      await Promise.all([alone, together])
      expect(await name()).toBe('Moved')
      const accounts = await database
        .at(agreement)
        .rows(`SELECT FROM account WHERE agreement = $1 AND name = 'Flyttet'`, [agreement])
      expect(accounts).toHaveLength(1)
      expect(await serverOf(base.own, agreement)).toEqual({ ...to, is_there: true })
      expect(await verify(base.own, agreement)).toMatchObject({ ok: true })
    } finally {
      await Promise.all([database, mover, source].map((one) => one.close()))
    }
  })

  test('sessions that find a shard without views at the same time make them once', async () => {
    const agreement = await createAgreement(base.own, { name: 'Viewed', template: 'danish', modules: [] })
    const sessions = [1, 2, 3, 4].map(() => openDatabase({ url: base.url }, 1))
    const [first, ...others] = sessions
    const place = await serverOf(base.own, agreement)
    const server = openDatabase({ url: onPort(base.url, place.port) }, 1)
    const look = (database: Pool): Promise<unknown> =>
      database.at(agreement).rows('SELECT name FROM agreement WHERE agreement = $1', [agreement])
    const made = (executor: Executor): Promise<unknown> => executor.rows(VIEWS, [agreement])
    try {
      await Promise.all(sessions.map(look))
      await server.transaction(async (transaction) => {
        await transaction.script('SET LOCAL citus.enable_ddl_propagation = off')
        const [drop] = await transaction.rows<{ text: string }>(DROP_VIEWS, [agreement])
        await transaction.script(drop!.text)
      })
      let waiting: Promise<unknown> | undefined
      const once = await first!.transaction(async (transaction) => {
        const views = await made(transaction.at(agreement))
        waiting = Promise.all(others.map(look))
        await eventually(async () => {
          const found = await server.rows(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)
          return found.length === others.length
        })
        return views
      })
      await waiting
      expect(await made(server)).toEqual(once)
    } finally {
      await Promise.all([...sessions, server].map((one) => one.close()))
    }
  })

  test('every row that a move sends on can be told apart', async () => {
    const nameless = await base.own.rows(
      `SELECT c.relname FROM pg_class c JOIN pg_dist_partition d ON d.logicalrelid = c.oid
       WHERE c.relkind = 'r' AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid
         AND (i.indisreplident OR i.indisprimary AND c.relreplident = 'd'))`,
    )
    expect(nameless).toEqual([])
  })

  test('a database with a company in it is spread with all that was written, and goes on', async () => {
    const full = await emptyDatabase()
    try {
      await join(new URL(full.url).pathname.slice(1), inject('databaseServer'), inject('databaseWorkers'))
      await migrate(full.own)
      const agreement = await createAgreement(full.own, { name: 'Before', template: 'demo', modules: 'all' })
      const before = await verify(full.own)
      await distribute(full.own, (await ownSchema()).routines, 2)
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
      expect(await distribute(database, (await ownSchema()).routines)).toMatchObject({ tables: [] })
      expect((await distributionState(database)).servers).toBe(inject('databaseWorkers').length)
    } finally {
      await database.close()
    }
  })
})
