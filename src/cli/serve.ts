import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { ensureDemo, makeDemo } from './demo.ts'
import { endInTime, exitBy, onEndSignals } from './command.ts'
import { flushed, openLog } from './log.ts'
import { checkAddress } from './port.ts'
import { claimKey } from '../secrets/claim.ts'
import { openStore, type Store } from './store.ts'

/** Closes what the service has opened; in the order it was opened. */
type Closers = (() => Promise<void>)[]

/**
 * Runs the service until a signal ends it: opens the database, brings it up to date, listens, delivers webhooks. The
 * first signal drains the requests under way in both directions, and stops the database where no other program uses it.
 * A second one ends the program at once.
 * @throws when the service cannot start; everything opened on the way is closed again.
 */
export async function serve(config: Config): Promise<void> {
  const log = openLog(config.logLevel)
  const closers: Closers = []
  let [stopping, serving] = [false, false]
  const stopped = onSignal(log, async (signal) => {
    stopping = true
    endInTime(signal, config, serving)
    await closeAll(closers)
  })
  try {
    await start(config, log, closers)
    serving = true
  } catch (error) {
    if (!stopping) {
      await closeAll(closers)
      await flushed(log)
      throw error
    }
  }
  await stopped
  log.info('stopped')
  await flushed(log)
}

async function start(config: Config, log: Logger, closers: Closers): Promise<void> {
  const lost = (error: Error) => {
    log.fatal({ err: error }, 'the service cannot go on')
    process.exit(1)
  }
  await checkAddress(config)
  // Load the serving modules while the database starts; a process that only manages workers needs none.
  const loading = config.workers === 1 ? import('./node.ts') : import('./workers.ts')
  const opening = opened(closers, openStore(config, 'serve', log, lost), (it) => it.close())
  const [server, store] = await Promise.all([loading, opening])
  const { database, address } = store
  const sealed = await claimKey(database, config)
  if (sealed > 0)
    log.info({ webhooks: sealed }, 'secrets of webhooks that stood in the database as they are, are encrypted now')
  const { hasDemo, workers } = config
  const serving =
    'startNode' in server
      ? server.startNode({ database, config, log, ...(hasDemo && { demo: demoBeside(store, log, closers, lost) }) })
      : (hasDemo ? ensureDemo(store) : Promise.resolve()).then(() => server.startWorkers(workers, address, log, lost))
  await opened(closers, serving, (close) => close())
}

/** Makes the demo company while the service runs. Stopping waits for it, so that the next start has less to do. */
function demoBeside(store: Store, log: Logger, closers: Closers, lost: (error: Error) => void): Promise<unknown> {
  const { tried, stop } = makeDemo(store, log, lost)
  closers.push(stop)
  return tried
}

/** Waits for what is being opened. Notes first how to close it: a signal may come before it is open. */
async function opened<T>(closers: Closers, opening: Promise<T>, close: (it: T) => Promise<void>): Promise<T> {
  closers.push(() => opening.then(close, () => {}))
  return await opening
}

async function closeAll(closers: Closers): Promise<void> {
  for (let close = closers.pop(); close; close = closers.pop()) await close()
}

/** Resolves when `stop`, begun by the first signal, is done. */
function onSignal(log: Logger, stop: (signal: NodeJS.Signals) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const first = (signal: NodeJS.Signals): void => {
      log.info(`${signal}: finishing the requests under way`)
      stop(signal).then(resolve, reject)
    }
    onEndSignals(first, (signal) => {
      log.warn(`${signal} again: ending at once`)
      exitBy(signal)
    })
  })
}
