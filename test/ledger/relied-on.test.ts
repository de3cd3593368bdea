import { beforeEach, expect, test } from 'vitest'
import { reverseVoucher } from '../../src/ledger/booking/reverse.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { freshBooks } from './books.ts'
import { faultAfter } from './tampered.ts'

const books = freshBooks()

const ENTRY = { journalNumber: 1, currency: 'DKK', entryTypeNumber: 5, accountNumber: 1310, contraAccountNumber: 5820 }

/**
 * An invoice of 125.00 (entries 1 to 3), its payment of 100.00 (4 and 5), which settles it, and a voucher that is
 * reversed.
 */
beforeEach(async () => {
  const common = { journalNumber: 1, currency: 'DKK', supplierNumber: 1, supplierInvoiceNumber: 'A1' }
  await books.create([
    { ...common, entryTypeNumber: 3, date: '2026-01-05', amount: '-125', contraVatCode: 'I25', voucherNumber: 1 },
    { ...common, entryTypeNumber: 4, date: '2026-02-05', amount: '100', contraAccountNumber: 5820, voucherNumber: 2 },
    { ...ENTRY, date: '2026-02-06', amount: '40', voucherNumber: 3 },
  ])
  await books.book()
  const voucher = { journalNumber: 1, accountingYear: '2026', voucherNumber: 3 }
  await books.database.transaction((transaction) =>
    reverseVoucher(transaction, { agreement: books.agreement, ...voucher, date: '2026-02-07' }),
  )
  await books.database.rows("UPDATE department SET name = 'Lager' WHERE agreement = $1 AND number = 1", [
    books.agreement,
  ])
  await books.database.rows(
    `INSERT INTO booked_entry_dimension (agreement, entry_number, dimension_number, dimension_key) VALUES ($1, 1, 1, 1)`,
    [books.agreement],
  )
  await bookOne()
})

async function bookOne(): Promise<void> {
  await books.create([{ ...ENTRY, date: '2026-03-05', amount: '10' }])
  await books.book()
}

/** A change that is in the trail as if the service had made it. */
const told = (resource: string, key: string, property: string, before: string | null, after: string): string => {
  const text = (value: string | null): string => (value === null ? 'NULL' : `'${value}'`)
  return `SELECT record_changes($1, '${resource}', ARRAY['${key}'], ARRAY['${property}'], ARRAY[${text(before)}]::text[], ARRAY['${after}'])`
}

