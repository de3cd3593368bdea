import type { Logger } from 'pino'
import type { Database, DatabaseAddress } from '../database/connection.ts'
import { Locks } from '../database/locks.ts'
import { runSchedules } from '../sales/subscriptions/schedule.ts'
import { repeatedly } from '../webhooks/repeatedly.ts'

/** How soon after midnight the subscriptions of a day are run. */
const SWEEP_MILLISECONDS = 60_000

/** What tests set otherwise. */
export interface ScheduleOptions {
  sweepMilliseconds?: number
  /** The day, ISO. */
  today?: () => string
}

/**
 * Runs the subscriptions of every agreement that has them run every day, beside any number of other nodes.
 * @param parts `address` is where `database` is: locks have a connection of their own, opened when something is due.
 * @returns what stops it, once a run under way is over.
 */
export function startSchedules(
  parts: { database: Database; address: DatabaseAddress; log: Logger },
  options: ScheduleOptions = {},
): () => Promise<void> {
  const { database, address, log } = parts
  const { sweepMilliseconds = SWEEP_MILLISECONDS, today = () => new Date().toISOString().slice(0, 10) } = options
  const locks = new Locks(address)
  const stop = repeatedly(sweepMilliseconds, log, 'scheduled subscriptions', () =>
    runSchedules(
      database,
      today(),
      (name) => locks.tryLock(name),
      (done) => log.info(done, 'subscriptions were run'),
    ),
  )
  return async () => {
    await stop()
    await locks.close()
  }
}
