import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { api, DAYBOOK, entry, ok, projectSeller, registered } from './project-books.ts'

const INVOICES = '/q2capi/v5.3.0/invoices'

let service: TestService
let client: Client

beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => void (client = await projectSeller(service)))
afterAll(() => service.stop())

const sql = (statement: string): Promise<unknown[]> => service.database.rows(statement, [client.agreement])
const invoice = (): Promise<Reply> =>
  client.post(`${DAYBOOK}/projects/20/draft-invoice`, { date: '2026-07-31', productNumber: 'TIMER' })
const bookInvoice = (number: number): Promise<Reply> => ok(client.post(`${DAYBOOK}/draft-invoices/${number}/book`))
const sound = async (): Promise<void> =>
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })

/** The lines of a document: description, quantity, unit, price and net. */
const sold = (number: number): Promise<unknown[]> =>
  service.database
    .rows<{ told: string }>(
      `SELECT json_build_array(l.description, l.quantity::float, u.name, l.unit_net_price::float, l.total_net_amount::float) AS told
       FROM draft_invoice_line l LEFT JOIN unit u ON u.agreement = $1 AND u.number = l.unit_number
       WHERE l.agreement = $1 AND l.document_id = $2 ORDER BY l.number`,
      [client.agreement, number],
    )
    .then((rows) => rows.map(({ told }) => JSON.parse(told) as unknown[]))
const report = async (project = 20): Promise<Record<string, number>> =>
  (await client.get(`${DAYBOOK}/projects/${project}/report`)).json
const approved = async (...hours: object[]): Promise<void> => {
  const numbers: number[] = []
  for (const more of hours) numbers.push(await registered(client, more))
  await ok(client.post(api('/timeentries/approve'), { numbers }))
}
const priced = (price: number): Promise<unknown[]> =>
  sql(
    `UPDATE activity SET sales_price_before = ${price}, sales_price_after = ${price} WHERE agreement = $1 AND number = 10`,
  )

test.each(['7.416666666666667', '7.41666666666667', '7.4166666667'])(
  'hours of programs with doubles are rounded to 6 decimals, and a notice says so: %s',
  async (hours) => {
    const raw = JSON.stringify(entry({ numberOfHours: 98765 })).replace('98765', hours)
    const made = await ok(client.post(api('/timeentries'), undefined, { raw }))
    expect(made.headers.get('daybook-notice')).toContain('numberOfHours is rounded to 6 decimals')
    expect((await client.get(api(`/timeentries/${made.json.number}`))).json.numberOfHours).toBe(7.416667)
  },
)

test('lines say what was delivered: hours and kilometres at their price', async () => {
  await priced(700)
  await sql('UPDATE project SET is_mileage_invoiced = true WHERE agreement = $1')
  const drive = { employeeNumber: 1, projectNumber: 20, date: '2026-06-30', distance: 42 }
  const { number: mileage } = (await ok(client.post(api('/mileages'), drive))).json
  await ok(client.post(api('/mileages/approve'), { numbers: [mileage] }))
  await approved({ numberOfHours: 7.4 }, { numberOfHours: 3.25 })
  await priced(710)
  await approved({ numberOfHours: 1 }, { numberOfHours: -0.5 })
  const { number } = (await ok(invoice())).json
  expect(await sold(number)).toEqual([
    ['Konsulent', 10.65, 'time', 700, 7455],
    ['Konsulent', 0.5, 'time', 710, 355],
    ['Kørsel', 42, 'km', 5, 210],
  ])
  // Units are found the next time, in the language of the customer.
  await sql(`UPDATE customer SET country = 'Sverige' WHERE agreement = $1 AND number = 201`)
  await sql(`INSERT INTO unit (agreement, number, name) VALUES ($1, 99, 'Hours.')`)
  await ok(client.delete(`${INVOICES}/drafts/${number}`))
  const again = (await ok(invoice())).json.number as number
  expect((await sold(again)).map((line) => (line as unknown[])[2])).toEqual(['Hours.', 'Hours.', 'km'])
  expect((await sold(again)).at(-1)).toEqual(['Mileage', 42, 'km', 5, 210])
  await bookInvoice(again)
  await sound()
})

