import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { change, changedAt, customer, CUSTOMERS, listen, make, OURS, product, PRODUCTS, seller } from './sales.ts'

const PATH = `${PRODUCTS}/products`
const GROUPS = `${PRODUCTS}/productgroups`
const PRICES = `${PRODUCTS}/pricegroups`

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await seller(service)
})
afterAll(() => service.stop())

let next = 100
/** Makes a product. @returns its number. */
async function made(more: object = {}): Promise<string> {
  return (await make(client, PATH, product({ productNumber: `P-${++next}`, ...more }))).productNumber as string
}
/** Makes a product group. @returns its path. */
async function group(more: object = {}): Promise<string> {
  await make(client, GROUPS, { id: ++next, name: 'Ydelser', domesticAccountId: 1010, ...more })
  return `${GROUPS}/${next}`
}
/** Makes a price group. @returns the path of its special prices. */
async function priceGroup(): Promise<string> {
  await make(client, PRICES, { number: ++next, name: `Gruppe ${next}` })
  return `${PRICES}/${next}/specialprices`
}

describe('products', () => {
  test('keep every property that is sent', async () => {
    const full = {
      ...product({ productNumber: 'Øl 50%/a' }),
      description: 'Fad',
      barCode: '5701234567899',
      salesPrice: 25.123456,
      costPrice: 10.5,
      recommendedPrice: 30,
      unitId: 1,
      unit2Id: 2,
    }
    const reply = await client.post(PATH, full)
    const path = `${PATH}/%C3%98l%2050%25%2Fa`
    expect([reply.status, reply.text, reply.headers.get('location')]).toEqual([
      201,
      '{"productNumber":"Øl 50%/a"}',
      path,
    ])
    const read = { ...full, lastUpdated: expect.any(String), objectVersion: expect.any(String) }
    expect((await client.get(path)).json).toEqual(read)
    expect((await change(client, path, { name: 'Ale', isAccessible: undefined })).status).toBe(204)
    const { isAccessible: _accessible, ...rest } = read as Record<string, unknown>
    expect((await client.get(path)).json).toEqual({ ...rest, name: 'Ale' })
    expect((await client.get(`${PRODUCTS}/productspaged/paged?filter=isAccessible$eq:false`)).json).toHaveLength(1)
    expect((await client.delete(path)).status).toBe(204)
  })

  test.each<[string, string, object]>([
    ['ProductNumberAlreadyExists', 'productNumber', { productNumber: 'taken' }],
    ['ProductGroupDoesNotExist', 'productGroupId', { productGroupId: 9 }],
    ['UnitDoesNotExist', 'unitId', { unitId: 9 }],
    ['UnitDoesNotExist', 'unit2Id', { unit2Id: 9 }],
    ['ValueRequired', 'name', { name: '' }],
    ['AmountHasTooManyDecimals', 'salesPrice', { salesPrice: 1.1234567 }],
    ['PropertyReadOnly', 'lastUpdated', { lastUpdated: '2026-01-01T00:00:00Z' }],
  ])('%s of %s: %j', async (code, property, more) => {
    await client.post(PATH, product({ productNumber: 'TAKEN' }))
    expect(codeOf(await client.post(PATH, product({ productNumber: 'new', ...more })))).toEqual([400, code, property])
  })

  test('are told by events', async () => {
    const told = await listen(service, client, 'PRODUCT_UPDATED')
    const number = await made()
    await change(client, `${PATH}/${number}`, { name: 'Vin' })
    await client.delete(`${PATH}/${number}`)
    expect(await told()).toEqual([`→${number}`, `${number}→${number}`, `${number}→`])
  })

  test('keep their numbers', async () => {
    const number = await made()
    const renumbered = { productNumber: `${number}-b` }
    const refused = await change(client, `${PATH}/${number}`, renumbered)
    expect(codeOf(refused)).toEqual([400, 'ProductNumberChangeSettingNotEnabled', 'productNumber'])
    expect((await change(client, `${PATH}/${number}`, { productNumber: undefined })).status).toBe(204)
  })

  test('keep their group, and their group stays', async () => {
    const path = await group()
    const number = await made({ productGroupId: next })
    expect(codeOf(await client.delete(path))).toEqual([400, 'ItemInUse', 'id'])
    await client.delete(`${PATH}/${number}`)
    expect((await client.delete(path)).status).toBe(204)
  })
})

