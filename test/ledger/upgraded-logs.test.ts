import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { migrate } from '../../src/database/migrate.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { applyBefore, migrationsBetween } from '../database/before-baseline/migrations.ts'
import { emptyDatabase } from '../database/harness.ts'
import { AGREEMENT, fillBooks } from './books.ts'

/** Work on a project, approved as it was before approvals were logged. */
const APPROVED = [
  `INSERT INTO employee (agreement, number, name, cost_price_before, sales_price_before) VALUES ($1, 1, 'Ida', 400, 900)`,
  `INSERT INTO activity_group (agreement, number, name, type) VALUES ($1, 1, 'Rådgivning', 1)`,
  `INSERT INTO activity (agreement, number, name, group_number, is_accessible) VALUES ($1, 10, 'Konsulent', 1, true)`,
  `INSERT INTO project (agreement, number, name, customer_number) VALUES ($1, 20, 'Havnen', 1)`,
  `INSERT INTO time_entry (agreement, number, employee_number, project_number, activity_number, date, text, number_of_hours)
   SELECT $1, take_numbers($1, 'time_entry', 1), 1, 20, 10, '2026-02-01', 'Møde, "kort"', n FROM generate_series(1, 3) AS n`,
  `INSERT INTO mileage (agreement, number, employee_number, project_number, date, distance, from_place)
   VALUES ($1, take_numbers($1, 'mileage', 1), 1, 20, '2026-02-01', 12.5, 'Århus')`,
  'UPDATE time_entry SET is_approved = true WHERE agreement = $1 AND number < 3',
  'UPDATE mileage SET is_approved = true WHERE agreement = $1',
]

/** Hours and kilometres are sold. */
const FOR_SALE = [
  'UPDATE project_group SET type = 2 WHERE agreement = $1',
  'UPDATE mileage_setup SET sales_rate_before = 5 WHERE agreement = $1',
]

/**
 * The approved time entries and the mileage on an invoice, and nothing of the project on the next, booked as they were
 * before invoices were logged. The invoices come to nothing, so they need no entries.
 */
const INVOICED = [
  'ALTER TABLE booked_invoice DROP CONSTRAINT booked_invoice_booking_fk',
  `INSERT INTO layout (agreement, number, name) VALUES ($1, 1, 'Standard')`,
  `INSERT INTO booked_invoice (agreement, number, invoice_number, customer_number, customer_name, date, currency_code, exchange_rate, layout_number,
     term_of_payment_number, vat_zone_number, accounting_year, booking, project_number)
   SELECT $1, take_numbers($1, 'sales_document', 1), take_numbers($1, 'invoice', 1), 1, 'Kunde', '2026-03-01', 'DKK', 100, 1,
     (SELECT min(t.number) FROM payment_term t WHERE t.agreement = $1), 1, '2026', 1, 20 FROM generate_series(1, 2)`,
  'UPDATE time_entry SET document_id = 1 WHERE agreement = $1 AND number < 3',
  'UPDATE mileage SET document_id = 1 WHERE agreement = $1',
  `ALTER TABLE booked_invoice ADD CONSTRAINT booked_invoice_booking_fk FOREIGN KEY (agreement, booking) REFERENCES booking NOT VALID`,
]

/** Fills books as they were before 0131, upgrades them, and hands them over once they verify. */
async function upgraded(statements: readonly string[], look: (database: Database) => Promise<void>): Promise<void> {
  const { database, drop } = await emptyDatabase()
  try {
    await database.transaction((transaction) => applyBefore(transaction, migrationsBetween('0001', '0131')))
    await fillBooks(database)
    for (const text of statements) await database.rows(text, text.includes('$1') ? [AGREEMENT] : [])
    await database.transaction((transaction) => applyBefore(transaction, migrationsBetween('0131', '0200')))
    await migrate(database)
    expect(await verify(database, AGREEMENT)).toEqual({ ok: true, entries: 0 })
    await look(database)
  } finally {
    await drop()
  }
}

test('what was invoiced before invoices were logged is held to what it was at the upgrade', async () => {
  await upgraded([...FOR_SALE, ...APPROVED, ...INVOICED], async (database) => {
    const logged = await database.rows(
      `SELECT l.number, l.numbers, encode(l.hash, 'hex') AS hash FROM project_log l WHERE l.agreement = $1 AND l.kind = 'invoice'`,
      [AGREEMENT],
    )
    const content = ['1 time 1', '1 time 2', '1 mileage 1'].join('\n')
    expect(logged).toEqual([{ number: 3, numbers: '{1}', hash: createHash('sha256').update(content).digest('hex') }])
    await database.transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      await transaction.rows('UPDATE time_entry SET document_id = 2 WHERE agreement = $1 AND number = 2', [AGREEMENT])
    })
    expect(await verify(database, AGREEMENT)).toMatchObject({
      fault: `Agreement ${AGREEMENT}: what is on document 1 is not what was on it when it was booked (row 3 of the log of projects).`,
    })
  })
})

test('what was approved before approvals were logged is held to what it was at the upgrade', async () => {
  await upgraded(APPROVED, async (database) => {
    const logged = await database.rows(
      `SELECT l.kind, array_to_string(l.numbers, ' ') AS numbers FROM project_log l WHERE l.agreement = $1 ORDER BY l.number`,
      [AGREEMENT],
    )
    expect(logged).toEqual([
      { kind: 'time', numbers: '1 2' },
      { kind: 'mileage', numbers: '1' },
    ])
    const told = await database.rows(
      `SELECT c.property, c.after FROM change c WHERE c.agreement = $1 AND c.resource = 'Agreements' ORDER BY c.number`,
      [AGREEMENT],
    )
    expect(told).toEqual([
      { property: 'baseCurrency', after: 'DKK' },
      { property: 'country', after: 'DK' },
      { property: 'modules', after: '[]' },
    ])
    // What a column was given by default when it came is told by no trail, and nothing else is.
    const share = async (percentage: number): Promise<void> =>
      await database.transaction(async (transaction) => {
        await transaction.rows('SET LOCAL session_replication_role = replica')
        await transaction.rows("UPDATE vat_code SET deductible_percentage = $2 WHERE agreement = $1 AND code = 'I25'", [
          AGREEMENT,
          percentage,
        ])
      })
    await share(25)
    expect(await verify(database, AGREEMENT)).toMatchObject({
      fault: `Agreement ${AGREEMENT}: VatCodes I25: deductiblePercentage is 25.0000, its trail says nothing.`,
    })
    await share(100)
    await database.transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      await transaction.rows('UPDATE mileage SET distance = 13 WHERE agreement = $1', [AGREEMENT])
    })
    expect(await verify(database, AGREEMENT)).toMatchObject({
      fault: `Agreement ${AGREEMENT}: mileage 1 or what was booked of it is not as it was approved (row 2 of the log).`,
    })
  })
})
