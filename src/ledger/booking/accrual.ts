import { ApiError } from '../../errors/catalogue.ts'
import { ACCRUAL_MONTHS_MAX } from '../../limits.ts'
import { divideRounded } from '../money.ts'

/** How many calendar months `start` to `end` touch. */
export const monthsTouched = (start: string, end: string): number => monthIndex(end) - monthIndex(start) + 1

/**
 * Last days (ISO) of the calendar months that `start` to `end` touch, in order (rule 7.4).
 * @throws ApiError JournalBookingAccrualNotPossible where they are more than `ACCRUAL_MONTHS_MAX`.
 */
export function monthEnds(start: string, end: string): string[] {
  const touched = monthsTouched(start, end)
  if (touched > ACCRUAL_MONTHS_MAX) {
    const message = `The accrual from ${start} to ${end} touches ${touched} calendar months, and at most ${ACCRUAL_MONTHS_MAX} can be booked.`
    throw new ApiError({ code: 'JournalBookingAccrualNotPossible', property: 'accrueEndDate', message })
  }
  const first = monthIndex(start)
  const days: string[] = []
  for (let month = first; month <= monthIndex(end); month += 1) {
    const last = new Date(Date.UTC(0, 0, 1))
    last.setUTCFullYear(Math.floor(month / 12), (month % 12) + 1, 0)
    days.push(last.toISOString().slice(0, 10))
  }
  return days
}

/** `cents` in `parts` equal shares, each rounded half away from zero; the last takes what rounding left. */
export function equalShares(cents: bigint, parts: number): bigint[] {
  const share = divideRounded(cents, BigInt(parts))
  const shares = new Array<bigint>(parts).fill(share)
  shares[parts - 1] = cents - share * BigInt(parts - 1)
  return shares
}

/** Months since year 0. */
function monthIndex(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}