describe('prices in currencies', () => {
  test('are kept per product and listed together', async () => {
    const number = await made()
    const path = `${PATH}/${number}/salespriceincurrencies`
    const reply = await client.post(path, { currency: 'EUR', salesPrice: 26.81 })
    expect([reply.status, reply.text, reply.headers.get('location')]).toEqual([
      201,
      '{"currency":"EUR"}',
      `${path}/EUR`,
    ])
    await make(client, path, { productNumber: number, currency: 'SEK', salesPrice: 300 })
    expect((await change(client, `${path}/EUR`, { salesPrice: 27 }, path)).status).toBe(204)
    expect((await client.get(`${path}/EUR`)).json).toEqual({
      productNumber: number,
      currency: 'EUR',
      salesPrice: 27,
      objectVersion: expect.any(String),
    })
    const filter = `filter=productNumber$eq:${number}`
    expect(
      (await client.get(`${PRODUCTS}/salespriceincurrencies/paged?${filter}&sort=-currency`)).json.map(
        (one: { currency: string }) => one.currency,
      ),
    ).toEqual(['SEK', 'EUR'])
    expect((await client.get(`${PRODUCTS}/salespriceincurrencies/count?${filter}`)).json).toBe(2)
    expect((await client.delete(`${path}/EUR`)).status).toBe(204)
    expect((await client.delete(`${PATH}/${number}`)).status).toBe(204)
    expect((await client.get(`${PRODUCTS}/salespriceincurrencies/count?${filter}`)).json).toBe(0)
  })

  test('say what is wrong', async () => {
    const path = `${PATH}/${await made()}/salespriceincurrencies`
    await make(client, path, { currency: 'EUR', salesPrice: 1 })
    const codes = async (at: string, currency: string) => codeOf(await client.post(at, { currency, salesPrice: 1 }))
    expect(await codes(path, 'XXX')).toEqual([400, 'InvalidCurrency', 'currency'])
    expect(await codes(path, 'DKK')).toEqual([400, 'InvalidCurrency', 'currency'])
    expect(await codes(path, 'EUR')).toEqual([400, 'ProductPriceInCurrencyAlreadyExists', 'currency'])
    expect(await codes(`${PATH}/none/salespriceincurrencies`, 'EUR')).toEqual([
      400,
      'ProductDoesNotExist',
      'productNumber',
    ])
  })
})

describe('price groups', () => {
  test('say what is wrong', async () => {
    const codes = async (body: object) => codeOf(await client.post(PRICES, { number: ++next, name: 'x', ...body }))
    expect(await codes({ number: 1 })).toEqual([400, 'PriceGroupIdExists', 'number'])
    expect(await codes({ number: 0 })).toEqual([400, 'PriceGroupInvalidPriceGroupId', 'number'])
    expect(await codes({ name: ' ' })).toEqual([400, 'PriceGroupNameIsRequired', 'name'])
    expect(await codes({ name: 'x'.repeat(51) })).toEqual([400, 'PriceGroupNameCanBe50CharMax', 'name'])
  })

  test('stay while customers or special prices are theirs', async () => {
    const path = await priceGroup()
    const number = next
    await make(client, `${CUSTOMERS}/Customers`, customer({ customerNumber: number, priceGroupNumber: number }))
    expect(codeOf(await client.delete(`${PRICES}/${number}`))).toEqual([
      400,
      'PriceGroupUsedByOneOrMoreCustomers',
      'number',
    ])
    await client.delete(`${CUSTOMERS}/Customers/${number}`)
    const price = await make(client, path, { productNumber: await made() })
    expect(codeOf(await client.delete(`${PRICES}/${number}`))).toEqual([
      400,
      'PriceGroupUsedByProductSpecialPrice',
      'number',
    ])
    expect((await client.delete(`${path}/${price.number}`)).status).toBe(204)
    expect((await client.delete(`${PRICES}/${number}`)).status).toBe(204)
  })
})

