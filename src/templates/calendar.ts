/** Calendar arithmetic on ISO dates (`2026-01-31`). As text they sort in the order of days. */

/** A calendar month. */
export interface Month {
  year: number
  /** 1 to 12. */
  month: number
}

/** The days of the demo company. They follow only from the year that it is made in, so it is the same for everybody in that year. */
export interface DemoDays {
  /** The year before, in which its books begin, and the year it is made in. */
  firstYear: number
  lastYear: number
  /** The months of its books, the one with drafts last. */
  months: readonly Month[]
  /** Vouchers until this day are booked; those after it are still drafts. */
  lastBooked: string
  /** The last days of the quarters that are booked whole. */
  quarterEnds: readonly string[]
  /** The first of the days on which subscriptions are run, one a month. */
  runsBegin: string
  /** The ISO date of a day such as `03-31` in the first year. */
  inFirst(monthAndDay: string): string
  /** The same in the last year. */
  inLast(monthAndDay: string): string
}

/** The days of a demo company that is made in `year`. */
export function demoDays(year: number): DemoDays {
  const [inFirst, inLast] = [year - 1, year].map((one) => (monthAndDay: string) => `${one}-${monthAndDay}`)
  const lastBooked = inLast!('10-31')
  const months = Array.from({ length: 23 }, (_, at) => ({ year: year - 1 + Math.floor(at / 12), month: (at % 12) + 1 }))
  const quarters = months.filter(({ month }) => month % 3 === 0)
  return {
    firstYear: year - 1,
    lastYear: year,
    months,
    lastBooked,
    inFirst: inFirst!,
    inLast: inLast!,
    quarterEnds: quarters.map(lastDayOf).filter((day) => day <= lastBooked),
    runsBegin: inFirst!('11-01'),
  }
}

/** Today in UTC, by the clock of this program. The clock of the database decides no year. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** The first month in which a new agreement has the year that follows, too. */
const NEXT_YEAR_FROM = 10

/** The accounting years of an agreement that is made on the day: last year and this, from October on next year too. */
export function yearsOn(day: string): number[] {
  const year = yearOf(day)
  return [year - 1, year, ...(Number(day.slice(5, 7)) >= NEXT_YEAR_FROM ? [year + 1] : [])]
}

/** The calendar year of a day. */
export function yearOf(day: string): number {
  return Number(day.slice(0, 4))
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
