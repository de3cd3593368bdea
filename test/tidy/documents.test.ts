import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { readConfig } from '../../src/config.ts'
import { catalogue, type ErrorCode } from '../../src/errors/catalogue.ts'
import { conventionErrors } from '../../src/errors/conventions.ts'
import * as limits from '../../src/limits.ts'
import { apiPath, versionsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import { anchorsOf, blocksOf, codeOf, documents, rowsOf, sectionOf } from './documents.ts'
import { filesIn, textOf } from './sources.ts'

const COMMANDS = 'docs/operators/commands.md'
const INTEGRATORS = 'docs/integrators.md'

test('what is pasted waits for what it needs, not for a time', () => {
  // A plan of faults is known to all processes a second after it was ordered, and nothing tells when.
  const allowed = ['docs/recipes/lost-answers.md: sleep 1']
  const found = documents.flatMap((document) =>
    blocksOf(document, 'sh').flatMap((block) =>
      [...block.matchAll(/^.*\bsleep [\d.]+/gm)]
        .filter(([line]) => !/; do sleep /.test(line))
        .map(([line]) => `${document}: ${line.trim()}`),
    ),
  )
  expect(found).toEqual(allowed)
})

// The page's text and defaults are made of src/config.ts; test/tidy/pages.test.ts compares them.
test('every setting that is read is documented, and no other', () => {
  const documented = rowsOf(textOf('docs/operators/settings.md')).map(([name]) => codeOf(name!)[0]!)
  const read = textOf('src/config.ts').matchAll(
    /(?:environment\.|environment, ')([A-Z_]+)|\benvironment\['([A-Z_]+)'\]/g,
  )
  expect(documented.sort()).toEqual([...new Set([...read].map((match) => match[1] ?? match[2]))].sort())
})

test('every command is documented with its options, and no other', () => {
  const rows = rowsOf(sectionOf(COMMANDS, '## All of them'))
  const call = (row: string[]): string => codeOf(row[0]!)[0]!
  const nameOf = (words: string): string => words.replace(/( --.*| [A-Z].*)$/, '')
  expect(rows.map(call).map(nameOf)).toEqual(commands.map(({ name }) => name))
  const undocumented = commands.flatMap(({ name, options }, index) =>
    Object.keys(options)
      .filter((option) => !codeOf(rows[index]!.join(' ')).some((code) => code.includes(`--${option}`)))
      .map((option) => `${name} --${option}`),
  )
  expect(undocumented).toEqual([])
})

test('every code any resource may answer is documented under its status', () => {
  const documented = rowsOf(sectionOf(INTEGRATORS, '## Errors')).flatMap(([status, codes]) =>
    codeOf(codes!).map((code) => [code, Number(status)]),
  )
  const declared = Object.entries(conventionErrors).map(([code, { status }]) => [code, status])
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(declared))
})

test('every status that a document gives a code is that of the code', () => {
  const given = documents.flatMap((document) =>
    [...textOf(document).matchAll(/\b([45]\d\d)\s+`([A-Z][A-Za-z]+)`/g)].map(([, status, code]) => ({
      document,
      status: Number(status),
      code: code!,
    })),
  )
  expect(given.length).toBeGreaterThan(10)
  expect(given.filter(({ status, code }) => catalogue[code as ErrorCode]?.status !== status)).toEqual([])
})

test('every limit a client meets is documented', () => {
  const section = sectionOf(INTEGRATORS, '## Limits')
  const numbers = new Set(section.match(/\d[\d,]*(\.\d+)?/g)!.map((text) => Number(text.replaceAll(',', ''))))
  const { IDEMPOTENCY_SECONDS, ...others } = limits
  const told = (name: string, value: number): number => {
    if (name.includes('MILLISECONDS')) return value / 1000
    if (!name.includes('BYTES') || name.includes('MEGABYTES')) return value
    return value < 2 ** 20 ? value / 2 ** 10 : value / 2 ** 20
  }
  const inner =
    /^(ABANDONED|AMOUNT|ANSWER|BACKUP|BATCH|CALL|COMPOSED|CONNECT|CONSOLE|CREATES_BYTES_MAX$|DOCUMENT_PIECE|DOUBTED|ERRORS|EXCHANGE|FILES_BYTES|FORGET|GRANT|HEALTH|LOG|NUMBER|PARSERS$|PARSER_FACTS|PARSER_HEAP|PARSER_IDLE|PARSER_INPUT|PARSER_NICENESS|PARSER_START|PARSING_QUEUE|PDF_OBJECTS|PREPARED|PULSE|QUICK_READ_|RATE|REMEMBERED|REQUEST_(FAULTS|HEADER|LOG|TOUCHED|URL)|SILENCE|SINGLE_READS_AT_ONCE|STANDBY|WAITING_MAX$|WIDE_READS_|WRONG_TOKENS)/
  const met = Object.entries(others).filter(([name]) => !inner.test(name))
  const values = [...met.map(([name, value]) => [name, told(name, value)]), ['hours', IDEMPOTENCY_SECONDS / 3600]] as [
    string,
    number,
  ][]
  expect(values.filter(([name, value]) => name !== 'PAGE_SIZE_DEFAULT' && !numbers.has(value))).toEqual([])
})

test('every default of a setting is what the setting would be given for it', () => {
  const defaults = rowsOf(textOf('docs/operators/settings.md')).flatMap(([name, value]) =>
    value === 'none' ? [] : [[codeOf(name!)[0]!, codeOf(value!)[0]!]],
  )
  expect(defaults.length).toBeGreaterThan(10)
  expect(readConfig(Object.fromEntries(defaults))).toEqual(readConfig({}))
})

test('every API is documented with its versions, and no other', () => {
  const documented = rowsOf(sectionOf(INTEGRATORS, '## Resources')).map(([name, path, older]) => [
    codeOf(name!)[0],
    codeOf(path!)[0],
    codeOf(older!),
  ])
  const served = apis.map((api) => {
    const [newest, ...older] = versionsOf(api)
    return [api.name, apiPath(newest!), older.map(({ version }) => version)]
  })
  expect(documented.toSorted()).toEqual(served.toSorted())
})

test('every dependency has its reason, and no other', () => {
  const manifest = JSON.parse(textOf('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >
  const documented = rowsOf(textOf('docs/dependencies.md')).flatMap(([names]) => codeOf(names!))
  expect(documented.sort()).toEqual(Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).sort())
})

test('every room of src is on the map', () => {
  const rooms = new Set(filesIn('src').map((path) => path.split('/').slice(0, 2).join('/')))
  const map = textOf('ARCHITECTURE.md')
  expect([...rooms].filter((room) => !map.includes(room))).toEqual([])
})

test('every file and folder that a document names is there', () => {
  const named = documents.flatMap((document) =>
    codeOf(textOf(document))
      .filter((code) => /^(src|test|docs|bench|\.ci)\/[\w./-]*$/.test(code))
      .map((path) => ({ document, path })),
  )
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([])
})

test('every link leads somewhere', () => {
  const links = documents.flatMap((document) =>
    [...textOf(document).matchAll(/\]\(([^)]+)\)/g)].map((match) => ({ document, target: match[1]! })),
  )
  expect(links.length).toBeGreaterThan(10)
  expect(links.filter(({ document, target }) => !leads(document, target))).toEqual([])
})

