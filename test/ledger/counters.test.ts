import { afterAll, beforeAll, expect, test } from 'vitest'
import { COUNTER_CHECKS } from '../../src/ledger/proof/counter-checks.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { COMPANY, companyDatabase, type TestDatabase } from '../database/harness.ts'

/** The series of the demo company, one of each. */
const SERIES = [
  'attached_document',
  'draft_entry',
  'exchange_rate',
  'journal',
  'mileage',
  'opening_voucher',
  'project_activity',
  'sales_document',
  'sales_document_line',
  'supplier_contact',
  'supplier_contact of 2002',
  'time_entry',
]
/** What the demo company has none of, under numbers that no counter has given. */
const UNCOUNTED: Readonly<Record<string, string>> = {
  customer_contact: `INSERT INTO customer_contact (agreement, number, customer_number, user_interface_number, name)
    SELECT $1, 9, min(c.number), 0, 'Ida' FROM customer c WHERE c.agreement = $1`,
  delivery_location: `INSERT INTO delivery_location (agreement, number, customer_number, user_interface_number)
    SELECT $1, 9, min(c.number), 0 FROM customer c WHERE c.agreement = $1`,
  recording_rule: `INSERT INTO recording_rule (agreement, number, employee_number) SELECT $1, 9, min(m.number) FROM employee m WHERE m.agreement = $1`,
}

let store: TestDatabase

beforeAll(async () => {
  store = await companyDatabase()
})
afterAll(() => store.drop())

const sql = <Row>(text: string, ...values: (string | number)[]): Promise<Row[]> =>
  store.database.at(COMPANY).rows<Row>(text, [COMPANY, ...values])

async function fault(): Promise<string | undefined> {
  for (const check of COUNTER_CHECKS) {
    const [found] = await sql<{ fault: string }>(check)
    if (found) return found.fault
  }
  return undefined
}

/** The numbers that a counter's name stands for where they are not those of a table of that name. */
const ELSEWHERE: Record<string, string> = {
  attached_document: 'SELECT max(document_number) AS highest FROM document_log WHERE agreement = $1',
  draft_entry: 'SELECT max(entry_number) AS highest FROM draft_entry WHERE agreement = $1',
  opening_voucher: `SELECT max(e.voucher_number) AS highest FROM booked_entry e WHERE e.agreement = $1 AND e.journal_number IS NULL
    AND NOT EXISTS (SELECT FROM booked_invoice i WHERE i.agreement = $1 AND i.booking = e.booking AND i.invoice_number = e.voucher_number)`,
  sales_document: `SELECT greatest((SELECT max(number) FROM draft_invoice WHERE agreement = $1), (SELECT max(number) FROM booked_invoice WHERE agreement = $1),
    (SELECT max(number) FROM sales_order WHERE agreement = $1), (SELECT max(number) FROM sales_quote WHERE agreement = $1)) AS highest`,
  sales_document_line: `SELECT greatest((SELECT max(number) FROM draft_invoice_line WHERE agreement = $1),
    (SELECT max(number) FROM booked_invoice_line WHERE agreement = $1), (SELECT max(number) FROM sales_order_line WHERE agreement = $1),
    (SELECT max(number) FROM sales_quote_line WHERE agreement = $1)) AS highest`,
}

/** Of each owner by itself. */
const PARTS: Record<string, string> = {
  customer_contact: 'customer_number',
  delivery_location: 'customer_number',
  supplier_contact: 'supplier_number',
}

async function highestOf(name: string): Promise<number> {
  const [table, owner] = name.split(' of ') as [string, string?]
  const text =
    owner === undefined
      ? (ELSEWHERE[name] ?? `SELECT max(number) AS highest FROM ${table} WHERE agreement = $1`)
      : `SELECT max(user_interface_number) AS highest FROM ${table} WHERE agreement = $1 AND ${PARTS[table]!} = ${Number(owner)}`
  const [found] = await sql<{ highest: number | null }>(text)
  return found!.highest ?? 0
}

test('verify finds every counter that stands below a number that exists', async () => {
  expect(await verify(store.database, COMPANY)).toMatchObject({ ok: true })
  const set = 'UPDATE counter SET value = $3 WHERE agreement = $1 AND name = $2'
  for (const name of SERIES) {
    const highest = await highestOf(name)
    expect(highest, name).toBeGreaterThan(0)
    const [counter] = await sql<{ value: number }>(
      'SELECT c.value FROM counter c WHERE c.agreement = $1 AND c.name = $2',
      name,
    )
    await sql(set, name, highest - 1)
    expect(await fault()).toBe(`the counter ${name} stands at ${highest - 1}, there is a number ${highest}.`)
    await sql(set, name, counter!.value)
  }
  for (const [name, insert] of Object.entries(UNCOUNTED)) {
    await sql(insert)
    expect(await fault()).toBe(`the counter ${name} stands at 0, there is a number 9.`)
    await sql(`DELETE FROM ${name} WHERE agreement = $1`)
  }
  expect(await verify(store.database, COMPANY)).toMatchObject({ ok: true })
})
