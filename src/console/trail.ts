import { PATHS } from './books.ts'
import { filterOf } from './filter.ts'
import { capital } from './period.ts'
import { t } from './words.ts'

/** Who did what the trail tells: a person, else an app, else a command. */
export const whoOf = ({ person, app }: { person: string | null; app?: number | null }): string =>
  person ?? (app ? t('appOf', { n: app }) : 'Daybook')

/** A resource as people say it: "Draft invoice lines" of DraftInvoiceLines. */
export const resourceWords = (name: string): string =>
  capital(name.replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`))

/** The address of the newest writes or bookings that all parts of a filter hold for, at most so many. */
export const newestPath = (of: 'changes' | 'bookings', many: number, parts: readonly string[]): string =>
  `${PATHS.daybook}/${of}/paged?sort=-number&pageSize=${many}${filterOf(parts)}`

/** Orders what happened: the newest first, and what was at one time as it came. */
export const newestFirst = (a: { time: string }, b: { time: string }): number =>
  a.time < b.time ? 1 : a.time > b.time ? -1 : 0
