import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { LEASE_MILLISECONDS } from '../limits.ts'
import type { Executor, PlacedExecutor } from './connection.ts'

/** A task that this process alone holds, of all that use the database. */
export interface Lease {
  /** Grows with each holder of the name, also beyond a row that was removed: the present one has the highest. */
  readonly fence: number
  /** Whether its time is over, or another process may hold it by now. Begin nothing under it then. */
  isLost(): boolean
  /** Gives it back. Never throws: where the database is away, it is tried again until the lease ends by itself. */
  release(): Promise<void>
  /** Notes that a statement has given it back. */
  forget(): void
}

/** The name of a lease: an agreement, and a text. */
export type LeaseName = readonly [agreement: number, text: string]

interface Asked {
  name: LeaseName
  taken(lease: Lease | undefined): void
  failed(error: unknown): void
}

interface Held {
  name: LeaseName
  fence: number
  /** Until when it holds by this process's clock, which began before the database's did. */
  until: number
}

/**
 * SQL: microseconds since 1970. A name whose row was removed gets a higher fence than it had, and the row says when it
 * was last taken.
 */
const CLOCK = 'floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint'

/** In one order, so that two who take several never wait for each other in a circle. */
const TAKE = `
  INSERT INTO lease (agreement, name, owner, until, fence)
  SELECT a.agreement, a.name, $1, clock_timestamp() + make_interval(secs => $3::float8 / 1000), ${CLOCK}
  FROM json_to_recordset($2::json) AS a(agreement int, name text) ORDER BY a.agreement, a.name
  ON CONFLICT (agreement, name) DO UPDATE SET owner = EXCLUDED.owner, until = EXCLUDED.until,
    fence = greatest(lease.fence + 1, EXCLUDED.fence)
    WHERE lease.until <= clock_timestamp()
  RETURNING agreement, name, fence`

const named = (lock: string, also = ''): string => `own AS MATERIALIZED (
  SELECT l.agreement, l.name FROM lease l JOIN json_to_recordset($1::json) AS a(agreement int, name text, fence bigint)
    ON l.agreement = a.agreement AND l.name = a.name AND l.fence = a.fence
  ${also} ORDER BY l.agreement, l.name FOR ${lock} OF l)`
const own = named('NO KEY UPDATE')
const KEEP = `
  WITH ${own}
  UPDATE lease l SET until = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
  FROM own WHERE l.agreement = own.agreement AND l.name = own.name RETURNING l.agreement, l.name`
const RELEASE = `
  WITH ${own} UPDATE lease l SET until = '-infinity' FROM own WHERE l.agreement = own.agreement AND l.name = own.name`

/** SQL: a lease that nobody has taken or held for so many milliseconds. */
const idle = (
  milliseconds: string,
): string => `l.until < clock_timestamp() - make_interval(secs => ${milliseconds}::float8 / 1000)
  AND l.fence < ${CLOCK} - ${milliseconds}::float8 * 1000`
const IDLE = `SELECT l.agreement, l.name, l.fence FROM lease l WHERE ${idle('$1')} LIMIT $2`
/** Asks once more, under the lock: its holder may have come back late and kept it. */
const REMOVE = `
  WITH ${named('UPDATE', `WHERE ${idle('$2')}`)}
  DELETE FROM lease l USING own WHERE l.agreement = own.agreement AND l.name = own.name`

const RELEASE_PAUSE_MILLISECONDS = 100
/** Far longer than a clock is ever set back, so that fences grow. */
const IDLE_MILLISECONDS = 24 * 3600 * 1000
const REMOVED_AT_ONCE = 1_000

const keyOf = ([agreement, text]: LeaseName): string => `${agreement} ${text}`

/**
 * Leases of this process: rows with an owner, a deadline and a fence. They are renewed as long as the process lives.
 * Those of a killed process end within LEASE_MILLISECONDS. No lease is taken twice, not even by the same process.
 */
export class Leases {
  private readonly executor: PlacedExecutor
  private readonly milliseconds: number
  private readonly owner = `${hostname()} ${process.pid} ${randomBytes(4).toString('hex')}`
  private readonly held = new Map<string, Held>()
  /** Names that are held, or being taken or given back. */
  private readonly busy = new Set<string>()
  private asked: Asked[] = []
  private timer: NodeJS.Timeout | undefined
  private isClosed = false

  /** @param executor one that does not wait behind requests: a lease that is not kept in time is lost. */
  constructor(executor: PlacedExecutor, milliseconds = LEASE_MILLISECONDS) {
    this.executor = executor
    this.milliseconds = milliseconds
  }

