import type { Logger } from 'pino'

/** Repeated work. */
export interface Repeated {
  /** Does the work soon, but at most every SOON_MILLISECONDS, however often this is called. */
  soon(): void
  /** Stops it, after the round under way. */
  stop(): Promise<void>
}

/** The delay of `soon`: many calls at once are one round. */
const SOON_MILLISECONDS = 25

/** Does the work at once, and again so long after the end of each round. */
export function repeatedly(milliseconds: number, log: Logger, what: string, work: () => Promise<unknown>): Repeated {
  let timer: NodeJS.Timeout
  let isStopped = false
  let isFailing = false
  let [isWorking, isSoon] = [false, false]
  const wait = (): void => {
    if (!isStopped)
      timer = setTimeout(
        () => void (running = round()),
        isSoon ? Math.min(SOON_MILLISECONDS, milliseconds) : milliseconds,
      )
  }
  const round = async (): Promise<void> => {
    ;[isWorking, isSoon] = [true, false]
    try {
      await work()
      isFailing = false
    } catch (err) {
      // Logged once per outage, not every round.
      if (!isFailing) log.warn({ err }, `could not look after ${what}`)
      isFailing = true
    }
    isWorking = false
    wait()
  }
  let running = round()
  return {
    soon() {
      if (isSoon) return
      isSoon = true
      if (isWorking) return
      clearTimeout(timer)
      wait()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
