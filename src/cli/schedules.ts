import type { Logger } from 'pino'
import type { Database } from '../database/connection.ts'
import { Leases } from '../database/leases.ts'
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
 * @returns what stops it, once a run under way is over.
 */
export function startSchedules(
  parts: { database: Database; log: Logger },
  options: ScheduleOptions = {},
): () => Promise<void> {
  const { database, log } = parts
  const { sweepMilliseconds = SWEEP_MILLISECONDS, today = () => new Date().toISOString().slice(0, 10) } = options
  const leases = new Leases(database.apart)
  const running = repeatedly(sweepMilliseconds, log, 'scheduled subscriptions', () =>
    runSchedules(
      database,
      today(),
      (name) => leases.tryTake(name),
      (done) => log.info(done, 'subscriptions were run'),
    ),
  )
  return async () => {
    await running.stop()
    leases.close()
  }
}
