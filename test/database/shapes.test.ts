import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { SHAPES_PER_CONNECTION_MAX } from '../../src/limits.ts'
import { type TestDatabase, testDatabase } from './harness.ts'
import { isPooled } from './pooled.ts'

let place: TestDatabase
let database: Database
beforeAll(async () => {
  place = await testDatabase()
  database = openDatabase({ url: place.url }, 1)
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

/**
 * Asks as a client's filter of this shape does. @returns the process of the connection, and how many statements it
 * keeps.
 */
async function askShaped(shape: string): Promise<{ connection: string; kept: number }> {
  const text = `SELECT pg_backend_pid() || ' ' || (SELECT count(*) FROM pg_prepared_statements) WHERE $1::text = '${shape}'`
  const answer = await database.bytes({ text, values: [shape], wide: { agreement: 1, isShapedByClient: true } })
  const [connection, kept] = answer!.toString().split(' ')
  return { connection: connection!, kept: Number(kept) }
}

// Behind a pooler it is the pooler that keeps them, and bounds them by its own setting.
test.skipIf(isPooled)(
  'however many shapes clients think of, no connection keeps more than the bound, and a new one is kept from its first use on',
  async () => {
    const connections = new Set<string>()
    for (let odd = 0; odd < 3 * SHAPES_PER_CONNECTION_MAX; odd += 1) {
      const { connection, kept } = await askShaped(`odd ${odd}`)
      connections.add(connection)
      // The first connection also has the statement that finds out what is between.
      expect(kept).toBeLessThanOrEqual(SHAPES_PER_CONNECTION_MAX + 2)
    }
    expect(connections.size).toBe(3)

    const first = await askShaped('new')
    for (let again = 0; again < SHAPES_PER_CONNECTION_MAX; again += 1) expect(await askShaped('new')).toEqual(first)
  },
)
