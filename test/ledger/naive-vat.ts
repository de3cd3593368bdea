import type { Day, NaiveFacts } from './naive-facts.ts'
import { inText } from './naive-money.ts'
import type { NaiveEntry } from './naive-open-items.ts'

const sum = (entries: readonly NaiveEntry[], of: (entry: NaiveEntry) => boolean): bigint =>
  entries.filter(of).reduce((total, { base }) => total + base, 0n)

/**
 * The VAT statement of some days: `code base tax reverse` of each code that has any, signed as on a return; sales begin
 * with U.
 */
export function naiveVat({ vat }: NaiveFacts, entries: readonly NaiveEntry[], from: Day, to: Day): string[] {
  const within = entries.filter(({ date, type }) => date >= from && date <= to && type !== OPENING)
  return [...vat].flatMap(([code, { account, reverse }]) => {
    const sign = code.startsWith('U') ? -1n : 1n
    const base = sum(within, (entry) => entry.vat === code)
    const taxes = within.filter(({ taxOf }) => taxOf === code)
    const tax = sum(taxes, (entry) => entry.account === account)
    const contra = sum(taxes, (entry) => entry.account === reverse)
    if (base === 0n && tax === 0n && contra === 0n) return []
    return [
      [code, sign * base, sign * tax, -contra].map((one) => (typeof one === 'bigint' ? inText(one) : one)).join(' '),
    ]
  })
}

const OPENING = 7

/**
 * What stands on accounts of VAT codes and belongs to no code: `account amount`, debit positive. Accounts that come to
 * nothing are left out.
 */
export function unexplained({ vat }: NaiveFacts, entries: readonly NaiveEntry[], from: Day, to: Day): string[] {
  const accounts = [...new Set([...vat.values()].flatMap(({ account, reverse }) => [account, reverse ?? account]))]
  return accounts
    .map((account) => {
      const other = (entry: NaiveEntry): boolean =>
        entry.account === account &&
        entry.taxOf === undefined &&
        entry.type !== OPENING &&
        entry.date >= from &&
        entry.date <= to
      return { account, amount: sum(entries, other) }
    })
    .filter(({ amount }) => amount !== 0n)
    .map(({ account, amount }) => `${account} ${inText(amount)}`)
    .sort()
}

/** What each account has in each currency: `account currency amount base`. */
export function naiveCurrencies(entries: readonly NaiveEntry[], year: string): string[] {
  const sums = new Map<string, [bigint, bigint]>()
  for (const { account, currency, amount, base, year: of } of entries) {
    if (of !== year) continue
    const [inCurrency, inBase] = sums.get(`${account} ${currency}`) ?? [0n, 0n]
    sums.set(`${account} ${currency}`, [inCurrency + amount, inBase + base])
  }
  return [...sums].map(([key, amounts]) => [key, ...amounts.map(inText)].join(' ')).sort()
}
