import { afterAll, beforeAll, expect, test } from 'vitest'
import { PDF } from '@libpdf/core'
import { isolated } from '../../src/sales/einvoice/isolated.ts'
import { OURS } from '../resources/sales.ts'
import type { Client, TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { book, drafted } from './selling.ts'
import { sellingAbroad } from './sold-abroad.ts'

let service: TestService
let client: Client

beforeAll(async () => {
  service = await sharedService()
  client = await sellingAbroad(service)
})
afterAll(() => service.stop())

test.each([
  ['Acme', 'Acme'],
  ['חברת אור', 'חברת אור'],
  ['شركة النور', 'شركة النور'],
  ['a\u200Eb\u200Fc\u061Cd', 'a\u200Eb\u200Fc\u061Cd'],
  ['\u202Eabc', '\u202Eabc\u202C'],
  ['a\u202Ab\u202Bc\u202Dd', 'a\u202Ab\u202Bc\u202Dd\u202C\u202C\u202C'],
  ['\u2066a\u2067b\u2068c', '\u2066a\u2067b\u2068c\u2069\u2069\u2069'],
  ['\u2067a\u202Eb', '\u2067a\u202Eb\u202C\u2069'],
  ['a\u202Cb\u2069c', 'abc'],
  ['\u2067a\u202Cb', '\u2067ab\u2069'],
  ['\u202Ea\u202C b', '\u202Ea\u202C b'],
])('%j ends what it begins', (text, expected) => {
  expect(isolated(text)).toBe(expected)
})

test('names in Hebrew and Arabic are taken and invoiced; controls end with the text that has them', async () => {
  const names = { customerName: 'אור\u202E בע״מ', customerAddress: 'شارع النور' }
  const description = 'Porto \u2067\u202Eoitrop'
  const lines = [{ description, quantity: 1, unitNetPrice: 65, productNumber: 'NUL' }]
  const number = await drafted(client, lines, {
    ...{ customerNumber: 311, vatZoneNumber: 2, currencyCode: 'EUR' },
    ...names,
  })
  expect((await book(client, number)).status).toBe(201)
  const booked = await client.get(`${OURS}/booked-invoices/${number}`)
  expect(booked.json).toMatchObject(names)
  const ubl = await client.get(`${OURS}/invoices/${number}/ubl`)
  expect(ubl.status, ubl.text).toBe(200)
  expect(ubl.text).toContain('>אור\u202E בע״מ\u202C<')
  expect(ubl.text).toContain('>شارع النور<')
  expect(ubl.text).toContain('>Porto \u2067\u202Eoitrop\u202C\u2069<')
  const reply = await fetch(`${service.baseUrl}${OURS}/invoices/${number}/pdf`, { headers: client.headers })
  expect(reply.status).toBe(200)
  const bytes = new Uint8Array(await reply.arrayBuffer())
  const document = await PDF.load(bytes)
  const printed = document
    .getPages()
    .map((page) => page.extractText().text)
    .join('\n')
  expect(printed).not.toMatch(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/)
  expect(printed).toContain('Porto oitrop')
})
