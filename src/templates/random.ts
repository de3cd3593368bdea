/** Whole numbers that are the same on every machine for the same seed. */
export interface Random {
  /** From `min` to `max`, both included. */
  between(min: number, max: number): number
  pick<T>(list: readonly T[]): T
}

/** mulberry32: 32 bits of state, integer arithmetic only, so no platform rounds it differently. */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const between = (min: number, max: number) => min + (next() % (max - min + 1))
  return {
    between,
    pick: (list) => list[between(0, list.length - 1)]!,
  }
}
