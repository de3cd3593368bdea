import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../src/database/connection.ts'
import {
  createDraftEntries,
  createDraftLists,
  type DraftEntryInput,
  type SentDraft,
  updateDraftEntries,
} from '../../src/ledger/drafts/drafts.ts'
import { counted } from '../request/counted.ts'
import { fillBooks, freshBooks } from './books.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { runs } from '../long.ts'

const books = freshBooks()

/** Journals with few numbers: 11 has five, 12 has three, 13 as many as anybody wants. */
const JOURNALS = `INSERT INTO journal (agreement, number, name, minimum_voucher_number, maximum_voucher_number, next_voucher_number)
  VALUES ($1, 11, 'Five', 1, 5, 1), ($1, 12, 'Three', 20, 22, 1), ($1, 13, 'Many', 1, 999999999, 1)`

const entry = (journalNumber: number, voucherNumber?: number): DraftEntryInput => ({
  entryTypeNumber: 5,
  journalNumber,
  date: '2026-01-15',
  currency: 'DKK',
  amount: '100',
  accountNumber: 5820,
  contraAccountNumber: 1010,
  ...(voucherNumber !== undefined && { voucherNumber }),
})

/** Writes the lists together. @returns for each its entry numbers, or its faults. */
async function create(agreement: number, lists: readonly (readonly DraftEntryInput[])[]): Promise<unknown[]> {
  const sent = lists.map((list) => list.map((input): SentDraft => ({ input, faults: [] })))
  const context = { agreement, baseCurrency: 'DKK' }
  const made = await books.database.transaction((inner) => createDraftLists(inner, context, sent))
  return made.map((numbers, at) => numbers ?? sent[at]!.flatMap(({ faults }) => faults))
}

/** What is stored: journal, voucher and entry number of every draft, and the next number of every journal. */
async function stored(agreement: number): Promise<unknown[]> {
  const drafts = await books.database.rows(
    'SELECT journal_number AS journal, voucher_number AS voucher, entry_number AS entry FROM draft_entry WHERE agreement = $1 ORDER BY 3',
    [agreement],
  )
  const journals = await books.database.rows(
    'SELECT number, next_voucher_number AS next FROM journal WHERE agreement = $1 AND number > 10 ORDER BY 1',
    [agreement],
  )
  return [drafts, journals]
}

test('a list that a journal has too few numbers for takes none from any', async () => {
  await books.database.rows(JOURNALS, [books.agreement])
  const five = [11, 11, 11, 11].map((journal) => entry(journal))
  const made = await create(books.agreement, [
    [entry(13), ...five],
    [entry(13), entry(13), entry(11, 5), entry(11)],
    [entry(13), entry(11), entry(12)],
    [entry(12), entry(12), entry(11)],
    [entry(12), entry(12)],
  ])
  const left = (journal: number, amount: number): object => ({
    code: 'JournalVoucherNextNumberNotWithinBoundaries',
    property: 'voucherNumber',
    message: `Journal ${journal} has 0 voucher numbers left, and ${amount} are needed.`,
  })
  expect(made).toEqual([[1, 2, 3, 4, 5], [left(11, 1)], [6, 7, 8], [left(11, 1)], [9, 10]])
  expect(await stored(books.agreement)).toEqual([
    [1, 1, 2, 3, 4, 2, 5, 20, 21, 22].map((voucher, at) => ({
      journal: [13, 11, 11, 11, 11, 13, 11, 12, 12, 12][at],
      voucher,
      entry: at + 1,
    })),
    [
      { number: 11, next: 6 },
      { number: 12, next: 23 },
      { number: 13, next: 3 },
    ],
  ])
})

