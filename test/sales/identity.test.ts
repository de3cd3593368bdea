import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { bytesAt } from '../documents/uploading.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import { OURS } from '../resources/sales.ts'
import type { TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { book, drafted, DRAFTS, selling } from './selling.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

test('people name an invoice by its number: it, its files and its credit are those of its document', async () => {
  const client = await selling(service)
  // So that the two numbers differ, and the document of one invoice has the number of another.
  for (let left = 2; left > 0; left -= 1) await drafted(client)
  const first = (await book(client, await drafted(client))).json as { invoiceNumber: number; documentId: number }
  expect(first.invoiceNumber).not.toBe(first.documentId)
  const [byDocument, byNumber] = [
    `${OURS}/invoices/${first.documentId}`,
    `${OURS}/invoices/by-number/${first.invoiceNumber}`,
  ]
  const invoice = await client.get(byDocument)
  expect(invoice.json).toMatchObject({ number: first.documentId, invoiceNumber: first.invoiceNumber })
  for (const end of ['', '/lines']) {
    const same = await client.get(byNumber + end)
    expect([same.status, same.text, same.headers.get('content-location')]).toEqual([
      200,
      (await client.get(byDocument + end)).text,
      byDocument + end,
    ])
  }
  const [own, other] = [
    await bytesAt(service, client, `${byDocument}/pdf`),
    await bytesAt(service, client, `${byNumber}/pdf`),
  ]
  expect(other.bytes.equals(own.bytes)).toBe(true)
  expect(other.headers.get('content-location')).toBe(`${byDocument}/pdf`)
  for (const { headers } of [own, other])
    expect(headers.get('content-disposition')).toBe(`inline; filename="${first.invoiceNumber}.pdf"`)
  // What the seller lacks is told alike.
  const ubl = await Promise.all([client.get(`${byDocument}/ubl`), client.get(`${byNumber}/ubl`)])
  expect(codeOf(ubl[1])).toEqual(codeOf(ubl[0]))
  const nobody = `${OURS}/invoices/by-number/77`
  for (const end of ['', '/lines', '/pdf', '/ubl'])
    expect(codeOf(await client.get(nobody + end))).toEqual([404, 'NotFound', 'invoiceNumber'])
  expect(codeOf(await client.post(`${nobody}/credit`, {}))).toEqual([404, 'NotFound', 'invoiceNumber'])
  const key = { 'idempotency-key': 'back' }
  const credit = await client.call('POST', `${byNumber}/credit`, { body: {}, headers: key })
  expect([credit.status, credit.headers.get('location')]).toEqual([201, `${OURS}/draft-invoices/${credit.json.number}`])
  expect((await client.call('POST', `${byNumber}/credit`, { body: {}, headers: key })).json).toEqual(credit.json)
  expect((await client.get(`${OURS}/draft-invoices/${credit.json.number}`)).json.creditedDocumentId).toBe(
    first.documentId,
  )
  // The credit of the published days, under the draft's own path, is the same.
  expect(codeOf(await client.post(`${OURS}/draft-invoices/${first.documentId}/credit`, {}))[1]).toBe(
    'InvoiceAlreadyCredited',
  )
  const stranger = await selling(service)
  expect((await stranger.get(byNumber)).status).toBe(404)
})

test('booking what is booked already says both of its numbers, and books nothing beside it', async () => {
  const client = await selling(service)
  const [number, open] = [await drafted(client), await drafted(client)]
  const { invoiceNumber } = (await book(client, number)).json
  const again = await book(client, number)
  expect(codeOf(again)).toEqual([409, 'DraftInvoiceIsBooked', 'number'])
  expect(again.json.errors[0].message).toContain(`invoiceNumber ${invoiceNumber}, documentId ${number}`)
  expect(codeOf(await client.post(`${OURS}/draft-invoices/bulk/book`, { numbers: [open, number] }))[1]).toBe(
    'DraftInvoiceIsBooked',
  )
  expect((await client.get(`${DRAFTS}/${open}`)).status).toBe(200)
  const twice = await Promise.all([book(client, open), book(client, open)])
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
  expect(codeOf(await book(client, 99))).toEqual([404, 'NotFound', 'number'])
})

test('a draft that is deleted is in the trail with the numbers it used; one that is booked is not', async () => {
  const client = await selling(service)
  const [gone, kept] = [await drafted(client), await drafted(client)]
  const { draftInvoiceNumber } = (await client.get(`${DRAFTS}/${gone}`)).json
  await book(client, kept)
  expect((await client.delete(`${DRAFTS}/${gone}`)).status).toBe(204)
  const { items } = (await client.get(`${OURS}/changes?filter=resource$eq:DraftInvoices`)).json
  expect(items).toMatchObject([
    {
      key: String(gone),
      properties: [
        { property: 'amount', before: '125.00' },
        { property: 'currencyCode', before: 'DKK' },
        { property: 'customerNumber', before: '201' },
        { property: 'date', before: '2026-01-15' },
        { property: 'draftInvoiceNumber', before: String(draftInvoiceNumber) },
      ],
    },
  ])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('the series of invoices goes on from any number above those used, and the trail says why', async () => {
  const client = await selling(service)
  const setup = async () => (await client.get(`${OURS}/sales-setup`)).json as Record<string, unknown>
  const start = async (nextInvoiceNumber: number) => {
    const reply = await client.put(`${OURS}/sales-setup`, { ...withoutNulls(await setup()), nextInvoiceNumber })
    return reply.status === 204 ? 204 : codeOf(reply)
  }
  const next = async () => (await book(client, await drafted(client))).json.invoiceNumber
  expect((await setup()).nextInvoiceNumber).toBe(1)
  expect(await start(4711)).toBe(204)
  expect([await next(), await next(), (await setup()).nextInvoiceNumber]).toEqual([4711, 4712, 4713])
  for (const used of [1, 4712]) expect(await start(used)).toEqual([400, 'ValueOutOfRange', 'nextInvoiceNumber'])
  // As it was read, and left out: nothing changes.
  expect(await start(4713)).toBe(204)
  const { nextInvoiceNumber: _, ...rest } = withoutNulls(await setup())
  expect((await client.put(`${OURS}/sales-setup`, rest)).status).toBe(204)
  expect(await next()).toBe(4713)
  expect(await start(900_000)).toBe(204)
  // What was told and not used yet can be told otherwise.
  expect(await start(5000)).toBe(204)
  expect([await next(), await next()]).toEqual([5000, 5001])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
  expect(await start(999_999_999)).toBe(204)
  expect(await next()).toBe(999_999_999)
  expect(codeOf(await book(client, await drafted(client)))).toEqual([
    400,
    'JournalVoucherNextNumberNotWithinBoundaries',
    'number',
  ])
  await service.database.transaction(async (transaction) => {
    await transaction.rows('SET LOCAL session_replication_role = replica')
    await transaction.rows(
      `DELETE FROM change WHERE agreement = $1 AND property = 'nextInvoiceNumber' AND after = '5000'`,
      [client.agreement],
    )
  })
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: false })
})

const withoutNulls = (item: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))
