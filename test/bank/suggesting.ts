import type { Facts } from '../../src/bank/suggesting/facts.ts'
import { suggestAll } from '../../src/bank/suggesting/suggest.ts'

/** Facts of nothing. */
export const NOTHING: Facts = {
  currency: 'DKK',
  lines: [],
  entries: [],
  items: [],
  payments: [],
  rules: [],
  history: [],
}
/** An open line of an amount, in which words stand. */
export const line = (
  amount: string,
  words: string,
  more: Partial<Facts['lines'][number]> = {},
): Facts['lines'][number] => ({
  number: 1,
  date: '2026-03-09',
  amount,
  words,
  name: null,
  account: null,
  reference: null,
  originalAmount: null,
  originalCurrency: null,
  pattern: words.toLowerCase(),
  ...more,
})
/** An open item, of a customer where nothing else is said. */
export const item = (
  invoiceNumber: string,
  open: string,
  more: Partial<Facts['items'][number]> = {},
): Facts['items'][number] => ({
  customerNumber: 201,
  name: 'Café Æblet',
  invoiceNumber,
  date: '2026-03-01',
  currency: 'DKK',
  open,
  ...more,
})
/** An entry on the account. */
export const entry = (
  number: number,
  amount: string,
  words: string,
  more: Partial<Facts['entries'][number]> = {},
): Facts['entries'][number] => ({
  number,
  isDraft: false,
  date: '2026-03-08',
  amount,
  words,
  name: null,
  accounts: [],
  ...more,
})
/** The best suggestion for the first line: kind, confidence, code. */
export const best = (facts: Partial<Facts>): unknown => {
  const [first] = suggestAll({ ...NOTHING, ...facts })[0]!.suggestions
  return first && [first.kind, first.confidence, first.code]
}
/** The best suggestion for the first line. */
export const firstOf = (facts: Partial<Facts>) => suggestAll({ ...NOTHING, ...facts })[0]!.suggestions[0]!
/** Its reason. */
export const reasonOf = (facts: Partial<Facts>): string => firstOf(facts).reason
