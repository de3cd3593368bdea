import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookkeeper, codeOf, finance } from '../resources/bookkeeping.ts'
import { projectManager } from '../resources/project-books.ts'
import { change, changedAt, customer, CUSTOMERS, product, PRODUCTS, seller } from '../resources/sales.ts'
import { subscriber, subscription } from '../resources/subscription.ts'
import type { Client } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'

let service: SharedService
beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

describe('journals', () => {
  const at = (version: string, path = '/draft-entries'): string => `/journalsapi/v${version}${path}`
  let client: Client
  beforeEach(async () => void (client = await bookkeeper(service, ['Dimension', 'Accruals'])))

  const made = async (version: string, more: object): Promise<unknown[]> => {
    const reply = await client.post(at(version), finance({ voucherNumber: 7, ...more }))
    return reply.status === 201 ? [201] : codeOf(reply)
  }

  test("before 13.0.1 a customer's payment says its account", async () => {
    const payment = { entryTypeNumber: 2, customerNumber: 201, accountNumber: undefined }
    expect(await made('12.0.2', payment)).toEqual([400, 'JournalEntryCustomerAndAccountNotSet', 'accountNumber'])
    expect(await made('13.0.1', payment)).toEqual([201])
  })

  test('before 11.1.1 payments may be made by joint giro card', async () => {
    const invoice = {
      entryTypeNumber: 3,
      supplierNumber: 501,
      dueDate: '2026-04-15',
      accountNumber: undefined,
      supplierInvoiceNumber: 'J1',
      supplierPaymentType: 14,
      supplierPaymentBank: '1234567',
      supplierPaymentMessage: '1234567890123456',
    }
    expect(await made('11.1.1', invoice)).toEqual([400, 'ValueNotAllowed', 'supplierPaymentType'])
    expect(await made('11.1.0', invoice)).toEqual([201])
  })

  test('before 11.0.0 isCredit turns the sign of an amount above zero, and tells it of every other', async () => {
    const create = async (more: object): Promise<unknown> => {
      const { json } = await client.post(at('10.0.0'), finance({ voucherNumber: 8, ...more }))
      const entry = (await client.get(`${at('10.0.0')}/${json.entryNumber}`)).json
      return [entry.amount, entry.isCredit]
    }
    expect(await create({ amount: 125.5, isCredit: true })).toEqual([-125.5, true])
    expect(await create({ amount: -3, isCredit: true })).toEqual([-3, true])
    expect(await create({ amount: 3 })).toEqual([3, undefined])
    expect(await made('11.0.0', { isCredit: true })).toEqual([400, 'PropertyUnknown', 'isCredit'])
  })

  test('before 9.0.0 draft entries have their departments with them', async () => {
    const { json } = await client.post(
      at('8.0.0'),
      finance({ voucherNumber: 9, exchangeRate: 100, departmentNumber: 1 }),
    )
    const entry = (await client.get(`${at('8.0.0')}/${json.entryNumber}`)).json
    expect(entry.departmentNumber).toBe(1)
    const given = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null))
    expect((await client.put(at('8.0.0'), { ...given, departmentNumber: undefined })).status).toBe(204)
    expect((await client.get(`${at('8.0.0')}/${json.entryNumber}`)).json.departmentNumber).toBeNull()
  })

  test.each(['15.0.1', '9.0.0', '8.0.0', '1.0.0'])(
    'an update by %s keeps what its draft entries lack',
    async (version) => {
      const ours = '/daybookapi/v1.0.0/draft-entries'
      const invoice = finance({
        voucherNumber: 11,
        entryTypeNumber: 3,
        accountNumber: undefined,
        supplierNumber: 501,
        supplierInvoiceNumber: 'F1',
        dueDate: '2026-04-15',
        supplierPaymentType: 1,
        supplierPaymentBank: '12345678',
        supplierPaymentMessage: '123456789012345',
        departmentNumber: 1,
        employeeNumber: 1,
        allowsRepeatedInvoice: true,
      })
      await client.post('/daybookapi/v1.0.0/employees', { number: 1, name: 'Åse' })
      const { entryNumber } = (await client.post(ours, invoice)).json
      const path = `${at(version)}/${entryNumber}`
      const updated = version === '1.0.0' ? path : at(version)
      const { objectVersion: _1, ...before } = (await client.get(`${ours}/${entryNumber}`)).json
      expect((await change(client, path, { amount: 300 }, updated)).status).toBe(204)
      const { objectVersion: _2, ...after } = (await client.get(`${ours}/${entryNumber}`)).json
      expect(after).toEqual({ ...before, amount: 300 })
      expect(before).toMatchObject({ supplierPaymentType: 1, employeeNumber: 1, allowsRepeatedInvoice: true })
    },
  )

  test('an update by 9.0.0 to another supplier does not give it the payment details of the one before', async () => {
    const ours = '/daybookapi/v1.0.0/draft-entries'
    const { entryNumber } = (
      await client.post(
        ours,
        finance({
          voucherNumber: 12,
          entryTypeNumber: 3,
          accountNumber: undefined,
          supplierNumber: 501,
          supplierInvoiceNumber: 'F2',
          dueDate: '2026-04-15',
          supplierPaymentType: 2,
          supplierPaymentBank: '12345678',
        }),
      )
    ).json
    expect((await change(client, `${at('9.0.0')}/${entryNumber}`, { supplierNumber: 502 }, at('9.0.0'))).status).toBe(
      204,
    )
    expect((await client.get(`${ours}/${entryNumber}`)).json).toMatchObject({
      supplierNumber: 502,
      supplierPaymentType: null,
      supplierPaymentBank: null,
    })
  })

  test.each(['15.0.1', '8.0.0', '7.0.0', '1.0.0'])('the exchange rate may be left out of %s', async (version) => {
    expect(await made(version, {})).toEqual([201])
  })

  test('before 8.0.0 the path of a journal has its number', async () => {
    const journal = (await client.get(at('7.0.0', '/journals/1'))).json
    const given = Object.fromEntries(Object.entries(journal).filter(([, value]) => value !== null))
    expect((await client.put(at('7.0.0', '/journals/1'), { ...given, priority: 7 })).status).toBe(204)
    expect((await client.get(at('8.0.0', '/journals/1'))).json.priority).toBe(7)
  })

  test('before 7.0.0 an accrual without days has those of its entry and year', async () => {
    const { json } = await client.post(at('6.0.0'), finance({ voucherNumber: 10, exchangeRate: 100 }))
    const body = { entryNumber: json.entryNumber, journalNumber: 1, accountNumber: 6500 }
    expect(codeOf(await client.post(at('7.0.0', '/accruals'), body))[1]).toBe('ValueRequired')
    expect((await client.post(at('6.0.0', '/accruals'), body)).status).toBe(201)
    const accrual = (await client.get(at('6.0.0', `/accruals/1/${json.entryNumber}`))).json
    expect([accrual.startDate, accrual.endDate]).toEqual(['2026-03-15T00:00:00Z', '2026-12-31T00:00:00Z'])
  })

  test('1.0.0 has the booked entries too, and books by the path of its entries', async () => {
    expect(await made('13.0.1', {})).toEqual([201])
    expect((await client.post(at('1.0.0', '/entries/draft/1/book'))).status).toBe(204)
    const [entry] = (await client.get(at('1.0.0', '/entries/booked/paged'))).json
    expect(Object.keys(entry)).toContain('invoiceNumber')
    expect((await client.get(at('3.0.0', '/entries/booked/paged'))).status).toBe(404)
  })

  test.each(['15.0.1', '11.0.6', '6.0.0', '3.0.0'])(
    '%s books below the journals, and by the older path',
    async (version) => {
      for (const path of ['/journals/1/book', '/entries/draft/1/book']) {
        const { json } = await client.post(at('15.0.1'), finance({ voucherNumber: undefined }))
        expect((await client.post(at(version, path))).status).toBe(204)
        expect((await client.get(`${at('15.0.1')}/${json.entryNumber}`)).status).toBe(404)
      }
    },
  )

  test.each(['6.0.0', '5.2.0', '1.1.2'])('%s updates a draft entry by the number in its path', async (version) => {
    const { json } = await client.post(at(version), finance({ voucherNumber: 313 }))
    const path = `${at(version)}/${json.entryNumber}`
    expect((await change(client, path, { text: 'Changed' }, path)).status).toBe(204)
    expect((await client.get(path)).json.text).toBe('Changed')
    const other = await change(client, path, { entryNumber: json.entryNumber + 1 }, path)
    expect(codeOf(other)).toEqual([400, 'ValueNotAllowed', 'entryNumber'])
  })

  test('from 3.0.0 to 8.0.0 draft entries have their data of dimensions below them', async () => {
    await client.post('/dimensionsapi/v5.3.1/values', { dimensionNumber: 1, key: 61, name: 'East', active: true })
    const { json } = await client.post(at('15.0.1'), finance({ voucherNumber: 314 }))
    const key = { journalNumber: 1, entryNumber: json.entryNumber, dimensionNumber: 1 }
    const dimensions = at('8.0.0', '/draft-entries/dimensions')
    const made = await client.post(dimensions, { ...key, dimensionKey: 61 })
    expect(made.status, made.text).toBe(201)
    const found = await client.get(`${dimensions}/paged?filter=entryNumber$eq:${json.entryNumber}`)
    expect(found.json).toMatchObject([{ ...key, dimensionKey: 61 }])
    expect((await client.get(at('3.0.0', '/draft-entries/dimensions/count'))).json).toBe(1)
  })

  test('from 16.0.0 a voucher number that cannot be made has a code of its own, and uses none up', async () => {
    const series = { minimumVoucherNumber: 50, maximumVoucherNumber: 50, nextVoucherNumber: 50 }
    const { number } = (await client.post(at('15.0.1', '/journals'), { name: 'Full', ...series })).json
    const body = finance({ journalNumber: number, voucherNumber: undefined })
    const next = async (): Promise<unknown> =>
      (await client.get(at('16.0.1', `/journals/${number}`))).json.nextVoucherNumber
    expect((await client.post(at('16.0.1'), { ...body, accountNumber: 1 })).status).toBe(400)
    expect(await next()).toBe(50)
    expect((await client.post(at('16.0.1'), body)).status).toBe(201)
    const codes: unknown[] = []
    for (const version of ['16.0.1', '16.0.0', '15.0.1']) codes.push(codeOf(await client.post(at(version), body)))
    expect(codes).toEqual([
      [400, 'JournalEntryVoucherNumberCannotBeGenerated', 'voucherNumber'],
      [400, 'JournalEntryVoucherNumberCannotBeGenerated', 'voucherNumber'],
      [400, 'JournalVoucherNextNumberNotWithinBoundaries', 'voucherNumber'],
    ])
    expect(await next()).toBe(51)
  })

  test('a journal is restricted by either name, and tells of both', async () => {
    const journals = at('15.0.1', '/journals')
    for (const name of ['allowedEntryType', 'entryTypeRestrictedTo']) {
      const { number } = (await client.post(journals, { name: 'Both', [name]: 3 })).json
      const read = (await client.get(`${journals}/${number}`)).json
      expect(read).toMatchObject({ allowedEntryType: 3, entryTypeRestrictedTo: 3 })
      const older = (await client.get(at('13.0.1', `/journals/${number}`))).json
      expect([older.allowedEntryType, older.entryTypeRestrictedTo]).toEqual([undefined, undefined])
    }
  })
})