function leads(document: string, target: string): boolean {
  const [path, anchor] = target.split('#')
  const file = path === '' ? document : normalize(join(dirname(document), path!))
  return existsSync(file) && (anchor === undefined || anchorsOf(file).includes(anchor))
}

test('every script that a document mentions is in package.json', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> }
  const mentioned = documents.flatMap((document) =>
    [...textOf(document).matchAll(/npm (?:run (?:--silent )?([\w:-]+)|(start|test)\b)/g)].map(
      (match) => match[1] ?? match[2]!,
    ),
  )
  expect(mentioned).toContain('daybook')
  expect(mentioned.filter((name) => scripts[name] === undefined)).toEqual([])
})

test('every alert rule is explained, and no other', () => {
  const rules = [...textOf('deploy/alerts.yml').matchAll(/- alert: (\w+)/g)].map((match) => match[1])
  const explained = rowsOf(sectionOf('docs/operators/monitoring.md', '## Alerts')).map(([name]) => codeOf(name!)[0])
  expect(rules.length).toBeGreaterThan(0)
  expect(explained).toEqual(rules)
})

test('every sentence of the troubleshooting is one that the program says', () => {
  const page = 'docs/operators/troubleshooting.md'
  const said = filesIn('src')
    .filter((path) => path.endsWith('.ts'))
    .map(textOf)
    .join('\n')
  const told = [
    '## It does not start',
    '## It runs, and something is wrong',
    '## A backup does not come back',
    '## A company does not move',
  ]
    .flatMap((heading) => rowsOf(sectionOf(page, heading)))
    .flatMap(([words]) => codeOf(words!))
    .filter((words) => words.includes(' '))
  const parts = told.flatMap((words) => words.split('…').filter((part) => part.trim().length > 2))
  expect(parts.length).toBeGreaterThan(30)
  expect(parts.filter((part) => !said.includes(part))).toEqual([])
})
