import type { Finder } from './grant.ts'
import { GRANT_CACHE_MAX, GRANT_CACHE_MILLISECONDS } from '../limits.ts'

/** What initials are written with: headers carry them. */
export const INITIALS = /^[A-Za-z0-9_-]{1,10}$/

/** The initials of an active person of the agreement, as they are written; case does not matter. */
export async function findActive(executor: Finder, agreement: number, initials: string): Promise<string | undefined> {
  if (!INITIALS.test(initials)) return undefined
  const [row] = await executor
    .at(agreement)
    .rows<{ initials: string }>(
      'SELECT p.initials FROM person p WHERE p.agreement = $1 AND fold(p.initials) = fold($2) AND NOT p.is_barred',
      [agreement, initials],
    )
  return row?.initials
}

/**
 * Remembers for less than a second whom apps have named, as grants are remembered: somebody who becomes inactive is
 * refused by then.
 */
export class PeopleCache {
  private readonly known = new Map<string, { initials: string; until: number }>()
  private readonly executor: Finder
  private readonly now: () => number

  /** @param now a clock in milliseconds that never goes back. */
  constructor(executor: Finder, now: () => number = () => performance.now()) {
    this.executor = executor
    this.now = now
  }

  /** As `findActive`, at most GRANT_CACHE_MILLISECONDS old. */
  async find(agreement: number, named: string): Promise<string | undefined> {
    const key = `${agreement} ${named}`
    const known = this.known.get(key)
    const begun = this.now()
    if (known && begun < known.until) return known.initials
    const initials = await findActive(this.executor, agreement, named)
    this.known.delete(key)
    // Only those that are there are remembered: wrong ones could push them out.
    if (initials === undefined) return undefined
    const [oldest] = this.known.keys()
    if (this.known.size >= GRANT_CACHE_MAX && oldest !== undefined) this.known.delete(oldest)
    this.known.set(key, { initials, until: begun + GRANT_CACHE_MILLISECONDS })
    return initials
  }
}
