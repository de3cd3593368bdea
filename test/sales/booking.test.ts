import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import { listen, make, OURS } from '../resources/sales.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { book, draft, drafted, DRAFTS, entriesOf, selling } from './selling.ts'

let service: TestService
let client: Client

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())
beforeEach(async () => {
  client = await selling(service)
  // A credit maximum warns, and never blocks: every booking below is above it.
  await sql('UPDATE customer SET credit_maximum = 0.01 WHERE agreement = $1')
})
afterEach(async () => expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true }))

const booked = async (lines?: object[], more?: object): Promise<{ invoiceNumber: number; documentId: number }> => {
  const number = await drafted(client, lines, more)
  const reply = await book(client, number)
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.json
}
const entries = async (lines?: object[], more?: object): Promise<string[]> =>
  entriesOf(service, client, (await booked(lines, more)).invoiceNumber)
const sql = (text: string): Promise<unknown> => service.database.rows(text, [client.agreement])

describe('an invoice that is booked', () => {
  test('has the next number, is posted, sealed and told, and its draft is gone', async () => {
    await sql(`INSERT INTO webhook (agreement, event_type, app, name, url, content_type)
      SELECT $1, 'INVOICE_BOOKED', g.app, 'x', 'https://example.com', 'application/json' FROM access_grant g WHERE g.agreement = $1`)
    const number = await drafted(client, [{ quantity: 10, discountPercentage: 10 }, { description: 'Tak' }])
    const reply = await book(client, number)
    expect([reply.status, reply.json, reply.headers.get('location')]).toEqual([
      201,
      { invoiceNumber: 1, documentId: number },
      `${OURS}/invoices/${number}`,
    ])
    expect(await entriesOf(service, client, 1)).toEqual([
      '5600 1125.00 customer 201 due 2026-01-23',
      '1010 -900.00 U25',
      '6902 -225.00',
    ])
    const [told] = (await sql(`SELECT fields::text AS fields FROM webhook_delivery WHERE agreement = $1`)) as [
      { fields: string },
    ]
    expect(JSON.parse(told.fields)).toEqual({ INVOICENO: '1', DOCUMENTID: String(number) })
    const invoice = (await client.get(`${OURS}/booked-invoices/${number}`)).json
    expect(invoice).toMatchObject({
      number,
      invoiceNumber: 1,
      amount: 1125,
      vatAmount: 225,
      dueDate: '2026-01-23T00:00:00Z',
      accountingYear: '2026',
    })
    expect((await client.get(`${DRAFTS}/${number}`)).status).toBe(404)
    expect((await book(client, number)).status).toBe(409)
    const lines = (await client.get(`/q2capi/v5.3.0/invoices/booked/${number}/lines`)).json
    expect(lines).toMatchObject([
      {
        documentId: number,
        userInterfaceNumber: 1,
        bookedAccount: 1010,
        vatRate: 25,
        vatAmount: 225,
        totalNetAmount: 900,
      },
      { userInterfaceNumber: 2, productNumber: null, bookedAccount: null, totalNetAmount: null },
    ])
    const open = await sql(`SELECT remainder, invoice_number FROM open_item WHERE agreement = $1`)
    expect(open).toEqual([{ remainder: '1125.00', invoice_number: '1' }])
  })

  test('in a currency posts the cent that rounding leaves', async () => {
    const more = { customerNumber: 202, customerName: 'Zoo', currencyCode: 'EUR', exchangeRate: 746.0525 }
    expect(await entries([{ unitNetPrice: 100 }], more)).toEqual([
      '5600 125.00 932.57 customer 202 due 2026-01-23',
      '1010 -100.00 -746.05 U25',
      '6902 -25.00 -186.51',
      '4900 -0.01 type 9 2026-01-15',
    ])
  })

  test('with gross prices keeps the gross', async () => {
    expect(await entries([{ unitNetPrice: 99.99 }], { isVatIncluded: true })).toEqual([
      '5600 99.99 customer 201 due 2026-01-23',
      '1010 -79.99 U25',
      '6902 -20.00',
    ])
  })

  test('carries its department and project, and accrues month by month', async () => {
    await sql(`INSERT INTO project (agreement, number, name, is_main_project) VALUES ($1, 7, 'Hus', true)`)
    const lines = [
      { unitNetPrice: 1000, accrue: true, accrueStartDate: '2026-02-10', accrueEndDate: '2026-04-02' },
      { unitNetPrice: 5, departmentNumber: 1, quantity2: 2.5, unit2Number: 1 },
    ]
    expect(await entries(lines, { projectNumber: 7 })).toEqual([
      '5600 1256.25 customer 201 due 2026-01-23',
      '6750 -1000.00 U25 project 7',
      '6902 -250.00',
      '1010 -5.00 U25 department 1 project 7',
      '6902 -1.25',
      '6750 333.33 project 7 type 9 2026-02-28',
      '1010 -333.33 project 7 type 9 2026-02-28',
      '6750 333.33 project 7 type 9 2026-03-31',
      '1010 -333.33 project 7 type 9 2026-03-31',
      '6750 333.34 project 7 type 9 2026-04-30',
      '1010 -333.34 project 7 type 9 2026-04-30',
    ])
    // The second unit of a line is one of products. It stays on the line: the units that entries count are others.
    expect(
      await sql(`SELECT l.quantity2, l.unit2_number AS unit2, (SELECT count(*)::int FROM booked_entry e
          WHERE e.agreement = $1 AND num_nonnulls(e.quantity1, e.unit1_number, e.quantity2, e.unit2_number) > 0) AS counted
        FROM booked_invoice_line l WHERE l.agreement = $1 AND l.quantity2 IS NOT NULL`),
    ).toEqual([{ quantity2: '2.5', unit2: 1, counted: 0 }])
  })

  test('accrues for 600 months at most', async () => {
    const line = { unitNetPrice: 1000, accrue: true, accrueStartDate: '2026-02-10', accrueEndDate: '9999-12-31' }
    const reply = await book(client, await drafted(client, [line]))
    expect(codeOf(reply)).toEqual([400, 'JournalBookingAccrualNotPossible', 'accrueEndDate'])
    expect(reply.json.errors).toHaveLength(1)
  })

  test('has amounts of at most 18 digits before the point, in its currency and in base currency', async () => {
    const huge = await drafted(client, [{ quantity: 999_999_999_999, unitNetPrice: 999_999_999_999 }])
    const euro = { customerNumber: 202, customerName: 'Zoo', currencyCode: 'EUR', exchangeRate: 999_999_999_999 }
    const dear = await drafted(client, [{ unitNetPrice: 999_999_999_999 }], euro)
    for (const number of [huge, dear]) {
      expect(codeOf(await book(client, number))).toEqual([400, 'JournalEntryAmountExceedsDigitLimit', 'amount'])
    }
    const both = await client.post(`${OURS}/draft-invoices/bulk/book`, { numbers: [huge, dear] })
    expect(both.json.errors).toHaveLength(2)
    for (const quantity of [10_000_000, -10_000_000]) {
      await booked([{ quantity, unitNetPrice: 79_999_999_999 }])
    }
  })

  test('of nothing owes nothing; one below zero is a credit note', async () => {
    expect(await entries([{ quantity: 1 }, { quantity: -1 }])).toEqual(['1010 0.00 U25'])
    expect(await entries([{ quantity: -2, unitNetPrice: 100.005, discountPercentage: 10 }])).toEqual([
      '5600 -225.01 customer 201 due 2026-01-23',
      '1010 180.01 U25',
      '6902 45.00',
    ])
  })

  test('is settled at once where its payment term says so', async () => {
    await sql(`INSERT INTO payment_term (agreement, number, name, type, days, contra_account_number, contra_account2_number, contra_account_percent, card_customer_number)
      VALUES ($1, 3, 'Kontant', 3, 0, 5810, NULL, NULL, NULL), ($1, 6, 'Factoring', 6, 0, 5810, 5820, 33.333333, NULL), ($1, 9, 'Kort', 9, 0, NULL, NULL, NULL, 202)`)
    expect((await entries([{}], { termOfPaymentNumber: 3 })).slice(3)).toEqual([
      '5600 -125.00 customer 201 type 2',
      '5810 125.00 type 2',
    ])
    expect((await entries([{}], { termOfPaymentNumber: 6 })).slice(3)).toEqual([
      '5600 -125.00 customer 201 type 2',
      '5810 41.67 type 2',
      '5820 83.33 type 2',
    ])
    const card = await booked([{}], { termOfPaymentNumber: 9 })
    expect((await entriesOf(service, client, card.invoiceNumber)).slice(3)).toEqual([
      '5600 -125.00 customer 201 type 2',
      '5600 125.00 customer 202 due 2026-01-15',
    ])
    const left = await service.database.rows(
      `SELECT customer_number AS customer, remainder FROM open_item WHERE agreement = $1 AND invoice_number = $2 AND remainder <> 0`,
      [client.agreement, String(card.invoiceNumber)],
    )
    expect(left).toEqual([{ customer: 202, remainder: '125.00' }])
    // The card company may pay by its own card: the books are right then, too.
    await booked([{}], { customerNumber: 202, termOfPaymentNumber: 9 })
  })

  test('is due on its date where it is prepaid or paid in cash, whatever days the term has', async () => {
    await make(client, `${OURS}/payment-terms`, { number: 4, name: 'Forud', type: 4, days: 8 })
    await make(client, `${OURS}/payment-terms`, {
      number: 33,
      name: 'Kontant',
      type: 3,
      days: 8,
      contraAccountNumber: 5810,
    })
    for (const termOfPaymentNumber of [4, 33]) {
      const number = await drafted(client, [{}], { termOfPaymentNumber })
      expect((await client.get(`${DRAFTS}/${number}`)).json.dueDate).toBe('2026-01-15T00:00:00Z')
      const { invoiceNumber } = (await book(client, number)).json as { invoiceNumber: number }
      expect((await client.get(`${OURS}/booked-invoices/${number}`)).json.dueDate).toBe('2026-01-15T00:00:00Z')
      expect((await entriesOf(service, client, invoiceNumber))[0]).toBe('5600 125.00 customer 201 due 2026-01-15')
    }
  })

  test('with several in one call: numbered as asked for, all or none', async () => {
    const [one, two] = [await drafted(client), await drafted(client)]
    const bare = await drafted(client, [])
    const refused = await client.post(`${OURS}/draft-invoices/bulk/book`, { numbers: [two, bare, one] })
    expect(codeOf(refused)).toEqual([400, 'InvoiceHasNoProductLine', 'lines'])
    const twice = await client.post(`${OURS}/draft-invoices/bulk/book`, { numbers: [two, one, two] })
    expect(codeOf(twice)).toEqual([400, 'ItemRepeated', 'numbers[2]'])
    const reply = await client.post(`${OURS}/draft-invoices/bulk/book`, { numbers: [two, one] })
    const { invoices } = reply.json as { invoices: { invoiceNumber: number; documentId: number }[] }
    expect(invoices.map(({ documentId }) => documentId)).toEqual([two, one])
    expect(invoices[1]!.invoiceNumber).toBe(invoices[0]!.invoiceNumber + 1)
  })
})

