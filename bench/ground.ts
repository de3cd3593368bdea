import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../src/database/connection.ts'
import { openDatabase } from '../src/database/connection.ts'
import { openEmbedded } from '../src/database/embedded.ts'
import type { Closing } from './closing.ts'

/** Where a server on a unix socket is, as pgbench needs it. */
export interface SocketAddress {
  socketDirectory: string
  port: number
  user: string
  database: string
}

/** What is measured: the service as it is installed, with its own embedded database, in a temporary directory. */
export interface Ground {
  /** The temporary directory; everything in it goes when the bench ends. */
  directory: string
  /** The bench's own way into the service's database. */
  database: Database
  address: SocketAddress
  /** The service's port on 127.0.0.1. */
  port: number
}

const CHECKOUT = new URL('../', import.meta.url)
const START_SECONDS = 60
const POLL_MILLISECONDS = 100
/** As many as the service has by its own setting. */
const CONNECTIONS = 16

/** Starts the service as a process of its own, which starts its database; then joins that database. */
export async function openGround(closing: Closing): Promise<Ground> {
  const directory = await closing.opened(mkdtemp(join(await realpath(tmpdir()), 'daybook-bench-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  // PostgreSQL's account must be able to pass through.
  await chmod(directory, 0o711)
  const data = join(directory, 'data')
  const port = await freePort()
  const service = spawn(process.execPath, ['--import', 'tsx', 'src/main.ts', 'serve'], {
    cwd: CHECKOUT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: tmpdir(),
      NODE_ENV: 'production',
      PORT: String(port),
      DAYBOOK_DATA: data,
      DAYBOOK_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  closing.child(service)
  await ready(service, port)
  const embedded = await closing.opened(
    openEmbedded(data, { role: 'command', connections: CONNECTIONS, log: quiet, onLost: () => {} }),
    (it) => it.close(),
  )
  const address = embedded.address as SocketAddress
  const database = openDatabase(address, CONNECTIONS)
  closing.add(() => database.close())
  return { directory, database, address, port }
}

const quiet = { info: () => {}, error: (message: string) => void process.stderr.write(`${message}\n`) }

async function ready(service: ChildProcess, port: number): Promise<void> {
  const deadline = Date.now() + START_SECONDS * 1000
  while (!(await answers(port))) {
    if (service.exitCode !== null) throw new Error(`The service ended with exit code ${service.exitCode}.`)
    if (Date.now() > deadline) throw new Error(`The service did not answer within ${START_SECONDS} s.`)
    await delay(POLL_MILLISECONDS)
  }
}

async function answers(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/health`).then(
    async (response) => {
      await response.text()
      return response.status === 200
    },
    () => false,
  )
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}
