import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Lease, Leases } from '../database/leases.ts'
import { messageOf, sentOf } from './message.ts'
import type { Attempt, Delivery, Outbox, Sent, WebhookName } from './outbox.ts'
import { secondsToNext } from './schedule.ts'
import type { Answer, Sender } from './send.ts'

/** When attempts are made and given up, and how many run in parallel. Constants in the service; tests shorten them. */
export interface Timing {
  /** Seconds from each failed attempt to the next. */
  schedule: readonly number[]
  /** A webhook whose attempts have all failed for this long is disabled. */
  failingSeconds: number
  /** Webhooks handled at once, and how long one may keep its place while others wait. */
  places: number
  turnMilliseconds: number
}

/** A webhook that this process handles now. */
interface Care {
  /** Whether `wake` was called since the last check. */
  isWoken: boolean
  done: Promise<void>
}

/** What deliveries are made with. */
export interface DelivererParts {
  outbox: Outbox
  leases: Leases
  sender: Sender
  timing: Timing
  log: Logger
}

/** One request, or what stands for it. */
interface MadeOnce {
  attempt: Attempt
  sent: Sent | undefined
  retryAfter: string | undefined
}

const GONE = 410
const FAILED_ON_ORDER: Answer = { statusCode: null, error: 'A fault was ordered: nothing was sent.', answer: null }

const UNWRITABLE: Answer = {
  statusCode: null,
  error: 'The request cannot be written: the url or a header is not valid.',
  answer: null,
}

const isTaken = ({ statusCode }: Attempt): boolean => statusCode !== null && statusCode >= 200 && statusCode < 300

/**
 * Pause before a webhook is checked again while its next event is not committed yet. Doubles until something is sent.
 */
const SETTLING_PAUSE_MILLISECONDS = 5
const SETTLING_PAUSE_MILLISECONDS_MAX = 500
/** Pauses between the tries to record an attempt while the database does not answer. */
const RECORDING_PAUSES = [100, 500, 2000]

/**
 * Sends due deliveries: one after the other for each webhook, many webhooks in parallel. Only the node that holds a
 * webhook's lease sends for it. No database connection waits for a receiver.
 */
export class Deliverer {
  private readonly parts: DelivererParts
  /** The webhooks this process handles, by agreement and event type. */
  private readonly busy = new Map<string, Care>()
  private isStopping = false

  constructor(parts: DelivererParts) {
    this.parts = parts
  }

  /** How many more webhooks this process can take now. */
  get room(): number {
    return this.parts.timing.places - this.busy.size
  }

  /** Starts sending the due deliveries of a webhook, unless a node already does. Returns at once. */
  wake(hook: WebhookName): void {
    if (this.isStopping) return
    const key = `${hook.agreement} ${hook.eventType}`
    const present = this.busy.get(key)
    if (present) present.isWoken = true
    // Without room it stays due, and a later sweep finds it.
    else if (this.room > 0) {
      const state: Care = { isWoken: false, done: Promise.resolve() }
      this.busy.set(key, state)
      state.done = this.lookAfter(hook, state, () => this.busy.delete(key)).catch((err: unknown) => {
        this.parts.log.warn({ err, ...hook }, 'webhook deliveries are interrupted')
      })
    }
  }

  /** Waits for running requests to end and be recorded. Starts no others. */
  async stop(): Promise<void> {
    this.isStopping = true
    await Promise.all([...this.busy.values()].map(({ done }) => done))
  }

  private async lookAfter(hook: WebhookName, state: Care, leave: () => void): Promise<void> {
    try {
      for (;;) {
        state.isWoken = false
        const left = await this.turn(hook)
        if (left === 'for another' || (left === 'nothing' && !state.isWoken)) return
      }
    } finally {
      // Must stay synchronous with the last check of `isWoken`: a wake in between would be lost.
      leave()
    }
  }

  /** Sends the due deliveries, unless another process holds the webhook's lease. @returns what is left to do. */
  private async turn(hook: WebhookName): Promise<'nothing' | 'for another'> {
    const { outbox, leases } = this.parts
    const lease = await leases.tryTake([hook.agreement, hook.eventType])
    if (!lease) return 'nothing'
    let isSettled = false
    try {
      let pause = SETTLING_PAUSE_MILLISECONDS
      for (let done = await this.work(hook, lease); done !== 'interrupted'; done = await this.work(hook, lease)) {
        isSettled = await outbox.settle(hook, lease.fence)
        if (isSettled) return 'nothing'
        if (done === 'sent') pause = SETTLING_PAUSE_MILLISECONDS
        // Another transaction is about to commit an event, or just has.
        await delay(pause)
        pause = Math.min(2 * pause, SETTLING_PAUSE_MILLISECONDS_MAX)
      }
      if (!lease.isLost()) await outbox.passOn(hook)
      return 'for another'
    } finally {
      if (isSettled) lease.forget()
      else await lease.release()
    }
  }

