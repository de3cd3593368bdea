import { Unreadable } from '../../parsing/unreadable.ts'
import { at, type XmlElement } from '../../reading/xml.ts'

/** Characters of a text that are kept; of a name. */
const TEXT_MAX = 1000
export const NAME_MAX = 255

const shown = (text: string): string =>
  (text.length > 40 ? `${text.slice(0, 40)}…` : text).replace(/[\uD800-\uDFFF]…/, '…')

const refuse = ({ name, line, text }: XmlElement, what: string): never => {
  throw new Unreadable(`Line ${line}: ${name} is '${shown(text)}'; ${what}.`)
}

/** The beginning of a text; no sign is cut in two. */
export const beginning = (text: string, max: number): string => text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

/** The text at a path, at most so long; null where there is none. */
export function textIn(element: XmlElement | undefined, path: readonly string[], max = TEXT_MAX): string | null {
  const text =
    at(element, ...path)
      ?.text.replaceAll('\0', '')
      .trim() ?? ''
  return text === '' ? null : beginning(text, max)
}

/** The amount of an element in cents. @throws Unreadable for one that is none, or has more than two decimals. */
export function centsIn(element: XmlElement): bigint {
  const [, sign, whole, decimals = ''] = /^([+-]?)(\d{0,15})(?:\.(\d{0,20}))?$/.exec(element.text) ?? []
  if (whole === undefined || whole + decimals === '') return refuse(element, 'an amount is digits with a point')
  const kept = decimals.replace(/0+$/, '')
  if (kept.length > 2) return refuse(element, 'an amount has at most two decimals (BR-DEC)')
  const cents = BigInt(whole + kept.padEnd(2, '0'))
  return sign === '-' ? -cents : cents
}

/** The decimal at a path as plain text; null where there is none. @throws Unreadable */
export function decimalIn(element: XmlElement | undefined, path: readonly string[]): string | null {
  const found = at(element, ...path)
  if (!found || found.text === '') return null
  if (!/^[+-]?(\d{1,15}(\.\d{0,12})?|\.\d{1,12})$/.test(found.text)) return refuse(found, 'it is digits with a point')
  const [, sign, whole, decimals] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(found.text)!
  const plain = (decimals ?? '').replace(/0+$/, '')
  const digits = (whole ?? '').replace(/^0+(?=\d)/, '') || '0'
  const number = plain === '' ? digits : `${digits}.${plain}`
  return sign === '-' && /[1-9]/.test(number) ? `-${number}` : number
}

/** The day at a path; null where there is none. @throws Unreadable */
export function dayIn(element: XmlElement | undefined, path: readonly string[]): string | null {
  const found = at(element, ...path)
  if (!found || found.text === '') return null
  const [, day] = /^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)?$/.exec(found.text) ?? []
  const date = day === undefined ? undefined : new Date(`${day}T00:00:00Z`)
  const isDay = date && !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === day
  return isDay && day! >= '1900' && day! < '2200' ? day! : refuse(found, 'a date is YYYY-MM-DD')
}

/** The currency at a path; null where there is none. @throws Unreadable */
export function currencyIn(element: XmlElement | undefined, path: readonly string[]): string | null {
  const found = at(element, ...path)
  if (!found || found.text === '') return null
  return /^[A-Z]{3}$/.test(found.text) ? found.text : refuse(found, 'a currency is three capitals (BR-CL-04)')
}
