import { SHAPES_PER_CONNECTION_MAX } from '../../limits.ts'
import type { Session } from '../driver/session.ts'
import type { Connection, Destination, Placement } from './connection.ts'
import type { Durations } from './durations.ts'
import { type Planning, UNKNOWN_ENDPOINT } from './endpoint.ts'
import { READ_ONLY } from './refusals.ts'

/** Statements that a connection to a destination keeps prepared before it is replaced: each once for every affinity. */
const DESTINATION_STATEMENTS_MAX = 600

/** A connection of a pool. What only the pool asks of it is not in `Connection`. */
export class PooledConnection implements Connection {
  /** The name of the host it leads to; undefined where it leads where the address does. */
  readonly host: string | undefined
  destination: Destination | undefined
  affinity: string | undefined
  readonly session: Session
  lost = false
  endpoint = UNKNOWN_ENDPOINT
  placement: Placement | undefined
  pending?: Promise<unknown>
  /** How it plans; undefined before its first use. */
  planning: Planning | undefined
  /** Whether the server ever answered on it. */
  hasAnswered = false
  /** Since when an answer is waited for. */
  sentAt: number | undefined
  /** Whether it is given up when it is given back. */
  isWorn = false
  private readonly onLost: (reason: unknown, hasFailed: boolean) => void
  private readonly commits: Durations
  private readonly shapes = new Set<string>()
  private sent = 0
  private readonly going = new AbortController()

  constructor(
    host: string | undefined,
    open: (onclose: () => void) => Session,
    commits: Durations,
    onLost: (reason: unknown, hasFailed: boolean) => void,
  ) {
    this.host = host
    this.commits = commits
    this.onLost = onLost
    this.session = open(() => this.lose())
  }

  get gone(): AbortSignal {
    return this.going.signal
  }

  sends(): void {
    this.sent += 1
    this.sentAt ??= performance.now()
  }

  answers(): void {
    this.sent -= 1
    this.sentAt = this.sent > 0 ? performance.now() : undefined
    this.hasAnswered = true
  }

  committed(milliseconds: number): void {
    this.commits.note(milliseconds)
  }

  plans(planning: Planning): boolean {
    const isOther = this.planning !== planning
    this.planning = planning
    return isOther
  }

  keepShape(text: string): void {
    this.shapes.add(text)
    if (this.shapes.size > (this.destination ? DESTINATION_STATEMENTS_MAX : SHAPES_PER_CONNECTION_MAX))
      this.isWorn = true
  }

  lose(reason?: unknown): void {
    const hasFailed = !this.hasAnswered
    if (!this.lost && (hasFailed || isReadOnly(reason))) this.session.miss()
    this.end(reason, hasFailed)
  }

  /**
   * Gives it up as nobody waits for its answer any more. That says nothing about the server, even where it has not
   * answered yet.
   */
  abandon(): void {
    this.end(undefined, false)
  }

  private end(reason: unknown, hasFailed: boolean): void {
    if (this.lost) return
    this.lost = true
    void this.close(0)
    this.going.abort(reason)
    this.onLost(reason, hasFailed)
  }

  /** Tells the server that the connection ends, without waiting for it to hear that. */
  async close(seconds: number): Promise<void> {
    await this.session.close(seconds)
  }
}

const isReadOnly = (reason: unknown): boolean => (reason as { code?: unknown } | undefined)?.code === READ_ONLY
