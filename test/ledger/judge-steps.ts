import type { Chance } from '../chance.ts'
import { dayIn, type Days, randomDrafts, severalLines } from './judge-drafts.ts'
import { randomInvoice } from './judge-invoices.ts'
import { changeSome } from './judge-changes.ts'
import { BALANCES, INCOME, SALES, WRONG_ACCOUNTS } from './judge-world.ts'
import { addDays, type Day, firstOfMonth, type NaiveYear } from './naive-facts.ts'
import { SUMMARY_ACCOUNTS } from './naive-changes.ts'
import { isOpen, type NaiveEntry } from './naive-open-items.ts'
import type { NaiveLedger } from './naive.ts'
import type { Step } from './naive-steps.ts'

/**
 * The last day of a year that begins on `from`, 1 to 18 months later, mostly twelve. Some years end amid a month. The
 * next one then ends with a month, so that those after it have whole months again.
 */
function endOfYear(chance: Chance, from: Day): Day {
  const months = chance.maybe(0.5) ? 12 : chance.int(1, 18)
  if (!from.endsWith('-01')) return addDays(firstOfMonth(from, Math.max(2, months)), -1)
  const end = addDays(firstOfMonth(from, months), -1)
  return months < 18 && chance.maybe(0.1) ? addDays(end, chance.int(1, 26)) : end
}

const lastYear = (naive: NaiveLedger): NaiveYear => naive.facts.years.at(-1)!

function openNext(chance: Chance, naive: NaiveLedger): Step {
  const from = addDays(lastYear(naive).to, chance.maybe(0.05) ? 32 : 1)
  return { do: 'open', from, to: endOfYear(chance, from) }
}

/** Years of random bookkeeping, each step chosen by what the steps before have left. */
export function* randomSteps(chance: Chance, naive: NaiveLedger, first: Day, years: number): Generator<Step> {
  yield { do: 'open', from: first, to: endOfYear(chance, first) }
  for (let index = 0; index < years; index += 1) {
    const year = naive.facts.years[index]!
    if (chance.maybe(0.7)) yield openNext(chance, naive)
    let from = year.from
    while (from <= year.to) {
      const last = addDays(firstOfMonth(from, chance.int(3, 12)), -1)
      const to = last < year.to ? last : year.to
      yield* someMonths(chance, naive, { from, to })
      from = addDays(to, 1)
    }
    if (chance.maybe(0.7)) yield* closing(chance, naive)
    while (naive.facts.years.length < index + 2) yield openNext(chance, naive)
  }
}

function* someMonths(chance: Chance, naive: NaiveLedger, months: Days): Generator<Step> {
  const { facts } = naive
  yield* unbarMost(chance, naive)
  const isBooked = (journal: number, number: number): boolean =>
    naive.entries.some((entry) => entry.journal === journal && entry.voucher === number)
  for (let calls = chance.int(1, 2); calls > 0; calls -= 1) {
    const anywhere = { from: facts.years[0]!.from, to: addDays(lastYear(naive).to, 20) }
    yield { do: 'draft', entries: randomDrafts(chance, facts, chance.maybe(0.06) ? anywhere : months, isBooked) }
  }
  if (chance.maybe(0.5)) yield* oneVoucher(chance, naive, months)
  for (const draft of chance.some(naive.drafts, chance.int(0, 3))) {
    const mayAccrue = [3, 5, 10].includes(draft.entryTypeNumber) && (draft.accrual === undefined || chance.maybe(0.3))
    if (mayAccrue || chance.maybe(0.05)) yield accrue(chance, draft.journalNumber, draft.number, draft.date)
  }
  yield* barSome(chance, naive)
  const waiting = [...new Set(naive.drafts.map(({ journalNumber }) => journalNumber))]
  for (const journal of chance.some(waiting, 3)) {
    yield book(chance, naive, journal, months)
    // What cannot be booked is thrown away in part, and then all of it.
    if (chance.maybe(0.35)) yield* bookTheRest(chance, naive, journal)
  }
  for (let left = chance.int(0, 3); left > 0; left -= 1) {
    const body = randomInvoice(chance, facts, months)
    if (body) yield { do: 'invoice', body }
  }
  if (naive.entries.length === 0) return
  yield* changeSome(chance, naive)
  if (chance.maybe(0.3)) yield* moveAway(chance, naive, months)
  if (chance.maybe(0.5)) yield match(chance, naive)
  if (naive.matches.length > 0 && chance.maybe(0.4)) yield takeBack(chance, naive)
  if (chance.maybe(0.4)) yield reverse(chance, naive, months)
}

