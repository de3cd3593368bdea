import { expect, test } from 'vitest'
import { catalogue } from '../../src/errors/catalogue.ts'
import type { ErrorEntry } from '../../src/errors/entry.ts'
import { contract } from './contract.ts'

const STATUSES = [400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503]
/** Of HTTP itself, for what never became a request of the specification, and for ranges of files. */
const STATUSES_OF_HTTP = [408, 416, 417, 431]

const entries = Object.entries(catalogue) as [string, ErrorEntry][]
const codesWhere = (isWrong: (entry: ErrorEntry, code: string) => boolean): string[] =>
  entries.filter(([code, entry]) => isWrong(entry, code)).map(([code]) => code)

test('every code has a status of the specification, a message that is a sentence, and a hint', () => {
  expect(codesWhere(({ status }) => ![...STATUSES, ...STATUSES_OF_HTTP].includes(status))).toEqual([])
  expect(codesWhere(({ message }) => !/^\S.*\S\.$/s.test(message))).toEqual([])
  expect(codesWhere(({ hint }) => hint === '' || hint.trim() !== hint)).toEqual([])
})

test('published codes are spelled as in the contract', () => {
  const published = contract.flatMap(({ resources }) => resources.flatMap(({ errorCodes }) => errorCodes ?? []))
  const plain = (code: string): string => code.toLowerCase().replace(/[^a-z0-9]/g, '')
  const spellings = new Map(published.map((code) => [plain(code), code]))
  const misspelt = codesWhere((_, code) => !published.includes(code) && spellings.has(plain(code)))
  expect(misspelt).toEqual([])
})
