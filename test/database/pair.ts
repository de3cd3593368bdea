import { once } from 'node:events'
import { accessSync } from 'node:fs'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '../../src/database/connection.ts'
import { chooseAccount, launch } from '../../src/database/embedded/account.ts'
import { programsIn } from '../../src/database/embedded/binaries.ts'
import {
  type Cluster,
  CLUSTER_ROLES,
  initialise,
  serverSettings,
  startServer,
} from '../../src/database/embedded/cluster.ts'
import { eventually } from '../patience.ts'
import { freePort } from '../faults/lasting-port.ts'
import { temporaryRoot } from './temporary.ts'

/** Debian's place of PostgreSQL's own programs: the embedded one comes without pg_basebackup. */
const INSTALLATION = process.env.POSTGRESQL ?? '/usr/lib/postgresql/15'
const BACKUP = join(INSTALLATION, 'bin', 'pg_basebackup')

/** Whether this machine has what a standby is made with. */
export const hasPairs = ((): boolean => {
  try {
    accessSync(BACKUP)
    return true
  } catch {
    return false
  }
})()

/** One of a primary and its standby. */
export interface PairedServer {
  cluster: Cluster
  port: number
  /** A URL of its superuser. */
  url: string
  child?: Awaited<ReturnType<typeof startServer>>
}

/** A primary and its standby. */
export interface Pair {
  servers: readonly [primary: PairedServer, standby: PairedServer]
  start(server: PairedServer): Promise<void>
  /** Stops it at once. */
  stop(server: PairedServer): Promise<void>
  remove(): Promise<void>
}

/** Starts a primary, and a standby of it that anybody may read. */
export async function serverPair(): Promise<Pair> {
  const directory = await mkdtemp(join(temporaryRoot(), 'daybook-pair-'))
  const account = await chooseAccount(join(directory, 'one'))
  if (account.identity) await chown(directory, account.identity.uid, account.identity.gid)
  const serverOf = async (name: string): Promise<PairedServer> => {
    const files = { directory: join(directory, name), logFile: join(directory, `${name}.log`) }
    const port = await freePort()
    const url = `postgres://${CLUSTER_ROLES.superuser}@127.0.0.1:${port}/postgres`
    return { cluster: { ...files, account, binaries: programsIn(INSTALLATION) }, port, url }
  }
  const [one, two] = [await serverOf('one'), await serverOf('two')]
  await initialise(one.cluster, false)
  const trusted = ['all', 'replication'].map((what) => `host ${what} all 127.0.0.1/32 trust\n`)
  await writeFile(join(one.cluster.directory, 'pg_hba.conf'), trusted.join(''))
  await start(one)
  const from = ['-h', '127.0.0.1', '-p', String(one.port), '-U', CLUSTER_ROLES.superuser]
  const copy = ['-D', two.cluster.directory, ...from, '-R', '-c', 'fast']
  const [code] = (await once(launch(account, BACKUP, copy, { stdio: 'ignore' }), 'exit')) as [number | null]
  if (code !== 0) throw new Error(`pg_basebackup: exit ${code}`)
  await start(two)
  return {
    servers: [one, two],
    start,
    stop,
    async remove() {
      for (const server of [two, one]) await stop(server)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function start(server: PairedServer): Promise<void> {
  server.child = await startServer(server.cluster, {
    ...serverSettings(60),
    fsync: 'off',
    wal_level: 'replica',
    max_wal_senders: '4',
    hot_standby: 'on',
    listen_addresses: '127.0.0.1',
    port: String(server.port),
    unix_socket_directories: '',
  })
  const database = openDatabase({ url: server.url }, 1)
  await eventually(() =>
    database.rows('SELECT 1').then(
      () => true,
      () => false,
    ),
  )
  await database.close()
}

async function stop({ child }: PairedServer): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const exit = once(child, 'exit')
  child.kill('SIGQUIT')
  await exit
}
