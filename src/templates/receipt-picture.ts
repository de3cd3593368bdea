import { crc32, deflateSync } from 'node:zlib'
import { dataOf } from './data.ts'
import { danish, danishDay, type Receipt } from './receipt.ts'

/**
 * Letters are 8 x 16 pixels, each drawn as a square of 2 x 2 dots. They are those of DejaVu Sans Mono, which may be
 * used freely.
 */
const [LETTER_ROWS, DOTS] = [16, 2]
/** Letters in a line, with one more at either side. */
const WIDTH = 34

/** Rows of bits of each letter. */
const glyphs = (): Map<string, Buffer> =>
  new Map(dataOf('glyph').map(({ code, rows }) => [String.fromCodePoint(Number(code)), Buffer.from(rows!, 'hex')]))

/** A till's receipt as a picture (PNG): the shop, what was bought, tax and total. */
export function tillReceipt({ seller, lines, tax, total, taxed, currency, date, invoice }: Receipt): Buffer {
  const centred = (text: string): string => `${' '.repeat(Math.max(0, Math.floor((WIDTH - text.length) / 2)))}${text}`
  const pair = (left: string, right: string): string =>
    `${left.slice(0, WIDTH - right.length - 1).padEnd(WIDTH - right.length)}${right}`
  const rule = '-'.repeat(WIDTH)
  return picture([
    '',
    centred(seller.name!.toUpperCase().slice(0, WIDTH)),
    centred(seller.address!),
    centred(`${seller.postal_code} ${seller.city}`),
    centred(
      `${seller.country === 'DK' ? 'CVR' : 'VAT'} ${seller.corporate_identification_number ?? seller.vat_number ?? ''}`,
    ),
    '',
    pair(danishDay(date), `Bon ${invoice}`),
    rule,
    ...lines.flatMap(({ item, quantity, price, amount }) =>
      quantity === 1n ? [pair(item, danish(amount))] : [item, pair(`  ${quantity} x ${danish(price)}`, danish(amount))],
    ),
    rule,
    pair(taxed, danish(tax)),
    pair(`I ALT ${currency}`, danish(total)),
    rule,
    pair('Faktura, betales senere', danish(total)),
    '',
    centred('Tak for besøget'),
    '',
  ])
}

/** Text as a picture of black on white. */
function picture(text: readonly string[]): Buffer {
  const letters = glyphs()
  const bytes = (WIDTH + 2) * DOTS
  const rows: Buffer[] = []
  for (const line of text) {
    for (let row = 0; row < LETTER_ROWS; row += 1) {
      const dots = Buffer.alloc(1 + bytes, 0xff).fill(0, 0, 1)
      for (const [at, letter] of [...line].entries()) {
        const bits = letters.get(letter)?.[row] ?? 0
        if (bits !== 0) dots.writeUInt16BE(0xffff ^ doubled(bits), 1 + (at + 1) * DOTS)
      }
      for (let copy = 0; copy < DOTS; copy += 1) rows.push(dots)
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(bytes * 8)
  header.writeUInt32BE(rows.length, 4)
  header.writeUInt8(1, 8)
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

/** Eight bits as sixteen, each twice. */
function doubled(bits: number): number {
  let wide = 0
  for (let bit = 0; bit < 8; bit += 1) if ((bits & (1 << bit)) !== 0) wide |= 3 << (2 * bit)
  return wide
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
