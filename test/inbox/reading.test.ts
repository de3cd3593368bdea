import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ReadFile } from '../../src/inbox/reading/ubl.ts'
import { readUbl } from '../../src/inbox/reading/ubl.ts'
import { brokenRules } from '../../src/inbox/reading/rules.ts'
import { Unreadable } from '../../src/parsing/unreadable.ts'
import { EXPECTED, OIOUBL, REFUSED } from './expected-einvoices.ts'
import { type Told, ubl } from './ubl.ts'

// Beside the checkout, or beside the folder of a worktree.
const PLACES = ['../../../shared/data/', '../../../../shared/data/'].map((place) => new URL(place, import.meta.url))
const DATA = PLACES.find((place) => existsSync(place)) ?? PLACES[0]!
const isThere = existsSync(DATA)

const rateText = (rate: string | null): string => (rate === null ? '' : `@${rate}`)

/** What was read, in the form of what is expected. */
function toldOf(path: string, { einvoice, embedded }: ReadFile): string {
  const { totals } = einvoice
  return [
    path,
    einvoice.isCreditNote ? 'CreditNote' : 'Invoice',
    einvoice.seller.name,
    einvoice.seller.vatNumber ?? '',
    einvoice.number.replaceAll('|', '!'),
    einvoice.date,
    einvoice.dueDate ?? '',
    einvoice.currency,
    einvoice.vat.map(({ category, rate, taxable, tax }) => `${category}${rateText(rate)} ${taxable} ${tax}`).join('; '),
    einvoice.lines.length,
    [totals.gross, totals.prepaid, totals.rounding, totals.payable].join(' '),
    `${embedded.length}+${einvoice.external.length}`,
    einvoice.payments[0]?.paymentId ?? '',
  ].join('|')
}

const refusalOf = (bytes: Uint8Array): string => {
  try {
    readUbl(bytes)
  } catch (error) {
    if (error instanceof Unreadable) return error.message
    throw error
  }
  return 'It is read.'
}

describe.skipIf(!isThere)('public samples (skipped where ../shared/data is not: it is not part of the project)', () => {
  test.each(EXPECTED.map((line) => [line.split('|')[0]!, line]))('%s', (path, line) => {
    const read = readUbl(readFileSync(new URL(encodeURI(path), DATA)))
    expect(toldOf(path, read)).toBe(line)
    expect(brokenRules(read.einvoice)).toEqual([])
  })

  test.each(Object.entries(REFUSED))('%s is refused', (path, sentence) => {
    expect(refusalOf(readFileSync(new URL(path, DATA)))).toBe(sentence)
  })

  test('all of them are here, and those of the former Danish format are refused', () => {
    const of = (folder: string): string[] =>
      readdirSync(new URL(`${folder}/`, DATA))
        .filter((name) => /\.xml$/i.test(name))
        .map((name) => `${folder}/${name}`)
    const told = [...EXPECTED.map((line) => line.split('|')[0]!), ...Object.keys(REFUSED)]
    const folders = [
      'einvoice/examples',
      ...['en16931', 'peppol', 'peppol-dk-rules'].map((one) => `einvoice-in/${one}`),
    ]
    expect(folders.flatMap(of).sort()).toEqual(told.sort())
    const danish = of('einvoice-in/oioubl').map((path) => refusalOf(readFileSync(new URL(path, DATA))))
    expect(danish.length).toBeGreaterThan(15)
    expect(danish.filter((sentence) => !OIOUBL.test(sentence))).toEqual([])
  })
})

test('an invoice is read, with what is taken off, added and paid, and the files inside it', () => {
  const { einvoice, embedded } = readUbl(
    ubl({
      lines: [
        { net: '1000.00', name: 'Papir & blæk' },
        { net: '50.00', category: 'E', id: 'B' },
      ],
      adjustments: [
        { isCharge: false, amount: '100.00' },
        { isCharge: true, amount: '20.00' },
      ],
      totals: { PrepaidAmount: '200.00', PayableRoundingAmount: '0.50' },
      paymentId: '+71-001234567890127',
      files: [{ name: 'time.csv', type: 'text/csv', bytes: Buffer.from('a;b') }],
      external: 'https://example.com/spec.pdf',
    }),
  )
  expect(brokenRules(einvoice)).toEqual([])
  expect(einvoice).toMatchObject({
    isCreditNote: false,
    number: '7001',
    seller: { name: 'Kontorhuset ApS', vatNumber: 'DK10101010', legalId: '10101010', address: 'Nygade 3' },
    vat: [
      { category: 'S', rate: '25', taxable: '920.00', tax: '230.00' },
      { category: 'E', rate: '0', taxable: '50.00', tax: '0.00' },
    ],
    totals: { gross: '1200.00', prepaid: '200.00', rounding: '0.50', payable: '1000.50' },
    external: [{ uri: 'https://example.com/spec.pdf' }],
    lines: [{ id: '1', name: 'Papir & blæk', net: '1000.00', quantity: '1', unit: 'C62' }, { id: 'B' }],
  })
  expect(embedded).toMatchObject([{ name: 'time.csv', mimeType: 'text/csv' }])
  expect(Buffer.from(embedded[0]!.bytes).toString()).toBe('a;b')
})

