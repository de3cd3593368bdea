import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { createAgreement } from '../../src/companies/create.ts'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { moveShard, serverOf } from './shard-servers.ts'

const isSpread = inject('databaseWorkers').length > 0

const SHARD = `SELECT get_shard_id_for_distribution_column('agreement', $1::int)::text AS shard`
const NAME = 'SELECT name FROM agreement WHERE agreement = $1'
const BODY = 'SELECT a.name AS body FROM agreement a WHERE a.agreement = $1'
const RENAME = 'UPDATE agreement SET name = $2 WHERE agreement = $1'

describe.runIf(isSpread)('a connection to the server of an agreement', () => {
  let base: TestDatabase
  let database: Database
  beforeAll(async () => {
    base = await testDatabase()
  })
  afterAll(async () => await base.drop())
  beforeEach(async () => {
    database = openDatabase({ url: base.url }, 1)
    await database.endpoint()
  })
  afterEach(async () => await database.close())

  const made = (name: string): Promise<number> => createAgreement(base.own, { name, template: 'danish', modules: [] })
  const nameOf = async (agreement: number, by = database): Promise<unknown> =>
    (await by.at(agreement).rows(NAME, [agreement]))[0]?.name
  const bodyOf = async (agreement: number, by = database): Promise<string | undefined> =>
    (await by.at(agreement).bytes({ text: BODY, values: [agreement] }))?.toString()

  const move = (agreement: number): Promise<unknown> => moveShard(base.own, agreement)

  test('is the service itself, not the coordinator', async () => {
    const agreement = await made('Direct')
    const [found] = await database
      .at(agreement)
      .rows(`SELECT current_setting('application_name') AS name, inet_server_port() AS port`)
    expect(found).toEqual({ name: 'daybook', port: (await serverOf(base.own, agreement)).port })
    expect(await database.unreached()).toEqual([])
  })

  test('reads and writes what has moved where it is, also after others have written there', async () => {
    const agreement = await made('Before')
    expect(await bodyOf(agreement)).toBe('Before')
    const other = openDatabase({ url: base.url }, 1)
    try {
      await move(agreement)
      await other.at(agreement).rows(RENAME, [agreement, 'Behind its back'])
      expect(await bodyOf(agreement)).toBe('Behind its back')
      await move(agreement)
      await database.at(agreement).rows(RENAME, [agreement, 'Alone'])
      expect(await nameOf(agreement, other)).toBe('Alone')
      await move(agreement)
      await database.at(agreement).transaction(async (transaction) => {
        expect(await transaction.look(NAME, [agreement])).toEqual([{ name: 'Alone' }])
        await transaction.rows(RENAME, [agreement, 'Together'])
      })
      expect(await bodyOf(agreement, other)).toBe('Together')
    } finally {
      await other.close()
    }
  })

  test('need not be the first on a shard that has arrived for its books to be verified', async () => {
    const agreement = await made('Verified')
    await move(agreement)
    expect(await verify(database, agreement)).toMatchObject({ ok: true })
  })

  test('finds what has moved when nothing of it is left where it was', async () => {
    const agreement = await made('Gone')
    expect(await bodyOf(agreement)).toBe('Gone')
    expect(await nameOf(agreement)).toBe('Gone')
    await move(agreement)
    await base.own.rows('CALL citus_cleanup_orphaned_resources()')
    expect(await bodyOf(agreement)).toBe('Gone')
    expect(await database.at(agreement).rows(`${RENAME} RETURNING name`, [agreement, 'Once'])).toEqual([
      { name: 'Once' },
    ])
  })

  test('has the rows of each agreement, whatever ran on it before and however that ended', async () => {
    const agreements = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => made(name)))
    const shards = await Promise.all(
      agreements.map((agreement) => base.own.rows<{ shard: string }>(SHARD, [agreement])),
    )
    expect(new Set(shards.map(([row]) => row!.shard)).size).toBe(2)
    const names = new Map(agreements.map((agreement, at) => [agreement, 'abcdefgh'[at]!]))
    const undone = new Error('undone')
    const steps: ((agreement: number) => Promise<void>)[] = [
      async (agreement) => expect(await bodyOf(agreement)).toBe(names.get(agreement)),
      async (agreement) => expect(await nameOf(agreement)).toBe(names.get(agreement)),
      async (agreement) => {
        names.set(agreement, `${names.get(agreement)}!`)
        await database.at(agreement).rows(RENAME, [agreement, names.get(agreement)!])
      },
      async (agreement) => {
        const work = database.at(agreement).transaction(async (transaction) => {
          await transaction.rows(RENAME, [agreement, 'nobody'])
          throw undone
        })
        await expect(work).rejects.toBe(undone)
      },
      async (agreement) => {
        const work = database.at(agreement).transaction((transaction) => transaction.rows('SELECT 1 / 0'))
        await expect(work).rejects.toMatchObject({ code: '22012' })
      },
      async (agreement) => {
        const work = database.at(agreement).rows('SELECT nothing FROM agreement')
        await expect(work).rejects.toMatchObject({ code: '42703' })
      },
      async (agreement) => {
        names.set(agreement, `${names.get(agreement)}?`)
        await database
          .at(agreement)
          .transaction((transaction) => transaction.rows(RENAME, [agreement, names.get(agreement)!]))
      },
    ]
    // Each step before and after each other, on agreements of both shards.
    let at = 0
    for (const first of steps) {
      for (const second of steps) {
        await first(agreements[at % 8]!)
        await second(agreements[(at * 3 + 1) % 8]!)
        at++
      }
    }
    for (const agreement of agreements) expect(await nameOf(agreement, base.own)).toBe(names.get(agreement))
  })

  test('names the constraint that refused as any other does', async () => {
    const agreement = await made('Refused')
    const twice = `INSERT INTO account (agreement, number, name, type) SELECT a.agreement, a.number, a.name, a.type FROM account a WHERE a.agreement = $1 AND a.number = 1010`
    await expect(database.at(agreement).rows(twice, [agreement])).rejects.toMatchObject({
      code: '23505',
      constraint_name: 'account_pkey',
    })
  })
})
