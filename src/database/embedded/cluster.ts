import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { flush } from '../../whole-file.ts'
import type { Account } from './account.ts'
import { hasName, launch, makerFor, userNames } from './account.ts'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError } from './binaries.ts'

const run = promisify(execFile)

/** One PostgreSQL database cluster on this machine and what is needed to run it. */
export interface Cluster {
  /** PostgreSQL's data directory, an absolute path. */
  directory: string
  /** Where the server writes what it has to say. */
  logFile: string
  account: Account
  binaries: Binaries
}

/**
 * The roles of the cluster. The superuser cannot log in over the socket. The owner of the tables brings the schema up
 * to date. The service's role can change neither what is booked nor the tables. The account of the machine decides who
 * may use which role, so there is no password.
 */
export const CLUSTER_ROLES = { superuser: 'postgres', owner: 'daybook_owner', service: 'daybook' } as const
/** The database in the cluster that holds the schema. */
export const CLUSTER_DATABASE = 'daybook'
/** A larger log is put aside when the server starts; one older log is kept. */
const LOG_MAX_BYTES = 10 * 1024 * 1024

/** A new cluster takes 75 MB with its first schema, and 100 MB with a demo company. */
const NEW_CLUSTER_BYTES = 128 * 1024 * 1024
const MEGABYTE = 1024 * 1024

/**
 * Makes the cluster where there is none. It is built beside its place and renamed, so a crash leaves nothing half made.
 * Of two processes at once one wins, and both go on.
 * @param sync whether everything is flushed to the disk before this returns; false for throwaway clusters only.
 * @throws EmbeddedDatabaseError with initdb's own words when it fails, and before that where the disk has no room.
 */
export async function initialise(cluster: Cluster, sync: boolean): Promise<void> {
  const made = await readFile(join(cluster.directory, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (made !== undefined) {
    await checkMajor(cluster, made.trim())
    return await checkRoles(cluster)
  }
  const building = `${cluster.directory}.building-${process.pid}`
  await removeAbandoned(cluster.directory)
  await checkRoom(dirname(cluster.directory))
  await rm(building, { recursive: true, force: true })
  await mkdir(building, { mode: 0o700 })
  try {
    await build(cluster, building, sync)
  } catch (error) {
    await rm(building, { recursive: true, force: true })
    throw error
  }
  try {
    await rename(building, cluster.directory)
    if (sync) await flush(dirname(cluster.directory))
  } catch (error) {
    await rm(building, { recursive: true, force: true })
    if (!(await exists(join(cluster.directory, 'PG_VERSION')))) throw error
  }
}

/**
 * PostgreSQL would run out of room somewhere between its first file and the last migration, and its words name no disk.
 */
async function checkRoom(directory: string): Promise<void> {
  const { bavail, bsize, blocks } = await statfs(directory)
  // Some network file systems do not tell.
  if (blocks === 0 || bavail * bsize >= NEW_CLUSTER_BYTES) return
  const [free, needed] = [bavail * bsize, NEW_CLUSTER_BYTES].map((bytes) => `${Math.floor(bytes / MEGABYTE)} MiB`)
  throw new EmbeddedDatabaseError(
    `The disk of ${directory} has ${free} free, and a new database needs ${needed}. Make room, or name another directory in DAYBOOK_DATA.`,
  )
}

async function build(cluster: Cluster, building: string, sync: boolean): Promise<void> {
  const { account, binaries } = cluster
  const maker = makerFor(account)
  if (maker.identity) await chown(building, maker.identity.uid, maker.identity.gid)
  const user = ['-U', CLUSTER_ROLES.superuser]
  const args = ['-D', building, ...user, '--auth=reject', '--encoding=UTF8', '--locale=C', '--no-instructions']
  await done('initdb', account, launch(maker, binaries.initdb, sync ? args : [...args, '--no-sync'], PIPED))
  const alone = launch(
    maker,
    binaries.postgres,
    ['--single', ...(sync ? [] : ['-F']), '-D', building, 'postgres'],
    PIPED,
  )
  alone.stdin?.on('error', () => {}).end(ROLES.join('\n'))
  await done('roles', account, alone)
  await writeAccess(building, account)
  if (account.identity && maker !== account) {
    await run('chown', ['-R', `${account.identity.uid}:${account.identity.gid}`, building])
  }
}

const PIPED: SpawnOptions = { stdio: 'pipe' }

/** The first statements of a cluster, one a line: PostgreSQL in single-user mode reads them so. */
const ROLES = [
  `CREATE ROLE ${CLUSTER_ROLES.service} LOGIN`,
  `CREATE ROLE ${CLUSTER_ROLES.owner} LOGIN IN ROLE ${CLUSTER_ROLES.service}`,
  `CREATE DATABASE ${CLUSTER_DATABASE} OWNER ${CLUSTER_ROLES.owner}`,
  `GRANT SET ON PARAMETER session_replication_role TO ${CLUSTER_ROLES.owner}`,
  '',
]

/** Waits for a program that makes the cluster. @throws EmbeddedDatabaseError with its own words when it fails. */
async function done(step: string, account: Account, child: ChildProcess): Promise<void> {
  const said: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk))
  const failure = await ended(child)
  const words = Buffer.concat(said).toString()
  // PostgreSQL in single-user mode goes on after an error.
  if (failure === undefined && !/^(ERROR|FATAL)|: (ERROR|FATAL)/m.test(words)) return
  throw new EmbeddedDatabaseError(initFailure(`${step}: ${failure ?? 'an error'}`, words, account))
}

/**
 * Writes who may use which role: users of this machine may be the owner or the service, and no other role. Nobody from
 * elsewhere gets in.
 */
