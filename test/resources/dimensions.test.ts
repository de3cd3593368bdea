import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, BOOKED, change, codeOf, DRAFTS, finance } from './bookkeeping.ts'
import { book, booked, DAYBOOK, dimensionBooks, WHOLE } from './dimension-books.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const ALL = {
  departmentNumber: 2,
  unit1Number: 1,
  quantity1: 12.5,
  unit2Number: 1,
  quantity2: 3,
  employeeNumber: 7,
}
const oneSided = (more: object): object => finance({ contraAccountNumber: undefined, ...more })

describe('draft entries under /daybookapi', () => {
  test('are the published ones, with their dimensions', async () => {
    const client = await dimensionBooks(service)
    const made = await client.post(WHOLE, finance(ALL))
    expect([made.status, made.json, made.headers.get('location')]).toEqual([201, { entryNumber: 1 }, `${WHOLE}/1`])
    await client.post(DRAFTS, finance())
    expect((await client.get(`${WHOLE}/1`)).json).toMatchObject({ ...ALL, text: 'Husleje', assetNumber: null })
    const published = (await client.get(`${DRAFTS}/1`)).json
    expect(published).toMatchObject({ entryNumber: 1, text: 'Husleje' })
    expect(Object.keys(published).filter((name) => name in ALL)).toEqual([])
    expect(codeOf(await client.post(DRAFTS, finance({ employeeNumber: 7 })))).toEqual([
      400,
      'PropertyUnknown',
      'employeeNumber',
    ])
    for (const name of ['departmentNumber', 'unit1Number', 'unit2Number', 'employeeNumber'] as const) {
      const found = (await client.get(`${WHOLE}?filter=${name}$eq:${ALL[name]}`)).json.items
      expect(found).toMatchObject([{ entryNumber: 1 }])
    }
    expect((await client.delete(`${WHOLE}/1`)).status).toBe(204)
    expect(codeOf(await client.get(`${DRAFTS}/1`))).toEqual([404, 'JournalEntryDoesNotExist', 'entryNumber'])
    expect((await client.delete(`${WHOLE}/delete/1`)).status).toBe(204)
    expect((await client.get(`${DRAFTS}/count`)).text).toBe('0')
  })

  test('keep their dimensions when they are changed as published, and lose what is left out otherwise', async () => {
    const client = await dimensionBooks(service)
    const asset = { assetGroupNumber: 1, assetNumber: 4, assetStartDate: '2026-02-01', assetLifeTimeMonths: 36 }
    await client.post(WHOLE, finance({ ...ALL, ...asset }))
    expect(await change(client, DRAFTS, 1, { amount: 80 })).toEqual([204])
    expect((await client.get(`${WHOLE}/1`)).json).toMatchObject({ ...ALL, ...asset, amount: 80 })
    const { objectVersion } = (await client.get(`${DRAFTS}/1`)).json
    const bulk = { entries: [finance({ entryNumber: 1, voucherNumber: 1, amount: 70, objectVersion })] }
    expect((await client.put(`${DRAFTS}/bulk`, bulk)).status).toBe(204)
    expect((await client.get(`${WHOLE}/1`)).json).toMatchObject({ ...ALL, ...asset, amount: 70 })
    expect(await change(client, WHOLE, 1, { departmentNumber: 1, quantity1: undefined })).toEqual([204])
    expect((await client.get(`${WHOLE}/1`)).json).toMatchObject({ ...ALL, departmentNumber: 1, quantity1: null })
    const version = (await client.get(`${WHOLE}/1`)).json.objectVersion as string
    const bare = finance({ entryNumber: 1, voucherNumber: 1, objectVersion: version })
    expect((await client.put(WHOLE, bare)).status).toBe(204)
    const cleared = Object.fromEntries(Object.keys({ ...ALL, ...asset }).map((name) => [name, null]))
    expect((await client.get(`${WHOLE}/1`)).json).toMatchObject(cleared)
  })

  test('are made and changed many at once, with the faults of each', async () => {
    const client = await dimensionBooks(service)
    const entries = Array.from({ length: 500 }, (_, at) => finance({ ...ALL, quantity1: at }))
    const made = await client.post(`${WHOLE}/bulk`, { entries })
    expect(made.status, made.text).toBe(201)
    expect(made.json.entryNumbers).toHaveLength(500)
    const filter = encodeURIComponent('entryNumber$in:[1,500]')
    const items = (await client.get(`${WHOLE}?filter=${filter}`)).json.items as Record<string, unknown>[]
    expect(items.map(({ quantity1 }) => quantity1)).toEqual([0, 499])
    const sendable = items.map((item) => Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null)))
    const wrong = [sendable[0], { ...sendable[1], unit1Number: 9, employeeNumber: 8 }]
    const refused = await client.put(`${WHOLE}/bulk`, { entries: wrong })
    expect(refused.json.errors.map(({ property, errorCode }: Record<string, string>) => [property, errorCode])).toEqual(
      [
        ['entries[1].unit1Number', 'JournalEntryDimensionUnit1NotFound'],
        ['entries[1].employeeNumber', 'JournalEntryEmployeeNotAccessible'],
      ],
    )
    const right = sendable.map((item) => ({ ...item, unit1Number: undefined, quantity1: undefined }))
    expect((await client.put(`${WHOLE}/bulk`, { entries: right })).status).toBe(204)
    expect((await client.get(`${WHOLE}/count?filter=unit1Number$eq:$null:`)).text).toBe('2')
  })
})

