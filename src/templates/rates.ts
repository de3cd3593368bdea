import { foreignCurrencies } from './groundwork.ts'
import type { RateRow } from './master-data.ts'
import { seededRandom } from './random.ts'

const MILLIONTHS = 1_000_000n

/** A rate every half year from the first day of `firstYear` to the first day of `lastYear`. */
export function openingRates(firstYear: number, lastYear: number): RateRow[] {
  return ratesOn([...firstDays(firstYear, lastYear - 1, 6), `${lastYear}-01-01`])
}

/** A rate on the first of every month of the years. */
export function monthlyRates(firstYear: number, lastYear: number): RateRow[] {
  return ratesOn(firstDays(firstYear, lastYear, 1))
}

/** The first day of every `step`-th month. */
function firstDays(firstYear: number, lastYear: number, step: number): string[] {
  const days: string[] = []
  for (let year = firstYear; year <= lastYear; year += 1) {
    for (let month = 1; month <= 12; month += step) days.push(`${year}-${String(month).padStart(2, '0')}-01`)
  }
  return days
}

/** Random rates. That of the euro varies by 0.06 per cent, the others by 2.5 per cent. */
function ratesOn(dates: readonly string[]): RateRow[] {
  const random = seededRandom(20_250_104)
  return foreignCurrencies.flatMap(({ code, usualRate }) => {
    const reach = code === 'EUR' ? 6 : 250
    return dates.map((date) => {
      const tenThousandths = BigInt(10_000 + random.between(-reach, reach))
      return { currency: code, date, rate: decimal((usualRate * tenThousandths) / 10_000n) }
    })
  })
}

function decimal(millionths: bigint): string {
  return `${millionths / MILLIONTHS}.${String(millionths % MILLIONTHS).padStart(6, '0')}`
}
