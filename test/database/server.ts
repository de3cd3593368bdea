import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../src/database/connection.ts'
import { chooseAccount } from '../../src/database/embedded/account.ts'
import { findBinaries, programsIn } from '../../src/database/embedded/binaries.ts'
import { reachableBinaries } from '../../src/database/embedded/copy.ts'
import type { Cluster } from '../../src/database/embedded/cluster.ts'
import { CLUSTER_ROLES, initialise, serverSettings, startServer } from '../../src/database/embedded/cluster.ts'
import { freePort } from '../faults/lasting-port.ts'
import { isLong } from '../long.ts'
import { temporaryRoot } from './temporary.ts'

const START_SECONDS = 60

/** A server of tests. */
export interface TestServer {
  /** A URL of its maintenance database. */
  url: string
  stop(): Promise<void>
  /** Ends it at once. Its data stays. */
  crash(): Promise<void>
  /** Starts it again, where it was. */
  start(): Promise<void>
}

/**
 * Starts a server in a temporary directory that forgets everything: no flushing to the disk.
 * @param installation of PostgreSQL, such as /usr/lib/postgresql/15; left out for the embedded one.
 * @param settings beside those of tests.
 */
export async function throwawayServer(
  installation?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestServer> {
  const directory = await mkdtemp(join(temporaryRoot(), 'daybook-test-'))
  try {
    return await startIn(directory, installation, settings)
  } catch (error) {
    await rm(directory, { recursive: true, force: true })
    throw error
  }
}

async function startIn(
  directory: string,
  installation: string | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<TestServer> {
  const account = await chooseAccount(join(directory, 'postgres'))
  const binaries = installation ? programsIn(installation) : await reachableBinaries(await findBinaries(), account)
  if (account.identity) await chown(directory, account.identity.uid, account.identity.gid)
  const cluster: Cluster = {
    directory: join(directory, 'postgres'),
    logFile: join(directory, 'log'),
    account,
    binaries,
  }
  await initialise(cluster, false)
  await writeFile(join(cluster.directory, 'pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
  const port = await freePort()
  const url = `postgres://${CLUSTER_ROLES.superuser}@127.0.0.1:${port}/postgres`
  const launch = (): ReturnType<typeof startServer> =>
    startServer(cluster, {
      ...serverSettings(300),
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Looks at every table at once have a hundred small parts, and start a worker for each few of them.
      ...(isLong ? {} : { max_parallel_workers_per_gather: '0' }),
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: '',
      ...settings,
    })
  let child = await launch()
  const crash = async (): Promise<void> => {
    const end = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.ref()
    child.kill('SIGQUIT')
    await end
  }
  const stop = async (): Promise<void> => {
    await crash()
    await rm(directory, { recursive: true, force: true })
  }
  const answering = async (): Promise<void> => {
    const deadline = Date.now() + START_SECONDS * 1000
    while (!(await answers(url))) {
      if (child.exitCode !== null || Date.now() > deadline) {
        const log = await readFile(cluster.logFile, 'utf8')
        await stop()
        throw new Error(`The test database did not start:\n${log}`)
      }
      await delay(50)
    }
  }
  await answering()
  const start = async (): Promise<void> => {
    child = await launch()
    await answering()
  }
  return { url, stop, crash, start }
}

async function answers(url: string): Promise<boolean> {
  const database = openDatabase({ url }, 1)
  try {
    await database.rows('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await database.close()
  }
}
