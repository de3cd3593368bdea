import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../src/database/connection.ts'
import { openDatabase } from '../../src/database/connection.ts'
import { openProxy } from '../faults/proxy.ts'
import { testDatabase, type TestDatabase } from './harness.ts'

let base: TestDatabase
beforeAll(async () => {
  base = await testDatabase()
  await base.database.rows('CREATE TABLE noted (number int PRIMARY KEY, earlier int)')
  await base.database.rows('CREATE TABLE kept (number int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)')
})
afterAll(() => base.drop())

const INSERT = 'INSERT INTO noted (number) VALUES ($1::int)'
const noted = async (): Promise<number[]> =>
  (await base.database.rows<{ number: number }>('SELECT number FROM noted ORDER BY number')).map(({ number }) => number)
const transactionOf = async (rows: Promise<{ id: string }[]>): Promise<string> => (await rows)[0]!.id
const ID = 'SELECT pg_current_xact_id()::text AS id'

test('what is looked up first, written last and sent along with the end is all of one transaction', async () => {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const ids = await base.database.transaction(async (transaction) => {
      const first = transaction.look<{ id: string }>(ID)
      const second = transaction.rows<{ id: string }>(ID)
      await first
      const third = transaction.rows<{ id: string }>(ID)
      transaction.end()
      return await Promise.all([first, second, third].map(transactionOf))
    })
    expect(new Set(ids).size).toBe(1)
  }
})

test('a last statement that fails undoes what came before it, and its error is told', async () => {
  const failing = base.database.transaction(async (transaction) => {
    await transaction.rows(INSERT, [1])
    const last = transaction.rows(INSERT, [1])
    transaction.end()
    await last
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await noted()).toEqual([])
})

test('what only the end refuses is told by the transaction', async () => {
  const failing = base.database.transaction(async (transaction) => {
    const rows = transaction.rows('INSERT INTO kept (number) VALUES (7), (7)')
    transaction.end()
    await rows
    return 'done'
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
})

test('nothing is sent after the last statement', async () => {
  const late = base.database.transaction(async (transaction) => {
    const last = transaction.rows(INSERT, [2])
    transaction.end()
    await last
    await transaction.rows(INSERT, [3])
  })
  await expect(late).rejects.toThrow('has sent its last statement')
  expect(await noted()).toEqual([2])
  await base.database.rows('DELETE FROM noted')
})

test('an error that was passed over is told at the end, and nothing is kept', async () => {
  const passedOver = base.database.transaction(async (transaction) => {
    await transaction.rows(INSERT, [4])
    await transaction.rows(INSERT, [4]).catch(() => {})
  })
  await expect(passedOver).rejects.toThrow('its error was passed over')
  expect(await noted()).toEqual([])
})

test('a transaction that asks for nothing sends nothing', async () => {
  const proxy = await openProxy(base.url)
  const database = openDatabase({ url: proxy.url }, 1)
  await database.rows('SELECT 1')
  proxy.hang()
  expect(await database.transaction(() => Promise.resolve('done'))).toBe('done')
  proxy.wake()
  await database.close()
  await proxy.close()
})

test.each<[string, (transaction: Transaction) => Promise<unknown>]>([
  ['look', (transaction) => transaction.look('SELECT 1')],
  ['write', (transaction) => transaction.rows(INSERT, [5])],
])(
  'a connection that breaks at the beginning, before a %s, is told of, and the next transaction has another',
  async (_, work) => {
    const proxy = await openProxy(base.url)
    const database = openDatabase({ url: proxy.url }, 1)
    await database.rows('SELECT 1')
    await proxy.cut()
    await expect(database.transaction(work)).rejects.toThrow()
    await proxy.mend()
    await database.transaction((transaction) => transaction.rows(INSERT, [6]))
    expect(await noted()).toEqual([6])
    await base.database.rows('DELETE FROM noted')
    await database.close()
    await proxy.close()
  },
)

test('a COPY whose last row is refused ends with what refused it, and the connection goes on', async () => {
  const before = await noted()
  const copying = base.database.transaction(async (transaction) => {
    const into = await transaction.copyIn('COPY noted (number) FROM STDIN')
    into.end('901\n902\n901\n')
    await finished(into)
  })
  await expect(copying).rejects.toMatchObject({ code: '23505', constraint_name: 'noted_pkey' })
  expect(await noted()).toEqual(before)
})

test('a COPY that fails with its first row tells whoever reads it, and nobody else; the connection goes on', async () => {
  const unheard: unknown[] = []
  const note = (error: unknown): void => void unheard.push(error)
  process.prependListener('uncaughtExceptionMonitor', note)
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const copying = base.database.transaction(async (transaction) => {
      const rows = await transaction.copyOut('COPY (SELECT 1 / n FROM generate_series(0, 3) n) TO STDOUT')
      return (await rows.toArray()).length
    })
    await expect(copying).rejects.toMatchObject({ code: '22012' })
  }
  process.off('uncaughtExceptionMonitor', note)
  expect(unheard).toEqual([])
  expect(await base.database.transaction((transaction) => transaction.rows('SELECT 1 AS one'))).toEqual([{ one: 1 }])
})

test('a transaction knows its own rows, in a savepoint or not, from those of others', async () => {
  await base.database.rows('CREATE TABLE written (number int)')
  const insert = 'INSERT INTO written (number) VALUES ($1::int)'
  await base.database.rows(insert, [1])
  await base.database.transaction(async (transaction) => {
    await transaction.rows(insert, [2])
    // Another one is done after this one has begun.
    await base.database.rows(insert, [3])
    await transaction.savepoint((inner) => inner.rows(insert, [4]))
    const rows = await transaction.rows<{ number: number; own: boolean }>(
      'SELECT w.number, is_own_write(w.xmin) AS own FROM written w ORDER BY w.number',
    )
    expect(rows.filter(({ own }) => own).map(({ number }) => number)).toEqual([2, 4])
    // Like a row that is older than the last time the transaction numbers began anew, under a number that was not given
    // out since.
    const [old] = await transaction.rows(
      `SELECT is_own_write(((pg_current_xact_id()::text::bigint + 900000) & 4294967295)::text::xid) AS own`,
    )
    expect(old).toEqual({ own: false })
  })
})
