import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, chmod, mkdtemp, open, readFile, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { type Closing, endChild } from './closing.ts'
import { embeddedAddress, type SocketAddress, SUPERUSER } from './product.ts'

/** The measured service, as `npm start` starts it, with its own embedded database, in a temporary directory. */
export interface Ground {
  /** The temporary directory; it is removed when the bench ends. */
  directory: string
  /** The bench's own connections to the service's database. */
  database: pg.Pool
  /** The same as the server's superuser: only this role may disable triggers. */
  superuser: pg.Pool
  address: SocketAddress
  /** The service's port on 127.0.0.1. */
  port: number
  /** The variables with which a command of the product finds the same database. */
  environment: Record<string, string | undefined>
  /** The first process of the service. */
  pid: number
  /** Ends the service, and its database. */
  stop(): Promise<void>
}

const CHECKOUT = new URL('../', import.meta.url)
const START_SECONDS = 60
const POLL_MILLISECONDS = 100
const CONNECTIONS = 4

/** Starts the service in a separate process, which starts its database; then connects to that database. */
export async function openGround(closing: Closing): Promise<Ground> {
  const directory = await closing.opened(mkdtemp(join(await realpath(tmpdir()), 'daybook-bench-')), (path) =>
    rm(path, { recursive: true, force: true }),
  )
  // PostgreSQL's account must be able to enter the directory.
  await chmod(directory, 0o711)
  const data = join(directory, 'data')
  const given = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    TMPDIR: tmpdir(),
    NODE_ENV: 'production',
    DAYBOOK_DATA: data,
    // The service logs at its default level, unless this variable sets another.
    ...(process.env.DAYBOOK_LOG_LEVEL && { DAYBOOK_LOG_LEVEL: process.env.DAYBOOK_LOG_LEVEL }),
  }
  const service = await startService(closing, given, join(directory, 'service.log'))
  const address = await embeddedAddress(data)
  const { socketDirectory: host, ...rest } = address
  const database = poolOf(closing, { host, ...rest })
  await letIn(directory, [SUPERUSER])
  const superuser = poolOf(closing, { host, ...rest, user: SUPERUSER })
  return { directory, database, superuser, address, ...service }
}

/**
 * Starts the service in a separate process on a free port, which its environment then names; its log goes to a file.
 */
export async function startService(
  closing: Closing,
  given: Ground['environment'],
  file: string,
): Promise<Pick<Ground, 'pid' | 'port' | 'environment' | 'stop'>> {
  const port = await freePort()
  const environment = { ...given, PORT: String(port) }
  const log = await open(file, 'a')
  const service = spawn('npm', ['start', '--silent'], {
    cwd: CHECKOUT,
    env: environment as NodeJS.ProcessEnv,
    stdio: ['ignore', log.fd, 'inherit'],
  })
  closing.child(service)
  await log.close()
  await ready(service, port)
  return { pid: service.pid!, port, environment, stop: () => endChild(service) }
}

function poolOf(closing: Closing, to: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...to, max: CONNECTIONS })
  // Ignores a cut idle connection: the next query reports it.
  pool.on('error', () => {})
  closing.add(() => pool.end())
  return pool
}

/**
 * Lets the bench's account log in as these roles of its own embedded cluster. Elsewhere nobody may be the superuser.
 */
export async function letIn(directory: string, roles: readonly string[]): Promise<void> {
  const cluster = join(directory, 'data', 'postgres')
  await appendFile(join(cluster, 'pg_hba.conf'), `local all ${roles.join(',')} peer map=bench\n`)
  const users = roles.map((role) => `bench "${userInfo().username}" ${role}\n`)
  await appendFile(join(cluster, 'pg_ident.conf'), users.join(''))
  const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGHUP')
}

/** Waits until a service answers; fails when it ends instead. */
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
