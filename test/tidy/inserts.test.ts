import { expect, test } from 'vitest'
import { OWN_INSERTS } from './own-inserts.ts'
import { sourcesIn } from './sources.ts'

const inserting = sourcesIn('src')
  .filter(({ path, text }) => !path.startsWith('src/records/') && /\bINSERT INTO\b/i.test(text))
  .map(({ path }) => path)
const reasonOf = (path: string): string | undefined =>
  Object.keys(OWN_INSERTS).find((name) => (name.endsWith('/') ? path.startsWith(name) : path === name))

test('rows are written by src/records, but for what is listed with its reason', () => {
  expect(inserting.filter((path) => reasonOf(path) === undefined)).toEqual([])
})

test('no reason stands for nothing', () => {
  const used = new Set(inserting.map(reasonOf))
  expect(Object.keys(OWN_INSERTS).filter((name) => !used.has(name))).toEqual([])
})
