import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { ownSchema } from '../../src/database/migrate.ts'
import { statementsOf } from '../../src/database/migrating/statements.ts'
import { filesIn, textOf } from './sources.ts'

const FILE_LINES_MAX = 400
const files = filesIn('src/database/schema')
const nameOf = (path: string): string => basename(path, '.sql')

test('every file of the schema has one table, sequence, function or view, by its name', () => {
  const made = files.map((path) => {
    const names = statementsOf(textOf(path)).flatMap(
      (one) =>
        /^CREATE (?:OR REPLACE )?(?:UNLOGGED )?(?:TABLE|FUNCTION|AGGREGATE|VIEW) (\w+)/.exec(one)?.[1] ??
        (/^CREATE SEQUENCE (\w+)/.exec(one)?.[1] === nameOf(path) ? nameOf(path) : []),
    )
    return [path, names]
  })
  expect(made).toEqual(files.map((path) => [path, [nameOf(path)]]))
  expect(files.map(nameOf).filter((name, at, all) => all.indexOf(name) !== at)).toEqual([])
})

test('files of the schema lie in their room: tables in it, functions and views below', () => {
  expect(
    files.filter((path) => !/^src\/database\/schema\/[a-z-]+\/((functions|views)\/)?\w+\.sql$/.test(path)),
  ).toEqual([])
  const kinds = files.map((path) => [path, /^CREATE OR REPLACE (VIEW|FUNCTION|AGGREGATE)/m.exec(textOf(path))?.[1]])
  const expected = kinds.map(([path, kind]) => [
    path,
    path!.includes('/views/')
      ? 'VIEW'
      : path!.includes('/functions/')
        ? expect.stringMatching(/FUNCTION|AGGREGATE/)
        : kind,
  ])
  expect(kinds).toEqual(expected)
})

test('no file of the schema is long', () => {
  expect(files.filter((path) => textOf(path).split('\n').length > FILE_LINES_MAX + 1)).toEqual([])
})

test('a statement that makes something of a table runs once, all others can run again', async () => {
  const { tables } = await ownSchema()
  const once = /^(ALTER TABLE|CREATE (UNIQUE )?INDEX|REVOKE|CREATE SEQUENCE)\b/
  expect(tables.flatMap((table) => table.once.filter((one) => !once.test(one)))).toEqual([])
})

const migrations = filesIn('src/database/migrations').filter((path) => path.endsWith('.sql'))

test('migrations are numbered from 0200 on, each number once, and each says how its table was', () => {
  const names = migrations.map((path) => basename(path))
  const changes = names.filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
  const numbers = changes.map((name) => Number(name.slice(0, 4)))
  expect(numbers.filter((number) => number < 200)).toEqual([])
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(names.filter((name) => !changes.includes(name))).toEqual(
    changes.map((name) => name.replace(/\.sql$/, '.before.sql')),
  )
})

test('each migration has a test that names it', () => {
  // Also in what tests are made of: rows of before stand beside their test.
  const tests = filesIn('test').filter((path) => path.endsWith('.ts'))
  const named = tests.map(textOf).join('\n')
  const changes = migrations.map((path) => basename(path)).filter((name) => !name.endsWith('.before.sql'))
  expect(changes.filter((name) => !named.includes(name))).toEqual([])
})
