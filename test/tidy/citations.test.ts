import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { given } from './documents.ts'
import { filesIn, textOf } from './sources.ts'

// What is cited can be read: every page is in the repository, and has the heading or the note that the citation names.

/** Every file that may cite, as one line each: a citation may run over the end of a line. */
const citing = ['src', 'test', 'bench', 'build']
  .flatMap(filesIn)
  .filter((path) => /\.(ts|sql|js)$/.test(path) && !path.startsWith('test/tidy/'))
  .map((path) => ({ path, text: textOf(path).replace(/\n\s*(?:\*|--|\/\/) ?/g, ' ') }))

const found = (pattern: RegExp) =>
  citing.flatMap(({ path, text }) => [...text.matchAll(pattern)].map((match) => ({ path, match })))

const headingsOf = (page: string): string[] => [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading!)

/** Whether the words after a page begin with one of its headings, up to what it has in brackets. */
const namesHeading = (page: string, words: string): boolean =>
  headingsOf(page).some((heading) => words.startsWith(heading.replace(/ [[(:].*$/, '')))

test('every page of the specification that is cited is there, with its heading', () => {
  const cited = found(/\bspec ([1-9])(?:, ([A-Z][^'`]*))?/g).map(({ path, match: [citation, number, words] }) => {
    const page = given.find((one) => one.startsWith(`docs/specification/${number}-`))
    return { path, citation, isThere: page !== undefined && (words === undefined || namesHeading(page, words)) }
  })
  expect(cited.length).toBeGreaterThan(15)
  expect(cited.filter(({ isThere }) => !isThere)).toEqual([])
})

test('every page of rules that is cited is there, with its heading', () => {
  const cited = found(/\b([A-Z]{4,})\.md(?:, ([A-Z][^'`]*))?/g)
    .filter(({ match: [, name] }) => !existsSync(`${name}.md`) && !existsSync(`bench/${name}.md`))
    .map(({ path, match: [citation, name, words] }) => {
      const page = `docs/rules/${name}.md`
      return { path, citation, isThere: given.includes(page) && (words === undefined || namesHeading(page, words)) }
    })
  expect(cited.length).toBeGreaterThan(10)
  expect(cited.filter(({ isThere }) => !isThere)).toEqual([])
})

test('every note of the contract that is cited is there', () => {
  const notes = textOf('docs/specification/contract.md')
  const cited = found(/\bcontract README(?:, note (\d+))?/g)
  expect(cited.length).toBeGreaterThan(0)
  expect(
    cited.filter(({ match: [, note] }) => note !== undefined && !new RegExp(`^${note}\\. `, 'm').test(notes)),
  ).toEqual([])
})

test('nothing is cited that lies outside the repository', () => {
  expect(found(/\/work\/[a-z]|\bspec document \d|\bAuthentication \d/g).map(({ path }) => path)).toEqual([])
})
