import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { copyOf, testDatabase, type TestDatabase } from '../database/harness.ts'
import { type Program, serve } from '../process/program.ts'
import { blocksOf } from './documents.ts'

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url))
const PLACE = 'http://127.0.0.1:8080'

/** The examples speak through bash and curl; continuous integration has both, so there it would be a failure to lack them. */
const cannotPaste = !process.env.CI && spawnSync('bash', ['-c', 'command -v curl']).status !== 0

/** A database as a service leaves it that was started once. */
let installed: TestDatabase
let base: TestDatabase
let service: (Program & { url: string }) | undefined

/**
 * Runs every `sh` block of a document, in order and in one shell, against a service that was just installed, and answers
 * what they print. A failing command, or a status of 400 and above, fails.
 */
async function paste(document: string): Promise<string> {
  base = await copyOf(installed)
  service = await serve({ environment: { DATABASE_URL: base.url } })
  const blocks = blocksOf(document, 'sh').filter((block) => !/^npm (ci|start|test)\b/.test(block))
  expect(blocks.length).toBeGreaterThan(0)
  const script = [
    'set -eo pipefail',
    'curl() { command curl --fail-with-body "$@"; }',
    ...blocks.map((block) => block.replaceAll(PLACE, service!.url)),
  ]
  const environment = { ...process.env, DATABASE_URL: base.url, PORT: new URL(service.url).port }
  const shell = spawn('bash', ['-c', script.join('\n')], { cwd: CHECKOUT, env: environment })
  let [printed, complained] = ['', '']
  shell.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  shell.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()))
  const [code] = (await once(shell, 'close')) as [number]
  expect(code, `${printed}\n${complained}`).toBe(0)
  return printed
}

describe.skipIf(cannotPaste)('what is pasted from the documents works', () => {
  const stop = async (): Promise<void> => {
    service?.child.kill('SIGTERM')
    await service?.ended
    service = undefined
  }
  beforeAll(async () => {
    installed = await testDatabase()
    service = await serve({ environment: { DATABASE_URL: installed.url } })
    await stop()
  })
  afterEach(async () => {
    await stop()
    await base.drop()
  })
  afterAll(() => installed.drop())

  test('the README: from the demo company to a booked voucher and the trial balance', async () => {
    const printed = await paste('README.md')
    for (const amount of ['1000.00', '250.00', '-1250.00']) expect(printed).toContain(`"amount":${amount},`)
    const [, debit, credit] = /"totalDebit" ?: ?([\d.]+), ?"totalCredit" ?: ?([\d.]+)/.exec(printed)!
    expect(Number(debit)).toBeGreaterThan(1000)
    expect(credit).toBe(debit)
  })

  test('the examples for integrators', async () => {
    const printed = await paste('docs/integrators.md')
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
