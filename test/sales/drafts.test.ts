import { createDecipheriv } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { microsecondsOf } from '../instants.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import { change, customer, CUSTOMERS, make, OURS, product, PRODUCTS } from '../resources/sales.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { book, draft, drafted, DRAFTS, selling } from './selling.ts'

let service: TestService
let client: Client
let plain: Client
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'daybook-secret-'))
  service = await testService({ dataDirectory: directory, secretKey: undefined })
  client = await selling(service)
  plain = await selling(service, [])
  for (const { agreement } of [client, plain]) {
    for (const statement of MORE) await service.database.rows(statement, [agreement])
  }
  await make(client, `${CUSTOMERS}/DeliveryLocations`, { customerNumber: 202, address: 'Kajen 1' })
})
afterAll(async () => {
  await service.stop()
  await rm(directory, { recursive: true })
})

const MORE = [
  `INSERT INTO customer (agreement, number, name, group_number, currency, payment_term_number, is_barred) VALUES ($1, 299, 'Lukket', 1, 'DKK', 1, true)`,
  `INSERT INTO payment_term (agreement, number, name, type, days) VALUES ($1, 5, 'Aftalt', 5, 0)`,
  `INSERT INTO layout (agreement, number, name, is_barred) VALUES ($1, 9, 'Gammelt', true)`,
  `INSERT INTO department (agreement, number, name, is_barred) VALUES ($1, 9, 'Nedlagt', true)`,
  `INSERT INTO project (agreement, number, name, is_closed) VALUES ($1, 9, 'Slut', true)`,
  `INSERT INTO customer_contact (agreement, number, customer_number, user_interface_number, name) VALUES ($1, 1, 202, 1, 'Ib')`,
  `INSERT INTO delivery_location (agreement, number, customer_number, user_interface_number, is_barred) VALUES ($1, 900, 201, 1, true)`,
  `INSERT INTO product_group (agreement, number, name, domestic_account_number) VALUES ($1, 2, 'Uden periodisering', 1010)`,
  `INSERT INTO product (agreement, number, product_group_number, name) VALUES ($1, 'NOW', 2, 'Nu')`,
]

/** Draft invoices, orders and quotes have the same rules. */
const KINDS = [DRAFTS, `${OURS}/orders`, `${OURS}/quotes`]
const LINES = (number: number): string => `${DRAFTS}/${number}/lines`
const sold = (more: object = {}): object => ({ productNumber: 'P-1', description: 'Øl', quantity: 1, ...more })

describe('a draft invoice, order or quote', () => {
  test.each<[string, string, object]>([
    ['CustomerDoesNotExist', 'customerNumber', { customerNumber: 7 }],
    ['CustomerIsBarred', 'customerNumber', { customerNumber: 299 }],
    ['CurrencyDoesNotExist', 'currencyCode', { currencyCode: 'XXX' }],
    ['DocumentExchangeRateMissing', 'exchangeRate', { currencyCode: 'SEK' }],
    ['ValueOutOfRange', 'exchangeRate', { exchangeRate: 99 }],
    ['LayoutDoesNotExist', 'layoutNumber', { layoutNumber: 7 }],
    ['LayoutIsBarred', 'layoutNumber', { layoutNumber: 9 }],
    ['PaymentTermDoesNotExist', 'termOfPaymentNumber', { termOfPaymentNumber: 7 }],
    ['PaymentTermIsBarred', 'termOfPaymentNumber', { termOfPaymentNumber: 2 }],
    ['DocumentDueDateInvalid', 'dueDate', { termOfPaymentNumber: 5 }],
    ['DocumentDueDateInvalid', 'dueDate', { termOfPaymentNumber: 5, dueDate: '2026-01-14' }],
    ['VatZoneDoesNotExist', 'vatZoneNumber', { vatZoneNumber: 77 }],
    ['ValueNotAllowed', 'vatZoneNumber', { vatZoneNumber: 5 }],
    ['ProjectDoesNotExist', 'projectNumber', { projectNumber: 7 }],
    ['ProjectIsClosedOrBarred', 'projectNumber', { projectNumber: 9 }],
    ['EmployeeDoesNotExist', 'ourReferenceNumber', { ourReferenceNumber: 7 }],
    ['ContactIsNotOfCustomer', 'attentionNumber', { attentionNumber: 1 }],
    ['ContactIsNotOfCustomer', 'yourReferenceNumber', { yourReferenceNumber: 7 }],
    ['DeliveryLocationIsNotOfCustomer', 'deliveryLocationNumber', { deliveryLocationNumber: 1 }],
    ['DeliveryLocationIsNotOfCustomer', 'deliveryLocationNumber', { deliveryLocationNumber: 900 }],
    ['ValueNotAllowed', 'nemHandelReceiverType', { nemHandelReceiverType: 5 }],
    ['ValueRequired', 'customerName', { customerName: undefined }],
  ])('%s of %s: %j', async (code, property, more) => {
    for (const path of KINDS) expect(codeOf(await client.post(path, draft(more))), path).toEqual([400, code, property])
  })

  test('needs the module of its project', async () => {
    for (const path of KINDS) {
      const refused = codeOf(await plain.post(path, draft({ projectNumber: 9 })))
      expect(refused, path).toEqual([400, 'ProjectsModuleMissing', 'projectNumber'])
    }
  })
})

