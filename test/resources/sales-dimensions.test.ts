import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { book, drafted, selling } from '../sales/selling.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { codeOf } from './bookkeeping.ts'
import { DAYBOOK, expectRulesOfData, keysForRules } from './dimension-books.ts'
import { change, listen } from './sales.ts'

const DIMENSIONS = '/dimensionsapi/v5.3.1'
const LINES = `${DIMENSIONS}/dimension-data/sales-document-lines`
const BOOKED = `${DIMENSIONS}/dimension-data/booked-invoice-lines`
const DRAFTS = '/q2capi/v5.3.0/invoices/drafts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const made = async (client: Client, path: string, body: object): Promise<void> => {
  const reply = await client.post(path, body)
  expect(reply.status, reply.text).toBe(201)
}
const listed = async (client: Client, path: string): Promise<Record<string, unknown>[]> =>
  (await client.get(path)).json.items

/** A client that sells, with values 1 and 2 of dimensions 1 and 2, and a distribution 11 of both. */
async function seller(): Promise<Client> {
  const client = await selling(service, ['Accruals', 'Dimension', 'Projects', 'Complete'])
  await made(client, `${DIMENSIONS}/dimensions`, { name: 'Formål', active: true })
  for (const [dimensionNumber, key] of [
    [1, 91],
    [1, 92],
    [2, 91],
    [2, 92],
  ]) {
    await made(client, `${DIMENSIONS}/values`, { dimensionNumber, key, name: 'V', active: true })
  }
  const distributions = [91, 92].map((key) => ({ key, percent: 50 }))
  await made(client, `${DAYBOOK}/distributions`, {
    dimensionNumber: 1,
    key: 95,
    name: 'D',
    active: true,
    distributions,
  })
  return client
}

test('lines of sales documents have keys of dimensions, and take them into the booked invoice and its postings', async () => {
  const client = await seller()
  const documentNumber = await drafted(client, [{ departmentNumber: 91 }, {}, { quantity: 3 }])
  const lines = (await client.get(`${DRAFTS}/${documentNumber}/lines`)).json as { number: number }[]
  const [first, second, third] = lines.map(({ number }) => number) as [number, number, number]
  const item = (lineNumber: number, dimensionNumber: number, dimensionKey: number) => ({
    documentNumber,
    lineNumber,
    dimensionNumber,
    dimensionKey,
  })
  expect(codeOf(await client.post(LINES, { ...item(first, 2, 91), documentNumber: 99 }))[1]).toBe(
    'SALESDOCUMENTNOTFOUND',
  )
  expect(codeOf(await client.post(LINES, item(99, 2, 91)))).toEqual([400, 'SALESDOCUMENTLINENOTFOUND', 'lineNumber'])
  expect(codeOf(await client.post(LINES, item(first, 1, 92)))[1]).toBe('ONLYONEITEMPERDIMENSION')
  const many = [item(first, 2, 92), item(second, 1, 95), item(third, 2, 92), item(third, 1, 91)]
  const bulk = await client.post(`${LINES}/bulk`, { items: many })
  expect([bulk.status, bulk.json]).toEqual([201, { dimensionNumbers: [2, 1, 2, 1] }])
  expect((await client.delete(LINES, { body: item(third, 1, 91) })).status).toBe(204)
  const [own] = await listed(client, LINES)
  expect((await client.put(LINES, { ...own, dimensionKey: 92 })).status).toBe(204)
  const shown = [
    { lineNumber: first, dimensionNumber: 1, dimensionKey: 92 },
    { lineNumber: first, dimensionNumber: 2, dimensionKey: 92 },
    { lineNumber: second, dimensionNumber: 1, dimensionKey: 95, isDistribution: true },
    { lineNumber: third, dimensionNumber: 2, dimensionKey: 92 },
  ]
  expect(await listed(client, LINES)).toMatchObject(shown)
  expect((await client.get(`${DRAFTS}/${documentNumber}/lines`)).json).toMatchObject([{ departmentNumber: 92 }, {}, {}])
  expect((await book(client, documentNumber)).status).toBe(201)
  expect(await listed(client, LINES)).toEqual([])
  expect(await listed(client, BOOKED)).toMatchObject(shown)
  expect((await client.get(`${BOOKED}/count?filter=dimensionKey$eq:92`)).text).toBe('3')
  const data = await listed(client, `${DIMENSIONS}/dimension-data/booked-entries`)
  expect(
    data.map(({ entryNumber, dimensionNumber, dimensionKey }) => [entryNumber, dimensionNumber, dimensionKey]),
  ).toEqual([
    [2, 1, 92],
    [2, 2, 92],
    [4, 1, 95],
    [6, 2, 92],
  ])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  const kept = await client.delete(`${DIMENSIONS}/values`, { body: { dimensionNumber: 2, key: 92 } })
  expect(codeOf(kept)).toEqual([400, 'DimensionValueInUseMultiple', 'key'])
})

test('data of lines has the rules of all data of dimensions', async () => {
  const client = await seller()
  await keysForRules(client)
  const documentNumber = await drafted(client, [{}])
  const [line] = (await client.get(`${DRAFTS}/${documentNumber}/lines`)).json as { number: number }[]
  await expectRulesOfData(service, client, 'sales-document-lines', { documentNumber, lineNumber: line!.number })
})

