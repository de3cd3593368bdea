import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { change, make, OURS, PRODUCTS, product } from '../resources/sales.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { book, drafted } from './selling.ts'
import { COMPANY, sellingAbroad } from './sold-abroad.ts'

/* `DAYBOOK_PDF=DIRECTORY` keeps the files there, to be looked at. */
const DIRECTORY = process.env.DAYBOOK_PDF

let service: TestService
let client: Client

beforeAll(async () => void (service = await sharedService()))
beforeEach(async () => void (client = await sellingAbroad(service)))
afterAll(() => service.stop())

/** What is printed, in order: the streams of the pages, packed where they are long. */
function textsOf(bytes: Buffer): string[] {
  const streams = [...bytes.toString('latin1').matchAll(/\/Length (\d+)[^>]*>>\s*stream\r?\n/g)]
  return streams.flatMap(({ index, 0: begins, 1: length }) => {
    const at = index + begins.length
    const stream = bytes.subarray(at, at + Number(length))
    const drawn = (stream[0] === 0x78 ? inflateSync(stream) : stream).toString('latin1')
    return [...drawn.matchAll(/<([0-9A-F]*)> Tj/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1'))
  })
}

/** Books an invoice and fetches it. */
async function pdf(name: string, lines: object[], more: object): Promise<{ document: PDF; texts: string[] }> {
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
  return { document: await PDF.load(bytes), texts: textsOf(bytes) }
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
  const { document, texts } = await pdf('invoice', lines, {
    customerNumber: 302,
    otherReference: 'PO 4711',
    ...heading,
  })
  expect(document.getPageCount()).toBe(1)
  const printed = [
    ['Nordlys & Søn ApS', 'Faktura', 'Købmand Østergaard & Sønner', 'Bredgade 1', '1260 København K'],
    ['Forfald', '23.01.2026', 'Kundenr.', '302', 'EAN', '5790000000005', 'Rekvisition', 'PO 4711'],
    ['Indretning af kontor', 'Tak for ordren.'],
    ['Leverancer i januar', 'P-1', '12', 'stk.', '1.249,95', '12,5 %', '13.124,48', 'Kontorstol, sort læder', 'NUL'],
    ['Beløb uden moms', '16.451,98', 'Moms 25 % (16.386,98)', '4.096,75', 'Moms 0 % (65,00)', '0,00'],
    ['I alt DKK', '20.548,73', 'Vi glæder os til at se jer igen.', 'Betaling', 'Netto 8 dage. Forfald 23.01.2026'],
    ['IBAN', 'DK5000400440116243', 'BIC', 'NDEADKKK'],
  ]
  for (const row of printed) expect(texts.join('|')).toContain(row.join('|'))
  expect([document.getTitle(), document.getAuthor()]).toEqual(['Faktura 1', 'Nordlys & Søn ApS'])
  expect(document.getCreationDate()).toEqual(new Date('2026-01-15T00:00:00Z'))
})

test('a long invoice goes on, whatever it says', async () => {
  const many = Array.from({ length: 90 }, (_, at) => ({
    description: at % 9 === 0 ? `Linje ${at} ${'ord '.repeat(40)}${'x'.repeat(120)}` : `Łódź 日本 ${at}\nanden linje`,
    quantity: at + 0.5,
  }))
  const { document } = await pdf('long', many, { customerNumber: 304, currencyCode: 'EUR', vatZoneNumber: 2 })
  expect(document.getPageCount()).toBeGreaterThan(2)
  expect(document.getTitle()).toBe('Invoice 1')
})

test('a credit note and gross prices are told as they are', async () => {
  const { document, texts } = await pdf('credit', [{ quantity: -3, unitNetPrice: 99.99 }], {
    customerNumber: 301,
    isVatIncluded: true,
  })
  expect(document.getTitle()).toBe('Kreditnota 1')
  const printed = [
    ['Kreditnota', 'Købmand Østergaard & Sønner'],
    ['Inkl. moms', 'Beløb', 'P-1', '3', 'stk.', '99,99', '299,97', 'Øl'],
    [
      'Beløb uden moms',
      '239,98',
      'Heraf moms 25 % (239,98)',
      '59,99',
      'I alt DKK',
      '299,97',
      'Nordlys & Søn ApS  ·  Havnegade 7  ·  1058 København K',
    ],
  ]
  for (const row of printed) expect(texts.join('|')).toContain(row.join('|'))
  expect((await client.get(`${OURS}/invoices/999999/pdf`)).status).toBe(404)
})

test('long product numbers and units are printed whole', async () => {
  const [productNumber, unit] = ['5701234567890-ABCDEFGHIJK', 'kilogrammer i sække']
  await service.database.rows('INSERT INTO unit (agreement, number, name) VALUES ($1, 77, $2)', [
    client.agreement,
    unit,
  ])
  await make(client, `${PRODUCTS}/products`, product({ productNumber, salesPrice: 7 }))
  const line = { productNumber, description: 'Salt', unitNumber: 77, unitNetPrice: 7 }
  const { texts } = await pdf('whole', [line], { customerNumber: 301 })
  const printed = (whole: string): string => texts.filter((text) => text.length > 1 && whole.includes(text)).join('')
  expect(printed(productNumber)).toBe(productNumber)
  expect(printed(unit).replaceAll(' ', '')).toBe(unit.replaceAll(' ', ''))
})

test('signs of Windows-1252 are printed, those of Latin-1 and those beside them', async () => {
  const text = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ¡£§«°»½¿ÆØÅæøåþÿ'
  const { texts } = await pdf('signs', [{ quantity: 1, unitNetPrice: 1, description: text }], { customerNumber: 301 })
  const printed = Buffer.from(texts.join(''), 'latin1')
  const bytes = [
    0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x95,
  ]
  const more = [0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f]
  expect(printed.includes(Buffer.from([...bytes, ...more, ...Buffer.from('¡£§«°»½¿ÆØÅæøåþÿ', 'latin1')]))).toBe(true)
})

test('VAT in another currency is told in that of the company, too', async () => {
  const euro = { customerNumber: 301, currencyCode: 'EUR', exchangeRate: 746.0525 }
  const { texts } = await pdf('currency', [{ quantity: 1, unitNetPrice: 100 }], euro)
  expect(texts.join('|')).toContain('I alt EUR|125,00|Moms DKK|186,51')
})

test('a prepaid invoice is printed without a due date', async () => {
  await make(client, `${OURS}/payment-terms`, { number: 4, name: 'Forudbetalt', type: 4 })
  const { texts } = await pdf('prepaid', [{}], { customerNumber: 301, termOfPaymentNumber: 4 })
  expect(texts.join('|')).toContain('|Betaling|Forudbetalt|')
  expect(texts.join('|')).not.toContain('Forfald')
})

test('why there is no VAT is printed, with the number of the seller, and how a slip is paid', async () => {
  await change(client, `${OURS}/company`, { ...COMPANY, creditorNumber: '12345678' })
  const german = { customerNumber: 304, currencyCode: 'EUR', vatZoneNumber: 2 }
  const { texts } = await pdf('eu', [{ productNumber: 'NUL' }], german)
  const said = texts.join('|')
  expect(said).toContain(`Reverse charge.|VAT no. of the seller ${COMPANY.vatNumber}`)
  expect(said).not.toContain('+71<')
  const { texts: danish } = await pdf('slip', [{}], { customerNumber: 301 })
  expect(danish.join('|')).toContain('Indbetalingskort|+71<000000000000026+12345678<')
  expect(danish.join('|')).not.toContain('Sælgers momsnr.')
})

test('a draft is marked as one on every page, and has no number', async () => {
  const number = await drafted(
    client,
    Array.from({ length: 60 }, () => ({ quantity: 1 })),
    { customerNumber: 301 },
  )
  const reply = await fetch(`${service.baseUrl}${OURS}/draft-invoices/${number}/pdf`, { headers: client.headers })
  const bytes = Buffer.from(await reply.arrayBuffer())
  if (DIRECTORY !== undefined) writeFileSync(join(DIRECTORY, 'draft.pdf'), bytes)
  const document = await PDF.load(bytes)
  expect([document.getTitle(), document.getPageCount()]).toEqual(['Faktura KLADDE', 2])
  expect(textsOf(bytes).filter((text) => text === 'KLADDE')).toHaveLength(3)
})
