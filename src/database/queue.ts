import { EventEmitter } from 'node:events'
import { Logger, runMigrations, runTaskList, type TaskList, type WorkerEvents } from 'graphile-worker'
import pg from 'pg'
import type { DatabaseAddress } from './connection.ts'

/** The queue's own tables; its library would also take another from the environment. */
const SCHEMA = 'graphile_worker'
/** A job is told of as it is added; asking is for what was added while nobody was told. */
const POLL_MILLISECONDS = 2_000
/** How long the end of a queue is waited for whose connections answer no more. */
const STOP_MILLISECONDS = 5_000
const RESTART_MILLISECONDS = 1_000

/** Jobs of processes that were killed at them: locked for four hours by nobody, and not to be tried again. */
const FORGET_DEAD_JOBS = `SELECT graphile_worker.complete_jobs(ARRAY(
  SELECT id FROM graphile_worker.jobs WHERE attempts >= max_attempts AND coalesce(locked_at, '-infinity') < now() - interval '4 hours'))`

/** Where the queue's words go. */
export interface QueueLog {
  debug(message: string): void
}

/** What `pg`, the queue library's driver, is told of an address. */
export function driverOptions(address: DatabaseAddress, name: string): pg.ClientConfig {
  const where =
    'url' in address
      ? { connectionString: address.url }
      : { host: address.socketDirectory, port: address.port, user: address.user, database: address.database }
  return { ...where, application_name: `daybook ${name}`, connectionTimeoutMillis: 10_000, keepAlive: true }
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: pg.PoolClient['release'],
) => void

/**
 * A pool that takes a connection back once. The library gives the one it listens with back twice when it is stopped while the
 * database does not answer; the second time would throw where nobody catches it.
 */
class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      let isGivenBack = false
      callback(error, client, (reason) => {
        if (client && !isGivenBack) release(reason)
        isGivenBack = true
      })
    })
  }
}

/** Opens the job queue's own pool. Connects on first use; a connection that breaks ends nothing but itself. */
function openQueuePool(address: DatabaseAddress, connections: number): pg.Pool {
  const pool = new QueuePool({ ...driverOptions(address, 'queue'), max: connections })
  // Whoever uses a connection that breaks is told by what it asked for; without these two the process would end.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Brings the job queue's schema, `graphile_worker`, to the version of the library. */
export async function migrateQueue(address: DatabaseAddress): Promise<void> {
  const pgPool = openQueuePool(address, 1)
  try {
    await runMigrations({ pgPool, schema: SCHEMA })
    // Every job draws a number here, though its task is there already: a sequence that ends would end all writes with an event.
    await pgPool.query(`ALTER TABLE ${SCHEMA}._private_tasks ALTER COLUMN id SET CYCLE`)
  } finally {
    await pgPool.end()
  }
}

/**
 * Takes jobs until it is stopped, whatever becomes of the database meanwhile.
 * @param connections one of them listens for jobs, each of the others does one at a time.
 * @param tasks by the names of the jobs they do; each should be over in an instant: what has to last belongs elsewhere, since a
 * job whose process dies stays locked for hours.
 * @returns what stops it; jobs under way are finished.
 */
export function startQueue(
  address: DatabaseAddress,
  connections: number,
  tasks: TaskList,
  log: QueueLog,
): () => Promise<void> {
  const pool = openQueuePool(address, connections)
  const logger = new Logger(() => (_level, message) => log.debug(message))
  pool.query(FORGET_DEAD_JOBS).catch((error: Error) => log.debug(error.message))
  let running = run()
  let restart: NodeJS.Timeout | undefined
  let isStopping = false

  function run() {
    const events: WorkerEvents = new EventEmitter()
    const options = {
      schema: SCHEMA,
      concurrency: connections - 1,
      pollInterval: POLL_MILLISECONDS,
      noHandleSignals: true,
    }
    const taking = runTaskList({ ...options, logger, events }, tasks, pool)
    // A worker that loses its connection while it completes a job ends for good, and the library starts no other.
    events.once('worker:stop', () => {
      if (isStopping) return
      restart = setTimeout(() => {
        void taking.gracefulShutdown()
        running = run()
      }, RESTART_MILLISECONDS)
    })
    return taking
  }

  return async () => {
    isStopping = true
    clearTimeout(restart)
    const late = new Promise((resolve) => setTimeout(resolve, STOP_MILLISECONDS).unref())
    await Promise.race([running.gracefulShutdown().then(() => pool.end()), late])
  }
}
