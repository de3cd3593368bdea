import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { Chance, seedOf } from '../chance.ts'
import type { Days } from '../ledger/judge-drafts.ts'
import { addDays, firstOfMonth } from '../ledger/naive-facts.ts'
import { runs } from '../long.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { DB } from './files.ts'
import { Closing } from './month-closing.ts'
import { MonthCompany } from './month-company.ts'
import { told } from './month-judge.ts'
import { BANKS, type Currency, monthWorld } from './month-world.ts'

/** How many months are kept, from one year into the next. */
const MONTHS = runs(2, 24, process.env.DAYBOOK_BANK_MONTHS)
const IS_LONG = MONTHS > 2
const FIRST = firstOfMonth('2026-01-01', -Math.min(12, Math.ceil(MONTHS / 2)))
/** How many lines a month has, about. */
const LINES = IS_LONG ? 500 : 14
/** Days from one that is reconciled to the next. */
const STEP = IS_LONG ? 1 : 10
const SEED = seedOf('DAYBOOK_BANK_SEED')
const CURRENCIES = Object.keys(BANKS) as Currency[]

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** Each day of a month is explained to 0.00; then no match of it can be undone. */
async function reconcileAndLock({ client, matching }: MonthCompany, { from, to }: Days): Promise<void> {
  for (const bank of CURRENCIES) {
    for (let day = from; day <= to; day = addDays(day, STEP)) await matching.reconciled(bank, day)
    const lock = await client.post(`${DB}/reconciliations`, { bankAccountNumber: BANKS[bank].number, date: to })
    expect([lock.status, lock.status === 201 ? '' : lock.text]).toEqual([201, ''])
  }
  // Any that there is: some were undone before.
  const [{ number }] = (await client.get(`${DB}/bank-matches/paged?sort=number&pageSize=1`)).json
  expect(codeOf(await client.delete(`${DB}/bank-matches/${number}`))).toEqual([400, 'BankDayIsReconciled', 'date'])
}

/** The ends of a quarter and of a year: what is booked late goes to the next return. */
async function endPeriods(chance: Chance, company: MonthCompany, closing: Closing, { to }: Days): Promise<void> {
  const month = Number(to.slice(5, 7))
  if (month % 3 !== 0) return
  company.owedVat += await closing.settle(to)
  if (chance.maybe(0.8)) await company.books.late(chance, { from: firstOfMonth(to, -2), to })
  if (month === 12) await closing.closeYear(to.slice(0, 4))
}

async function keep(seed: number): Promise<MonthCompany> {
  const chance = new Chance(seed)
  const company = new MonthCompany(service, await monthWorld(service))
  const closing = await Closing.of(service, company.books)
  for (let month = 0; month < MONTHS; month += 1) {
    const from = firstOfMonth(FIRST, month)
    const days = { from, to: addDays(firstOfMonth(from, 1), -1) }
    await company.keep(chance, days, LINES)
    await reconcileAndLock(company, days)
    await endPeriods(chance, company, closing, days)
    await closing.compareLedger(from, days.to)
    await closing.settledStay()
    if (IS_LONG) process.stdout.write(`${days.to}: ${told(company.figures).split('\n')[0]}\n`)
  }
  // The quarter of the day after: it may have only what came late.
  const next = firstOfMonth(FIRST, MONTHS)
  const left = 3 - ((Number(next.slice(5, 7)) - 1) % 3)
  await closing.preview(addDays(firstOfMonth(next, left), -1))
  const { naive, client } = company.books
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  expect(naive.entries.length).toBeGreaterThan(0)
  return company
}

test(
  `what the bank says is read, suggested, matched and reported as the naive accountant has it (DAYBOOK_BANK_SEED=${SEED})`,
  async () => {
    const { figures } = await keep(SEED).catch((error: Error) => {
      error.message = `DAYBOOK_BANK_SEED=${SEED}: ${error.message}`
      throw error
    })
    if (IS_LONG) process.stdout.write(`${told(figures)}\n`)
    expect(figures.wrong).toEqual([])
    expect((figures.sure + figures.likely) / figures.lines).toBeGreaterThan(IS_LONG ? 0.85 : 0.5)
  },
  MONTHS * 600_000,
)
