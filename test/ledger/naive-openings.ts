import { LANDED } from '../landed.ts'
import { SUMMARY_ACCOUNTS } from './naive-changes.ts'
import type { NaiveFacts, NaiveYear } from './naive-facts.ts'
import { type NaiveEntry, type NaiveMatch, remaindersOn } from './naive-open-items.ts'
import { cents } from './naive-money.ts'
import type { NaivePosting } from './naive-postings.ts'

/** A line that a year opens with. */
interface Opening {
  account: number
  currency: string
  amount: bigint
  base: bigint
}

/** By account and currency; what a summary account has in no currency comes last. */
const inOrder = (base: string) => (a: Opening, b: Opening) =>
  a.account - b.account ||
  Number(a.currency === base) - Number(b.currency === base) ||
  (a.currency < b.currency ? -1 : 1)

const isSummary = ({ customers, suppliers }: NaiveFacts, account: number): boolean =>
  SUMMARY_ACCOUNTS.includes(account) ||
  [...customers.values(), ...suppliers.values()].some(({ summary }) => summary === account)

const sum = (some: readonly bigint[]): bigint => some.reduce((total, one) => total + one, 0n)

/** A summary account's items, by currency, and what is left. */
function ofSummary(
  account: number,
  base: bigint,
  { baseCurrency }: NaiveFacts,
  [entries, matches]: [readonly NaiveEntry[], readonly NaiveMatch[]],
  day: string,
): Opening[] {
  const open = remaindersOn(entries, matches, day).filter(({ entry }) => entry.account === account)
  const currencies = [...new Set(open.map(({ entry }) => entry.currency))].filter((code) => code !== baseCurrency)
  const foreign = currencies.map((currency) => {
    const own = open.filter(({ entry }) => entry.currency === currency)
    return { account, currency, amount: sum(own.map((one) => one.amount)), base: sum(own.map((one) => one.base)) }
  })
  const kept = foreign.filter(({ amount }) => amount !== 0n)
  const left = base - sum(kept.map((one) => one.base))
  return [...kept, { account, currency: baseCurrency, amount: left, base: left }]
}

/**
 * What a closed year leaves the next one: every balance by account, in the currency it is kept in, and at the end the
 * result of the year.
 */
export function openingsOf(
  facts: NaiveFacts,
  entries: readonly NaiveEntry[],
  matches: readonly NaiveMatch[],
  year: NaiveYear,
): Opening[] {
  const { accounts, baseCurrency, result } = facts
  const ofYear = entries.filter((entry) => entry.year === year.name)
  const carried = [...accounts.values()].flatMap(({ number: account, kind, currency }): Opening[] => {
    if (kind !== 'balance') return []
    const own = ofYear.filter((entry) => entry.account === account)
    const base = sum(own.map((entry) => entry.base))
    if (LANDED.openingsByCurrency) {
      if (isSummary(facts, account)) return ofSummary(account, base, facts, [entries, matches], year.to)
      const ofCurrency = own.filter((entry) => entry.currency === currency)
      if (currency) return [{ account, currency, amount: sum(ofCurrency.map(({ amount }) => amount)), base }]
    }
    return [{ account, currency: baseCurrency, amount: base, base }]
  })
  const isResult = ({ account }: NaiveEntry): boolean => accounts.get(account)!.kind === 'result'
  const profit = sum(ofYear.filter(isResult).map(({ base }) => base))
  const all = [
    ...carried.sort(inOrder(baseCurrency)),
    { account: result!, currency: baseCurrency, amount: profit, base: profit },
  ]
  return all.filter(({ amount, base }) => amount !== 0n || base !== 0n)
}

/** Base currency for 100 of the currency, to a millionth; 100 where that is no rate. */
function rateOf({ amount, base }: Opening): string {
  if (amount === 0n || amount > 0n !== base > 0n) return '100'
  const sign = amount > 0n ? 1n : -1n
  const millionths = cents({ over: sign * base * 1_000_000n, under: sign * amount })
  if (millionths === 0n) return '100'
  const digits = String(millionths).padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** The openings as postings of the next year's first day. They name no party. */
export const openingPostings = (openings: readonly Opening[], from: string, next: NaiveYear, voucher: number) =>
  openings.map((opening): NaivePosting => ({
    ...opening,
    type: 7,
    journal: null,
    rate: rateOf(opening),
    vat: null,
    dueDate: null,
    customer: null,
    customerInvoice: null,
    supplier: null,
    supplierInvoice: null,
    date: next.from,
    year: next.name,
    voucher,
    text: `Primosaldo fra ${from}`,
  }))
