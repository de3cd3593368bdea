interface Waiting {
  holder: number
  start(): void
}

/**
 * Turns at something scarce: at most so many at once, and of one holder at most half of them, so that nobody's work holds up everybody's.
 * Who waits longer goes first.
 */
export class Turns {
  private readonly max: number
  private readonly maxOfHolder: number
  private readonly patience: number
  private readonly running = new Map<number, number>()
  private readonly waiting: Waiting[] = []
  private taken = 0

  /** @param patience milliseconds that a turn is waited for. */
  constructor(max: number, patience: number) {
    this.max = Math.max(1, max)
    this.maxOfHolder = Math.max(1, Math.floor(max / 2))
    this.patience = patience
  }

  /** Does `work` when it is its turn. @throws what `work` throws, and what `tooLate` makes when the turn does not come in time. */
  async take<T>(holder: number, work: () => Promise<T>, tooLate: () => Error): Promise<T> {
    if (this.isFree(holder)) this.begin(holder)
    else await this.wait(holder, tooLate)
    try {
      return await work()
    } finally {
      this.end(holder)
    }
  }

  private isFree(holder: number): boolean {
    return this.taken < this.max && (this.running.get(holder) ?? 0) < this.maxOfHolder
  }

  private begin(holder: number): void {
    this.taken += 1
    this.running.set(holder, (this.running.get(holder) ?? 0) + 1)
  }

  private end(holder: number): void {
    this.taken -= 1
    const left = this.running.get(holder)! - 1
    if (left > 0) this.running.set(holder, left)
    else this.running.delete(holder)
    const next = this.waiting.findIndex((waiting) => this.isFree(waiting.holder))
    if (next < 0) return
    const [{ start, holder: starting }] = this.waiting.splice(next, 1) as [Waiting]
    this.begin(starting)
    start()
  }

  private wait(holder: number, tooLate: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1)
        reject(tooLate())
      }, this.patience)
      const start = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const waiting = { holder, start }
      this.waiting.push(waiting)
    })
  }
}