  /**
   * Takes the lease if it is free. Leases asked for at once are taken together. @throws when the database cannot be
   * reached.
   */
  async tryTake(name: LeaseName): Promise<Lease | undefined> {
    const key = keyOf(name)
    if (this.busy.has(key)) return undefined
    this.busy.add(key)
    let lease: Lease | undefined
    try {
      lease = await new Promise<Lease | undefined>((taken, failed) => {
        if (this.asked.push({ name, taken, failed }) === 1) setImmediate(() => void this.take())
      })
      return lease
    } finally {
      if (!lease) this.busy.delete(key)
    }
  }

  /** Removes the rows of leases that nobody has taken for a day. Harmless to repeat, and beside other processes. */
  async removeIdle(milliseconds = IDLE_MILLISECONDS): Promise<void> {
    for (;;) {
      const rows = await this.executor.rows<{ agreement: number; name: string; fence: string }>(IDLE, [
        milliseconds,
        REMOVED_AT_ONCE,
      ])
      const found = rows.map(({ agreement, name, fence }) => ({
        name: [agreement, name] as const,
        fence: Number(fence),
      }))
      for (const [executor, some] of this.placed(found)) await executor.rows(REMOVE, [namesOf(some), milliseconds])
      if (rows.length < REMOVED_AT_ONCE) return
    }
  }

  /** Renews nothing any more: held leases end by themselves. */
  close(): void {
    this.isClosed = true
    clearInterval(this.timer)
  }

  private async take(): Promise<void> {
    const asked = this.asked
    this.asked = []
    await Promise.all(this.placed(asked).map(([executor, some]) => this.takeAt(executor, some)))
  }

  /** All at once; or those of each agreement, where these are on several servers. */
  private placed<T extends { name: LeaseName }>(all: readonly T[]): [Executor, readonly T[]][] {
    if (!this.executor.isSpread()) return [[this.executor, all]]
    const byAgreement = new Map<number, T[]>()
    for (const one of all) byAgreement.set(one.name[0], [...(byAgreement.get(one.name[0]) ?? []), one])
    return [...byAgreement].map(([agreement, some]) => [this.executor.at(agreement), some])
  }

  private async takeAt(executor: Executor, asked: readonly Asked[]): Promise<void> {
    const names = JSON.stringify(asked.map(({ name: [agreement, name] }) => ({ agreement, name })))
    const until = performance.now() + this.milliseconds
    try {
      const rows = await executor.rows<{ agreement: number; name: string; fence: string }>(TAKE, [
        this.owner,
        names,
        this.milliseconds,
      ])
      const fences = new Map(rows.map(({ agreement, name, fence }) => [keyOf([agreement, name]), Number(fence)]))
      for (const { name, taken } of asked) {
        const fence = fences.get(keyOf(name))
        taken(fence === undefined ? undefined : this.hold({ name, fence, until }))
      }
    } catch (error) {
      for (const { failed } of asked) failed(error)
    }
  }

  private hold(held: Held): Lease {
    const key = keyOf(held.name)
    this.held.set(key, held)
    if (!this.isClosed) this.timer ??= setInterval(() => void this.keep(), this.milliseconds / 3).unref()
    const forget = (): void => {
      this.held.delete(key)
      this.busy.delete(key)
    }
    return {
      fence: held.fence,
      isLost: () => performance.now() >= held.until,
      forget,
      release: async () => {
        this.held.delete(key)
        if (await this.giveBack(held)) forget()
        else void this.giveBackLater(held).then(forget)
      },
    }
  }

  /** Renews every held lease. A row that is not found is another's by now. */
  private async keep(): Promise<void> {
    const kept = [...this.held.values()]
    if (kept.length === 0) {
      clearInterval(this.timer)
      this.timer = undefined
      return
    }
    await Promise.all(this.placed(kept).map(([executor, some]) => this.keepAt(executor, some)))
  }

  private async keepAt(executor: Executor, kept: readonly Held[]): Promise<void> {
    const until = performance.now() + this.milliseconds
    try {
      const rows = await executor.rows<{ agreement: number; name: string }>(KEEP, [namesOf(kept), this.milliseconds])
      const found = new Set(rows.map(({ agreement, name }) => keyOf([agreement, name])))
      for (const one of kept) one.until = found.has(keyOf(one.name)) ? until : -Infinity
    } catch {
      // The next beat tries again; until then the time runs.
    }
  }

  private async giveBack(held: Held): Promise<boolean> {
    try {
      await this.executor.at(held.name[0]).rows(RELEASE, [namesOf([held])])
      return true
    } catch {
      return false
    }
  }

  private async giveBackLater(held: Held): Promise<void> {
    while (!this.isClosed && performance.now() < held.until) {
      await new Promise((resolve) => setTimeout(resolve, RELEASE_PAUSE_MILLISECONDS).unref())
      if (await this.giveBack(held)) return
    }
  }
}

const namesOf = (held: readonly Pick<Held, 'name' | 'fence'>[]): string =>
  JSON.stringify(held.map(({ name: [agreement, name], fence }) => ({ agreement, name, fence })))
