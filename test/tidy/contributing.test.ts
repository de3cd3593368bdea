import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { temporaryRoot } from '../database/temporary.ts'
import { isLong } from '../long.ts'
import { blocksOf } from './documents.ts'

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))
const DOCUMENT = 'CONTRIBUTING.md'
const COPIED = [
  'bench',
  'build',
  'src',
  'test',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'CHANGELOG.md',
  '.oxlintrc.json',
  '.oxfmtrc.json',
]

/** The first words of the suite's tests of every resource. None may be missing. */
const WHAT_IS_TRIED = 'changes create delete identifiers items lists reads references roles update'.split(' ')

/** A copy of the checkout to follow the document in. */
let tree: string

beforeAll(async () => {
  tree = await mkdtemp(join(temporaryRoot(), 'daybook-contributing-'))
  for (const path of COPIED) await cp(join(CHECKOUT, path), join(tree, path), { recursive: true })
  await linkModules(join(CHECKOUT, 'node_modules'), join(tree, 'node_modules'))
})
afterAll(() => rm(tree, { recursive: true, force: true }))

/** The same modules. What programs keep beside them is the copy's own. */
async function linkModules(from: string, to: string): Promise<void> {
  await mkdir(to)
  const modules = (await readdir(from)).filter((name) => name === '.bin' || !name.startsWith('.'))
  for (const name of modules) await symlink(join(from, name), join(to, name))
}

/** A file that the document has whole: its path stands in the first line. */
async function place(block: string): Promise<string> {
  const [, path, text] = /^(?:\/\/|--) (\S+)\n(.*)$/s.exec(block)!
  await writeFile(join(tree, path!), text!, { flag: 'wx' })
  return path!
}

/** Applies the lines that the document adds to a file, at the place that the lines beside them name. */
async function patch(block: string): Promise<string> {
  const [head, ...hunks] = block.split(/^@@\n/m)
  const path = /^--- (\S+)\n$/.exec(head!)![1]!
  let text = await readFile(join(tree, path), 'utf8')
  for (const hunk of hunks) {
    const lines = hunk.replace(/\n$/, '').split('\n')
    const kept = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1))
    const whole = lines.map((line) => line.slice(1))
    const parts = text.split(`${kept.join('\n')}\n`)
    expect(parts, `${path} has this once: ${kept.join(' ')}`).toHaveLength(2)
    text = parts.join(`${whole.join('\n')}\n`)
  }
  await writeFile(join(tree, path), text)
  return path
}

/** Has the types of these files checked, and of what they import. */
async function narrowTypes(files: readonly string[]): Promise<void> {
  const path = join(tree, 'tsconfig.json')
  const { include: _all, ...config } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>
  await writeFile(path, JSON.stringify({ ...config, files }))
}

/** Runs a program of `node_modules` in the copy, to a good end. */
async function run(program: string, ...words: string[]): Promise<void> {
  // The server is there already; the copy makes its own template in it. Its parsers are the same: compiling them takes
  // as long as half of the tests.
  const environment = {
    ...process.env,
    DATABASE_URL: inject('databaseServer'),
    DAYBOOK_TEST_PARSER: inject('parserProgram'),
  }
  const child = spawn(process.execPath, [join(tree, 'node_modules', program), ...words], {
    cwd: tree,
    env: environment,
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  expect(code, printed.slice(-4_000)).toBe(0)
}

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[]
}

test('adding a resource takes what CONTRIBUTING shows, and no more', async () => {
  const files = await Promise.all([...blocksOf(DOCUMENT, 'sql'), ...blocksOf(DOCUMENT, 'ts')].map(place))
  const patched = await Promise.all(blocksOf(DOCUMENT, 'diff').map(patch))
  expect(files.map((path) => dirname(path))).toEqual(['src/database/schema/sales', 'src/resources/daybook'])
  expect(patched).toEqual(['src/errors/master-data.ts', 'src/resources/daybook/index.ts', 'CHANGELOG.md'])
  const sources = [...files, ...patched].filter((path) => path.endsWith('.ts'))
  // The short form types what was added and what that imports, not the tests as well.
  if (!isLong) await narrowTypes(sources)
  const report = join(tree, 'report.json')
  await Promise.all([
    run('oxlint/bin/oxlint', '--type-aware', '--type-check', ...(isLong ? ['src'] : sources)),
    run('oxfmt/bin/oxfmt', '--check', ...sources),
    run(
      'vitest/vitest.mjs',
      ...['run', 'test/conventions', '--maxWorkers', '1', '--testNamePattern', 'ServiceOrders|every override'],
      ...['--reporter', 'json', '--outputFile', report],
    ),
  ])
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
  const tried = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, fullName }) => status === 'passed' && fullName.includes('daybook/ServiceOrders'))
    .map(({ fullName }) => fullName.split(' ')[0])
  expect(tried.length).toBeGreaterThan(25)
  expect(WHAT_IS_TRIED.filter((what) => !tried.includes(what))).toEqual([])
})
