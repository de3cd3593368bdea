/** An asset as the naive accountant knows it: cents, and months counted from January 2025, which is 0. */
export interface NaiveAsset {
  number: number
  cost: bigint
  start: number
  lifeTime: number
  /** The month in which it was disposed of. */
  gone: number | undefined
  /** The last month that was depreciated when it was disposed of. */
  stopped: number | undefined
}

/**
 * What is depreciated of a cost in each month of its life: the same each month, rounded, and in the last one what is
 * left.
 */
export function depreciationPlan(cost: bigint, lifeTime: number): bigint[] {
  const months = BigInt(lifeTime)
  const each = (2n * cost + months) / (2n * months)
  const plan: bigint[] = []
  let left = cost
  for (let month = 1; month <= lifeTime; month += 1) {
    const amount = month === lifeTime || each > left ? left : each
    plan.push(amount)
    left -= amount
  }
  return plan
}

/** What has been depreciated of an asset by the end of a month, where depreciation was booked by the end of another. */
export function depreciatedBy(
  { cost, start, lifeTime, gone, stopped }: NaiveAsset,
  month: number,
  booked: number,
): bigint {
  if (gone !== undefined && gone <= month) return 0n
  const until = Math.min(month, stopped ?? booked)
  return depreciationPlan(cost, lifeTime)
    .filter((_, at) => start + at <= until)
    .reduce((sum, amount) => sum + amount, 0n)
}