/** Lines of one voucher, numbered by its journal. */
function* oneVoucher(chance: Chance, { facts }: NaiveLedger, days: Days): Generator<Step> {
  const takers = [...facts.journals.values()].filter(({ only }) => only === 0 || only === 5)
  if (takers.length === 0) return
  const journal = chance.pick(takers)
  const lines = severalLines(chance, facts, journal, days, () => false)
  yield { do: 'voucher', journal: journal.number, entries: lines.map(({ voucherNumber: _, ...line }) => line) }
}

type Barring = Extract<Step, { do: 'bar' }>

/** Bars periods, accounts and parties, which entries may be waiting for already. */
function* barSome(chance: Chance, naive: NaiveLedger): Generator<Step> {
  const { years } = naive.facts
  if (chance.maybe(0.1)) {
    const year = chance.pick(years.slice(-3))
    yield { do: 'bar', what: 'period', year: year.name, number: chance.pick(year.periods).number, barred: true }
  }
  if (!chance.maybe(0.12)) return
  const what = chance.pick(['account', 'customer', 'supplier'] as const)
  yield {
    do: 'bar',
    what,
    number: what === 'account' ? chance.pick([...INCOME, ...BALANCES, ...SALES]) : chance.int(1, 4),
    barred: true,
  }
}

/** Lifts most bars. What is barred from the beginning stays barred. */
function* unbarMost(chance: Chance, naive: NaiveLedger): Generator<Step> {
  const { years, accounts, customers, suppliers } = naive.facts
  const barred = (what: 'account' | 'customer' | 'supplier', all: Map<number, { barred: boolean }>): Barring[] =>
    [...all].flatMap(([number, one]) => (one.barred ? [{ do: 'bar', what, number, barred: false }] : []))
  const all: Barring[] = [
    ...years.flatMap(({ name: year, closed, periods }) =>
      periods.flatMap(({ number, barred: isBarred }): Barring[] =>
        isBarred && !closed ? [{ do: 'bar', what: 'period', year, number, barred: false }] : [],
      ),
    ),
    ...barred('account', accounts).filter(({ number }) => !WRONG_ACCOUNTS.includes(number)),
    ...[...barred('customer', customers), ...barred('supplier', suppliers)].filter(({ number }) => number !== 5),
  ]
  for (const one of all) if (chance.maybe(0.7)) yield one
}

function accrue(chance: Chance, journal: number, entry: number, date: Day): Step {
  const start = addDays(date, chance.int(-20, 40))
  const account = chance.maybe(0.06) ? chance.pick(WRONG_ACCOUNTS) : chance.pick(BALANCES)
  const end = addDays(start, chance.maybe(0.05) ? -40 : chance.int(0, 200))
  return { do: 'accrue', journal, entry: chance.maybe(0.03) ? entry + 1 : entry, account, start, end }
}

function book(chance: Chance, naive: NaiveLedger, journal: number, months: Days): Step {
  const kind = chance.pick(['all', 'all', 'dates', 'entries'] as const)
  if (kind === 'all') return { do: 'book', journal, selection: { kind } }
  if (kind === 'dates') {
    const [from, to] = [dayIn(chance, months), dayIn(chance, months)].sort() as [Day, Day]
    return { do: 'book', journal, selection: { kind, from, to } }
  }
  const waiting = naive.drafts.filter(({ journalNumber }) => journalNumber === journal).map(({ number }) => number)
  const entryNumbers = chance.some(waiting, chance.int(1, 12))
  if (chance.maybe(0.05)) entryNumbers.push(chance.int(1, 500))
  return { do: 'book', journal, selection: { kind, entryNumbers: [...new Set(entryNumbers)] } }
}

function* bookTheRest(chance: Chance, naive: NaiveLedger, journal: number): Generator<Step> {
  const waiting = () => naive.drafts.filter(({ journalNumber }) => journalNumber === journal)
  if (waiting().length > 0 && chance.maybe(0.3)) yield { do: 'discard', entry: chance.pick(waiting()).number }
  yield { do: 'book', journal, selection: { kind: 'all' } }
  if (waiting().length > 0 && chance.maybe(0.6)) yield { do: 'empty', journal }
}

function match(chance: Chance, naive: NaiveLedger): Step {
  const open = naive.entries.filter(({ remainder }) => remainder !== null && remainder !== 0n)
  const left = onAnotherAccount(naive, open)
  if (left.length > 0 && chance.maybe(0.7)) return matchAcross(chance, open, chance.pick(left))
  const late = open.slice(-40)
  const one = late.length > 0 && chance.maybe(0.95) ? chance.pick(late) : chance.pick(naive.entries)
  const ofParty = (chance.maybe(0.9) ? open : naive.entries).filter(
    ({ customer, supplier }) => customer === one.customer && supplier === one.supplier,
  )
  const entries = [one, ...chance.some(ofParty, chance.int(2, 10))].map(({ number }) => number)
  if (chance.maybe(0.06)) entries.push(chance.int(1, naive.entries.length + 20))
  return { do: 'match', entries }
}

