import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { type TestDatabase, testDatabase } from '../database/harness.ts'
import { endConnections } from './blocked.ts'
import { untilPasses } from '../patience.ts'

let own: TestDatabase
let beside: Database

beforeAll(async () => {
  own = await testDatabase()
  beside = openDatabase({ url: own.url }, 1)
})
afterAll(async () => {
  await beside.close()
  await own.drop()
})

test('a transaction whose connection is lost sends nothing on the one that takes its place', async () => {
  const database = openDatabase({ url: own.url }, 2)
  await beside.rows(`INSERT INTO agreement (agreement, name) VALUES (1, 'Test')`)
  const insert = `INSERT INTO counter (agreement, name, value) VALUES (1, $1, 1)`
  let second: Promise<unknown> | undefined
  let over: () => void
  const ran = new Promise<void>((resolve) => (over = resolve))
  const whole = database.transaction(async (transaction) => {
    await transaction.rows(insert, ['first'])
    await endConnections(beside)
    // The pool connects again, as far as it is used meanwhile.
    await untilPasses(() => Promise.all([database.rows('SELECT 1'), database.rows('SELECT 2')]))
    second = transaction.rows(insert, ['second'])
    await second.finally(over)
  })
  await expect(whole).rejects.toThrow()
  await ran
  await expect(second).rejects.toThrow()
  expect(await beside.rows('SELECT name FROM counter WHERE name = ANY ($1)', ['{first,second}'])).toEqual([])
  await database.close()
})

test('a transaction that passes over the error of a statement does not pass for committed', async () => {
  const database = openDatabase({ url: own.url }, 1)
  const whole = database.transaction(async (transaction) => {
    await transaction.rows('SELECT 1 / 0').catch(() => {})
  })
  await expect(whole).rejects.toThrow()
  expect(await database.rows('SELECT 1 AS one')).toEqual([{ one: 1 }])
  await database.close()
})

test('transactions and statements beyond the connections wait their turn', async () => {
  const database = openDatabase({ url: own.url }, 3)
  await beside.rows(`INSERT INTO agreement (agreement, name) VALUES (2, 'Test')`)
  const work = Array.from({ length: 60 }, (_, at) =>
    at % 3 === 0
      ? database.rows<{ value: number }>(`SELECT take_numbers(2, 'turn', 1) AS value`)
      : database.transaction((inner) => inner.rows<{ value: number }>(`SELECT take_numbers(2, 'turn', 1) AS value`)),
  )
  const values = (await Promise.all(work)).map(([row]) => row!.value)
  expect([...values].sort((left, right) => left - right)).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
  await database.close()
  await expect(database.rows('SELECT 1')).rejects.toThrow()
})
