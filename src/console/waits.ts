import { type Reading, useRead } from './reads.ts'
import { dayInWords, daysBetween, today } from './period.ts'
import { language } from './settings.ts'
import { readings, type Waits } from './today.ts'

/**
 * What waits for somebody, asked once for all parts of a page.
 * @param within how old, in milliseconds, it may be; writes of this page that may change it outdate it.
 */
export const useWaiting = (isAsked = true, within = 0): Reading<Waits> =>
  useRead<Waits>(isAsked ? readings.waiting(today()) : undefined, within)

/** What waits, for parts of a page that come when the page has asked. */
export const useWaitingAsked = (): Reading<Waits> => useWaiting(true, 5_000)

/** How many days before its deadline a VAT return needs somebody. */
const NEAR_DAYS = 30

/** Whether the next VAT return is to be reported within some weeks, or is late. */
export function isVatNear({ vatPeriod, vatDeadline }: Waits): boolean {
  return vatPeriod !== null && (vatDeadline === null || daysBetween(today(), vatDeadline) <= NEAR_DAYS)
}

/** The deadline of the next VAT return in few letters: 1 Dec. */
export const vatDay = ({ vatDeadline }: Waits): string | undefined =>
  vatDeadline === null ? undefined : dayInWords(vatDeadline, language.value, { month: 'short' })
