import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { masterDataStatement } from '../../src/ledger/proof/master-data.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { COMPANY, companyDatabase, type TestDatabase } from '../database/harness.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await companyDatabase()
  for (const statement of STRANGE) await own.database.at(COMPANY).rows(statement, [COMPANY])
})
afterAll(() => own.drop())

/** Values of which the texts could differ: flags that may be unknown, decimals, text with marks of arrays and JSON. */
const STRANGE = [
  `UPDATE customer SET name = E'{"a",\\\\ ''b''\\n%I}' WHERE agreement = $1`,
  "UPDATE agreement SET modules = '{Projects,Dimension}' WHERE agreement = $1",
  'UPDATE product SET sales_price = 10.50 WHERE agreement = $1',
  'UPDATE account SET is_credit = CASE number % 3 WHEN 0 THEN true WHEN 1 THEN false END WHERE agreement = $1',
]

/** The same by the functions that the database has for its trails: what it says as JSON, property by property. */
const BY_JSON = 'SELECT * FROM master_data_of($1)'

describe('what verify compares with the trail', () => {
  test('is what the database tells of every item, of every table that has a trail', async () => {
    const found = await own.database.transaction(async (transaction) => {
      const there = transaction.at(COMPANY)
      const statement = await masterDataStatement(transaction)
      const count = `SELECT count(*)::int AS count, count(DISTINCT x.resource)::int AS resources FROM (${BY_JSON}) AS x`
      return {
        ...(await there.rows<{ count: number; resources: number }>(count, [COMPANY]))[0]!,
        missing: await there.rows(`${BY_JSON} EXCEPT ALL ${statement}`, [COMPANY]),
        more: await there.rows(`${statement} EXCEPT ALL ${BY_JSON}`, [COMPANY]),
      }
    })
    expect(found.missing).toEqual([])
    expect(found.more).toEqual([])
    expect(found.count).toBeGreaterThan(2000)
    expect(found.resources).toBeGreaterThan(35)
  })

  test('leaves out no table that has a trail', async () => {
    const [{ count } = { count: 0 }] = await own.database.rows<{ count: number }>(
      'SELECT count(*)::int AS count FROM trailed_table',
    )
    const statement = await own.database.transaction(masterDataStatement)
    expect(statement.split('UNION ALL')).toHaveLength(count + 1)
  })
})

test('of several agreements the first fault is told, though those behind it are read at the same time', async () => {
  const agreements = [COMPANY, COMPANY + 1, COMPANY + 2]
  for (const agreement of agreements.slice(1)) {
    await own.database.rows("INSERT INTO agreement (agreement, name) VALUES ($1, 'A')", [agreement])
  }
  const right = await verify(own.database)
  expect(right).toMatchObject({ ok: true })
  await own.database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    for (const agreement of agreements) {
      await transaction.at(agreement).rows("UPDATE agreement SET country = 'SE' WHERE agreement = $1", [agreement])
    }
  })
  const fault = `Agreement ${COMPANY}: Agreements : country is SE, its trail says DK.`
  expect(await verify(own.database)).toEqual({ ok: false, entries: right.entries, fault })
})
