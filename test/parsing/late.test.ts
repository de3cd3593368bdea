import { type ChildProcess, spawn } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { whenLate } from '../../src/parsing/late.ts'
import { eventually } from '../patience.ts'
import { waitedMilliseconds } from '../processor-time.ts'

const MILLISECONDS = 400

const children: ChildProcess[] = []
afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')))

/** Starts a program for `sh`, on one processor that it shares with the others. */
function start(script: string): number {
  const child = spawn('taskset', ['-c', '0', 'sh', '-c', script], { stdio: 'ignore' })
  children.push(child)
  return child.pid!
}

test('what waits for a processor is not late, however long it waits; then it is', async () => {
  const works = 'while :; do :; done'
  const [pid] = [1, 2, 3, 4].map(() => start(works))
  await eventually(() => waitedMilliseconds(pid!) > MILLISECONDS)
  let lasted: number | undefined
  const began = performance.now()
  whenLate(pid, MILLISECONDS, () => (lasted = performance.now() - began))
  // Only from here on: what the watch waits before it looks for the first time is counted.
  await eventually(() => performance.now() - began > MILLISECONDS / 10)
  const before = waitedMilliseconds(pid!)
  let known = 0
  await eventually(() => {
    if (lasted === undefined) known = waitedMilliseconds(pid!) - before
    return lasted !== undefined
  })
  // Otherwise it never waited, and the test told nothing.
  expect(known).toBeGreaterThan(0)
  expect(lasted! - known).toBeGreaterThanOrEqual(MILLISECONDS - 1)
})

test('what does nothing, or is gone, is late', async () => {
  for (const pid of [start('exec sleep 1000'), undefined]) {
    let isLate = false
    whenLate(pid, MILLISECONDS, () => (isLate = true))
    await eventually(() => isLate)
  }
})

test('what has come in time is not late any more', async () => {
  let calls = 0
  const inTime = whenLate(undefined, 0, () => (calls += 1))
  inTime()
  let others = 0
  whenLate(undefined, 0, () => (others += 1))
  await eventually(() => others === 1)
  expect(calls).toBe(0)
})
