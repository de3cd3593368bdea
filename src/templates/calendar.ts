/** Calendar arithmetic on ISO dates (`2026-01-31`), which as text sort as days do. */

/** The accounting years of the demo company. */
export const DEMO_YEARS = { first: 2025, last: 2026 } as const
/** Vouchers until this day are booked; those after it are still drafts. */
export const LAST_BOOKED_DAY = '2026-10-31'

/** The first of the days on which subscriptions are run, one a month. */
export const RUNS_BEGIN = '2025-11-01'

/** A calendar month. */
export interface Month {
  year: number
  /** 1 to 12. */
  month: number
}

/** The months of the demo company's books, the one with drafts last. */
export function demoMonths(): Month[] {
  const months: Month[] = []
  for (let index = 0; index < 23; index += 1) {
    months.push({ year: DEMO_YEARS.first + Math.floor(index / 12), month: (index % 12) + 1 })
  }
  return months
}

/** The last days of the quarters that are booked whole. */
export function quarterEnds(): string[] {
  const quarters = demoMonths().filter(({ month }) => month % 3 === 0)
  return quarters.map(lastDayOf).filter((day) => day <= LAST_BOOKED_DAY)
}

/** The ISO date of a day of the month. */
export function dayOf({ year, month }: Month, day: number): string {
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The ISO date that is `days` later; earlier where negative. */
export function addDays(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

/** The day itself, or the Monday after it when it falls in a weekend. */
export function workday(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return addDays(date, weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
}

/** The last day of the month. */
export function lastDayOf({ year, month }: Month): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}
