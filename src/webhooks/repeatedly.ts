import type { Logger } from 'pino'

/** Something that is done over and over. */
export interface Repeated {
  /** Does it soon; however often that is asked for, not more often than every SOON_MILLISECONDS. */
  soon(): void
  /** Stops it, once what is under way is over. */
  stop(): Promise<void>
}

/** How soon is soon: what many ask for at once is done once. */
const SOON_MILLISECONDS = 25

/** Does something at once, and again so long after each time it was done. */
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
      // Told once, not every round of an outage.
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
