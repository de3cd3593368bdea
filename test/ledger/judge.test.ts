import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { JudgedBooks } from './judge-books.ts'
import { compare, expectSame } from './judge-compare.ts'
import { ClosedYears } from './judge-closed.ts'
import { Chance, seedOf } from '../chance.ts'
import { randomSteps } from './judge-steps.ts'
import { fillWorld, randomFacts } from './judge-world.ts'
import { firstOfMonth, yearOf } from './naive-facts.ts'
import { SUMMARY_ACCOUNTS } from './naive-changes.ts'
import type { NaiveEntry } from './naive-open-items.ts'
import { NaiveLedger } from './naive.ts'
import { runs } from '../long.ts'

const MONTHS = runs(2, 2_000, process.env.DAYBOOK_JUDGE_MONTHS)
const GIVEN_SEED = process.env.DAYBOOK_JUDGE_SEED
/** Books that are kept beside each other, and how many of the years drawn for them are kept. */
const AT_ONCE = runs(1, 2)
const PART_OF_YEARS = runs(0.5, 1)

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

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
  const years = Math.ceil(chance.int(3, 6) * PART_OF_YEARS)
  for (const step of randomSteps(chance, naive, first, years)) {
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

/**
 * Judges the books of a seed. When they differ, judges them again with a look after every step, to name the first step
 * that makes a difference.
 */
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

test('random books are kept as the naive ledger keeps them, to the cent', { timeout: MONTHS * 600_000 }, async () => {
  if (GIVEN_SEED !== undefined) {
    await judgeOrTell(Number(GIVEN_SEED))
    return
  }
  let seed = seedOf('DAYBOOK_JUDGE_SEED')
  let months = 0
  const keepOn = async (): Promise<void> => {
    while (months < MONTHS) {
      const booked = await judgeOrTell((seed += 1))
      months += booked
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, keepOn))
})
