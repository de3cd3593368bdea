import type { Logger } from 'pino'

/**
 * Does something at once, and again so long after each time it was done.
 * @returns what stops it, once what is under way is over.
 */
export function repeatedly(
  milliseconds: number,
  log: Logger,
  what: string,
  work: () => Promise<unknown>,
): () => Promise<void> {
  let timer: NodeJS.Timeout
  let isStopped = false
  let isFailing = false
  const round = async (): Promise<void> => {
    try {
      await work()
      isFailing = false
    } catch (err) {
      // Told once, not every round of an outage.
      if (!isFailing) log.warn({ err }, `could not look after ${what}`)
      isFailing = true
    }
    if (!isStopped) timer = setTimeout(() => void (running = round()), milliseconds)
  }
  let running = round()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await running
  }
}