test('every fault is told at once', async () => {
  const number = await drafted(client, [{}, {}], {
    customerNumber: 202,
    date: '2027-01-01',
    vatZoneNumber: 3,
    currencyCode: 'DKK',
  })
  await sql(`UPDATE product SET is_barred = true WHERE agreement = $1 AND number = 'P-1'`)
  await sql(`UPDATE customer SET is_barred = true WHERE agreement = $1 AND number = 202`)
  const reply = await book(client, number)
  const codes = (reply.json.errors as { errorCode: string }[]).map(({ errorCode }) => errorCode).sort()
  expect([reply.status, [...new Set(codes)]]).toEqual([
    400,
    ['CustomerIsBarred', 'JournalVoucherAccountingYearDoesNotExist', 'ProductGroupHasNoZone', 'ProductIsBarred'],
  ])
  await sql(`UPDATE product SET is_barred = false WHERE agreement = $1 AND number = 'P-1'`)
  await sql(`UPDATE customer SET is_barred = false WHERE agreement = $1 AND number = 202`)
  const abroad = await drafted(client, [{}], { customerNumber: 202, vatZoneNumber: 3, currencyCode: 'DKK' })
  expect((await book(client, abroad)).json.errorCode).toBe('ProductGroupHasNoZone')
})

test('an invoice is credited whole once, by a draft that takes it back', async () => {
  const invoice = await booked([
    { quantity: 3, unitNetPrice: 0.33 },
    { quantity: 2, discountPercentage: 5 },
  ])
  const path = `${OURS}/draft-invoices/${invoice.documentId}/credit`
  const replies = await Promise.all([
    client.post(path, { date: '2026-01-31' }),
    client.post(path, { date: '2026-02-01' }),
  ])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
  const { number } = replies.find(({ status }) => status === 201)!.json as { number: number }
  const other = await selling(service)
  expect((await other.post(path, {})).status).toBe(404)
  const credit = await book(client, number)
  const [was, is] = [
    await entriesOf(service, client, invoice.invoiceNumber),
    await entriesOf(service, client, (credit.json as { invoiceNumber: number }).invoiceNumber),
  ]
  const plain = (entry: string): string => entry.replace(/ due .*/, '')
  expect(is.map(plain)).toEqual(
    was.map(plain).map((entry) => entry.replace(/ (-?)/, (_, minus: string) => (minus ? ' ' : ' -'))),
  )
  expect((await client.get(`${OURS}/booked-invoices/${number}`)).json.creditedDocumentId).toBe(invoice.documentId)
  expect(codeOf(await client.post(path, {}))).toEqual([409, 'InvoiceAlreadyCredited', 'number'])
})

