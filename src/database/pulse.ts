import { PULSE_MILLISECONDS, SILENCE_MILLISECONDS_MAX } from '../limits.ts'

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
 * Whether the database answers at all: asked over and over, on a connection of its own, while anybody waits for it. A statement may take
 * minutes; a database that does not even answer the shortest question in time hangs, and nobody is to wait for it.
 *
 * Time is counted in ticks, each of which has seen what came meanwhile: a process that was busy itself does not take that for silence.
 */
export class Pulse {
  /** What the database is in place of answering; undefined while it answers. */
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
        // Refused is an answer of a kind: whoever asks next finds out for himself.
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

/** What everybody meets while the database hangs; `unavailable.ts` knows the code. */
const silent = (): Error => Object.assign(new Error('The database does not answer.'), { code: 'DATABASE_SILENT' })
