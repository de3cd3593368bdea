/** How long `work` has this process work, in milliseconds of processor time: what other processes do does not count. */
export async function processorMilliseconds(work: () => unknown): Promise<number> {
  const began = process.cpuUsage().user
  await work()
  return (process.cpuUsage().user - began) / 1000
}
