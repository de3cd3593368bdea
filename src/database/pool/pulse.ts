import { PULSE_MILLISECONDS, SILENCE_MILLISECONDS_MAX } from '../../limits.ts'

/** What a pulse needs of the world. */
export interface PulseWorld {
  /** Asks the database something short, on a connection that `giveUp` gives up. */
  ask(): Promise<void>
  /** Gives up every connection to a database that hangs. */
  giveUp(silence: Error): void
  /** Whether anybody waits for the database. */
  isWatched(): boolean
  /** Ends the connection that is asked on. */
  close(): Promise<void>
}

/** How often a pulse looks whether its answer has come. */
const TICK_MILLISECONDS = 100

/**
 * Asks over and over whether the database answers at all, on a connection of its own, while any caller waits for it. A
 * statement may take minutes. But a database that does not answer the shortest question in time hangs, and no caller
 * may wait for it.
 *
 * Time is counted in ticks. At each tick the process has read what came meanwhile, so its own busy time does not count
 * as silence.
 */
export class Pulse {
  /** The error that callers get while the database is silent; undefined while it answers. */
  silence: Error | undefined
  private readonly world: PulseWorld
  private asking: Promise<void> | undefined
  private timer: NodeJS.Timeout | undefined
  private ticks = 0
  private isGivenUp = false

  constructor(world: PulseWorld) {
    this.world = world
  }

  /** Begins to ask, unless that is done already. */
  watch(): void {
    if (this.timer) return
    this.timer = setInterval(() => this.tick(), TICK_MILLISECONDS).unref()
    this.beat().catch(() => {})
  }

  /** Asks now, or waits for what is asked. @throws when the database does not answer, or not as it should. */
  async check(): Promise<void> {
    this.watch()
    if (this.silence) throw this.silence
    await this.beat()
  }

  /** Asks no more, and ends the connection. */
  async close(): Promise<void> {
    this.stop()
    await this.world.close()
  }

  private stop(): void {
    clearInterval(this.timer)
    this.timer = undefined
  }

  private beat(): Promise<void> {
    this.ticks = 0
    this.asking ??= this.world
      .ask()
      .then(() => void (this.silence = undefined))
      .catch((error: unknown) => {
        if (this.isGivenUp) throw this.silence!
        // A refusal is an answer, too: the next caller tries for itself.
        this.silence = undefined
        throw error
      })
      .finally(() => {
        this.asking = undefined
        this.isGivenUp = false
        this.ticks = 0
      })
    return this.asking
  }

  private tick(): void {
    this.ticks += 1
    const milliseconds = this.ticks * TICK_MILLISECONDS
    if (this.asking) {
      if (milliseconds < SILENCE_MILLISECONDS_MAX) return
      this.ticks = 0
      this.isGivenUp = true
      this.silence ??= silent()
      this.world.giveUp(this.silence)
    } else if (!this.silence && !this.world.isWatched()) this.stop()
    else if (milliseconds >= PULSE_MILLISECONDS) this.beat().catch(() => {})
  }
}

/** The error of every statement while the database hangs; `unavailable.ts` knows the code. */
const silent = (): Error => Object.assign(new Error('The database does not answer.'), { code: 'DATABASE_SILENT' })
