import type { Logger } from 'pino'
import type { Database } from '../database/connection.ts'
import { Leases } from '../database/leases.ts'
import { sweepKeptFiles } from '../documents/sweep.ts'
import { runSchedules } from '../sales/subscriptions/schedule.ts'
import { finishCutOff } from '../workshop/clock/cut-off.ts'
import { repeatedly } from '../webhooks/repeatedly.ts'

/** How soon after midnight the subscriptions of a day are run. */
const SWEEP_MILLISECONDS = 60_000
/** How soon after midnight files are deleted that were kept for their five years. */
const KEPT_MILLISECONDS = 60 * 60_000

/** What tests set otherwise. */
export interface ScheduleOptions {
  sweepMilliseconds?: number
  keptMilliseconds?: number
  /** The day, ISO. */
  today?: () => string
}

/**
 * Runs the subscriptions of every agreement that has them run every day, and deletes files that were kept for their
 * five years. Any number of nodes may do so at once.
 * @returns what stops both, after the work under way.
 */
export function startSchedules(
  parts: { database: Database; log: Logger },
  options: ScheduleOptions = {},
): () => Promise<void> {
  const { database, log } = parts
  const { sweepMilliseconds = SWEEP_MILLISECONDS, keptMilliseconds = KEPT_MILLISECONDS } = options
  const { today = () => new Date().toISOString().slice(0, 10) } = options
  const leases = new Leases(database.apart)
  const running = repeatedly(sweepMilliseconds, log, 'scheduled subscriptions', async () => {
    await finishCutOff(database)
    await runSchedules(
      database,
      today(),
      (name) => leases.tryTake(name),
      (done) => log.info(done, 'subscriptions were run'),
    )
  })
  const sweeping = repeatedly(keptMilliseconds, log, 'files that were kept long enough', () => sweepKeptFiles(database))
  return async () => {
    await Promise.all([running.stop(), sweeping.stop()])
    leases.close()
  }
}
