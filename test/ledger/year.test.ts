import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'lossless-json'
import { verify } from '../../src/ledger/proof/verify.ts'
import { Chance, seedOf } from '../chance.ts'
import { LANDED } from '../landed.ts'
import { runs } from '../long.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { ClosedYears } from './judge-closed.ts'
import { compare, compareWritten, expectSame } from './judge-compare.ts'
import { naiveTrialBalance } from './naive-balances.ts'
import type { NaiveYear } from './naive-facts.ts'
import { openOn } from './naive-open-items.ts'
import { naiveCurrencies, naiveVat, unexplained } from './naive-vat.ts'
import { YearCompany } from './year-company.ts'
import { closing, firstOpen, yearSteps, type YearStep } from './year-steps.ts'
import { OURS, yearWorld } from './year-world.ts'

/** How many years are kept in all; a company is kept for three. */
const YEARS = runs(2, 300, process.env.DAYBOOK_YEARS)
const YEARS_EACH = 3
const SEED = seedOf('DAYBOOK_YEARS_SEED')
/** So many files of issued documents are looked at after a step; after one that changes master data, all of them. */
const FILES = runs(2, 10)

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

type Amount = { toString(): string }
type Statement = { items: Record<string, Amount>[]; otherPostings: Amount }

/** The VAT statement of a year, as `naiveVat` tells it. */
async function compareVat({ client, naive }: YearCompany, { from, to }: NaiveYear): Promise<void> {
  const { status, text } = await client.get(`${OURS}/vat-statement?from=${from}&to=${to}`)
  expect([status, text.slice(0, status === 200 ? 0 : 500)]).toEqual([200, ''])
  const { items } = parse(text) as Statement
  const lines = items.map(({ vatCode, base, tax, reverseChargeTax }) =>
    [vatCode, base, tax, reverseChargeTax].join(' '),
  )
  const given = lines.filter((line) => / -?(?!0\.00\b)\d+\.\d\d/.test(line))
  expectSame(given.sort(), naiveVat(naive.facts, naive.entries, from, to).sort(), 'VAT statement')
  if (LANDED.unexplainedByAccount)
    expectSame(unexplainedIn(text), unexplained(naive.facts, naive.entries, from, to), 'unexplained VAT')
}

const unexplainedIn = (text: string): string[] =>
  ((parse(text) as { unexplained: Record<string, Amount>[] }).unexplained ?? [])
    .map(({ accountNumber, amount }) => `${accountNumber} ${amount}`)
    .sort()

async function compareCurrencies({ client, naive }: YearCompany, { name }: NaiveYear): Promise<void> {
  const rows = await service.database.rows<{ line: string }>(
    `SELECT concat_ws(' ', account_number, currency, sum(amount), sum(amount_in_base_currency)) AS line
     FROM booked_entry WHERE agreement = $1 AND accounting_year = $2 GROUP BY account_number, currency`,
    [client.agreement, name],
  )
  expectSame(
    rows.map(({ line }) => line).sort(),
    naiveCurrencies(naive.entries, name),
    `balances by currency of ${name}`,
  )
}

/** What a step can change is as the naive books have it: all of it, or one thing in turn. */
async function compareYear(company: YearCompany, year: NaiveYear, look: number | 'all'): Promise<void> {
  const { naive, books } = company
  const looks = [
    () => compareWritten(books, naive),
    async () => {
      const expected = naiveTrialBalance(naive.facts, naive.entries, year.from, year.to)
      expectSame(await books.trialBalance(year.from, year.to), expected, `trial balance of ${year.name}`)
    },
    async () => {
      const open = openOn(naive.entries, naive.matches, year.to)
      expectSame(await books.openOn(year.to), open.sort(), `open items of ${year.to}`)
    },
    () => compareVat(company, year),
    () => compareCurrencies(company, year),
  ]
  for (const one of look === 'all' ? looks : [looks[look % looks.length]!]) await one()
}

/**
 * Keeps a company for some years in both books. `everyStep` looks at everything after each step, else at one thing in
 * turn.
 */
async function keep(seed: number, years: number, everyStep: boolean): Promise<void> {
  const chance = new Chance(seed)
  const company = new YearCompany(service, await yearWorld(service))
  const closed = new ClosedYears(company.client)
  let number = 0
  const take = async (step: YearStep, year: NaiveYear): Promise<void> => {
    number += 1
    await company.carryOut(step)
    await compareYear(company, year, everyStep ? 'all' : number)
    const looksAtAll = everyStep || step.do === 'master'
    if (LANDED.frozenDocuments) await company.documents.compare(looksAtAll ? undefined : FILES)
    await closed.compare(everyStep ? 'all' : 'draft')
    if (step.do !== 'ledger' || step.step.do !== 'close') return
    // Both may have refused to close it.
    const { year: name } = step.step
    if (company.naive.facts.years.some((one) => one.name === name && one.closed)) await closed.keep(name)
  }
  for (let kept = 0; kept < years; kept += 1) {
    const year = firstOpen(company.naive.facts)
    for (const some of [yearSteps(chance, company, year), closing(chance, company)]) {
      for (const step of some) {
        await take(step, year).catch((error: Error) => {
          error.message = `step ${number}: ${JSON.stringify(step)}\n${error.message}`
          throw error
        })
      }
    }
    await compareYear(company, year, 'all')
    await compare(company.books, company.naive, chance)
    await closed.compare('all')
  }
  if (LANDED.frozenDocuments) await company.documents.compare()
  const found = await verify(service.database, company.client.agreement)
  expect([seed, found]).toEqual([seed, { ok: true, entries: company.naive.entries.length }])
}

/**
 * Keeps the years of a seed; where the books differ, once more with every look, to name the first step that makes a
 * difference.
 */
async function keepOrTell(seed: number, years: number): Promise<void> {
  try {
    await keep(seed, years, false)
  } catch (error) {
    const first = await keep(seed, years, true).then(
      () => error,
      (earlier: unknown) => earlier,
    )
    throw new Error(`DAYBOOK_YEARS_SEED=${seed}: ${(first as Error).stack}`)
  }
}

test(
  `the years of a company are as the naive books have them (DAYBOOK_YEARS_SEED=${SEED})`,
  async () => {
    for (let kept = 0; kept < YEARS; kept += YEARS_EACH) {
      await keepOrTell(SEED + kept / YEARS_EACH, Math.min(YEARS_EACH, YEARS - kept))
    }
  },
  YEARS * 600_000,
)
