import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { KINDS } from '../../src/sales/kinds.ts'
import { makeDocuments, type NewDocument } from '../../src/sales/make-documents.ts'
import { listen, make, PRODUCTS, product, seller } from '../resources/sales.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'

let service: TestService
let client: Client

beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => {
  client = await seller(service, ['Accruals', 'Dimension', 'Projects'])
  await service.database.rows(`UPDATE account SET vat_code = 'U25' WHERE agreement = $1 AND number = 1010`, [
    client.agreement,
  ])
  await make(client, `${PRODUCTS}/products`, product({ salesPrice: 100, costPrice: 60, unitId: 1 }))
  await make(client, `${PRODUCTS}/products`, product({ productNumber: 'OUT', isAccessible: false }))
})
afterAll(() => service.stop())

const line = (more: object = {}) => ({ productNumber: 'P-1', description: 'Øl', quantity: '10', ...more })
const document = (more: Partial<NewDocument> = {}): NewDocument => ({
  customerNumber: 201,
  date: '2026-01-15',
  lines: [line()],
  ...more,
})
const makeAll = (documents: NewDocument[], kind?: typeof KINDS.order) =>
  service.database.transaction((transaction) => makeDocuments(transaction, client.agreement, documents, kind))

test('documents are made with everything that their customer and products say', async () => {
  const [one, bare, other] = await makeAll([
    document({
      lines: [
        line({ discountPercentage: '10' }),
        { description: 'Tak' },
        line({ quantity: '3', unitNetPrice: '0.33' }),
      ],
    }),
    document({ customerNumber: 201, lines: [] }),
    document({ currencyCode: 'EUR', heading: 'Euro' }),
  ])
  const found = await service.database.rows(
    `SELECT number, draft_invoice_number AS people, customer_name AS name, layout_number AS layout, amount::text, vat_amount::text AS vat,
       amount_in_base_currency::text AS base, exchange_rate::text AS rate, currency_code AS currency
     FROM draft_invoice WHERE agreement = $1 ORDER BY number`,
    [client.agreement],
  )
  expect(found).toEqual([
    {
      number: one!.number,
      people: 1,
      name: 'Café Æblet',
      layout: 1,
      amount: '1126.24',
      vat: '225.25',
      base: '1126.24',
      rate: '100',
      currency: 'DKK',
    },
    {
      number: bare!.number,
      people: 2,
      name: 'Café Æblet',
      layout: 1,
      amount: '0',
      vat: '0',
      base: '0',
      rate: '100',
      currency: 'DKK',
    },
    {
      number: other!.number,
      people: 3,
      name: 'Café Æblet',
      layout: 1,
      amount: '167.50',
      vat: '33.50',
      base: '1249.97',
      rate: '746.250000',
      currency: 'EUR',
    },
  ])
  const lines = await service.database.rows(
    `SELECT user_interface_number AS place, unit_number AS unit, unit_net_price::text AS price, total_net_amount::text AS net, vat_amount::text AS vat,
       margin_in_base_currency::text AS margin, margin_percentage::text AS percent
     FROM draft_invoice_line WHERE agreement = $1 AND document_id = $2 ORDER BY number`,
    [client.agreement, one!.number!],
  )
  expect(lines).toEqual([
    { place: 1, unit: 1, price: '100', net: '900.00', vat: '225.00', margin: '300.00', percent: '33.33' },
    { place: 2, unit: null, price: null, net: null, vat: null, margin: null, percent: null },
    { place: 3, unit: 1, price: '0.33', net: '0.99', vat: '0.25', margin: '-179.01', percent: '-18081.82' },
  ])
})

test('one at fault is not made, says what is wrong, and stops no other', async () => {
  await service.database.rows(
    `INSERT INTO customer (agreement, number, name, group_number, currency, payment_term_number, is_barred)
    VALUES ($1, 210, 'Lukket', 1, 'DKK', 1, true)`,
    [client.agreement],
  )
  const made = await makeAll([
    document({ customerNumber: 210 }),
    document({ lines: [line(), line({ productNumber: 'OUT' }), { description: 'x', quantity: '1' }] }),
    document(),
    document({ customerNumber: 202 }),
  ])
  expect(made.map(({ faults }) => faults?.map(({ code, property }) => [code, property]))).toEqual([
    [['CustomerIsBarred', 'customerNumber']],
    [
      ['ProductIsBarred', 'lines[1].productNumber'],
      ['LineWithoutProduct', 'lines[2].quantity'],
    ],
    undefined,
    [['ValueRequired', 'termOfPaymentNumber']],
  ])
  const [count] = await service.database.rows(`SELECT count(*)::int AS n FROM draft_invoice WHERE agreement = $1`, [
    client.agreement,
  ])
  expect(count).toEqual({ n: 1 })
})

test('orders are told of once, with their lines', async () => {
  const told = await listen(service, client, 'ORDER_UPDATED')
  const [one, bad] = await makeAll([document(), document({ lines: [line({ productNumber: 'OUT' })] })], KINDS.order)
  expect(bad!.faults).toHaveLength(1)
  expect(await told()).toEqual([`→${one!.number}`])
})
