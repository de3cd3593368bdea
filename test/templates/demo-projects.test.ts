import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { centsOf } from '../../src/ledger/money.ts'
import { COMPANY as DEMO, companyDatabase, type TestDatabase } from '../database/harness.ts'

/** The year that the company is made in. */
const YEAR = 2026
let own: TestDatabase

beforeAll(async () => void (own = await companyDatabase()))
afterAll(() => own.drop())

async function one<T>(text: string, values: (string | number)[] = [DEMO]): Promise<T> {
  const [row] = await own.database.rows<T>(text, values)
  return row!
}

describe('the projects of the demo company', () => {
  it('have more than a year of time and mileages, approved until the last quarter, at prices that most have', async () => {
    const registered = (table: string) =>
      one<Record<string, number>>(
        `SELECT count(*)::int AS n, count(DISTINCT to_char(date, 'YYYY-MM'))::int AS months,
           count(*) FILTER (WHERE is_approved <> (date <= $2))::int AS wrong,
           count(*) FILTER (WHERE cost_price IS NULL)::int AS unpriced, count(*) FILTER (WHERE sales_price > 0)::int AS sold
         FROM ${table} WHERE agreement = $1`,
        [DEMO, `${YEAR}-09-30`],
      )
    const [time, mileages] = [await registered('time_entry'), await registered('mileage')]
    expect([time.months, time.wrong, time.unpriced]).toEqual([13, 0, 0])
    expect([mileages.months, mileages.wrong, mileages.unpriced]).toEqual([13, 0, 0])
    expect(time.n).toBeGreaterThan(600)
    expect(time.sold).toBeGreaterThan(200)
    expect(mileages.n).toBeGreaterThan(50)
  })

  it('are posted where their group says so, expenses too; what is finished is closed, with nothing left on ongoing accounts', async () => {
    const sums = await own.database.rows<{ project: number; n: number; left: string }>(
      `SELECT project_number AS project, count(*)::int AS n,
         sum(amount_in_base_currency) FILTER (WHERE account_number IN (5520, 5530))::text AS left
       FROM booked_entry WHERE agreement = $1 AND project_number IN (1002, 1003, 1012) GROUP BY 1 ORDER BY 1`,
      [DEMO],
    )
    expect(sums.map(({ project, left }) => [project, centsOf(left) > 0n])).toEqual([
      [1002, true],
      [1003, true],
      [1012, false],
    ])
    expect(centsOf(sums[2]!.left)).toBe(0n)
    expect(
      await one('SELECT is_closed, closed_date::text FROM project WHERE agreement = $1 AND number = 1012'),
    ).toEqual({
      is_closed: true,
      closed_date: `${YEAR}-03-31`,
    })
    const expenses = await one<{ n: number; sold: number }>(
      `SELECT count(*) FILTER (WHERE cost_price > 0)::int AS n, count(*) FILTER (WHERE sales_price > cost_price)::int AS sold
       FROM project_expense WHERE agreement = $1`,
    )
    expect([expenses.n, expenses.sold > 2, expenses.sold < 11]).toEqual([11, true, true])
  })

  it('are invoiced in part: everything approved of some and of their sub-projects, by a draft of one, nothing of the others', async () => {
    const invoices = await own.database.rows<{ project: number; state: string; left: number; differs: boolean }>(
      `WITH work AS (
         SELECT project_number, sales_price, document_id FROM time_entry WHERE agreement = $1 AND is_approved AND sales_price > 0
         UNION ALL SELECT m.project_number, m.sales_price, m.document_id FROM mileage m JOIN project p USING (agreement)
           WHERE m.agreement = $1 AND p.number = m.project_number AND p.is_mileage_invoiced AND m.is_approved AND m.sales_price > 0
         UNION ALL SELECT project_number, sales_price, document_id FROM project_expense WHERE agreement = $1 AND sales_price > 0
       ), invoice AS (
         SELECT i.number, i.project_number, 'booked' AS state, i.amount - i.vat_amount AS net FROM booked_invoice i WHERE i.agreement = $1
         UNION ALL SELECT d.number, d.project_number, 'draft', d.amount - d.vat_amount FROM draft_invoice d WHERE d.agreement = $1
       )
       SELECT i.project_number AS project, i.state,
         (SELECT count(*)::int FROM work w JOIN project p ON p.agreement = $1 AND p.number = w.project_number
           WHERE i.project_number IN (p.number, p.main_project_number) AND w.document_id IS NULL) AS left,
         i.net <> (SELECT sum(w.sales_price) FROM work w WHERE w.document_id = i.number) AS differs
       FROM invoice i WHERE i.project_number IS NOT NULL ORDER BY 1, i.number`,
      [DEMO],
    )
    // Every quarter one of each.
    const quarters = [1001, 1004, 1006, 1009].map((project) => invoices.filter((one) => one.project === project).length)
    expect(quarters).toEqual([4, 4, 4, 4])
    expect(invoices.filter(({ project }) => project === 1008)).toMatchObject([{ state: 'draft' }])
    expect(invoices).toHaveLength(17)
    expect(invoices).toEqual(
      invoices.map(({ project }) => ({
        project,
        state: project === 1008 ? 'draft' : 'booked',
        left: 0,
        differs: false,
      })),
    )
    const { open } = await one<{ open: number }>(
      `SELECT count(*)::int AS open FROM time_entry
       WHERE agreement = $1 AND is_approved AND sales_price > 0 AND document_id IS NULL AND project_number <> 1012`,
    )
    expect(open).toBeGreaterThan(20)
  })

  it('were worked on within what rules allow', async () => {
    const wrong = await own.database.rows(
      `SELECT t.number FROM time_entry t JOIN project p USING (agreement) JOIN activity a USING (agreement) JOIN employee m USING (agreement)
       WHERE t.agreement = $1 AND p.number = t.project_number AND a.number = t.activity_number AND m.number = t.employee_number AND (
         p.is_main_project OR NOT a.is_accessible OR extract(isodow FROM t.date) > 5 OR m.is_barred AND t.date > $2
         OR EXISTS (SELECT FROM project_activity x WHERE x.agreement = t.agreement AND x.project_number = p.number)
           AND NOT EXISTS (SELECT FROM project_activity x WHERE x.agreement = t.agreement AND x.project_number = p.number
             AND x.activity_number = a.number AND NOT x.completed AND t.date BETWEEN coalesce(x.start_date, t.date) AND coalesce(x.end_date, t.date)))`,
      [DEMO, `${YEAR}-02-28`],
    )
    expect(wrong).toEqual([])
  })
})
