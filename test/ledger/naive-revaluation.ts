import type { NaiveBooks } from './naive-books.ts'
import { rateOn } from './naive-drafts.ts'
import { addDays, type Day } from './naive-facts.ts'
import { cents, type Fraction, fraction, ofCents, times } from './naive-money.ts'
import { remaindersOn } from './naive-open-items.ts'
import type { NaivePosting } from './naive-postings.ts'

/** What is worth something else at the rates of a day: of an account, or of what is open of an invoice. */
interface Worth {
  account: number
  currency: string
  amount: bigint
  base: bigint
  customer: number | null
  customerInvoice: bigint | null
  supplier: number | null
  supplierInvoice: string | null
  dueDate: Day | null
}

const HUNDREDTH: Fraction = { over: 1n, under: 100n }
const NOBODY = { customer: null, customerInvoice: null, supplier: null, supplierInvoice: null, dueDate: null }

/** Balances of the accounts that are kept in a currency, over the years that are not closed. */
function ofAccounts({ facts, entries }: NaiveBooks, day: Day): Worth[] {
  const open = facts.years.filter(({ closed }) => !closed).map(({ name }) => name)
  return [...facts.accounts.values()]
    .filter(({ currency, kind }) => currency !== undefined && currency !== facts.baseCurrency && kind === 'balance')
    .sort((a, b) => a.number - b.number)
    .map(({ number, currency }) => {
      const own = entries.filter((one) => one.account === number && one.date <= day && open.includes(one.year))
      const sum = (amounts: bigint[]): bigint => amounts.reduce((total, one) => total + one, 0n)
      const amount = sum(own.filter((one) => one.currency === currency).map((one) => one.amount))
      return { ...NOBODY, account: number, currency: currency!, amount, base: sum(own.map(({ base }) => base)) }
    })
}

/** What is open of each invoice in another currency; entries that name no invoice together. */
function ofItems({ facts, entries, matches }: NaiveBooks, day: Day): Worth[] {
  const found = new Map<string, Worth>()
  for (const { entry, amount, base } of remaindersOn(entries, matches, day)) {
    const { account, currency, customer, customerInvoice, supplier, supplierInvoice, dueDate } = entry
    if (currency === facts.baseCurrency) continue
    const key = [account, currency, customer, customerInvoice, supplier, supplierInvoice].join(' ')
    const before = found.get(key) ?? { ...NOBODY, account, currency, amount: 0n, base: 0n }
    const due = [before.dueDate, dueDate].filter((one) => one !== null).sort()[0] ?? null
    const named = { customer, customerInvoice, supplier, supplierInvoice, dueDate: due }
    found.set(key, { ...before, ...named, amount: before.amount + amount, base: before.base + base })
  }
  return [...found.values()].sort(
    (a, b) =>
      (a.customer ?? Infinity) - (b.customer ?? Infinity) ||
      (a.supplier ?? 0) - (b.supplier ?? 0) ||
      a.account - b.account ||
      compared(a.customerInvoice, b.customerInvoice) ||
      compared(a.supplierInvoice, b.supplierInvoice) ||
      compared(a.currency, b.currency),
  )
}

/** Without one comes last. */
function compared<Value extends bigint | string>(one: Value | null, other: Value | null): number {
  if (one === other) return 0
  if (one === null || other === null) return one === null ? 1 : -1
  return one < other ? -1 : 1
}

/**
 * Accounts kept in a currency and open items at the rates of a day (MONTH.md 5): what differs is booked by entries of
 * nothing in the currency; that of items is taken back the day after. @returns the gain in cents.
 */
export function revalue(books: NaiveBooks, date: Day): bigint {
  const differences = [...ofAccounts(books, date), ...ofItems(books, date)].flatMap((worth) => {
    const rate = rateOn(books.facts, worth.currency, date)!
    const base = cents(times(times(ofCents(worth.amount), fraction(rate)), HUNDREDTH)) - worth.base
    return base === 0n ? [] : [{ worth, rate, base }]
  })
  if (differences.length === 0) return 0n
  books.voucher += 1
  const first = books.noJournal(date)
  const pairs = differences.map(({ worth, rate, base }) => {
    const { amount: _amount, ...facts } = worth
    const own: NaivePosting = {
      ...{ ...facts, ...first, type: 9, journal: null, amount: 0n, base, rate, vat: null, text: 'Kursregulering' },
    }
    return [own, { ...own, ...NOBODY, account: books.facts.difference, base: -base }] as const
  })
  const items = pairs.filter(([own]) => own.customer !== null || own.supplier !== null)
  const next = addDays(date, 1)
  if (items.length > 0) books.voucher += 1
  const back = items.map((pair) =>
    pair.map((one) => ({ ...one, ...books.noJournal(next), base: -one.base, text: 'Kursregulering, tilbageført' })),
  )
  const booked = books.write([...pairs, ...back].flat())
  const [then, after] = [2 * (pairs.length - items.length), 2 * pairs.length]
  items.forEach(([{ base }], at) => {
    const [own, other] = [booked[then + 2 * at]!, booked[after + 2 * at]!]
    own.remainder = other.remainder = 0n
    const [debit, credit] = base > 0n ? [own.number, other.number] : [other.number, own.number]
    const amounts = { amount: base > 0n ? base : -base, debitAmount: 0n, creditAmount: 0n }
    books.note({ debit, credit, ...amounts, date: next, belongsTo: null, takesBack: null })
  })
  return differences.reduce((sum, { base }) => sum + base, 0n)
}
