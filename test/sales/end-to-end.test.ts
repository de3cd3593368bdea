import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { change, customer, CUSTOMERS, make, OURS, product, PRODUCTS } from '../resources/sales.ts'
import { subscriber, SUBSCRIBERS, subscription, SUBSCRIPTIONS } from '../resources/subscription.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { selling } from './selling.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await selling(service)
})
afterAll(() => service.stop())

const EVENTS = ['CUSTOMER_UPDATED', 'PRODUCT_UPDATED', 'ORDER_UPDATED', 'QUOTATION_UPDATED', 'INVOICE_BOOKED']

/** What was told, in order: the type of each event and its merge fields. */
async function told(): Promise<string[]> {
  const rows = await service.database.rows<{ type: string; fields: string }>(
    'SELECT event_type AS type, fields::text AS fields FROM webhook_delivery WHERE agreement = $1 ORDER BY number',
    [client.agreement],
  )
  return rows.map(({ type, fields }) => {
    const { OLDNUMBER, NEWNUMBER, INVOICENO } = JSON.parse(fields) as Record<string, string>
    return INVOICENO === undefined ? `${type} ${OLDNUMBER}→${NEWNUMBER}` : `${type} ${INVOICENO}`
  })
}

/** Over HTTP alone. @returns the numbers of the subscriber and of its draft. */
async function runMakesDraft(): Promise<{ number: number; draft: number }> {
  for (const eventType of EVENTS) {
    const hook = { eventType, name: eventType, url: 'https://example.com/hook', contentType: 'application/json' }
    await make(client, '/webhooksapi/v1.0.0/webhooks', hook)
  }
  const identified = { cvrNo: '10150817', country: 'DK' }
  await make(client, `${CUSTOMERS}/Customers`, customer({ customerNumber: 1000, ...identified }))
  await make(client, `${PRODUCTS}/products`, product({ productNumber: 'A-1', name: 'Aftale', salesPrice: 200 }))
  const quarterly = { interval: 4, isCalendarBased: true, collection: 1, includePeriod: true }
  const { number: of } = await make(client, SUBSCRIPTIONS, subscription(quarterly))
  await make(client, `${SUBSCRIPTIONS}/${of}/lines`, { productNumber: 'A-1', description: 'Aftale', quantity: 3 })
  const dates = { startDate: '2026-04-01', endDate: '2026-06-30', registrationDate: '2026-05-01' }
  const made = await make(client, SUBSCRIBERS, subscriber(of, { customerNumber: 1000, priceFactor: 1.1, ...dates }))
  const number = made.number as number

  const run = await client.post(`${OURS}/subscription-runs`, { date: '2026-04-01', index: 1.03 })
  const [document] = (run.json as { documents: { documentNumber: number; subscriberNumbers: number[] }[] }).documents
  expect([run.status, document!.subscriberNumbers]).toEqual([200, [number]])
  const draft = document!.documentNumber
  // 200 x 1.10 x 1.03 x 61/91 = 151.90: three of them, and 25 % of that.
  expect((await client.get(`${OURS}/draft-invoices/${draft}`)).json).toMatchObject({
    amount: 569.63,
    vatAmount: 113.93,
  })
  expect((await client.get(`${SUBSCRIBERS}/${number}`)).json).toMatchObject({ draftDocumentId: draft })
  expect((await client.get(`${SUBSCRIBERS}/${number + 1}`)).json).toMatchObject({
    startDate: '2026-07-01',
    endDate: '2026-09-30',
  })
  return { number, draft }
}

async function bookingPostsFreezesAndOwes({ number, draft }: Awaited<ReturnType<typeof runMakesDraft>>): Promise<void> {
  const booked = await client.post(`${OURS}/draft-invoices/${draft}/book`)
  expect([booked.status, booked.json]).toEqual([201, { invoiceNumber: 1, documentId: draft }])
  expect((await client.get(`${SUBSCRIBERS}/${number}`)).json).toMatchObject({
    bookedInvoiceId: draft,
    draftDocumentId: null,
  })
  const entries = (await client.get('/bookedEntriesapi/v4.0.0/booked-entries')).json.items as Record<string, unknown>[]
  const told = [
    'accountNumber',
    'amount',
    'type',
    'voucherNumber',
    'customerNumber',
    'customerInvoiceNumber',
    'remainder',
    'vatAccountNumber',
    'dueDate',
  ]
  const shown = entries.map((entry) => told.map((property) => entry[property]))
  expect(shown).toEqual([
    [5600, 569.63, 1, 1, 1000, 1, 569.63, null, '2026-04-09T00:00:00Z'],
    [1010, -455.7, 1, 1, null, null, null, 'U25', null],
    [6902, -113.93, 1, 1, null, null, null, null, null],
  ])
  const lines = (await client.get(`/q2capi/v5.3.0/invoices/booked/${draft}/lines`)).json
  expect(lines).toMatchObject([
    { description: '01.04.2026 - 30.06.2026', productNumber: null },
    {
      productNumber: 'A-1',
      quantity: 3,
      unitNetPrice: 151.9,
      totalNetAmount: 455.7,
      vatAmount: 113.93,
      bookedAccount: 1010,
    },
  ])
  expect((await client.get(`${OURS}/open-customer-items?date=2026-04-30`)).json.items).toMatchObject([
    { customerNumber: 1000, remainderInBaseCurrency: 569.63 },
  ])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
}

async function allIsToldWithItsMergeFields(): Promise<void> {
  await change(client, `${CUSTOMERS}/Customers/1000`, { name: 'Café Fanø' })
  expect((await client.delete(`${PRODUCTS}/products/OUT`)).status).toBe(204)
  const head = {
    customerNumber: 1000,
    customerName: 'Café Fanø',
    date: '2026-04-02',
    currencyCode: 'DKK',
    layoutNumber: 1,
  }
  const { number: quote } = await make(client, `${OURS}/quotes`, { ...head, termOfPaymentNumber: 1, vatZoneNumber: 1 })
  expect((await client.post(`${OURS}/quotes/${quote}/order`)).status).toBe(201)
  expect(await told()).toEqual([
    'CUSTOMER_UPDATED →1000',
    'PRODUCT_UPDATED →A-1',
    'INVOICE_BOOKED 1',
    'CUSTOMER_UPDATED 1000→1000',
    'PRODUCT_UPDATED OUT→',
    `QUOTATION_UPDATED →${quote}`,
    `QUOTATION_UPDATED ${quote}→${quote}`,
    `ORDER_UPDATED →${quote}`,
  ])
}

test('a run makes a draft of a subscription, booking it posts, freezes and owes, and all is told with its merge fields', async () => {
  await bookingPostsFreezesAndOwes(await runMakesDraft())
  await allIsToldWithItsMergeFields()
})
