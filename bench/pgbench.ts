import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Closing } from './closing.ts'
import type { Ground } from './ground.ts'
import type { Recording } from './product.ts'
import type { Sample, Span } from './sample.ts'

/** A value that is drawn anew each time. */
export interface Drawn {
  /** Its placeholder in the values of the statements. */
  value: number
  /** pgbench's expression; the values drawn before are `:d0`, `:d1`, … */
  expression: string
  /** Whether the statements may do without it. */
  mayLack?: boolean
}

/** The statements that pgbench runs repeatedly. */
export interface Recorded extends Recording {
  drawn: readonly Drawn[]
}

/** How to get pgbench when it is missing. */
export const PGBENCH_MISSING =
  'pgbench is missing, so the SQL column stays empty. On Debian and Ubuntu it comes with the package postgresql-contrib.'

/** The version line of pgbench; undefined when it is missing. */
export async function pgbenchVersion(closing: Closing): Promise<string | undefined> {
  const { code, stdout } = await run(closing, ['--version']).catch(() => ({ code: 1, stdout: '' }))
  return code === 0 ? stdout.trim() : undefined
}

/** A script for pgbench, with the values that stay the same. */
export interface PreparedScript {
  text: string
  constants: readonly string[]
}

/**
 * Writes the statements, word for word, as a pgbench script. pgbench makes each mention of a value a separate
 * parameter, so each mention gets the type that the server infers for the whole statement.
 * @throws Error for a statement that pgbench would misread.
 */
export async function prepareScript(database: pg.Pool, recorded: Recorded): Promise<PreparedScript> {
  const { statements, drawn, transaction } = recorded
  const sets = drawn.map(({ expression }, index) => `\\set d${index} ${expression}`)
  const lines: string[] = []
  const constants: string[] = []
  const seen = new Set<number>()
  for (const [at, { text, values }] of statements.entries()) {
    if (/(?<!:):[A-Za-z_]/.test(text)) throw new Error(`pgbench would take a part of this for a variable:\n${text}`)
    const types = await parameterTypes(database, text)
    const names = values.map((value, index) => {
      if (value === null) throw new Error(`pgbench has no way to give NULL:\n${text}`)
      const place = drawn.findIndex((one) => String(one.value) === String(value))
      if (place >= 0) {
        seen.add(place)
        return `d${place}`
      }
      constants.push('-D', `v${at}_${index}=${String(value)}`)
      return `v${at}_${index}`
    })
    const named = text.replace(
      /\$(\d+)/g,
      (_, number: string) => `:${names[Number(number) - 1]}::${types[Number(number) - 1]}`,
    )
    lines.push(`${named.trim()};`)
  }
  const lacking = drawn.find(({ mayLack }, index) => !mayLack && !seen.has(index))
  if (lacking) throw new Error(`No statement has the value that ${lacking.value} stands for.`)
  const whole = transaction ? ['BEGIN;', ...lines, 'COMMIT;'] : lines
  return { text: `${[...sets, ...whole].join('\n')}\n`, constants }
}

async function parameterTypes(database: pg.Pool, text: string): Promise<string[]> {
  const client = await database.connect()
  try {
    await client.query(`PREPARE bench_statement AS ${text}`)
    const { rows } = await client.query<{ types: string[] }>(
      `SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = 'bench_statement'`,
    )
    await client.query('DEALLOCATE bench_statement')
    return rows[0]!.types
  } finally {
    client.release()
  }
}

/**
 * Runs a script with this many clients, prepared, on the service's own database; reads every transaction's time from
 * the log.
 */
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

/** Reads the last seconds of the log; the time before is warm-up, for making plans. */
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
