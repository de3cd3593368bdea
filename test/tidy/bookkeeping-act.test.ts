import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { daybookApi } from '../../src/resources/daybook/index.ts'
import { textOf } from './sources.ts'

/** The rows of the page's table: demand, what meets it, test. */
const rows = textOf('docs/bookkeeping-act.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| demand'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
const codesIn = (cell: string | undefined): string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, code]) => code!)

/** What tests say, with the files beside them that they use. */
const saidBy = (paths: readonly string[]): string =>
  paths
    .flatMap((path) => {
      const text = textOf(path)
      const beside = [...text.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, used]) => join(dirname(path), used!))
      return [text, ...beside.filter((used) => used.startsWith('test/')).map(textOf)]
    })
    .join('\n')

/** Words of an operation or a command that its tests say: fixed parts of the path, or the words of the command. */
const wordsOf = (code: string): string[] =>
  code.includes('/')
    ? code.split(/[ /]/).filter((word) => /^[a-z][a-z-]*$/.test(word))
    : code.split(' ').map((word) => `'${word}'`)

test('the tests of a claim use the operations and commands that it names', () => {
  const unused = rows.flatMap(([, demand, meets, tests]) => {
    const said = saidBy(codesIn(tests))
    return codesIn(meets)
      .filter((code) => !wordsOf(code).every((word) => said.includes(word)))
      .map((code) => `${demand}: ${code}`)
  })
  expect(unused).toEqual([])
})

test('every claim of the page on the bookkeeping act names what there is, and a test that is there', () => {
  const operations = new Set(
    daybookApi.groups.flatMap((group) => group.operations.map((one) => `${one.method} ${one.path}`)),
  )
  const names = new Set(commands.map(({ name }) => name))
  expect(rows.length).toBeGreaterThan(10)
  const wrong = rows.flatMap(([, demand, meets, tests]) => {
    const unknown = codesIn(meets).filter((code) => !operations.has(code) && !names.has(code))
    const absent = codesIn(tests).filter((path) => !existsSync(path))
    const isBare = codesIn(meets).length === 0 || codesIn(tests).length === 0
    return [...unknown, ...absent, ...(isBare ? [`${demand}: says nothing`] : [])]
  })
  expect(wrong).toEqual([])
})
