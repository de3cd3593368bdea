import { invoiceOfPaymentId } from '../../sales/payment-slip.ts'

/** Words before a number that say it is that of an invoice. */
const NAMES_INVOICE =
  /(?:fakturanr|faktura|fakt|fak|regning|invoice|inv|rechnung|facture|factuur|nr|no|kreditnota|bilag)[\s.:#-]*$/i
/** Digits of a number that may stand for an invoice by itself. */
const DIGITS_ALONE = 4

/** Folded for comparison: lower case, letters and digits. */
const fold = (text: string): string => text.normalize('NFC').toLowerCase()

/**
 * Numbers of invoices that a text may name: those of enough digits that stand alone, shorter ones behind a word for
 * invoices, and payment ids.
 */
export function numbersIn(text: string): Set<string> {
  const found = new Set<string>()
  for (const { 0: digits, index } of text.matchAll(/(?<![\p{L}\d])\d{1,19}(?![\p{L}\d])/gu)) {
    const before = text.slice(Math.max(0, index - 16), index)
    // Not a part of an amount, a day or an account.
    if (/[\d.,]$/.test(before) && /\d[.,]$/.test(before)) continue
    if (/^[.,]\d/.test(text.slice(index + digits.length))) continue
    const plain = digits.replace(/^0+(?=\d)/, '')
    if (digits.length >= DIGITS_ALONE || NAMES_INVOICE.test(before)) found.add(plain)
    const paid = invoiceOfPaymentId(digits)
    if (paid !== undefined) found.add(paid)
  }
  // Numbers with letters, as suppliers have them.
  for (const { 0: word } of text.matchAll(
    /(?<![\p{L}\d])(?=[\p{L}\d/-]*\d)(?=[\p{L}\d/-]*\p{L})[\p{L}\d/-]{3,30}(?![\p{L}\d])/gu,
  ))
    found.add(fold(withoutWords(word)))
  return found
}

/** A number without words that a stroke joins to it: `F-2026/45` of `F-2026/45/Holz`. */
function withoutWords(text: string): string {
  const parts = text.split('/')
  const isNumber = (part: string): boolean => /\d/.test(part)
  return parts.slice(parts.findIndex(isNumber), parts.findLastIndex(isNumber) + 1).join('/')
}

/** An invoice's number as texts have it. */
export const numberOf = (invoice: string): string => fold(invoice).replace(/^0+(?=\d)/, '')

/** Words that many companies have in their names. */
const COMMON: readonly string[] = [
  'aps',
  'a/s',
  'as',
  'ivs',
  'ab',
  'gmbh',
  'ltd',
  'inc',
  'og',
  'and',
  'the',
  'den',
  'det',
  'danmark',
  'denmark',
  'holding',
  'group',
  'company',
]

/** The words of a name that tell it from others. */
export const wordsOf = (name: string): string[] =>
  fold(name)
    .split(/[^\p{L}\d/&]+/u)
    .filter((word) => word.length >= 3 && !COMMON.includes(word))

/** Whether a text has every telling word of a name. */
export function names(text: string, name: string): boolean {
  const words = wordsOf(name)
  const has = new Set(wordsOf(text))
  return words.length > 0 && words.every((word) => has.has(word))
}

/** Whether two names have no telling word in common, and both have some. */
export function differ(one: string, other: string): boolean {
  const words = wordsOf(one)
  const others = new Set(wordsOf(other))
  return words.length > 0 && others.size > 0 && !words.some((word) => others.has(word))
}

/** Whether a text is like a pattern with `*` for anything, without regard to case. */
export function isLike(text: string, pattern: string): boolean {
  const parts = fold(pattern).split('*')
  const whole = fold(text)
  let at = 0
  for (const [place, part] of parts.entries()) {
    const isLast = place === parts.length - 1
    const found =
      place === 0
        ? whole.startsWith(part)
          ? 0
          : -1
        : isLast && part !== ''
          ? whole.length - part.length
          : whole.indexOf(part, at)
    if (found < at || (isLast && part !== '' && !whole.endsWith(part))) return false
    at = found + part.length
  }
  return parts.length > 1 || whole === parts[0]
}
