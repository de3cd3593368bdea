import { expect, test } from 'vitest'
import { limitOf, rateOf, ratePlain, workersPicture } from '../../bench/workers.ts'

const COST = { name: 'single', plain: 0.05, coordinator: 0.25, worker: 0.5 }

test('workers add to each other until the coordinator is what limits', () => {
  expect(ratePlain(COST, 1)).toBe(20_000)
  expect(rateOf(COST, 1, 1)).toBe(2000)
  expect(limitOf(COST)).toBe(2)
  expect(rateOf(COST, 2, 1)).toBe(4000)
  expect(rateOf(COST, 12, 1)).toBe(4000)
})

test('the picture has a line and a label for each', () => {
  const picture = workersPicture([COST, { ...COST, name: 'booking', worker: 8 }])
  expect(picture.match(/<circle/g)).toHaveLength(8)
  expect(picture).toContain('single: 16,000 to 32,000, plain 160,000')
  expect(picture).toContain('booking: 1,000 to 12,000')
})
