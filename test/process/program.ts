import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { currentProgram } from '../../build/program.js'
import { type Database, type DatabaseAddress, openDatabase } from '../../src/database/connection.ts'
import { type EmbeddedOptions, openEmbedded } from '../../src/database/embedded/embedded.ts'
import { eventually, PATIENCE_MILLISECONDS } from '../patience.ts'
import { testKey } from '../service/secret-key.ts'
import { temporaryRoot } from '../database/temporary.ts'

/** How a test uses the database of a data directory, also while a program runs on it. */
export const joining: EmbeddedOptions = {
  role: 'command',
  connections: 4,
  log: { info: () => {}, error: () => {} },
  onLost: () => {},
}

const CHECKOUT = new URL('../../', import.meta.url)
/**
 * What `build/start.js` runs. It looks for the program at every start, which would be a third of the cost of most
 * commands.
 */
const PROGRAM = await currentProgram()

/** How a program is started: its environment, account and wrapper. */
export interface Start {
  environment: Record<string, string>
  uid?: number
  /** Words before `node`, such as `setpriv …`. */
  wrapper?: readonly string[]
  /** The tree it is started in; the checkout where left out. */
  tree?: string
}

/** A daybook program that a test started. */
export interface Program {
  child: ChildProcess
  pid: number
  /** Everything it has written, both streams. */
  said(): string
  /** Its exit, with everything it wrote. */
  ended: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>
}

const programs = new Set<Program>()

/** Nodes of one database get the same key. A node with a data directory of its own makes its key there. */
const keyOf = ({ DAYBOOK_DATA }: Record<string, string>): Record<string, string> =>
  DAYBOOK_DATA === undefined ? { DAYBOOK_SECRET_KEY: testKey.secretKey.toString('hex') } : {}

/** The environment variables of a program. */
export const variablesOf = (environment: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  TMPDIR: tmpdir(),
  PORT: '0',
  DAYBOOK_DEMO: '0',
  ...keyOf(environment),
  ...environment,
})

/**
 * Starts the compiled program as npm would, without the demo company unless asked for it; another tree's by its own
 * script.
 */
export function start(args: readonly string[], { environment, uid, wrapper = [], tree }: Start): Program {
  const words = [...wrapper, process.execPath, tree === undefined ? PROGRAM : 'build/start.js', ...args]
  const child = spawn(words[0]!, words.slice(1), {
    cwd: tree ?? CHECKOUT,
    env: variablesOf(environment),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<Awaited<Program['ended']>>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      programs.delete(program)
      resolve({ code, signal, stdout, stderr })
    })
  })
  const program: Program = { child, pid: child.pid!, said: () => stdout + stderr, ended }
  programs.add(program)
  return program
}

/** Runs one command to its end. */
export async function command(args: readonly string[], how: Start): Promise<Awaited<Program['ended']>> {
  return await start(args, how).ended
}

/** Runs one command with --json, which must succeed, and reads its answer. */
export async function answerOf(args: readonly string[], how: Start): Promise<Record<string, unknown>> {
  return answerIn(await command([...args, '--json'], how))
}

/** What a command that must have succeeded has answered with --json. */
export function answerIn({ code, stdout, stderr }: Awaited<Program['ended']>): Record<string, unknown> {
  if (code !== 0) throw new Error(`exit ${code}\n${stderr}`)
  return JSON.parse(stdout) as Record<string, unknown>
}

/** Starts `serve` and waits for its ready line; fails with its words when it ends before. */
export async function serve(how: Start): Promise<Program & { url: string }> {
  const program = start(['serve'], how)
  let over = false
  void program.ended.then(() => (over = true))
  const url = await eventually(() => {
    const ready = /listening on (http:\/\/[^"\s]+)/.exec(program.said())
    if (!ready && over) throw new Error(`serve ended:\n${program.said()}`)
    return ready?.[1]
  })
  return { ...program, url }
}

/** The process ids of all that have listened for a service: with workers each of them, also those that died. */
export function listeners(service: Program): number[] {
  const ready = service
    .said()
    .split('\n')
    .filter((line) => line.includes('listening on'))
  return ready.map((line) => (JSON.parse(line) as { pid: number }).pid)
}

/** The status of `/health`; undefined while no answer comes. */
export async function health(url: string): Promise<number | undefined> {
  return await fetch(`${url}/health`, { signal: AbortSignal.timeout(PATIENCE_MILLISECONDS) }).then(
    async (response) => {
      await response.text()
      return response.status
    },
    () => undefined,
  )
}

/**
 * The processes of PostgreSQL on a data directory: all of them work inside it. Dead ones do not count, nor those that
 * the kernel is just clearing away: they have no command line any more, but still their directory.
 */
export async function postgresProcesses(data: string): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '')
    if (cwd !== join(data, 'postgres')) continue
    if ((await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')) !== '') found.push(Number(name))
  }
  return found
}

/** The server's process id as its own file tells it. */
export async function postmaster(data: string): Promise<number> {
  return Number.parseInt(await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

/** A directory for one test's data; `remove` ends what still runs in it. */
export async function dataDirectory(mode = 0o711): Promise<{ root: string; data: string; remove(): Promise<void> }> {
  const root = await realpath(await mkdtemp(join(temporaryRoot(), 'daybook-process-')))
  await chmod(root, mode)
  const data = join(root, 'data')
  return {
    root,
    data,
    async remove() {
      for (const program of programs) {
        program.child.kill('SIGKILL')
        await program.ended
      }
      for (const pid of await postgresProcesses(data)) endProcess(pid)
      await eventually(async () => (await postgresProcesses(data)).length === 0)
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** A test's own way into a database that programs use. */
export interface Joined {
  database: Database
  address: DatabaseAddress
  close(): Promise<void>
}

/** Joins the database of a data directory; makes and starts it where there is none. */
export async function joinDatabase(data: string): Promise<Joined> {
  const embedded = await openEmbedded(data, joining)
  const database = openDatabase(embedded.owner, 2)
  return {
    database,
    address: embedded.owner,
    async close() {
      await database.close()
      await embedded.close()
    },
  }
}

/**
 * Stops every process of the database of a data directory while `work` runs, as a machine that hangs does. The
 * postmaster stops first: it alone starts others, which a list made before would miss.
 */
export async function whileDatabaseIsStopped(data: string, work: () => Promise<void>): Promise<void> {
  const stopped: number[] = []
  const stop = async (pid: number): Promise<void> => {
    signal(pid, 'SIGSTOP')
    stopped.push(pid)
    await eventually(async () => !(await isRunning(pid)))
  }
  try {
    await stop(await postmaster(data))
    for (const pid of await postgresProcesses(data)) await stop(pid)
    await work()
  } finally {
    for (const pid of stopped) signal(pid, 'SIGCONT')
  }
}

/** The letter of the state that the kernel tells of a process; empty when it is gone. */
async function stateOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The state follows the command, which may itself have parentheses.
  return status.slice(status.lastIndexOf(')') + 2).charAt(0)
}

/** Whether the kernel still lets a process run: it is not stopped, and has not ended. */
const isRunning = async (pid: number): Promise<boolean> => !['', 'T', 'Z', 'X'].includes(await stateOf(pid))

/** Whether a process has ended, also when nobody has reaped it. One that is stopped has not. */
export async function hasEnded(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return true
  }
  return ['Z', 'X'].includes(await stateOf(pid))
}

/** Kills a process at once; one that has ended by itself is fine. */
export const endProcess = (pid: number): void => signal(pid, 'SIGKILL')

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