describe('subscriptions', () => {
  const at = (version: string, path: string): string => `/subscriptionsapi/v${version}${path}`
  let client: Client
  let number: number
  beforeEach(async () => {
    client = await seller(service)
    await client.post(`${CUSTOMERS}/Customers`, customer())
    await client.post(`${PRODUCTS}/products`, product({ productNumber: '42' }))
    number = (await client.post(at('6.0.3', '/Subscriptions'), subscription())).json.number as number
  })

  test('before 6.0.0 the time of a day is dropped', async () => {
    const body = subscriber(number, { startDate: '2026-01-01T11:30:00Z', endDate: '2026-01-31T23:00:00Z' })
    expect((await client.post(at('6.0.0', '/Subscribers'), body)).status).toBe(400)
    const made = await client.post(at('5.0.1', '/Subscribers'), body)
    expect((await client.get(made.headers.get('location')!)).json).toMatchObject({
      startDate: '2026-01-01T00:00:00Z',
      endDate: '2026-01-31T00:00:00Z',
    })
  })

  test('before 3.0.0 product numbers are numbers, before 4.0.0 quantities whole', async () => {
    const lines = (version: string): string => at(version, `/subscriptions/${number}/lines`)
    const line = { description: 'Service', quantity: 2 }
    expect((await client.post(lines('3.0.0'), { ...line, productNumber: 42 })).status).toBe(400)
    const made = await client.post(lines('2.0.0'), { ...line, productNumber: 42 })
    expect([made.status, made.headers.get('location')]).toEqual([201, null])
    const whole = await client.post(lines('3.0.2'), { ...line, quantity: 2.5, productNumber: '42' })
    expect(codeOf(whole)).toEqual([400, 'ValueTypeInvalid', 'quantity'])
    expect((await client.post(lines('4.0.0'), { ...line, quantity: 2.5, productNumber: '42' })).status).toBe(201)
    const all = (await client.get(lines('1.0.0'))).json as Record<string, unknown>[]
    expect(all.map(({ productNumber, quantity }) => [productNumber, quantity])).toEqual([
      [42, 2],
      [42, 2],
    ])
    const [found] = (await client.get(`${at('2.0.0', '/subscriptionlines/paged')}?filter=productNumber$eq:42`)).json
    expect(found.productNumber).toBe(42)
    const numbers = `${at('2.0.0', '/subscriptionlines/count')}?filter=productNumber`
    expect((await client.get(`${numbers}$eq:042 $and:number$gt:0`)).json).toBe(2)
    expect(codeOf(await client.get(`${numbers}$ne:A-7`))).toEqual([400, 'FilterValueInvalid', 'productNumber'])
  })

  test('an update that sends back what an older version shows keeps the product and the part of a quantity', async () => {
    await client.post(`${PRODUCTS}/products`, product({ productNumber: 'A-7' }))
    const lines = (version: string): string => at(version, `/subscriptions/${number}/lines`)
    const line = { description: 'Service', quantity: 2.5, productNumber: 'A-7' }
    const { json } = await client.post(lines('6.0.3'), line)
    const stored = async (): Promise<unknown[]> => {
      const { productNumber, quantity } = (await client.get(`${lines('6.0.3')}/${json.number}`)).json
      return [productNumber, quantity]
    }
    const path = `${lines('2.0.0')}/${json.number}`
    expect((await client.get(path)).json).toMatchObject({ productNumber: null, quantity: 2 })
    const put = async (more: object): Promise<number> =>
      (await client.put(lines('2.0.0'), await changedAt(client, path, more))).status
    expect([await put({ description: 'Changed' }), await stored()]).toEqual([204, ['A-7', 2.5]])
    expect([await put({ quantity: 4 }), await stored()]).toEqual([204, ['A-7', 4]])
    expect([await put({ productNumber: 42 }), await stored()]).toEqual([204, ['42', 4]])
    expect([await put({ productNumber: undefined }), await stored()]).toEqual([204, [null, 4]])
  })
})

