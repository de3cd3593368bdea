import { beforeEach, describe, expect, test } from 'vitest'
import type { Transaction } from '../../src/database/connection.ts'
import type { Fault } from '../../src/errors/catalogue.ts'
import { bookEntries } from '../../src/ledger/booking/book.ts'
import { createDraftEntries, type DraftEntryInput, updateDraftEntries } from '../../src/ledger/drafts/drafts.ts'
import { reverseVoucher } from '../../src/ledger/booking/reverse.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { freshBooks } from './books.ts'

const books = freshBooks()

beforeEach(async () => {
  for (const statement of [
    "UPDATE agreement SET modules = '{Dimension}' WHERE agreement = $1",
    "INSERT INTO department (agreement, number, name) VALUES ($1, 3, 'Lager')",
    "INSERT INTO unit1 (agreement, number, name) VALUES ($1, 1, 'Varevogn'), ($1, 2, 'Lastbil')",
    "INSERT INTO unit2 (agreement, number, name) VALUES ($1, 1, 'Gravemaskine')",
    "INSERT INTO employee (agreement, number, name) VALUES ($1, 1, 'Ida')",
    "INSERT INTO asset_group (agreement, number, name) VALUES ($1, 1, 'Biler')",
    `INSERT INTO departmental_distribution (agreement, number, name, lines)
       VALUES ($1, 11, 'Ligeligt', '[{"departmentNumber": 1, "percent": 50}, {"departmentNumber": 3, "percent": 50}]')`,
  ]) {
    await books.database.rows(statement, [books.agreement])
  }
})

const both: DraftEntryInput = {
  entryTypeNumber: 5,
  journalNumber: 1,
  date: '2026-01-15',
  currency: 'DKK',
  amount: '100',
  accountNumber: 1310,
  contraAccountNumber: 5820,
  unit1Number: 1,
  quantity1: '2.5',
  employeeNumber: 1,
}

/** Calls with a transaction that counts the statements it is given. */
async function statementsOf(work: (transaction: Transaction) => Promise<unknown>): Promise<number> {
  let statements = 0
  await books.database.transaction(async (transaction) => {
    const rows: Transaction['rows'] = (...given) => {
      statements += 1
      return transaction.rows(...given)
    }
    await work({ ...transaction, rows })
  })
  return statements
}

test('create, change and book 500 entries in as many statements as one', async () => {
  const counts: number[][] = []
  // A large booking also counts tables that PostgreSQL takes for small (young-database.test.ts).
  await books.database.rows(`UPDATE pg_class SET reltuples = 1000000 WHERE oid = 'booked_entry'::regclass`)
  for (const size of [1, 500]) {
    const context = { agreement: books.agreement, baseCurrency: 'DKK' }
    const entries = Array.from({ length: size }, (_, at) => ({
      ...both,
      contraAccountNumber: undefined,
      departmentalDistributionNumber: 11,
      voucherNumber: size + 1,
      assetGroupNumber: 1,
      assetNumber: size * 1000 + at,
      assetLifeTimeMonths: 12,
      amount: at % 2 === 0 ? '100' : '-100',
    }))
    const balancing = { ...both, voucherNumber: size + 1, accountNumber: undefined }
    const all = size % 2 === 0 ? entries : [...entries, { ...balancing, amount: '100' }]
    let numbers: number[] = []
    const created = await statementsOf(async (transaction) => {
      numbers = await createDraftEntries(transaction, context, all)
    })
    const versions = await books.database.rows<{ v: string }>(
      'SELECT object_version AS v FROM draft_entry WHERE agreement = $1 ORDER BY entry_number',
      [books.agreement],
    )
    const updates = all.map((entry, at) => ({ ...entry, entryNumber: numbers[at]!, objectVersion: versions[at]!.v }))
    const sent = updates.map((input) => ({ input, faults: [] }))
    const updated = await statementsOf((transaction) => updateDraftEntries(transaction, context, sent))
    const request = { agreement: books.agreement, journalNumber: 1, selection: { kind: 'all' } } as const
    const booked = await statementsOf((transaction) => bookEntries(transaction, request))
    counts.push([created, updated, booked])
  }
  expect(counts[0]!.every((count) => count > 0)).toBe(true)
  expect(counts[1]).toEqual(counts[0])
  expect(await verify(books.database, books.agreement)).toMatchObject({ ok: true, entries: 502 })
})

