import { afterAll, beforeAll, expect, test } from 'vitest'
import { upgradeDocument } from '../../src/sales/upgrade.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import { change, make, OURS } from '../resources/sales.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { draft, DRAFTS, selling } from './selling.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await selling(service)
})
afterAll(() => service.stop())

test('an archived document stays as it is, and is taken up again when nothing made of it is there any more', async () => {
  const { number } = (await make(client, `${OURS}/quotes`, draft())) as { number: number }
  const lines = `${OURS}/quotes/${number}/lines`
  const line = { productNumber: 'P-1', description: 'Øl', quantity: 2 }
  const own = (await make(client, lines, line)) as { number: number }
  for (const step of [`quotes/${number}/order`, `orders/${number}/draft-invoice`]) await client.post(`${OURS}/${step}`)
  expect((await client.delete(`${OURS}/orders/${number}`)).status).toBe(204)
  const update = (changes: object) => change(client, `${OURS}/quotes/${number}`, changes, `${OURS}/quotes`)
  const archived = (property: string) => [409, 'DocumentIsArchived', property]
  expect(codeOf(await client.post(lines, line))).toEqual(archived('documentId'))
  expect(codeOf(await client.post(`${lines}/bulk`, { lines: [line] }))).toEqual(archived('lines[0].documentId'))
  expect(codeOf(await change(client, `${lines}/${own.number}`, { quantity: 3 }, lines))).toEqual(archived('documentId'))
  expect(codeOf(await client.delete(`${lines}/${own.number}`))).toEqual(archived('documentId'))
  expect(codeOf(await update({ heading: 'Nyt' }))).toEqual(archived('status'))
  expect(codeOf(await update({ status: 'drafts' }))).toEqual(archived('status'))
  expect((await client.delete(`${DRAFTS}/${number}`)).status).toBe(204)
  expect(codeOf(await update({ heading: 'Nyt' }))).toEqual(archived('status'))
  expect((await update({ status: 'drafts', heading: 'Nyt' })).status).toBe(204)
  expect((await change(client, `${lines}/${own.number}`, { quantity: 3 }, lines)).status).toBe(204)
  expect((await client.post(`${OURS}/quotes/${number}/order`)).status).toBe(201)
})

test('an archived order stays, and so do its lines', async () => {
  const { number } = (await make(client, `${OURS}/orders`, draft())) as { number: number }
  const lines = `${OURS}/orders/${number}/lines`
  const line = { productNumber: 'P-1', description: 'Øl', quantity: 2 }
  const own = (await make(client, lines, line)) as { number: number }
  const archived = [409, 'DocumentIsArchived', 'documentId']
  expect((await client.post(`${OURS}/orders/${number}/draft-invoice`)).status).toBe(201)
  expect(codeOf(await client.post(lines, line))).toEqual(archived)
  expect(codeOf(await change(client, `${lines}/${own.number}`, { quantity: 3 }, lines))).toEqual(archived)
  expect(codeOf(await client.delete(`${lines}/${own.number}`))).toEqual(archived)
  const update = await change(client, `${OURS}/orders/${number}`, { heading: 'Nyt' }, `${OURS}/orders`)
  expect(codeOf(update)).toEqual([409, 'DocumentIsArchived', 'status'])
})

test('a line that is written while its quote becomes an order is refused', async () => {
  const { number } = (await make(client, `${OURS}/quotes`, draft())) as { number: number }
  const lines = `${OURS}/quotes/${number}/lines`
  const written = await service.database.transaction(async (transaction) => {
    await upgradeDocument(transaction, client.agreement, number, 'quote')
    const begun = client.post(lines, { productNumber: 'P-1', description: 'Øl', quantity: 2 })
    await untilBlocked(service.database, 1)
    return [begun]
  })
  expect(codeOf(await written[0]!)).toEqual([409, 'DocumentIsArchived', 'documentId'])
})

test('a document of a closed project goes no further, and a project is not closed while its order becomes an invoice', async () => {
  const { agreement } = client
  const insert = `INSERT INTO project (agreement, number, name) VALUES ($1, 71, 'Slut'), ($1, 72, 'Åben')`
  await service.database.rows(insert, [agreement])
  const madeOf = async (kind: 'quotes' | 'orders', projectNumber: number): Promise<number> =>
    ((await make(client, `${OURS}/${kind}`, draft({ projectNumber }))) as { number: number }).number
  const [quote, order, other] = [await madeOf('quotes', 71), await madeOf('orders', 71), await madeOf('orders', 72)]
  const close = (number: number): Promise<Reply> =>
    client.post(`${OURS}/projects/${number}/close`, { date: '2026-03-31' })
  expect((await close(71)).status).toBeLessThan(300)
  for (const step of [`quotes/${quote}/order`, `orders/${order}/draft-invoice`]) {
    expect(codeOf(await client.post(`${OURS}/${step}`)), step).toEqual([400, 'ProjectIsClosedOrBarred', 'number'])
  }
  const closing = await service.database.transaction(async (transaction) => {
    await upgradeDocument(transaction, agreement, other, 'order')
    const begun = close(72)
    await untilBlocked(service.database, 1)
    return [begun]
  })
  expect(codeOf(await closing[0]!)).toEqual([400, 'ProjectHasDraftInvoices', 'number'])
})
