import { CONNECT_PAUSE_MILLISECONDS_MAX } from '../../limits.ts'
import { type Host, nameOf } from '../driver/hosts.ts'
import type { OpenSession, Session } from '../driver/session.ts'
import { type Connection, type Destination, UnreachableHostError } from './connection.ts'
import { Durations } from './durations.ts'
import type { Planning } from './endpoint.ts'
import { type Claim, FairSemaphore, type Patience } from './fair-semaphore.ts'
import { PooledConnection } from './pooled-connection.ts'
import { clientGone, connectionLost, noneFree } from './refusals.ts'

/** The first pause after a connection that failed before it was ready. */
export const PAUSE_MILLISECONDS = 50

/**
 * The connections of one process. Each is a session of the driver by itself. The pool lends it to one caller at a time
 * and throws it away when it is lost.
 *
 * One postgres.js with many connections does not do: when a connection breaks, 3.4.9 sends the ROLLBACK of a
 * transaction into the closed socket, which throws where nobody can catch it (porsager/postgres#1208). Where the pool
 * has connected again, the ROLLBACK runs outside any transaction. And a connection that broke with a write pending
 * never connects again.
 */
export class ConnectionPool {
  /** How long commits took, on all of them. */
  readonly commits = new Durations()
  private readonly open: OpenSession
  private readonly max: number
  private readonly all = new Set<PooledConnection>()
  private readonly idle: PooledConnection[] = []
  private readonly semaphore: FairSemaphore
  private readonly hosts: number
  private closing = false
  /** By the name of a host; that of the address has none. */
  private readonly pauses = new Map<string | undefined, Pause>()

  /**
   * @param open opens a session.
   * @param patience how long callers wait; without it, for ever.
   * @param hosts at how many hosts the server may be. They share the pauses.
   */
  constructor(max: number, open: ConnectionPool['open'], patience?: Patience, hosts = 1) {
    this.max = max
    this.open = open
    this.hosts = hosts
    // Of two connections one is a half; of one, all.
    this.semaphore = new FairSemaphore({ ofAll: max, ofHolder: Math.floor(max / 2) }, patience, noneFree)
  }

  /** Connections in use, and callers that wait for one. */
  get usage(): { inUse: number; waiting: number } {
    return this.semaphore.usage
  }

  /** Whether anybody has a connection, or waits for one. */
  get areUsed(): boolean {
    return this.semaphore.areTaken
  }

  /**
   * Lends a connection to `work`, once one is free. It leads to the destination where one is given, and plans as given
   * if it can. No holder has more than half of them. When the client is gone the connection is given up, which ends its
   * statement.
   * @throws what `work` throws, and when the connections are closed, none can be opened, or none is free in time.
   */
  async use<T>(
    work: (connection: Connection) => Promise<T>,
    planning: Planning = 'once',
    claim: Claim = {},
    destination?: Destination,
  ): Promise<T> {
    if (this.closing) throw connectionLost()
    return await this.semaphore.take(claim, async () => {
      const connection = this.lend(planning, destination)
      const { gone } = claim
      const leave = (): void => connection.abandon()
      gone?.addEventListener('abort', leave)
      try {
        if (gone?.aborted) throw clientGone()
        return await work(connection)
      } catch (error) {
        throw gone?.aborted ? clientGone() : error
      } finally {
        gone?.removeEventListener('abort', leave)
        this.giveBack(connection)
      }
    })
  }

  /** Gives every connection up. Callers that use or await one get the reason. */
  loseAll(reason: unknown): void {
    this.semaphore.refuseAll(reason)
    for (const connection of [...this.all]) connection.lose(reason)
  }

  /** Gives up idle connections now, and those in use when they come back: they lead to the wrong host. */
  renewAll(): void {
    for (const connection of this.all) connection.isWorn = true
    for (const connection of [...this.idle]) connection.lose()
  }

  /** Gives up connections whose statements should have ended long ago: their other end is gone. */
  loseOverdue(milliseconds: Readonly<Record<Planning, number>>): void {
    const now = performance.now()
    for (const connection of [...this.all]) {
      if (connection.sentAt !== undefined && now - connection.sentAt > milliseconds[connection.planning ?? 'once'])
        connection.lose()
    }
  }

  /** Ends every connection, waiting up to `seconds` for what is under way. */
  async close(seconds: number): Promise<void> {
    this.closing = true
    this.semaphore.refuseAll(connectionLost())
    await Promise.all([...this.all].map((connection) => connection.close(seconds)))
  }

  /** A connection that is idle or new: a caller with a permit has room for one. @throws during a pause. */
  private lend(planning: Planning, destination: Destination | undefined): PooledConnection {
    if (this.closing) throw connectionLost()
    const host = destination && nameOf(destination.server)
    const connection = this.takeIdle(planning, host, destination?.affinity) ?? this.add(host, destination?.server)
    connection.destination = destination
    return connection
  }

  /**
   * The idle connection to the host that needs the fewest settings: the last used. Where no more may be opened and a
   * session must change its affinity: the one unused for longest.
   */
  private takeIdle(
    planning: Planning,
    host: string | undefined,
    affinity: string | undefined,
  ): PooledConnection | undefined {
    const isThere = (connection: PooledConnection): boolean => connection.host === host
    const plans = (connection: PooledConnection): boolean => isThere(connection) && connection.planning === planning
    let at = this.idle.findLastIndex((connection) => plans(connection) && connection.affinity === affinity)
    const mayOpen = affinity !== undefined && [...this.all].filter(isThere).length < this.max
    if (at < 0 && mayOpen) return undefined
    if (at < 0) at = this.idle.findIndex(plans)
    if (at < 0) at = this.idle.findIndex(isThere)
    return at < 0 ? undefined : this.idle.splice(at, 1)[0]
  }

  private giveBack(connection: PooledConnection): void {
    const pause = this.pauses.get(connection.host)
    if (pause && connection.hasAnswered) pause.failures = 0
    if (connection.isWorn) connection.lose()
    if (!connection.lost) this.idle.push(connection)
  }

  /** @throws while nobody is to try. */
  private add(name: string | undefined, host: Host | undefined): PooledConnection {
    const pause = this.pauses.get(name)
    if (pause && performance.now() < pause.until) {
      throw host ? new UnreachableHostError(nameOf(host), { cause: pause.failure }) : pause.failure
    }
    const open = (onclose: () => void): Session => this.open(onclose, host)
    const connection = new PooledConnection(name, open, this.commits, (reason, hasFailed) => {
      this.all.delete(connection)
      const at = this.idle.indexOf(connection)
      if (at >= 0) this.idle.splice(at, 1)
      if (hasFailed) this.pause(name, reason)
    })
    this.all.add(connection)
    return connection
  }

  /** Pauses longer after each failure, by chance, so that processes that fail together do not retry together. */
  private pause(host: string | undefined, reason: unknown): void {
    const failures = this.pauses.get(host)?.failures ?? 0
    const longest = Math.min(CONNECT_PAUSE_MILLISECONDS_MAX, PAUSE_MILLISECONDS * 2 ** failures) / this.hosts
    this.pauses.set(host, {
      failures: Math.min(failures + 1, 10),
      failure: reason ?? connectionLost(),
      until: performance.now() + longest * (0.5 + Math.random() / 2),
    })
  }
}

/**
 * How many connections failed in a row before they were ready, the last failure, and until when no new one is tried.
 */
interface Pause {
  failures: number
  failure: unknown
  until: number
}