export async function writeAccess(directory: string, account: Account): Promise<void> {
  const { owner, service } = CLUSTER_ROLES
  const names = await userNames(account)
  const access = `# Written by Daybook at every start of the server.\nlocal all ${service},${owner} peer map=daybook\n`
  const map = names.flatMap((name) =>
    [service, owner].map((role) => `daybook "${name.replaceAll('"', '""')}" ${role}\n`),
  )
  for (const [file, text] of [
    ['pg_hba.conf', access],
    ['pg_ident.conf', map.join('')],
  ] as const) {
    await writeFile(join(directory, file), text, { mode: 0o600 })
  }
}

/** @throws EmbeddedDatabaseError when the cluster is of a Daybook whose one role could do everything. */
async function checkRoles({ directory }: Cluster): Promise<void> {
  const access = await readFile(join(directory, 'pg_hba.conf'), 'utf8').catch(() => '')
  if (access.includes(CLUSTER_ROLES.owner) || access === '') return
  throw new EmbeddedDatabaseError(
    `The database in ${directory} was made by a Daybook from before it had roles of its own. ` +
      'Take a dump with that version, and restore it with this one, in another DAYBOOK_DATA.',
  )
}

/**
 * @throws EmbeddedDatabaseError when the cluster was made by another major version of PostgreSQL, whose files this one
 * cannot read.
 */
async function checkMajor({ directory, binaries }: Cluster, made: string): Promise<void> {
  const { stdout } = await run(binaries.postgres, ['--version'])
  const own = /(\d+)/.exec(stdout)?.[1]
  if (own === made) return
  throw new EmbeddedDatabaseError(
    `The database in ${directory} was made by PostgreSQL ${made}, and this program brings PostgreSQL ${own}. ` +
      `Start the version of Daybook that made it and take a backup (backup FILE); then restore that with this one, in another DAYBOOK_DATA.`,
  )
}

function initFailure(failure: string, said: string, account: Account): string {
  const advice =
    account.identity === undefined && !hasName()
      ? ` User id ${process.geteuid?.()} has no name on this machine, and PostgreSQL needs one: add it to /etc/passwd, ` +
        'run as root, or set DATABASE_URL.'
      : ''
  return `The database could not be made (${failure}).${advice}\n${said.trim()}`
}

/** Removes half-made clusters of processes that no longer run. */
async function removeAbandoned(directory: string): Promise<void> {
  const prefix = `${basename(directory)}.building-`
  for (const name of await readdir(dirname(directory))) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue
    await rm(join(dirname(directory), name), { recursive: true, force: true })
  }
}

/**
 * Starts the server in a session of its own, so that Ctrl-C in a terminal reaches only the program, which then drains.
 * @param settings server parameters, given on the command line.
 */
export async function startServer(cluster: Cluster, settings: Record<string, string>): Promise<ChildProcess> {
  const size = await stat(cluster.logFile).then(
    (status) => status.size,
    () => 0,
  )
  if (size > LOG_MAX_BYTES) await rename(cluster.logFile, `${cluster.logFile}.1`)
  const log = await open(cluster.logFile, 'a', 0o600)
  try {
    const { identity } = cluster.account
    if (identity) await log.chown(identity.uid, identity.gid)
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const child = launch(cluster.account, cluster.binaries.postgres, ['-D', cluster.directory, ...args], {
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
    })
    child.on('error', () => {})
    child.unref()
    return child
  } finally {
    await log.close()
  }
}

/**
 * The server's parameters that do not depend on where it listens.
 * @param isThrowaway whether a crash of the machine may take the data.
 */
export function serverSettings(connections: number, isThrowaway = false): Record<string, string> {
  const megabytes = Math.floor(totalmem() / 1024 / 1024 / 8)
  return {
    max_connections: String(connections),
    shared_buffers: `${Math.min(1024, Math.max(64, megabytes))}MB`,
    // By itself it takes 16 MB of it, and touches all at its start.
    wal_buffers: '2MB',
    // At PostgreSQL's own 4 the planner falls into sequential scans on disks that do not turn.
    random_page_cost: '1.1',
    fsync: isThrowaway ? 'off' : 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
}

/** The process id of the running server, or undefined when none runs. */
export async function serverPid(cluster: Cluster): Promise<number | undefined> {
  const pid = await pidIn(join(cluster.directory, 'postmaster.pid'))
  return pid !== undefined && (await isServer(pid, cluster.directory)) ? pid : undefined
}

/**
 * Removes the lock files of a dead server whose process id another process now has: PostgreSQL would take that process
 * for the server and refuse to start. In containers ids come back soon.
 */
export async function clearStaleLocks(cluster: Cluster, socketDirectory: string, port: number): Promise<void> {
  const files = [join(cluster.directory, 'postmaster.pid'), join(socketDirectory, `.s.PGSQL.${port}.lock`)]
  for (const file of files) {
    const pid = await pidIn(file)
    if (pid !== undefined && isAlive(pid) && !(await isServer(pid, cluster.directory))) await rm(file, { force: true })
  }
}

async function pidIn(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const pid = Number.parseInt(text.split('\n')[0] ?? '', 10)
  return pid > 0 ? pid : undefined
}

/** Whether the process is a PostgreSQL server on the directory; false once it has ended, collected or not. */
export async function isServer(pid: number, directory: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.includes(`postgres\0-D\0${directory}\0`)
  }
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes(`postgres -D ${directory} `)
}

/** Whether a process of that id exists, whosever it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Waits for a child's end. Undefined: it succeeded; else how it failed. */
async function ended(child: ChildProcess): Promise<string | undefined> {
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    return code === 0 ? undefined : signal ? `ended by ${signal}` : `exit code ${code}`
  } catch (error) {
    return (error as Error).message
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
