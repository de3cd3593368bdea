import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilBlocked } from '../faults/blocked.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { changedAt, customer, CUSTOMERS, make, product, PRODUCTS, seller } from './sales.ts'

const CONTACTS = `${CUSTOMERS}/Contacts`

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await seller(service)
})
afterAll(() => service.stop())

/** Starts the second write while the first waits for the end of its trail. @returns both answers. */
async function together(first: () => Promise<Reply>, second: () => Promise<Reply>): Promise<[Reply, Reply]> {
  const begun = await service.database.transaction(async (transaction) => {
    const trail = `SELECT FROM counter WHERE agreement = $1 AND name = 'change' FOR UPDATE`
    await transaction.at(client.agreement).rows(trail, [client.agreement])
    const one = first()
    await untilBlocked(service.database, 1)
    const other = second()
    await untilBlocked(service.database, 2)
    return [one, other] as const
  })
  return await Promise.all(begun)
}

test.each(['named', 'deleted'] as const)('a contact is not both named and deleted at once: first %s', async (first) => {
  const { customerNumber } = await make(
    client,
    `${CUSTOMERS}/Customers`,
    customer({ customerNumber: first === 'named' ? 3001 : 3002 }),
  )
  const { number } = await make(client, CONTACTS, { customerNumber, name: 'Bo' })
  const path = `${CUSTOMERS}/Customers/${customerNumber}`
  const body = await changedAt(client, path, { defaultAttention: number })
  const named = (): Promise<Reply> => client.put(path, body)
  const deleted = (): Promise<Reply> => client.delete(`${CONTACTS}/${number}`)
  const [done, refused] = await (first === 'named' ? together(named, deleted) : together(deleted, named))
  expect(done.status).toBe(204)
  const code = first === 'named' ? 'CustomerContactIsInUse' : 'CustomerInvalidDefaultAttention'
  expect(codeOf(refused).slice(0, 2)).toEqual([400, code])
})

test('a special price in a currency is refused when a percentage is being set', async () => {
  await make(client, `${PRODUCTS}/pricegroups`, { number: 3001, name: 'Gruppe' })
  await make(client, `${PRODUCTS}/products`, product({ productNumber: 'P-1' }))
  const path = `${PRODUCTS}/pricegroups/3001/specialprices`
  const { number } = await make(client, path, { productNumber: 'P-1', salesPriceBaseCurrency: 1 })
  const inCurrency = `${PRODUCTS}/specialprices/${number}/specialpricesincurrency`
  const percent = { salesPriceBaseCurrency: undefined, discountPercentage: 10 }
  const body = await changedAt(client, `${path}/${number}`, percent)
  const [set, refused] = await together(
    () => client.put(path, body),
    () => client.post(inCurrency, { currency: 'EUR', salesPrice: 2 }),
  )
  expect([set.status, codeOf(refused)[1]]).toEqual([
    204,
    'ProductSpecialPriceCurrencyCreateDiscountPercentageSpecified',
  ])
  expect((await client.get(inCurrency)).json).toEqual({ items: [] })
})
