import { randomBytes } from 'node:crypto'

/**
 * Makes trace ids of 32 hexadecimal digits: half of them random for the process, half counted. No two processes ever make the same one,
 * and none is worth guessing.
 */
export function traceIds(): () => string {
  const process = randomBytes(8).toString('hex')
  let count = 0
  return () => process + (count += 1).toString(16).padStart(16, '0')
}
