import type { Chance } from '../chance.ts'
import { LANDED } from '../landed.ts'
import type { JudgedBooks } from './judge-books.ts'
import { naivePeriodTotals, naiveTotals, naiveTrialBalance } from './naive-balances.ts'
import { addDays, type Day } from './naive-facts.ts'
import { inText } from './naive-money.ts'
import { type NaiveEntry, type NaiveMatch, openOn } from './naive-open-items.ts'
import { nextNumbers } from './naive-vouchers.ts'
import type { NaiveLedger } from './naive.ts'

const trimmed = (rate: string): string => (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate)

/** A booked entry, as the database is asked to write it. */
const lineOf = (entry: NaiveEntry, showsSystemTexts: boolean): string =>
  [
    entry.number,
    `t${entry.type}`,
    entry.account,
    entry.date,
    entry.year,
    `j${entry.journal ?? '-'}`,
    entry.voucher,
    inText(entry.amount),
    inText(entry.base),
    entry.currency,
    trimmed(entry.rate),
    entry.vat ?? '-',
    `c${entry.customer ?? '-'}`,
    entry.customerInvoice ?? '-',
    `s${entry.supplier ?? '-'}`,
    entry.supplierInvoice ?? '-',
    'due',
    entry.dueDate ?? '-',
    'open',
    entry.remainder === null ? '-' : inText(entry.remainder),
    entry.open === null ? '-' : inText(entry.open),
    'of',
    entry.booking,
    'by',
    entry.reversedBy ?? '-',
    (entry.journal === null && !showsSystemTexts ? null : entry.text) ?? '-',
  ].join(' ')

const matchLine = ({ number, debit, credit, date, belongsTo, takesBack, ...amounts }: NaiveMatch): string =>
  [
    number,
    debit,
    credit,
    inText(amounts.amount),
    inText(amounts.debitAmount),
    inText(amounts.creditAmount),
    date,
    belongsTo ?? '-',
    takesBack ?? '-',
  ].join(' ')

/** @throws Error that names the lines that only the real books have, and those that only the naive ledger has. */
export function expectSame(found: readonly string[], expected: readonly string[], what: string): void {
  const only = (some: readonly string[], others: readonly string[]): string[] => {
    const known = new Set(others)
    return some.filter((line) => !known.has(line)).slice(0, 5)
  }
  if (found.join('\n') === expected.join('\n')) return
  const [real, naive] = [only(found, expected), only(expected, found)]
  throw new Error(`${what}: the books have\n  ${real.join('\n  ')}\nand the naive ledger\n  ${naive.join('\n  ')}`)
}

/** What is written down must be the same: entries, matches, drafts. */
export async function compareWritten(books: JudgedBooks, naive: NaiveLedger): Promise<void> {
  const { entries } = naive
  expectSame(
    await books.entries(),
    entries.map((entry) => lineOf(entry, books.showsSystemTexts)),
    'entries',
  )
  expectSame(await books.matches(), naive.matches.map(matchLine), 'matches')
  const drafts = naive.drafts.map(({ number, journalNumber, voucherNumber, year, accrual }) =>
    [number, journalNumber, voucherNumber, year, ...(accrual ? [accrual.account] : [])].join(' '),
  )
  expectSame((await books.drafts()).sort(), drafts.sort(), 'drafts')
}

/** Everything that both keep must be the same. */
export async function compare(books: JudgedBooks, naive: NaiveLedger, chance: Chance): Promise<void> {
  const { entries, facts } = naive
  await compareWritten(books, naive)
  if (LANDED.nextVoucherNumber)
    expectSame((await books.nextNumbers()).sort(), nextNumbers(naive).sort(), 'next numbers')
  expectSame((await books.periodTotals()).sort(), naivePeriodTotals(facts, entries), 'totals')
  for (const { name, from, to, periods } of facts.years) {
    expectSame(await books.totals(name), naiveTotals(entries, name, from, to), `totals of ${name}`)
    const period = chance.pick(periods)
    const ofPeriod = naiveTotals(entries, name, period.from, period.to)
    expectSame(await books.totals(name, period.number), ofPeriod, `totals of period ${period.number} of ${name}`)
  }
  const [first, last] = [facts.years[0]!.from, facts.years.at(-1)!.to]
  for (const day of [chance.pick(facts.years).to, last]) {
    expectSame(await books.openOn(day), openOn(entries, naive.matches, day).sort(), `open items of ${day}`)
  }
  const days = (Date.parse(last) - Date.parse(first)) / 86_400_000
  const someDay = (): Day => addDays(first, chance.int(-5, days + 5))
  const ranges = [
    ...facts.years.map(({ from, to }) => [from, to]),
    ...Array.from({ length: 6 }, () => [someDay(), someDay()]),
  ]
  for (const range of ranges) {
    const [from, to] = range.sort() as [Day, Day]
    const expected = naiveTrialBalance(facts, entries, from, to)
    expectSame(await books.trialBalance(from, to), expected, `trial balance of ${from} to ${to}`)
  }
}
