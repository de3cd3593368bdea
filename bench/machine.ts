import { execFile } from 'node:child_process'
import { open, statfs } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Ground } from './ground.ts'

/** Facts besides the code that the figures depend on. */
export interface Machine {
  date: string
  cores: number
  processor: string
  memoryGigabytes: number
  /** Processes running or waiting in the last minute before the bench: above 0, other work was running. */
  loadBefore: number
  /** Whether the database lay in memory, where fsync costs nothing. */
  inMemory: boolean
  /** How many times a second the disk writes and flushes 8 KB: a commit waits for that. */
  flushesPerSecond: number
  node: string
  postgresql: string
  /** Its version line; undefined when it is missing or not used. */
  pgbench: string | undefined
  commit: string
}

const TMPFS = 0x01021994
const FLUSHED_BYTES = 8192
const FLUSHED_FILE_BYTES = 16 * 1024 * 1024
const FLUSHES = 500

/** Collects the facts of this machine. */
export async function describeMachine(
  { database, directory }: Ground,
  pgbench: string | undefined,
  load: number,
): Promise<Machine> {
  const { rows } = await database.query<{ server_version: string }>('SHOW server_version')
  const { type } = await statfs(directory)
  return {
    date: new Date().toISOString(),
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    loadBefore: Math.round(load * 100) / 100,
    inMemory: type === TMPFS,
    flushesPerSecond: await flushesPerSecond(directory),
    node: process.version,
    postgresql: rows[0]!.server_version,
    pgbench,
    commit: await commit(),
  }
}

/** Writes one after the other into a file of a WAL segment's size, as PostgreSQL does. */
async function flushesPerSecond(directory: string): Promise<number> {
  const file = await open(join(directory, 'flushed'), 'w')
  try {
    await file.truncate(FLUSHED_FILE_BYTES)
    const block = Buffer.alloc(FLUSHED_BYTES, 1)
    for (let at = 0; at < FLUSHED_FILE_BYTES; at += FLUSHED_BYTES) await file.write(block, 0, FLUSHED_BYTES, at)
    await file.sync()
    const began = performance.now()
    for (let flush = 0; flush < FLUSHES; flush++) {
      await file.write(block, 0, FLUSHED_BYTES, flush * FLUSHED_BYTES)
      await file.datasync()
    }
    return Math.round(FLUSHES / ((performance.now() - began) / 1000))
  } finally {
    await file.close()
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
