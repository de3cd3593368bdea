import { STANDBY_LOOK_MILLISECONDS } from '../../limits.ts'
import type { Database } from '../placement/database.ts'
import { READ_ONLY } from '../pool/refusals.ts'
import type { Statement } from '../pool/statements.ts'

/** What is known of a standby. */
export interface StandbyState {
  isUsed: boolean
  /** Why not; undefined while it is used. */
  reason: string | undefined
  /** How far behind it is at most; undefined where that is not known. */
  lagMilliseconds: number | undefined
  /** Lists that each has answered. */
  reads: Readonly<Record<'standby' | 'primary', number>>
}

/** Told when a standby begins or ceases to be used, and why. */
export type Told = (isUsed: boolean, reason: string | undefined) => void

interface Place {
  /** Where its log is, as a number of bytes. */
  position: string
  system: string
  database: string
  timeline: number
  isStandby: boolean
}

/**
 * Every earlier commit is before this position. Where commits wait for the disk, it is the position on the disk: what
 * is only inserted may stay in memory until the next commit, and no standby has it.
 */
const PRIMARY = `
  SELECT CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn()
    ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn AS position, false AS "isStandby",
    (SELECT c.system_identifier::text FROM pg_control_system() c) AS system, current_database() AS database,
    ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline`
/** A standby that has not followed a promotion yet has another timeline: positions mean something else there. */
const STANDBY = `
  SELECT pg_last_wal_replay_lsn() - '0/0'::pg_lsn AS position, pg_is_in_recovery() AS "isStandby",
    (SELECT c.system_identifier::text FROM pg_control_system() c) AS system, current_database() AS database,
    greatest((SELECT c.timeline_id FROM pg_control_checkpoint() c), (SELECT r.min_recovery_end_timeline
      FROM pg_control_recovery() r)) AS timeline`

/**
 * Errors that the primary would give as well: the read took too long, its client is gone, or the agreement has too much
 * under way.
 */
const SAME_ELSEWHERE = ['57014', 'AGREEMENT_BUSY']

/**
 * Sends lists, counts and reports to a standby that is not far behind, else to the primary. The logs of both tell how
 * far it is behind. This process notes, by its own clock, how far the primary had written. Once the standby has
 * replayed that, it has every commit before that moment. An agreement that has written through this process reads from
 * the primary until then.
 */
export class Standby {
  private readonly primary: Pick<Database, 'apart'>
  private readonly standby: Pick<Database, 'apart' | 'bytes' | 'of'>
  private readonly lagMax: number
  private readonly told: Told
  private readonly now: () => number
  /** How far the primary had written, and when that was asked; oldest first. */
  private asked: { at: number; position: bigint }[] = []
  /** The standby has every commit from before this moment. */
  private asOf = -Infinity
  /** By agreement, when this process last answered a write that the standby may lack. */
  private readonly written = new Map<number, number>()
  private readonly reads = { standby: 0, primary: 0 }
  private reason: string | undefined = 'it was not looked at yet'
  private hasTold: string | undefined
  private begunAt: number | undefined
  private timer: NodeJS.Timeout | undefined
  private looking: Promise<void> = Promise.resolve()
  private isClosed = false

  /**
   * @param lagMax how far behind it may be, in milliseconds. @param now a clock in milliseconds that never goes back.
   */
  constructor(
    primary: Pick<Database, 'apart'>,
    standby: Pick<Database, 'apart' | 'bytes' | 'of'>,
    lagMax: number,
    told: Told,
    now: () => number = () => performance.now(),
  ) {
    this.primary = primary
    this.standby = standby
    this.lagMax = lagMax
    this.told = told
    this.now = now
  }

  /** Looks at both, over and over, until it is closed. */
  watch(): void {
    this.looking = this.look().finally(() => {
      if (!this.isClosed) this.timer = setTimeout(() => this.watch(), STANDBY_LOOK_MILLISECONDS).unref()
    })
  }

