import { CALL_COST, RATE_BUCKETS_MAX } from '../../limits.ts'

/** How many calls an agreement has per so many seconds. */
export interface RateSetting {
  calls: number
  seconds: number
}

/** What the bucket says of one call: how much is left, and, when the call is refused, when to come back. */
export interface RateVerdict {
  headers: Record<string, string>
  retryAfterSeconds: number | undefined
}

/**
 * A token bucket per agreement: `calls` tokens, filled up again evenly over `seconds`; each call takes `CALL_COST`.
 * A node counts the calls it answers itself.
 */
export class RateLimiter {
  private readonly setting: RateSetting
  private readonly now: () => number
  private readonly buckets = new Map<number, { tokens: number; at: number }>()

  /** @param now milliseconds of a clock that never goes back. */
  constructor(setting: RateSetting, now: () => number = () => performance.now()) {
    this.setting = setting
    this.now = now
  }

  take(agreement: number): RateVerdict {
    const { calls, seconds } = this.setting
    const bucket = this.filled(agreement)
    const refused = bucket.tokens < CALL_COST
    if (!refused) bucket.tokens -= CALL_COST
    const left = Math.floor(bucket.tokens)
    return {
      headers: {
        'x-callcost': String(CALL_COST),
        'x-ratelimiting': `token-limit-${calls}-per-${seconds}-seconds: ${left}/${calls}`,
      },
      retryAfterSeconds: refused ? Math.max(1, Math.ceil(((CALL_COST - bucket.tokens) * seconds) / calls)) : undefined,
    }
  }

  private filled(agreement: number): { tokens: number; at: number } {
    const { calls, seconds } = this.setting
    const now = this.now()
    const bucket = this.buckets.get(agreement) ?? { tokens: calls, at: now }
    bucket.tokens = Math.min(calls, bucket.tokens + ((now - bucket.at) / 1000) * (calls / seconds))
    bucket.at = now
    // Kept in order of use, so the one dropped is the one unused the longest: full again, or nearly.
    this.buckets.delete(agreement)
    this.buckets.set(agreement, bucket)
    if (this.buckets.size > RATE_BUCKETS_MAX) this.buckets.delete(this.buckets.keys().next().value!)
    return bucket
  }
}
