import { setTimeout as delay } from 'node:timers/promises'

/** How long a test waits for a condition. Nothing has to be as fast: it only ends what would never come. */
export const PATIENCE_MILLISECONDS = 300_000
const POLL_MILLISECONDS = 20

/**
 * Waits until `condition` answers something; a condition that throws ends the wait.
 * @param what says in the failure what was waited for; the condition's own text where it is left out.
 */
export async function eventually<T>(
  condition: () => T | undefined | false | Promise<T | undefined | false>,
  what = condition.toString(),
): Promise<T> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS
  for (;;) {
    const value = await condition()
    if (value !== undefined && value !== false) return value
    if (performance.now() > deadline) {
      throw new Error(`Waited ${PATIENCE_MILLISECONDS / 1000} s for: ${what}`)
    }
    await delay(POLL_MILLISECONDS)
  }
}

/** Waits until `count` has reached `wanted`, and is patient for as long as it grows. */
export async function growsTo(wanted: number, count: () => number | Promise<number>): Promise<void> {
  for (let before = await count(); before < wanted; before = await count()) {
    await eventually(async () => (await count()) > before)
  }
}

/** Waits until `check` throws nothing, and answers what it does. */
export async function untilPasses<T>(check: () => T | Promise<T>, pollMilliseconds = POLL_MILLISECONDS): Promise<T> {
  const deadline = performance.now() + PATIENCE_MILLISECONDS
  for (;;) {
    try {
      return await check()
    } catch (error) {
      if (performance.now() > deadline) throw error
    }
    await delay(pollMilliseconds)
  }
}
