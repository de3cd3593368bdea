import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ownSchema } from '../../src/database/migrate.ts'
import { TRAIL } from '../../src/ledger/proof/trail.ts'
import { verifySealedLog } from '../../src/ledger/proof/sealed-log.ts'
import { verify } from '../../src/ledger/proof/verify.ts'
import { vatCodes } from '../../src/templates/vat-codes.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import { change, make, OURS, PRODUCTS, product } from '../resources/sales.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { book, draft, drafted, DRAFTS } from './selling.ts'
import { COMPANY, sellingAbroad } from './sold-abroad.ts'
import { brokenRules } from './ubl-rules.ts'
import { all, said, type Tree, treeOf } from './ubl-tree.ts'

/* `DAYBOOK_UBL=DIRECTORY` keeps the documents there, for judges that the project does not carry. */
const DIRECTORY = process.env.DAYBOOK_UBL

let service: TestService
let client: Client

/**
 * A product for each category that a code may have, and one for a code that says none; each sold with its own code in
 * every zone.
 */
const SOLD = { K: 'UEUV', AE: 'UEUY', G: 'UEXP', O: 'UYXP', NONE: 'UNUL', E: 'UFRI' } as const
const GERMAN = { customerNumber: 304, vatZoneNumber: 2, currencyCode: 'EUR' }
const NORWEGIAN = { customerNumber: 307, vatZoneNumber: 3, currencyCode: 'SEK' }
const DANISH = { customerNumber: 301, vatZoneNumber: 1 }

beforeAll(async () => {
  service = await sharedService()
  client = await sellingAbroad(service)
  for (const [at, [category, code]] of Object.entries(SOLD).entries()) {
    const [account, group] = [1030 + at, 30 + at]
    const known = category === 'NONE' ? {} : { category }
    await make(client, `${OURS}/vat-codes`, { code, name: code, type: 1, rate: 0, accountNumber: 6902, ...known })
    for (const statement of [
      `INSERT INTO account (agreement, number, name, type, vat_code) VALUES ($1, ${account}, '${code}', 1, '${code}')`,
      `INSERT INTO product_group (agreement, number, name, domestic_account_number) VALUES ($1, ${group}, '${code}', ${account})`,
      `INSERT INTO product_group_zone (agreement, product_group_number, zone, account_number)
       SELECT $1, ${group}, z, ${account} FROM unnest(ARRAY[2, 3, 4]) AS z ON CONFLICT DO NOTHING`,
    ]) {
      await service.database.rows(statement, [client.agreement])
    }
    const sold = product({ productNumber: category, productGroupId: group, salesPrice: 100, unitId: 1 })
    await make(client, `${PRODUCTS}/products`, sold)
  }
})
afterAll(() => service.stop())

const ublAt = (path: string): Promise<Reply> => client.get(`${OURS}/${path}/ubl`)

async function booked(lines: object[], more: object): Promise<[number: number, reply: Reply]> {
  const number = await drafted(client, lines, { customerName: 'Køber', ...more })
  const reply = await book(client, number)
  if (reply.status !== 201) throw new Error(reply.text)
  return [number, reply]
}

/** The UBL of an invoice with a line of each of the products, which keeps every rule. */
async function sold(products: readonly string[], more: object): Promise<Tree> {
  const [number] = await booked(
    products.map((productNumber) => ({ productNumber })),
    more,
  )
  const reply = await ublAt(`invoices/${number}`)
  if (reply.status !== 200) throw new Error(reply.text)
  if (DIRECTORY !== undefined) {
    mkdirSync(DIRECTORY, { recursive: true })
    writeFileSync(join(DIRECTORY, `category-${number}.xml`), reply.text)
  }
  const document = treeOf(reply.text)
  expect(brokenRules(document)).toEqual([])
  return document
}

