import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database, Statement } from '../src/database/connection.ts'
import type { Closing } from './closing.ts'
import type { Ground } from './ground.ts'
import type { Sample, Span } from './sample.ts'

/** What pgbench runs again and again. */
export interface Script {
  statements: readonly Pick<Statement, 'text' | 'values'>[]
  /** Values drawn anew each time: the value that stands for it in `values` → pgbench's expression. */
  drawn: Readonly<Record<string, string>>
  /** Whether the statements are one transaction. */
  transaction: boolean
}

/** How to get pgbench where it is missing. */
export const PGBENCH_MISSING =
  'pgbench is missing, so the SQL column stays empty. On Debian and Ubuntu it comes with the package postgresql-contrib.'

/** Whether pgbench is there, and which: its version line. */
export async function pgbenchVersion(closing: Closing): Promise<string | undefined> {
  const { code, stdout } = await run(closing, ['--version']).catch(() => ({ code: 1, stdout: '' }))
  return code === 0 ? stdout.trim() : undefined
}

/** A script as pgbench reads it, with the values that stay the same. */
export interface PreparedScript {
  text: string
  constants: readonly string[]
}

/**
 * Writes the statements, word for word, as a pgbench script. pgbench numbers each mention of a value as a parameter of
 * its own, so each mention is told the type that the server infers for the whole statement.
 * @throws Error for a statement that pgbench would misread.
 */
export async function prepareScript(database: Database, script: Script): Promise<PreparedScript> {
  const lines: string[] = []
  const constants: string[] = []
  for (const [at, { text, values }] of script.statements.entries()) {
    if (/(?<!:):[A-Za-z_]/.test(text)) throw new Error(`pgbench would take a part of this for a variable:\n${text}`)
    const types = await parameterTypes(database, text)
    for (const [index, value] of values.entries()) {
      if (value === null) throw new Error(`pgbench has no way to give NULL:\n${text}`)
      const name = `v${at}_${index + 1}`
      const expression = script.drawn[String(value)]
      if (expression === undefined) constants.push('-D', `${name}=${String(value)}`)
      else lines.push(`\\set ${name} ${expression}`)
    }
    const named = text.replace(/\$(\d+)/g, (_, number: string) => `:v${at}_${number}::${types[Number(number) - 1]}`)
    lines.push(`${named.trim()};`)
  }
  if (script.transaction)
    lines.splice(
      lines.findIndex((line) => !line.startsWith('\\set')),
      0,
      'BEGIN;',
    )
  if (script.transaction) lines.push('COMMIT;')
  return { text: `${lines.join('\n')}\n`, constants }
}

async function parameterTypes(database: Database, text: string): Promise<string[]> {
  return await database.transaction(async (transaction) => {
    await transaction.script(`PREPARE bench_statement AS ${text}`)
    const [row] = await transaction.rows<{ types: string }>(
      `SELECT array_to_json(parameter_types::text[]) AS types FROM pg_prepared_statements WHERE name = 'bench_statement'`,
    )
    await transaction.script('DEALLOCATE bench_statement')
    return JSON.parse(row!.types) as string[]
  })
}

/** Runs a script as so many clients, prepared, on the service's own database; reads every transaction's time from its log. */
export async function pgbench(
  closing: Closing,
  { address, directory }: Ground,
  script: PreparedScript,
  clients: number,
  span: Span,
): Promise<Sample> {
  const folder = join(directory, 'pgbench')
  await mkdir(folder)
  const file = join(folder, 'script.sql')
  await writeFile(file, script.text)
  const whole = Math.ceil(span.warmUpSeconds + span.seconds)
  const how = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(whole), '-f', file]
  const log = ['--log', '--log-prefix', join(folder, 'log')]
  const where = ['-h', address.socketDirectory, '-p', String(address.port), '-U', address.user, address.database]
  const { code, stderr } = await run(closing, [...how, ...log, ...script.constants, ...where])
  if (code !== 0) throw new Error(`pgbench: exit ${code}\n${stderr}`)
  const sample = await readLog(folder, span.seconds)
  await rm(folder, { recursive: true })
  return sample
}

/** The last seconds of the log: what comes before is warm-up, in which plans are made. */
async function readLog(folder: string, seconds: number): Promise<Sample> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('log.'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  const transactions = texts.flatMap((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => {
        const [, , time, , epoch, fraction] = line.split(' ').map(Number)
        return { milliseconds: time! / 1000, ended: epoch! * 1000 + fraction! / 1000 }
      }),
  )
  const end = transactions.reduce((latest, { ended }) => Math.max(latest, ended), 0)
  const within = transactions.filter(({ ended }) => ended > end - seconds * 1000)
  return { seconds, milliseconds: within.map(({ milliseconds }) => milliseconds) }
}

async function run(
  closing: Closing,
  args: readonly string[],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn('pgbench', args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  closing.child(child)
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return await new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}
