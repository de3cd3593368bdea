import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { copyOf, testDatabase, type TestDatabase } from '../database/harness.ts'
import { type Program, serve, withoutDemo } from '../process/program.ts'
import { runs } from '../long.ts'
import { blocksOf } from './documents.ts'

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))
const CLOCK = new URL('../process/clock.js', import.meta.url).href
const PLACE = 'http://127.0.0.1:8080'

/** The examples speak through bash and curl; continuous integration has both, so there it would be a failure to lack them. */
const cannotPaste = !process.env.CI && spawnSync('bash', ['-c', 'command -v curl']).status !== 0

/** A database as a service leaves it that was started once. */
let installed: TestDatabase
let base: TestDatabase
let service: (Program & { url: string }) | undefined

/** Programs whose clock is at a day; undefined is today. */
const by = (day: string | undefined): Record<string, string> =>
  day === undefined ? {} : { NODE_OPTIONS: `--import=${CLOCK}`, TEST_CLOCK: day }

/** A database as a service finds it that is started on another day; with the demo company still to be made only for the document that reads it. */
async function onAnotherDay(document: string): Promise<TestDatabase> {
  const made = await testDatabase()
  if (document !== 'README.md') await withoutDemo(made.database)
  return made
}

async function stop(): Promise<void> {
  service?.child.kill('SIGTERM')
  await service?.ended
  service = undefined
}

/**
 * Runs every `sh` block of a document, in order and in one shell, against a service that was just installed, and answers
 * what they print. A failing command, or a status of 400 and above, fails. All of it on a day other than today where one is given.
 */
async function paste(document: string, day?: string): Promise<string> {
  base = await (day === undefined ? copyOf(installed) : onAnotherDay(document))
  service = await serve({ environment: { DATABASE_URL: base.url, ...by(day) } })
  const blocks = blocksOf(document, 'sh').filter((block) => !/^npm (ci|start|test)\b/.test(block))
  expect(blocks.length).toBeGreaterThan(0)
  const script = [
    'set -eo pipefail',
    'curl() { command curl --fail-with-body "$@"; }',
    ...(day === undefined ? [] : [`date() { command date -d ${day} "$@"; }`]),
    ...blocks.map((block) => block.replaceAll(PLACE, service!.url)),
  ]
  const environment = { ...process.env, DATABASE_URL: base.url, PORT: new URL(service.url).port, ...by(day) }
  const shell = spawn('bash', ['-c', script.join('\n')], { cwd: CHECKOUT, env: environment })
  let [printed, complained] = ['', '']
  shell.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  shell.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()))
  const [code] = (await once(shell, 'close')) as [number]
  expect(code, `${printed}\n${complained}`).toBe(0)
  return printed
}

describe.skipIf(cannotPaste)('what is pasted from the documents works', () => {
  afterEach(async () => {
    await stop()
    await base.drop()
  })
  beforeAll(async () => {
    installed = await testDatabase()
    service = await serve({ environment: { DATABASE_URL: installed.url } })
    await stop()
  })
  afterAll(() => installed.drop())

  // A day early in a year, and one that most years lack.
  const [early, leap] = ['2027-01-15', '2028-02-29']
  const isLong = runs(0, 1) === 1

  test.each([undefined, ...(isLong ? [early, leap] : [])])(
    'the README, to a booked voucher: today or %s',
    async (day) => {
      const printed = await paste('README.md', day)
      for (const amount of ['1000.00', '250.00', '-1250.00']) expect(printed).toContain(`"amount":${amount},`)
      const [, debit, credit] = /"totalDebit" ?: ?([\d.]+), ?"totalCredit" ?: ?([\d.]+)/.exec(printed)!
      expect(Number(debit)).toBeGreaterThan(1000)
      expect(credit).toBe(debit)
    },
  )

  test.each([undefined, ...(isLong ? [early, leap] : [])])('the examples for integrators: today or %s', async (day) => {
    const printed = await paste('docs/integrators.md', day)
    expect(printed).toContain('"name":"Carriers and post"')
    expect(printed.match(/x-resultfromcache: true/gi)).toHaveLength(1)
    expect(printed).toContain('differenceAccountNumber')
  })

  test('the commands for operators', async () => {
    const printed = await paste('docs/operators.md')
    expect(printed).toContain('"ok":true')
    expect(printed).toContain('revoked: true')
  })
})
