import { setImmediate as turn } from 'node:timers/promises'
import { PDFPage, Standard14Font } from '@libpdf/core'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { pdfOf } from '../../src/sales/pdf/invoice-pdf.ts'
import { Pages } from '../../src/sales/pdf/pages.ts'
import type { PrintedInvoice } from '../../src/sales/printed-invoice.ts'

const SIZE = 10
const WIDTH = 120

const wrap = (text: string): string[] => new Pages(() => {}).wrapped(text, WIDTH, { size: SIZE })

test('a line takes as many words as fit, by the widths that the library measures', () => {
  const font = Standard14Font.of('Helvetica')
  const fits = (line: string): boolean => font.widthOfTextAtSize(line, SIZE) <= WIDTH
  const sign = fc.constantFrom(...'aiWøÅ€.-1 \n')
  fc.assert(
    fc.property(fc.string({ unit: sign, maxLength: 200 }), (text) => {
      const lines = wrap(text)
      expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(/[ \n]/g, ''))
      for (const line of lines) expect(fits(line)).toBe(true)
    }),
  )
  const words = Array.from({ length: 300 }, (_, at) => 'Wi'.repeat((at * 7) % 5) + at)
  const lines = wrap(words.join(' '))
  expect(lines.join(' ')).toBe(words.join(' '))
  for (const [at, line] of lines.slice(1).entries()) {
    expect(fits(`${lines[at]} ${line.split(' ')[0]}`)).toBe(false)
  }
})

test('a word of 40,000 signs is not measured again with each of them', () => {
  const measured = vi.spyOn(Standard14Font.prototype, 'widthOfTextAtSize')
  try {
    const word = 'x'.repeat(40_000)
    expect(wrap(word).join('')).toBe(word)
    const signs = measured.mock.calls.reduce((sum, [text]) => sum + text.length, 0)
    expect(signs).toBeLessThan(2 * word.length)
  } finally {
    measured.mockRestore()
  }
})

test('others have their turn while an invoice of 20,000 lines is drawn', async () => {
  const drawn = vi.spyOn(PDFPage.prototype, 'registerFont')
  try {
    let isDone = false
    const made = pdfOf(saying('x\n'.repeat(20_000))).then(() => (isDone = true))
    await turn()
    const beforeATurn = drawn.mock.calls.length
    await made
    expect(isDone).toBe(true)
    expect(beforeATurn).toBeGreaterThan(0)
    expect(beforeATurn).toBeLessThan(20_000)
  } finally {
    drawn.mockRestore()
  }
})

/** An invoice without lines that says a text. */
function saying(textLine1: string): PrintedInvoice {
  const nobody = { name: 'N', address: null, postalCode: null, city: null, country: 'DK' }
  return {
    invoiceNumber: 1,
    date: '2026-01-01',
    dueDate: null,
    currency: 'DKK',
    baseCurrency: 'DKK',
    amount: '0.00',
    vatAmount: '0.00',
    vatInBase: '0.00',
    isVatIncluded: false,
    term: 'Netto',
    termType: 1,
    textLine1,
    seller: nobody,
    buyer: { ...nobody, number: 1 },
    lines: [],
    creditedNumber: null,
  } as unknown as PrintedInvoice
}
