import { setImmediate } from 'node:timers/promises'

/** How long work goes on before other requests get their turn, in milliseconds. */
const STEP_MILLISECONDS = 5
/** Does `work` on every item in order. Long lists are done in steps, between which the process answers others. */
export async function inSteps<T>(items: readonly T[], work: (item: T, index: number) => void): Promise<void> {
  let begun = performance.now()
  for (let index = 0; index < items.length; index++) {
    work(items[index]!, index)
    if (performance.now() - begun < STEP_MILLISECONDS) continue
    await setImmediate()
    begun = performance.now()
  }
}
