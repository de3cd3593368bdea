import { daysAfter } from '../days.ts'

/** How often VAT is reported. */
export type Frequency = 'month' | 'quarter' | 'halfYear'

/** The values of `frequency`. */
export const FREQUENCIES: readonly Frequency[] = ['month', 'quarter', 'halfYear']

/** A period of VAT returns, such as `2026-07`, `2026-Q3` or `2026-H2`. */
export interface VatPeriod {
  name: string
  frequency: Frequency
  /** ISO days. */
  from: string
  to: string
}

const MONTHS: Readonly<Record<Frequency, number>> = { month: 1, quarter: 3, halfYear: 6 }
/** Deadlines lie in the year after, which has four digits, too. */
const NAME = /^(?!9999)([1-9]\d{3})-(?:(0[1-9]|1[0-2])|Q([1-4])|H([12]))$/

/** The period of that name; undefined for any other text. */
export function vatPeriod(name: string): VatPeriod | undefined {
  const [, year, month, quarter, half] = NAME.exec(name) ?? []
  if (year === undefined) return undefined
  const frequency: Frequency = month !== undefined ? 'month' : quarter !== undefined ? 'quarter' : 'halfYear'
  const last = Number(month ?? quarter ?? half) * MONTHS[frequency]
  return {
    name,
    frequency,
    from: isoDay(Number(year), last - MONTHS[frequency] + 1, 1),
    to: isoDay(Number(year), last + 1, 0),
  }
}

/** The name of the period of that frequency that the day lies in. */
export function vatPeriodOf(day: string, frequency: Frequency): string {
  const [year, month] = [day.slice(0, 4), Number(day.slice(5, 7))]
  if (frequency === 'month') return day.slice(0, 7)
  return `${year}-${frequency === 'quarter' ? 'Q' : 'H'}${Math.ceil(month / MONTHS[frequency])}`
}

/** The periods of each frequency from that of a day to that of another. */
export function vatPeriodsBetween(from: string, to: string): VatPeriod[] {
  return FREQUENCIES.flatMap((frequency) => {
    const found: VatPeriod[] = []
    for (let day = from; day <= to;) {
      const period = vatPeriod(vatPeriodOf(day, frequency))
      if (!period) break
      found.push(period)
      day = daysAfter(period.to, 1)
    }
    return found
  })
}

/**
 * Danish deadlines: so many months after the last one of the period, on that day of the month. A day that is no working
 * day moves to the next one that is (seen of weekends in the authority's examples).
 */
const DEADLINES: Readonly<Record<Frequency, { months: number; day: number }>> = {
  month: { months: 1, day: 25 },
  quarter: { months: 3, day: 1 },
  halfYear: { months: 3, day: 1 },
}
const FIXED_HOLIDAYS: readonly string[] = ['01-01', '12-25', '12-26']
/** Days from Easter Sunday to holidays on working days: Maundy Thursday to Whit Monday. */
const MOVABLE_HOLIDAYS: readonly number[] = [-3, -2, 1, 39, 50]

/** The ISO day by which the return of the period is due. */
export function vatDeadline({ to, frequency }: VatPeriod): string {
  return deadline(to, DEADLINES[frequency])
}

/** The ISO day by which the list of sales to the EU of the period is due: the 25th of the month after it. */
export function euSalesDeadline({ to }: VatPeriod): string {
  return deadline(to, DEADLINES.month)
}

function deadline(to: string, { months, day }: { months: number; day: number }): string {
  let due = isoDay(Number(to.slice(0, 4)), Number(to.slice(5, 7)) + months, day)
  while (!isWorkingDay(due)) due = daysAfter(due, 1)
  return due
}

function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6 || FIXED_HOLIDAYS.includes(day.slice(5))) return false
  const easter = easterSunday(Number(day.slice(0, 4)))
  return !MOVABLE_HOLIDAYS.some((days) => daysAfter(easter, days) === day)
}

/** By the rule of the Gregorian calendar (Butcher's form). */
function easterSunday(year: number): string {
  const [golden, century, of] = [year % 19, Math.floor(year / 100), year % 100]
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(of / 4) - epact - (of % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  const day = epact + weekday - 7 * late + 114
  return isoDay(year, Math.floor(day / 31), (day % 31) + 1)
}

/** Months and days outside of the calendar roll over. */
function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
}