test('a credit note of a later day than the due date that the caller gave is due on its own day', async () => {
  await make(client, `${OURS}/payment-terms`, { number: 5, name: 'Efter aftale', type: 5 })
  const invoice = await booked([{}], { termOfPaymentNumber: 5, dueDate: '2026-01-20' })
  const path = `${OURS}/draft-invoices/${invoice.documentId}/credit`
  const { number } = (await make(client, path, { date: '2026-03-01' })) as { number: number }
  expect((await client.get(`${DRAFTS}/${number}`)).json).toMatchObject({
    date: '2026-03-01T00:00:00Z',
    dueDate: '2026-03-01T00:00:00Z',
  })
  expect((await book(client, number)).status).toBe(201)
})

test('a credit note is to the buyer of its invoice, whatever the customer is by now', async () => {
  const buyer = {
    customerAddress: 'Havnegade 7',
    customerPostalCode: '8000',
    customerCity: 'Aarhus C',
    customerCountry: 'Danmark',
    deliveryAddress: 'Lager 2',
    deliveryPostalCode: '8200',
    deliveryCity: 'Aarhus N',
    deliveryCountry: 'Danmark',
    deliveryTerms: 'Ab lager',
    debtorEan: '5790000000005',
    publicEntryNumber: 'K-7',
    cvr: '12345674',
    pNr: '1234567890',
    nemHandelReceiverType: 1,
    debitorMobilePhone: '20 20 20 20',
  }
  const at = (more: object) =>
    make(client, '/customersapi/v3.1.0/DeliveryLocations', { customerNumber: 201, ...more }) as Promise<{
      number: number
    }>
  const contact = (await make(client, '/customersapi/v3.1.0/Contacts', { customerNumber: 201, name: 'Åse' })) as {
    number: number
  }
  const [open, barred] = [await at({ address: 'Lager 2' }), await at({ address: 'Lager 3' })]
  const references = { attentionNumber: contact.number, yourReferenceNumber: contact.number }
  const invoices = [
    await booked([{}], { ...buyer, ...references, deliveryLocationNumber: open.number }),
    await booked([{}], { deliveryLocationNumber: barred.number }),
  ]
  await sql(`UPDATE customer SET address = 'Ny vej 1', city = 'Skive', ean_location_number = '5790000000012', corporate_identification_number = '87654321'
    WHERE agreement = $1 AND number = 201`)
  await sql(`UPDATE delivery_location SET is_barred = true WHERE agreement = $1 AND address = 'Lager 3'`)
  const [same, none] = await Promise.all(
    invoices.map(async ({ documentId }) => {
      const { number } = (await make(client, `${OURS}/draft-invoices/${documentId}/credit`, {})) as { number: number }
      return (await client.get(`${DRAFTS}/${number}`)).json as object
    }),
  )
  expect(same).toMatchObject({ ...buyer, ...references, deliveryLocationNumber: open.number })
  expect(none).toMatchObject({ customerAddress: null, debtorEan: null, cvr: null, deliveryLocationNumber: null })
})

