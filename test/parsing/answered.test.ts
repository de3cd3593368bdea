import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { parseStatements } from '../../src/bank/parse.ts'
import { inspectFile } from '../../src/documents/parse.ts'
import { parsers } from '../../src/parsing/parsers.ts'
import { Unreadable } from '../../src/parsing/unreadable.ts'
import { hostileStatements } from '../bank/hostile-files.ts'
import { hostileFiles } from '../documents/hostile/bombs.ts'
import { runs } from '../long.ts'
import { waitedMilliseconds } from '../processor-time.ts'

/*
 * Whatever is sent is answered within five seconds on a machine that has nothing else to do. Machines that run tests
 * have: so what a parser waits for a processor is not counted. `DAYBOOK_HOSTILE_TIMES=1` tells what each file took.
 */
const ANSWERED_MILLISECONDS = 5000
const AGREEMENT = 1

type Read = (file: Buffer) => Promise<unknown>
const files: readonly (readonly [what: string, file: () => Buffer, read: Read])[] = [
  ...hostileFiles.map(([what, file]) => [what, file, (bytes: Buffer) => inspectFile(AGREEMENT, bytes)] as const),
  ...hostileStatements.map(
    ([what, file]) =>
      [`${what} for the bank`, file, (bytes: Buffer) => parseStatements(AGREEMENT, bytes, undefined)] as const,
  ),
]
/** Some in the short form, in which nothing depends on how long they take. */
const SHORT = ['an image of 700,000 empty chunks', 'references to signs for the bank', 'CSV of quotes for the bank']
const isTimed = runs(0, 1, process.env.DAYBOOK_HOSTILE_TIMES) === 1
const tried = isTimed ? files : files.filter(([what]) => SHORT.includes(what))

afterAll(() => parsers.close())

/** How long work in a parser lasts, but for what the parser waited for a processor. */
async function lasting(work: () => Promise<unknown>): Promise<number> {
  const before = new Map(parsers.pids.map((pid) => [pid, waitedMilliseconds(pid)]))
  const began = performance.now()
  let isOver = false
  const over = (): void => void (isOver = true)
  const outcome = work().then(over, (error: unknown) => {
    over()
    if (!(error instanceof Unreadable)) throw error
  })
  let most = 0
  while (!isOver) {
    const since = parsers.pids.map((pid) => waitedMilliseconds(pid) - (before.get(pid) ?? 0))
    most = Math.max(most, ...since)
    await sleep(5)
  }
  await outcome
  return performance.now() - began - most
}

test.each(tried)('%s', async (what, file, read) => {
  const bytes = file()
  // A parser that is there: to start one is not the file's doing.
  await inspectFile(AGREEMENT, Buffer.from('nothing')).catch(() => {})
  const took = await lasting(() => read(bytes))
  if (isTimed) process.stderr.write(`${Math.round(took)} ms: ${what}\n`)
  if (isTimed) expect(took).toBeLessThan(ANSWERED_MILLISECONDS)
})