  /**
   * Sends the due deliveries, in order. @returns whether there were any, or 'interrupted' when another turn has to
   * continue.
   */
  private async work(hook: WebhookName, lease: Lease): Promise<'sent' | 'nothing' | 'interrupted'> {
    const { outbox, timing, log } = this.parts
    const began = performance.now()
    const isTurnOver = (): boolean => this.room <= 0 && performance.now() - began > timing.turnMilliseconds
    if (this.isStopping) return 'interrupted'
    let delivery = await outbox.next(hook)
    const done = delivery ? 'sent' : 'nothing'
    while (delivery) {
      if (this.isStopping || lease.isLost() || isTurnOver()) return 'interrupted'
      if (!delivery.isGranted) {
        await outbox.disableUngranted(hook)
        log.warn(hook, 'a webhook is disabled: its app has no grant any more')
        return done
      }
      delivery = await this.attempt(delivery)
    }
    return done
  }

  /**
   * Makes one request, or what a sandbox has ordered instead, and records it. @returns the next delivery that is due.
   */
  private async attempt(delivery: Delivery): Promise<Delivery | undefined> {
    const { outbox } = this.parts
    const fault = await outbox.fault(delivery)
    if (fault === 'held') return await outbox.next(delivery)
    const made = await this.made(delivery, fault === 'fail')
    if (!isTaken(made.attempt)) return await this.failed(delivery, made)
    const again = fault === 'duplicate' ? await this.made(delivery, false) : undefined
    const attempts = again ? [made.attempt, again.attempt] : [made.attempt]
    const { sent } = again ?? made
    return await this.record(() => outbox.delivered(delivery, { attempts, sent }))
  }

  /** Makes one request; or, where it fails on order, none. */
  private async made(delivery: Delivery, fails: boolean): Promise<MadeOnce> {
    const started = new Date()
    const began = performance.now()
    const made = fails ? { answer: FAILED_ON_ORDER, sent: undefined } : await this.request(delivery, started)
    const { retryAfter, ...answer } = made.answer
    const durationMilliseconds = Math.round(performance.now() - began)
    const attempt = { startedAt: started.toISOString(), durationMilliseconds, ...answer }
    return { attempt, sent: made.sent, retryAfter }
  }

  private async failed(delivery: Delivery, { attempt, sent, retryAfter }: MadeOnce): Promise<Delivery | undefined> {
    const { outbox, timing, log } = this.parts
    const isGone = attempt.statusCode === GONE
    const made = delivery.roundAttempts + 1
    const retryInSeconds = isGone ? undefined : secondsToNext(timing.schedule, made, retryAfter, new Date())
    const consequence = { retryInSeconds, isGone, failingSeconds: timing.failingSeconds }
    const isDisabled = await this.record(() => outbox.failed(delivery, { attempts: [attempt], sent }, consequence))
    const { agreement, eventType, number } = delivery
    const line = { agreement, eventType, delivery: number, statusCode: attempt.statusCode, error: attempt.error }
    if (isDisabled) log.warn(line, 'a webhook is disabled: its receiver is gone or has failed for too long')
    else log.info({ ...line, retryInSeconds }, 'a webhook request failed')
    return await outbox.next(delivery)
  }

  private async request(delivery: Delivery, now: Date): Promise<{ answer: Answer; sent: Sent | undefined }> {
    try {
      const message = messageOf(delivery, now)
      return { answer: await this.parts.sender.send(message), sent: sentOf(delivery, message) }
    } catch (err) {
      const { agreement, eventType } = delivery
      this.parts.log.debug({ err, agreement, eventType }, 'a webhook request cannot be written')
      return { answer: UNWRITABLE, sent: undefined }
    }
  }

  /** Retries to record an attempt, so that a short outage of the database does not repeat the request. */
  private async record<T>(write: () => Promise<T>): Promise<T> {
    for (const pause of RECORDING_PAUSES) {
      try {
        return await write()
      } catch {
        await delay(pause)
      }
    }
    return await write()
  }
}