/** Category, reason and its code, of each part of the VAT. */
const toldOf = (document: Tree): string[] =>
  all(document, 'TaxTotal/TaxSubtotal/TaxCategory').map((one) =>
    ['ID', 'TaxExemptionReasonCode', 'TaxExemptionReason'].map((name) => said(one, name) ?? '-').join(' '),
  )

test('each code of the Danish template has its category', () => {
  const told = Object.fromEntries(
    vatCodes.filter(({ type }) => type === 1).map(({ code, category = 'by zone' }) => [code, category]),
  )
  expect(told).toMatchObject({ U25: 'S', U0: 'by zone', UEUV: 'K', UEUY: 'AE', UEXP: 'G' })
  expect(told.UYXP ?? 'O').toBe('O')
  expect(vatCodes.filter(({ type, category }) => type === 2 && category !== undefined)).toEqual([])
})

test('the category is that of the VAT code, with its reason', async () => {
  expect(toldOf(await sold(['P-1'], DANISH))).toEqual(['S - -'])
  expect(toldOf(await sold(['AE'], GERMAN))).toEqual(['AE VATEX-EU-AE Reverse charge'])
  expect(toldOf(await sold(['G'], NORWEGIAN))).toEqual(['G VATEX-EU-G Export outside the EU'])
  expect(toldOf(await sold(['O'], NORWEGIAN))).toEqual(['O VATEX-EU-O Not subject to VAT'])
  expect(toldOf(await sold(['E'], DANISH))).toEqual(['E - Exempt from VAT'])
  // Reverse charge at home: a Danish buyer's VAT number is its CVR number.
  const home = await sold(['AE'], DANISH)
  expect(toldOf(home)).toEqual(['AE VATEX-EU-AE Reverse charge'])
  expect(said(home, 'AccountingCustomerParty/Party/PartyTaxScheme/CompanyID')).toBe('DK10150817')
})

test('a code that says no category goes by zone', async () => {
  expect(toldOf(await sold(['NONE'], DANISH))).toEqual(['Z - -'])
  expect(toldOf(await sold(['NONE'], GERMAN))).toEqual(['AE VATEX-EU-AE Reverse charge'])
  expect(toldOf(await sold(['NONE'], NORWEGIAN))).toEqual(['O VATEX-EU-O Not subject to VAT'])
  expect(toldOf(await sold(['NONE'], { ...DANISH, vatZoneNumber: 4 }))).toEqual(['E - Exempt from VAT'])
})

test('what is outside of VAT stands alone, else it is exempt for the same reason', async () => {
  expect(toldOf(await sold(['O', 'G'], NORWEGIAN))).toEqual([
    'E - Not subject to VAT',
    'G VATEX-EU-G Export outside the EU',
  ])
})

test('goods to the EU have a day and a country of delivery', async () => {
  const place = 'Delivery/DeliveryLocation/Address/Country/IdentificationCode'
  const document = await sold(['K'], GERMAN)
  expect(toldOf(document)).toEqual(['K VATEX-EU-IC Intra-community supply'])
  expect([said(document, 'Delivery/ActualDeliveryDate'), said(document, place)]).toEqual(['2026-01-15', 'DE'])
  const given = await sold(['K'], { ...GERMAN, deliveryDate: '2026-01-10', deliveryCountry: 'Sverige' })
  expect([said(given, 'Delivery/ActualDeliveryDate'), said(given, place)]).toEqual(['2026-01-10', 'SE'])
})