test('before 3.0.0 what a client says of an active contact is read over', async () => {
  const client = await seller(service)
  const contacts = '/customersapi/v2.0.0/Contacts'
  const made = await client.post(contacts, { customerNumber: 201, name: 'Bo', active: false })
  expect((await client.get(`${contacts}/${made.json.number}`)).json.active).toBe(true)
})

test('before 4.0.0 an account that is changed answers 200 and its number', async () => {
  const client = await bookkeeper(service)
  const put = async (version: string): Promise<unknown[]> => {
    const account = (await client.get(`/accountsapi/v${version}/Accounts/2210`)).json
    const given = Object.fromEntries(Object.entries(account).filter(([, value]) => value !== null))
    const reply = await client.put(`/accountsapi/v${version}/Accounts`, given)
    return [reply.status, reply.text]
  }
  expect(await put('3.0.0')).toEqual([200, '{"number":2210}'])
  expect(await put('4.0.0')).toEqual([204, ''])
})

test('before 7.0.0 an account that says nothing of credit is found as one that is none', async () => {
  const client = await bookkeeper(service)
  await client.post('/accountsapi/v7.0.1/Accounts', { number: 7777, name: 'Nye', type: 1 })
  const found = async (version: string, value: string): Promise<unknown> =>
    (await client.get(`/accountsapi/v${version}/Accounts/count?filter=number$eq:7777$and:isCredit${value}`)).json
  expect(await Promise.all(['$eq:false', '$lt:true', '$eq:$null:'].map((value) => found('6.0.0', value)))).toEqual([
    1, 1, 0,
  ])
  expect(await Promise.all(['$eq:false', '$lt:true', '$eq:$null:'].map((value) => found('7.0.0', value)))).toEqual([
    0, 0, 1,
  ])
})

