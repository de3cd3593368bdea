import { createHash } from 'node:crypto'
import { PDF } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shaped } from '../../src/sales/pdf/arabic.ts'
import { pdfOf } from '../../src/sales/pdf/invoice-pdf.ts'
import { Pages } from '../../src/sales/pdf/pages.ts'
import type { PrintedInvoice, PrintedLine } from '../../src/sales/printed-invoice.ts'

describe('letters of Arabic have the form of their place', () => {
  test.each([
    // Unicode's names: MEEM INITIAL, HAH MEDIAL, MEEM MEDIAL, DAL FINAL.
    ['محمد', '\uFEE3\uFEA4\uFEE4\uFEAA'],
    // DAL, ALEF, REH ISOLATED: none joins what follows.
    ['دار', '\uFEA9\uFE8D\uFEAD'],
    // SEEN INITIAL, LAM WITH ALEF FINAL, MEEM ISOLATED.
    ['سلام', '\uFEB3\uFEFC\uFEE1'],
    // LAM WITH ALEF ISOLATED, twice.
    ['لا لا', '\uFEFB \uFEFB'],
    // Marks above letters go: KAF INITIAL, TEH MEDIAL, BEH FINAL.
    ['كَتَبَ', '\uFEDB\uFE98\uFE90'],
    // HAMZA stands alone and parts: SHEEN INITIAL, YEH FINAL, HAMZA.
    ['شيء', '\uFEB7\uFEF2\uFE80'],
    // Persian: KEHEH INITIAL, TEH MEDIAL, ALEF FINAL, BEH ISOLATED; a non-joiner parts, HEH INITIAL, ALEF FINAL.
    ['کتاب\u200Cها', '\uFB90\uFE98\uFE8E\uFE8F\u200C\uFEEB\uFE8E'],
    // ALEF MAKSURA ends words only: AIN INITIAL, LAM MEDIAL, ALEF MAKSURA FINAL.
    ['على', '\uFECB\uFEE0\uFEF0'],
    // TATWEEL joins: BEH INITIAL, TATWEEL, BEH FINAL.
    ['بـب', '\uFE91\u0640\uFE90'],
    ['Acme 12 – שלום', 'Acme 12 – שלום'],
  ])('%s', (text, expected) => {
    expect(shaped(text)).toBe(expected)
  })

  test('and keep it when they are given it again', () => {
    const sign = fc.oneof(fc.integer({ min: 0x620, max: 0x6d3 }), fc.constantFrom(0x20, 0x61, 0x644, 0x627, 0x200c))
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 12 }), (codes) => {
        const text = String.fromCodePoint(...codes).normalize('NFC')
        const once = shaped(text)
        expect(shaped(once)).toBe(once)
        // What a form stands for is what was written, but for marks.
        const plain = text.replace(/\p{M}/gu, '').normalize('NFKC').replace(/\p{M}/gu, '')
        expect(once.normalize('NFKC').replace(/\p{M}/gu, '')).toBe(plain)
      }),
    )
  })
})

/** Of the service before it had fonts of its own (f4a95295). */
const LATIN = '1cc5448a9483eadff500988ba8ec168c76992a452c91e9b13fc72f0ec9c36ffd'

const line = (description: string): PrintedLine =>
  ({
    ...{ productNumber: 'P-1', description, quantity: '1', unit: 'stk.', price: '0.00', discount: null },
    ...{ net: '0.00', vat: '0.00', rate: '25', vatCode: 'U25' },
  }) as unknown as PrintedLine

/** An invoice that says texts. */
function invoice(texts: Partial<PrintedInvoice>, lines: readonly string[] = [], seller = {}): PrintedInvoice {
  const nobody = { name: 'Nordlys & Søn', address: 'Å 1', postalCode: '1260', city: 'København', country: 'DK' }
  return {
    ...{ invoiceNumber: 1, date: '2026-01-01', dueDate: '2026-01-09', currency: 'DKK', baseCurrency: 'DKK' },
    ...{ amount: '0.00', vatAmount: '0.00', isVatIncluded: false, term: 'Netto', termType: 1, creditedNumber: null },
    seller: { ...nobody, cvr: '12345678', phone: '12345678', ...seller },
    buyer: { ...nobody, name: 'Købmand Østergård', number: 1 },
    lines: lines.map(line),
    ...texts,
  } as unknown as PrintedInvoice
}

