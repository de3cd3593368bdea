import { afterAll, beforeAll, expect, test } from 'vitest'
import { MODULES } from '../../src/access/roles.ts'
import { reconciliationStatement } from '../../src/bank/reconciliation.ts'
import { arrayOf, elements } from '../../src/ledger/arrays.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { fillAgreement } from '../../src/templates/templates.ts'
import { type TestDatabase, testDatabase } from '../database/harness.ts'
import { runs } from '../long.ts'

let own: TestDatabase
beforeAll(async () => void (own = await testDatabase()))
afterAll(() => own.drop())

/**
 * Days on which a company is told another part of its story: days into a year, a leap day, the days around a quarter's
 * end.
 */
const OTHER_DAYS = ['2027-01-02', '2027-04-05', '2028-02-29', '2026-10-05', '2026-12-31'].slice(0, runs(1, 5))

test.each(OTHER_DAYS)('a demo company made on %s is as whole', async (day) => {
  const { database } = own
  const other = 8 + OTHER_DAYS.indexOf(day)
  await database.transaction(async (transaction) => {
    await transaction.rows(`INSERT INTO agreement (agreement, name, modules) VALUES ($1, 'Other', $2)`, [
      other,
      arrayOf(elements(MODULES)),
    ])
    await fillAgreement(transaction, other, 'demo', day)
  })
  expect(await verify(database, other)).toMatchObject({ ok: true })
  const [days] = await database.rows<Record<string, boolean>>(
    `SELECT (SELECT max(e.date) FROM booked_entry e WHERE e.agreement = $1) <= $2::date AS booked,
         (SELECT max(e.date) FROM booked_entry e WHERE e.agreement = $1) > $2::date - 14 AS lately,
         (SELECT bool_and(d.date >= date_trunc('year', $2::date) AND d.date <= $2::date) FROM draft_entry d WHERE d.agreement = $1) AS drafted,
         (SELECT max(l.date) FROM bank_line l WHERE l.agreement = $1) < $2::date AS at_bank`,
    [other, day],
  )
  expect(days).toEqual({ booked: true, lately: true, drafted: true, at_bank: true })
  const report = reconciliationStatement(other, 1, day)
  const [row] = await database.rows<{ json_build_object: string }>(report.text, [...report.values])
  const { unexplained } = JSON.parse(Object.values(row!)[0]!) as { unexplained: number }
  expect(unexplained).toBe(0)
  const open = await database.rows(
    `SELECT r.period FROM vat_return r WHERE r.agreement = $1 AND r.reported_on IS NULL AND r.date_to < $2::date - 100`,
    [other, day],
  )
  expect(open).toEqual([])
})
