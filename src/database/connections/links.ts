import type postgres from 'postgres'
import { CONNECT_PAUSE_MILLISECONDS_MAX, SHAPES_PER_CONNECTION_MAX } from '../../limits.ts'
import { Durations } from './durations.ts'
import { type Home, nameOf, type Server, UnreachableHomeError } from './homes.ts'
import type { Distribution } from './run-at.ts'
import { clientGone, type Patience, type Refusal, Turns, type Wish } from './turns.ts'

/**
 * How a connection plans its prepared statements. `once`: for all values, which costs nothing later and is right for statements that go by
 * keys. `byValues`: PostgreSQL decides whether the values matter.
 */
export type Planning = 'once' | 'byValues'

/** What is between this program and the server. */
export interface Way {
  /** Whether a pooler may give every transaction another of its connections. */
  isPooled: boolean
  /** Whether a prepared statement can be used again by its name. */
  keepsNames: boolean
  /** Settings to send on a new connection, by planning; undefined where a connection keeps none. */
  settings?: Readonly<Record<Planning, string>>
  /** Text that begins a transaction, with its settings. */
  begins?: Readonly<Record<Planning, string>>
  /** Set where the rows of agreements are spread over servers. */
  distribution?: Distribution
  /** Settings to send on a new connection to a server that has such rows. */
  settingsAtHome?: Readonly<Record<Planning, string>>
}

/** Safe before anything is known. */
export const UNKNOWN_WAY: Way = { isPooled: true, keepsNames: false }

/** One connection. Once it is lost, nothing can be sent on it again. */
export interface Link {
  readonly sql: postgres.Sql
  readonly lost: boolean
  /** Aborted when it is lost. */
  readonly gone: AbortSignal
  readonly planning: Planning | undefined
  /** The home whose rows are on it, where it leads to their server itself. */
  readonly home: Home | undefined
  /** The shard that its session is on. */
  shard: string | undefined
  /** The way to the server, as far as its user knows. */
  way: Way
  /** Resolved when the last waiting statement is sent. Later statements are sent after it. */
  pending?: Promise<unknown>
  /** Gives it up: after an error that is no answer of the server's, its state is unknown. */
  lose(reason?: unknown): void
  /** Notes that a statement is sent, or that its answer has come. */
  sends(): void
  answers(): void
  /** Notes how long the server took to commit, in milliseconds. */
  committed(milliseconds: number): void
  /** Notes how it plans from now on. @returns whether that is another way than before. */
  plans(planning: Planning): boolean
  /** Notes a prepared statement that a client shaped, or that is for one of many shards. A connection with too many of them is replaced after use. */
  keepShape(text: string): void
}

/** A postgres.js of one connection, and what closes its socket at once. */
export interface Opened {
  sql: postgres.Sql
  cut(): void
  /** Notes that the connection was lost before it was of any use, or leads to a server that takes no writes. */
  miss?(): void
}

/** Statements that a connection to a server of agreements keeps prepared before it is replaced: each once for every shard. */
const STATEMENTS_AT_HOME_MAX = 600

/** The first pause after a connection that failed before it was ready. */
export const PAUSE_MILLISECONDS = 50

/**
 * The connections of one process. Each is a postgres.js of its own with a single connection. It is lent to one caller at a time and
 * thrown away when it is lost.
 *
 * One postgres.js with many connections does not do: when a connection breaks, 3.4.9 sends the ROLLBACK of a transaction into the
 * closed socket, which throws where nobody can catch it (porsager/postgres#1208). Where the pool has connected again, the ROLLBACK runs
 * outside any transaction. And a connection that broke with a write pending never connects again.
 */
export class Links {
  /** How long commits took, on all of them. */
  readonly commits = new Durations()
  private readonly open: (onclose: () => void, server?: Server) => Opened
  private readonly max: number
  private readonly all = new Set<PooledLink>()
  private readonly idle: PooledLink[] = []
  private readonly turns: Turns
  private readonly places: number
  private closing = false
  /** By the name of a server; that of the address has none. */
  private readonly pauses = new Map<string | undefined, Pause>()

  /**
   * @param open makes a postgres.js of one connection, to a server or where the address leads. It calls `onclose` when that is closed.
   * @param patience how long callers wait; without it, for ever.
   * @param places how many places the server may be at. They share the pauses.
   */
  constructor(max: number, open: Links['open'], patience?: Patience, places = 1) {
    this.max = max
    this.open = open
    this.places = places
    // Of two connections one is a half; of one, all.
    this.turns = new Turns({ ofAll: max, ofHolder: Math.floor(max / 2) }, patience, noneFree)
  }

