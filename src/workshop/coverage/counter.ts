import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '../../database/connection.ts'
import {
  COVERAGE_BUFFER_MAX,
  COVERAGE_HOURS,
  COVERAGE_REFUSED_MAX,
  COVERAGE_RESENT_MILLISECONDS,
  COVERAGE_ROWS_MAX,
  REQUEST_LOG_SOON_MILLISECONDS,
} from '../../limits.ts'
import type { Route } from '../../request/compile.ts'
import { callOf, isToBeSentAgain, metBy } from './facts.ts'

/** Milliseconds that a program's clock may be ahead of ours. */
const CLOCKS = 50

/** How often something was met, and when last, in milliseconds since 1970. */
interface Count {
  times: number
  lastAt: number
}

/** What one app met, by operation. */
interface OfApp {
  agreement: number
  app: number
  routes: Map<Route, Map<string, Count>>
}

interface Refused {
  at: number
  /** When the answer said that it may be sent again. */
  from: number
}

/**
 * Counts what the programs of sandboxes meet. Counts are kept in memory, and added to those of the database a moment
 * later, one statement a sandbox: no request waits for them, and none fails by them. What a process holds is bounded;
 * what is too much is not counted.
 */
export class CoverageCounter {
  private readonly database: Database
  private readonly log: Logger
  private counted = new Map<string, OfApp>()
  private held = 0
  private readonly refused = new Map<string, Refused>()
  private timer: NodeJS.Timeout | undefined
  private writing: Promise<void> = Promise.resolve()
  private isFailing = false

  constructor(database: Database, log: Logger) {
    this.database = database
    this.log = log
  }

  /** Counts what a sandbox's program met with this answer; of others nothing. */
  note(request: FastifyRequest, reply: FastifyReply): void {
    const { caller, found, answered } = request
    // What was cut on order, no program met.
    if (!caller?.isSandbox || !found || found.route.group.isNotLogged || answered?.isCut) return
    const now = Date.now()
    const key = `${caller.agreement} ${caller.app}`
    let own = this.counted.get(key)
    if (!own) this.counted.set(key, (own = { agreement: caller.agreement, app: caller.app, routes: new Map() }))
    let counts = own.routes.get(found.route)
    if (!counts) own.routes.set(found.route, (counts = new Map()))
    for (const met of metBy(found.route, request, reply)) this.add(counts, met, now)
    for (const met of this.resent(caller.grantNumber, request, reply, now)) this.add(counts, met, now)
    this.timer ??= setTimeout(() => void this.write(), REQUEST_LOG_SOON_MILLISECONDS).unref()
  }

  /** Writes what was counted, after what is being written. */
  async write(): Promise<void> {
    clearTimeout(this.timer)
    this.timer = undefined
    this.writing = this.writing.then(() => this.writeCounted())
    await this.writing
  }

  private add(counts: Map<string, Count>, met: string, now: number): void {
    const known = counts.get(met)
    if (known) {
      known.times += 1
      known.lastAt = now
    } else if (this.held < COVERAGE_BUFFER_MAX) {
      counts.set(met, { times: 1, lastAt: now })
      this.held += 1
    }
  }

  /**
   * What is seen of a call that was refused for a while before, or is now. Only calls that come to one process are
   * seen.
   */
  private resent(grantNumber: number, request: FastifyRequest, reply: FastifyReply, now: number): string[] {
    const isRefused = isToBeSentAgain(reply.statusCode)
    if (!isRefused && this.refused.size === 0) return []
    const met: string[] = []
    const call = callOf(grantNumber, request)
    const before = this.refused.get(call)
    if (before) {
      this.refused.delete(call)
      if (now - before.at <= COVERAGE_RESENT_MILLISECONDS) {
        met.push('resent')
        if (now - reply.elapsedTime >= before.from) met.push('waited')
      }
    }
    if (isRefused) {
      met.push('refused')
      for (const [oldest] of this.refused) if (this.refused.size >= COVERAGE_REFUSED_MAX) this.refused.delete(oldest)
      this.refused.set(call, { at: now, from: now + 1000 * (Number(reply.getHeader('retry-after')) || 0) - CLOCKS })
    }
    return met
  }

  private async writeCounted(): Promise<void> {
    const { counted } = this
    ;[this.counted, this.held] = [new Map(), 0]
    const byAgreement = new Map<number, OfApp[]>()
    for (const one of counted.values()) {
      const own = byAgreement.get(one.agreement)
      if (own) own.push(one)
      else byAgreement.set(one.agreement, [one])
    }
    for (const [agreement, own] of byAgreement) await this.writeOf(agreement, own)
  }

  private async writeOf(agreement: number, own: readonly OfApp[]): Promise<void> {
    const rows = own.flatMap(({ app, routes }) =>
      [...routes].flatMap(([{ api, operation }, counts]) =>
        [...counts].map(([met, { times, lastAt }]) => ({
          app,
          api: api.name,
          api_version: api.version,
          operation: `${operation.method} ${operation.path}`,
          met,
          times,
          last_at: new Date(lastAt).toISOString(),
        })),
      ),
    )
    try {
      await this.database
        .of(agreement)
        .rows('SELECT count_coverage($1, $2::json, $3, $4)', [
          agreement,
          JSON.stringify(rows),
          COVERAGE_ROWS_MAX,
          COVERAGE_HOURS,
        ])
      this.isFailing = false
    } catch (err) {
      // Logged once per outage. What could not be written is lost: it is about trying things out.
      if (!this.isFailing) this.log.warn({ err }, 'could not count what programs met')
      this.isFailing = true
    }
  }
}
