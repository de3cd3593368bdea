import { dataOf } from '../../src/templates/data.ts'

const [WIDTH, HEIGHT] = [16, 32]

/**
 * Reads a picture of letters: each lies in a cell of 16 x 32 dots, and looks as in the file of letters. An unknown one
 * is read as `?`.
 */
export function lettersOf(png: Buffer, inflate: (bytes: Buffer) => Buffer): string[] {
  const known = new Map(dataOf('glyph').map(({ code, rows }) => [rows!, String.fromCodePoint(Number(code))]))
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const start = png.indexOf('IDAT') + 4
  const dots = inflate(png.subarray(start, start + png.readUInt32BE(start - 8)))
  const bytes = width / 8
  return Array.from({ length: height / HEIGHT }, (_, line) =>
    Array.from({ length: width / WIDTH }, (_letter, at) => {
      const rows = Array.from({ length: HEIGHT / 2 }, (_row, row) => {
        const place = (line * HEIGHT + 2 * row) * (bytes + 1) + 1 + 2 * at
        const wide = 0xffff ^ dots.readUInt16BE(place)
        let bits = 0
        for (let bit = 0; bit < 8; bit += 1) if ((wide & (3 << (2 * bit))) !== 0) bits |= 1 << bit
        return bits.toString(16).padStart(2, '0')
      }).join('')
      return /^0+$/.test(rows) ? ' ' : (known.get(rows) ?? '?')
    }).join(''),
  )
}
