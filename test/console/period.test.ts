import { expect, test } from 'vitest'
import { newestFirst } from '../../src/console/period.ts'

test('what happened is in the order of its times, which have as many digits as they need', () => {
  const fractions = ['.275001', '.2751', '.27', '.275', '', '.3']
  const times = fractions.map((fraction) => `2026-11-29T06:05:56${fraction}Z`)
  const ordered = [5, 1, 0, 3, 2, 4].map((at) => ({ time: times[at]! }))
  expect(times.map((time) => ({ time })).sort(newestFirst)).toEqual(ordered)
})