describe('a draft invoice', () => {
  test('has its customer’s data and number, and reads over amounts that are sent', async () => {
    const more = {
      nemHandelReceiverType: 2,
      cvrNo: '12345678',
      address1: 'Havn 1',
      address2: 'Baghus',
      postCode: '5970',
      city: 'Ærø',
    }
    await make(client, `${CUSTOMERS}/Customers`, customer({ ...more, defaultDiscountPct: 10 }))
    const { number } = (await make(
      client,
      DRAFTS,
      draft({ customerNumber: 1000, amount: 5, lastUpdated: '2020-01-01T00:00:00Z' }),
    )) as { number: number }
    expect((await client.get(`${DRAFTS}/${number}`)).json).toMatchObject({
      customerAddress: 'Havn 1\nBaghus',
      customerPostalCode: '5970',
      cvr: '12345678',
      nemHandelReceiverType: 2,
      exchangeRate: 100,
      amount: 0,
      dueDate: '2026-01-23T00:00:00Z',
    })
    const { lastUpdated } = (await client.get(`${DRAFTS}/${number}`)).json
    await make(client, LINES(number), sold({ quantity: 2 }))
    const withLine = (await client.get(`${DRAFTS}/${number}`)).json
    expect(withLine).toMatchObject({ amount: 225, vatAmount: 45, totalCostPriceInBaseCurrency: 120 })
    expect(microsecondsOf(withLine.lastUpdated)).toBeGreaterThan(microsecondsOf(lastUpdated))
    const reply = await change(client, `${DRAFTS}/${number}`, { vatZoneNumber: 2, amount: 1 })
    expect([reply.status, (await client.get(`${DRAFTS}/${number}`)).json.amount]).toEqual([204, 180])
    expect((await client.delete(`${DRAFTS}/${number}`)).status).toBe(204)
    expect((await client.get(LINES(number))).json).toEqual([])
  })
})

test('a line has its cost in the currency of its document, as it is documented', async () => {
  const euro = await drafted(client, [{}], { customerNumber: 202, currencyCode: 'EUR', exchangeRate: 750 })
  expect((await client.get(LINES(euro))).json).toMatchObject([{ unitCostPrice: 8 }])
  expect((await client.get(`${DRAFTS}/${euro}`)).json.totalCostPriceInBaseCurrency).toBe(60)
  const { components } = (await client.get('/openapi/sales.json')).json
  expect(components.schemas.DraftInvoiceLine.properties.unitCostPrice.description).toContain('the document’s currency')
})

test('a document takes the default delivery location of its customer, unless that is barred', async () => {
  await make(client, `${CUSTOMERS}/Customers`, customer({ customerNumber: 1700 }))
  const place = { customerNumber: 1700, address: 'Lager 2', city: 'Ry' }
  const { number: defaultDeliveryLocation } = (await make(client, `${CUSTOMERS}/DeliveryLocations`, place)) as {
    number: number
  }
  await change(client, `${CUSTOMERS}/Customers/1700`, { defaultDeliveryLocation })
  const at = async (number: number): Promise<unknown[]> => {
    const { json } = await client.get(`${DRAFTS}/${number}`)
    return [json.deliveryLocationNumber, json.deliveryAddress, json.deliveryCity]
  }
  const open = await drafted(client, [{}], { customerNumber: 1700 })
  expect(await at(open)).toEqual([defaultDeliveryLocation, 'Lager 2', 'Ry'])
  const location = `${CUSTOMERS}/DeliveryLocations`
  await change(client, `${location}/${defaultDeliveryLocation}`, { isBarred: true }, location)
  expect(await at(await drafted(client, [], { customerNumber: 1700 }))).toEqual([null, null, null])
  expect((await book(client, open)).status).toBe(201)
  const credit = await client.post(`${OURS}/draft-invoices/${open}/credit`, {})
  expect([credit.status, await at(credit.json.number)]).toEqual([201, [null, 'Lager 2', 'Ry']])
})

