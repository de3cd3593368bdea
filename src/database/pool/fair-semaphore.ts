import { clientGone, type Refusal } from './refusals.ts'

/** How many have a permit at once, of one holder and in all. */
export interface Permits {
  ofHolder: number
  ofAll: number
}

/** What a holder has while none of its permits has lasted this many milliseconds. */
export interface WhileQuick {
  ofHolder: number
  milliseconds: number
}

/** How long a permit is waited for, in milliseconds, and how many wait at most. */
export interface Patience extends Permits {
  milliseconds: number
}

/**
 * Tells when a client is gone, once: what is used of an AbortSignal. To make a real one for each list, and to listen to
 * it, would be a fiftieth of the processor time of a page.
 */
export interface Gone {
  readonly aborted: boolean
  addEventListener(event: 'abort', listener: () => void): void
  removeEventListener(event: 'abort', listener: () => void): void
}

/** Who asks for a permit. */
export interface Claim {
  /** The agreement that the permit is for. Undefined for none in particular: then it counts in all only. */
  holder?: number | undefined
  /** Aborted when no client waits for the outcome any more. */
  gone?: Gone | undefined
}

/** A permit that is taken, and since when, as `performance.now()` tells. */
interface Permit {
  since: number
}

interface Waiting extends Claim {
  /** Whether a permit of the holder has come back meanwhile. */
  hasMoved: boolean
  start(permit: Permit): void
  refuse(error: unknown): void
}

/**
 * A counting semaphore that is fair between agreements: so many permits in all, and a share of them for one holder, so
 * that one agreement's work cannot hold up that of the others. The one that waits longest goes first.
 */
export class FairSemaphore {
  private readonly permits: Permits
  private readonly patience: Patience | undefined
  private readonly refusal: Refusal
  private readonly whileQuick: WhileQuick | undefined
  /** The permits of each holder, the oldest first. */
  private readonly running = new Map<number, Set<Permit>>()
  private readonly waiting: Waiting[] = []
  private readonly waitingOf = new Map<number, number>()
  private taken = 0

  /**
   * @param patience without it, callers wait for ever.
   * @param whileQuick where it may be more than `permits` give a holder.
   */
  constructor(permits: Permits, patience: Patience | undefined, refusal: Refusal, whileQuick?: WhileQuick) {
    this.permits = { ofHolder: Math.max(1, permits.ofHolder), ofAll: Math.max(1, permits.ofAll) }
    this.patience = patience
    this.refusal = refusal
    this.whileQuick = whileQuick
  }

  get usage(): { inUse: number; waiting: number } {
    return { inUse: this.taken, waiting: this.waiting.length }
  }

  /** Whether anybody has a permit, or waits for one. */
  get areTaken(): boolean {
    return this.taken > 0
  }

  /**
   * Does `work` with a permit, once one is free. @throws what `work` throws, and what the refusal makes when none
   * comes.
   */
  async take<T>(claim: Claim, work: () => Promise<T>): Promise<T> {
    const { holder } = claim
    const permit = this.isFree(holder) ? this.begin(holder) : await this.wait(claim)
    try {
      return await work()
    } finally {
      this.end(holder, permit)
    }
  }

  /** Tells all who wait that nothing will come. */
  refuseAll(error: unknown): void {
    for (const { refuse } of [...this.waiting]) refuse(error)
  }

  private isFree(holder: number | undefined): boolean {
    return this.taken < this.permits.ofAll && !this.isHolderBusy(holder)
  }

  private isHolderBusy(holder: number | undefined): boolean {
    const own = holder === undefined ? undefined : this.running.get(holder)
    if (!own || own.size < this.permits.ofHolder) return false
    const { whileQuick } = this
    if (!whileQuick || own.size >= whileQuick.ofHolder) return true
    const [oldest] = own
    return performance.now() - oldest!.since >= whileQuick.milliseconds
  }

  private begin(holder: number | undefined): Permit {
    this.taken += 1
    const permit = { since: performance.now() }
    if (holder === undefined) return permit
    const own = this.running.get(holder)
    if (own) own.add(permit)
    else this.running.set(holder, new Set([permit]))
    return permit
  }

  private end(holder: number | undefined, permit: Permit): void {
    this.taken -= 1
    const own = holder === undefined ? undefined : this.running.get(holder)
    own?.delete(permit)
    if (own?.size === 0) this.running.delete(holder!)
    if (holder !== undefined && this.waitingOf.has(holder)) {
      for (const waiting of this.waiting) if (waiting.holder === holder) waiting.hasMoved = true
    }
    this.startNext()
  }

  /**
   * Starts those who wait and may: more than one where a permit came back late that kept its holder's others waiting.
   */
  private startNext(): void {
    while (this.taken < this.permits.ofAll) {
      const next = this.waiting.find((waiting) => this.isFree(waiting.holder))
      if (!next) return
      next.start(this.begin(next.holder))
    }
  }

  private wait({ holder, gone }: Claim): Promise<Permit> {
    const { patience } = this
    if (patience && holder !== undefined && (this.waitingOf.get(holder) ?? 0) >= patience.ofHolder) {
      return Promise.reject(this.refusal('crowd', true))
    }
    if (patience && this.waiting.length >= patience.ofAll) return Promise.reject(this.refusal('crowd', false))
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', left)
        this.waiting.splice(this.waiting.indexOf(waiting), 1)
        add(this.waitingOf, holder, -1)
      }
      const waiting: Waiting = {
        holder,
        hasMoved: false,
        start: (permit) => resolve((leave(), permit)),
        refuse: (error) => reject((leave(), error) as Error),
      }
      const late = (): void => {
        waiting.refuse(this.refusal(waiting.hasMoved ? 'time' : 'standstill', this.isHolderBusy(holder)))
      }
      const left = (): void => waiting.refuse(clientGone())
      const timer = patience && setTimeout(late, patience.milliseconds)
      gone?.addEventListener('abort', left)
      this.waiting.push(waiting)
      add(this.waitingOf, holder, 1)
    })
  }
}

function add(counts: Map<number, number>, holder: number | undefined, count: number): void {
  if (holder === undefined) return
  const now = (counts.get(holder) ?? 0) + count
  if (now > 0) counts.set(holder, now)
  else counts.delete(holder)
}
