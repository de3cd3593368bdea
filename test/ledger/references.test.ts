import { beforeEach, describe, expect, inject, test } from 'vitest'
import type { Database, Transaction } from '../../src/database/connection.ts'
import { migrationsBetween } from '../database/before-baseline/migrations.ts'
import { emptyDatabase } from '../database/harness.ts'
import { freshBooks } from './books.ts'

const books = freshBooks()
const isSpread = inject('databaseWorkers').length > 0

/**
 * Columns of an entry that refer to something, with a value that only this column refers to here, and the statement
 * that would remove it.
 */
const REFERENCES = [
  { column: 'account_number', value: '2010', gone: 'DELETE FROM account WHERE agreement = $1 AND number = 2010' },
  { column: 'accounting_year', value: "'2026'", gone: 'DELETE FROM accounting_year WHERE agreement = $1' },
  { column: 'currency', value: "'JPY'", gone: "DELETE FROM currency WHERE agreement = $1 AND code = 'JPY'" },
  { column: 'vat_code', value: "'U0'", gone: "DELETE FROM vat_code WHERE agreement = $1 AND code = 'U0'" },
  { column: 'customer_number', value: '4', gone: 'DELETE FROM customer WHERE agreement = $1 AND number = 4' },
  { column: 'supplier_number', value: '4', gone: 'DELETE FROM supplier WHERE agreement = $1 AND number = 4' },
  { column: 'department_number', value: '9', gone: 'DELETE FROM department WHERE agreement = $1 AND number = 9' },
  { column: 'project_number', value: '9', gone: 'DELETE FROM project WHERE agreement = $1' },
  { column: 'cost_type_number', value: '9', gone: 'DELETE FROM cost_type WHERE agreement = $1' },
  { column: 'unit1_number', value: '9', gone: 'DELETE FROM unit1 WHERE agreement = $1' },
  { column: 'unit2_number', value: '9', gone: 'DELETE FROM unit2 WHERE agreement = $1' },
  { column: 'employee_number', value: '9', gone: 'DELETE FROM employee WHERE agreement = $1' },
  { column: 'asset_number', value: '9', gone: 'UPDATE asset SET number = 10 WHERE agreement = $1' },
] as const
type Column = (typeof REFERENCES)[number]['column']
const keyOf = (column: Column): string => `booked_entry_${column}_fk`

/** Writes an entry and its booking. The entry has every reference, with the values of `other` instead where given. */
async function bookRaw(transaction: Transaction, number: number, other: Partial<Record<Column, string>> = {}) {
  const values = REFERENCES.map(({ column, value }) => other[column] ?? value)
  await transaction.rows(
    `INSERT INTO booked_entry (agreement, entry_number, booking, type, date, journal_number, voucher_number, amount,
       amount_in_base_currency, exchange_rate, ${REFERENCES.map(({ column }) => column).join(', ')})
     VALUES ($1, $2, $2, 5, '2026-01-01', 1, 1, 0, 0, 100, ${values.join(', ')})`,
    [books.agreement, number],
  )
  await transaction.rows(
    `INSERT INTO booking (agreement, number, journal_number, first_entry, last_entry, previous_seal, seal, booked_at)
     SELECT $1, $2, 1, $2, $2, coalesce((SELECT b.seal FROM booking b WHERE b.agreement = $1 AND b.number = $2 - 1), s.none),
       s.none, now() FROM (SELECT decode(repeat('00', 32), 'hex') AS none) AS s`,
    [books.agreement, number],
  )
}

/** The constraint that refused `work`, or 'committed'. */
const refusedBy = (database: Database, work: (transaction: Transaction) => Promise<unknown>): Promise<string> =>
  database.transaction(work).then(
    () => 'committed',
    (error: Error & { constraint_name?: string }) => error.constraint_name ?? String(error),
  )

beforeEach(async () => {
  for (const table of ['department', 'project', 'cost_type', 'unit1', 'unit2', 'employee', 'asset_group']) {
    await books.database.rows(`INSERT INTO ${table} (agreement, number, name) VALUES ($1, 9, 'x')`, [books.agreement])
  }
  await books.database.rows(
    "INSERT INTO asset (agreement, number, group_number, start_date, life_time_months) VALUES ($1, 9, 9, '2026-01-01', 12)",
    [books.agreement],
  )
  await books.database.transaction((transaction) => bookRaw(transaction, 1))
})

