import { centsOf, centsToText, digitsOf } from '../../ledger/money.ts'
import { SafTError } from '../error.ts'
import { enclosed, escaped, printable, type Xml } from '../../xml.ts'
import { AMOUNT_DIGITS_MAX } from '../limits.ts'

/** Characters of the schema's text types. */
export const CODE = 9
export const SHORT = 18
export const MIDDLE_1 = 35
export const MIDDLE_2 = 70
export const LONG = 256

/** What stands for a character that XML forbids: who reads the file sees that there was one. */
export const UNREADABLE = '\uFFFD'

/** An element around finished XML; parts that are undefined are left out. */
export function element(name: string, ...parts: readonly (Xml | undefined)[]): Xml {
  return `${enclosed(name, `\n${parts.join('')}`)}\n`
}

/** An element that holds a text: cut to `max` characters, without what XML cannot hold. */
export function leaf(name: string, value: string | number, max = Infinity): Xml {
  return `${enclosed(name, escaped(cut(String(value), max), UNREADABLE))}\n`
}

/**
 * As `leaf`, for texts that would mean something else when cut: left out where empty or longer than the schema allows.
 */
export function whole(name: string, value: string | null, max: number): Xml | undefined {
  const text = printable(value ?? '', UNREADABLE).trim()
  return text === '' || [...text].length > max ? undefined : leaf(name, text)
}

/** A text for elements that must not be empty. */
export function said(value: string | null, otherwise: string): string {
  return printable(value ?? '', UNREADABLE).trim() || otherwise
}

const cut = (text: string, max: number): string => (text.length <= max ? text : [...text].slice(0, max).join(''))

/**
 * An amount without its sign, for one of the elements that tell debit from credit.
 * @throws SafTError where it has more digits than the schema has room for.
 */
export function amountLeaf(name: string, amount: string): Xml {
  const cents = centsOf(amount)
  const text = centsToText(cents < 0n ? -cents : cents)
  if (digitsOf(text) > AMOUNT_DIGITS_MAX) {
    throw new SafTError(undefined, `${amount} has more than ${AMOUNT_DIGITS_MAX} digits: SAF-T has no room for it.`)
  }
  return `${enclosed(name, text)}\n`
}

/** `OpeningDebitBalance`, `ClosingCreditBalance` and the like. The sign tells the side; 0 is debit. */
export function balanceLeaf(which: 'Opening' | 'Closing', amount: string): Xml {
  return amountLeaf(`${which}${amount.startsWith('-') ? 'Credit' : 'Debit'}Balance`, amount)
}
