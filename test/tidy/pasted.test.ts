import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { currentProgram } from '../../build/program.js'
import { DEMO } from '../../src/access/grant.ts'
import { pristineContent } from '../../src/templates/pristine.ts'
import { freePort } from '../faults/lasting-port.ts'
import { testKey } from '../service/secret-key.ts'
import { testDatabase, type TestDatabase } from '../database/harness.ts'
import { eventually } from '../patience.ts'
import { type Program, serve } from '../process/program.ts'
import { isLong } from '../long.ts'
import { blocksOf } from './documents.ts'
import { type Commands, openCommands } from './pasted-commands.ts'

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))
const CLOCK = new URL('../process/clock.js', import.meta.url).href
const PLACE = 'http://127.0.0.1:8080'

/**
 * The examples speak through bash and curl; continuous integration has both, so there it would be a failure to lack
 * them.
 */
const cannotPaste = !process.env.CI && spawnSync('bash', ['-c', 'command -v curl']).status !== 0

/** How documents start the program, and the program that it starts. */
const THROUGH_NPM = 'npm run --silent daybook --'
const PROGRAM = await currentProgram()

/** What a program is started for: it goes on in the background, or copies the company that a program keeps. */
const OF_ITS_OWN = new RegExp(`${THROUGH_NPM} (?=webhooks |sandbox \\|)`, 'g')

/** Spares a block the start of npm, and mostly that of a program: each costs more than what most commands do. */
const withoutNpm = (block: string): string =>
  block.replaceAll(OF_ITS_OWN, `'${process.execPath}' '${PROGRAM}' `).replaceAll(THROUGH_NPM, 'daybook')

/** Where the receiver of a recipe listens. */
const RECEIVER_PORT = '3000'
/** Before the test's own bound, so that what the shell printed is told. */
const SHELL_MILLISECONDS = 540_000
/** What a recipe left running ends with its shell, should it fail. */
const ENDING = `trap 'kill $(jobs -p) 2> /dev/null || true' EXIT`
/** Where the recipes put their files. */
const FILES = '/tmp/'

let base: TestDatabase
/** Each run has its own: several may run on this machine at once. */
let place: string
/** What pastes; still there after a test only where that was given up. */
let shell: ChildProcess | undefined
let service: (Program & { url: string }) | undefined
let commands: Commands | undefined

/** Variables that set the clock of programs to the day; none for today. */
const by = (day: string | undefined): Record<string, string> =>
  day === undefined ? {} : { NODE_OPTIONS: `--import=${CLOCK}`, TEST_CLOCK: day }

const headOf = (recipe: string): string => `=== ${recipe} ===`

/** The recipes that are pasted, in an order in which none disturbs another: one closes a year. */
const RECIPES = [
  'sandbox',
  'web-shop',
  'bank-import',
  'e-invoice-in',
  'pay-suppliers',
  'payroll',
  'reminders',
  'bad-debt',
  'month-end',
  'vat-return',
  'year-end',
  'opening-balances',
  'failed-call',
  'lost-answers',
  'year-in-a-minute',
  'webhooks',
].map((name) => `docs/recipes/${name}.md`)

/** Pasted after the README, and before the recipes. */
const INTEGRATORS = 'docs/integrators.md'
/** Pasted last. */
const COMMANDS = 'docs/operators/commands.md'

/**
 * Keeps the demo company as the one that sandboxes of the program are copies of, as if one had been made today: filling
 * another takes as long as half of the recipes. The long form has it filled.
 */
async function keepDemo(): Promise<void> {
  const content = await pristineContent(dirname(PROGRAM))
  await base.own.at(DEMO.agreement).transaction(async (transaction) => {
    const rename =
      'UPDATE agreement SET name = $2, is_demo = NOT is_demo, is_sandbox = NOT is_sandbox WHERE agreement = $1'
    await transaction.rows(rename, [DEMO.agreement, 'Sandbox'])
    await transaction.rows(
      `INSERT INTO pristine_company (content, table_name, columns, rows)
       SELECT pristine_content($2), r.table_name, r.columns, r.rows FROM company_rows($1, 1000000000000, true) r
       JOIN company_tables() t ON t.name = r.table_name WHERE NOT t.leads_out`,
      [DEMO.agreement, content],
    )
    await transaction.rows(rename, [DEMO.agreement, 'Demo'])
  })
}

/** The `text` blocks of a recipe that are not what it printed. */
function unprinted(recipe: string, printed: string): string[] {
  const own = printed.split(headOf(recipe))[1]!.split('\n===')[0]!
  const lines = `\n${own.replaceAll(/\n+/g, '\n')}\n`
  return blocksOf(recipe, 'text').filter((block) => !lines.includes(`\n${block}`))
}

async function stop(): Promise<void> {
  service?.child.kill('SIGTERM')
  await service?.ended
  service = undefined
  await commands?.close()
  commands = undefined
}

