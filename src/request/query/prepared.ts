import { PREPARED_FILTERS_MAX } from '../../limits.ts'

const kept = new Set<string>()

/**
 * Whether a statement whose text a client shaped (a filter, a sort) may stay prepared on the connections. The first
 * `PREPARED_FILTERS_MAX` texts may: real clients use few shapes, and those cost one round trip. Whatever comes after is sent
 * unprepared, which costs a second round trip but keeps the server's memory bounded.
 */
export function statementMayStayPrepared(text: string): boolean {
  if (kept.has(text)) return true
  if (kept.size >= PREPARED_FILTERS_MAX) return false
  kept.add(text)
  return true
}