  /** Looks no more. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.timer)
    await this.looking
  }

  get state(): StandbyState {
    const lag = this.now() - this.asOf
    const reason = this.reason ?? this.lateness()
    return {
      isUsed: reason === undefined,
      reason,
      reads: { ...this.reads },
      lagMilliseconds: Number.isFinite(lag) ? lag : undefined,
    }
  }

  /** Notes that a write of the agreement is about to be answered. */
  wrote(agreement: number): void {
    this.written.set(agreement, this.now())
  }

  /** Reads from the standby where that is allowed. Where it fails, it is left alone, and the primary answers. */
  async read(
    agreement: number,
    statement: Statement,
    primary: () => Promise<Buffer | undefined>,
  ): Promise<Buffer | undefined> {
    if (this.mayServe(agreement)) {
      try {
        const found = await (statement.wide ? this.standby : this.standby.of(agreement)).bytes(statement)
        this.reads.standby += 1
        return found
      } catch (error) {
        const { code } = error as { code?: string }
        if (SAME_ELSEWHERE.includes(code ?? '')) throw error
        if (!isConflict(code)) this.leave(`it failed: ${(error as Error).message}`)
      }
    }
    this.reads.primary += 1
    return await primary()
  }

  /** Asks both once where they are. */
  async look(): Promise<void> {
    const at = this.now()
    this.begunAt ??= at
    const [primary] = await this.primary.apart.rows<Place & Record<string, never>>(PRIMARY).catch(() => [])
    // Nothing new is known, and the last look grows old.
    if (!primary) return this.tell()
    this.asked.push({ at, position: BigInt(primary.position) })
    try {
      const [standby] = await this.standby.apart.rows<Place & Record<string, never>>(STANDBY)
      this.follow(primary, standby!)
    } catch (error) {
      this.leave(`it cannot be reached: ${(error as Error).message}`)
    }
    this.tell()
  }

  private follow(primary: Place, standby: Place): void {
    if (!standby.isStandby) return this.leave('the server there is no standby')
    if (standby.system !== primary.system) return this.leave('it is a standby of another server')
    if (standby.database !== primary.database) return this.leave('it is another database of the server')
    if (standby.timeline !== primary.timeline) return this.leave('it has not followed the last promotion yet')
    const position = BigInt(standby.position)
    const replayed = this.asked.filter((one) => one.position <= position).at(-1)
    if (replayed) this.asOf = Math.max(this.asOf, replayed.at)
    this.reason = undefined
    this.asked = this.asked.filter(({ at }) => at > this.asOf && at > this.now() - 2 * this.lagMax)
    for (const [agreement, at] of this.written) if (at < this.asOf) this.written.delete(agreement)
  }

  private mayServe(agreement: number): boolean {
    if (this.reason !== undefined || this.lateness() !== undefined) return false
    return (this.written.get(agreement) ?? -Infinity) < this.asOf
  }

  private lateness(): string | undefined {
    return this.now() - this.asOf > this.lagMax ? `it lags more than ${this.lagMax / 1000} s` : undefined
  }

  /** Forgets earlier looks: they say nothing of the standby when it comes back. */
  private leave(reason: string): void {
    this.reason = reason
    this.asOf = -Infinity
    this.asked = []
    this.tell()
  }

  /** Tells once when the standby ceases to be used, and once when it is used again. */
  private tell(): void {
    const { isUsed, reason } = this.state
    const told = isUsed ? 'used' : 'left'
    const isBeginning = this.now() - this.begunAt! < this.lagMax && this.reason === undefined && !isUsed
    if (told === this.hasTold || isBeginning) return
    this.hasTold = told
    this.told(isUsed, reason)
  }
}

/** Whether the primary cleaned away rows that this read needed: the read ends, and nothing is wrong. */
const isConflict = (code: string | undefined): boolean => code === '40001' || code === READ_ONLY
