import { execFile } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { promisify } from 'node:util'
import type { Ground } from './ground.ts'

/** What the figures depend on besides the code. */
export interface Machine {
  date: string
  cores: number
  processor: string
  memoryGigabytes: number
  /** Processes running or waiting in the last minute, before the bench: more than 0 means it had company. */
  loadBefore: number
  /** Whether the database lay in memory, where fsync costs nothing. */
  inMemory: boolean
  node: string
  postgresql: string
  pgbench: string
  commit: string
}

const TMPFS = 0x01021994

/** Finds out what is measured on. */
export async function describeMachine(
  { database, directory }: Ground,
  pgbench: string | undefined,
  load: number,
): Promise<Machine> {
  const [server] = await database.rows<{ server_version: string }>('SHOW server_version')
  const { type } = await statfs(directory)
  return {
    date: new Date().toISOString(),
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    loadBefore: Math.round(load * 100) / 100,
    inMemory: type === TMPFS,
    node: process.version,
    postgresql: server!.server_version,
    pgbench: pgbench ?? 'missing',
    commit: await commit(),
  }
}

/** The load of the last minute. */
export const loadNow = (): number => loadavg()[0]!

async function commit(): Promise<string> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: new URL('../', import.meta.url) })).stdout.trim()
  try {
    const hash = await git('rev-parse', '--short', 'HEAD')
    return (await git('status', '--porcelain', 'src', 'bench')) === '' ? hash : `${hash} with changes`
  } catch {
    return 'unknown'
  }
}