test('a quote becomes an order, the order an invoice, all under one number', async () => {
  const told = {
    quotes: await listen(service, client, 'QUOTATION_UPDATED'),
    orders: await listen(service, client, 'ORDER_UPDATED'),
  }
  const { number } = (await make(client, `${OURS}/quotes`, draft())) as { number: number }
  await make(client, `${OURS}/quotes/${number}/lines`, { productNumber: 'P-1', description: 'Øl', quantity: 2 })
  const upgraded = await client.post(`${OURS}/quotes/${number}/order`)
  expect([upgraded.status, upgraded.json]).toEqual([201, { number }])
  expect(codeOf(await client.post(`${OURS}/quotes/${number}/order`))).toEqual([409, 'DocumentIsArchived', 'number'])
  expect((await client.get(`/q2capi/v5.3.0/quotes/Archived/${number}/lines`)).json).toMatchObject([
    { quantity: 2, totalNetAmount: 200 },
  ])
  expect((await client.get(`/q2capi/v5.3.0/orders/drafts/${number}/lines`)).json).toMatchObject([
    { documentId: number, totalNetAmount: 200 },
  ])
  expect((await client.get(`/q2capi/v5.3.0/orders/lost/${number}/lines`)).status).toBe(404)
  expect((await client.post(`${OURS}/orders/${number}/draft-invoice`)).status).toBe(201)
  expect((await book(client, number)).json.documentId).toBe(number)
  expect([await told.quotes(), await told.orders()]).toEqual([
    [`→${number}`, `${number}→${number}`, `${number}→${number}`],
    [`→${number}`, `${number}→${number}`],
  ])
})

