import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, lstat, mkdir, readFile, realpath, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeDirectory } from '../../directory.ts'
import type { DatabaseAddress } from '../driver/hosts.ts'
import { checkWritable, chooseAccount } from './account.ts'
import { EmbeddedDatabaseError, findBinaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import {
  CLUSTER_DATABASE,
  CLUSTER_ROLES,
  clearStaleLocks,
  initialise,
  isServer,
  serverPid,
  serverSettings,
  startServer,
  writeAccess,
} from './cluster.ts'
import { reachableBinaries } from './copy.ts'
import type { Presence } from './presence.ts'
import { announce } from './presence.ts'

/** What a program needs of the embedded database. */
export interface EmbeddedOptions {
  /** `serve` excludes a second `serve` on the same directory; a `command` excludes nothing. */
  role: 'serve' | 'command'
  /** Nothing needs to survive a crash of the machine: nothing is flushed to the disk. */
  isThrowaway?: boolean
  /** Connections the program's processes open in all. */
  connections: number
  /** Told what happens to the server. */
  log: { info(message: string): void; error(message: string): void }
  /** Called once when the database is gone for good; the program should end. */
  onLost(error: Error): void
}

/** A program's use of the embedded server. */
export interface EmbeddedDatabase {
  /** As the service's role. */
  address: DatabaseAddress
  /** As the owner of the tables, who brings the schema up to date. */
  owner: DatabaseAddress
  /** Ends this program's use of the server; the last program stops it. Close every pool first. */
  close(): Promise<void>
}

/** The port only names the socket file; nothing listens on TCP. */
const PORT = 5432
/** The longest path of a unix socket: 108 bytes with the final zero on Linux, 104 on macOS. */
const SOCKET_PATH_MAX_BYTES = process.platform === 'darwin' ? 103 : 107
/** A server that has neither started nor said that it recovers is given up after this long. */
const START_MILLISECONDS = 20_000
const STOP_MILLISECONDS = 60_000
const POLL_MILLISECONDS = 25
/** Connections kept free for commands beside the service's own. */
const SPARE_CONNECTIONS = 100
/** A database that dies more often than this within the window is given up. */
const RESTARTS_MAX = 5
const RESTARTS_WINDOW_MILLISECONDS = 60_000

interface Place {
  cluster: Cluster
  socketDirectory: string
  options: EmbeddedOptions
}

/**
 * Opens the database in `dataDirectory`, and makes it on first use. Attaches to its server where one runs (even one
 * whose program was killed), else starts one. While the program lives, a server that dies is started again.
 * @throws EmbeddedDatabaseError saying what is wrong and what to do; also when another `serve` has the directory.
 */
export async function openEmbedded(dataDirectory: string, options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const place = await prepare(dataDirectory, options)
  const restarts: number[] = []
  let closing = false
  let presence = await attach(place, lost)
  let restoring: Promise<void> = Promise.resolve()

  function lost(): void {
    if (closing || options.role !== 'serve') return
    restoring = restore().catch((error: Error) => options.onLost(error))
  }

  async function restore(): Promise<void> {
    const now = performance.now()
    while (restarts[0] !== undefined && restarts[0] < now - RESTARTS_WINDOW_MILLISECONDS) restarts.shift()
    restarts.push(now)
    if (restarts.length > RESTARTS_MAX) {
      throw new EmbeddedDatabaseError(`The database died ${restarts.length} times within a minute.`)
    }
    options.log.error('the database died; starting it again')
    presence = await attach(place, lost)
    options.log.info('the database is back')
  }

  return {
    address: addressOf(place, 'service'),
    owner: addressOf(place, 'owner'),
    async close() {
      closing = true
      await restoring
      if (await presence.isLast()) await stopServer(place)
      await presence.end()
    },
  }
}

const addressOf = ({ socketDirectory }: Place, role: 'owner' | 'service') => ({
  socketDirectory,
  port: PORT,
  user: CLUSTER_ROLES[role],
  database: CLUSTER_DATABASE,
})

async function prepare(dataDirectory: string, options: EmbeddedOptions): Promise<Place> {
  const created = await makeDirectory(dataDirectory).catch((error: Error) => {
    throw new EmbeddedDatabaseError(`The data directory ${dataDirectory} cannot be made: ${error.message}`)
  })
  // PostgreSQL's account must be able to pass through, whatever umask root has.
  if (created !== undefined) await chmod(dataDirectory, 0o711)
  const root = await realpath(dataDirectory)
  const directory = join(root, 'postgres')
  const account = await chooseAccount(directory)
  const binaries = await reachableBinaries(await findBinaries(), account)
  const cluster = { directory, logFile: join(root, 'postgres.log'), account, binaries }
  await initialise(cluster, !options.isThrowaway)
  return { cluster, socketDirectory: await chooseSocketDirectory(root, cluster), options }
}

/** Where the socket is: beside the data, or in a short temporary directory where that path would be too long. */
async function chooseSocketDirectory(root: string, cluster: Cluster): Promise<string> {
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 16)
  const candidates = [join(root, 'socket'), join(tmpdir(), `daybook-${hash}`), `/tmp/daybook-${hash}`]
  const fits = (path: string) => Buffer.byteLength(join(path, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_MAX_BYTES
  return (await runningSocketDirectory(cluster)) ?? candidates.find(fits)!
}

/** Makes the socket's directory, which only PostgreSQL's account may enter. */
async function makeSocketDirectory({ cluster, socketDirectory: path }: Place): Promise<void> {
  const { identity } = cluster.account
  await mkdir(path, { mode: 0o700 }).then(
    async () => {
      if (identity) await chown(path, identity.uid, identity.gid)
    },
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  const status = await lstat(path)
  if (!status.isDirectory() || status.uid !== (identity?.uid ?? process.geteuid?.())) {
    throw new EmbeddedDatabaseError(`${path}, meant for the database's socket, is somebody else's. Remove it.`)
  }
}

/** The fifth line of postmaster.pid: where a running server listens, started perhaps under another TMPDIR. */
async function runningSocketDirectory(cluster: Cluster): Promise<string | undefined> {
  if ((await serverPid(cluster)) === undefined) return undefined
  const lines = (await readFile(join(cluster.directory, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  return lines[4] || undefined
}

/** Announces the program to the server, starting the server where none answers. */
async function attach(place: Place, lost: () => void): Promise<Presence> {
  const { cluster, options } = place
  const address = addressOf(place, 'service')
  let child: ChildProcess | undefined
  let deadline = performance.now() + START_MILLISECONDS
  for (;;) {
    const outcome = await announce(address, options.role, lost)
    if (typeof outcome === 'object') return outcome
    if (outcome === 'starting') deadline = performance.now() + START_MILLISECONDS
    if (performance.now() > deadline) throw await startFailure(place)
    const ours = child !== undefined && child.exitCode === null && child.signalCode === null
    if (outcome === 'absent' && !ours && (await serverPid(cluster)) === undefined) {
      // A server that has just failed waits for the last processes of its predecessor to end.
      if (child !== undefined) await delay(10 * POLL_MILLISECONDS)
      await checkWritable(dirname(cluster.directory))
      await makeSocketDirectory(place)
      await clearStaleLocks(cluster, place.socketDirectory, PORT)
      await writeAccess(cluster.directory, cluster.account)
      child = await startServer(cluster, {
        ...serverSettings(options.connections + SPARE_CONNECTIONS, options.isThrowaway),
        // Each process that reads ahead takes memory, and scans that outgrow it are few here.
        io_workers: '1',
        port: String(PORT),
        listen_addresses: '',
        unix_socket_directories: `"${place.socketDirectory.replaceAll('"', '""')}"`,
        unix_socket_permissions: '0700',
      })
    }
    await delay(POLL_MILLISECONDS)
  }
}

async function startFailure({ cluster, socketDirectory }: Place): Promise<EmbeddedDatabaseError> {
  const pid = await serverPid(cluster)
  const log = await readFile(cluster.logFile, 'utf8').catch(() => '')
  return new EmbeddedDatabaseError(
    pid === undefined
      ? `The database in ${cluster.directory} does not start. The end of ${cluster.logFile}:\n${lastLines(log)}`
      : `The database in ${cluster.directory} runs as process ${pid} but does not answer in ${socketDirectory}.`,
  )
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-10).join('\n')
}

/** Ends the server in order: sessions are cut, everything is written, the next start needs no recovery. */
async function stopServer({ cluster, socketDirectory, options }: Place): Promise<void> {
  const pid = await serverPid(cluster)
  if (pid === undefined) return
  process.kill(pid, 'SIGINT')
  const deadline = performance.now() + STOP_MILLISECONDS
  while (await isServer(pid, cluster.directory)) {
    if (performance.now() > deadline) {
      options.log.error(`the database, process ${pid}, has not stopped after ${STOP_MILLISECONDS / 1000} s; leaving it`)
      return
    }
    await delay(POLL_MILLISECONDS)
  }
  // Made again by the next start; one that is not empty is in use again already.
  await rmdir(socketDirectory).catch(() => {})
}
