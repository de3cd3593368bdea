import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPANY } from '../database/harness.ts'
import { brokenRules } from '../sales/ubl-rules.ts'
import { treeOf } from '../sales/ubl-tree.ts'
import { type Client, companyService, type TestService } from '../service/harness.ts'

let service: TestService
let client: Client
const YEAR = 2026

beforeAll(async () => {
  service = await companyService()
  client = await service.client({ agreement: COMPANY })
})
afterAll(() => service.stop())

test('the demo company can be worked on: numbers go on where its content ends', async () => {
  const journal = await client.post('/journalsapi/v15.0.1/journals', { name: 'Ny' })
  expect([journal.status, journal.json]).toEqual([201, { number: 7 }])
  const contacts = '/suppliersapi/v2.0.0/Contacts'
  const [first] = (await client.get(`${contacts}/paged?sort=supplierNumber&pageSize=1`)).json
  const contact = await client.post(contacts, { supplierNumber: first.supplierNumber, name: 'En ny kontakt' })
  expect(contact.status).toBe(201)
  const made = (await client.get(contact.headers.get('location')!)).json
  expect(made.userInterfaceNumber).toBeGreaterThan(first.userInterfaceNumber)
  const rate = { currency: 'EUR', date: `${YEAR}-12-24`, rate: 746.123456 }
  expect((await client.post('/daybookapi/v1.0.0/exchange-rates', rate)).status).toBe(201)
  const time = { employeeNumber: 2, projectNumber: 1004, activityNumber: 10, date: `${YEAR}-11-02`, numberOfHours: 2.5 }
  const { status, json } = await client.post('/api/v20.0.1/timeentries', time)
  expect([status, json.number > 600]).toEqual([201, true])
  expect((await client.get(`/api/v20.0.1/timeentryprices/${json.number}`)).json).toMatchObject({ salesPrice: 2400 })
})

test('the demo company tells its entries apart by departments, places and campaigns in both years, and shares some out', async () => {
  const entries = await service.database.rows<Record<string, unknown>>(
    `SELECT b.dimension_number AS dimension, e.accounting_year AS year, bool_or(k.is_distribution) AS shared, count(*) > 30 AS many
     FROM booked_dimension b JOIN booked_entry e ON e.agreement = $1 AND e.entry_number = b.entry_number
     JOIN dimension_key k ON k.agreement = $1 AND k.dimension_number = b.dimension_number AND k.number = b.dimension_key
     WHERE b.agreement = $1 GROUP BY 1, 2 ORDER BY 1, 2`,
    [client.agreement],
  )
  expect(entries).toEqual(
    [1, 2, 3].flatMap((dimension) =>
      [YEAR - 1, YEAR].map((year) => ({ dimension, year: String(year), shared: dimension === 1, many: true })),
    ),
  )
  const [distributions] = await service.database.rows<{ number: number }>(
    'SELECT count(DISTINCT departmental_distribution_number)::int AS number FROM booked_entry WHERE agreement = $1',
    [client.agreement],
  )
  expect(distributions!.number).toBe(2)
})

test('lines that the demo company sells by have departments, those of goods places and campaigns too, and so have their postings', async () => {
  const kinds = ['booked_invoice', 'draft_invoice', 'sales_order', 'sales_quote']
  const counts = kinds.map(
    (
      kind,
    ) => `SELECT '${kind}' AS kind, count(*) > 4 AS some, count(*) FILTER (WHERE l.department_number IS NULL)::int AS without,
      count(l.dimension2_key) > 4 AS places, count(l.dimension3_key) > 4 AS campaigns
      FROM ${kind}_line l WHERE l.agreement = $1 AND l.product_number IS NOT NULL`,
  )
  const lines = await service.database.rows(counts.join(' UNION ALL '), [client.agreement])
  // The draft of today has none yet.
  const without = (kind: string): number => (kind === 'draft_invoice' ? 2 : 0)
  expect(lines).toEqual(
    kinds.map((kind) => ({ kind, some: true, without: without(kind), places: true, campaigns: true })),
  )
  const postings = await service.database.rows(
    `SELECT e.accounting_year AS year, count(*) FILTER (WHERE e.department_number IS NULL)::int AS without, count(e.dimension3_key) > 0 AS campaigns
     FROM booked_entry e JOIN account a ON a.agreement = $1 AND a.number = e.account_number AND a.type = 1
     WHERE e.agreement = $1 AND e.type = 1 GROUP BY 1 ORDER BY 1`,
    [client.agreement],
  )
  expect(postings).toEqual([YEAR - 1, YEAR].map((year) => ({ year: String(year), without: 0, campaigns: true })))
})

test('the demo company has budgets for this year and the next, of every section of the result', async () => {
  const budgets = await service.database.rows<Record<string, unknown>>(
    `SELECT extract(year FROM f.from_date)::int AS year, count(DISTINCT f.account_number / 1000)::int AS sections,
       sum(f.amount) < 0 AS profit FROM budget_figure f WHERE f.agreement = $1 GROUP BY 1 ORDER BY 1`,
    [client.agreement],
  )
  expect(budgets).toEqual([YEAR, YEAR + 1].map((year) => ({ year, sections: 4, profit: true })))
})

test('every invoice of the demo company can be sent', async () => {
  const invoices = (await client.get('/daybookapi/v1.0.0/booked-invoices')).json.items as { number: number }[]
  expect(invoices.length).toBeGreaterThan(100)
  for (const { number } of invoices) {
    const { status, text } = await client.get(`/daybookapi/v1.0.0/invoices/${number}/ubl`)
    expect([number, status]).toEqual([number, 200])
    if (number % 5 === 0) expect([number, brokenRules(treeOf(text))]).toEqual([number, []])
    if (process.env.DAYBOOK_UBL !== undefined) writeFileSync(join(process.env.DAYBOOK_UBL, `demo-${number}.xml`), text)
  }
})

test('every list of the demo company answers', async () => {
  const lists = [
    '/accountsapi/v7.0.0/Accounts',
    '/bookedEntriesapi/v4.0.0/booked-entries',
    '/journalsapi/v15.0.1/draft-entries',
    '/daybookapi/v1.0.0/customers',
    '/api/v20.0.1/projects',
    '/api/v20.0.1/timeentries',
    '/api/v20.0.1/mileageprices',
    '/productsapi/v2.0.0/products',
    '/subscriptionsapi/v6.0.3/Subscribers',
    '/q2capi/v5.3.0/invoices/booked/lines',
    `/accounting-years/${YEAR}/periods/10/entries`,
    `/accounting-years/${YEAR - 1}/totals`,
  ]
  for (const path of lists) {
    const { status, json } = await client.get(path)
    expect([path, status]).toEqual([path, 200])
    expect((json.items ?? json.collection).length).toBeGreaterThan(10)
  }
})