test('no line is given a barred department, or one of a dimension that is not active; lines keep theirs', async () => {
  const client = await seller()
  const documentNumber = await drafted(client, [{ departmentNumber: 91 }, {}])
  const [first, second] = (await client.get(`${DRAFTS}/${documentNumber}/lines`)).json as { number: number }[]
  const put = async (line: { number: number }, departmentNumber: number): Promise<unknown> => {
    const path = `${DRAFTS}/${documentNumber}/lines`
    const reply = await change(client, `${path}/${line.number}`, { departmentNumber, quantity: 2 }, path)
    return reply.status === 204 ? 204 : codeOf(reply)
  }
  const refused = [400, 'DepartmentIsBarred', 'departmentNumber']
  const set = (sql: string) => service.database.rows(`UPDATE ${sql} WHERE agreement = $1`, [client.agreement])
  for (const [off, on] of [
    ['department SET is_barred = true', 'department SET is_barred = false'],
    ['dimension SET is_active = false', 'dimension SET is_active = true'],
  ] as const) {
    await set(off)
    expect([await put(first!, 91), await put(first!, 92), await put(second!, 91)]).toEqual([204, refused, refused])
    await set(on)
  }
  expect(await put(second!, 91)).toBe(204)
})

test('an account that demands a department takes an invoice line with a distribution of departments', async () => {
  const client = await seller()
  await service.database.rows(
    'UPDATE account SET is_department_mandatory = true WHERE agreement = $1 AND number = 1010',
    [client.agreement],
  )
  const documentNumber = await drafted(client, [{}])
  const refused = await book(client, documentNumber)
  expect(codeOf(refused)[1]).toBe('JournalEntryMultipleDimensionRequired')
  const [line] = (await client.get(`${DRAFTS}/${documentNumber}/lines`)).json as { number: number }[]
  await made(client, LINES, { documentNumber, lineNumber: line!.number, dimensionNumber: 1, dimensionKey: 95 })
  const booked = await book(client, documentNumber)
  expect(booked.status, booked.text).toBe(201)
})

test('a quote takes its keys along when it becomes an order, and shows them once; what is archived keeps its own', async () => {
  const client = await seller()
  const quotes = `${DAYBOOK}/quotes`
  const header = {
    customerNumber: 201,
    customerName: 'Café',
    date: '2026-01-15',
    currencyCode: 'DKK',
    layoutNumber: 1,
    termOfPaymentNumber: 1,
    vatZoneNumber: 1,
  }
  const { number } = (await client.post(quotes, header)).json as { number: number }
  const line = await client.post(`${quotes}/${number}/lines`, { productNumber: 'P-1', description: 'Øl', quantity: 1 })
  const lineNumber = line.json.number as number
  await made(client, LINES, { documentNumber: number, lineNumber, dimensionNumber: 2, dimensionKey: 91 })
  const upgraded = await client.post(`${quotes}/${number}/order`)
  expect([200, 201, 204], upgraded.text).toContain(upgraded.status)
  expect(await listed(client, LINES)).toMatchObject([{ documentNumber: number, lineNumber, dimensionKey: 91 }])
  const order = `${DAYBOOK}/orders/${number}`
  expect((await change(client, order, { status: 'archived' }, `${DAYBOOK}/orders`)).status).toBe(204)
  const of = { documentNumber: number, lineNumber }
  const more = await client.post(LINES, { ...of, dimensionNumber: 1, dimensionKey: 91 })
  expect(codeOf(more)).toEqual([400, 'SALESDOCUMENTNOTFOUND', 'documentNumber'])
  expect((await client.delete(LINES, { body: { ...of, dimensionNumber: 2 } })).status).toBe(404)
})

test('an order or quote is told of once when the keys of its lines change, and not when they stay', async () => {
  const client = await seller()
  const header = { customerNumber: 201, customerName: 'Café', date: '2026-01-15', currencyCode: 'DKK' }
  const kept = { ...header, layoutNumber: 1, termOfPaymentNumber: 1, vatZoneNumber: 1 }
  for (const [path, event] of [
    ['orders', 'ORDER_UPDATED'],
    ['quotes', 'QUOTATION_UPDATED'],
  ] as const) {
    const { number } = (await client.post(`${DAYBOOK}/${path}`, kept)).json as { number: number }
    const line = { productNumber: 'P-1', description: 'Øl', quantity: 1 }
    const made = await Promise.all([1, 2].map(() => client.post(`${DAYBOOK}/${path}/${number}/lines`, line)))
    const told = await listen(service, client, event)
    const items = made.flatMap(({ json }) =>
      [1, 2].map((dimensionNumber) => ({
        documentNumber: number,
        lineNumber: json.number as number,
        dimensionNumber,
        dimensionKey: 91,
      })),
    )
    expect((await client.post(`${LINES}/bulk`, { items })).status).toBe(201)
    const [own] = (await listed(client, LINES)).filter(({ documentNumber }) => documentNumber === number)
    expect((await client.put(LINES, { ...own, dimensionKey: 91 })).status).toBe(204)
    expect((await client.delete(LINES, { body: items[3] })).status).toBe(204)
    expect([path, await told()]).toEqual([path, [`${number}→${number}`, `${number}→${number}`]])
  }
})
