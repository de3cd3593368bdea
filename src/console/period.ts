import { signal } from '@preact/signals'
import type { Language } from './settings.ts'

/**
 * Days of a report, both included, as the URL names them: `2026-10`, `2026-Q3`, `2026`, or `2026-01-01..2026-10-31`.
 */
export interface Period {
  name: string
  from: string
  to: string
}

const DAY = 86_400_000
/** A number of at most two digits, as two. */
export const two = (number: number): string => String(number).padStart(2, '0')
const utc = (iso: string): Date => new Date(`${iso.slice(0, 10)}T00:00:00Z`)

/** What today is in books that have a clock of their own: a sandbox's. */
export const dayOfBooks = signal<string | undefined>(undefined)

/** Today in the books, as `2026-11-26`. */
export const today = (): string => dayOfBooks.value ?? todayHere()

/** Today where the reader is: what logs and trails go by, whatever the clock of a sandbox shows. */
export function todayHere(now = new Date()): string {
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** The time of a day where the reader is: 14:05, or 14:05:09. */
export function timeName(at: Date | string, withSeconds = false): string {
  const when = new Date(at)
  const parts = [when.getHours(), when.getMinutes(), ...(withSeconds ? [when.getSeconds()] : [])]
  return parts.map(two).join(':')
}

/** A day some days later. */
export const dayAfter = (iso: string, days = 1): string =>
  new Date(utc(iso).getTime() + days * DAY).toISOString().slice(0, 10)

/** The first day of the month so many months after that of a day. */
export function monthAfter(iso: string, months: number): string {
  const month = Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7)) - 1 + months
  return `${Math.floor(month / 12)}-${two((month % 12) + 1)}-01`
}

/** A text with its first letter large, as at the beginning of a line. */
export const capital = (text: string): string => text.replace(/^./, (first) => first.toUpperCase())

/** How many days lie between two days. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((utc(to).getTime() - utc(from).getTime()) / DAY)

const lastOfMonth = (year: number, month: number): string =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)

function months(year: number, from: number, to: number, name: string): Period {
  return { name, from: `${year}-${two(from)}-01`, to: lastOfMonth(year, to) }
}

/** The period of a name; undefined where the name is of none. */
export function periodOf(name: string | null): Period | undefined {
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(name ?? '')
  if (month) return months(Number(month[1]), Number(month[2]), Number(month[2]), name!)
  const quarter = /^(\d{4})-Q([1-4])$/.exec(name ?? '')
  if (quarter) return months(Number(quarter[1]), Number(quarter[2]) * 3 - 2, Number(quarter[2]) * 3, name!)
  const half = /^(\d{4})-H([12])$/.exec(name ?? '')
  if (half) return months(Number(half[1]), Number(half[2]) * 6 - 5, Number(half[2]) * 6, name!)
  if (/^\d{4}$/.test(name ?? '')) return months(Number(name), 1, 12, name!)
  const days = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(name ?? '')
  return days ? { name: name!, from: days[1]!, to: days[2]! } : undefined
}

/** The last month that has ended: what a report shows first. */
export function lastMonth(now = today()): Period {
  const before = dayAfter(`${now.slice(0, 8)}01`, -1)
  return periodOf(before.slice(0, 7))!
}

/** The periods to choose from: months of this year and the last, and quarters; the newest first. */
export function periodsUntil(now = today()): { months: string[]; quarters: string[] } {
  const year = Number(now.slice(0, 4))
  const both = [year, year - 1]
  const begun = (period: string): boolean => periodOf(period)!.from <= now
  return {
    months: both.flatMap((one) => Array.from({ length: 12 }, (_, at) => `${one}-${two(12 - at)}`)).filter(begun),
    quarters: both.flatMap((one) => [4, 3, 2, 1].map((at) => `${one}-Q${at}`)).filter(begun),
  }
}

/** A period in words, as amid a sentence: October 2026. */
export function periodName({ name, from, to }: Period, language: Language): string {
  if (/^\d{4}-\d\d$/.test(name)) return monthName(from, language, 'long', true)
  const quarter = /^(\d{4})-Q(\d)$/.exec(name)
  if (quarter) return language === 'da' ? `${quarter[2]}. kvartal ${quarter[1]}` : `Q${quarter[2]} ${quarter[1]}`
  const half = /^(\d{4})-H(\d)$/.exec(name)
  if (half) return language === 'da' ? `${half[2]}. halvår ${half[1]}` : `H${half[2]} ${half[1]}`
  return /^\d{4}$/.test(name) ? name : `${dayName(from)}–${dayName(to)}`
}

/** The month of a day in words, as amid a sentence. */
export function monthName(
  iso: string,
  language: Language,
  length: 'long' | 'short' | 'narrow' = 'long',
  withYear = false,
): string {
  const text = new Intl.DateTimeFormat(language === 'da' ? 'da-DK' : 'en-GB', {
    month: length,
    timeZone: 'UTC',
    ...(withYear ? { year: 'numeric' } : {}),
  }).format(utc(iso))
  return text.replace('.', '')
}

/** The months from that of a day to that of another: Jan–Oct. */
export const monthsName = (from: string, to: string, language: Language): string =>
  `${monthName(from, language, 'short')}–${monthName(to, language, 'short')}`

/** A day as 29.10.2026, or 29.10. where the year is plain. */
export function dayName(iso: string | null | undefined, isShort = false): string {
  if (!iso) return ''
  const [year, month, day] = iso.slice(0, 10).split('-')
  return isShort ? `${day}.${month}.` : `${day}.${month}.${year}`
}

/** A day in words: 31 October, Thursday 26 November 2026. */
export function dayInWords(iso: string, language: Language, parts: Intl.DateTimeFormatOptions = {}): string {
  const asked = { day: 'numeric', month: 'long', timeZone: 'UTC', ...parts } as const
  return new Intl.DateTimeFormat(language === 'da' ? 'da-DK' : 'en-GB', asked).format(utc(iso)).replace(/ den |, /, ' ')
}

/**
 * Orders what happened: the newest first, and what was at one time as it came. Instants have as many digits as they
 * need, up to microseconds: they are in the order of their texts without the `Z`.
 */
export function newestFirst({ time: a }: { time: string }, { time: b }: { time: string }): number {
  const [first, second] = [a.slice(0, -1), b.slice(0, -1)]
  return first < second ? 1 : first > second ? -1 : 0
}
