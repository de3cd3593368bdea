import { afterAll, beforeAll, expect, test } from 'vitest'
import { OURS } from '../resources/sales.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { drafted, selling } from './selling.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
})
afterAll(() => service.stop())

const sql = (text: string): Promise<unknown> => service.database.rows(text, [client.agreement])

test('a booking names every account that takes no entry, with the draft that needs it', async () => {
  client = await selling(service)
  await sql(`INSERT INTO account (agreement, number, name, type, currency) VALUES ($1, 5811, 'Kasse, euro', 2, 'EUR')`)
  await sql(
    `INSERT INTO payment_term (agreement, number, name, type, days, contra_account_number) VALUES ($1, 3, 'Kontant', 3, 0, 5811)`,
  )
  const [plain, cash] = [await drafted(client), await drafted(client, [{}], { termOfPaymentNumber: 3 })]
  await sql(`UPDATE account SET is_barred = true WHERE agreement = $1 AND number = 5600`)
  await sql(`UPDATE account SET currency = 'EUR' WHERE agreement = $1 AND number = 6902`)
  const reply = await client.post(`${OURS}/draft-invoices/bulk/book`, { numbers: [plain, cash] })
  const told = (reply.json.errors as { errorCode: string; property: string; message: string }[]).map(
    ({ errorCode, property, message }) => `${errorCode} ${property} ${message}`,
  )
  const barred = (number: number): string =>
    `JournalEntryAccountNotAccessible customerNumber Draft invoice ${number}: account 5600 is barred.`
  const ofVat = (number: number): string =>
    `JournalEntryAccountCurrencyMismatch lines[0].productNumber Draft invoice ${number}: the VAT account 6902 is kept in EUR.`
  const ofTerm = `JournalEntryAccountCurrencyMismatch termOfPaymentNumber Draft invoice ${cash}: account 5811 is kept in EUR.`
  expect(told.sort()).toEqual([barred(plain), barred(cash), ofVat(plain), ofVat(cash), ofTerm].sort())
})

test('an account of the payment term that demands a department takes no settlement, which has none', async () => {
  client = await selling(service)
  await sql(
    `INSERT INTO account (agreement, number, name, type, is_department_mandatory) VALUES ($1, 5811, 'Kasse', 2, true)`,
  )
  await sql(
    `INSERT INTO payment_term (agreement, number, name, type, days, contra_account_number) VALUES ($1, 3, 'Kontant', 3, 0, 5811)`,
  )
  const cash = await drafted(client, [{}], { termOfPaymentNumber: 3 })
  const { json } = await client.post(`${OURS}/draft-invoices/bulk/book`, { numbers: [cash] })
  expect(json.errors).toMatchObject([
    { errorCode: 'JournalEntryMultipleDimensionRequired', property: 'termOfPaymentNumber' },
  ])
  await sql(`UPDATE account SET is_department_mandatory = false WHERE agreement = $1 AND number = 5811`)
  expect((await client.post(`${OURS}/draft-invoices/bulk/book`, { numbers: [cash] })).status).toBe(200)
})
