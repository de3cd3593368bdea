import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, codeOf, DRAFTS } from './bookkeeping.ts'
import { boxesOf, danish, OURS, RETURNS } from './vat-books.ts'

let service: TestService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const LIST = `${OURS}/eu-sales-list`

let numbers = 500

/** A customer with that VAT number, and country. */
async function customer(client: Client, name: string, more: object): Promise<number> {
  const number = (numbers += 1)
  const body = { number, name, groupNumber: 1, currency: 'DKK', paymentTermNumber: 1, ...more }
  const made = await client.post(`${OURS}/customers`, body)
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  return number
}

/** The company says its CVR number. */
async function registered(client: Client): Promise<void> {
  const { objectVersion } = (await client.get(`${OURS}/company`)).json
  const company = { name: 'Firma', country: 'DK', corporateIdentificationNumber: '12345678', objectVersion }
  const reply = await client.put(`${OURS}/company`, company)
  expect([reply.status, reply.text]).toEqual([204, ''])
}

async function invoice(client: Client, customerNumber: number, amount: number, contraVatCode: string): Promise<void> {
  const account = contraVatCode === 'UEUV' ? 1040 : 1050
  const entry = {
    entryTypeNumber: 10,
    journalNumber: 1,
    date: '2026-09-15',
    currency: 'DKK',
    customerNumber,
    customerInvoiceNumber: String(Math.round(amount * 100)),
    amount,
    contraAccountNumber: account,
    contraVatCode,
    text: 'Salg',
  }
  const made = await client.post(DRAFTS, entry)
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  expect((await client.post(`${API}/journals/1/book`)).status).toBe(204)
}

test('sales to the EU are told by VAT number in whole kroner that sum to the boxes, and in the file of the authority', async () => {
  const client = await danish(service, '2026-06-01')
  const german = await customer(client, 'Berlin GmbH', { vatNumber: 'DE 999 999 999' })
  const swedish = await customer(client, 'Lund AB', { vatNumber: '999999999901', country: 'SE' })
  const nameless = await customer(client, 'Athen', {})
  await invoice(client, german, 300.4, 'UEUV')
  await invoice(client, swedish, 1_500.4, 'UEUY')
  await invoice(client, nameless, 99.3, 'UEUV')
  const behind = (await client.get(`${RETURNS}/2026-Q3/entries?box=bServices`)).json.items
  expect(behind).toMatchObject([
    { amount: 1_500.4, customerNumber: swedish, supplierNumber: null, name: 'Lund AB', vatNumber: '999999999901' },
  ])
  const list = (await client.get(`${LIST}?period=2026-Q3`)).json
  // 399.70 of goods is 400: the largest remainder, 300.40, gets the krone.
  expect(list).toEqual({
    period: '2026-Q3',
    from: '2026-07-01',
    to: '2026-09-30',
    deadline: '2026-10-26',
    items: [
      { vatNumber: 'DE999999999', goods: 301, services: 0, amount: 300.4 },
      { vatNumber: 'SE999999999901', goods: 0, services: 1_500, amount: 1_500.4 },
    ],
    missing: [{ customerNumber: nameless, goods: 99, services: 0, amount: 99.3 }],
    goods: 400,
    services: 1_500,
  })
  const { json } = await client.get(`${RETURNS}/2026-Q3`)
  expect(boxesOf({ json } as never)).toEqual({ bGoods: list.goods, bServices: list.services })
  expect(json.withoutVatNumber).toEqual([{ customerNumber: nameless, amount: 99.3 }])
  const file = `${LIST}?period=2026-Q3&format=csv`
  expect(codeOf(await client.get(file))).toEqual([409, 'EuSalesListIncomplete', 'format'])
  expect(codeOf(await client.get(`${LIST}?period=2026`))).toEqual([400, 'QueryParameterInvalid', 'period'])

  await service.database.rows(`UPDATE customer SET vat_number = 'GR123456789' WHERE agreement = $1 AND number = $2`, [
    client.agreement,
    nameless,
  ])
  await registered(client)
  expect((await client.get(file)).text).toBe(
    [
      '0,12345678,LISTE,,,,,,',
      '2,1,2026-09-30,12345678,DE,999999999,301,0,0',
      '2,2,2026-09-30,12345678,EL,123456789,99,0,0',
      '2,3,2026-09-30,12345678,SE,999999999901,0,0,1500',
      '10,3,1900,,,,,,',
      '',
    ].join('\r\n'),
  )
})

test('the file has the records of the page, but for their references', async () => {
  const page = readFileSync(new URL('eu-sales-list.csv', import.meta.url), 'utf8')
  const client = await danish(service, '2026-06-01')
  await invoice(client, await customer(client, 'Berlin GmbH', { vatNumber: 'DE999999999' }), 300, 'UEUV')
  await invoice(client, await customer(client, 'Lund AB', { vatNumber: 'SE999999999901' }), 1_500, 'UEUY')
  await registered(client)
  const lines = (text: string) => text.replaceAll('REF', '').trimEnd().split(/\r?\n/)
  expect(lines((await client.get(`${LIST}?period=2026-09&format=csv`)).text)).toEqual(lines(page))
})