test('goods and services to the EU need the VAT number of the buyer, which may come later', async () => {
  await service.database.rows(
    `INSERT INTO customer (agreement, number, name, group_number, zone, currency, payment_term_number, country, recipient_peppol)
     VALUES ($1, 320, 'Ohne Nummer', 1, 2, 'EUR', 1, 'DE', '9930:DE123456789')`,
    [client.agreement],
  )
  const [number, reply] = await booked([{ productNumber: 'K' }], { ...GERMAN, customerNumber: 320 })
  const { invoiceNumber } = reply.json as { invoiceNumber: number }
  const needs = `invoice ${invoiceNumber} needs a VAT number of the customer to be an e-invoice`
  expect(reply.headers.get('daybook-notice')).toBe(needs)
  const path = `invoices/${number}`
  const refused = await ublAt(path)
  expect(codeOf(refused)).toEqual([409, 'EInvoiceBuyerIncomplete', 'vatNumber'])
  expect(refused.text).toContain('BR-IC-02')
  expect((await client.post(`${OURS}/${path}/recipient`, { vatNumber: 'DE123456789' })).status).toBe(204)
  expect(brokenRules(treeOf((await ublAt(path)).text))).toEqual([])
})

test('every identifier that would do is named, and those that are there but of no use', async () => {
  await service.database.rows(
    `INSERT INTO customer (agreement, number, name, group_number, zone, currency, payment_term_number, country, corporate_identification_number)
     VALUES ($1, 321, 'Ukendt', 1, 1, 'DKK', 1, 'DK', 'DK61056416')`,
    [client.agreement],
  )
  const [number] = await booked([{}], { customerNumber: 321 })
  const path = `invoices/${number}`
  const refused = await ublAt(path)
  expect(codeOf(refused)).toEqual([409, 'EInvoiceBuyerIncomplete', 'recipientPeppol'])
  for (const name of ['eanLocationNumber', 'cvrNo', 'pnr', 'recipientPeppol', 'vatNumber']) {
    expect(refused.text).toContain(`${name} (`)
  }
  expect(refused.text).toContain(`cvrNo 'DK61056416' is not 8 digits`)

  const pdf = async (): Promise<ArrayBuffer> =>
    await (await fetch(`${service.baseUrl}${OURS}/${path}/pdf`, { headers: client.headers })).arrayBuffer()
  const before = await pdf()
  const supply = (body: object): Promise<Reply> => client.post(`${OURS}/${path}/recipient`, body)
  expect(codeOf(await supply({}))).toEqual([400, 'EInvoiceRecipientMissing', 'request'])
  expect(codeOf(await supply({ cvrNo: '1234' }))).toEqual([400, 'ValueNotAllowed', 'cvrNo'])
  expect(codeOf(await supply({ eanLocationNumber: '5790000000006' }))[1]).toBe('CustomerInvalidEAN')
  expect(codeOf(await supply({ country: 'DK', cvrNo: '61056416' }))).toEqual([409, 'EInvoiceRecipientKnown', 'country'])
  expect((await supply({ cvrNo: '61056416' })).status).toBe(204)
  const document = treeOf((await ublAt(path)).text)
  expect(said(document, 'AccountingCustomerParty/Party/EndpointID')).toBe('61056416')
  expect(codeOf(await supply({ pnr: '1003456789' }))).toEqual([409, 'EInvoiceIsMade', 'number'])
  expect(await pdf()).toEqual(before)
  expect((await client.post(`${OURS}/invoices/999999/recipient`, { cvrNo: '61056416' })).status).toBe(404)
  const other = await service.client({ roles: ['SuperUser'] })
  expect((await other.post(`${OURS}/${path}/recipient`, { pnr: '1003456789' })).status).toBe(404)
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('a bar code of GS1 and the period of a subscription are in the line', async () => {
  for (const [number, barCode] of [
    ['P-1', '4006381333931'],
    ['NUL', 'intern 7'],
  ] as const) {
    await service.database.rows('UPDATE product SET bar_code = $3 WHERE agreement = $1 AND number = $2', [
      client.agreement,
      number,
      barCode,
    ])
  }
  const number = await drafted(client, [{}, { productNumber: 'NUL' }], { customerName: 'Køber', ...DANISH })
  for (const statement of [
    `INSERT INTO subscription (agreement, number, name, interval, is_calendar_based, collection, include_name, include_period,
       allow_more_than_one_per_customer, accrue, is_barred) VALUES ($1, 70, 'Service', 3, false, 0, false, false, true, false, false)`,
    `INSERT INTO subscription_line (agreement, subscription_number, number, product_number, quantity) VALUES ($1, 70, 1, 'P-1', 1)`,
    `INSERT INTO subscriber (agreement, number, subscription_number, customer_number, start_date, end_date, quantity_factor, price_factor, draft_document_id)
     VALUES ($1, 70, 70, 301, '2026-01-01', '2026-01-31', 1, 1, ${number})`,
  ]) {
    await service.database.rows(statement, [client.agreement])
  }
  expect((await book(client, number)).status).toBe(201)
  const document = treeOf((await ublAt(`invoices/${number}`)).text)
  const [first, second] = all(document, 'InvoiceLine')
  const [gtin] = all(first!, 'Item/StandardItemIdentification/ID')
  expect(gtin).toMatchObject({ text: '4006381333931', attributes: { schemeID: '0160' } })
  expect([said(first!, 'InvoicePeriod/StartDate'), said(first!, 'InvoicePeriod/EndDate')]).toEqual([
    '2026-01-01',
    '2026-01-31',
  ])
  expect([all(second!, 'Item/StandardItemIdentification'), all(second!, 'InvoicePeriod')]).toEqual([[], []])
  expect(brokenRules(document)).toEqual([])
})

test('a document that would break a rule is refused with the rule and the property', async () => {
  await service.database.rows(`INSERT INTO currency (agreement, code, name) VALUES ($1, 'QQQ', 'Own')`, [
    client.agreement,
  ])
  await service.database.rows(
    `INSERT INTO exchange_rate (agreement, number, currency, date, rate) VALUES ($1, take_numbers($1, 'exchange_rate', 1), 'QQQ', '2026-01-01', 10)`,
    [client.agreement],
  )
  const [number] = await booked([{}], { ...DANISH, currencyCode: 'QQQ' })
  const refused = await ublAt(`invoices/${number}`)
  expect(codeOf(refused)).toEqual([409, 'EInvoiceBreaksRule', 'currencyCode'])
  expect(refused.text).toContain('BR-CL-04')
  // A text that drafts took before they were checked.
  const text = await drafted(client, [{}], { customerName: 'Køber', ...DANISH })
  await service.database.rows(
    `UPDATE draft_invoice_line SET description = chr(7) WHERE agreement = $1 AND document_id = $2`,
    [client.agreement, text],
  )
  expect((await book(client, text)).status).toBe(201)
  expect(codeOf(await ublAt(`invoices/${text}`))).toEqual([409, 'EInvoiceBreaksRule', 'lines[0].description'])
})

test('texts of drafts have no control characters but lines and tabs', async () => {
  const refused = await client.post(DRAFTS, draft({ heading: 'A\u0007', textLine1: 'en\nto\tre' }))
  expect(codeOf(refused)).toEqual([400, 'TextHasControlCharacters', 'heading'])
  const number = await drafted(client, [], {})
  const line = { productNumber: 'P-1', description: 'Øl\u0000'.replace('\u0000', '\u001b'), quantity: 1 }
  const bulk = await client.post(`${DRAFTS}/${number}/lines/bulk`, { lines: [line] })
  expect(codeOf(bulk)).toEqual([400, 'TextHasControlCharacters', 'lines[0].description'])
})

test('a category fits its code', async () => {
  const code = { code: 'UX', name: 'Anden', type: 1, rate: 0, accountNumber: 6902 }
  const refused = async (more: object): Promise<unknown> =>
    codeOf(await client.post(`${OURS}/vat-codes`, { ...code, ...more }))
  const unfit = [400, 'VatCodeCategoryUnfit', 'category']
  expect(await refused({ category: 'S' })).toEqual(unfit)
  expect(await refused({ category: 'K', rate: 25 })).toEqual(unfit)
  expect(await refused({ category: 'K', type: 2 })).toEqual(unfit)
  expect(await refused({ category: 'L' })).toEqual([400, 'ValueNotAllowed', 'category'])
  const path = `${OURS}/vat-codes/UNUL`
  expect((await change(client, path, { category: 'E' }, `${OURS}/vat-codes`)).status).toBe(204)
  expect((await client.get(path)).json).toMatchObject({ category: 'E' })
  expect((await change(client, path, { category: undefined }, `${OURS}/vat-codes`)).status).toBe(204)
})

test('drafts can be looked at as they would be booked', async () => {
  const number = await drafted(client, [{ productNumber: 'K' }], { customerName: 'Køber', ...GERMAN })
  const reply = await fetch(`${service.baseUrl}${OURS}/draft-invoices/${number}/pdf`, { headers: client.headers })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const bytes = Buffer.from(await reply.arrayBuffer())
  if (DIRECTORY !== undefined) writeFileSync(join(DIRECTORY, 'draft.pdf'), bytes)
  const document = treeOf((await ublAt(`draft-invoices/${number}`)).text)
  expect([said(document, 'ID'), toldOf(document)]).toEqual(['DRAFT', ['K VATEX-EU-IC Intra-community supply']])
  expect((await client.get(`${OURS}/draft-invoices/${number}`)).status).toBe(200)
  const empty = await drafted(client, [], DANISH)
  expect(codeOf(await ublAt(`draft-invoices/${empty}`))).toEqual([400, 'InvoiceHasNoProductLine', 'lines'])
  expect((await client.get(`${OURS}/draft-invoices/999999/pdf`)).status).toBe(404)
  const [last] = await service.database.rows<{ number: number }>(
    'SELECT max(invoice_number) AS number FROM booked_invoice WHERE agreement = $1',
    [client.agreement],
  )
  const next = (await book(client, number)).json as { invoiceNumber: number }
  expect(next.invoiceNumber).toBe(last!.number + 1)
})

// Migrations of before a database is spread over servers run on one.
test.skipIf(inject('databaseWorkers').length > 0)(
  'codes of the template get their category at the upgrade, and their trail says so (0243_categories_of_vat_codes.sql)',
  async () => {
    const { migrations } = await ownSchema()
    const migration = migrations.find(({ file }) => file === '0243_categories_of_vat_codes.sql')!
    const UNDONE = new Error('undone')
    const tried = service.database.transaction(async (transaction) => {
      await transaction.rows('SET LOCAL session_replication_role = replica')
      // The trail begins anew: its seals are judged without what there was.
      await transaction.rows('DELETE FROM change')
      await transaction.rows(`DELETE FROM counter WHERE name = 'change'`)
      await transaction.script('ALTER TABLE vat_code DROP COLUMN category')
      await transaction.script(migration.text)
      const codes = await transaction.rows<{ told: string }>(
        `SELECT v.code || ' ' || v.category AS told FROM vat_code v WHERE v.agreement = $1 AND v.category IS NOT NULL ORDER BY 1`,
        [client.agreement],
      )
      expect(codes.map(({ told }) => told)).toEqual(['UEUV K', 'UEUY AE', 'UEXP G', 'UYXP O'])
      expect(await verifySealedLog(transaction, client.agreement, TRAIL)).toBeUndefined()
      const told = await transaction.rows<{ told: string }>(
        `SELECT c.key || ' ' || c.after AS told FROM change c WHERE c.agreement = $1 AND c.resource = 'VatCodes' AND c.property = 'category' ORDER BY 1`,
        [client.agreement],
      )
      expect(told).toHaveLength(4)
      throw UNDONE
    })
    await expect(tried).rejects.toBe(UNDONE)
  },
)

test('the creditor number of the company is 8 digits (0244_creditor_numbers.sql)', async () => {
  const refused = await change(client, `${OURS}/company`, { ...COMPANY, creditorNumber: '1234' })
  expect(codeOf(refused)).toEqual([400, 'CompanyCreditorNumberInvalid', 'creditorNumber'])
})