describe('the rules of dimensions', () => {
  test('an entry with a distribution of another dimension takes no departmental distribution', async () => {
    const client = await dimensionBooks(service, ['Dimension', 'Complete'])
    const of = { dimensionNumber: 2, active: true }
    await client.post('/dimensionsapi/v5.3.1/dimensions', { number: 2, name: 'Formål', active: true })
    await client.post('/dimensionsapi/v5.3.1/values', { ...of, key: 21, name: 'V' })
    const distributions = [{ key: 21, percent: 100 }]
    await client.post(`${DAYBOOK}/distributions`, { ...of, key: 7, name: 'D', distributions })
    const { entryNumber } = (await client.post(WHOLE, oneSided({}))).json
    const data = { journalNumber: 1, entryNumber, dimensionNumber: 2 }
    const path = '/dimensionsapi/v5.3.1/dimension-data/draft-entries'
    expect((await client.post(path, { ...data, dimensionKey: 7 })).status).toBe(201)
    const property = 'departmentalDistributionNumber'
    const changed = await change(client, WHOLE, entryNumber, { [property]: 11 })
    expect(changed).toEqual([400, 'ONLYONEDISTRIBUTIONALLOWED', property])
    const [{ objectVersion }] = (await client.get(path)).json.items
    expect((await client.put(path, { ...data, dimensionKey: 21, objectVersion })).status).toBe(204)
    expect(await change(client, WHOLE, entryNumber, { [property]: 11 })).toEqual([204])
  })

  test('departments of a dimension that is not active cannot be given to drafts; drafts that have one keep it and are booked', async () => {
    const client = await dimensionBooks(service)
    const post = (more: object) => client.post(WHOLE, finance(more))
    const kept = (await post({ departmentNumber: 1 })).json.entryNumber as number
    expect(await change(client, `${API}/journals`, 1, { defaultDepartment: 2 })).toEqual([204])
    const dimension = (await client.get('/dimensionsapi/v5.3.1/dimensions/1')).json as object
    expect((await client.put('/dimensionsapi/v5.3.1/dimensions', { ...dimension, active: false })).status).toBe(204)
    const code = 'JournalEntryDepartmentalDistributionNotAccessible'
    expect(codeOf(await post({ departmentNumber: 1 }))).toEqual([400, code, 'departmentNumber'])
    const shared = { contraAccountNumber: undefined, departmentalDistributionNumber: 11 }
    expect(codeOf(await post(shared))).toEqual([400, code, 'departmentalDistributionNumber'])
    expect(await change(client, WHOLE, kept, { departmentNumber: 2 })).toEqual([400, code, 'departmentNumber'])
    expect(await change(client, WHOLE, kept, { text: 'Leje' })).toEqual([204])
    expect((await post({})).status).toBe(201)
    await book(service, client)
    expect(await booked(client, ['departmentNumber'])).toEqual([[1], [1], [null], [null]])
  })

  test.each([
    ['departmentNumber', 2, 3, 'departments/2'],
    ['departmentalDistributionNumber', 11, 12, 'departmental-distributions/11'],
    ['departmentalDistributionNumber', 11, 13, 'departments/2'],
  ])(
    'a draft keeps its %s %i that was barred since, is given no other, and is not booked',
    async (name, key, other, path) => {
      const client = await dimensionBooks(service)
      await client.post(WHOLE, oneSided({ [name]: key }))
      const [list, number] = path.split('/') as [string, string]
      expect(await change(client, `${DAYBOOK}/${list}`, Number(number), { isBarred: true })).toEqual([204])
      const refused = [400, 'JournalEntryDepartmentalDistributionNotAccessible', name]
      expect(codeOf(await client.post(WHOLE, oneSided({ [name]: key })))).toEqual(refused)
      for (const drafts of [WHOLE, DRAFTS, '/journalsapi/v9.0.0/draft-entries']) {
        expect(await change(client, drafts, 1, { amount: 80 })).toEqual([204])
        const { objectVersion } = (await client.get(`${WHOLE}/1`)).json
        const whole = { entryNumber: 1, voucherNumber: 1, objectVersion, ...(drafts === WHOLE && { [name]: key }) }
        const bulk = await client.put(`${drafts}/bulk`, { entries: [oneSided(whole)] })
        expect([bulk.status, bulk.text]).toEqual([204, ''])
      }
      expect(await change(client, WHOLE, 1, { [name]: other })).toEqual(refused)
      const { objectVersion } = (await client.get(`${WHOLE}/1`)).json
      const entries = [oneSided({ entryNumber: 1, voucherNumber: 1, objectVersion, [name]: other })]
      expect(codeOf(await client.put(`${WHOLE}/bulk`, { entries }))).toEqual([400, refused[1], `entries[0].${name}`])
      expect(codeOf(await client.post(`${API}/journals/1/book`))).toEqual(refused)
      expect(await change(client, WHOLE, 1, { [name]: undefined })).toEqual([204])
      expect(await change(client, WHOLE, 1, { [name]: key })).toEqual(refused)
    },
  )

  test.each([
    ['DepartmentalDistributionNotFound', 'departmentNumber', { departmentNumber: 9 }],
    ['DepartmentalDistributionNotAccessible', 'departmentNumber', { departmentNumber: 3 }],
    ['DepartmentalDistributionNotFound', 'departmentalDistributionNumber', { departmentalDistributionNumber: 9 }],
    ['DepartmentalDistributionNotAccessible', 'departmentalDistributionNumber', { departmentalDistributionNumber: 12 }],
    ['DepartmentalDistributionNotAccessible', 'departmentalDistributionNumber', { departmentalDistributionNumber: 13 }],
    ['DimensionUnit1NotFound', 'unit1Number', { unit1Number: 9 }],
    ['DimensionUnit2NotFound', 'unit2Number', { unit2Number: 9 }],
    ['DimensionOrUnit1NotAccessible', 'unit1Number', { unit1Number: 2 }],
    ['DimensionOrUnit2NotAccessible', 'unit2Number', { unit2Number: 2 }],
    ['UnitAndQuantityNotSet', 'unit1Number', { quantity1: 1 }],
    ['UnitAndQuantityNotSet', 'unit2Number', { unit1Number: 1, quantity2: 1 }],
    ['EmployeeNotFound', 'employeeNumber', { employeeNumber: 9 }],
    ['EmployeeNotAccessible', 'employeeNumber', { employeeNumber: 8 }],
    [
      'ContraAccountAndDistributionCannotBeUsedSimultaneously',
      'contraAccountNumber',
      { departmentalDistributionNumber: 11, contraAccountNumber: 5820 },
    ],
  ])('JournalEntry%s on %s for %j, created or changed', async (code, property, more) => {
    const client = await dimensionBooks(service)
    const expected = [400, `JournalEntry${code}`, property]
    expect(codeOf(await client.post(WHOLE, oneSided(more)))).toEqual(expected)
    await client.post(WHOLE, oneSided({}))
    expect(await change(client, WHOLE, 1, more)).toEqual(expected)
    expect((await client.get(`${WHOLE}/count`)).text).toBe('1')
  })

  test.each([
    ['MultipleDimensionAccessNotAccessible', 'departmentNumber', { departmentNumber: 1 }],
    [
      'DistributionDimensionAccessNotAccessible',
      'departmentalDistributionNumber',
      { departmentalDistributionNumber: 11 },
    ],
    ['DimensionOrUnit1NotAccessible', 'unit1Number', { unit1Number: 1 }],
    ['DimensionOrUnit2NotAccessible', 'unit2Number', { unit2Number: 9 }],
    ['DimensionQuantity1SetWithoutAccess', 'quantity1', { quantity1: 1 }],
    ['DimensionQuantity2SetWithoutAccess', 'quantity2', { quantity2: 1 }],
  ])('without the module Dimension: JournalEntry%s on %s, and nothing besides', async (code, property, more) => {
    const client = await dimensionBooks(service, [])
    const refused = await client.post(WHOLE, oneSided(more))
    expect(codeOf(refused)).toEqual([400, `JournalEntry${code}`, property])
    expect(refused.json.errors).toHaveLength(1)
    expect((await client.post(WHOLE, oneSided({ employeeNumber: 7 }))).status).toBe(201)
    expect(await change(client, WHOLE, 1, more)).toEqual([400, `JournalEntry${code}`, property])
  })

  test('a distribution takes the place of a department: sent both, one is refused', async () => {
    const client = await dimensionBooks(service)
    const both = oneSided({ departmentalDistributionNumber: 11, departmentNumber: 1 })
    expect(codeOf(await client.post(WHOLE, both))).toEqual([400, 'ValueNotAllowed', 'departmentalDistributionNumber'])
    await service.database.rows('UPDATE journal SET default_department = 2 WHERE agreement = $1', [client.agreement])
    await client.post(WHOLE, oneSided({ departmentalDistributionNumber: 11 }))
    await client.post(WHOLE, oneSided({}))
    const given = (await client.get(WHOLE)).json.items as { departmentNumber: number | null }[]
    expect(given.map(({ departmentNumber }) => departmentNumber)).toEqual([null, 2])
  })

  test('an agreement that lost the module keeps what is stored, and what its journals say', async () => {
    const client = await dimensionBooks(service)
    await client.post(WHOLE, finance(ALL))
    await service.database.rows('UPDATE agreement SET modules = ARRAY[]::text[] WHERE agreement = $1', [
      client.agreement,
    ])
    await service.database.rows('UPDATE journal SET default_department = 1 WHERE agreement = $1', [client.agreement])
    for (const path of [DRAFTS, WHOLE]) {
      expect(await change(client, path, 1, { text: path })).toEqual([204])
    }
    expect((await client.get(`${WHOLE}/1`)).json).toMatchObject({ ...ALL, text: WHOLE })
    await client.post(WHOLE, finance())
    expect(await change(client, WHOLE, 2, { amount: 80 })).toEqual([204])
    expect((await client.get(`${WHOLE}/2`)).json).toMatchObject({ departmentNumber: 1, amount: 80 })
    await book(service, client)
  })

  test('what an account demands can be given', async () => {
    const client = await dimensionBooks(service)
    await service.database.rows(
      'UPDATE account SET is_department_mandatory = true, is_unit_mandatory = true WHERE agreement = $1 AND number = 2210',
      [client.agreement],
    )
    const refused = async (more: object): Promise<unknown[]> => codeOf(await client.post(WHOLE, oneSided(more)))
    const unit = { unit1Number: 1, quantity1: 2 }
    const lacksUnit = [400, 'JournalEntryUnitAndQuantityNotSet', 'accountNumber']
    expect(await refused({ departmentNumber: 1 })).toEqual(lacksUnit)
    expect(await refused({ departmentNumber: 1, unit1Number: 1 })).toEqual(lacksUnit)
    expect(await refused({ departmentNumber: 1, unit2Number: 1 })).toEqual(lacksUnit)
    const malformed = await client.post(WHOLE, oneSided({ departmentNumber: 1, unit1Number: 1, quantity1: 'x' }))
    expect(malformed.json.errors).toMatchObject([{ errorCode: 'ValueTypeInvalid', property: 'quantity1' }])
    for (const more of [
      { ...unit, departmentNumber: 1 },
      { unit2Number: 1, quantity2: 0, departmentalDistributionNumber: 11 },
    ]) {
      const made = await client.post(WHOLE, oneSided(more))
      expect(made.status, made.text).toBe(201)
    }
    await client.post(WHOLE, oneSided({ accountNumber: 5820, amount: -250, voucherNumber: 1 }))
    expect(await change(client, WHOLE, 2, { voucherNumber: 1 })).toEqual([204])
    await book(service, client)
  })

  test('a draft may miss the department that its account demands, and its booking may not', async () => {
    const client = await dimensionBooks(service)
    const demand = 'UPDATE account SET is_department_mandatory = true WHERE agreement = $1 AND number = 2210'
    await service.database.rows(demand, [client.agreement])
    expect((await client.post(WHOLE, finance())).status).toBe(201)
    const refused = await client.post(`${API}/journals/1/book`)
    expect(codeOf(refused)).toEqual([400, 'JournalEntryMultipleDimensionRequired', 'accountNumber'])
    expect(await change(client, WHOLE, 1, { departmentNumber: 2 })).toEqual([204])
    await book(service, client)
  })

  test('a distribution that comes with an entry goes with no contra account, one that is kept may', async () => {
    const client = await dimensionBooks(service)
    await client.post(WHOLE, oneSided({ departmentalDistributionNumber: 11 }))
    expect(await change(client, DRAFTS, 1, { contraAccountNumber: 5820 })).toEqual([204])
    const invoice = { entryTypeNumber: 3, supplierNumber: 501, accountNumber: undefined, amount: -125 }
    await client.post(WHOLE, oneSided({ ...invoice, departmentalDistributionNumber: 11 }))
    await client.post(WHOLE, oneSided(invoice))
    const items = (await client.get(WHOLE)).json.items as { contraAccountNumber: number | null }[]
    expect(items.map(({ contraAccountNumber }) => contraAccountNumber)).toEqual([5820, null, 1310])
  })
})

