/** How many have a turn at once, of one holder and in all. */
export interface Places {
  ofHolder: number
  ofAll: number
}

/** What a holder has while none of its turns has lasted this many milliseconds. */
export interface WhileQuick {
  ofHolder: number
  milliseconds: number
}

/** How long a turn is waited for, in milliseconds, and how many wait at most. */
export interface Patience extends Places {
  milliseconds: number
}

/** What a turn is asked for with. */
export interface Wish {
  /** The agreement whose turn it is. Undefined for none in particular: then the turn counts in all only. */
  holder?: number | undefined
  /** Aborted when no client waits for the outcome any more. */
  gone?: AbortSignal | undefined
}

/**
 * Why a turn did not come: too many wait, it took too long, or it did because none of the holder's turns ended meanwhile; and whether the holder itself has
 * all it may have.
 */
export type Refusal = (reason: 'crowd' | 'time' | 'standstill', isHolderBusy: boolean) => Error

/** When a turn began, as `performance.now()` tells. */
interface Turn {
  since: number
}

interface Waiting extends Wish {
  /** Whether a turn of the holder has ended meanwhile. */
  hasMoved: boolean
  start(turn: Turn): void
  refuse(error: unknown): void
}

/**
 * Turns at something scarce: at most so many at once, and a share of them for one holder, so that one holder's work cannot hold up the others'.
 * The one that waits longest goes first.
 */
export class Turns {
  private readonly places: Places
  private readonly patience: Patience | undefined
  private readonly refusal: Refusal
  private readonly whileQuick: WhileQuick | undefined
  /** The turns of each holder, the oldest first. */
  private readonly running = new Map<number, Set<Turn>>()
  private readonly waiting: Waiting[] = []
  private readonly waitingOf = new Map<number, number>()
  private taken = 0

  /**
   * @param patience without it, callers wait for ever.
   * @param whileQuick where it may be more than `places` give a holder.
   */
  constructor(places: Places, patience: Patience | undefined, refusal: Refusal, whileQuick?: WhileQuick) {
    this.places = { ofHolder: Math.max(1, places.ofHolder), ofAll: Math.max(1, places.ofAll) }
    this.patience = patience
    this.refusal = refusal
    this.whileQuick = whileQuick
  }

  get usage(): { inUse: number; waiting: number } {
    return { inUse: this.taken, waiting: this.waiting.length }
  }

  /** Whether anybody has a turn, or waits for one. */
  get areTaken(): boolean {
    return this.taken > 0
  }

  /** Does `work` when it is its turn. @throws what `work` throws, and what the refusal makes when the turn does not come. */
  async take<T>(wish: Wish, work: () => Promise<T>): Promise<T> {
    const { holder } = wish
    const turn = this.isFree(holder) ? this.begin(holder) : await this.wait(wish)
    try {
      return await work()
    } finally {
      this.end(holder, turn)
    }
  }

  /** Tells all who wait that nothing will come. */
  refuseAll(error: unknown): void {
    for (const { refuse } of [...this.waiting]) refuse(error)
  }

  private isFree(holder: number | undefined): boolean {
    return this.taken < this.places.ofAll && !this.isHolderBusy(holder)
  }

  private isHolderBusy(holder: number | undefined): boolean {
    const own = holder === undefined ? undefined : this.running.get(holder)
    if (!own || own.size < this.places.ofHolder) return false
    const { whileQuick } = this
    if (!whileQuick || own.size >= whileQuick.ofHolder) return true
    const [oldest] = own
    return performance.now() - oldest!.since >= whileQuick.milliseconds
  }

  private begin(holder: number | undefined): Turn {
    this.taken += 1
    const turn = { since: performance.now() }
    if (holder === undefined) return turn
    const own = this.running.get(holder)
    if (own) own.add(turn)
    else this.running.set(holder, new Set([turn]))
    return turn
  }

  private end(holder: number | undefined, turn: Turn): void {
    this.taken -= 1
    const own = holder === undefined ? undefined : this.running.get(holder)
    own?.delete(turn)
    if (own?.size === 0) this.running.delete(holder!)
    if (holder !== undefined && this.waitingOf.has(holder)) {
      for (const waiting of this.waiting) if (waiting.holder === holder) waiting.hasMoved = true
    }
    this.startNext()
  }

  /** Starts those who wait and may: more than one where a long turn has ended that kept its holder's others waiting. */
  private startNext(): void {
    while (this.taken < this.places.ofAll) {
      const next = this.waiting.find((waiting) => this.isFree(waiting.holder))
      if (!next) return
      next.start(this.begin(next.holder))
    }
  }

  private wait({ holder, gone }: Wish): Promise<Turn> {
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
        start: (turn) => resolve((leave(), turn)),
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

/** The error of work whose client is gone. Nobody reads it; its code is that of a stopped statement. */
export const clientGone = (): Error =>
  Object.assign(new Error('Nobody waits for the answer any more.'), { code: '57014' })
