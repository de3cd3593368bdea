import type postgres from 'postgres'
import { SHAPES_PER_CONNECTION_MAX } from '../limits.ts'

/**
 * How a connection plans its prepared statements: once for all values, which costs nothing later and is right for statements that go by
 * keys; or by the values where those matter, which PostgreSQL decides.
 */
export type Planning = 'once' | 'byValues'

/** One connection. Once it is lost nothing may be sent on it again, and nothing can be. */
export interface Link {
  readonly sql: postgres.Sql
  readonly lost: boolean
  /** Gives it up: after an error that is no answer of the server's, nobody can tell what state it is in. */
  lose(): void
  /** Notes how it plans from now on. @returns whether that is another way than before. */
  plans(planning: Planning): boolean
  /** Notes a statement shaped by a client that the connection keeps prepared; one that has too many is replaced after use. */
  keepShape(text: string): void
}

/**
 * The connections of one process, each a postgres.js of its own with a single connection, lent to one caller at a time and
 * thrown away when it is lost.
 *
 * Not one postgres.js with many connections, because of what 3.4.9 does when a connection breaks: a transaction sends its
 * ROLLBACK into the closed socket, which throws where nobody can catch it (porsager/postgres#1208), or, where the pool has
 * connected again meanwhile, outside any transaction; and a connection that broke with a write pending never connects again.
 */
export class Links {
  private readonly open: (onclose: () => void) => postgres.Sql
  private readonly max: number
  private readonly all = new Set<PooledLink>()
  private readonly idle: PooledLink[] = []
  private readonly waiting: { resolve(link: PooledLink): void; reject(error: Error): void }[] = []
  private closing = false

  /** @param open makes a postgres.js of one connection, which tells `onclose` when that is closed. */
  constructor(max: number, open: (onclose: () => void) => postgres.Sql) {
    this.max = max
    this.open = open
  }

  /**
   * Lends a connection to `work`, once one is free; one that plans as given, if there is one.
   * @throws what `work` throws, and when the links are closed.
   */
  async use<T>(work: (link: Link) => Promise<T>, planning: Planning = 'once'): Promise<T> {
    if (this.closing) throw connectionLost()
    const link = this.takeIdle(planning) ?? (this.all.size < this.max ? this.add() : await this.nextFree())
    try {
      return await work(link)
    } finally {
      this.giveBack(link)
    }
  }

  /** Ends every connection, waiting up to `seconds` for what is under way. */
  async close(seconds: number): Promise<void> {
    this.closing = true
    for (const { reject } of this.waiting.splice(0)) reject(connectionLost())
    await Promise.all([...this.all].map(({ sql }) => sql.end({ timeout: seconds })))
  }

  private takeIdle(planning: Planning): PooledLink | undefined {
    const at = this.idle.findLastIndex((link) => link.planning === planning)
    return at < 0 ? this.idle.pop() : this.idle.splice(at, 1)[0]
  }

  private nextFree(): Promise<PooledLink> {
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }))
  }

  private giveBack(link: PooledLink): void {
    if (link.isWorn) link.lose()
    if (link.lost) return
    const next = this.waiting.shift()
    if (next) next.resolve(link)
    else this.idle.push(link)
  }

  private add(): PooledLink {
    const link = new PooledLink(this.open, () => {
      this.all.delete(link)
      const at = this.idle.indexOf(link)
      if (at >= 0) this.idle.splice(at, 1)
      this.waiting.shift()?.resolve(this.add())
    })
    this.all.add(link)
    return link
  }
}

class PooledLink implements Link {
  readonly sql: postgres.Sql
  lost = false
  planning: Planning = 'once'
  private readonly onLost: () => void
  private readonly shapes = new Set<string>()

  constructor(open: (onclose: () => void) => postgres.Sql, onLost: () => void) {
    this.onLost = onLost
    this.sql = open(() => this.lose())
  }

  get isWorn(): boolean {
    return this.shapes.size > SHAPES_PER_CONNECTION_MAX
  }

  plans(planning: Planning): boolean {
    const isOther = this.planning !== planning
    this.planning = planning
    return isOther
  }

  keepShape(text: string): void {
    this.shapes.add(text)
  }

  lose(): void {
    if (this.lost) return
    this.lost = true
    void this.sql.end({ timeout: 0 })
    this.onLost()
  }
}

/** What a wide read meets that waits too long for its turn: the same as one that the database stops. */
export function tookTooLong(): Error {
  return Object.assign(new Error('The read waited too long for its turn.'), { code: '57014' })
}

/** What a statement meets whose connection is gone; `database-errors.ts` knows the code. */
export function connectionLost(): Error {
  return Object.assign(new Error('The connection to the database is lost.'), { code: 'CONNECTION_CLOSED' })
}
