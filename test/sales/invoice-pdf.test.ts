import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OURS } from '../resources/sales.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { book, drafted } from './selling.ts'
import { sellingAbroad } from './sold-abroad.ts'

/* `DAYBOOK_PDF=DIRECTORY` keeps the files there, to be looked at. */
const DIRECTORY = process.env.DAYBOOK_PDF

let service: TestService
let client: Client

beforeAll(async () => {
  service = await testService()
  client = await sellingAbroad(service)
})
afterAll(() => service.stop())

/** Books an invoice and fetches it. */
async function pdf(name: string, lines: object[], more: object): Promise<{ document: PDFDocument; bytes: Buffer }> {
  const number = await drafted(client, lines, { customerName: 'Købmand Østergaard & Sønner', ...more })
  const booked = await book(client, number)
  if (booked.status !== 201) throw new Error(booked.text)
  const fetched = async (): Promise<Buffer> => {
    const reply = await fetch(`${service.baseUrl}${OURS}/invoices/${number}/pdf`, { headers: client.headers })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    return Buffer.from(await reply.arrayBuffer())
  }
  const bytes = await fetched()
  expect(bytes.equals(await fetched())).toBe(true)
  if (DIRECTORY !== undefined) writeFileSync(join(DIRECTORY, `${name}.pdf`), bytes)
  return { document: await PDFDocument.load(bytes, { updateMetadata: false }), bytes }
}

test('an invoice is one page, the same bytes each time', async () => {
  const lines = [
    { description: 'Leverancer i januar' },
    {
      description: 'Kontorstol, sort læder',
      quantity: 12,
      discountPercentage: 12.5,
      unitNetPrice: 1249.95,
      unitNumber: 1,
    },
    { productNumber: 'NUL', description: 'Porto', quantity: 1, unitNetPrice: 65 },
    { description: 'Montering', quantity: 7.25, unitNetPrice: 450, unitNumber: 2 },
  ]
  const heading = {
    heading: 'Indretning af kontor',
    textLine1: 'Tak for ordren.',
    textLine2: 'Vi glæder os til at se jer igen.',
  }
  const { document } = await pdf('invoice', lines, { customerNumber: 302, otherReference: 'PO 4711', ...heading })
  expect(document.getPageCount()).toBe(1)
  expect([document.getTitle(), document.getAuthor()]).toEqual(['Faktura 1', 'Nordlys & Søn ApS'])
  expect(document.getCreationDate()).toEqual(new Date('2026-01-15T00:00:00Z'))
})

test('a long invoice goes on, whatever it says', async () => {
  const many = Array.from({ length: 90 }, (_, at) => ({
    description:
      at % 9 === 0 ? `Linje ${at} ${'ord '.repeat(40)}${'x'.repeat(120)}` : `Łódź 日本 \u0007 ${at}\nanden linje`,
    quantity: at + 0.5,
  }))
  const { document } = await pdf('long', many, { customerNumber: 304, currencyCode: 'EUR', vatZoneNumber: 2 })
  expect(document.getPageCount()).toBeGreaterThan(2)
  expect(document.getTitle()).toBe('Invoice 2')
})

test('a credit note and gross prices are told as they are', async () => {
  const { document } = await pdf('credit', [{ quantity: -3, unitNetPrice: 99.99 }], {
    customerNumber: 301,
    isVatIncluded: true,
  })
  expect(document.getTitle()).toBe('Kreditnota 3')
  expect((await client.get(`${OURS}/invoices/999999/pdf`)).status).toBe(404)
})
