/** What the books of the naive ledger are made of: master data, and the calendar. Days are ISO text. */
export type Day = string

export interface NaiveAccount {
  number: number
  kind: 'result' | 'balance' | 'heading'
  barred: boolean
  blocked: boolean
  /** The only one it takes. */
  currency?: string | undefined
}

export interface NaiveVat {
  /** Per cent, decimal text. */
  rate: string
  account: number
  /** Of reverse charge: where the opposite of the tax goes. */
  reverse: number | undefined
  /** Per cent of the tax, decimal text; all of it where undefined. */
  deductible?: string | undefined
}

export interface NaiveParty {
  name: string
  /** Of its group. */
  summary: number
  currency: string
  contra: number | undefined
  terms: { fromMonthEnd: boolean; days: number } | undefined
  barred: boolean
}

export interface NaiveJournal {
  number: number
  only: number
  byMonth: boolean
  standing: boolean
  partial: boolean
  whole: boolean
  minimum: number
  maximum: number
  next: number
  customerContra: number | undefined
  supplierContra: number | undefined
  customerText: string | undefined
  supplierText: string | undefined
}

export interface NaivePeriod {
  number: number
  from: Day
  to: Day
  barred: boolean
}

export interface NaiveYear {
  name: string
  from: Day
  to: Day
  closed: boolean
  periods: NaivePeriod[]
}

export interface NaiveFacts {
  baseCurrency: string
  rounding: number | undefined
  result: number | undefined
  /** Of exchange differences. */
  difference: number
  accounts: Map<number, NaiveAccount>
  vat: Map<string, NaiveVat>
  rates: { currency: string; from: Day; rate: string }[]
  customers: Map<number, NaiveParty>
  suppliers: Map<number, NaiveParty>
  journals: Map<number, NaiveJournal>
  /** Whose vouchers can still be reversed. */
  deletedJournals: Map<number, NaiveJournal>
  years: NaiveYear[]
  /** What each product is sold on in each zone, by both; where it is not here, as in the judge's own small world. */
  sold?: ReadonlyMap<string, NaiveSold>
}

/** Where a product is booked. */
export interface NaiveSold {
  account: number
  vat: string | null
}

const onDay = (day: Day): Date => new Date(`${day}T00:00:00Z`)
const isoDay = (date: Date): Day => date.toISOString().slice(0, 10)

export function addDays(day: Day, days: number): Day {
  const date = onDay(day)
  date.setUTCDate(date.getUTCDate() + days)
  return isoDay(date)
}

/** The first day of the month so many months later. */
export function firstOfMonth(day: Day, later = 0): Day {
  const date = onDay(`${day.slice(0, 7)}-01`)
  date.setUTCMonth(date.getUTCMonth() + later)
  return isoDay(date)
}

export const lastOfMonth = (day: Day): Day => addDays(firstOfMonth(day, 1), -1)

/** The last days of the calendar months that the days touch. */
export function monthsTouched(from: Day, to: Day): Day[] {
  const days: Day[] = []
  for (let day = firstOfMonth(from); day <= to; day = firstOfMonth(day, 1)) days.push(lastOfMonth(day))
  return days
}

/** The year's calendar months, cut where the year begins and ends, numbered from 1. */
export function periodsOf(from: Day, to: Day): NaivePeriod[] {
  return monthsTouched(from, to).map((last, index) => ({
    number: index + 1,
    from: index === 0 ? from : firstOfMonth(last),
    to: last < to ? last : to,
    barred: false,
  }))
}

/** The calendar year of the first day; the second such year is `26b`, the third `26c`. */
export function nameOfYear(from: Day, years: readonly NaiveYear[]): string {
  const before = years.filter((year) => year.from.slice(0, 4) === from.slice(0, 4)).length
  return before === 0 ? from.slice(0, 4) : from.slice(2, 4) + 'abcdefghijkl'[before]!
}

export const yearOf = (years: readonly NaiveYear[], day: Day): NaiveYear | undefined =>
  years.find(({ from, to }) => from <= day && day <= to)

export const periodOf = (year: NaiveYear, day: Day): NaivePeriod =>
  year.periods.find(({ from, to }) => from <= day && day <= to)!

/** Why nothing can be posted on a day. */
export function whyShut(years: readonly NaiveYear[], day: Day): 'missing' | 'closed' | 'barred' | undefined {
  const year = yearOf(years, day)
  if (!year) return 'missing'
  if (year.closed) return 'closed'
  return periodOf(year, day).barred ? 'barred' : undefined
}

/** The tax of some VAT code goes to the account. */
export const bearsVat = ({ vat }: NaiveFacts, number: number): boolean =>
  [...vat.values()].some(({ account, reverse }) => number === account || number === reverse)
