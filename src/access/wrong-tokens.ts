import { setTimeout as delay } from 'node:timers/promises'
import {
  WRONG_TOKENS_ADDRESSES_MAX,
  WRONG_TOKENS_FREE,
  WRONG_TOKENS_PER_SECOND,
  WRONG_TOKENS_SLOWED_MILLISECONDS,
} from '../limits.ts'

interface Count {
  wrong: number
  at: number
}

/**
 * Slows the guessing of tokens: after some hundred wrong pairs from one address, its refusals come late. Only refusals
 * do, so that others behind the same address notice nothing.
 */
export class WrongTokens {
  private readonly counts = new Map<string, Count>()
  private readonly now: () => number

  /** @param now a clock in milliseconds that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now
  }

  /** Notes a wrong pair. @returns what to wait for before it is refused; undefined where that is at once. */
  note(address: string): Promise<void> | undefined {
    const at = this.now()
    const known = this.counts.get(address) ?? { wrong: 0, at }
    const forgotten = ((at - known.at) / 1000) * WRONG_TOKENS_PER_SECOND
    const wrong = Math.min(Math.max(0, known.wrong - forgotten) + 1, 2 * WRONG_TOKENS_FREE)
    // Put last again: the first are those silent for longest.
    this.counts.delete(address)
    this.counts.set(address, { wrong, at })
    const [oldest] = this.counts.keys()
    if (this.counts.size > WRONG_TOKENS_ADDRESSES_MAX) this.counts.delete(oldest!)
    return wrong > WRONG_TOKENS_FREE ? delay(WRONG_TOKENS_SLOWED_MILLISECONDS, undefined, { ref: false }) : undefined
  }
}