test('before 7.0.0 an account that says nothing of credit says so still when it is sent back, until it says more', async () => {
  const client = await bookkeeper(service)
  const path = (version: string): string => `/accountsapi/v${version}/Accounts`
  await client.post(path('7.0.1'), { number: 7778, name: 'Nye', type: 1 })
  const put = async (more: object): Promise<unknown[]> => {
    const { status } = await change(client, `${path('6.0.0')}/7778`, more, path('6.0.0'))
    return [status, (await client.get(`${path('7.0.1')}/7778`)).json.isCredit]
  }
  expect(await put({ name: 'Andre' })).toEqual([204, null])
  expect(await put({ isCredit: true })).toEqual([204, true])
  expect(await put({ isCredit: undefined })).toEqual([204, false])
})

test('before 4.3.1 values of dimensions are answered 200, made or changed', async () => {
  const client = await bookkeeper(service, ['Dimension'])
  const statuses = async (version: string, key: number): Promise<unknown[]> => {
    const values = `/dimensionsapi/v${version}/values`
    const made = await client.post(values, { dimensionNumber: 1, key, name: 'A', active: true })
    const put = await client.put(values, (await client.get(`${values}/1/${key}`)).json)
    return [made.status, made.headers.get('location'), put.status]
  }
  expect(await statuses('4.3.0', 70)).toEqual([200, '/dimensionsapi/v4.3.0/values/1/70', 200])
  expect(await statuses('4.3.1', 71)).toEqual([201, '/dimensionsapi/v4.3.1/values/1/71', 204])
})

