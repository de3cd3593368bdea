import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { change, customer, CUSTOMERS, make, OURS, product, PRODUCTS, seller } from './sales.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await seller(service)
})
afterAll(() => service.stop())

const TERMS = `${OURS}/payment-terms`
const accounts = { contraAccountNumber: 5820, contraAccount2Number: 2210, contraAccountPercent: 80.5 }

test.each<[number, object]>([
  [1, { days: 14 }],
  [2, { days: 30 }],
  [3, { contraAccountNumber: 5820 }],
  [4, {}],
  [5, {}],
  [6, accounts],
  [7, {}],
  [8, { days: 7 }],
  [9, { cardCustomerNumber: 201 }],
])('a payment term of type %i has what it needs, and nothing else: %j', async (type, needs) => {
  const number = 100 + type
  const body = { number, name: 'Betingelse', type, ...needs }
  await make(client, TERMS, body)
  expect((await client.get(`${TERMS}/${number}`)).json).toMatchObject({ days: 0, ...body })
  for (const lacking of Object.keys(needs).filter((name) => name !== 'days')) {
    const reply = await client.post(TERMS, { ...body, number: 99, [lacking]: undefined })
    expect(codeOf(reply), lacking).toEqual([400, 'PaymentTermIncomplete', 'type'])
  }
  for (const [name, value] of Object.entries({ ...accounts, cardCustomerNumber: 201 })) {
    if (name in needs) continue
    const reply = await client.post(TERMS, { ...body, number: 99, [name]: value })
    expect(codeOf(reply), name).toEqual([400, 'PaymentTermIncomplete', 'type'])
  }
})

test('a payment term keeps its type and days, and names what is there', async () => {
  await make(client, TERMS, { number: 50, name: 'Factoring', type: 6, ...accounts })
  const codes = async (more: object) => codeOf(await change(client, `${TERMS}/50`, more, TERMS))
  expect(await codes({ type: 1 })).toEqual([400, 'PaymentTermChanged', 'type'])
  expect(await codes({ days: 8 })).toEqual([400, 'PaymentTermChanged', 'days'])
  expect(await codes({ contraAccountPercent: 100 })).toEqual([400, 'ValueOutOfRange', 'contraAccountPercent'])
  expect(await codes({ contraAccountNumber: 1 })).toEqual([400, 'AccountDoesNotExist', 'contraAccountNumber'])
  expect(await codes({ contraAccount2Number: 2290 })).toEqual([400, 'AccountIsBarred', 'contraAccount2Number'])
  const card = await client.post(TERMS, { number: 51, name: 'Kort', type: 9, cardCustomerNumber: 9 })
  expect(codeOf(card)).toEqual([400, 'CustomerDoesNotExist', 'cardCustomerNumber'])
  expect(
    (await change(client, `${TERMS}/50`, { name: 'Fakturakøb', isBarred: true, days: undefined }, TERMS)).status,
  ).toBe(204)
})

test('a customer keeps a payment term that was barred since, and a term that is barred an account', async () => {
  const own = await seller(service)
  await make(own, TERMS, { number: 60, name: 'Kontant', type: 3, contraAccountNumber: 5820 })
  await make(own, `${CUSTOMERS}/Customers`, customer({ paymentTermId: 60 }))
  await make(own, `${CUSTOMERS}/Customers`, customer({ customerNumber: 1001 }))
  await service.database.rows('UPDATE account SET is_barred = true WHERE agreement = $1 AND number = 5820', [
    own.agreement,
  ])
  const barred = await change(own, `${TERMS}/60`, { isBarred: true }, TERMS)
  expect(barred.status, barred.text).toBe(204)
  const opened = await change(own, `${TERMS}/60`, { isBarred: undefined }, TERMS)
  expect(codeOf(opened)).toEqual([400, 'AccountIsBarred', 'contraAccountNumber'])
  const published = `${CUSTOMERS}/Customers`
  for (const [path, at, term, code] of [
    [published, undefined, 'paymentTermId', 'CustomerBarredPaymentTerm'],
    [`${OURS}/customers`, `${OURS}/customers`, 'paymentTermNumber', 'PaymentTermIsBarred'],
  ] as const) {
    const put = (number: number, more: object) => change(own, `${path}/${number}`, more, at)
    expect((await put(1000, { city: 'Ribe' })).status).toBe(204)
    expect(codeOf(await put(1001, { [term]: 60 }))).toEqual([400, code, term])
  }
})

test('VAT zones: five are everywhere and stay, those of the agreement begin at 8', async () => {
  const path = `${OURS}/vat-zones`
  const other = await service.client()
  const numbers = (await other.get(path)).json.items.map(({ number }: { number: number }) => number)
  expect(numbers).toEqual([1, 2, 3, 4, 5])
  for (const number of [6, 7]) {
    expect(codeOf(await other.post(path, { number, name: 'x' }))).toEqual([400, 'VatZoneStays', 'number'])
  }
  expect(codeOf(await other.delete(`${path}/5`))).toEqual([400, 'VatZoneStays', 'number'])
  expect((await change(other, `${path}/1`, { name: 'Indland' }, path)).status).toBe(204)
  await make(other, path, { number: 8, name: 'Grønland' })
  expect((await other.delete(`${path}/8`)).status).toBe(204)
})

test('units, layouts, delivery conditions and discount groups are lists that stay while they are used', async () => {
  for (const path of ['units', 'layouts', 'delivery-conditions', 'discount-groups']) {
    await make(client, `${OURS}/${path}`, { number: 70, name: 'Ny', isBarred: true })
    expect((await client.get(`${OURS}/${path}/70`)).json).toMatchObject({ name: 'Ny', isBarred: true })
    expect((await client.delete(`${OURS}/${path}/70`)).status).toBe(204)
  }
  await make(client, `${PRODUCTS}/products`, product({ unitId: 1 }))
  expect(codeOf(await client.delete(`${OURS}/units/1`))).toEqual([400, 'ItemInUse', 'number'])
})

test('a discount is what a discount group gets off a product group', async () => {
  const path = `${OURS}/discounts`
  const discount = { discountGroupNumber: 1, productGroupNumber: 1, percent: 12.5 }
  const reply = await client.post(path, discount)
  expect([reply.status, reply.headers.get('location')]).toEqual([201, `${path}/1/1`])
  expect((await client.get(`${path}/1/1`)).json).toMatchObject(discount)
  const codes = async (more: object) => codeOf(await client.post(path, { ...discount, ...more }))
  expect(await codes({})).toEqual([400, 'NumberAlreadyInUse', 'productGroupNumber'])
  expect(await codes({ discountGroupNumber: 9 })).toEqual([400, 'DiscountGroupDoesNotExist', 'discountGroupNumber'])
  expect(await codes({ productGroupNumber: 9 })).toEqual([400, 'ProductGroupDoesNotExist', 'productGroupNumber'])
  expect(codeOf(await change(client, `${path}/1/1`, { percent: 101 }, path))).toEqual([
    400,
    'ValueOutOfRange',
    'percent',
  ])
  expect((await client.delete(`${OURS}/discount-groups/1`)).status).toBe(204)
  expect((await client.get(`${path}/count`)).json).toBe(0)
})