describe('booking', () => {
  const DIMENSIONS = ['departmentNumber', 'unit1Number', 'quantity1', 'unit2Number', 'quantity2', 'employeeNumber']

  test('brings the dimensions to both sides; a quantity goes the way of the amount', async () => {
    const client = await dimensionBooks(service)
    await client.post(WHOLE, finance({ ...ALL, vatCode: 'I25' }))
    await client.post(WHOLE, finance({ ...ALL, amount: -125, unit2Number: undefined, quantity2: undefined }))
    await book(service, client)
    expect(await booked(client, ['accountNumber', 'amount', ...DIMENSIONS])).toEqual([
      [2210, 100, 2, 1, 12.5, 1, 3, 7],
      [6903, 25, null, null, null, null, null, null],
      [5820, -125, 2, 1, -12.5, 1, -3, 7],
      [2210, -125, 2, 1, -12.5, null, null, 7],
      [5820, 125, 2, 1, 12.5, null, null, 7],
    ])
    expect(await booked(client, ['entryNumber'], 'quantity1$lt:0')).toEqual([[3], [4]])
    expect((await client.get(`${BOOKED}?filter=entryNumber$eq:1`)).json.items[0]).not.toHaveProperty('unit1Number')
    for (const path of ['departments/2', 'units1/1', 'units2/1', 'employees/7']) {
      const code =
        path === 'employees/7' ? 'ERROR_BOUNDCOWORKERACCOUNTNUMBEROFEXPENSEREGISTERINGONCOWORKER' : 'ItemInUse'
      expect(codeOf(await client.delete(`${DAYBOOK}/${path}`))).toEqual([400, code, 'number'])
    }
  })

  test.each([
    ['departments', 2, 'DepartmentalDistributionNotAccessible', 'departmentNumber'],
    ['units1', 1, 'DimensionOrUnit1NotAccessible', 'unit1Number'],
    ['units2', 1, 'DimensionOrUnit2NotAccessible', 'unit2Number'],
    ['employees', 7, 'EmployeeNotAccessible', 'employeeNumber'],
  ])('is refused when %s/%s was barred since', async (path, number, code, property) => {
    const client = await dimensionBooks(service)
    await client.post(WHOLE, finance(ALL))
    const inUse = path === 'employees' ? 'ERROR_BOUNDCOWORKERTHEREISNUMBEROFPOSTSONDRAFTS' : 'ItemInUse'
    expect(codeOf(await client.delete(`${DAYBOOK}/${path}/${number}`))).toEqual([400, inUse, 'number'])
    expect(await change(client, `${DAYBOOK}/${path}`, number, { isBarred: true })).toEqual([204])
    expect(codeOf(await client.post(`${API}/journals/1/book`))).toEqual([400, `JournalEntry${code}`, property])
    await change(client, `${DAYBOOK}/${path}`, number, { isBarred: false })
    await book(service, client)
  })

  test.each(['departmental-distributions/11', 'departments/2'])('is refused when %s was barred since', async (path) => {
    const client = await dimensionBooks(service)
    await client.post(WHOLE, oneSided({ departmentalDistributionNumber: 11 }))
    const [list, number] = path.split('/') as [string, string]
    expect(codeOf(await client.delete(`${DAYBOOK}/${path}`))).toEqual([400, 'ItemInUse', 'number'])
    await change(client, `${DAYBOOK}/${list}`, Number(number), { isBarred: true })
    const code = 'JournalEntryDepartmentalDistributionNotAccessible'
    const refused = codeOf(await client.post(`${API}/journals/1/book`))
    expect(refused).toEqual([400, code, 'departmentalDistributionNumber'])
  })

  test('takes a distribution along whole: reports share out, not the ledger', async () => {
    const client = await dimensionBooks(service)
    const counted = { unit1Number: 1, quantity1: 10 }
    const rent = { amount: 125.01, currency: 'EUR', exchangeRate: 746, vatCode: 'I25', ...counted }
    await client.post(WHOLE, oneSided({ ...rent, departmentalDistributionNumber: 11, voucherNumber: 1 }))
    await client.post(
      WHOLE,
      oneSided({ accountNumber: 5820, amount: -125.01, currency: 'EUR', exchangeRate: 746, voucherNumber: 1 }),
    )
    const dates = { startDate: '2026-03-01', endDate: '2026-04-30' }
    const accrual = { entryNumber: 1, journalNumber: 1, accountNumber: 6500, ...dates }
    expect((await client.post(`${API}/accruals`, accrual)).status).toBe(201)
    await book(service, client)
    const properties = [
      'entryNumber',
      'accountNumber',
      'amount',
      'amountInBaseCurrency',
      'departmentNumber',
      'quantity1',
    ]
    expect(await booked(client, properties)).toEqual([
      [1, 6500, 100.01, 746.07, null, 10],
      [2, 6903, 25, 186.5, null, null],
      [3, 5820, -125.01, -932.57, null, null],
      [4, 6500, -50.01, -373.04, null, -5],
      [5, 2210, 50.01, 373.04, null, 5],
      [6, 6500, -50, -373.03, null, -5],
      [7, 2210, 50, 373.03, null, 5],
    ])
    const data = (await client.get('/dimensionsapi/v5.3.1/dimension-data/booked-entries')).json.items
    const shared = { dimensionNumber: 1, dimensionKey: 11, isDistribution: true }
    expect(data).toMatchObject([1, 4, 5, 6, 7].map((entryNumber) => ({ entryNumber, ...shared })))
  })

  test('is reversed with everything: quantities opposite, the rest the same', async () => {
    const client = await dimensionBooks(service)
    await client.post(WHOLE, finance(ALL))
    await book(service, client)
    const reverse = await client.post(`${DAYBOOK}/vouchers/1/2026/1/reverse`, { date: '2026-04-01' })
    expect(reverse.status, reverse.text).toBe(201)
    expect(await booked(client, ['amount', ...DIMENSIONS], 'entryNumber$gt:2')).toEqual([
      [-125, 2, 1, -12.5, 1, -3, 7],
      [125, 2, 1, 12.5, 1, 3, 7],
    ])
    await book(service, client)
  })
})

test('a unit that is deleted while an entry is made on it: one of the two is refused', async () => {
  const client: Client = await dimensionBooks(service)
  for (let number = 40; number < 48; number++) {
    await client.post(`${DAYBOOK}/units1`, { number, name: 'Kort' })
    const [made, deleted] = await Promise.all([
      client.post(WHOLE, finance({ unit1Number: number })),
      client.delete(`${DAYBOOK}/units1/${number}`),
    ])
    const codes = [made, deleted].map((reply) => (reply.status === 400 ? codeOf(reply)[1] : reply.status))
    expect([
      [201, 'ItemInUse'],
      ['JournalEntryDimensionUnit1NotFound', 204],
    ]).toContainEqual(codes)
  }
})
