/**
 * How often a subscription is invoiced: the contract's number of the interval (its note 8), and whether periods end
 * with calendar periods.
 */
export interface Rhythm {
  interval: number
  isCalendarBased: boolean
}

/** Days that are invoiced together, both included; ISO days. */
export interface Period {
  start: string
  end: string
}

/** A period of a chain. Periods begin on day `anchorDay` of the month, if the month has that day. */
export interface ChainedPeriod extends Period {
  anchorDay: number
}

/** A period that follows, and the end that an expiry has cut it from. */
export interface NextPeriod extends ChainedPeriod {
  uncut: string | null
}

/** Weeks or months of an interval. */
const LENGTHS: Readonly<Record<number, { weeks: number } | { months: number }>> = {
  1: { weeks: 1 },
  2: { weeks: 2 },
  12: { weeks: 4 },
  13: { weeks: 8 },
  3: { months: 1 },
  7: { months: 2 },
  4: { months: 3 },
  5: { months: 6 },
  6: { months: 12 },
  8: { months: 24 },
  9: { months: 36 },
  10: { months: 48 },
  11: { months: 60 },
}

const MILLISECONDS = 86_400_000

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / MILLISECONDS
const dayOf = (number: number): string => new Date(number * MILLISECONDS).toISOString().slice(0, 10)
const yearOf = (day: string): number => Number(day.slice(0, 4))
const monthOf = (day: string): number => Number(day.slice(5, 7)) - 1
const dayInMonth = (day: string): number => Number(day.slice(8, 10))

/**
 * The day number of a day in a month; months count from the year 0. A day after the month's end becomes its last day.
 */
function dayNumber(months: number, day: number): number {
  const [year, month] = [Math.floor(months / 12), months % 12]
  const first = new Date(0)
  first.setUTCFullYear(year, month, 1)
  const next = new Date(0)
  next.setUTCFullYear(year, month + 1, 1)
  const length = (next.getTime() - first.getTime()) / MILLISECONDS
  return first.getTime() / MILLISECONDS + Math.min(day, length) - 1
}

const monthsOf = (day: string): number => yearOf(day) * 12 + monthOf(day)

/** How many days a period has, first and last included. */
export const daysOf = ({ start, end }: Period): number => numberOf(end) - numberOf(start) + 1

/** The day before. */
export const dayBefore = (day: string): string => dayOf(numberOf(day) - 1)

/** The day after. */
export const dayAfter = (day: string): string => dayOf(numberOf(day) + 1)

/**
 * The day of the month that periods begin on: the stored anchor, unless the start was moved away from it. A start on a
 * month's last day matches any later anchor.
 */
export function anchorOf(start: string, stored: number | null): number {
  const isOn = stored !== null && dayNumber(monthsOf(start), stored) === numberOf(start)
  return isOn ? stored : dayInMonth(start)
}

/**
 * The whole interval around a start, as day numbers (rule 13.2). Months by the calendar: the calendar's own interval,
 * from its first day. Other months: from the start to the day before the same day of a later month, cut to that month.
 */
function wholeInterval({ interval, isCalendarBased }: Rhythm, start: string, anchorDay: number): [number, number] {
  const length = LENGTHS[interval]!
  const from = numberOf(start)
  if ('weeks' in length) return [from, from + 7 * length.weeks - 1]
  const { months } = length
  if (!isCalendarBased) return [from, dayNumber(monthsOf(start) + months, anchorDay) - 1]
  // The calendar has no intervals of several years: such an interval begins with the start's year.
  const first = months > 12 ? yearOf(start) * 12 : monthsOf(start) - (monthOf(start) % months)
  return [dayNumber(first, 1), dayNumber(first + months, 1) - 1]
}

/** The last day of the period that begins on a day. */
export const endOf = (rhythm: Rhythm, start: string, anchorDay: number): string =>
  dayOf(wholeInterval(rhythm, start, anchorDay)[1])

/** Days of the whole interval that a period is a part of. */
export function wholeDays(rhythm: Rhythm, start: string, anchorDay: number): number {
  const [from, to] = wholeInterval(rhythm, start, anchorDay)
  return to - from + 1
}

/** The last day that has four digits for its year. */
const LAST_DAY = numberOf('9999-12-31')

/**
 * The next period of a chain: from the day after this one to the interval's end, cut at the expiry. No period starts
 * after the expiry. When a period does not end with its interval, the next one begins a new anchor (rule 13.2).
 */
export function nextPeriod(
  rhythm: Rhythm,
  { start, end, anchorDay }: ChainedPeriod,
  expiry: string | null,
): NextPeriod | undefined {
  if (numberOf(end) >= LAST_DAY) return undefined
  const next = dayAfter(end)
  if (expiry !== null && next > expiry) return undefined
  const anchor = end === endOf(rhythm, start, anchorDay) ? anchorDay : dayInMonth(next)
  const last = wholeInterval(rhythm, next, anchor)[1]
  const whole = dayOf(Math.min(last, LAST_DAY))
  const isCut = expiry !== null && expiry < whole
  return { start: next, end: isCut ? expiry : whole, anchorDay: anchor, uncut: isCut ? whole : null }
}
