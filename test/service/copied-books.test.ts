import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { copyOfKept, filledOrCopied, keepIn } from './copied-books.ts'
import { seedBooks } from './books.ts'

let base: TestDatabase
beforeAll(async () => void (base = await testDatabase()))
afterAll(() => base.drop())

const BOOKS = [90_001, 90_002, 90_003]

test('books that are copied are those that were filled, in every table, and verify', async () => {
  let filled = 0
  for (const agreement of BOOKS)
    await filledOrCopied(base.database, agreement, 'test of copies', async (transaction) => {
      filled += 1
      await transaction.rows(`INSERT INTO agreement (agreement, name) VALUES ($1, 'Copied')`, [agreement])
      await seedBooks(transaction, agreement)
    })
  expect(filled).toBe(1)
  expect(await copyOfKept(base.database, 'of this database')).toBeUndefined()
  await keepIn(base.database, BOOKS[0]!, 'of this database')
  const agreements = [...BOOKS, (await copyOfKept(base.database, 'of this database'))!]
  const tables = await base.database.rows<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') GROUP BY c.relname HAVING bool_or(a.attname = 'agreement')`,
  )
  const rowsOf = async (agreement: number): Promise<string[]> => {
    const lists = tables.map(
      ({ name }) =>
        `SELECT '${name} ' || (SELECT string_agg((to_jsonb(t) - 'agreement' - 'object_version')::text, ' ' ORDER BY (to_jsonb(t) - 'agreement' - 'object_version')::text)
          FROM ${name} t WHERE t.agreement = $1) AS list`,
    )
    return (await base.database.rows<{ list: string }>(lists.join(' UNION ALL '), [agreement])).map(({ list }) => list)
  }
  const [first, ...others] = await Promise.all(agreements.map(rowsOf))
  for (const other of others) expect(other).toEqual(first)
  for (const agreement of agreements) expect(await verify(base.database, agreement)).toEqual({ ok: true, entries: 0 })
  expect(first!.filter((list) => list !== null).length).toBeGreaterThan(20)
})
