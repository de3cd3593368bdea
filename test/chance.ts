import { isLong } from './long.ts'

/** Numbers that look random and follow from a seed alone (mulberry32). */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  /** True so many times out of one. */
  maybe(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(from: readonly T[]): T {
    return from[this.int(0, from.length - 1)]!
  }

  /** Some of them, in another order. */
  some<T>(from: readonly T[], many: number): T[] {
    const left = [...from]
    return Array.from({ length: Math.min(many, left.length) }, () => left.splice(this.int(0, left.length - 1), 1)[0]!)
  }

  /** Decimal text of up to so many digits. */
  decimal(most: number, scale: number): string {
    const digits = String(this.int(1, most)).padStart(scale + 1, '0')
    return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  }
}

/** What the short form draws from: `npm test` says the same each time. The long form looks for what is new. */
export const SHORT_SEED = 20_261_129

/**
 * The seed that a setting gives, else a random one in the long form. Long runs print it at once, so that a run that
 * never ends can be repeated too.
 */
export function seedOf(setting: string): number {
  const seed = Number(process.env[setting] ?? (isLong ? Math.trunc(Math.random() * 1_000_000_000) : SHORT_SEED))
  if (isLong) process.stdout.write(`${setting}=${seed}\n`)
  return seed
}