test('a line rounds its sum, and the report of the project says what that makes', async () => {
  await priced(100.01)
  await approved({ numberOfHours: 0.333 }, { numberOfHours: 0.333 }, { numberOfHours: 0.333 })
  expect(await report()).toMatchObject({ salesPrice: 99.9, invoicedTotal: 0, roundingDifference: 0 })
  const { number } = (await ok(invoice())).json
  expect(await sold(number)).toEqual([['Konsulent', 0.999, 'time', 100.01, 99.91]])
  await bookInvoice(number)
  expect(await report()).toMatchObject({ number: 20, salesPrice: 99.9, invoicedTotal: 99.91, roundingDifference: 0.01 })
  const other = await projectSeller(service)
  expect((await other.get(`${DAYBOOK}/projects/99/report`)).status).toBe(404)
  await sound()
})

test('hours that were approved before 0272_rates_of_hours.sql are sold at the price that they come of', async () => {
  await priced(700)
  await approved({ numberOfHours: 7.4 })
  // As they were then: no rate, and none in the log.
  await sql('UPDATE time_entry SET sales_rate = NULL WHERE agreement = $1')
  await approved({ numberOfHours: 3.25 })
  const { number } = (await ok(invoice())).json
  expect(await sold(number)).toEqual([['Konsulent', 10.65, 'time', 700, 7455]])
})

test('an entry has at most 999.99 hours or 99,999 kilometres, either way', async () => {
  const hours = async (numberOfHours: number): Promise<unknown> => {
    const { status, json } = await client.post(api('/timeentries'), entry({ date: '2026-05-01', numberOfHours }))
    return status === 201 ? 201 : [json.errorCode, json.property]
  }
  const kilometres = async (distance: number): Promise<unknown> => {
    const drive = { employeeNumber: 1, projectNumber: 20, date: '2026-06-30', distance }
    const { status, json } = await client.post(api('/mileages'), drive)
    return status === 201 ? 201 : [json.errorCode, json.property]
  }
  for (const most of [999.99, -999.99]) expect(await hours(most)).toBe(201)
  for (const more of [1000, -1000]) expect(await hours(more)).toEqual(['TimeEntryTooManyHours', 'numberOfHours'])
  for (const most of [99_999, -99_999]) expect(await kilometres(most)).toBe(201)
  for (const more of [99_999.01, -100_000]) {
    expect(await kilometres(more)).toEqual(['TimeEntryTooManyHours', 'distance'])
  }
})

test('more than 24 hours of a day are noticed, and refused where an app is read strictly', async () => {
  const notices = async (more: object): Promise<unknown> => {
    const { status, json, headers } = await client.post(api('/timeentries'), entry(more))
    return status === 201 ? headers.get('daybook-notice') : json.errorCode
  }
  const day = { date: '2026-05-02' }
  const said = 'numberOfHours makes more than 24 hours of the employee on that day'
  expect(await notices({ ...day, numberOfHours: 20 })).toBeNull()
  expect(await notices({ ...day, numberOfHours: 4 })).toBeNull()
  expect(await notices({ ...day, numberOfHours: 0.01 })).toBe(said)
  expect(await notices({ ...day, numberOfHours: -1 })).toBeNull()
  const { number } = (await ok(client.post(api('/timeentries'), entry({ date: '2026-05-03', numberOfHours: 1 })))).json
  const path = `${api('/timeentries')}/${number}`
  const stored = (await client.get(path)).json as object
  const changed = await client.put(api('/timeentries'), { ...stored, numberOfHours: 25 })
  expect([changed.status, changed.headers.get('daybook-notice')]).toEqual([204, said])
  const strict = await service.client({ agreement: client.agreement, compatibility: 'strict' })
  const refused = await strict.post(api('/timeentries'), entry({ ...day, numberOfHours: 5 }))
  expect([refused.status, refused.json.errorCode]).toEqual([400, 'TimeEntryTooManyHours'])
})
