import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { once } from 'node:events'
import type { Logger } from 'pino'
import { readConfig } from '../config.ts'
import type { DatabaseAddress } from '../database/connection.ts'
import { openDatabase } from '../database/connection.ts'
import { END_SIGNALS, endInTime, StartError } from './command.ts'
import { flushed, openLog } from './log.ts'
import { requestConnections, STATEMENT_TIME } from './store.ts'

/** The variable through which a worker learns where the database is. */
const ADDRESS_VARIABLE = 'DAYBOOK_WORKER_ADDRESS'
/** The primary's message to a worker that must drain and end. */
const STOP = 'stop'

/**
 * Starts worker processes that share the port. One that dies is replaced. One that dies before it listened would
 * die again, so it ends the service.
 * @param lost called when the service cannot go on.
 * @returns what drains and ends them all.
 * @throws StartError when they cannot start.
 */
export async function startWorkers(
  count: number,
  address: DatabaseAddress,
  log: Logger,
  lost: (error: Error) => void,
): Promise<() => Promise<void>> {
  const workers = new Set<Worker>()
  let stopping = false
  const stop = async () => {
    stopping = true
    await Promise.all(
      [...workers].map(async (worker) => {
        const exit = once(worker, 'exit')
        if (worker.isConnected()) worker.send(STOP, () => {})
        await exit
      }),
    )
  }
  const launch = async (): Promise<void> => {
    const worker = cluster.fork({ [ADDRESS_VARIABLE]: JSON.stringify(address) })
    workers.add(worker)
    const listening = once(worker, 'listening').then(() => true)
    const exit = once(worker, 'exit').then((how) => {
      workers.delete(worker)
      return how as [number | null, string | null]
    })
    if (!(await Promise.race([listening, exit.then(() => false)]))) {
      throw new StartError('A worker process could not start; its log says why.')
    }
    void exit.then(async ([code, signal]) => {
      if (stopping) return
      log.error({ code, signal }, 'a worker process died; starting another')
      await launch().catch((error: Error) => (stopping ? undefined : lost(error)))
    })
  }
  try {
    await Promise.all(Array.from({ length: count }, launch))
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/** The whole life of a worker process: it listens until the primary says stop. Only the primary heeds signals. */
export async function work(): Promise<void> {
  for (const signal of END_SIGNALS) process.on(signal, () => {})
  const config = readConfig()
  const log = openLog(config.logLevel).child({ worker: cluster.worker?.id })
  const address = JSON.parse(process.env[ADDRESS_VARIABLE] ?? '{}') as DatabaseAddress
  const database = openDatabase(address, requestConnections(config), STATEMENT_TIME)
  const told = new Promise<void>((resolve) => {
    process.on('message', (message) => message === STOP && resolve())
  })
  try {
    const { startNode } = await import('./node.ts')
    const close = await startNode({ database, config, log })
    await told
    endInTime('SIGTERM', config, true)
    await close()
    await database.close()
    await flushed(log)
    process.exit(0)
  } catch (error) {
    log.fatal({ err: error }, 'the worker process cannot run')
    process.exit(1)
  }
}
