import { readFileSync } from 'node:fs'

/** How long `work` has this process work, in milliseconds of processor time: what other processes do does not count. */
export async function processorMilliseconds(work: () => unknown): Promise<number> {
  const began = process.cpuUsage().user
  await work()
  return (process.cpuUsage().user - began) / 1000
}

/** What the first thread of a process has waited for a processor so far, in milliseconds; 0 where it is gone. */
export function waitedMilliseconds(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[1]) / 1e6
  } catch {
    return 0
  }
}
