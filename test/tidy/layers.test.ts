import { expect, test } from 'vitest'
import { sourcesIn } from './sources.ts'

const product = sourcesIn('src')

test('only one file knows the driver', () => {
  const importing = product.filter(({ text }) => /from 'postgres'|import\('postgres'\)/.test(text))
  expect(importing.map(({ path }) => path)).toEqual(['src/database/driver/postgres.ts'])
})

test('neither driver nor pool knows that agreements may be spread over servers', () => {
  const below = product.filter(({ path }) => /^src\/database\/(driver|pool)\//.test(path))
  expect(below.length).toBeGreaterThan(10)
  const knowing = below.filter(({ text }) => /citus|shard|pg_dist|coordinator/i.test(text))
  expect(knowing.map(({ path }) => path)).toEqual([])
})
