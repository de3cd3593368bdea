/** Calendar arithmetic on ISO dates (`2026-01-31`). As text they sort in the order of days. */

/** A calendar month. */
export interface Month {
  year: number
  /** 1 to 12. */
  month: number
}

/**
 * The days of the demo company. They follow only from the day that it is made on, so it is the same for everybody on
 * that day.
 */
export interface DemoDays {
  /** The year before, in which its books begin, and the year it is made in. */
  firstYear: number
  lastYear: number
  /** The day that it is made on. Its books go until then. */
  today: string
  /** Payments and purchases from this day on are drafts: the bookkeeper is not that far yet. */
  draftsFrom: string
  /** The bank's statements end here, and are matched until a week before. */
  bankUntil: string
  matchedUntil: string
  /** The last days of the quarters whose VAT is settled: those that ended some days ago. */
  quarterEnds: readonly string[]
  /** The first of the days on which subscriptions are run, one a month. */
  runsBegin: string
  /** The ISO date of a day of the story: `1-03-31` in the first year, `2-03-31` in the last; `-7` is a week ago. */
  on(text: string): string
}

/** How many days after its end a quarter is settled. */
const SETTLED_AFTER = 10
/** Days of the last week, which is not booked or matched yet. */
const WEEK = 7

/** The days of a demo company that is made on an ISO day. */
export function demoDays(today: string): DemoDays {
  const lastYear = yearOf(today)
  const firstYear = lastYear - 1
  const on = (text: string): string => {
    const [, year, monthAndDay] = /^([12])-(\d\d-\d\d)$/.exec(text) ?? []
    return monthAndDay === undefined ? addDays(today, Number(text)) : `${firstYear + Number(year) - 1}-${monthAndDay}`
  }
  const quarters = [firstYear, lastYear].flatMap((year) => [3, 6, 9, 12].map((month) => lastDayOf({ year, month })))
  const [week, newYear] = [addDays(today, 1 - WEEK), `${lastYear}-01-01`]
  return {
    firstYear,
    lastYear,
    today,
    // No draft is left in the year before, which can be closed.
    draftsFrom: week > newYear ? week : newYear,
    bankUntil: addDays(today, -1),
    matchedUntil: addDays(today, -WEEK),
    quarterEnds: quarters.filter((end) => addDays(end, SETTLED_AFTER) <= today),
    runsBegin: on('1-11-01'),
    on,
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

/** Orders by ISO dates. */
export const byDate = (one: { date: string }, other: { date: string }): number =>
  one.date < other.date ? -1 : one.date > other.date ? 1 : 0

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
