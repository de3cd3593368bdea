import { expect, test } from 'vitest'
import { applyMigrations, knownMigrations } from '../../src/database/migrate.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
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

test('what was approved before approvals were logged is held to what it was at the upgrade', async () => {
  const { database, drop } = await emptyDatabase()
  try {
    const files = await knownMigrations([])
    const [before, after] = [files.filter((file) => file < '0131'), files.filter((file) => file >= '0131')]
    await database.transaction((transaction) => applyMigrations(transaction, before))
    await fillBooks(database)
    for (const statement of APPROVED) await database.rows(statement, [AGREEMENT])
    await database.transaction((transaction) => applyMigrations(transaction, after))
    expect(await verify(database, AGREEMENT)).toEqual({ ok: true, entries: 0 })
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
    await database.transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      await transaction.rows('UPDATE mileage SET distance = 13 WHERE agreement = $1', [AGREEMENT])
    })
    expect(await verify(database, AGREEMENT)).toMatchObject({
      fault: `Agreement ${AGREEMENT}: mileage 1 or what was booked of it is not as it was approved (row 2 of the log).`,
    })
  } finally {
    await drop()
  }
})
