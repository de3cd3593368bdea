import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { testDatabase, type TestDatabase } from './harness.ts'
import { isPooled } from './pooled.ts'

const keepsNames = process.env.DAYBOOK_TEST_UNNAMED === undefined

let base: TestDatabase
let database: Database
beforeAll(async () => {
  base = await testDatabase()
  database = openDatabase({ url: base.url }, 2, { wide: 12_000, other: 34_000 })
})
afterAll(async () => {
  await database.close()
  await base.drop()
})

const SETTINGS = `SELECT concat_ws(' ', current_setting('plan_cache_mode'), current_setting('jit'), current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout'))`

test('what is between the program and the server is found out', async () => {
  expect(await database.endpoint()).toMatchObject({ isPooled, keepsNames })
})

test('a transaction and a wide read have their settings, one after the other on few connections', async () => {
  const wide = { text: SETTINGS, values: [], wide: { agreement: 1 } }
  for (let round = 0; round < 3; round++) {
    const own = await database.transaction((transaction) => transaction.bytes({ text: SETTINGS, values: [] }))
    expect(own!.toString()).toBe('force_generic_plan off 34s 1min')
    expect((await database.bytes(wide))!.toString()).toBe('auto off 12s 1min')
  }
})

test('a wide read that fails leaves its connection fit for others', async () => {
  const wrong = { text: 'SELECT 1 / $1::int', values: [0], wide: { agreement: 1 } }
  for (let round = 0; round < 3; round++) {
    await expect(database.bytes(wrong)).rejects.toMatchObject({ code: '22012' })
    expect(await database.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
  }
})
