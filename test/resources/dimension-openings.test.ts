import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { finance } from './bookkeeping.ts'
import { book, DAYBOOK, dimensionBooks, WHOLE } from './dimension-books.ts'

const DIMENSIONS = '/dimensionsapi/v5.3.1'
const BANK = 5820
const YEARS = [2026, 2027, 2028]

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

test('a year opens by every key with what the year before closed with, also the year after a year without entries', async () => {
  const client = await dimensionBooks(service, ['Dimension', 'Complete', 'Accruals'])
  const done = async (method: string, path: string, body: object = {}): Promise<void> => {
    const reply = await client.call(method, path, { body })
    expect([200, 201, 204], reply.text).toContain(reply.status)
  }
  for (const year of YEARS.slice(1)) {
    await done('POST', '/accountingyearsapi/v2.0.1/AccountingYears', {
      dateFrom: `${year}-01-01`,
      dateTo: `${year}-12-31`,
    })
  }
  await done('POST', `${DIMENSIONS}/dimensions`, { number: 2, name: 'Places', active: true })
  await done('POST', `${DIMENSIONS}/values`, { dimensionNumber: 2, key: 1, name: 'Aarhus', active: true })
  const drafts = [
    { amount: 100 },
    { amount: 200, departmentNumber: 1 },
    { amount: 300.01 },
    { amount: -50, departmentNumber: 2 },
    { amount: 50, departmentNumber: 2, accountNumber: 5820, contraAccountNumber: 2210 },
  ]
  for (const draft of drafts) await done('POST', WHOLE, finance({ ...draft, voucherNumber: undefined }))
  await book(service, client)
  const data = `${DIMENSIONS}/dimension-data/booked-entries`
  const entries = (await client.get(`${DAYBOOK}/booked-entries?filter=accountNumber$eq:${BANK}`)).json.items as {
    entryNumber: number
  }[]
  // As keys are on the day of the closing, not as they were booked.
  await done('POST', data, { entryNumber: entries[0]!.entryNumber, dimensionNumber: 2, dimensionKey: 1 })
  await done('POST', data, { entryNumber: entries[2]!.entryNumber, dimensionNumber: 1, dimensionKey: 11 })
  const totals = async (year: number, property: string): Promise<Record<string, number>> => {
    const query = `from=${year}-01-01&to=${year}-12-31&accountNumber=${BANK}&dimensionNumber=1&by=2`
    const { items } = (await client.get(`${DAYBOOK}/dimension-totals?${query}`)).json as {
      items: Record<string, number | null>[]
    }
    const told = items.map((item) => [`${item.dimensionKey} ${item.byKey}`, item[property]] as const)
    return Object.fromEntries(told.filter(([, amount]) => amount !== 0)) as Record<string, number>
  }
  const owner = await service.client({ agreement: client.agreement, roles: ['SuperUser'] })
  const expected = { 'null 1': -100, '1 null': -300, '2 null': -100.01 }
  expect(await totals(2026, 'closingBalance')).toEqual(expected)
  expect((await owner.post(`${DAYBOOK}/accounting-years/2026/close`)).status).toBe(204)
  expect(await totals(2027, 'openingBalance')).toEqual(expected)
  expect((await owner.post(`${DAYBOOK}/accounting-years/2027/close`)).status).toBe(204)
  expect(await totals(2028, 'openingBalance')).toEqual(expected)
  expect(await totals(2026, 'closingBalance')).toEqual(expected)
  const opening = (await client.get(`${DAYBOOK}/booked-entries?filter=type$eq:7$and:accountNumber$eq:${BANK}`)).json
    .items as Record<string, unknown>[]
  const ofEach = await Promise.all(
    opening.map(async ({ entryNumber, amount }) => {
      const found = (await client.get(`${data}?filter=entryNumber$eq:${String(entryNumber)}`)).json.items as object[]
      return [amount, ...found.map((item) => (item as { dimensionKey: number }).dimensionKey)]
    }),
  )
  const ofYear = [
    [-100, 1],
    [-200, 1],
    [100, 2],
    [-300.01, 11],
  ]
  expect(ofEach).toEqual([...ofYear, ...ofYear])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})