  /** Connections in use, and callers that wait for one. */
  get usage(): { inUse: number; waiting: number } {
    return this.turns.usage
  }

  /** Whether anybody has a connection, or waits for one. */
  get areUsed(): boolean {
    return this.turns.areTaken
  }

  /**
   * Lends a connection to `work`, once one is free. It leads to the home's server where a home is given, and plans as given if it can. No holder has more than half of
   * them. When the client is gone the connection is given up, which ends its statement.
   * @throws what `work` throws, and when the links are closed, none can be opened, or none is free in time.
   */
  async use<T>(
    work: (link: Link) => Promise<T>,
    planning: Planning = 'once',
    wish: Wish = {},
    home?: Home,
  ): Promise<T> {
    if (this.closing) throw connectionLost()
    return await this.turns.take(wish, async () => {
      const link = this.lend(planning, home)
      const { gone } = wish
      const leave = (): void => link.abandon()
      gone?.addEventListener('abort', leave)
      try {
        gone?.throwIfAborted()
        return await work(link)
      } catch (error) {
        throw gone?.aborted ? clientGone() : error
      } finally {
        gone?.removeEventListener('abort', leave)
        this.giveBack(link)
      }
    })
  }

  /** Gives every connection up. Callers that use or await one get the reason. */
  loseAll(reason: unknown): void {
    this.turns.refuseAll(reason)
    for (const link of [...this.all]) link.lose(reason)
  }

  /** Gives up idle connections now, and those in use when they come back: they lead to the wrong server. */
  renewAll(): void {
    for (const link of this.all) link.isWorn = true
    for (const link of [...this.idle]) link.lose()
  }

  /** Gives up connections whose statements should have ended long ago: their other end is gone. */
  loseOverdue(milliseconds: Readonly<Record<Planning, number>>): void {
    const now = performance.now()
    for (const link of [...this.all]) {
      if (link.sentAt !== undefined && now - link.sentAt > milliseconds[link.planning ?? 'once']) link.lose()
    }
  }

  /** Ends every connection, waiting up to `seconds` for what is under way. */
  async close(seconds: number): Promise<void> {
    this.closing = true
    this.turns.refuseAll(connectionLost())
    await Promise.all([...this.all].map((link) => link.close(seconds)))
  }

  /** A connection that is idle or new: a caller with a turn has room for one. @throws during a pause. */
  private lend(planning: Planning, home: Home | undefined): PooledLink {
    if (this.closing) throw connectionLost()
    const server = home && nameOf(home.server)
    const link = this.takeIdle(planning, server, home?.shard) ?? this.add(server, home?.server)
    link.home = home
    return link
  }

  /**
   * The idle connection to the server that needs the fewest settings: the last used. Where no more may be opened and a session must go to another shard: the one
   * unused for longest.
   */
  private takeIdle(planning: Planning, server: string | undefined, shard: string | undefined): PooledLink | undefined {
    const isThere = (link: PooledLink): boolean => link.server === server
    const plans = (link: PooledLink): boolean => isThere(link) && link.planning === planning
    let at = this.idle.findLastIndex((link) => plans(link) && link.shard === shard)
    const mayOpen = shard !== undefined && [...this.all].filter(isThere).length < this.max
    if (at < 0 && mayOpen) return undefined
    if (at < 0) at = this.idle.findIndex(plans)
    if (at < 0) at = this.idle.findIndex(isThere)
    return at < 0 ? undefined : this.idle.splice(at, 1)[0]
  }

  private giveBack(link: PooledLink): void {
    const pause = this.pauses.get(link.server)
    if (pause && link.hasAnswered) pause.failures = 0
    if (link.isWorn) link.lose()
    if (!link.lost) this.idle.push(link)
  }

  /** @throws while nobody is to try. */
  private add(name: string | undefined, server: Server | undefined): PooledLink {
    const pause = this.pauses.get(name)
    if (pause && performance.now() < pause.until) {
      throw server ? new UnreachableHomeError(nameOf(server), { cause: pause.failure }) : pause.failure
    }
    const open = (onclose: () => void): Opened => this.open(onclose, server)
    const link = new PooledLink(name, open, this.commits, (reason, hasFailed) => {
      this.all.delete(link)
      const at = this.idle.indexOf(link)
      if (at >= 0) this.idle.splice(at, 1)
      if (hasFailed) this.pause(name, reason)
    })
    this.all.add(link)
    return link
  }

