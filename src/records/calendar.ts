const ZERO = 0x30
const DAY_LENGTH = 10
const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_AND_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/
/** PostgreSQL reads no offset of 16 hours or more. */
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d{1,9})?(?:[Zz]|[+-](0\d|1[0-5]):[0-5]\d)?$/

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether `text` is a day of the calendar, `YYYY-MM-DD`, year 0001 to 9999. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text.startsWith('0000')) return false
  const [year, month, dayOfMonth] = [digitsAt(text, 0, 4), digitsAt(text, 5, 7), digitsAt(text, 8, 10)]
  const isLeap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= DAYS[month - 1]! + (isLeap ? 1 : 0)
}

function digitsAt(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - ZERO
  return number
}

/**
 * The day a text names, `YYYY-MM-DD`; with `allowTime` a time after it is read and dropped. Undefined when it names
 * none.
 */
export function dayOf(text: string, allowTime: boolean): string | undefined {
  const date = allowTime && text.length !== DAY_LENGTH ? (DAY_AND_TIME.exec(text)?.[1] ?? text) : text
  return isDay(date) ? date : undefined
}

/** A point in time as PostgreSQL reads it, from RFC 3339; without an offset it is UTC. Undefined when it is none. */
export function instantOf(text: string): string | undefined {
  const match = INSTANT.exec(text)
  return match && isDay(match[1]!) ? (/(?:[Zz]|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`) : undefined
}