describe('special prices', () => {
  test('are kept within their group; the product stays whatever a PUT says', async () => {
    const [path, other] = [await priceGroup(), await priceGroup()]
    const [one, two] = [await made(), await made()]
    const { number } = await make(client, path, { productNumber: one, salesPriceBaseCurrency: 180 })
    await make(client, path, { productNumber: two, discountPercentage: 12.5 })
    expect(
      (await change(client, `${path}/${number}`, { productNumber: two, salesPriceBaseCurrency: 170 }, path)).status,
    ).toBe(204)
    expect((await client.get(`${path}/${number}`)).json).toEqual({
      number,
      productNumber: one,
      salesPriceBaseCurrency: 170,
      discountPercentage: null,
      objectVersion: expect.any(String),
    })
    expect((await client.get(`${path}/count`)).json).toBe(2)
    expect((await client.get(`${other}/count`)).json).toBe(0)
    expect((await client.get(`${other}/${number}`)).status).toBe(404)
    expect((await client.delete(`${other}/${number}`)).status).toBe(404)
  })

  test('say what is wrong', async () => {
    const path = await priceGroup()
    const productNumber = await made()
    const { number } = await make(client, path, { productNumber, salesPriceBaseCurrency: 1 })
    const codes = async (body: object, at = path) => codeOf(await client.post(at, { productNumber, ...body }))
    const named = 'ProductSpecialPriceCreate'
    expect(await codes({})).toEqual([400, `${named}ProductAlreadyHasSpecialPriceInPriceGroup`, 'productNumber'])
    expect(await codes({ productNumber: 'none' })).toEqual([400, `${named}ProductDoesNotExist`, 'productNumber'])
    expect(await codes({}, `${PRICES}/9/specialprices`)).toEqual([
      400,
      `${named}PriceGroupDoesNotExist`,
      'priceGroupNumber',
    ])
    for (const discountPercentage of [100.5, -1]) {
      const reply = await change(
        client,
        `${path}/${number}`,
        { salesPriceBaseCurrency: undefined, discountPercentage },
        path,
      )
      expect(codeOf(reply)).toEqual([400, `${named}DiscountPercentageOutOfRange`, 'discountPercentage'])
    }
    const both = await change(client, `${path}/${number}`, { discountPercentage: 10 }, path)
    expect(codeOf(both)).toEqual([
      400,
      `${named}SalesPriceBaseCurrencyAndDiscountPercentageSpecified`,
      'discountPercentage',
    ])
  })

  test('go with their product, those in currencies too', async () => {
    const [path, productNumber] = [await priceGroup(), await made()]
    const { number } = await make(client, path, { productNumber })
    const inCurrency = `${PRODUCTS}/specialprices/${number}/specialpricesincurrency`
    await make(client, inCurrency, { currency: 'EUR', salesPrice: 2 })
    expect((await client.delete(`${PATH}/${productNumber}`)).status).toBe(204)
    expect((await client.get(`${path}/${number}`)).status).toBe(404)
    expect((await client.get(`${inCurrency}/EUR`)).status).toBe(404)
  })

  test('in currencies go with a price, and not with a percentage', async () => {
    const path = await priceGroup()
    const special = await make(client, path, { productNumber: await made(), salesPriceBaseCurrency: 1 })
    const inCurrency = `${PRODUCTS}/specialprices/${special.number}/specialpricesincurrency`
    const reply = await client.post(inCurrency, { currency: 'EUR', salesPrice: 2.5 })
    expect([reply.status, reply.text, reply.headers.get('location')]).toEqual([
      201,
      '{"currency":"EUR"}',
      `${inCurrency}/EUR`,
    ])
    expect((await client.get(`${inCurrency}/EUR`)).json).toEqual({
      currency: 'EUR',
      salesPrice: 2.5,
      objectVersion: expect.any(String),
    })
    expect((await change(client, `${inCurrency}/EUR`, { salesPrice: 3 }, inCurrency)).status).toBe(204)
    const codes = async (currency: string, at = inCurrency) =>
      codeOf(await client.post(at, { currency, salesPrice: 1 }))
    const named = 'ProductSpecialPriceCurrencyCreate'
    expect(await codes('EUR')).toEqual([400, `${named}SpecialPriceInCurrencyAlreadyExists`, 'currency'])
    expect(await codes('XXX')).toEqual([400, `${named}CurrencyDoesNotExist`, 'currency'])
    expect(await codes('DKK')).toEqual([400, `${named}CurrencyDoesNotExist`, 'currency'])
    expect(await codes('EUR', `${PRODUCTS}/specialprices/999/specialpricesincurrency`)).toEqual([
      400,
      `${named}ProductSpecialPriceDoesNotExist`,
      'productSpecialPriceNumber',
    ])
    const used = await client.delete(`${path}/${special.number}`)
    expect(codeOf(used)).toEqual([400, 'ProductSpecialPriceDeleteSpecialPriceUsedBySpecialPriceInCurrency', 'number'])
    expect(
      (
        await change(
          client,
          `${path}/${special.number}`,
          { salesPriceBaseCurrency: undefined, discountPercentage: 10 },
          path,
        )
      ).status,
    ).toBe(204)
    expect((await client.get(`${inCurrency}/count`)).json).toBe(0)
    expect(await codes('EUR')).toEqual([400, `${named}DiscountPercentageSpecified`, 'currency'])
    expect((await client.delete(`${path}/${special.number}`)).status).toBe(204)
  })
})