describe('refused', () => {
  const cases: readonly (readonly [what: string, told: Told | Buffer, sentence: RegExp])[] = [
    [
      'a DOCTYPE',
      { prolog: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' },
      /^Line 1: a DOCTYPE is not allowed\.$/,
    ],
    ['what is no XML', Buffer.from('<Invoice'), /^Line 1: /],
    ['a file that ends early', ubl().subarray(0, 900), /the file ends inside/],
    ['another namespace', Buffer.from('<Invoice xmlns="urn:other"/>'), /^It is XML of Invoice; an e-invoice is/],
    ['a day that is none', { date: '2026-02-30' }, /IssueDate is '2026-02-30'; a date is YYYY-MM-DD\./],
    [
      'a currency that is none',
      { currency: 'kr' },
      /DocumentCurrencyCode is 'kr'; a currency is three capitals \(BR-CL-04\)\./,
    ],
    [
      'an amount that is none',
      { lines: [{ net: '1.000,00', price: '1' }] },
      /LineExtensionAmount is '1\.000,00'; an amount is digits with a point\./,
    ],
    ['fractions of cents', { totals: { PayableAmount: '1250.001' } }, /at most two decimals \(BR-DEC\)/],
    ['no seller', { seller: { name: '' } }, /^BR-06: /],
    ['no number', { number: ' ' }, /^BR-02: it has no number \(ID\)\.$/],
    ['the former Danish format', { customization: 'OIOUBL-2.1' }, OIOUBL],
    [
      'depth',
      Buffer.from(`<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${'<a>'.repeat(100)}`),
      /nested deeper/,
    ],
  ]
  test.each(cases)('%s', (_what, told, sentence) => {
    expect(refusalOf(told instanceof Buffer ? told : ubl(told as Told))).toMatch(sentence)
  })
})

describe('rules of calculation', () => {
  const cases: readonly (readonly [rule: string, told: Told, message?: string])[] = [
    [
      'BR-CO-10',
      { totals: { LineExtensionAmount: '999.00' } },
      'BR-CO-10: LineExtensionAmount is 999.00, and the lines come to 1000.00.',
    ],
    ['BR-CO-11', { totals: { AllowanceTotalAmount: '1.00' } }],
    ['BR-CO-12', { totals: { ChargeTotalAmount: '1.00' } }],
    [
      'BR-CO-13',
      { totals: { TaxExclusiveAmount: '1000.01' } },
      'BR-CO-13: TaxExclusiveAmount is 1000.01, and lines less allowances plus charges come to 1000.00.',
    ],
    ['BR-CO-15', { totals: { TaxInclusiveAmount: '1250.01' } }],
    [
      'BR-CO-16',
      { totals: { PayableAmount: '1250.50' } },
      'BR-CO-16: PayableAmount is 1250.50, and what it comes to less what is paid, rounded, come to 1250.00.',
    ],
    [
      'BR-CO-17',
      { vat: [{ taxable: '1000.00', tax: '251.00' }] },
      'BR-CO-17: TaxAmount of S at 25 % is 251.00, and the rate of 1000.00 is 250.00.',
    ],
    ['BR-S-08', { vat: [{ taxable: '1001.00', tax: '250.25' }] }],
    [
      'BR-E-08',
      { lines: [{ net: '10.00', category: 'E' }], vat: [{ category: 'E', rate: '0', taxable: '10.01', tax: '0.00' }] },
    ],
    ['BR-S-01', { lines: [{ net: '10.00' }], vat: [{ category: 'E', rate: '0', taxable: '0.00', tax: '0.00' }] }],
    ['BR-CO-18', { lines: [{ net: '0.00' }], vat: [] }],
    ['BR-16', { lines: [] }],
    ['BR-CL-04', { currency: 'XYZ' }],
    ['PEPPOL-EN16931-R120', { lines: [{ net: '1000.00', quantity: '3', price: '300.00' }] }],
  ]
  test.each(cases.map(([rule, told, message]) => ({ rule, told, message })))('$rule', ({ rule, told, message }) => {
    const broken = brokenRules(readUbl(ubl(told)).einvoice)
    expect(broken.map((one) => one.rule)).toContain(rule)
    if (message !== undefined) expect(broken.map((one) => one.message)).toContain(message)
  })

  test('EN 16931 alone does not ask that a line is quantity x price', () => {
    const told = {
      customization: 'urn:cen.eu:en16931:2017',
      lines: [{ net: '1000.00', quantity: '3', price: '300.00' }],
    }
    expect(brokenRules(readUbl(ubl(told)).einvoice)).toEqual([])
  })
})
