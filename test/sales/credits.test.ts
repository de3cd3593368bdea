import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { change, make, OURS, product, PRODUCTS } from '../resources/sales.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { book, drafted, DRAFTS, entriesOf, selling } from './selling.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
})
afterAll(() => service.stop())

const sql = (text: string): Promise<unknown> => service.database.rows(text, [client.agreement])
const booked = async (number: number): Promise<number> => {
  const reply = await book(client, number)
  if (reply.status !== 201) throw new Error(reply.text)
  return (reply.json as { invoiceNumber: number }).invoiceNumber
}
const credited = async (documentId: number): Promise<number> =>
  ((await make(client, `${OURS}/draft-invoices/${documentId}/credit`, { date: '2026-01-15' })) as { number: number })
    .number
const amounts = async (number: number): Promise<unknown> => {
  const { amount, vatAmount } = (await client.get(`${DRAFTS}/${number}`)).json as Record<string, number>
  return [amount, vatAmount]
}
const lineOf = async (documentId: number): Promise<object> => {
  const lines = (await client.get(`/q2capi/v5.3.0/invoices/booked/${documentId}/lines`)).json as object[]
  return lines[0]!
}
const entries = (invoiceNumber: number): Promise<string[]> => entriesOf(service, client, invoiceNumber)