describe('a line', () => {
  const linesOf = async (owner: Client): Promise<string[]> => {
    const made = KINDS.map(async (path) => `${path}/${(await make(owner, path, draft())).number}/lines`)
    return await Promise.all(made)
  }
  let lines: string[]
  beforeAll(async () => {
    lines = await linesOf(client)
  })

  test.each<[string, string, object]>([
    ['ProductDoesNotExist', 'productNumber', { productNumber: 'none' }],
    ['ProductIsBarred', 'productNumber', { productNumber: 'OUT' }],
    ['ValueRequired', 'description', { description: undefined }],
    ['ValueRequired', 'quantity', { quantity: undefined }],
    ['LineWithoutProduct', 'quantity', { productNumber: undefined }],
    ['UnitDoesNotExist', 'unitNumber', { unitNumber: 77 }],
    ['ValueOutOfRange', 'discountPercentage', { discountPercentage: 100.5 }],
    ['DepartmentDoesNotExist', 'departmentNumber', { departmentNumber: 77 }],
    ['DepartmentIsBarred', 'departmentNumber', { departmentNumber: 9 }],
    [
      'LineAccrualInvalid',
      'accrueEndDate',
      { accrue: true, accrueStartDate: '2026-02-01', accrueEndDate: '2026-01-01' },
    ],
    [
      'LineAccrualAccountMissing',
      'accrue',
      { productNumber: 'NOW', accrue: true, accrueStartDate: '2026-02-01', accrueEndDate: '2026-03-01' },
    ],
  ])('%s of %s: %j', async (code, property, more) => {
    for (const path of lines) expect(codeOf(await client.post(path, sold(more))), path).toEqual([400, code, property])
  })

  test.each([{ unitNetPrice: 5 }, { discountPercentage: 5 }])('without a product has no %j', async (more) => {
    const text = { description: 'Kun tekst' }
    for (const path of lines) {
      const refused = codeOf(await client.post(path, { ...text, ...more }))
      expect(refused, path).toEqual([400, 'LineWithoutProduct', Object.keys(more)[0]])
      expect((await client.post(path, text)).status).toBe(201)
    }
  })

  test('needs its document, and the modules of what it has', async () => {
    expect(codeOf(await client.post(LINES(999_999), sold()))).toEqual([400, 'DocumentDoesNotExist', 'documentId'])
    const accrual = { accrue: true, accrueStartDate: '2026-02-01', accrueEndDate: '2026-03-01' }
    for (const path of await linesOf(plain)) {
      const refused = async (more: object) => codeOf(await plain.post(path, sold(more)))
      expect(await refused({ departmentNumber: 1 })).toEqual([400, 'DimensionModuleMissing', 'departmentNumber'])
      expect(await refused({ quantity2: 2 })).toEqual([400, 'DimensionModuleMissing', 'quantity2'])
      expect(await refused({ unit2Number: 1 })).toEqual([400, 'DimensionModuleMissing', 'unit2Number'])
      expect(await refused(accrual)).toEqual([400, 'AccrualsModuleMissing', 'accrue'])
    }
  })

  test('keeps its place without gaps, and what has become barred', async () => {
    const own = await drafted(client, [{}, {}, {}])
    const lines = (await client.get(LINES(own))).json as { number: number; userInterfaceNumber: number }[]
    await client.delete(`${LINES(own)}/${lines[1]!.number}`)
    const left = (await client.get(LINES(own))).json as { userInterfaceNumber: number }[]
    expect(left.map(({ userInterfaceNumber }) => userInterfaceNumber)).toEqual([1, 2])
    const path = `${LINES(own)}/${lines[0]!.number}`
    await service.database.rows(`UPDATE product SET is_barred = true WHERE agreement = $1 AND number = 'P-1'`, [
      client.agreement,
    ])
    expect((await change(client, path, { quantity: 2 }, LINES(own))).status).toBe(204)
    await service.database.rows(`UPDATE product SET is_barred = false WHERE agreement = $1 AND number = 'P-1'`, [
      client.agreement,
    ])
    expect((await client.get(path)).json).toMatchObject({
      quantity: 2,
      totalNetAmount: 200,
      draftInvoiceNumber: expect.any(Number),
    })
  })
})

