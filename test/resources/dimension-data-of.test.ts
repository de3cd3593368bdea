import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { API, bookkeeper, codeOf, finance } from './bookkeeping.ts'
import { book, DAYBOOK, expectRulesOfData, keysForRules, WHOLE } from './dimension-books.ts'

const DIMENSIONS = '/dimensionsapi/v5.3.1'
const DATA = `${DIMENSIONS}/dimension-data`

let service: TestService
let client: Client

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/**
 * Makes dimensions 1 to 3, each with values 1 to 3 and distributions 11 to 13. Value 3 and distribution 12 are not
 * active. Distributions 11 and 12 have values 1 and 2; 13 has 1 and the inactive 3.
 */
beforeEach(async () => {
  client = await bookkeeper(service, ['Dimension', 'Complete', 'Accruals'])
  const made = async (path: string, body: object): Promise<void> => {
    const reply = await client.post(path, body)
    expect(reply.status, reply.text).toBe(201)
  }
  for (const number of [2, 3]) await made(`${DIMENSIONS}/dimensions`, { number, name: `D${number}`, active: true })
  for (const dimensionNumber of [1, 2, 3]) {
    for (const key of dimensionNumber === 1 ? [2, 3] : [1, 2, 3]) {
      await made(`${DIMENSIONS}/values`, { dimensionNumber, key, name: `V${key}`, active: key !== 3 })
    }
    for (const [key, active, parts] of [
      [11, true, [1, 2]],
      [12, false, [1, 2]],
      [13, true, [1, 3]],
    ] as const) {
      const distributions = parts.map((part, at) => ({ key: part, percent: at === 0 ? 33.3333 : 66.6667 }))
      await made(`${DAYBOOK}/distributions`, { dimensionNumber, key, name: `X${key}`, active, distributions })
    }
  }
})

const data = (path: string) => `${DATA}/${path}`
const listed = async (path: string): Promise<Record<string, unknown>[]> => (await client.get(data(path))).json.items
const draft = async (more: object = {}): Promise<number> => {
  const reply = await client.post(WHOLE, finance(more))
  expect(reply.status, reply.text).toBe(201)
  return reply.json.entryNumber as number
}

