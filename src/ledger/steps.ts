import { setImmediate } from 'node:timers/promises'

/** How long work goes on before other requests get their turn, in milliseconds. */
const STEP_MILLISECONDS = 5

/**
 * Does `work` on every item in order. Longer work is done in steps. Between and after them the process answers other
 * requests, which would otherwise wait for a large booking.
 */
export async function inSteps<T>(items: readonly T[], work: (item: T, index: number) => void): Promise<void> {
  let begun = performance.now()
  let isLong = false
  for (let index = 0; index < items.length; index++) {
    work(items[index]!, index)
    if (performance.now() - begun < STEP_MILLISECONDS) continue
    isLong = true
    await setImmediate()
    begun = performance.now()
  }
  if (isLong) await setImmediate()
}