/** The `sh` blocks of a document that are pasted. Leaves out those that install or start what runs already. */
function pastedOf(document: string): string[] {
  const blocks = blocksOf(document, 'sh').filter((block) => !/^npm (ci|start|test)\b/.test(block))
  expect(blocks.length, document).toBeGreaterThan(0)
  return blocks
}

/**
 * A part of the script: the blocks of a document in a shell of their own, under a heading; then those of `more`, each
 * in another that begins with what the document has set.
 */
const shellOf = (document: string, more: readonly string[] = []): string[] => [
  `echo '${headOf(document)}'`,
  `( ${ENDING}`,
  ...pastedOf(document),
  ...more.flatMap((recipe) => shellOf(recipe)),
  ')',
]

/**
 * Runs every `sh` block of the README against a service that was just installed, then those of the other documents,
 * each of which begins with what the README has set. Fails when a command fails, and at a status of 400 and above. With
 * `day`, all of it runs on that day instead of today.
 * @returns what they print.
 */
async function paste(day: string | undefined): Promise<string> {
  base = await testDatabase()
  place = await mkdtemp(join(tmpdir(), 'daybook-pasted-'))
  const environment = {
    DATABASE_URL: base.url,
    DAYBOOK_DATA: place,
    DAYBOOK_SECRET_KEY: testKey.secretKey.toString('hex'),
    DAYBOOK_DEMO: '1',
    ...by(day),
  }
  service = await serve({ environment })
  // It uses a number of an app, which recipes show.
  await eventually(async () => (await base.database.rows('SELECT FROM agreement WHERE is_demo')).length > 0)
  if (!isLong && inject('databaseWorkers').length === 0) await keepDemo()
  const elsewhere: readonly (readonly [string, string])[] = [
    [PLACE, service.url],
    [FILES, `${place}/`],
    [RECEIVER_PORT, String(await freePort())],
  ]
  const PORT = new URL(service.url).port
  commands = await openCommands({ ...environment, PORT })
  const blocks = [...pastedOf('README.md'), ...shellOf(INTEGRATORS, RECIPES), ...shellOf(COMMANDS)]
  const script = [
    'set -eo pipefail',
    'curl() { command curl --fail-with-body "$@"; }',
    commands.shell,
    ...(day === undefined ? [] : [`date() { command date -d ${day} "$@"; }`]),
    ...blocks.map((block, at) => {
      const placed = elsewhere.reduce((text, [from, to]) => text.replaceAll(from, to), block)
      return at === 0 ? placed : withoutNpm(placed)
    }),
  ]
  shell = spawn('bash', ['-c', script.join('\n')], {
    // In a process group of its own, so that everything it starts can be ended with it.
    detached: true,
    cwd: CHECKOUT,
    env: { ...process.env, ...environment, PORT },
  })
  let [printed, complained] = ['', '']
  shell.stdout!.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  shell.stderr!.on('data', (chunk: Buffer) => (complained += chunk.toString()))
  // What waits for ever says here how far it came.
  const never = delay(SHELL_MILLISECONDS, undefined, { ref: false }).then(() => [`at work, ${shell?.exitCode}`])
  const [code] = (await Promise.race([once(shell, 'close'), never])) as [number | string]
  expect(code, `${printed}\n${complained}\n${commands.complained()}`).toBe(0)
  return printed
}

describe.skipIf(cannotPaste)('what is pasted from the documents works', () => {
  afterEach(async () => {
    if (shell?.exitCode === null) process.kill(-shell.pid!, 'SIGKILL')
    shell = undefined
    await stop()
    await base.drop()
    await rm(place, { recursive: true })
  })
  // A day early in a year, and one that most years lack.
  const [early, leap] = ['2027-01-15', '2028-02-29']

  const days = [undefined, ...(isLong ? [early, leap] : [])]

  test.each(days)('the README, to a booked voucher; integrators; recipes; commands: today or %s', async (day) => {
    const printed = await paste(day)
    const [readme, rest] = printed.split(headOf(INTEGRATORS)) as [string, string]
    for (const amount of ['1000.00', '250.00', '-1250.00']) expect(readme).toContain(`"amount":${amount},`)
    const [, debit, credit] = /^total +([\d.]+) +([\d.]+)$/m.exec(readme)!
    expect(Number(debit)).toBeGreaterThan(1000)
    expect(credit).toBe(debit)
    const [integrators, commands] = rest.split(headOf(COMMANDS)) as [string, string]
    expect(commands).toContain('"ok":true')
    expect(commands).toContain('revoked: true')
    expect(RECIPES.flatMap((recipe) => unprinted(recipe, printed))).toEqual([])
    expect(integrators).toMatch(/The books are right: \d+ entries\./)
    expect(integrators).toMatch(/\n\/hook\/booked {"journal": "\d+"/)
    expect(integrators).toContain('"name":"Carriers and post"')
    expect(integrators.split(headOf(RECIPES[0]!))[0]!.match(/x-resultfromcache: true/gi)).toHaveLength(1)
    expect(integrators).toContain('differenceAccountNumber')
  })
})
