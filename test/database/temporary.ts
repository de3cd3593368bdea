import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux's directory of files that are kept in memory. */
const MEMORY = '/dev/shm'
/** The whole suite's databases and their logs, and as much again. */
const ENOUGH_BYTES = 4 * 2 ** 30

/**
 * Where databases of tests lie: in memory where there is plenty, so that no test waits for the disk. What a killed
 * process had written is there all the same.
 */
export function temporaryRoot(): string {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
