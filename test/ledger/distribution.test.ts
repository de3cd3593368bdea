import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sharesByPercent } from '../../src/ledger/booking/distribution.ts'

const WHOLE = 1_000_000n

/** Percentages of 1 to 40 lines, above 0, that sum to exactly 100: from where a stick of 1,000,000 pieces is broken. */
const percents = fc.uniqueArray(fc.integer({ min: 1, max: Number(WHOLE) - 1 }), { maxLength: 39 }).map((breaks) => {
  const ends = [0, ...breaks.sort((a, b) => a - b), Number(WHOLE)]
  return ends.slice(1).map((end, index) => BigInt(end - ends[index]!))
})
const textOf = (pieces: bigint): string => `${pieces / 10_000n}.${String(pieces % 10_000n).padStart(4, '0')}`
const totals = fc.oneof(
  fc.bigInt({ min: -200n, max: 200n }),
  fc.bigInt({ min: -(10n ** 20n) + 1n, max: 10n ** 20n - 1n }),
)

test('shares sum to the total, none changes sides, and each but the last is within half a cent of its exact part', () => {
  fc.assert(
    fc.property(totals, percents, (total, pieces) => {
      const shares = sharesByPercent(total, pieces.map(textOf))
      expect(shares).toHaveLength(pieces.length)
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(total)
      for (const share of shares) expect(share === 0n || share > 0n === total > 0n).toBe(true)
      const size = (value: bigint): bigint => (value < 0n ? -value : value)
      let before = 0n
      for (const [index, share] of shares.slice(0, -1).entries()) {
        const off = share * WHOLE - total * pieces[index]!
        const isAllThatWasLeft = share === total - before
        expect(2n * size(off) <= WHOLE || isAllThatWasLeft).toBe(true)
        before += share
      }
    }),
  )
})

test.each([
  ['the last takes what rounding left', 100n, ['33.33', '33.33', '33.34'], [33n, 33n, 34n]],
  ['half a cent goes away from zero', -1n, ['50', '50'], [-1n, 0n]],
  ['none takes more than is left', 5n, Array<string>(10).fill('10'), [1n, 1n, 1n, 1n, 1n, 0n, 0n, 0n, 0n, 0n]],
  ['a cent goes to one', 1n, ['49.9999', '50.0001'], [0n, 1n]],
  ['nothing is nothing', 0n, ['1', '99'], [0n, 0n]],
])('%s', (_name, total, percentages, shares) => {
  expect(sharesByPercent(total, percentages)).toEqual(shares)
})