describe('product groups', () => {
  test('have their domestic account in zone 1, in both views', async () => {
    const path = await group()
    expect((await client.get(path)).json).toEqual({
      id: next,
      name: 'Ydelser',
      domesticAccountId: 1010,
      objectVersion: expect.any(String),
    })
    expect((await client.get(`${path}/zones/1`)).json).toEqual({
      id: 1,
      accountId: 1010,
      objectVersion: expect.any(String),
    })
    expect((await change(client, path, { domesticAccountId: 1310 }, GROUPS)).status).toBe(204)
    expect((await client.get(`${path}/zones/1`)).json.accountId).toBe(1310)
    const stale = await changedAt(client, path, {})
    expect((await change(client, `${path}/zones/1`, { accountId: 2210 }, `${path}/zones`)).status).toBe(204)
    expect((await client.get(path)).json.domesticAccountId).toBe(2210)
    expect((await client.put(GROUPS, stale)).status).toBe(409)
    expect(codeOf(await client.delete(`${path}/zones/1`))).toEqual([400, 'VatZoneStays', 'id'])
    expect((await client.delete(path)).status).toBe(204)
    expect((await client.get(`${path}/zones/count`)).json).toBe(0)
  })

  test('have their project account in zone 5, in both views', async () => {
    const path = await group()
    const [settings, zones] = [`${path}/projectsettings`, `${path}/zones`]
    expect((await client.get(settings)).json).toEqual({ projectAccountId: null, objectVersion: expect.any(String) })
    expect((await change(client, settings, { isInProject: true, projectAccountId: 1310 })).status).toBe(204)
    expect((await client.get(`${zones}/5`)).json.accountId).toBe(1310)
    expect((await change(client, `${zones}/5`, { accountId: 1010 }, zones)).status).toBe(204)
    expect((await client.get(settings)).json).toMatchObject({ isInProject: true, projectAccountId: 1010 })
    for (const half of [{ isInProject: undefined }, { projectAccountId: undefined }]) {
      expect(codeOf(await change(client, settings, half))).toEqual([400, 'ProjectAccountMismatch', 'isInProject'])
    }
    expect((await client.delete(`${zones}/5`)).status).toBe(204)
    expect((await client.get(settings)).json).toEqual({ projectAccountId: null, objectVersion: expect.any(String) })
    expect((await client.post(zones, { id: 5, accountId: 1010 })).headers.get('location')).toBe(`${zones}/5`)
    expect((await client.get(settings)).json.isInProject).toBe(true)
    expect((await change(client, settings, { isInProject: undefined, projectAccountId: undefined })).status).toBe(204)
    expect((await client.get(`${zones}/5`)).status).toBe(404)
  })

  test('have an account for what is accrued', async () => {
    const path = await group()
    const settings = `${path}/accrualsettings`
    expect((await change(client, settings, { accrualAccountId: 6500 })).status).toBe(204)
    expect((await client.get(settings)).json).toEqual({ accrualAccountId: 6500, objectVersion: expect.any(String) })
    expect((await client.get(`${GROUPS}/999/accrualsettings`)).status).toBe(404)
    expect((await client.put(`${GROUPS}/999/accrualsettings`, { objectVersion: '1' })).status).toBe(404)
    const account = await changedAt(client, '/accountsapi/v7.0.0/Accounts/6500', { isBarred: true })
    const barred = await client.put('/accountsapi/v7.0.0/Accounts', account)
    expect(codeOf(barred)).toEqual([400, 'BarredAccountUsedByProductGroups', 'isBarred'])
    expect((await change(client, settings, { accrualAccountId: undefined })).status).toBe(204)
  })

  test.each<[string, number]>([
    ['AccountDoesNotExist', 9],
    ['AccountIsNotBalanceOrProfitAndLossType', 5000],
    ['AccountIsBarred', 2290],
    ['AccountIsSummaryAccount', 5600],
    ['AccountIsSummaryAccount', 6800],
  ])('%s: %i', async (code, account) => {
    const path = await group()
    const first = async (at: string, more: object, put = at) => codeOf(await change(client, at, more, put))
    expect(await first(path, { domesticAccountId: account }, GROUPS)).toEqual([400, code, 'domesticAccountId'])
    expect(await first(`${path}/zones/1`, { accountId: account }, `${path}/zones`)).toEqual([400, code, 'accountId'])
    expect(await first(`${path}/accrualsettings`, { accrualAccountId: account })).toEqual([
      400,
      code,
      'accrualAccountId',
    ])
    const settings = { isInProject: true, projectAccountId: account }
    expect(await first(`${path}/projectsettings`, settings)).toEqual([400, code, 'projectAccountId'])
  })

  test('have one account for each zone that there is', async () => {
    const path = await group()
    await make(client, `${path}/zones`, { id: 8, accountId: 1010 })
    const codes = async (id: number, at = path) => codeOf(await client.post(`${at}/zones`, { id, accountId: 1010 }))
    for (const id of [6, 7, 9]) expect(await codes(id)).toEqual([400, 'VatZoneDoesNotExist', 'id'])
    expect(await codes(8)).toEqual([400, 'NumberAlreadyInUse', 'id'])
    expect(await codes(8, `${GROUPS}/999`)).toEqual([400, 'ProductGroupDoesNotExist', 'productGroupNumber'])
    expect(codeOf(await client.delete(`${OURS}/vat-zones/8`))).toEqual([400, 'ItemInUse', 'number'])
    expect((await client.delete(`${path}/zones/8`)).status).toBe(204)
  })
})

test('roles Sales and SuperUser may, Bookkeeping may not; ProjectEmployee may see project settings', async () => {
  const path = await group()
  const paths = [path, PATH, PRICES, `${path}/zones`, `${path}/accrualsettings`, `${PRODUCTS}/salespriceincurrencies`]
  const inner = [`${PRICES}/1/specialprices`, `${PRODUCTS}/specialprices/1/specialpricesincurrency`]
  const settings = `${path}/projectsettings`
  for (const [role, status] of [
    ['Sales', 200],
    ['Bookkeeping', 403],
    ['ProjectEmployee', 403],
  ] as const) {
    const other = await service.client({ agreement: client.agreement, roles: [role] })
    for (const at of [...paths, ...inner]) expect((await other.get(at)).status, `${role} ${at}`).toBe(status)
    expect((await other.get(settings)).status).toBe(role === 'Bookkeeping' ? 403 : 200)
  }
})
