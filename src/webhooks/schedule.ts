import { RETRY_AFTER_MAX_SECONDS } from './limits.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * Seconds from one failed attempt to the next: ten attempts, the first at once, over 75.6 hours in all (rule 10.5).
 */
export const SCHEDULE: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]
/**
 * How far an attempt strays from the schedule to either side, so that deliveries that failed together are not retried
 * together.
 */
const JITTER = 0.1

/**
 * Seconds until the next attempt; undefined after the last one.
 * @param made attempts of the round, this one among them.
 * @param retryAfter the answer's `Retry-After`: the attempt is not earlier than it says.
 * @param random from 0 up to 1.
 */
export function secondsToNext(
  schedule: readonly number[],
  made: number,
  retryAfter: string | undefined,
  now: Date,
  random = Math.random(),
): number | undefined {
  const wait = schedule[made - 1]
  if (wait === undefined) return undefined
  const asked = Math.min(secondsAsked(retryAfter, now), RETRY_AFTER_MAX_SECONDS)
  return Math.max(wait * (1 - JITTER + 2 * JITTER * random), asked)
}

/** RFC 9110, 5.6.7: the preferred format of a date. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** RFC 9110, 10.2.3: seconds, or a date; anything else asks for nothing. */
function secondsAsked(retryAfter: string | undefined, now: Date): number {
  const text = retryAfter?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text)
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? 0 : Math.max(0, (date - now.getTime()) / 1000)
}
