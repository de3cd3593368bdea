import { HEALTH_MILLISECONDS } from '../../limits.ts'
import type { Database } from '../placement/database.ts'
import type { SilentServers } from '../placement/silent-servers.ts'
import type { Standby } from './standby.ts'

/** What `/health` answers when nothing is wrong. */
export const HEALTHY = '{"status":"ok"}'

/**
 * Tells whether the database answers and takes writes. However many ask, an answer is reused while it is at most
 * HEALTH_MILLISECONDS old. It is renewed in the background while requests come.
 */
export class Health {
  private readonly database: Pick<Database, 'check'>
  private readonly now: () => number
  private answeredAt = -Infinity
  private asking: Promise<void> | undefined

  /** @param now a clock in milliseconds that never goes back. */
  constructor(database: Pick<Database, 'check'>, now: () => number = () => performance.now()) {
    this.database = database
    this.now = now
  }

  /** Nothing when the database has answered just now; else a promise that it answers. @throws what it fails with. */
  check(): Promise<void> | undefined {
    const age = this.now() - this.answeredAt
    if (age >= HEALTH_MILLISECONDS / 2) {
      this.asking ??= this.ask().finally(() => void (this.asking = undefined))
      // A waiting caller gets the error. There may be none.
      this.asking.catch(() => {})
    }
    return age < HEALTH_MILLISECONDS ? undefined : this.asking
  }

  private async ask(): Promise<void> {
    const begun = this.now()
    try {
      await this.database.check()
      this.answeredAt = begun
    } catch (error) {
      this.answeredAt = -Infinity
      throw error
    }
  }
}

/**
 * The body of a healthy answer. An unused standby leaves it healthy: the primary serves. So does a silent server of
 * some agreements: the others are served.
 */
export function healthOf({ standby, servers }: { servers: SilentServers; standby: Standby | undefined }): string {
  if (!standby && servers.names.length === 0) return HEALTHY
  const { isUsed, reason } = standby?.state ?? {}
  return JSON.stringify({
    status: 'ok',
    ...(standby && { standby: isUsed ? 'used' : 'not used', standbyReason: reason }),
    ...(servers.names.length > 0 && { silentServers: servers.names }),
  })
}
