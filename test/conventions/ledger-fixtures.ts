import type { Database } from '../../src/database/connection.ts'
import type { Fixtures } from './fixture.ts'

/** One booking of balanced pairs, some of them open items of the customer. */
async function fillBookedEntries(database: Database, agreement: number, from: number, to: number): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.rows(
      `INSERT INTO booked_entry (agreement, entry_number, booking, type, account_number, date, accounting_year, journal_number, voucher_number,
         amount, amount_in_base_currency, currency, exchange_rate, text, vat_code, customer_number, customer_invoice_number,
         supplier_invoice_number, due_date, project_number)
       SELECT $1::int, n, 1, 1 + n % 10, CASE n % 2 WHEN 0 THEN 900100 ELSE 900580 END, date '2024-01-01' + n % 365, '2024', 900001, m,
         round(m / 8.0, 2), s * round(m / 4.0, 2), CASE n % 3 WHEN 0 THEN 'EUR' ELSE 'DKK' END, 100, CASE WHEN n % 4 > 0 THEN 'Køb af øl ' || n % 9 END,
         CASE WHEN n % 2 = 0 THEN 'I25' END, CASE WHEN n % 5 = 0 THEN 900601 END, nullif(n % 6, 0), CASE WHEN n % 7 > 0 THEN 'F-' || n % 8 END,
         CASE WHEN n % 3 = 0 THEN date '2024-02-01' + n % 30 END, nullif(n % 5, 0)
       FROM (SELECT 2 * k - 2 + half AS number, half, k FROM generate_series(($2::int + 1) / 2, $3::int / 2) k, generate_series(1, 2) half) pair,
         LATERAL (SELECT number AS n, k AS m, CASE half WHEN 1 THEN 1 ELSE -1 END AS s) x`,
      [agreement, from, to],
    )
    await transaction.rows(
      `INSERT INTO open_item (agreement, entry_number, customer_number, date, remainder)
       SELECT agreement, entry_number, customer_number, date, amount_in_base_currency / 2 FROM booked_entry
       WHERE agreement = $1 AND customer_number IS NOT NULL AND entry_number % 2 = 0`,
      [agreement],
    )
    await transaction.rows(
      `INSERT INTO booking (agreement, number, journal_number, first_entry, last_entry, previous_seal, seal, booked_at)
       VALUES ($1, 1, 900001, $2, $3, decode(repeat('00', 32), 'hex'), decode(repeat('01', 32), 'hex'), now())`,
      [agreement, from, to],
    )
  })
}

export const ledgerFixtures: Fixtures = {
  'booked-entries/BookedEntries': {
    fill: fillBookedEntries,
    skip: { stability: 'booked entries are never removed; the database refuses it' },
  },
}
