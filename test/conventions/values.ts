import { Field, type Fields } from '../../src/resource/fields.ts'

/**
 * Where the numbers of made items begin, so that no two kinds meet. In order: rows that anything may name, rows that
 * one property names, rows that keep each other from being deleted, rows that fill lists, and items that are sent.
 * Every identifier follows from such a number.
 */
export const FIRST = { named: 101, ofOne: 201, used: 501, filled: 1_001, sent: 13_001 } as const

/** Which value is wanted: of the property that stands at `place` among its resource's, in the `n`th item. */
export interface Wanted {
  property: string
  place: number
  n: number
  /** No two items may have the same value: identifiers, unique properties, counted properties. */
  isDistinct: boolean
}

/** The number in capital letters, as many as asked for: 0 is AAA. */
export function letters(n: number, length: number): string {
  let text = ''
  for (let rest = n; text.length < length; rest = Math.floor(rest / 26)) {
    text = String.fromCharCode(65 + (rest % 26)) + text
  }
  return text
}

/** The day so many days after the first of 2024, the year that named accounting years begin with. */
export const dayAfter = (days: number): string =>
  new Date(Date.UTC(2024, 0, 1) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * A value that a field's declaration allows. Those of several properties always differ, so that no two can change
 * places unnoticed; those of several items differ always, or now and then. Later properties have larger numbers and
 * later days, so that ranges are in order.
 */
export function valueOf(field: Field, wanted: Wanted): unknown {
  const { facts } = field
  const { place, n, isDistinct } = wanted
  switch (facts.type) {
    case 'int32':
      if (facts.values) return facts.values[n % facts.values.length]
      return isDistinct ? n : within(facts.min!, facts.max!, (place + 1) * 100 + (n % 50))
    case 'decimal':
      return decimalOf(facts, place + 1 + (n % 40), n)
    case 'string':
      if (facts.values) return facts.values[n % facts.values.length]
      return textOf(facts.maxLength!, wanted)
    case 'boolean':
      return n % 2 === 0
    case 'day':
    case 'date':
      return dayAfter(isDistinct ? n : place * 3 + (n % 60))
    case 'instant':
      return `${dayAfter(place * 3 + (n % 60))}T10:00:0${n % 3}Z`
    case 'version':
      return '1'
    case 'list':
      return listOf(facts.items!, wanted)
  }
}

const within = (min: number, max: number, value: number): number =>
  value >= min && value <= max ? value : min + (value % (max - min + 1))

/** A decimal above 0, with quarters where it may have decimals for them. */
function decimalOf({ digits = 18, scale = 0, min = 1, max }: Field['facts'], whole: number, n: number): number {
  const fraction = scale >= 2 ? (n % 4) / 4 : scale === 1 ? (n % 2) / 2 : 0
  const limit = max ?? (digits > scale ? 10 ** (digits - scale) : 1_000_000)
  const least = Math.max(1, min)
  return least + (whole % Math.max(1, limit - least)) + fraction
}

const WORDS = ['Århus', 'ærø', 'Zealand']

/** Texts that case, order, JSON and paths can stumble over; distinct ones in capitals where they must be short. */
function textOf(maxLength: number, { property, place, n, isDistinct }: Wanted): string {
  if (!isDistinct && maxLength < 12)
    return letters((place * 29 + (n % 9)) % 26 ** Math.min(maxLength, 4), Math.min(maxLength, 4))
  if (isDistinct) {
    return maxLength < 12 ? letters(n, Math.min(maxLength, 5)) : `Ø/${letters(n, 4)} _${n % 3}.`
  }
  const text = `${WORDS[n % 3]} ${n % 9} "${property}" \\ ☃`
  return text.length <= maxLength ? text : `${WORDS[n % 3]} ${n % 9}`.slice(0, maxLength)
}

function listOf(items: Field | Fields, wanted: Wanted): unknown[] {
  if (items instanceof Field) return [valueOf(items, wanted)]
  const entries = Object.entries(items).map(([property, field], place) => [
    property,
    valueOf(field, { property, place, n: wanted.n, isDistinct: false }),
  ])
  return [Object.fromEntries(entries)]
}

/** A value that is within the field's bounds and that nothing made here has. */
export function absentValue({ facts }: Field): unknown {
  switch (facts.type) {
    case 'int32':
      return Math.min(facts.max!, 999_999_937)
    case 'string':
      return 'ZZZZZ'.slice(0, facts.maxLength)
    default:
      throw new Error(`a reference is no ${facts.type}`)
  }
}
