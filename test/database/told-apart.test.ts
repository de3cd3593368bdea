import { expect, test } from 'vitest'
import { TOLD_APART } from '../../src/database/distribution/shard-functions.ts'
import { testDatabase } from './harness.ts'

/** Tables that a function reads with what wrote their rows. */
const READ = `SELECT DISTINCT f.found[1] AS name FROM pg_proc p
  CROSS JOIN LATERAL regexp_matches(p.prosrc, 'FROM (\\w+) (\\w+) WHERE[^;]*\\2\\.xmin', 'g') AS f(found)
  WHERE p.pronamespace = 'public'::regnamespace ORDER BY 1`

test('views of shards show what wrote a row where a function asks for it', async () => {
  const { database, drop } = await testDatabase()
  try {
    const found = await database.rows<{ name: string }>(READ)
    expect(found.map(({ name }) => name)).toEqual(TOLD_APART)
  } finally {
    await drop()
  }
})
