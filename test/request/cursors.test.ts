import { afterAll, beforeAll, expect, test } from 'vitest'
import { product, PRODUCTS, seller } from '../resources/sales.ts'
import { type SharedService, sharedService } from '../service/shared.ts'

let service: SharedService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** Gives products 01, 02, … of the agreement `$1`, a thousand in all, a price in euro. */
const THOUSAND = [
  `INSERT INTO product (agreement, number, product_group_number, name)
     SELECT $1, '0' || n, 1, 'Øl' FROM generate_series(1, 1000) n`,
  `INSERT INTO product_sales_price (agreement, product_number, currency, sales_price)
     SELECT $1, '0' || n, 'EUR', 5 FROM generate_series(1, 1000) n`,
]

test('a list is read to its end where a page begins at a product number with a tilde', async () => {
  const client = await seller(service)
  await client.post(`${PRODUCTS}/products`, product({ productNumber: 'A~B' }))
  const price = { currency: 'EUR', salesPrice: 5 }
  expect((await client.post(`${PRODUCTS}/products/A~B/salespriceincurrencies`, price)).status).toBe(201)
  for (const statement of THOUSAND) await service.database.rows(statement, [client.agreement])
  const list = `${PRODUCTS}/salespriceincurrencies`
  const { cursor } = (await client.get(list)).json
  expect(cursor).toBe('A~B~EUR')
  const { json } = await client.get(`${list}?cursor=${encodeURIComponent(cursor)}`)
  expect(json).toEqual({ items: [expect.objectContaining({ productNumber: 'A~B', currency: 'EUR' })] })
})