test('sensitive data is written encrypted, by the number that people see, and follows into the booking', async () => {
  const number = await drafted(client, [{}], { draftInvoiceNumber: 4711 })
  const path = `${DRAFTS}/4711/sensitive-data`
  const put = (body: object) => client.put(path, body)
  expect((await put({ sensitivityLevel: 2, serviceRecipientCpr: '010190-1234' })).status).toBe(204)
  expect(codeOf(await put({ serviceRecipientCpr: '01019-01234' }))).toEqual([
    400,
    'ValueNotAllowed',
    'serviceRecipientCpr',
  ])
  expect(codeOf(await put({ sensitivityLevel: 3 }))).toEqual([400, 'ValueOutOfRange', 'sensitivityLevel'])
  expect((await client.put(`${DRAFTS}/4712/sensitive-data`, {})).status).toBe(404)
  expect((await plain.put(path, {})).status).toBe(404)
  expect((await client.get(`${DRAFTS}/${number}`)).text).not.toContain('1234"')
  expect((await book(client, number)).status).toBe(201)
  const [kept] = await service.database.rows<{ level: number; cpr: string }>(
    `SELECT sensitivity_level AS level, encode(service_recipient_cpr, 'hex') AS cpr FROM booked_invoice WHERE agreement = $1 AND number = $2`,
    [client.agreement, number],
  )
  const sealed = Buffer.from(kept!.cpr, 'hex')
  const key = await readFile(join(directory, 'secret.key'))
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(
    Buffer.from(String(client.agreement)),
  )
  decipher.setAuthTag(sealed.subarray(12, 28))
  expect(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString()).toBe('0101901234')
  expect([kept!.level, (await stat(join(directory, 'secret.key'))).mode & 0o777]).toEqual([2, 0o600])
})

test('prices and discounts come from where they are nearest', async () => {
  const price = async (currencyCode: string, more: object = {}) => {
    const own = await drafted(client, [more], {
      customerNumber: 1001,
      currencyCode,
      ...(currencyCode === 'EUR' && { exchangeRate: 746.0525 }),
    })
    const [line] = (await client.get(LINES(own))).json as { unitNetPrice: number; discountPercentage: number | null }[]
    return [line!.unitNetPrice, line!.discountPercentage]
  }
  await make(
    client,
    `${CUSTOMERS}/Customers`,
    customer({ customerNumber: 1001, priceGroupNumber: 1, discountGroupNumber: 1, defaultDiscountPct: 3 }),
  )
  await make(client, `${PRODUCTS}/products`, product({ productNumber: 'P-2', salesPrice: 200 }))
  const of = { productNumber: 'P-2' }
  expect([await price('DKK', of), await price('EUR', of)]).toEqual([
    [200, 3],
    [26.81, 3],
  ])
  await make(client, `${OURS}/discounts`, { discountGroupNumber: 1, productGroupNumber: 1, percent: 5 })
  await make(client, `${PRODUCTS}/products/P-2/salespriceincurrencies`, { currency: 'EUR', salesPrice: 30 })
  expect([await price('DKK', of), await price('EUR', of)]).toEqual([
    [200, 5],
    [30, 5],
  ])
  await make(client, `${PRODUCTS}/pricegroups/1/specialprices`, { productNumber: 'P-2', discountPercentage: 12.5 })
  expect([await price('DKK', of), await price('EUR', of)]).toEqual([
    [175, null],
    [26.25, null],
  ])
  expect(await price('DKK', { ...of, unitNetPrice: 150.123456 })).toEqual([150.123456, 5])
})

test('what documents name is in use', async () => {
  await make(client, `${PRODUCTS}/products`, product({ productNumber: 'USED', salesPrice: 1 }))
  const more = { customerNumber: 202, customerName: 'Zoo', deliveryLocationNumber: 1 }
  const number = await drafted(client, [{ productNumber: 'USED' }], more)
  const gone = async (path: string) => codeOf(await client.delete(path))[1]
  const [location, item] = [`${CUSTOMERS}/DeliveryLocations/1`, `${PRODUCTS}/products/USED`]
  expect([await gone(location), await gone(item)]).toEqual([
    'DeliveryLocationUsedOnInvoices',
    'ProductUsedOnDraftInvoiceLines',
  ])
  expect((await book(client, number)).status).toBe(201)
  expect([await gone(location), await gone(item)]).toEqual([
    'DeliveryLocationUsedOnInvoices',
    'ProductUsedOnInvoiceLines',
  ])
  for (const [path, code] of [
    ['orders', 'DeliveryLocationUsedOnOrders'],
    ['quotes', 'DeliveryLocationUsedOnQuotes'],
  ]) {
    const place = (await make(client, `${CUSTOMERS}/DeliveryLocations`, { customerNumber: 202, address: 'Kaj' })) as {
      number: number
    }
    await make(client, `${OURS}/${path}`, draft({ ...more, deliveryLocationNumber: place.number }))
    expect(await gone(`${CUSTOMERS}/DeliveryLocations/${place.number}`)).toBe(code)
  }
})
