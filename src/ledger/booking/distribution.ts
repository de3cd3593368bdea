import { divideRounded, parseDecimal } from '../money.ts'

/**
 * Shares `total` (cents, or any other smallest unit) out by percentages: each part rounded half away from zero, the
 * last takes what is left. So the parts sum to the total. None is more than the ones before it left, so none changes
 * its sign.
 */
export function sharesByPercent(total: bigint, percents: readonly string[]): bigint[] {
  let left = total
  return percents.map((percent, index) => {
    const { units, scale } = parseDecimal(percent)
    const exact = divideRounded(total * units, 100n * 10n ** BigInt(scale))
    const isTooMuch = total < 0n ? exact < left : exact > left
    const share = isTooMuch || index === percents.length - 1 ? left : exact
    left -= share
    return share
  })
}