test('a credit note takes back what was booked, whatever accounts and VAT codes sales have by now', async () => {
  client = await selling(service)
  await sql(
    `INSERT INTO vat_code (agreement, code, name, type, rate, account_number) VALUES ($1, 'U20', 'Salgsmoms 20 %', 1, 20, 6902)`,
  )
  const numbers = [
    await drafted(client, [{ quantity: 3, unitNetPrice: 33.33 }, {}]),
    await drafted(client, [{ quantity: 3, unitNetPrice: 33.33 }], { isVatIncluded: true }),
  ]
  const [net, gross] = [await booked(numbers[0]!), await booked(numbers[1]!)]
  await sql(`UPDATE account SET vat_code = 'U20' WHERE agreement = $1 AND number IN (1010, 1020)`)
  const ofNet = await credited(numbers[0]!)
  expect(await amounts(ofNet)).toEqual([-249.99, -50])
  await sql(
    `UPDATE product_group_zone SET account_number = 1020 WHERE agreement = $1 AND product_group_number = 1 AND zone = 1`,
  )
  const ofGross = await credited(numbers[1]!)
  expect(await amounts(ofGross)).toEqual([-99.99, -20])
  expect(await entries(net)).toEqual(['5600 249.99 customer 201 due 2026-01-23', '1010 -199.99 U25', '6902 -50.00'])
  expect(await entries(await booked(ofNet))).toEqual([
    '5600 -249.99 customer 201 due 2026-01-23',
    '1010 199.99 U25',
    '6902 50.00',
  ])
  expect(await entries(gross)).toEqual(['5600 99.99 customer 201 due 2026-01-23', '1010 -79.99 U25', '6902 -20.00'])
  expect(await entries(await booked(ofGross))).toEqual([
    '5600 -99.99 customer 201 due 2026-01-23',
    '1010 79.99 U25',
    '6902 20.00',
  ])
  // A new invoice goes by what is now.
  expect(await entries(await booked(await drafted(client, [{}])))).toEqual([
    '5600 120.00 customer 201 due 2026-01-23',
    '1020 -100.00 U20',
    '6902 -20.00',
  ])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('lines that the invoice did not have, and lines on a barred account, go by what is now', async () => {
  client = await selling(service)
  await make(client, `${PRODUCTS}/products`, product({ productNumber: 'P-2', salesPrice: 10 }))
  await sql(`INSERT INTO account (agreement, number, name, type) VALUES ($1, 1015, 'Nyt salg', 1)`)
  const number = await drafted(client)
  await booked(number)
  await sql(
    `UPDATE product_group_zone SET account_number = 1015 WHERE agreement = $1 AND product_group_number = 1 AND zone = 1`,
  )
  const credit = await credited(number)
  await make(client, `${DRAFTS}/${credit}/lines`, { productNumber: 'P-2', description: 'Vin', quantity: -1 })
  await sql(`UPDATE account SET is_barred = true WHERE agreement = $1 AND number = 1010`)
  expect(await entries(await booked(credit))).toEqual([
    '5600 -135.00 customer 201 due 2026-01-23',
    '1015 100.00 U25',
    '6902 25.00',
    '1015 10.00',
  ])
})

test('a credit note that is moved to another zone goes by that zone', async () => {
  client = await selling(service)
  const number = await drafted(client)
  await booked(number)
  const credit = await credited(number)
  expect(await amounts(credit)).toEqual([-125, -25])
  expect((await change(client, `${DRAFTS}/${credit}`, { vatZoneNumber: 2 })).status).toBe(204)
  expect(await amounts(credit)).toEqual([-100, 0])
})

test('what takes the net of a project when it closes is that of the invoice', async () => {
  client = await selling(service)
  await sql(`INSERT INTO project (agreement, number, name, is_main_project) VALUES ($1, 7, 'Hus', true)`)
  await sql(
    `INSERT INTO account (agreement, number, name, type) VALUES ($1, 1025, 'Sager', 1), ($1, 1026, 'Nye sager', 1)`,
  )
  await sql(
    `INSERT INTO product_group_zone (agreement, product_group_number, zone, account_number) VALUES ($1, 1, 5, 1025)`,
  )
  const number = await drafted(client, [{}], { projectNumber: 7 })
  await booked(number)
  await sql(`UPDATE product_group_zone SET account_number = 1026 WHERE agreement = $1 AND zone = 5`)
  const credit = await credited(number)
  await booked(credit)
  expect(await lineOf(credit)).toMatchObject({ bookedAccount: 1010, projectCloseAccount: 1025 })
})

test('an invoice is credited whatever has been barred since', async () => {
  client = await selling(service)
  await sql(`INSERT INTO department (agreement, number, name) VALUES ($1, 91, 'Nord')`)
  await sql(`INSERT INTO project (agreement, number, name, is_main_project) VALUES ($1, 7, 'Hus', true)`)
  const number = await drafted(client, [{ departmentNumber: 91 }], { projectNumber: 7 })
  await booked(number)
  for (const table of ['layout', 'payment_term', 'customer', 'product', 'department', 'project']) {
    await sql(`UPDATE ${table} SET is_barred = true WHERE agreement = $1`)
  }
  await sql(`UPDATE agreement SET modules = '{}' WHERE agreement = $1`)
  const credit = await credited(number)
  expect((await change(client, `${DRAFTS}/${credit}`, { heading: 'Retur' })).status).toBe(204)
  expect((await change(client, `${DRAFTS}/${credit}`, { customerNumber: 202 })).json).toMatchObject({
    errors: [{ errorCode: 'CustomerIsBarred' }],
  })
  expect(await entries(await booked(credit))).toEqual([
    '5600 -125.00 customer 201 due 2026-01-23',
    '1010 100.00 U25 department 91 project 7',
    '6902 25.00',
  ])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('a credit note with another customer or product than its invoice is booked for open ones only', async () => {
  client = await selling(service)
  await make(client, `${PRODUCTS}/products`, product({ productNumber: 'P-2', salesPrice: 10 }))
  const number = await drafted(client)
  await booked(number)
  const credit = await credited(number)
  await make(client, `${DRAFTS}/${credit}/lines`, { productNumber: 'P-2', description: 'Vin', quantity: -1 })
  expect((await change(client, `${DRAFTS}/${credit}`, { customerNumber: 202 })).status).toBe(204)
  await sql(`UPDATE customer SET is_barred = true WHERE agreement = $1`)
  await sql(`UPDATE product SET is_barred = true WHERE agreement = $1`)
  const { text } = await book(client, credit)
  expect([/customer 202 is barred/.test(text), /product P-2 is barred/.test(text)]).toEqual([true, true])
  expect(text).not.toContain('product P-1 is barred')
})

test('an invoice of a project that is closed is credited where the closing moved its net', async () => {
  client = await selling(service)
  await sql(`INSERT INTO project (agreement, number, name, is_main_project) VALUES ($1, 7, 'Hus', true)`)
  await sql(`INSERT INTO account (agreement, number, name, type) VALUES ($1, 1025, 'Afsluttede sager', 1)`)
  await sql(
    `INSERT INTO product_group_zone (agreement, product_group_number, zone, account_number) VALUES ($1, 1, 5, 1025)`,
  )
  const number = await drafted(client, [{}], { projectNumber: 7 })
  await booked(number)
  expect((await client.post(`${OURS}/projects/7/close`, { date: '2026-01-31' })).status).toBe(204)
  const credit = await credited(number)
  expect(await entries(await booked(credit))).toEqual([
    '5600 -125.00 customer 201 due 2026-01-23',
    '1025 100.00 U25',
    '6902 25.00',
  ])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('a booked line names the account that was credited, though the group gets another meanwhile', async () => {
  client = await selling(service)
  const number = await drafted(client)
  const booking = await service.database.transaction(async (transaction) => {
    await transaction.rows(`SELECT take_numbers($1, 'invoice', 0)`, [client.agreement])
    const begun = booked(number)
    await untilBlocked(service.database, 1)
    await sql(
      `UPDATE product_group_zone SET account_number = 1020 WHERE agreement = $1 AND product_group_number = 1 AND zone = 1`,
    )
    return [begun]
  })
  expect(await entries(await booking[0]!)).toEqual([
    '5600 125.00 customer 201 due 2026-01-23',
    '1010 -100.00 U25',
    '6902 -25.00',
  ])
  expect(await lineOf(number)).toMatchObject({ bookedAccount: 1010 })
})