describe('projects', () => {
  const at = (version: string, path: string): string => `/api/v${version}${path}`
  let client: Client
  beforeEach(async () => void (client = await projectManager(service)))

  test('before 17.0.0 errors say neither property nor code', async () => {
    const names = async (version: string): Promise<string[]> =>
      Object.keys((await client.get(at(version, '/projects/999'))).json)
    const plain = ['message', 'developerHint', 'logId', 'logTimeUtc']
    expect(await names('16.3.0')).toEqual(plain)
    expect(await names('17.0.0')).toEqual([...plain, 'property', 'errorCode'])
    expect(Object.keys((await client.get(at('16.3.0', '/nothing'))).json)).toEqual(plain)
  })

  test('before 19.0.0 a page is at the path of the resource, and the list by cursor below it', async () => {
    expect((await client.get(at('18.0.0', '/projects'))).json).toMatchObject([{ number: 20 }])
    expect((await client.get(at('18.0.0', '/projects/all'))).json.items).toMatchObject([{ number: 20 }])
    expect((await client.get(at('18.0.0', '/projects/paged'))).status).toBe(404)
  })

  test('before 20.0.0 contacts of customers are there', async () => {
    const made = await client.post(at('19.0.0', '/customer-contacts'), { customerNumber: 201, name: 'Bo' })
    expect([made.status, made.headers.get('location')]).toEqual([201, at('19.0.0', '/customer-contacts/1')])
    const contact = { ...(await client.get(at('19.0.0', '/customer-contacts/1'))).json, isDeleted: true }
    const removed = await client.put(at('19.0.0', '/customer-contacts'), contact)
    expect([removed.status, removed.json]).toMatchObject([
      400,
      { errorCode: 'PropertyReadOnly', property: 'isDeleted' },
    ])
    expect((await client.get(at('20.0.0', '/customer-contacts/1'))).status).toBe(404)
  })

  test('before 11.0.0 an employee without a number gets the next', async () => {
    const body = { name: 'Eva', groupNumber: 1 }
    expect((await client.post(at('11.0.0', '/project-employees'), body)).status).toBe(400)
    expect((await client.post(at('10.1.2', '/project-employees'), body)).json).toEqual({ number: 2 })
  })
})