describe('what booked entries refer to', () => {
  test('is kept once, however often it is booked', async () => {
    await books.database.transaction((transaction) => bookRaw(transaction, 2))
    const rows = await books.database.rows('SELECT FROM booked_reference WHERE agreement = $1', [books.agreement])
    expect(rows).toHaveLength(REFERENCES.length + 2)
  })

  test.each(REFERENCES)('must be there: $column', async ({ column, value }) => {
    const missing = value.startsWith("'") ? "'x'" : '4711'
    expect(await refusedBy(books.database, (transaction) => bookRaw(transaction, 2, { [column]: missing }))).toBe(
      keyOf(column),
    )
  })

  test.each(REFERENCES)('stays there: $column', async ({ column, gone }) => {
    const refused = await refusedBy(books.database, async (transaction) => {
      for (const table of ['day_total', 'period_total']) {
        await transaction.rows(`DELETE FROM ${table} WHERE agreement = $1`, [books.agreement])
      }
      if (column === 'asset_number') await transaction.rows('ALTER TABLE asset DISABLE TRIGGER asset_immutable')
      await transaction.rows(gone, [books.agreement])
    })
    // Citus disables no trigger of TRUNCATE in shards: there the asset's own guard refuses first.
    expect(refused).toBe(column === 'asset_number' && isSpread ? 'asset_immutable' : keyOf(column))
  })

  test.each(['UPDATE booked_reference SET account_number = 2010', 'DELETE FROM booked_reference'])(
    'is not taken back: %s',
    async (statement) => {
      expect(await refusedBy(books.database, (transaction) => transaction.rows(statement))).toBe(
        'booked_reference_immutable',
      )
    },
  )

  test('includes the period of its year that an entry lies in', async () => {
    await books.database.rows('DELETE FROM accounting_period WHERE agreement = $1 AND date_from > $2', [
      books.agreement,
      '2026-01-31',
    ])
    const work = books.database.transaction((transaction) => bookRaw(transaction, 2, { accounting_year: "'2025'" }))
    await expect(work).rejects.toMatchObject({
      code: '23502',
      message: expect.stringMatching(/"period_number" of relation "period_total/) as string,
    })
  })
})

test('entries booked before references were kept have theirs', async () => {
  const { database, drop } = await emptyDatabase()
  try {
    await migrateBetween(database, '0000', '0012')
    await database.transaction(async (transaction) => {
      for (const statement of BEFORE) await transaction.rows(statement)
    })
    await migrateBetween(database, '0012', '0013')
    const rows = await database.rows(
      `SELECT r.agreement, r.booking, r.account_number AS account, r.accounting_year AS year, r.currency, r.customer_number AS customer
       FROM booked_reference r ORDER BY r.booking, r.account_number, r.accounting_year, r.currency`,
    )
    const nothing = { booking: null, account: null, year: null, currency: null, customer: null }
    expect(rows).toEqual(
      [{ booking: 1 }, { account: 1 }, { account: 2 }, { year: '2026' }, { currency: 'DKK' }].map((kept) => ({
        agreement: 7,
        ...nothing,
        ...kept,
      })),
    )
    const remove = (transaction: Transaction) => transaction.rows('DELETE FROM currency WHERE code = $1', ['DKK'])
    expect(await refusedBy(database, remove)).toBe('booked_entry_currency_fk')
  } finally {
    await drop()
  }
})

async function migrateBetween(database: Database, from: string, to: string): Promise<void> {
  await database.transaction(async (transaction) => {
    for (const { text } of migrationsBetween(from, to)) await transaction.script(text)
  })
}

/** A booking of two entries, as it was written before. */
const BEFORE = [
  "INSERT INTO agreement (agreement, name) VALUES (7, 'Ældre')",
  "INSERT INTO currency (agreement, code, name) VALUES (7, 'DKK', 'Kroner')",
  "INSERT INTO account (agreement, number, name, type) VALUES (7, 1, 'Salg', 1), (7, 2, 'Bank', 2)",
  "INSERT INTO accounting_year (agreement, year, date_from, date_to) VALUES (7, '2026', '2026-01-01', '2026-12-31')",
  `INSERT INTO booked_entry (agreement, entry_number, booking, type, account_number, date, accounting_year, voucher_number,
     amount, amount_in_base_currency, currency, exchange_rate)
   VALUES (7, 1, 1, 5, 1, '2026-01-01', '2026', 1, 5, 5, 'DKK', 100), (7, 2, 1, 5, 2, '2026-01-01', '2026', 1, -5, -5, 'DKK', 100)`,
  `INSERT INTO booking (agreement, number, first_entry, last_entry, previous_seal, seal, booked_at)
   SELECT 7, 1, 1, 2, s.none, s.none, now() FROM (SELECT decode(repeat('00', 32), 'hex') AS none) AS s`,
]
