import { expect, test } from 'vitest'
import { newestFirst } from '../../src/console/period.ts'

test('what happened is in the order of its times, which have as many digits as they need', () => {
  const times = ['2026-11-29T06:05:56.27Z', '2026-11-29T06:05:56.275Z', '2026-11-29T06:05:56Z', '2026-11-29T06:05:57Z']
  expect(times.map((time) => ({ time })).sort(newestFirst)).toEqual([3, 1, 0, 2].map((at) => ({ time: times[at]! })))
})
