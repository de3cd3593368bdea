import { expect, test } from 'vitest'
import { Health } from '../../src/database/health/health.ts'
import { HEALTH_MILLISECONDS } from '../../src/limits.ts'

/** A database that is asked, and answers or fails when it is told to. */
function asked() {
  const questions: { resolve(): void; reject(error: Error): void }[] = []
  const check = (): Promise<void> => new Promise((resolve, reject) => questions.push({ resolve, reject }))
  const clock = { now: 0 }
  const health = new Health({ check }, () => clock.now)
  return { health, questions, clock }
}

test('is asked once for all who want to know, and again in the background before the answer is too old', async () => {
  const { health, questions, clock } = asked()
  const first = health.check()
  expect(health.check()).toBe(first)
  questions[0]!.resolve()
  await first
  expect(health.check()).toBeUndefined()
  expect(questions).toHaveLength(1)
  clock.now = HEALTH_MILLISECONDS / 2
  expect([health.check(), health.check()]).toEqual([undefined, undefined])
  expect(questions).toHaveLength(2)
  questions[1]!.resolve()
  clock.now = HEALTH_MILLISECONDS
  const waiting = health.check()
  await waiting
  expect(health.check()).toBeUndefined()
})

test('is told while it is gone, and asked anew by the next who wants to know', async () => {
  const { health, questions, clock } = asked()
  const first = health.check()!
  questions[0]!.resolve()
  await first
  clock.now = HEALTH_MILLISECONDS / 2
  expect(health.check()).toBeUndefined()
  questions[1]!.reject(new Error('gone'))
  await new Promise((done) => setImmediate(done))
  const next = health.check()!
  expect(questions).toHaveLength(3)
  questions[2]!.reject(new Error('gone'))
  await expect(next).rejects.toThrow('gone')
  const last = health.check()!
  questions[3]!.resolve()
  await last
  expect(health.check()).toBeUndefined()
})
