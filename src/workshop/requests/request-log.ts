import type { Logger } from 'pino'
import type { Database } from '../../database/connection.ts'
import {
  REQUEST_LOG_BUFFER_BYTES,
  REQUEST_LOG_BUFFER_MAX,
  REQUEST_LOG_PER_SECOND,
  REQUEST_LOG_SOON_MILLISECONDS,
} from '../../limits.ts'
import { heldBytes, type Noted } from './note.ts'
import { rowOf } from './row.ts'

/** What the log of requests is kept by. */
export interface RequestLogSettings {
  /** Bytes that the log of one agreement may take. */
  bytesMax: number
  /** How long requests are kept. */
  hours: number
}

/** What tests may change. */
export interface RequestLogOptions {
  perSecond?: number
  bufferMax?: number
  bufferBytes?: number
  /** Milliseconds of a clock that never goes back. */
  now?: () => number
}

/** Agreements whose dropped requests are counted at once; of more, some are not. */
const COUNTED_MAX = 1000

/**
 * The log of requests of one process. Requests are noted in memory, and written together a moment later, beside all
 * that is asked of the database: no request waits for it, and none fails by it. A process logs a bounded number in a
 * second. What is too much is dropped and counted.
 */
export class RequestLog {
  private readonly database: Database
  private readonly settings: RequestLogSettings
  private readonly log: Logger
  private readonly bounds: Required<RequestLogOptions>
  private noted: Noted[] = []
  private bytes = 0
  private dropped = new Map<number, number>()
  private tokens: number
  private filledAt: number
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()
  private isFailing = false

  constructor(database: Database, settings: RequestLogSettings, log: Logger, options: RequestLogOptions = {}) {
    this.database = database
    this.settings = settings
    this.log = log
    this.bounds = {
      perSecond: REQUEST_LOG_PER_SECOND,
      bufferMax: REQUEST_LOG_BUFFER_MAX,
      bufferBytes: REQUEST_LOG_BUFFER_BYTES,
      now: () => performance.now(),
      ...options,
    }
    this.tokens = this.bounds.bufferMax
    this.filledAt = this.bounds.now()
  }

  /** Whether there is room for one more; if not, it counts as dropped. Asked before anything is made of a request. */
  hasRoom(agreement: number): boolean {
    const { perSecond, bufferMax, bufferBytes, now } = this.bounds
    const at = now()
    this.tokens = Math.min(bufferMax, this.tokens + ((at - this.filledAt) / 1000) * perSecond)
    this.filledAt = at
    if (this.tokens >= 1 && this.noted.length < bufferMax && this.bytes < bufferBytes) return true
    this.drop(agreement, 1)
    return false
  }

  /** Takes a request that there is room for. */
  note(noted: Noted): void {
    this.tokens -= 1
    this.noted.push(noted)
    this.bytes += heldBytes(noted)
    this.soon()
  }

  /** Writes what was noted, after what is being written. */
  async write(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.writing = this.writing.then(() => this.writeNoted())
    await this.writing
  }

  /** Empties the parts of the log that are older than requests are kept. Harmless to repeat. */
  async dropOld(): Promise<void> {
    await this.database.rows('SELECT drop_old_requests($1)', [this.settings.hours])
  }

  private soon(): void {
    this.timer ??= setTimeout(() => void this.write(), REQUEST_LOG_SOON_MILLISECONDS).unref()
  }

  private drop(agreement: number, count: number): void {
    const before = this.dropped.get(agreement)
    if (before === undefined && this.dropped.size >= COUNTED_MAX) return
    this.dropped.set(agreement, (before ?? 0) + count)
    this.soon()
  }

  private async writeNoted(): Promise<void> {
    const [noted, dropped] = [this.noted, this.dropped]
    ;[this.noted, this.bytes, this.dropped] = [[], 0, new Map()]
    const byAgreement = new Map<number, Noted[]>()
    for (const agreement of dropped.keys()) byAgreement.set(agreement, [])
    for (const one of noted) {
      const { agreement } = one.grant
      const own = byAgreement.get(agreement)
      if (own) own.push(one)
      else byAgreement.set(agreement, [one])
    }
    for (const [agreement, own] of byAgreement) await this.writeOf(agreement, own, dropped.get(agreement) ?? 0)
  }

  private async writeOf(agreement: number, own: readonly Noted[], dropped: number): Promise<void> {
    try {
      const rows = JSON.stringify(own.map((noted, at) => rowOf(noted, at + 1)))
      await this.database
        .of(agreement)
        .rows('SELECT log_requests($1, $2::json, $3, $4)', [agreement, rows, this.settings.bytesMax, dropped])
      this.isFailing = false
    } catch (err) {
      // Logged once per outage. Counted with the next that is written.
      if (!this.isFailing) this.log.warn({ err }, 'could not write the log of requests')
      this.isFailing = true
      const before = this.dropped.get(agreement)
      if (before !== undefined || this.dropped.size < COUNTED_MAX) {
        this.dropped.set(agreement, (before ?? 0) + dropped + own.length)
      }
    }
  }
}
