import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { Chance, seedOf } from '../chance.ts'
import { type Json, misfits } from '../openapi/conforms.ts'
import { codeOf } from '../resources/bookkeeping.ts'
import { change, make, OURS } from '../resources/sales.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { book, drafted } from './selling.ts'
import { COMPANY, sellAbroad, sellingAbroad } from './sold-abroad.ts'
import { amountOf, brokenRules } from './ubl-rules.ts'
import { all, said, type Tree, treeOf } from './ubl-tree.ts'
import { runs } from '../long.ts'

/* `DAYBOOK_UBL=DIRECTORY` keeps the documents there, for judges that the project does not carry; `DAYBOOK_UBL_MANY` makes so many instead of 60. */
const DIRECTORY = process.env.DAYBOOK_UBL
const MANY = runs(40, 300, process.env.DAYBOOK_UBL_MANY)
const SEED = seedOf('DAYBOOK_UBL_SEED')

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await sellingAbroad(service)
})
afterAll(() => service.stop())

async function ubl(number: number): Promise<Tree> {
  const reply = await client.get(`${OURS}/invoices/${number}/ubl`)
  if (reply.status !== 200) throw new Error(reply.text)
  expect(reply.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  if (DIRECTORY !== undefined) {
    mkdirSync(DIRECTORY, { recursive: true })
    writeFileSync(join(DIRECTORY, `${number}.xml`), reply.text)
  }
  return treeOf(reply.text)
}

/** Books a draft for a customer. @returns the number of its document. */
async function invoiced(lines: object[], more: object): Promise<number> {
  const number = await drafted(client, lines, { customerName: 'Køber', ...more })
  const reply = await book(client, number)
  if (reply.status !== 201) throw new Error(reply.text)
  return number
}

test(`random invoices of every kind keep the rules of EN 16931 and Peppol (seed ${SEED})`, async () => {
  const numbers = await sellAbroad(service, client, new Chance(SEED), MANY)
  const kinds = new Set<string>()
  for (const number of numbers) {
    const document = await ubl(number)
    expect([number, brokenRules(document)]).toEqual([number, []])
    const invoice = (await client.get(`${OURS}/booked-invoices/${number}`)).json as {
      amount: number
      vatAmount: number
    }
    const [gross, vat] = [invoice.amount, invoice.vatAmount].map((one) => (invoice.amount < 0 ? -one : one) + 0)
    expect(amountOf(document, 'LegalMonetaryTotal/TaxInclusiveAmount')).toBe(gross!.toFixed(2))
    expect(amountOf(document, 'TaxTotal/TaxAmount')).toBe(vat!.toFixed(2))
    for (const { text } of all(document, 'TaxTotal/TaxSubtotal/TaxCategory/ID')) kinds.add(text)
    kinds.add(document.name)
  }
  expect([...kinds].sort()).toEqual(['AE', 'CreditNote', 'E', 'Invoice', 'O', 'S', 'Z'])
  expect(await verify(service.database, client.agreement)).toMatchObject({ ok: true })
})

test('a buyer without a country is in that of its VAT number, which begins with EL in Greece', async () => {
  const euro = { customerNumber: 311, vatZoneNumber: 2, currencyCode: 'EUR' }
  const document = await ubl(await invoiced([{}], euro))
  const buyer = all(document, 'AccountingCustomerParty/Party')[0]!
  expect(said(buyer, 'PostalAddress/Country/IdentificationCode')).toBe('GR')
  expect(said(buyer, 'PartyTaxScheme/CompanyID')).toBe('EL123456789')
})

test('an invoice says who sells and buys, what, for how much and how it is paid', async () => {
  const lines = [
    { description: 'Januar' },
    { description: 'Øl\nsorten', quantity: 10, discountPercentage: 10, unitNumber: 1 },
  ]
  const document = await ubl(
    await invoiced(lines, { customerNumber: 301, heading: 'Aftale 7', otherReference: 'PO 9' }),
  )
  const seller = all(document, 'AccountingSupplierParty/Party')[0]!
  expect(all(seller, 'EndpointID')[0]).toMatchObject({ text: '10150817', attributes: { schemeID: '0184' } })
  expect(said(seller, 'PartyTaxScheme/CompanyID')).toBe(COMPANY.vatNumber)
  expect(said(document, 'OrderReference/ID')).toBe('PO 9')
  expect(said(document, 'PaymentMeans/PaymentMeansCode')).toBe('42')
  expect(said(document, 'PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID')).toBe('1234')
  const [line] = all(document, 'InvoiceLine')
  expect(said(line!, 'Note')).toBe('Januar')
  expect(all(line!, 'InvoicedQuantity')[0]).toMatchObject({ text: '10', attributes: { unitCode: 'H87' } })
  expect([said(line!, 'Item/Name'), said(line!, 'Item/Description')]).toEqual(['Øl', 'sorten'])
  expect([said(line!, 'LineExtensionAmount'), said(line!, 'AllowanceCharge/Amount')]).toEqual(['900.00', '100.00'])
  expect(said(document, 'LegalMonetaryTotal/PayableAmount')).toBe('1125.00')
})

test('a Danish buyer is asked to pay by the payment slip of a company that has a creditor number', async () => {
  await change(client, `${OURS}/company`, { ...COMPANY, creditorNumber: '81234567' })
  try {
    const document = await ubl(await invoiced([{}], { customerNumber: 301 }))
    const number = said(document, 'ID')!
    expect(said(document, 'PaymentMeans/PaymentMeansCode')).toBe('93')
    expect(said(document, 'PaymentMeans/PaymentID')).toMatch(new RegExp(`^71#0+${number}\\d$`))
    expect(said(document, 'PaymentMeans/PayeeFinancialAccount/ID')).toBe('81234567')
    const abroad = await ubl(await invoiced([{}], { customerNumber: 311, vatZoneNumber: 2, currencyCode: 'EUR' }))
    expect(said(abroad, 'PaymentMeans/PaymentMeansCode')).toBe('58')
  } finally {
    await change(client, `${OURS}/company`, { ...COMPANY, creditorNumber: null })
  }
})

test('a prepaid invoice has payment terms and no due date', async () => {
  await make(client, `${OURS}/payment-terms`, { number: 4, name: 'Forudbetalt', type: 4 })
  const document = await ubl(await invoiced([{}], { customerNumber: 302, termOfPaymentNumber: 4 }))
  expect([said(document, 'DueDate'), said(document, 'PaymentTerms/Note')]).toEqual([undefined, 'Forudbetalt'])
  expect(brokenRules(document)).toEqual([])
})

test('a credit note names what it credits, without signs', async () => {
  const number = await invoiced([{ quantity: 2 }], { customerNumber: 301 })
  const { number: credit } = await make(client, `${OURS}/draft-invoices/${number}/credit`, { date: '2026-03-01' })
  const booked = (await book(client, credit as number)).json as { documentId: number }
  const document = await ubl(booked.documentId)
  expect(document.name).toBe('CreditNote')
  const { invoiceNumber } = (await client.get(`${OURS}/booked-invoices/${number}`)).json as { invoiceNumber: number }
  expect(said(document, 'BillingReference/InvoiceDocumentReference/ID')).toBe(String(invoiceNumber))
  expect(said(document, 'CreditNoteLine/CreditedQuantity')).toBe('2')
  expect(said(document, 'LegalMonetaryTotal/PayableAmount')).toBe('250.00')
  expect(brokenRules(document)).toEqual([])
})

test('what a party lacks is told', async () => {
  const unknown = await invoiced([{}], { customerNumber: 201 })
  const path = `${OURS}/invoices/${unknown}/ubl`
  const incomplete = await client.get(path)
  expect(codeOf(incomplete)).toEqual([409, 'EInvoiceBuyerIncomplete', 'recipientPeppol'])
  const document: Json = (await service.call('GET', '/openapi/daybook.json')).json
  const operation = document.paths['/invoices/{number}/ubl'].get
  expect(misfits(document, operation, incomplete)).toEqual([])
  expect(operation.responses['409']['x-error-codes']).toEqual([
    'EInvoiceBreaksRule',
    'EInvoiceBuyerIncomplete',
    'EInvoiceSellerIncomplete',
  ])
  await change(client, `${OURS}/company`, { corporateIdentificationNumber: undefined })
  const without = await invoiced([{}], { customerNumber: 301 })
  await change(client, `${OURS}/company`, COMPANY)
  const seller = codeOf(await client.get(`${OURS}/invoices/${without}/ubl`))
  expect(seller).toEqual([409, 'EInvoiceSellerIncomplete', 'corporateIdentificationNumber'])
  expect((await client.get(`${OURS}/invoices/999999/ubl`)).status).toBe(404)
})

test('a company says nothing that no e-invoice can say', async () => {
  const refused = async (more: object): Promise<unknown> => codeOf(await change(client, `${OURS}/company`, more))[1]
  expect(await refused({ corporateIdentificationNumber: '1234' })).toBe('CompanyIdentificationInvalid')
  expect(await refused({ vatNumber: '10150817' })).toBe('CompanyVatNumberInvalid')
  expect(await refused({ peppolId: '0184:1' })).toBe('CompanyPeppolIdInvalid')
  expect(await refused({ iban: 'DK5000400440116244' })).toBe('CompanyIbanInvalid')
  expect((await client.get(`${OURS}/company`)).json).toMatchObject(COMPANY)
})