/** An entry on the account that its party has left, with what the party has open on another. */
function matchAcross(chance: Chance, open: readonly NaiveEntry[], one: NaiveEntry): Step {
  const others = open.filter(
    ({ customer, supplier, account }) =>
      customer === one.customer && supplier === one.supplier && (account !== one.account || chance.maybe(0.1)),
  )
  return { do: 'match', entries: [one, ...chance.some(others, 8)].map(({ number }) => number) }
}

/**
 * Reverses what is open of a party, moves it to a group with another account, and opens some of what it had on the one
 * before again.
 */
function* moveAway(chance: Chance, naive: NaiveLedger, months: Days): Generator<Step> {
  const party = chance.pick(['customer', 'supplier'] as const)
  const number = chance.int(1, 4)
  const own = naive.entries.filter((entry) => entry[party] === number)
  for (const { journal, year, voucher, booking, reversedBy } of own.filter(isOpen).slice(0, 5)) {
    if (journal === null || reversedBy !== null) continue
    yield { do: 'reverse', journal, year, voucher, booking, date: dayIn(chance, months), text: undefined }
  }
  const { summary } = naive.facts[`${party}s`].get(number)!
  const others = SUMMARY_ACCOUNTS.filter((account) => account !== summary && account < 6000 === summary < 6000)
  yield { do: 'change', change: 'group', party, number, summary: chance.pick(others) }
  const numbers = new Set(own.map((entry) => entry.number))
  const matches = naive.matches.filter(
    ({ debit, belongsTo, takesBack }) => numbers.has(debit) && belongsTo === null && takesBack === null,
  )
  for (const one of chance.some(matches.slice(-8), 2)) yield { do: 'takeBack', match: one.number }
}

/** Entries of parties that have moved to a group with another account since. */
const onAnotherAccount = ({ facts: { customers, suppliers } }: NaiveLedger, entries: readonly NaiveEntry[]) =>
  entries.filter(({ customer, supplier, account }) => {
    const party = customer === null ? suppliers.get(supplier ?? -1) : customers.get(customer)
    return party !== undefined && party.summary !== account
  })

/** Takes back one of the last matches, or any; now and then one that cannot be, or is not there. */
function takeBack(chance: Chance, naive: NaiveLedger): Step {
  const own = naive.matches.filter(({ belongsTo, takesBack }) => belongsTo === null && takesBack === null)
  const debits = new Set(onAnotherAccount(naive, naive.entries).map(({ number }) => number))
  const moved = own.filter(({ debit }) => debits.has(debit)).slice(-30)
  const recent = moved.length > 0 && chance.maybe(0.3) ? moved : own.slice(chance.maybe(0.7) ? -30 : 0)
  const some = chance.maybe(0.9) ? recent : naive.matches
  return { do: 'takeBack', match: chance.maybe(0.03) ? naive.matches.length + 1 : chance.pick(some).number }
}

function reverse(chance: Chance, naive: NaiveLedger, months: Days): Step {
  const { journal, year, voucher, booking: found } = chance.pick(naive.entries)
  const booking = chance.maybe(0.6) ? found : chance.maybe(0.05) ? found + 1 : undefined
  const date = dayIn(chance, chance.maybe(0.1) ? { from: '1999-12-01', to: addDays(months.to, 40) } : months)
  const text = chance.maybe(0.3) ? 'Tilbageført' : undefined
  return { do: 'reverse', journal: journal ?? 1, year, voucher, booking, date, text }
}

/** Tries to close the earliest open year as it is. Then removes what prevents that, and closes it. */
function* closing(chance: Chance, naive: NaiveLedger): Generator<Step> {
  const { years } = naive.facts
  if (chance.maybe(0.1)) yield { do: 'close', year: chance.pick(years).name }
  const at = years.findIndex(({ closed }) => !closed)
  const year = years[at]!
  yield { do: 'close', year: year.name }
  if (year.closed) return
  const inTheWay = naive.drafts.filter((draft) => draft.year === year.name)
  for (const journal of new Set(inTheWay.map(({ journalNumber }) => journalNumber))) {
    const ofJournal = inTheWay.filter(({ journalNumber }) => journalNumber === journal)
    if (ofJournal.length > 3) yield { do: 'empty', journal }
    else for (const { number } of ofJournal) yield { do: 'discard', entry: number }
  }
  while (years.length < at + 2) yield openNext(chance, naive)
  const next = years[at + 1]!
  if (next.periods[0]!.barred) yield { do: 'bar', what: 'period', year: next.name, number: 1, barred: false }
  yield { do: 'close', year: year.name }
}
