import type { Logger } from 'pino'
import type { Database, DatabaseAddress } from '../database/connection.ts'
import { Locks } from '../database/locks.ts'
import { startQueue } from '../database/queue.ts'
import { FORGET_EVERY_MILLISECONDS } from '../limits.ts'
import { Deliverer, type Timing } from './deliver.ts'
import { DELIVERY_CONNECTIONS, TURN_MILLISECONDS, WEBHOOKS_AT_ONCE } from './limits.ts'
import { Outbox, type WebhookName } from './outbox.ts'
import { repeatedly } from './repeatedly.ts'
import { SCHEDULE } from './schedule.ts'
import { Sender, type SenderOptions } from './send.ts'

/** What a node delivers with. */
export interface DeliveryParts {
  database: Database
  /** Where `database` is: the queue and the locks have connections of their own. */
  address: DatabaseAddress
  allowedHosts: readonly string[]
  log: Logger
}

/** What tests set otherwise. */
export type DeliveryOptions = Partial<
  Timing &
    Omit<SenderOptions, 'allowedHosts'> & {
      sweepMilliseconds: number
      /** How far the clock is ahead of the database's. */
      aheadSeconds: () => number
    }
>

/** ACCOUNTING.md, Events and webhooks. */
const TIMEOUT_MILLISECONDS = 15_000
/** A request under way takes its time-out at most; a database that does not answer shall not hold the end up for ever. */
const STOP_MILLISECONDS = TIMEOUT_MILLISECONDS + 5_000
const FAILING_SECONDS = 120 * 3600
/** How soon what nobody was woken for is found: a later attempt, or what a node left that was killed. */
const SWEEP_MILLISECONDS = 2_000

/**
 * Starts to deliver webhooks, beside any number of other nodes. An event wakes a node at once, through the job queue; a sweep
 * finds everything else that is due.
 * @returns what stops it: requests under way are finished and recorded. The database must still be open.
 */
export function startDeliveries(parts: DeliveryParts, options: DeliveryOptions = {}): () => Promise<void> {
  const { database, address, log } = parts
  const { sweepMilliseconds = SWEEP_MILLISECONDS, aheadSeconds = () => 0 } = options
  const { schedule = SCHEDULE, failingSeconds = FAILING_SECONDS } = options
  const { places = WEBHOOKS_AT_ONCE, turnMilliseconds = TURN_MILLISECONDS } = options
  const timing = { schedule, failingSeconds, places, turnMilliseconds }
  const outbox = new Outbox(database, aheadSeconds)
  const locks = new Locks(address)
  const sender = new Sender({ timeoutMilliseconds: TIMEOUT_MILLISECONDS, ...options, allowedHosts: parts.allowedHosts })
  const deliverer = new Deliverer({ outbox, locks, sender, timing, log })
  const tasks = { 'deliver-webhook': (job: unknown) => deliverer.wake(job as WebhookName) }
  const stopQueue = startQueue(address, DELIVERY_CONNECTIONS - 1, tasks, log)
  const stopSweeping = repeatedly(sweepMilliseconds, log, 'webhooks', async () => {
    for (const hook of await outbox.neglected(deliverer.room)) deliverer.wake(hook)
  })
  const stopForgetting = repeatedly(FORGET_EVERY_MILLISECONDS, log, 'old webhook deliveries', () => outbox.forget())
  return async () => {
    const late = new Promise((resolve) => setTimeout(resolve, STOP_MILLISECONDS).unref())
    await Promise.race([Promise.all([stopQueue(), stopSweeping(), stopForgetting(), deliverer.stop()]), late])
    sender.close()
    await locks.close()
  }
}
