import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowProductRenumbering } from '../../src/companies/create.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import { change, changedAt, listen, make, OURS, product, PRODUCTS } from '../resources/sales.ts'
import { subscription, SUBSCRIPTIONS } from '../resources/subscription.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { book, drafted, DRAFTS, selling } from './selling.ts'

const PATH = `${PRODUCTS}/products`

let service: TestService
let client: Client
beforeAll(async () => {
  service = await sharedService()
  client = await selling(service)
  await allowProductRenumbering(service.database, client.agreement, true)
})
afterAll(() => service.stop())

/** Makes a product, its price in euro and its special price. */
async function made(productNumber: string): Promise<string> {
  await make(client, PATH, product({ productNumber, salesPrice: 100 }))
  await make(client, `${PATH}/${productNumber}/salespriceincurrencies`, { currency: 'EUR', salesPrice: 13 })
  await make(client, PRICES, { productNumber, salesPriceBaseCurrency: 90 })
  return productNumber
}
const PRICES = `${PRODUCTS}/pricegroups/1/specialprices`
const renumber = (from: string, productNumber: string, more: object = {}): Promise<Reply> =>
  change(client, `${PATH}/${from}`, { productNumber, ...more })
const is = async (productNumber: string): Promise<number> => (await client.get(`${PATH}/${productNumber}`)).status

test('a product gets another number with everything else of the update, and what names it follows', async () => {
  await made('old')
  const draft = await drafted(client, [{ productNumber: 'old', quantity: 2 }])
  const { number } = await make(client, SUBSCRIPTIONS, subscription())
  const line = { subscriptionNumber: number, productNumber: 'old', description: 'Øl', quantity: 1 }
  await make(client, `${SUBSCRIPTIONS}/${number}/lines`, line)
  const draftBefore = (await client.get(`${DRAFTS}/${draft}`)).json
  const told = await listen(service, client, 'PRODUCT_UPDATED')
  const before = (await client.get(`${PATH}/old`)).json

  expect((await renumber('old', 'new', { name: 'Vin' })).status).toBe(204)
  expect(await is('old')).toBe(404)
  const after = (await client.get(`${PATH}/new`)).json
  expect({ ...after, lastUpdated: 0, objectVersion: 0 }).toEqual({
    ...before,
    productNumber: 'new',
    name: 'Vin',
    lastUpdated: 0,
    objectVersion: 0,
  })
  expect(after.objectVersion).not.toBe(before.objectVersion)
  expect(await told()).toEqual(['old→new'])
  expect((await client.get(`${PATH}/new/salespriceincurrencies/EUR`)).json).toMatchObject({ productNumber: 'new' })
  expect((await client.get(`${PRICES}/paged?filter=productNumber$eq:new`)).json).toHaveLength(1)
  expect((await client.get(`${DRAFTS}/${draft}/lines`)).json).toMatchObject([{ productNumber: 'new' }])
  expect((await client.get(`${DRAFTS}/${draft}`)).json).toEqual(draftBefore)
  expect((await client.get(`${SUBSCRIPTIONS}/${number}/lines`)).json).toMatchObject([{ productNumber: 'new' }])
})