test('bookings at once book each draft once, without a gap', async () => {
  const numbers = await Promise.all(Array.from({ length: 6 }, () => drafted(client)))
  const replies = await Promise.all([...numbers, ...numbers].map((number) => book(client, number)))
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(6).fill(201), ...Array(6).fill(409)])
  const all = (await sql(`SELECT invoice_number AS n FROM booked_invoice WHERE agreement = $1 ORDER BY n`)) as {
    n: number
  }[]
  expect(all.map(({ n }) => n)).toEqual(all.map((_, at) => at + 1))
})

/** What verify says of the books after a change that the database itself would refuse; then it is as before. */
async function verifiedWith(change: string): Promise<string> {
  let fault = ''
  const undo = new Error('Only tried.')
  await service.database
    .transaction(async (transaction) => {
      await transaction.rows(`SET LOCAL session_replication_role = 'replica'`)
      await transaction.rows(change, [client.agreement])
      const tampered = {
        ...service.database,
        snapshot: (work: (inner: typeof transaction) => Promise<unknown>) => work(transaction),
      }
      const result = await verify(tampered as typeof service.database, client.agreement)
      fault = result.ok ? 'nothing' : result.fault
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return fault
}

test.each([
  ['its seal does not fit', `UPDATE booked_invoice SET heading = 'x' WHERE agreement = $1 AND invoice_number = 2`],
  [
    'its seal does not fit',
    `UPDATE booked_invoice_line SET quantity = quantity + 1 WHERE agreement = $1 AND document_id =
    (SELECT number FROM booked_invoice WHERE agreement = $1 AND invoice_number = 1)`,
  ],
  ['invoice 3 is missing', `DELETE FROM booked_invoice WHERE agreement = $1 AND invoice_number = 3`],
  ['the counter invoice stands at', `UPDATE counter SET value = value + 1 WHERE agreement = $1 AND name = 'invoice'`],
])('verify says "%s" after %s', async (says, change) => {
  for (let number = 1; number <= 4; number++) expect((await booked()).invoiceNumber).toBe(number)
  expect(await verifiedWith(change)).toContain(says)
})

test('the database refuses changes of booked invoices', async () => {
  await booked()
  const refused = (text: string): Promise<unknown> => expect(sql(text)).rejects.toThrow()
  await refused(`UPDATE booked_invoice SET heading = 'x' WHERE agreement = $1`)
  await refused(`DELETE FROM booked_invoice_line WHERE agreement = $1`)
  await refused(`INSERT INTO booked_invoice_line (agreement, document_id, number, description)
    SELECT $1, number, 999, 'x' FROM booked_invoice WHERE agreement = $1 AND invoice_number = 1`)
})
