import { Refusal } from './refusal.ts'
import type { Sender, Write } from './sending.ts'

/** Another dry run is under way, or this one took too long: the same question may be answered a moment later. */
const BUSY: ReadonlySet<number> = new Set([429, 503])
/** How long it waits then, in milliseconds. */
const BUSY_MILLISECONDS = 1000
/**
 * How long nothing may have been written or read, twice over, before what was asked ahead of a write is asked after it.
 */
const REST_MILLISECONDS = 100

const after = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/**
 * Asks what writes would do. An agreement has one such question at a time, so they wait for each other, and for those
 * of others. A write waits for the question that is under way; a question that is not yet sent waits until the write
 * has answered and what it changed is read again. It goes unsent if nobody waits for it then: it was about how things
 * stood before the write.
 * @param isReading whether something is being read.
 */
export function makeTrials(send: Sender['send'], isReading: () => boolean) {
  let begun = 0
  let ended = 0
  let underWay: Promise<unknown> = Promise.resolve()
  let asking: Promise<unknown> = Promise.resolve()

  async function rest(): Promise<void> {
    for (let rests = 0; rests < 2;) {
      await after(REST_MILLISECONDS)
      rests = begun > ended || isReading() ? 0 : rests + 1
    }
  }

  /** Sends a write when no question is under way. */
  async function write<T>(sendNow: () => Promise<T>): Promise<T> {
    begun++
    try {
      await underWay
      return await sendNow()
    } finally {
      ended++
    }
  }

  /** Asks what a write would do; undefined where nobody waited for it when it could be sent. */
  function tryOut<T>(method: string, path: string, what: Write, isWanted: () => boolean): Promise<T | undefined> {
    const writes = ended
    const ask = async (left: number): Promise<T | undefined> => {
      if (begun > writes) await rest()
      if (!isWanted()) return undefined
      const answer = send<T>(method, path, { ...what, isDry: true })
      underWay = answer.catch(() => undefined)
      try {
        return await answer
      } catch (error) {
        if (!(error instanceof Refusal) || !BUSY.has(error.status) || left === 0) throw error
        await after(BUSY_MILLISECONDS)
        return await ask(left - 1)
      }
    }
    const asked = asking.then(() => ask(4))
    asking = asked.catch(() => undefined)
    return asked
  }
  return { write, tryOut }
}

/** What asks what writes would do. */
export type Trials = ReturnType<typeof makeTrials>
