import { chmod, chown, cp, mkdir, readdir, readFile, realpath, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { currentProgram } from '../../build/program.js'
import { createAgreement } from '../../src/companies/create.ts'
import { firstHidden } from '../../src/database/embedded/account.ts'
import { importSafT } from '../../src/saf-t/import/import.ts'
import { type TestDatabase, testDatabase } from '../database/harness.ts'
import { isLong } from '../long.ts'
import { eventually } from '../patience.ts'
import { answerOf, command, dataDirectory, endProcess, listeners, serve, type Start } from './program.ts'

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const hidden = isRoot && (await firstHidden(CHECKOUT, { uid: NOBODY, gid: NOBODY }))

let base: TestDatabase
beforeAll(async () => void (base = await testDatabase()))
afterAll(() => base.drop())

/** A tree as it is checked out, with what was installed, and nothing compiled. */
let tree: string
let place: Awaited<ReturnType<typeof dataDirectory>>
let how: Start
beforeEach(async () => {
  place = await dataDirectory()
  tree = join(place.root, 'tree')
  await mkdir(tree)
  for (const part of ['build', 'src', 'package.json'])
    await cp(join(CHECKOUT, part), join(tree, part), { recursive: true })
  await symlink(await realpath(join(CHECKOUT, 'node_modules')), join(tree, 'node_modules'))
  how = { tree, environment: { DATABASE_URL: base.url } }
})
afterEach(async () => {
  await chmod(tree, 0o755)
  await place.remove()
})

const programs = async (): Promise<string[]> => await readdir(join(tree, 'dist'))

/** Gives the tree the program that the tests run: it is of the same sources. */
async function asCompiled(): Promise<void> {
  const program = dirname(await currentProgram())
  await cp(program, join(tree, 'dist', basename(program)), { recursive: true })
}

/** Replaces a text that a source must have. @returns what puts it back. */
async function change(path: string, text: string, by: string): Promise<() => Promise<void>> {
  const before = await readFile(join(tree, path), 'utf8')
  expect(before).toContain(text)
  await writeFile(join(tree, path), before.replace(text, by))
  return () => writeFile(join(tree, path), before)
}

test('a changed source is in force at the next start, with its lines in a stack; changed back it needs no compiling', async () => {
  await asCompiled()
  const before = await command(['--help'], how)
  expect([before.code, before.stdout]).toEqual([0, expect.stringContaining('daybook COMMAND')])
  expect(await programs()).toHaveLength(1)
  const text = 'function overview(): string {'
  const takeBack = await change(
    'src/cli/run.ts',
    text,
    `${text}\n  if (commands.length > 0) throw new Error('planted')`,
  )
  const source = await readFile(join(tree, 'src/cli/run.ts'), 'utf8')
  const line = source.slice(0, source.indexOf('planted')).split('\n').length
  const { code, stderr } = await command(['--help'], how)
  expect(code).toBe(1)
  expect(stderr.split('\n').slice(0, 2)).toEqual([
    'daybook: Error: planted',
    expect.stringMatching(new RegExp(`^    at overview \\(file://${tree}/src/cli/run\\.ts:${line}:\\d+\\)$`)),
  ])
  expect(await programs()).toHaveLength(2)
  await takeBack()
  const compiled = await programs()
  expect(await command(['--help'], how)).toEqual(before)
  expect(await programs()).toEqual(compiled)
})

test('programs that start at once on a new tree compile it side by side; its owner can compile after root did', async () => {
  if (isRoot) await chown(tree, NOBODY, NOBODY)
  const outcomes = await Promise.all([1, 2].map(() => command(['--help'], how)))
  for (const { code, stdout, stderr } of outcomes) {
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain('daybook COMMAND')
  }
  expect(await programs()).toHaveLength(1)
  if (isRoot) expect((await stat(join(tree, 'dist'))).uid).toBe(NOBODY)
})

test('a source that cannot be compiled is named with its line, and nothing half made is left', async () => {
  await asCompiled()
  const there = await programs()
  const takeBack = await change('src/cli/run.ts', 'const EXPLAINED = [', 'const EXPLAINED = [[')
  const { code, stdout, stderr } = await command(['--help'], how)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^daybook: .*\nsrc\/cli\/run\.ts:\d+:\d+: ERROR: /)
  expect(await programs()).toEqual(there)
  await takeBack()
  expect((await command(['--help'], how)).code).toBe(0)
})

test('a service starts its workers from the program it runs, whatever becomes of the sources', async () => {
  await asCompiled()
  const few = { DAYBOOK_WORKERS: '2', DAYBOOK_DATABASE_CONNECTIONS: '10' }
  const service = await serve({ ...how, environment: { ...how.environment, ...few } })
  await eventually(() => listeners(service).length === 2)
  await change('src/main.ts', 'import', 'no program any more')
  endProcess(listeners(service)[0]!)
  await eventually(() => listeners(service).length === 3)
  service.child.kill('SIGTERM')
  expect((await service.ended).code).toBe(0)
})

test.skipIf(hidden)('a tree that cannot be written runs all the same, and leaves nothing behind', async () => {
  const temporary = join(place.root, 'temporary')
  const file = join(temporary, 'books.xml')
  await mkdir(temporary)
  await chmod(place.root, 0o755)
  if (isRoot) await chown(temporary, NOBODY, NOBODY)
  else await chmod(tree, 0o555)
  const reader: Start = {
    tree,
    environment: { DATABASE_URL: base.url, TMPDIR: temporary },
    ...(isRoot ? { uid: NOBODY } : {}),
  }
  const company = { name: 'Butikk', currency: 'NOK', template: 'empty', modules: [] } as const
  const agreement = await createAgreement(base.own, company)
  const of = ['--agreement', String(agreement)]
  const books = join(CHECKOUT, 'test/saf-t/samples/minimal-1.30.xml')
  // Each command compiles the program anew.
  if (isLong) await answerOf(['import', 'saf-t', books, ...of], reader)
  else await importSafT(base.own, agreement, books)
  await answerOf(['export', 'saf-t', file, ...of], reader)
  const { version } = JSON.parse(await readFile(join(CHECKOUT, 'package.json'), 'utf8')) as { version: string }
  expect(await readFile(file, 'utf8')).toContain(`<SoftwareVersion>${version}</SoftwareVersion>`)
  expect(await readdir(temporary)).toEqual(['books.xml'])
  expect(await readdir(tree)).not.toContain('dist')
})
