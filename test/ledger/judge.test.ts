import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { JudgedBooks } from './judge-books.ts'
import { ClosedYears } from './judge-closed.ts'
import { Chance } from '../chance.ts'
import { randomSteps } from './judge-steps.ts'
import { fillWorld, randomFacts } from './judge-world.ts'
import { naivePeriodTotals, naiveTotals, naiveTrialBalance } from './naive-balances.ts'
import { addDays, type Day, firstOfMonth, yearOf } from './naive-facts.ts'
import { SUMMARY_ACCOUNTS } from './naive-changes.ts'
import { inText } from './naive-money.ts'
import { type NaiveEntry, type NaiveMatch, openOn } from './naive-open-items.ts'
import { NaiveLedger } from './naive.ts'
import { LANDED } from '../landed.ts'
import { runs } from '../long.ts'

const MONTHS = runs(3, 2_000, process.env.DAYBOOK_JUDGE_MONTHS)
const GIVEN_SEED = process.env.DAYBOOK_JUDGE_SEED
const AT_ONCE = 2

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const trimmed = (rate: string): string => (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate)

/** A booked entry, as the database is asked to write it. */
const lineOf = (entry: NaiveEntry): string =>
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
    entry.text ?? '-',
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
function expectSame(found: readonly string[], expected: readonly string[], what: string): void {
  const only = (some: readonly string[], others: readonly string[]): string[] => {
    const known = new Set(others)
    return some.filter((line) => !known.has(line)).slice(0, 5)
  }
  if (found.join('\n') === expected.join('\n')) return
  const [real, naive] = [only(found, expected), only(expected, found)]
  throw new Error(`${what}: the books have\n  ${real.join('\n  ')}\nand the naive ledger\n  ${naive.join('\n  ')}`)
}

/** Everything that both keep must be the same. */
async function compare(books: JudgedBooks, naive: NaiveLedger, chance: Chance): Promise<void> {
  const { entries, facts } = naive
  expectSame(await books.entries(), entries.map(lineOf), 'entries')
  expectSame(await books.matches(), naive.matches.map(matchLine), 'matches')
  const drafts = naive.drafts.map(({ number, journalNumber, voucherNumber, year, accrual }) =>
    [number, journalNumber, voucherNumber, year, ...(accrual ? [accrual.account] : [])].join(' '),
  )
  expectSame((await books.drafts()).sort(), drafts.sort(), 'drafts')
  if (LANDED.nextVoucherNumber)
    expectSame((await books.nextNumbers()).sort(), naive.nextNumbers().sort(), 'next numbers')
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

/** What is true of any correct books. */
function expectSound({ entries, facts }: NaiveLedger): void {
  const sum = (some: readonly NaiveEntry[], of: (entry: NaiveEntry) => bigint): bigint =>
    some.reduce((total, entry) => total + of(entry), 0n)
  const vouchers = new Map<string, bigint>()
  for (const { journal, year, voucher, base } of entries) {
    const key = `${journal} ${year} ${voucher}`
    vouchers.set(key, (vouchers.get(key) ?? 0n) + base)
  }
  expect([...vouchers].filter(([, off]) => off !== 0n)).toEqual([])
  for (const [kind, parties] of [
    ['customer', facts.customers],
    ['supplier', facts.suppliers],
  ] as const) {
    for (const number of parties.keys()) {
      const some = entries.filter((entry) => entry[kind] === number)
      expect(sum(some, ({ remainder }) => remainder!)).toBe(sum(some, ({ base }) => base))
    }
  }
  // Nothing but parties has posted to a summary account, openings of closed years left out.
  const onSummaries = entries.filter(({ account, type }) => SUMMARY_ACCOUNTS.includes(account) && type !== 7)
  expect(onSummaries.filter(({ customer, supplier }) => customer === null && supplier === null)).toEqual([])
}

/** Keeps random books twice, and answers how many of their months were booked in. */
async function judge(seed: number, everyStep: boolean): Promise<number> {
  const chance = new Chance(seed)
  const first = firstOfMonth('2019-01-01', chance.int(0, 40))
  const facts = randomFacts(chance, first)
  const naive = new NaiveLedger(facts)
  const client = await service.client({ modules: ['Accruals'] })
  await fillWorld(service.database, client.agreement, facts)
  const books = new JudgedBooks(client, service.database)
  const closed = new ClosedYears(client)
  let number = 0
  for (const step of randomSteps(chance, naive, first, chance.int(3, 6))) {
    number += 1
    const expected = naive.carryOut(step)
    const told = `step ${number}: ${JSON.stringify(step)}`
    expectSame([JSON.stringify(await books.carryOut(step))], [JSON.stringify(expected)], told)
    await closed.compare(step.do).catch((error: Error) => {
      error.message = `${told}\n${error.message}`
      throw error
    })
    if (step.do === 'close' && 'answer' in expected) await closed.keep(step.year)
    if (everyStep)
      await compare(books, naive, new Chance(number)).catch((error: Error) => {
        error.message = `${told}\n${error.message}`
        throw error
      })
  }
  await compare(books, naive, chance)
  await closed.compare('all')
  expectSound(naive)
  expect(await verify(service.database, client.agreement)).toEqual({ ok: true, entries: naive.entries.length })
  return new Set(naive.entries.map(({ date }) => `${yearOf(facts.years, date)!.name} ${date.slice(0, 7)}`)).size
}

/** Judges the books of a seed. When they differ, judges them again with a look after every step, to name the first step that makes a difference. */
async function judgeOrTell(seed: number): Promise<number> {
  try {
    return await judge(seed, false)
  } catch (error) {
    const first = await judge(seed, true).then(
      () => error,
      (earlier: unknown) => earlier,
    )
    throw new Error(`DAYBOOK_JUDGE_SEED=${seed}: ${(first as Error).stack}`)
  }
}

test(
  'random books are kept as the naive ledger keeps them, to the cent',
  { timeout: Math.max(600_000, MONTHS * 1000) },
  async () => {
    if (GIVEN_SEED !== undefined) {
      await judgeOrTell(Number(GIVEN_SEED))
      return
    }
    let seed = Math.trunc(Math.random() * 1_000_000_000)
    let months = 0
    const keepOn = async (): Promise<void> => {
      while (months < MONTHS) {
        const booked = await judgeOrTell((seed += 1))
        months += booked
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, keepOn))
  },
)
