import { danish, danishDay, type Receipt } from './receipt.ts'

/** Hundredths of the size of a letter, of the characters that numbers are made of (Helvetica). */
const WIDTHS: Readonly<Record<string, number>> = { '.': 28, ',': 28, '-': 33, ' ': 28 }
const DIGIT = 56
const [LEFT, RIGHT, TOP] = [56, 539, 786]

/** What is drawn on a page, in points from its lower left corner. */
class Page {
  readonly #drawn: string[] = []

  text(x: number, y: number, text: string, size = 10, font: 'F1' | 'F2' = 'F1'): void {
    const escaped = text.replace(/[\\()]/g, '\\$&')
    this.#drawn.push(`BT /${font} ${size} Tf ${x} ${y} Td (${escaped}) Tj ET`)
  }

  /** A number that ends at `x`. */
  number(x: number, y: number, text: string, size = 10, font: 'F1' | 'F2' = 'F1'): void {
    const width = [...text].reduce((sum, character) => sum + (WIDTHS[character] ?? DIGIT), 0)
    this.text(Math.round((x - (width * size) / 100) * 100) / 100, y, text, size, font)
  }

  line(y: number, width = 0.6, from = LEFT): void {
    this.#drawn.push(`${width} w ${from} ${y} m ${RIGHT} ${y} l S`)
  }

  /** The whole file. Its letters are those of Windows-1252, so Danish ones are themselves. */
  file(): Buffer {
    const content = this.#drawn.join('\n')
    const font = (name: string): string =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
    const objects = [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      font('Helvetica'),
      font('Helvetica-Bold'),
    ]
    let file = '%PDF-1.4\n'
    const places = objects.map((object, at) => {
      const place = file.length
      file += `${at + 1} 0 obj\n${object}\nendobj\n`
      return `${String(place).padStart(10, '0')} 00000 n \n`
    })
    const size = objects.length + 1
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>`
    return Buffer.from(`${file}${table}\nstartxref\n${file.length}\n%%EOF\n`, 'latin1')
  }
}

/** A supplier's invoice as a PDF of one page: who sells to whom, lines, tax, total, and where to pay. */
export function invoicePdf(receipt: Receipt): Buffer {
  const page = new Page()
  const y = lines(page, receipt, heads(page, receipt))
  totals(page, receipt, y)
  return page.file()
}

function heads(page: Page, { seller, buyer, invoice, date, dueDate, currency }: Receipt): number {
  page.text(LEFT, TOP, seller.name!, 18, 'F2')
  const id = seller.vat_number === null ? '' : `${seller.country === 'DK' ? 'CVR' : 'VAT'} ${seller.vat_number}`
  for (const [at, said] of [
    seller.address!,
    `${seller.postal_code} ${seller.city}`,
    `${seller.phone}  ${seller.email}`,
    id,
  ].entries())
    page.text(LEFT, TOP - 20 - 13 * at, said, 9)
  page.text(400, TOP - 80, 'FAKTURA', 16, 'F2')
  for (const [at, said] of [buyer.name!, buyer.address!, `${buyer.postal_code} ${buyer.city}`].entries())
    page.text(LEFT, TOP - 110 - 14 * at, said, 11)
  const facts = [
    ['Fakturanr.', invoice],
    ['Fakturadato', danishDay(date)],
    ['Forfaldsdato', danishDay(dueDate)],
    ['Valuta', currency],
  ] as const
  for (const [at, [name, value]] of facts.entries()) {
    page.text(400, TOP - 102 - 14 * at, name, 9)
    page.text(480, TOP - 102 - 14 * at, value, 9)
  }
  return TOP - 190
}

function lines(page: Page, receipt: Receipt, top: number): number {
  page.text(LEFT, top, 'Beskrivelse', 9, 'F2')
  for (const [x, head] of [
    [330, 'Antal'],
    [390, 'Enhedspris'],
    [503, 'Beløb'],
  ] as const)
    page.text(x, top, head, 9, 'F2')
  page.line(top - 6)
  let y = top
  for (const { item, quantity, price, amount } of receipt.lines) {
    y -= 22
    page.text(LEFT, y, item)
    page.number(355, y, String(quantity))
    page.number(440, y, danish(price))
    page.number(RIGHT, y, danish(amount))
  }
  return y - 14
}

function totals(page: Page, { seller, invoice, net, tax, total, taxed, currency }: Receipt, top: number): void {
  page.line(top)
  page.text(330, top - 18, 'Subtotal')
  page.number(RIGHT, top - 18, danish(net))
  page.text(330, top - 36, taxed)
  page.number(RIGHT, top - 36, danish(tax))
  page.line(top - 44, 0.6, 330)
  page.text(330, top - 62, `I alt ${currency}`, 12, 'F2')
  page.number(RIGHT, top - 62, danish(total), 12, 'F2')
  page.line(top - 70, 1.4, 330)
  page.text(LEFT, 110, 'Betales til konto', 9, 'F2')
  page.text(LEFT, 96, `${seller.bank_account}, mærket ${invoice}`, 9)
  page.text(LEFT, 74, 'Tak for handlen', 9)
}
