import { expect, test } from 'vitest'
import { filesIn, textOf } from './sources.ts'

const RULES = 'docs/rules.md'
const WHERE = ['src']

const known = [...textOf(RULES).matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)].map(([, number]) => number!)

/** The numbers of a citation: `rule 1.2`, `rules 1.3 and 1.4`, `rules 6.1 to 6.7`. */
function numbersOf(citation: string): string[] {
  const named = citation.match(/\d+\.\d+/g)!
  const range = / (\d+)\.(\d+) to \d+\.(\d+)/.exec(citation)
  if (!range) return named
  const [section, from, to] = range.slice(1).map(Number)
  return Array.from({ length: to! - from! + 1 }, (_, at) => `${section}.${from! + at}`)
}

/** Every citation below `src`, with the file that has it; a line may end in the middle of one. */
const cited = WHERE.flatMap(filesIn)
  .filter((path) => /\.(ts|sql)$/.test(path))
  .flatMap((path) => {
    const text = textOf(path).replace(/\n\s*(?:\*|--) ?/g, ' ')
    const found = text.matchAll(/\brules? \d+\.\d+(?:(?:,| and| to) \d+\.\d+)*/gi)
    return [...found].flatMap(([citation]) => numbersOf(citation)).map((number) => ({ path, number }))
  })

test('rules are numbered from 1 within their sections, each number once', () => {
  const sections = [...textOf(RULES).matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number))
  expect(sections).toEqual(sections.map((_, at) => at + 1))
  const expected = sections.flatMap((section) =>
    known.filter((number) => number.startsWith(`${section}.`)).map((_, at) => `${section}.${at + 1}`),
  )
  expect(known).toEqual(expected)
})

test('every rule that the code cites is there', () => {
  expect(cited.length).toBeGreaterThan(150)
  expect(cited.filter(({ number }) => !known.includes(number))).toEqual([])
})

test('every rule is cited by the code that carries it out', () => {
  expect(known.filter((rule) => !cited.some(({ number }) => number === rule))).toEqual([])
})

test('the code cites nothing that is not in the repository', () => {
  const elsewhere =
    /\b[sS]pec(?: document)? [123]\b|\b(?:ACCOUNTING|SALES|PROJECTS|SURFACE|VERSIONS)\.md\b|contract notes? \d|\brules? \d+(?![.\d])/
  expect(
    WHERE.flatMap(filesIn).filter((path) => elsewhere.test(textOf(path).replace(/\n\s*(?:\*|--) ?/g, ' '))),
  ).toEqual([])
})

test('every install script that a dependency brings is allowed or refused by name, so that npm asks about none', () => {
  const { packages } = JSON.parse(textOf('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: true }>
  }
  const scripted = Object.keys(packages).filter((path) => packages[path]!.hasInstallScript)
  const { allowScripts } = JSON.parse(textOf('package.json')) as { allowScripts: Record<string, boolean> }
  const undecided = scripted
    .map((path) => path.replace(/^.*node_modules\//, ''))
    .filter((name) => !Object.hasOwn(allowScripts, name))
  expect(undecided).toEqual([])
  expect(Object.hasOwn(packages, 'node_modules/@scarf/scarf')).toBe(false)
})
