import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type TestServer, throwawayServer } from '../test/database/server.ts'
import { inDatabase, join as joinServers, onServer } from '../test/database/servers.ts'
import { CITUS_SERVER_SETTINGS, SERVER_SETTINGS } from '../test/distributed/settings.ts'
import type { Closing } from './closing.ts'
import { startService } from './ground.ts'
import { processTrees } from './process-tree.ts'

const CHECKOUT = new URL('../', import.meta.url)
const NAME = 'daybook_bench'
const WORKERS = 2
const SHARDS = 8
const CONNECTIONS = 10
/** A fixed key is enough: the bench keeps no data. */
const SECRET_KEY = '07'.repeat(32)
/** The unit in which Linux counts processor time. */
const TICK_MILLISECONDS = 10

/** The parts that work on an answer. */
export const PARTS = ['service', 'coordinator', 'workers'] as const
export type Part = (typeof PARTS)[number]

/** A service with its database, on one server or several. */
export interface Engine {
  name: 'plain' | 'citus'
  url: string
  port: number
  /** The first processes of each part; their child processes belong to it too. */
  processes: Readonly<Record<Part, readonly number[]>>
}

/**
 * Starts the service on one plain server, and on a coordinator with its workers, from one installation and with the
 * same settings.
 */
export async function openEngines(closing: Closing, installation: string, directory: string): Promise<Engine[]> {
  const start = (settings: Readonly<Record<string, string>>): Promise<TestServer> =>
    closing.opened(throwawayServer(installation, settings), (server) => server.stop())
  const alone = await start(SERVER_SETTINGS)
  const together: TestServer[] = []
  for (let number = 0; number <= WORKERS; number++) together.push(await start(CITUS_SERVER_SETTINGS))
  const urls = together.map(({ url }) => url)
  for (const url of [alone.url, ...urls]) await onServer(url, `CREATE DATABASE ${NAME}`)
  await joinServers(NAME, urls[0]!, urls.slice(1))
  const spread = ['build/start.js', 'distribute', '--shards', String(SHARDS)]
  const env = environment(inDatabase(urls[0]!, NAME))
  await promisify(execFile)(process.execPath, spread, { cwd: CHECKOUT, env })
  return [
    await openEngine(closing, 'plain', [inDatabase(alone.url, NAME)], directory),
    await openEngine(
      closing,
      'citus',
      urls.map((url) => inDatabase(url, NAME)),
      directory,
    ),
  ]
}

const environment = (url: string): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_ENV: 'production',
  DATABASE_URL: url,
  DAYBOOK_SECRET_KEY: SECRET_KEY,
  DAYBOOK_DATABASE_CONNECTIONS: String(CONNECTIONS),
  DAYBOOK_DEMO: '0',
})

/** Starts the service on running servers; the service gets the address of the first. */
export async function openEngine(
  closing: Closing,
  name: Engine['name'],
  servers: readonly string[],
  directory: string,
): Promise<Engine> {
  const [url] = servers as readonly [string]
  const service = await startService(closing, environment(url), join(directory, `${name}.log`))
  const [coordinator, ...workers] = await Promise.all(servers.map(postmaster))
  return {
    name,
    url,
    port: service.port,
    processes: { service: [service.pid], coordinator: [coordinator!], workers },
  }
}

/** The first process of a server, read from its own file. */
async function postmaster(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ directory: string }>(`SELECT current_setting('data_directory') AS directory`)
    return Number.parseInt(await readFile(join(rows[0]!.directory, 'postmaster.pid'), 'utf8'), 10)
  } finally {
    await client.end()
  }
}

/** The processor time of each part so far, in milliseconds, with that of ended processes. */
export async function computed({ processes }: Engine): Promise<Record<Part, number>> {
  const treeOf = await processTrees()
  const of = (part: Part): number =>
    processes[part].flatMap(treeOf).reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MILLISECONDS
  return { service: of('service'), coordinator: of('coordinator'), workers: of('workers') }
}