test('lists written together get the numbers and faults that they would get one after the other', async () => {
  const input = fc.record({
    journal: fc.constantFrom(11, 11, 11, 12, 12, 13, 13, 99),
    voucher: fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, fc.integer({ min: 1, max: 23 })),
  })
  const lists = fc.array(fc.array(input, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
  let agreement = books.agreement * 10
  await fc.assert(
    fc.asyncProperty(lists, async (given) => {
      const drafts = given.map((list) => list.map(({ journal, voucher }) => entry(journal, voucher)))
      const [together, apart] = [agreement++, agreement++]
      for (const one of [together, apart]) {
        await fillBooks(books.database, one)
        await books.database.rows(JOURNALS, [one])
      }
      const made = await create(together, drafts)
      const alone: unknown[] = []
      for (const list of drafts) alone.push(...(await create(apart, [list])))
      expect(made).toEqual(alone)
      expect(await stored(together)).toEqual(await stored(apart))
    }),
    { numRuns: runs(10, 400) },
  )
})

test('numbers that thousands of entries have named are passed in a few looks', async () => {
  await books.database.rows(JOURNALS, [books.agreement])
  await books.database.rows(
    `INSERT INTO draft_entry (agreement, entry_number, entry_type_number, journal_number, voucher_number, accounting_year, date,
       amount, currency, exchange_rate, account_number)
     SELECT $1, n, 5, 13, n, '2026', '2026-01-15', 1, 'DKK', 100, 5820 FROM generate_series(1, 20000) n`,
    [books.agreement],
  )
  await books.database.rows(`INSERT INTO counter (agreement, name, value) VALUES ($1, 'draft_entry', 20000)`, [
    books.agreement,
  ])
  const calls = { count: 0 }
  const list = [{ input: entry(13), faults: [] }]
  await counted(books.database, calls).transaction((inner) =>
    createDraftLists(inner, { agreement: books.agreement, baseCurrency: 'DKK' }, [list]),
  )
  const [made] = await books.database.rows(
    'SELECT voucher_number AS voucher FROM draft_entry WHERE agreement = $1 AND entry_number = 20001',
    [books.agreement],
  )
  expect(made).toEqual({ voucher: 20_001 })
  expect(calls.count).toBeLessThan(25)
})

describe('lists that take several statements', () => {
  const list = (length: number, more: Partial<DraftEntryInput> = {}) =>
    Array.from({ length }, () => ({ ...entry(13), ...more }))

  test('have numbers that follow each other, past a list that is at fault', async () => {
    await books.database.rows(JOURNALS, [books.agreement])
    const lists = [list(300), list(300, { accountNumber: 9999 }), list(300), list(450), list(1)]
    const made = (await create(books.agreement, lists)) as number[][]
    const from = (first: number, length: number) => Array.from({ length }, (_, at) => first + at)
    expect([made[0], made[2], made[3], made[4]]).toEqual([from(1, 300), from(301, 300), from(601, 450), [1051]])
    expect(made[1]).toMatchObject(from(0, 300).map(() => ({ code: 'JournalEntryAccountNotFound' })))
    const [drafts, journals] = (await stored(books.agreement)) as [{ voucher: number; entry: number }[], unknown[]]
    expect(drafts.map(({ voucher, entry: number }) => [voucher, number])).toEqual(from(1, 1051).map((at) => [at, at]))
    expect(journals).toContainEqual({ number: 13, next: 1052 })
  })

  test.each([0, 1, 2])('are refused together with what the database says of the one at %i', async (at) => {
    await books.database.rows(JOURNALS, [books.agreement])
    await books.database.rows(`ALTER TABLE draft_entry ADD CONSTRAINT draft_entry_only_good CHECK (text <> 'bad')`)
    try {
      const lists = [0, 1, 2].map((place) => list(400, { text: place === at ? 'bad' : 'good' }))
      await expect(create(books.agreement, lists)).rejects.toMatchObject({ constraint_name: 'draft_entry_only_good' })
      expect(await stored(books.agreement)).toMatchObject([[], [{ next: 1 }, { next: 1 }, { next: 1 }]])
    } finally {
      await books.database.rows('ALTER TABLE draft_entry DROP CONSTRAINT draft_entry_only_good')
    }
  })
})

test('what waited for a journal sees the numbers that were named while it waited', async () => {
  const { agreement, database } = books
  await database.rows(
    `INSERT INTO journal (agreement, number, name, minimum_voucher_number, maximum_voucher_number, next_voucher_number)
     VALUES ($1, 14, 'Waited for', 1, 999999999, 1)`,
    [agreement],
  )
  const context = { agreement, baseCurrency: 'DKK' }
  const [waiting] = await database.transaction(async (transaction) => {
    await createDraftEntries(transaction, context, [entry(14), entry(14, 2)])
    const waiting = create(agreement, [[entry(14)]])
    await untilBlocked(database, 1)
    return [waiting]
  })
  await waiting
  const vouchers = await database.rows(
    'SELECT voucher_number AS voucher FROM draft_entry WHERE agreement = $1 AND journal_number = 14 ORDER BY entry_number',
    [agreement],
  )
  expect(vouchers.map(({ voucher }) => voucher)).toEqual([1, 2, 3])
})

describe('a number that another transaction is naming is not given', () => {
  const cases: [string, (transaction: Transaction, agreement: number) => Promise<unknown>, number[]][] = [
    [
      'by a create',
      (inner, agreement) => createDraftEntries(inner, { agreement, baseCurrency: 'DKK' }, [entry(1, 2)]),
      [1, 2, 3],
    ],
    [
      'by an update',
      (inner, agreement) =>
        updateDraftEntries(inner, { agreement, baseCurrency: 'DKK' }, [
          { input: { ...entry(1, 2), entryNumber: 1 }, faults: [] },
        ]),
      [2, 3],
    ],
  ]
  test.each(cases)('%s', async (_, name, vouchers) => {
    const { agreement, database } = books
    await create(agreement, [[entry(1)]])
    const [waiting] = await database.transaction(async (transaction) => {
      await name(transaction, agreement)
      const given = create(agreement, [[entry(1)]])
      await untilBlocked(database, 1)
      return [given]
    })
    await waiting
    const rows = await database.rows(
      'SELECT voucher_number AS voucher FROM draft_entry WHERE agreement = $1 ORDER BY entry_number',
      [agreement],
    )
    expect(rows.map(({ voucher }) => voucher)).toEqual(vouchers)
  })

  test('requests that name numbers do not wait for each other', async () => {
    const { agreement, database } = books
    const context = { agreement, baseCurrency: 'DKK' }
    await create(agreement, [[entry(1, 5), entry(1, 6)]])
    await database.transaction(async (transaction) => {
      const renumber = (inner: Transaction, entryNumber: number) =>
        updateDraftEntries(inner, context, [{ input: { ...entry(1, 7), entryNumber }, faults: [] }])
      await renumber(transaction, 1)
      expect(await database.transaction((beside) => renumber(beside, 2))).toBe(true)
    })
  })
})
