import { readdirSync, readFileSync } from 'node:fs'

/** How long one that waits for a processor is left before it is looked at again, at least, in milliseconds. */
const LOOK_MILLISECONDS = 50

/** What a thread has waited for a processor so far, in nanoseconds; 0 where it is gone, or the system does not tell. */
function waitedOfThread(directory: string): number {
  try {
    return Number(readFileSync(`${directory}/schedstat`, 'latin1').split(' ')[1])
  } catch {
    return 0
  }
}

/** What the threads of a process have waited for a processor so far, in milliseconds, all of them together. */
function waitedOf(pid: number | undefined): number {
  const directory = `/proc/${pid}/task`
  try {
    return readdirSync(directory).reduce((sum, id) => sum + waitedOfThread(`${directory}/${id}`), 0) / 1e6
  } catch {
    return 0
  }
}

/**
 * Calls `then` once a process has taken longer than this, in milliseconds, not counting what it waits for a processor:
 * a busy machine is no fault of it, nor of a file that it reads. To look costs more than most of what is watched; so
 * nothing is looked at for the first twentieth of the time, and what is waited in that is counted.
 * @returns what ends the watch.
 */
export function whenLate(pid: number | undefined, milliseconds: number, then: () => void): () => void {
  const began = performance.now()
  const first = (): void => {
    const before = waitedOf(pid)
    const look = (): void => {
      const left = milliseconds - (performance.now() - began) + (waitedOf(pid) - before)
      if (left > 0) timer = setTimeout(look, Math.max(left, LOOK_MILLISECONDS))
      else then()
    }
    look()
  }
  let timer = setTimeout(first, milliseconds / 20)
  return () => clearTimeout(timer)
}
