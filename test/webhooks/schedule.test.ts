import { expect, test } from 'vitest'
import { SCHEDULE, secondsToNext } from '../../src/webhooks/schedule.ts'

const now = new Date('2026-03-01T12:00:00Z')
const inTwoHours = 'Sun, 01 Mar 2026 14:00:00 GMT'
const wait = (made: number, retryAfter?: string, random = 0.5): number | undefined =>
  secondsToNext(SCHEDULE, made, retryAfter, now, random)

test('ten attempts are made over 75.6 hours', () => {
  const waits = Array.from({ length: 9 }, (_, index) => wait(index + 1)!)
  expect(waits.reduce((sum, seconds) => sum + seconds) / 3600).toBeCloseTo(75.6, 1)
  expect([wait(1), wait(2), wait(10)]).toEqual([5, 300, undefined])
})

test('attempts stray from the schedule by a tenth at most', () => {
  expect(wait(2, undefined, 0)).toBeCloseTo(270)
  expect(wait(2, undefined, 1)).toBeCloseTo(330)
  const drawn = Array.from({ length: 200 }, () => secondsToNext(SCHEDULE, 2, undefined, now)!)
  expect(drawn.every((seconds) => seconds >= 270 && seconds <= 330)).toBe(true)
  expect(new Set(drawn).size).toBeGreaterThan(100)
})

test.each([
  ['0', 5],
  ['3', 5],
  ['120', 120],
  [' 120 ', 120],
  ['86400', 86_400],
  ['86401', 86_400],
  ['9'.repeat(20), 86_400],
  [inTwoHours, 7200],
  ['Sunday, 01-Mar-26 14:00:00 GMT', 5],
  ['Sun, 99 Mar 2026 14:00:00 GMT', 5],
  ['Sun, 01 Mar 2026 10:00:00 GMT', 5],
  ['Sun, 01 Mar 2099 10:00:00 GMT', 86_400],
  ['-120', 5],
  ['1.5', 5],
  ['1e3', 5],
  ['soon', 5],
  ['', 5],
])('Retry-After: %s puts the second attempt off to %d seconds', (retryAfter, seconds) => {
  expect(wait(1, retryAfter)).toBe(seconds)
})

test('Retry-After puts off, it does not hasten, and gives no attempt beyond the last', () => {
  expect(wait(4, '10')).toBe(7200)
  expect(wait(10, '10')).toBeUndefined()
})
