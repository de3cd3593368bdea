import { HEALTH_HANGING_MILLISECONDS } from '../../limits.ts'

/**
 * SQL: the connections that wait for a standby to have what they commit, with when they began to. A statement of one
 * value.
 */
export const WAITING_WRITES = `(SELECT coalesce(string_agg(a.pid || '@' || extract(epoch FROM a.query_start), ' '), '')
  FROM pg_stat_activity a
  WHERE a.datname = current_database() AND a.wait_event = 'SyncRep')`

/**
 * Finds commits that hang: where replication is synchronous and the standby is gone, reads are answered and writes wait
 * for ever. A commit hangs when it has been seen waiting for HEALTH_HANGING_MILLISECONDS. The time of its statement
 * before that does not count.
 */
export class HangingWrites {
  private readonly now: () => number
  private seen = new Map<string, number>()

  /** @param now a clock in milliseconds that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** Takes what `WAITING_WRITES` told just now. @throws when a write hangs. */
  look(waiting: string): void {
    const now = this.now()
    const names = waiting.split(' ').filter((name) => name !== '')
    this.seen = new Map(names.map((name) => [name, this.seen.get(name) ?? now]))
    const longest = now - Math.min(now, ...this.seen.values())
    if (longest < HEALTH_HANGING_MILLISECONDS) return
    throw Object.assign(new Error('Writes hang: the database waits for a standby.'), { code: 'WRITES_HANG' })
  }
}