  /** Pauses longer after each failure, by chance, so that processes that fail together do not retry together. */
  private pause(server: string | undefined, reason: unknown): void {
    const failures = this.pauses.get(server)?.failures ?? 0
    const longest = Math.min(CONNECT_PAUSE_MILLISECONDS_MAX, PAUSE_MILLISECONDS * 2 ** failures) / this.places
    this.pauses.set(server, {
      failures: Math.min(failures + 1, 10),
      failure: reason ?? connectionLost(),
      until: performance.now() + longest * (0.5 + Math.random() / 2),
    })
  }
}

/** How many connections failed in a row before they were ready, the last failure, and until when no new one is tried. */
interface Pause {
  failures: number
  failure: unknown
  until: number
}

class PooledLink implements Link {
  /** Where it leads; undefined where the address does. */
  readonly server: string | undefined
  home: Home | undefined
  shard: string | undefined
  readonly sql: postgres.Sql
  lost = false
  way = UNKNOWN_WAY
  pending?: Promise<unknown>
  /** How it plans; undefined before its first use. */
  planning: Planning | undefined
  /** Whether the server ever answered on it. */
  hasAnswered = false
  /** Since when an answer is waited for. */
  sentAt: number | undefined
  /** Whether it is given up when it is given back. */
  isWorn = false
  private readonly cut: () => void
  private readonly miss: (() => void) | undefined
  private readonly onLost: (reason: unknown, hasFailed: boolean) => void
  private readonly commits: Durations
  private readonly shapes = new Set<string>()
  private sent = 0
  private readonly going = new AbortController()

  constructor(
    server: string | undefined,
    open: (onclose: () => void) => Opened,
    commits: Durations,
    onLost: (reason: unknown, hasFailed: boolean) => void,
  ) {
    this.server = server
    this.commits = commits
    this.onLost = onLost
    const { sql, cut, miss } = open(() => this.lose())
    this.sql = sql
    this.cut = cut
    this.miss = miss
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
    if (this.shapes.size > (this.home ? STATEMENTS_AT_HOME_MAX : SHAPES_PER_CONNECTION_MAX)) this.isWorn = true
  }

  lose(reason?: unknown): void {
    const hasFailed = !this.hasAnswered
    if (!this.lost && (hasFailed || isReadOnly(reason))) this.miss?.()
    this.end(reason, hasFailed)
  }

  /** Gives it up as nobody waits for its answer any more. That says nothing about the server, even where it has not answered yet. */
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
    await this.sql.end({ timeout: seconds })
    this.cut()
  }
}

/** SQLSTATE read_only_sql_transaction: of a standby, and of a server that is being made one. */
export const READ_ONLY = '25006'

const isReadOnly = (reason: unknown): boolean => (reason as { code?: unknown } | undefined)?.code === READ_ONLY

/** The error of a statement for which no connection was free. */
export const noneFree: Refusal = (_reason, isHolderBusy) => (isHolderBusy ? agreementBusy() : noConnection())

/** The error of a write that waited in vain. Where none of the agreement's writes ended meanwhile, the database holds them up: their number is not to blame. */
export const noWrite: Refusal = (reason, isHolderBusy) =>
  reason === 'standstill' ? noConnection() : noneFree(reason, isHolderBusy)

/** `unavailable.ts` knows the code. */
const noConnection = (): Error => Object.assign(new Error('Too many wait for the database.'), { code: 'NO_CONNECTION' })

/** The error of work whose agreement has all the connections that it may have. */
export function agreementBusy(): Error {
  return Object.assign(new Error('The agreement has too much under way.'), { code: 'AGREEMENT_BUSY' })
}

/** The error of a wide read that waits too long for its turn: as of one that the database stops. */
export function tookTooLong(): Error {
  return Object.assign(new Error('The read waited too long for its turn.'), { code: '57014' })
}

/** The error of a statement whose connection is gone; `unavailable.ts` knows the code. */
export function connectionLost(): Error {
  return Object.assign(new Error('The connection to the database is lost.'), { code: 'CONNECTION_CLOSED' })
}