test('the trail ends under the old number and begins under the new one', async () => {
  await made('trail')
  expect((await renumber('trail', 'trailed', { name: 'Vin' })).status).toBe(204)
  const trail = async (filter: string): Promise<unknown[]> =>
    (await client.get(`${OURS}/changes?filter=${filter}`)).json.items.flatMap(
      ({ app: by, properties }: { app: number; properties: Record<string, unknown>[] }) =>
        properties.map(({ property, before, after }) => [property, before, after, by]),
    )
  const { app } = client
  const of = (key: string): string => `resource$eq:Products$and:key$eq:${key}`
  expect((await trail(of('trail'))).slice(-4)).toEqual([
    ['name', 'Øl', null, app],
    ['number', 'trail', null, app],
    ['productGroupNumber', '1', null, app],
    ['salesPrice', '100', null, app],
  ])
  expect(await trail(of('trailed'))).toEqual([
    ['name', null, 'Vin', app],
    ['number', null, 'trailed', app],
    ['productGroupNumber', null, '1', app],
    ['salesPrice', null, '100', app],
  ])
  expect(await trail('resource$eq:ProductSalesPriceInCurrencies$and:key$eq:trailed~EUR')).toHaveLength(3)
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('where it is not allowed, the number of the path stays', async () => {
  await make(client, PATH, product({ productNumber: 'kept' }))
  await allowProductRenumbering(service.database, client.agreement, false)
  const refused = await renumber('kept', 'other')
  await allowProductRenumbering(service.database, client.agreement, true)
  expect(codeOf(refused)).toEqual([400, 'ProductNumberChangeSettingNotEnabled', 'productNumber'])
  expect([await is('kept'), await is('other')]).toEqual([200, 404])
})

test('a number that is taken, a stale version, a product that is not there, a number that is none', async () => {
  for (const productNumber of ['one', 'TWO']) await make(client, PATH, product({ productNumber }))
  expect(codeOf(await renumber('one', 'two'))).toEqual([400, 'ProductNumberAlreadyExists', 'productNumber'])
  const stale = await renumber('one', 'three', { objectVersion: '1' })
  expect(codeOf(stale)).toEqual([409, 'ObjectVersionMismatch', 'objectVersion'])
  const gone = await client.put(`${PATH}/nowhere`, await changedAt(client, `${PATH}/one`, { productNumber: 'four' }))
  expect([...codeOf(gone), gone.text.includes('nowhere')]).toEqual([404, 'NotFound', 'productNumber', true])
  expect(codeOf(await renumber('one', 'x'.repeat(26)))).toEqual([400, expect.any(String), 'productNumber'])
  expect(await is('one')).toBe(200)
  expect((await renumber('one', 'ONE')).status).toBe(204)
})

test('a product on booked lines keeps its number, as they do', async () => {
  await made('sold')
  expect((await book(client, await drafted(client, [{ productNumber: 'sold' }]))).status).toBe(201)
  expect(codeOf(await renumber('sold', 'resold'))).toEqual([400, 'ProductUsedOnInvoiceLines', 'productNumber'])
  expect((await renumber('sold', 'sold', { name: 'Vin' })).status).toBe(204)
})

test('a repeated request renumbers once', async () => {
  await make(client, PATH, product({ productNumber: 'first' }))
  const versionAfter = async (): Promise<unknown> => (await client.get(`${PATH}/once`)).json.objectVersion
  const versions: unknown[] = []
  const body = await changedAt(client, `${PATH}/first`, { productNumber: 'once' })
  const headers = { 'idempotency-key': 'renumbering' }
  for (const _ of [1, 2]) {
    expect((await client.put(`${PATH}/first`, body, { headers })).status).toBe(204)
    versions.push(await versionAfter())
  }
  expect(versions[1]).toBe(versions[0])
})

test('of two at once to one number one wins; one that is booked meanwhile is renumbered before, or never', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => `${name}${round}`) as [string, string, string]
    for (const productNumber of [a, b, c]) await make(client, PATH, product({ productNumber, salesPrice: 1 }))
    const both = await Promise.all([renumber(a, `both${round}`), renumber(b, `both${round}`)])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 400])
    expect(codeOf(both.find(({ status }) => status === 400)!)[1]).toBe('ProductNumberAlreadyExists')

    const draft = await drafted(client, [{ productNumber: c }])
    const [booked, changed] = await Promise.all([book(client, draft), renumber(c, `late${round}`)])
    expect(booked.status).toBe(201)
    if (changed.status !== 204) expect(codeOf(changed)).toEqual([400, 'ProductUsedOnInvoiceLines', 'productNumber'])
    const { json } = await client.get(`/q2capi/v5.3.0/invoices/booked/${draft}/lines`)
    expect(json).toMatchObject([{ productNumber: changed.status === 204 ? `late${round}` : c }])
  }
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})
