import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database } from '../database/connection.ts'
import type { Vault } from '../secrets/vault.ts'
import { Leases } from '../database/leases.ts'
import { FORGET_EVERY_MILLISECONDS } from '../limits.ts'
import { Deliverer, type Timing } from './deliver.ts'
import { TURN_MILLISECONDS, WEBHOOKS_AT_ONCE } from './limits.ts'
import { Outbox } from './outbox.ts'
import { repeatedly } from './repeatedly.ts'
import type { Forwarding } from './forward/place.ts'
import { SCHEDULE } from './schedule.ts'
import { Sender, type SenderOptions } from './send.ts'

/** What a node needs to deliver. */
export interface DeliveryParts {
  database: Database
  allowedHosts: readonly string[]
  /** The receiver of sandboxes' webhooks that go to a program on this machine; none if left out. */
  forwarding?: () => Promise<Forwarding | undefined>
  /** Derives the secrets that sign requests. */
  vault: Vault
  log: Logger
}

/** What tests may change. */
export type DeliveryOptions = Partial<
  Timing &
    Omit<SenderOptions, 'allowedHosts' | 'forwarding'> & {
      sweepMilliseconds: number
      leaseMilliseconds: number
      lastRecordsMilliseconds: number
      /** How far the clock is ahead of the database's. */
      aheadSeconds: () => number
    }
>

/** Of one request. */
const TIMEOUT_MILLISECONDS = 15_000
/** How long the database may take to record the last requests: one that does not answer must not delay the end. */
const LAST_RECORDS_MILLISECONDS = 5_000
const FAILING_SECONDS = 120 * 3600
/**
 * How soon this node finds deliveries that it was not told of: later attempts, and those that another node caused or
 * left when it was killed.
 */
const SWEEP_MILLISECONDS = 1_000

/** Deliveries of webhooks under way. */
export interface Deliveries {
  /** Looks for due deliveries within a moment. Called after a write that may have caused an event. */
  look(): void
  /** Stops: requests under way are finished, and recorded if the database answers. It must still be open. */
  stop(): Promise<void>
}

/**
 * Starts to deliver webhooks, beside any number of other nodes. Looks for due deliveries after each write of this
 * process, and every second. Only their rows say that they are due.
 */
export function startDeliveries(parts: DeliveryParts, options: DeliveryOptions = {}): Deliveries {
  const { database, vault, log } = parts
  const { sweepMilliseconds = SWEEP_MILLISECONDS, leaseMilliseconds, aheadSeconds = () => 0 } = options
  const { lastRecordsMilliseconds = LAST_RECORDS_MILLISECONDS } = options
  const { schedule = SCHEDULE, failingSeconds = FAILING_SECONDS } = options
  const { places = WEBHOOKS_AT_ONCE, turnMilliseconds = TURN_MILLISECONDS } = options
  const timing = { schedule, failingSeconds, places, turnMilliseconds }
  const outbox = new Outbox(database, vault, aheadSeconds)
  const leases = new Leases(database.apart, leaseMilliseconds)
  const { allowedHosts, forwarding } = parts
  const sender = new Sender({
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
    ...options,
    allowedHosts,
    ...(forwarding && { forwarding }),
  })
  const deliverer = new Deliverer({ outbox, leases, sender, timing, log })
  const sweeping = repeatedly(sweepMilliseconds, log, 'webhooks', async () => {
    const { room } = deliverer
    if (room > 0) for (const hook of await outbox.neglected(room)) deliverer.wake(hook)
  })
  const forgetting = repeatedly(FORGET_EVERY_MILLISECONDS, log, 'old webhook deliveries and leases', async () => {
    await outbox.forget()
    await leases.removeIdle()
  })
  return {
    look: () => sweeping.soon(),
    async stop() {
      const stopped = Promise.all([sweeping.stop(), forgetting.stop(), deliverer.stop()])
      // No request begins any more: what is still waited for then is the database.
      const late = sender.ended().then(() => delay(lastRecordsMilliseconds, undefined, { ref: false }))
      await Promise.race([stopped, late])
      sender.close()
      leases.close()
    },
  }
}
