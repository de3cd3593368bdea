import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { api, DAYBOOK, ok, projectManager, registered } from './project-books.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await projectManager(service)
  for (const statement of [
    `INSERT INTO layout (agreement, number, name) VALUES ($1, 1, 'Standard')`,
    `INSERT INTO product_group (agreement, number, name, domestic_account_number) VALUES ($1, 1, 'Rådgivning', 1010)`,
    `INSERT INTO product (agreement, number, name, product_group_number, is_barred) VALUES ($1, 'TIMER', 'Timer', 1, false)`,
    `INSERT INTO cost_type_group (agreement, number, name, type, markup, account_on_going, account_closed) VALUES ($1, 1, 'Udlæg', 1, 15, 5900, 1330)`,
    `INSERT INTO cost_type (agreement, number, name, cost_group_number) VALUES ($1, 1, 'Rejser', 1)`,
  ]) {
    await service.database.rows(statement, [client.agreement])
  }
})
afterAll(() => service.stop())

const invoice = (more: object = {}, project = 20): Promise<Reply> =>
  client.post(`${DAYBOOK}/projects/${project}/draft-invoice`, { date: '2026-07-31', productNumber: 'TIMER', ...more })

const linesOf = (number: number): Promise<unknown[]> =>
  service.database.rows(
    `SELECT description, total_net_amount::float AS net FROM draft_invoice_line WHERE agreement = $1 AND document_id = $2 ORDER BY number`,
    [client.agreement, number],
  )

test('what is approved on a project is invoiced once, and again when the draft is gone', async () => {
  const refusal = async (reply: Promise<Reply>): Promise<unknown> => (await reply).json.errorCode
  const time = [await registered(client), await registered(client, { date: '2026-07-01', activityNumber: 11 })]
  const drive = { employeeNumber: 1, projectNumber: 20, date: '2026-06-30', distance: 42 }
  const { number: mileage } = (await ok(client.post(api('/mileages'), drive))).json
  expect(await refusal(invoice())).toBe('ProjectHasNothingToInvoice')
  await ok(client.post(api('/timeentries/approve'), { numbers: time }))
  await ok(client.post(api('/mileages/approve'), { numbers: [mileage] }))
  await registered(client)
  expect(await refusal(invoice({ productNumber: 'X' }))).toBe('ProjectInvoiceProductDoesNotExist')
  const expense = {
    ...{ entryTypeNumber: 5, journalNumber: 1, date: '2026-06-15', accountNumber: 5900, contraAccountNumber: 5820 },
    ...{ amount: 1000, currency: 'DKK', text: 'Fly', projectNumber: 20, costTypeNumber: 1 },
  }
  await ok(client.post(`${DAYBOOK}/draft-entries`, expense))
  await ok(client.post('/journalsapi/v15.0.1/journals/1/book'))
  const { number } = (await ok(invoice())).json
  const lines = [
    { description: 'Konsulent', net: 2250 },
    { description: 'Møde', net: 2000 },
    { description: 'Rejser', net: 1150 },
  ]
  expect(await linesOf(number)).toEqual(lines)
  expect(await refusal(invoice())).toBe('ProjectHasNothingToInvoice')
  await ok(client.delete(`/q2capi/v5.3.0/invoices/drafts/${number}`))
  await service.database.rows('UPDATE project SET is_mileage_invoiced = true WHERE agreement = $1', [client.agreement])
  const again = (await ok(invoice())).json.number as number
  expect(again).not.toBe(number)
  expect(await linesOf(again)).toEqual([...lines.slice(0, 2), { description: 'Mileage', net: 210 }, lines[2]])
})

test('an internal project is not invoiced; one that is not there is not found', async () => {
  await ok(client.post(api('/projects'), { number: 27, name: 'Internt', projectGroupNumber: 1 }))
  expect((await invoice({}, 27)).json.errorCode).toBe('ProjectIsNotInvoiceable')
  expect((await invoice({}, 99)).status).toBe(404)
})
