/** Upper bounds of how long something took, in seconds. */
export const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const

/** How long something took each time, counted by bounds: a histogram as Prometheus has them. */
export class Durations {
  /** How many took as long as each bound at most, and longer than the one before it. */
  readonly counts: number[] = BOUNDS.map(() => 0)
  count = 0
  /** In seconds. */
  sum = 0

  note(milliseconds: number): void {
    const seconds = milliseconds / 1000
    const at = BOUNDS.findIndex((bound) => seconds <= bound)
    if (at >= 0) this.counts[at]! += 1
    this.count += 1
    this.sum += seconds
  }
}
