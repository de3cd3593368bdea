const MILLISECONDS = 86_400_000

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The last day whose year has four digits. */
const LAST_DAY = '9999-12-31'

/** The ISO day so many days after another, before it where they are negative; none is after the last day. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Math.min(timeOf(day) + days * MILLISECONDS, timeOf(LAST_DAY))).toISOString().slice(0, 10)

/** The days from one ISO day to another: from 2025-02-23 to 2025-05-31 there are 97. */
export const daysBetween = (from: string, to: string): number => (timeOf(to) - timeOf(from)) / MILLISECONDS