describe('dimension data', () => {
  test('of draft entries is added, changed and removed; departments are dimension 1', async () => {
    const entryNumber = await draft({ departmentNumber: 2 })
    const owner = { journalNumber: 1, entryNumber }
    const post = (dimensionNumber: number, dimensionKey: number, more = {}) =>
      client.post(data('draft-entries'), { ...owner, dimensionNumber, dimensionKey, ...more })
    const made = await post(2, 1)
    expect([made.status, made.json]).toEqual([201, { dimensionNumber: 2 }])
    const found = (await client.get(made.headers.get('location')!)).json.items
    expect(found).toEqual([
      { dimensionNumber: 2, dimensionKey: 1, objectVersion: expect.any(String) as string, ...owner },
    ])
    expect(codeOf(await post(1, 1))).toEqual([400, 'ONLYONEITEMPERDIMENSION', 'dimensionNumber'])
    expect(codeOf(await post(3, 9))).toEqual([400, 'CONTAINSINVALIDVALUES', 'dimensionKey'])
    expect(codeOf(await post(3, 3))).toEqual([400, 'CONTAINSBARREDDIMENSIONVALUE', 'dimensionKey'])
    for (const key of [12, 13]) expect(codeOf(await post(3, key))[1]).toBe('CONTAINSBARREDDISTRIBUTIONKEY')
    expect(codeOf(await post(3, 2, { isDistribution: true }))).toEqual([400, 'CONTAINSINVALIDVALUES', 'isDistribution'])
    expect((await post(3, 11)).status).toBe(201)
    const items = await listed('draft-entries')
    expect(
      items.map(({ dimensionNumber, dimensionKey, isDistribution }) => [dimensionNumber, dimensionKey, isDistribution]),
    ).toEqual([
      [1, 2, undefined],
      [2, 1, undefined],
      [3, 11, true],
    ])
    const { objectVersion } = items[0]!
    const change = (dimensionKey: number, version = objectVersion) =>
      client.put(data('draft-entries'), { ...owner, dimensionNumber: 1, dimensionKey, objectVersion: version })
    expect(codeOf(await change(11))).toEqual([400, 'ONLYONEDISTRIBUTIONALLOWED', 'dimensionKey'])
    expect((await change(1, '1')).status).toBe(409)
    expect((await change(1)).status).toBe(204)
    expect((await client.get(`${WHOLE}/${entryNumber}`)).json).toMatchObject({ departmentNumber: 1 })
    const gone = { body: { ...owner, dimensionNumber: 3, dimensionKey: 11 } }
    const wrong = { body: { ...gone.body, dimensionKey: 1 } }
    expect(codeOf(await client.delete(data('draft-entries'), wrong))).toEqual([404, 'NotFound', 'dimensionNumber'])
    const none = { body: { ...gone.body, dimensionKey: 0 } }
    expect(codeOf(await client.delete(data('draft-entries'), none))).toEqual([400, 'ValueOutOfRange', 'dimensionKey'])
    expect((await client.delete(data('draft-entries'), gone)).status).toBe(204)
    expect((await client.delete(data('draft-entries'), gone)).status).toBe(404)
    expect((await client.get(data('draft-entries/count'))).text).toBe('2')
    const missing = { dimensionNumber: 1, dimensionKey: 1, journalNumber: 1, entryNumber: 99 }
    expect(codeOf(await client.post(data('draft-entries'), missing))).toEqual([
      400,
      'DRAFTENTRYNOTFOUND',
      'entryNumber',
    ])
    const other = { ...missing, journalNumber: 9 }
    expect((await client.post(data('draft-entries'), other)).text).toContain('JOURNALNOTFOUND')
    expect((await client.put(data('draft-entries'), { ...missing, objectVersion: '1' })).status).toBe(404)
  })

  test('comes in lists of up to 500, all or nothing, in order', async () => {
    const numbers = []
    for (let at = 0; at < 3; at++) numbers.push(await draft())
    const item = (entryNumber: number, dimensionNumber: number, dimensionKey: number) => ({
      journalNumber: 1,
      entryNumber,
      dimensionNumber,
      dimensionKey,
    })
    const post = (items: object[]) => client.post(data('draft-entries/bulk'), { items })
    const shared = await post([item(1, 1, 11), item(1, 2, 11), item(2, 1, 1)])
    expect(shared.json.errors).toMatchObject([
      { errorCode: 'ONLYONEDISTRIBUTIONALLOWED', property: 'items[1].dimensionKey' },
    ])
    const twice = await post([item(1, 1, 1), item(1, 1, 2)])
    expect(twice.json.errors).toMatchObject([
      { errorCode: 'ONLYONEITEMPERDIMENSION', property: 'items[1].dimensionNumber' },
    ])
    expect(await listed('draft-entries')).toEqual([])
    const made = await post([item(2, 2, 1), item(1, 1, 1), item(1, 2, 11), item(3, 3, 2)])
    expect([made.status, made.json]).toEqual([201, { dimensionNumbers: [2, 1, 2, 3] }])
    const items = await listed('draft-entries')
    expect(items.map(({ entryNumber, dimensionNumber }) => [entryNumber, dimensionNumber])).toEqual([
      [1, 1],
      [1, 2],
      [2, 2],
      [3, 3],
    ])
    // The distribution moves from one dimension to the other.
    const [first, second] = items
    const moved = [
      { ...first, dimensionKey: 11, isDistribution: undefined },
      { ...second, dimensionKey: 2, isDistribution: undefined },
    ]
    const put = await client.put(data('draft-entries/bulk'), { items: moved })
    expect(put.status, put.text).toBe(204)
    expect((await listed('draft-entries')).slice(0, 2)).toMatchObject([
      { dimensionKey: 11, isDistribution: true },
      { dimensionKey: 2 },
    ])
    const many = Array.from({ length: 501 }, () => item(1, 1, 1))
    expect(codeOf(await post(many))).toEqual([400, 'ValueOutOfRange', 'items'])
  })

  test('of accounts is what new draft entries begin with', async () => {
    const post = (accountNumber: number, dimensionNumber: number, dimensionKey: number) =>
      client.post(data('accounts'), { accountNumber, dimensionNumber, dimensionKey })
    expect(codeOf(await post(99, 1, 1))).toEqual([400, 'ACCOUNTNOTFOUND', 'accountNumber'])
    for (const [account, dimension, key] of [
      [2210, 1, 11],
      [2210, 2, 1],
      [5820, 2, 2],
      [5820, 3, 2],
    ] as const) {
      expect((await post(account, dimension, key)).status).toBe(201)
    }
    await service.database.rows('UPDATE journal SET default_department = 2 WHERE agreement = $1', [client.agreement])
    await draft()
    await draft({ departmentNumber: 1 })
    const items = await listed('draft-entries')
    expect(
      items.map(({ entryNumber, dimensionNumber, dimensionKey }) => [entryNumber, dimensionNumber, dimensionKey]),
    ).toEqual([
      [1, 1, 11],
      [1, 2, 1],
      [1, 3, 2],
      [2, 1, 1],
      [2, 2, 1],
      [2, 3, 2],
    ])
    // The published draft entry keeps the properties that it does not have.
    const { objectVersion } = (await client.get(`${API}/draft-entries/1`)).json
    const bare = finance({ entryNumber: 1, voucherNumber: 1, objectVersion })
    expect((await client.put(`${API}/draft-entries`, bare)).status).toBe(204)
    expect(await listed('draft-entries')).toHaveLength(6)
  })

  test('of a draft entry goes with the booking, but for parties and VAT; then it changes while the year is open', async () => {
    const invoice = {
      entryTypeNumber: 3,
      supplierNumber: 501,
      accountNumber: undefined,
      amount: -125,
      dueDate: '2026-04-01',
    }
    const entryNumber = await draft({
      ...invoice,
      contraAccountNumber: 2210,
      contraVatCode: 'I25',
      departmentNumber: 2,
    })
    await client.post(data('draft-entries'), { journalNumber: 1, entryNumber, dimensionNumber: 2, dimensionKey: 11 })
    await book(service, client)
    const entries = (await client.get(`${DAYBOOK}/booked-entries`)).json.items as Record<string, number>[]
    const cost = entries.find(({ accountNumber }) => accountNumber === 2210)!.entryNumber!
    expect(await listed('booked-entries')).toMatchObject([
      { entryNumber: cost, dimensionNumber: 1, dimensionKey: 2 },
      { entryNumber: cost, dimensionNumber: 2, dimensionKey: 11, isDistribution: true },
    ])
    expect((await client.get(data('booked-entries/changelog'))).json).toEqual([])
    const [first] = await listed('booked-entries')
    const put = await client.put(data('booked-entries'), { ...first, dimensionKey: 1 })
    expect(put.status, put.text).toBe(204)
    expect((await client.put(data('booked-entries'), { ...first, dimensionKey: 2 })).status).toBe(409)
    expect((await client.get(`${DAYBOOK}/booked-entries/${cost}`)).json).toMatchObject({ departmentNumber: 1 })
    const added = { entryNumber: cost, dimensionNumber: 3, dimensionKey: 2 }
    expect((await client.post(data('booked-entries'), added)).status).toBe(201)
    expect(codeOf(await client.post(data('booked-entries'), { ...added, entryNumber: 99 }))[1]).toBe(
      'BOOKEDENTRYNOTFOUND',
    )
    expect(
      (await client.delete(data('booked-entries'), { body: { entryNumber: cost, dimensionNumber: 2 } })).status,
    ).toBe(204)
    const log = (await client.get(data('booked-entries/changelog'))).json as Record<string, unknown>[]
    expect(
      log.map(({ dimension, dimensionKeyFrom, dimensionKeyTo }) => [dimension, dimensionKeyFrom, dimensionKeyTo]),
    ).toEqual([
      [2, 11, null],
      [3, null, 2],
      [1, 2, 1],
    ])
    expect(
      (await client.get(`${data('booked-entries/changelog')}?filter=dimension$eq:3&pageSize=1`)).json,
    ).toHaveLength(1)
    expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
    const kept = { body: { dimensionNumber: 2, key: 11 } }
    expect(codeOf(await client.delete(`${DAYBOOK}/distributions`, kept))).toEqual([400, 'KeyInUse', 'key'])
    const read = (await client.get(`${DAYBOOK}/distributions/2/11`)).json
    const other = await client.put(`${DAYBOOK}/distributions`, { ...read, distributions: [{ key: 1, percent: 100 }] })
    expect(codeOf(other)).toEqual([400, 'ValueNotAllowed', 'distributions'])
    await service.database.rows('UPDATE accounting_year SET is_closed = true WHERE agreement = $1', [client.agreement])
    const late = await client.post(data('booked-entries'), { ...added, dimensionNumber: 2 })
    expect(codeOf(late)).toEqual([400, 'ValueNotAllowed', 'entryNumber'])
  })

  test.each([
    ['a change', 'DELETE FROM dimension_change WHERE agreement = $1 AND number = 1'],
    ['what a change left', 'UPDATE dimension_change SET dimension_key_to = 2 WHERE agreement = $1'],
    ['what an entry has', 'UPDATE changed_dimension SET dimension_key = 2 WHERE agreement = $1'],
    ['what an entry had', 'UPDATE dimension_change SET dimension_key_from = 2 WHERE agreement = $1'],
  ])('%s that was tampered with is found', async (_, statement) => {
    await draft()
    await book(service, client)
    await client.post(data('booked-entries'), { entryNumber: 1, dimensionNumber: 2, dimensionKey: 1 })
    await service.database.transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      await transaction.rows(statement, [client.agreement])
    })
    expect(await verify(service.database, client.agreement)).toMatchObject({ ok: false })
  })

  test.each([
    ['value', 2, 1, 'dimensionsapi/v5.3.1/values', { dimensionNumber: 2, key: 1, name: 'V1' }],
    ['value of its distribution', 3, 11, 'dimensionsapi/v5.3.1/values', { dimensionNumber: 3, key: 2, name: 'V2' }],
    ['distribution', 3, 11, 'daybookapi/v1.0.0/distributions', undefined],
  ] as const)('keeps a draft entry from being booked once its %s is barred', async (_, dimension, key, path, value) => {
    const entryNumber = await draft()
    const own = { journalNumber: 1, entryNumber, dimensionNumber: dimension, dimensionKey: key }
    expect((await client.post(data('draft-entries'), own)).status).toBe(201)
    const single = value ? `${value.dimensionNumber}/${value.key}` : `${dimension}/${key}`
    const set = async (active: boolean) => {
      const read = (await client.get(`/${path}/${single}`)).json as object
      const put = await client.put(`/${path}`, { ...read, active })
      expect(put.status, put.text).toBe(204)
    }
    await set(false)
    const refused = codeOf(await client.post(`${API}/journals/1/book`))
    expect(refused).toEqual([400, 'JournalEntryDepartmentalDistributionNotAccessible', 'dimensionKey'])
    await set(true)
    await book(service, client)
  })

  test('of accounts gives no distribution with a barred value', async () => {
    for (const dimensionNumber of [1, 2]) {
      const own = { accountNumber: 2210, dimensionNumber, dimensionKey: dimensionNumber === 1 ? 1 : 11 }
      expect((await client.post(data('accounts'), own)).status).toBe(201)
    }
    const read = (await client.get(`${DIMENSIONS}/values/2/2`)).json as object
    expect((await client.put(`${DIMENSIONS}/values`, { ...read, active: false })).status).toBe(204)
    await draft()
    expect(await listed('draft-entries')).toMatchObject([{ dimensionNumber: 1, dimensionKey: 1 }])
    await book(service, client)
  })

  test('reverses as it is today: together they have nothing of any dimension', async () => {
    await draft({ departmentNumber: 2 })
    await book(service, client)
    const [own] = await listed('booked-entries')
    await client.put(data('booked-entries'), { ...own, dimensionKey: 1 })
    const reversed = await client.post(`${DAYBOOK}/vouchers/1/2026/1/reverse`, { date: '2026-04-15' })
    expect(reversed.status, reversed.text).toBe(201)
    const items = await listed('booked-entries')
    expect(items.map(({ dimensionKey }) => dimensionKey)).toEqual([1, 2, 1, 2])
    expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  })

  test('of a draft entry, a booked one, an account and a budget figure has the same rules', async () => {
    await draft()
    await book(service, client)
    const entryNumber = await draft()
    const figure = { accountNumber: 2210, fromDate: '2026-01-01', toDate: '2026-12-31', amountDefaultCurrency: 1200 }
    const budgeted = await client.post('/budgetsapi/v2.0.0/budget-figures', figure)
    await keysForRules(client)
    for (const [kind, owner] of [
      ['draft-entries', { journalNumber: 1, entryNumber }],
      ['booked-entries', { entryNumber: 1 }],
      ['accounts', { accountNumber: 5820 }],
      ['budget-figures', { budgetFigureNumber: budgeted.json.number }],
    ] as const) {
      await expectRulesOfData(service, client, kind, owner)
    }
  })

  test('of a key keeps it from being deleted, with what has it told by its kind', async () => {
    await draft()
    const own = { journalNumber: 1, entryNumber: 1, dimensionNumber: 2, dimensionKey: 1 }
    await client.post(data('draft-entries'), own)
    await client.delete(`${DAYBOOK}/distributions`, { body: { dimensionNumber: 2, key: 11 } })
    for (const key of [12, 13]) await client.delete(`${DAYBOOK}/distributions`, { body: { dimensionNumber: 2, key } })
    const remove = () => client.delete(`${DIMENSIONS}/values`, { body: { dimensionNumber: 2, key: 1 } })
    const one = await remove()
    expect([...codeOf(one), one.json.detail]).toEqual([
      400,
      'DimensionValueInUse',
      'key',
      expect.stringContaining('draft entries') as string,
    ])
    await client.post(data('accounts'), { accountNumber: 2210, dimensionNumber: 2, dimensionKey: 1 })
    const several = await remove()
    expect(codeOf(several)).toEqual([400, 'DimensionValueInUseMultiple', 'key'])
    await client.post(data('accounts'), { accountNumber: 5820, dimensionNumber: 1, dimensionKey: 11 })
    await client.post(data('accounts'), { accountNumber: 2210, dimensionNumber: 1, dimensionKey: 11 })
    const shared = await client.delete(`${DAYBOOK}/distributions`, { body: { dimensionNumber: 1, key: 11 } })
    expect(codeOf(shared)).toEqual([400, 'KeyInUseMultiple', 'key'])
  })
})