test('an agreement that lost the module may send a stored quantity with other zeros', async () => {
  const context = { agreement: books.agreement, baseCurrency: 'DKK' }
  const update = (quantity1: string): Promise<string[]> =>
    books.database.transaction(async (transaction) => {
      const sent = { input: { ...both, entryNumber: 1, voucherNumber: 1, quantity1 }, faults: [] as Fault[] }
      await updateDraftEntries(transaction, context, [sent])
      return sent.faults.map(({ code }) => code)
    })
  await books.create([{ ...both, quantity1: '2.50' }])
  await books.database.rows("UPDATE agreement SET modules = '{}' WHERE agreement = $1", [books.agreement])
  expect(await update('2.5')).toEqual([])
  expect(await update('2.51')).toEqual(['JournalEntryDimensionQuantity1SetWithoutAccess'])
})

describe('verify', () => {
  test.each(['unit1_number = 2', 'quantity1 = 2.6', 'employee_number = NULL', 'unit2_number = 1', 'quantity2 = 0'])(
    'finds %s: its seal tells',
    async (change) => {
      await books.create([both])
      await books.book()
      expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 2 })
      await books.tamper(`UPDATE booked_entry SET ${change} WHERE agreement = $1 AND entry_number = 1`)
      const fault = expect.stringMatching(/booking 1: its seal does not fit/) as string
      expect(await verify(books.database, books.agreement)).toMatchObject({ ok: false, fault })
    },
  )

  test.each<Partial<DraftEntryInput>>([
    { departmentNumber: 3 },
    { unit1Number: 2 },
    { quantity1: '2.4999' },
    { unit2Number: 1 },
    { unit2Number: 1, quantity2: '0' },
    { employeeNumber: undefined },
    { assetGroupNumber: 1, assetNumber: 1, assetLifeTimeMonths: 12 },
  ])('finds a reversal linked to an entry that differs by %j', async (more) => {
    const { database, agreement } = books
    await books.create([
      { ...both, voucherNumber: 1 },
      { ...both, ...more, voucherNumber: 1 },
    ])
    await books.book()
    const voucher = { journalNumber: 1, accountingYear: '2026', voucherNumber: 1 }
    await database.transaction((transaction) =>
      reverseVoucher(transaction, { agreement, ...voucher, date: '2026-02-01' }),
    )
    expect(await verify(database, agreement)).toEqual({ ok: true, entries: 8 })
    // Entries 1 and 3 are the two own sides, reversed by 5 and 7.
    for (const change of ['reversing_entry = 112 - reversing_entry', 'reversing_entry = reversing_entry - 100']) {
      await books.tamper(`UPDATE entry_reversal SET ${change} WHERE agreement = $1 AND reversed_entry IN (1, 3)`)
    }
    const fault = `Agreement ${agreement}: entry 7 is not the reversal of entry 1.`
    expect(await verify(database, agreement)).toMatchObject({ ok: false, fault })
  })

  test.each([
    ['an asset nobody bought', "INSERT INTO asset SELECT $1, 9, 1, NULL, '2026-01-01', 12", 9],
    ['an asset that is gone', 'DELETE FROM asset WHERE agreement = $1', 1],
  ])('finds %s', async (_name, statement, number) => {
    await books.create([{ ...both, assetGroupNumber: 1, assetNumber: 1, assetLifeTimeMonths: 12 }])
    await books.book()
    expect(await verify(books.database, books.agreement)).toEqual({ ok: true, entries: 2 })
    await books.tamper(statement)
    const fault = `Agreement ${books.agreement}: asset ${number}: asset and entries do not belong together.`
    expect(await verify(books.database, books.agreement)).toMatchObject({ ok: false, fault })
  })
})

test.each(['UPDATE asset SET text = NULL', 'DELETE FROM asset'])('the database refuses %s', async (statement) => {
  await books.create([{ ...both, assetGroupNumber: 1, assetNumber: 1, assetLifeTimeMonths: 12 }])
  await books.book()
  const refused = books.database.rows(`${statement} WHERE agreement = $1`, [books.agreement])
  await expect(refused).rejects.toMatchObject({ constraint_name: 'asset_immutable' })
})
