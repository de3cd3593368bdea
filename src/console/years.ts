import { api } from './api.ts'
import { useMaster } from './reads.ts'
import type { Year } from './books.ts'

const YEARS = '/accountingyearsapi/v1.0.0/AccountingYears/paged?pageSize=100'

interface Told {
  year: string
  dateFrom: string
  dateTo: string
}

const yearsOf = (told: readonly Told[]): Year[] =>
  told.map(({ year, dateFrom, dateTo }) => ({ year, fromDate: dateFrom.slice(0, 10), toDate: dateTo.slice(0, 10) }))

/**
 * The accounting years of the company, the first first; undefined until they are read. A company that does not say has
 * none.
 */
export function useYears(): readonly Year[] | undefined {
  const { data, refusal } = useMaster<Told[]>(YEARS)
  return data ? yearsOf(data) : refusal && []
}

/** The accounting years as far as they were read. */
const yearsRead = (): readonly Year[] => yearsOf(api.known<Told[]>(YEARS) ?? [])

/** The year of the calendar, for days that no accounting year has. */
const calendarYear = (year: string): Year => ({ year, fromDate: `${year}-01-01`, toDate: `${year}-12-31` })

/** The accounting year that a day lies in; undefined where none has it. */
export const yearWith = (years: readonly Year[], day: string): Year | undefined =>
  years.find(({ fromDate, toDate }) => fromDate <= day.slice(0, 10) && day.slice(0, 10) <= toDate)

/** The accounting year that a day lies in, else that of the calendar. */
export const yearOf = (years: readonly Year[], day: string): Year =>
  yearWith(years, day) ?? calendarYear(day.slice(0, 4))

/** The accounting year of a name. */
export const yearNamed = (years: readonly Year[], name: string): Year =>
  years.find(({ year }) => year === name) ?? calendarYear(name)

/** The name of the accounting year of a day; a name is its own. */
export const yearNameOf = (day: string): string => (day.length === 4 ? day : yearOf(yearsRead(), day).year)

/** A year as a period of reports: by its name where it is one of the calendar, else its days. */
export const periodOfYear = ({ year, fromDate, toDate }: Year): string =>
  fromDate === `${year}-01-01` && toDate === `${year}-12-31` ? year : `${fromDate}..${toDate}`

/** Which period of a year a day lies in: its months, counted from 1. */
export const periodOf = (day: string, { fromDate }: Year): number =>
  (Number(day.slice(0, 4)) - Number(fromDate.slice(0, 4))) * 12 +
  Number(day.slice(5, 7)) -
  Number(fromDate.slice(5, 7)) +
  1