const printed = async (bytes: Uint8Array): Promise<string> => (await PDF.load(bytes)).getPages()[0]!.extractText().text
const fontsOf = (bytes: Uint8Array): string[] => [
  ...new Set(
    [
      ...Buffer.from(bytes)
        .toString('latin1')
        .matchAll(/\/BaseFont \/(\S+)/g),
    ].map(([, name]) => name!),
  ),
]
const reversed = (text: string): string => [...text].reverse().join('')

describe('an invoice', () => {
  test('of Latin-1 is, byte by byte, what it was before there were other fonts', async () => {
    const bytes = await pdfOf(invoice({ textLine1: 'Ærø – “§ 5 €” …', heading: 'Ordre' }, ['Stol', 'Ünïcødé']))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(LATIN)
    expect(fontsOf(bytes)).toEqual(['Helvetica-Bold', 'Helvetica'])
  })

  const texts = ['Zażółć gęślą jaźń', 'İstanbul’da ığdır', 'Ελληνικά', 'Москва', 'Čeština, ħ']
  test('prints Latin, Greek and Cyrillic letters that Helvetica lacks', async () => {
    const bytes = await pdfOf(invoice({}, texts))
    const text = await printed(bytes)
    for (const one of texts) expect(text).toContain(one)
    expect(fontsOf(bytes).filter((name) => !name.startsWith('Helvetica'))).toEqual([
      expect.stringMatching(/^[A-Z]{6}\+Arimo-Regular$/),
    ])
  })

  const ofRight = { heading: 'חברת אור', textLine1: 'شركة النور' }
  test('prints Hebrew and Arabic from the right', async () => {
    const text = await printed(await pdfOf(invoice(ofRight, [], { name: 'אור בע״מ' })))
    expect(text).toContain(reversed('חברת אור'))
    expect(text).toContain(reversed(shaped('شركة النور')))
    // Beside others in one line it has its own direction, and they have theirs.
    expect(text).toContain(`${reversed('אור בע״מ')}  ·  Å 1  ·  1260 København`)
  })

  test('has the same bytes each time, and is small', async () => {
    const twice = [await pdfOf(invoice(ofRight, texts)), await pdfOf(invoice(ofRight, texts))]
    expect(Buffer.from(twice[0]!).equals(Buffer.from(twice[1]!))).toBe(true)
    expect(twice[0]!.length).toBeLessThan(40_000)
    const other = await pdfOf(invoice(ofRight, [...texts, 'Љ']))
    expect(fontsOf(other).find((name) => name.endsWith('Arimo-Regular'))).not.toBe(
      fontsOf(twice[0]!).find((name) => name.endsWith('Arimo-Regular')),
    )
  })

  test('says of what no font has that it is there, and needs no font for that', async () => {
    const bytes = await pdfOf(invoice({ heading: '日本', textLine1: 'e\u0301 5 − 2 \u202Eab\u200F' }))
    expect(await printed(bytes)).toContain('??')
    expect(await printed(bytes)).toContain('é 5 - 2 ab')
    expect(fontsOf(bytes)).toEqual(['Helvetica-Bold', 'Helvetica'])
  })

  test('is named in its own letters', async () => {
    const document = await PDF.load(await pdfOf(invoice({}, [], { name: 'שלום בע״מ' })))
    expect(document.getAuthor()).toBe('שלום בע״מ')
  })
})

test('lines of a paragraph from the right are all from the right', () => {
  const [first, second] = new Pages(() => {}).wrapped('חברת אור Nordlys ApS 12 מודה', 60)
  expect([first!.codePointAt(0), second!.codePointAt(0)]).toEqual([0x200f, 0x200f])
  expect(new Pages(() => {}).wrapped('abc def', 10).join()).not.toMatch(/[\u200E\u200F]/)
})