const BENT: readonly [name: string, statements: string[], fault: RegExp][] = [
  [
    'a party that is not known as booked',
    ['DELETE FROM booked_reference WHERE agreement = $1 AND supplier_number = 1'],
    /^supplier number 1 is named by booked entries, but not known as booked\.$/,
  ],
  [
    'a VAT code that is not known as booked',
    ["DELETE FROM booked_reference WHERE agreement = $1 AND vat_code = 'I25'"],
    /^vat code I25 is named by booked entries/,
  ],
  [
    'a booking that is not known',
    ['DELETE FROM booked_reference WHERE agreement = $1 AND booking = 2'],
    /^booking 2 is named by booked entries/,
  ],
  [
    'a party that is known as booked, and is not',
    ['INSERT INTO booked_reference (agreement, customer_number) VALUES ($1, 2)'],
    /^customer number 2 is known as booked, but no entry names it\.$/,
  ],
  [
    'a key that is barred',
    ['UPDATE dimension_key SET is_barred = true WHERE agreement = $1 AND dimension_number = 1 AND number = 1'],
    /^key 1 of dimension 1 is barred, its value or distribution is open\.$/,
  ],
  [
    'a key that is gone',
    ['DELETE FROM dimension_key WHERE agreement = $1 AND dimension_number = 1 AND number = 2'],
    /^key 2 of dimension 1 is missing, its value or distribution is barred\.$/,
  ],
  [
    'a period that is barred',
    ["UPDATE accounting_period SET is_barred = true WHERE agreement = $1 AND year = '2025' AND period_number = 1"],
    /^AccountingPeriods 2025~1: isBarred is true, its trail says nothing\.$/,
  ],
  [
    'a gap between years',
    [
      "UPDATE accounting_year SET date_from = '2026-01-02' WHERE agreement = $1 AND year = '2026'",
      told('AccountingYears', '2026', 'dateFrom', '2026-01-01', '2026-01-02'),
    ],
    /^accounting year 2026 does not begin on the day after 2025 ends\.$/,
  ],
  [
    'a period that ends early',
    [
      "UPDATE accounting_period SET date_to = '2026-12-30' WHERE agreement = $1 AND year = '2026' AND period_number = 12",
      told('AccountingPeriods', '2026~12', 'dateTo', '2026-12-31', '2026-12-30'),
    ],
    /^the periods of accounting year 2026 do not fill it\.$/,
  ],
  [
    'a period that is closed without its year',
    [
      "UPDATE accounting_period SET is_closed = true WHERE agreement = $1 AND year = '2025' AND period_number = 2",
      told('AccountingPeriods', '2025~2', 'isClosed', 'false', 'true'),
    ],
    /^period 2 of 2025 is closed, its year is not\.$/,
  ],
  [
    'a year that is closed after an open one',
    [
      "UPDATE accounting_year SET is_closed = true, seal = seal_of_closed_books($1, '2026') WHERE agreement = $1 AND year = '2026'",
      told('AccountingYears', '2026', 'isClosed', 'false', 'true'),
      `SELECT record_changes($1, 'AccountingYears', ARRAY['2026'], ARRAY['seal'], ARRAY[NULL]::text[], ARRAY[y.seal])
       FROM accounting_year y WHERE y.agreement = $1 AND y.year = '2026'`,
    ],
    /^accounting year 2026 is closed, though 2025 before it is open\.$/,
  ],
  [
    'another base currency',
    ["UPDATE agreement SET base_currency = 'EUR' WHERE agreement = $1"],
    /^Agreements : baseCurrency is EUR, its trail says DKK\.$/,
  ],
  [
    'another module',
    ["UPDATE agreement SET modules = '{Projects}' WHERE agreement = $1"],
    /^Agreements : modules is \["Projects"\], its trail says \[\]\.$/,
  ],
  [
    'the end of the trail cut off',
    [
      `DELETE FROM change WHERE agreement = $1 AND resource = 'Departments' AND after = 'Lager'`,
      "UPDATE counter SET value = value - 1 WHERE agreement = $1 AND name = 'change'",
      "UPDATE department SET name = 'Salg' WHERE agreement = $1 AND number = 1",
    ],
    /^row \d+ of change, where it ended at booking 3, is missing\.$/,
  ],
  [
    'another end of the trail',
    [
      `DELETE FROM change WHERE agreement = $1 AND resource = 'Departments' AND after = 'Lager'`,
      "UPDATE counter SET value = value - 1 WHERE agreement = $1 AND name = 'change'",
      told('Departments', '1', 'name', 'Salg', 'Lager '),
      "UPDATE department SET name = 'Lager ' WHERE agreement = $1 AND number = 1",
    ],
    /^row \d+ of change, where it ended at booking 3, is another\.$/,
  ],
  [
    'the end of the matches cut off',
    [
      'DELETE FROM entry_match WHERE agreement = $1',
      "DELETE FROM counter WHERE agreement = $1 AND name = 'entry_match'",
      `UPDATE open_item o SET (remainder, remainder_in_currency) = (SELECT e.amount_in_base_currency, e.amount FROM booked_entry e
        WHERE e.agreement = $1 AND e.entry_number = o.entry_number) WHERE o.agreement = $1`,
    ],
    /^row 1 of entryMatch, where it ended at booking 3, is missing\.$/,
  ],
  [
    'the end of the reversals cut off',
    [
      'DELETE FROM entry_reversal WHERE agreement = $1',
      'DELETE FROM voucher_reversal WHERE agreement = $1',
      "DELETE FROM counter WHERE agreement = $1 AND name = 'voucher_reversal'",
    ],
    /^row 1 of voucherReversal, where it ended at booking 3, is missing\.$/,
  ],
  [
    'the end of the changes of dimensions cut off',
    [
      'DELETE FROM changed_dimension WHERE agreement = $1',
      'DELETE FROM dimension_change WHERE agreement = $1',
      "DELETE FROM counter WHERE agreement = $1 AND name = 'dimension_change'",
    ],
    /^row 1 of dimensionChange, where it ended at booking 3, is missing\.$/,
  ],
  [
    'where the logs ended, taken off a booking',
    ['UPDATE booking SET logs = NULL WHERE agreement = $1 AND number = 3'],
    /^booking 3: its seal does not fit/,
  ],
  [
    'the counter of the changes of dimensions set forward',
    ["UPDATE counter SET value = 2 WHERE agreement = $1 AND name = 'dimension_change'"],
    /^the counter dimension_change stands at 2, the last number is 1\.$/,
  ],
]

test('verify finds whatever is bent of what reports rely on', async () => {
  const { database, agreement } = books
  expect(await verify(database, agreement)).toEqual({ ok: true, entries: 11 })
  for (const [name, statements, fault] of BENT)
    expect([name, await faultAfter(books.database, books.agreement, statements)]).toEqual([
      name,
      expect.stringMatching(fault),
    ])
  expect(await verify(database, agreement)).toMatchObject({ ok: true })
})
