const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const DAY_AND_TIME =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d|60)(?:[.,]\d{1,9})?)?(?:[Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(\.\d{1,6})?\d*(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))?$/

/** Whether `text` is a day of the calendar, `YYYY-MM-DD`, year 0001 to 9999. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text)
  if (!match || match[1] === '0000') return false
  const [year, month, dayOfMonth] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const days = [
    31,
    year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28,
    31,
    30,
    31,
    30,
    31,
    31,
    30,
    31,
    30,
    31,
  ]
  return month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= days[month - 1]!
}

/** The day a text names, `YYYY-MM-DD`; with `allowTime` a time after it is read and dropped. Undefined when it names none. */
export function dayOf(text: string, allowTime: boolean): string | undefined {
  const date = allowTime ? (DAY_AND_TIME.exec(text)?.[1] ?? text) : text
  return isDay(date) ? date : undefined
}

/** A point in time as PostgreSQL reads it, from RFC 3339; without an offset it is UTC. Undefined when it is none. */
export function instantOf(text: string): string | undefined {
  const match = INSTANT.exec(text)
  return match && isDay(match[1]!) ? (/(?:[Zz]|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`) : undefined
}
