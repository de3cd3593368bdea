import { SafTError } from '../error.ts'
import { AMOUNT_DIGITS_MAX } from '../limits.ts'

/** An XML element held whole in memory: a header, an account, a party, a transaction line or a single value. */
export interface XmlElement {
  name: string
  /** Line its start tag begins on. */
  line: number
  /** Its own text, trimmed once the element is closed. */
  text: string
  children: XmlElement[]
}

/**
 * The child called `name`, if there is one.
 * @throws SafTError when it stands twice.
 */
export function child(parent: XmlElement, name: string): XmlElement | undefined {
  let found: XmlElement | undefined
  for (const element of parent.children) {
    if (element.name !== name) continue
    if (found) throw new SafTError(element.line, `${name} stands twice in ${parent.name}.`)
    found = element
  }
  return found
}

/** The child called `name`. @throws SafTError when it is missing or stands twice. */
export function requiredChild(parent: XmlElement, name: string): XmlElement {
  const element = child(parent, name)
  if (!element) throw new SafTError(parent.line, `${parent.name} has no ${name}.`)
  return element
}

/** Exactly one of two children. @throws SafTError when both stand or neither does. */
export function oneOfTwo(
  parent: XmlElement,
  first: string,
  second: string,
): [XmlElement | undefined, XmlElement | undefined] {
  const pair: [XmlElement | undefined, XmlElement | undefined] = [child(parent, first), child(parent, second)]
  if (pair[0] && pair[1]) throw new SafTError(pair[1].line, `${parent.name} has both ${first} and ${second}.`)
  if (!pair[0] && !pair[1]) throw new SafTError(parent.line, `${parent.name} has neither ${first} nor ${second}.`)
  return pair
}

/** The text of the child called `name`; undefined when it is missing or empty. */
export function textOf(parent: XmlElement, name: string): string | undefined {
  const text = child(parent, name)?.text
  return text === '' || text === undefined ? undefined : detached(text)
}

/** The text of the child called `name`. @throws SafTError when it is missing or empty. */
export function requiredText(parent: XmlElement, name: string): string {
  const element = requiredChild(parent, name)
  if (element.text === '') throw new SafTError(element.line, `${name} is empty.`)
  return detached(element.text)
}

/** A copy. V8's substrings of 13 and more characters keep the piece of the file that they were cut from in memory. */
function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString()
}

/**
 * Reads an amount (schema: SAFmonetaryType, xs:decimal with 18 digits of which 2 decimals) exactly.
 * @returns cents.
 * @throws SafTError naming the element and its text.
 */
export function cents(element: XmlElement): bigint {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(element.text)
  const whole = match?.[2] ?? ''
  const decimals = (match?.[3] ?? '').replace(/0+$/, '')
  if (!match || (whole === '' && !match[3])) {
    throw new SafTError(element.line, `${element.name} is '${shown(element.text)}'; an amount is digits with a point.`)
  }
  if (decimals.length > 2) {
    throw new SafTError(element.line, `${element.name} is '${shown(element.text)}'; an amount has at most 2 decimals.`)
  }
  if (whole.replace(/^0+/, '').length + 2 > AMOUNT_DIGITS_MAX) {
    throw new SafTError(element.line, `${element.name} has more than ${AMOUNT_DIGITS_MAX} digits.`)
  }
  const value = BigInt(whole + decimals.padEnd(2, '0'))
  return match[1] === '-' ? -value : value
}

/**
 * Reads a percentage (xs:decimal) as ten-thousandths: null for one that is not from 0 to 100 with at most 4 decimals.
 */
export function percentage(element: XmlElement | undefined): bigint | undefined | null {
  if (element === undefined || element.text === '') return undefined
  const match = /^\+?(\d{0,9})(?:\.(\d{0,4})0*)?$/.exec(element.text)
  if (!match || `${match[1]}${match[2] ?? ''}` === '') return null
  const value = BigInt(match[1]! + (match[2] ?? '').padEnd(4, '0'))
  return value <= 1_000_000n ? value : null
}

/** Reads a date (xs:date; a time zone is ignored). @throws SafTError naming the element and its text. */
export function isoDate(element: XmlElement): string {
  const match = /^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)?$/.exec(element.text)
  const date = match ? new Date(`${match[1]}T00:00:00Z`) : undefined
  if (!match || !date || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== match[1]) {
    throw new SafTError(element.line, `${element.name} is '${shown(element.text)}'; a date is YYYY-MM-DD.`)
  }
  return match[1]!
}

/** Reads a whole number from `min` to `max`. @throws SafTError naming the element and its text. */
export function wholeNumber(element: XmlElement, min: number, max: number): number {
  const value = /^\+?\d{1,9}$/.test(element.text) ? Number(element.text) : Number.NaN
  if (!(value >= min && value <= max)) {
    const text = shown(element.text)
    throw new SafTError(element.line, `${element.name} is '${text}'; give a whole number from ${min} to ${max}.`)
  }
  return value
}

/** Reads an ISO 4217 code. @throws SafTError naming the element and its text. */
export function currencyCode(element: XmlElement): string {
  if (!/^[A-Z]{3}$/.test(element.text)) {
    throw new SafTError(element.line, `${element.name} is '${shown(element.text)}'; a currency is three letters.`)
  }
  return element.text
}

/** Text for a message: at most 60 characters. */
export function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Cents as a decimal with a point: 1234n is `12.34`. */
export function decimal(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
