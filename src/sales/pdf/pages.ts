import { ops, PDF, type PDFPage, PdfString, Standard14Font } from '@libpdf/core'
import { withKnownIdentifier } from '../../documents/identifier.ts'

/** A4 in points, and the margins of every page. */
export const PAGE = { width: 595.28, height: 841.89, left: 50, right: 545, top: 792, bottom: 96 }
const INK = [0.13, 0.15, 0.19] as const
const GREY = [0.42, 0.45, 0.5] as const
const PALE = [0.945, 0.95, 0.96] as const
const MARK = [0.9, 0.9, 0.92] as const
const RULE = [0.82, 0.84, 0.87] as const

/** The style of a text; left-aligned, or right-aligned when `right` is set. */
export interface Style {
  size?: number
  bold?: boolean
  grey?: boolean
  right?: boolean
}

/** The characters from 0x80 (WinAnsiEncoding of ISO 32000-2, annex D), because TextDecoder of Node 20.18.3 and later treats it as Latin-1. */
const FROM_0X80 = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'

/** The signs that the fonts have, and the byte of each. */
const SIGNS: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 0xff - 0x1f }, (_, at) => at + 0x20).flatMap((byte): [string, number][] => {
    const sign = FROM_0X80[byte - 0x80] ?? String.fromCodePoint(byte)
    return /\p{Cc}|\u00a0|\u00ad/u.test(sign) ? [] : [[sign, byte]]
  }),
)

/** A font, and the width of each sign in thousandths of the size. A text is as wide as the sum of its signs. */
interface Font {
  font: Standard14Font
  widths: ReadonlyMap<string, number>
}

const FONTS = { plain: fontOf('Helvetica'), bold: fontOf('Helvetica-Bold') }

function fontOf(name: 'Helvetica' | 'Helvetica-Bold'): Font {
  const font = Standard14Font.of(name)
  return { font, widths: new Map([...SIGNS.keys()].map((sign) => [sign, font.widthOfTextAtSize(sign, 1000)])) }
}

/** In thousandths of the size. */
function widthOf(text: string, { widths }: Font): number {
  let width = 0
  for (const sign of text) width += widths.get(sign)!
  return width
}

type Operator = ReturnType<typeof ops.beginText>

/** A page, and its drawing. One call draws it all, because the library makes a stream of each call. */
interface Drawn {
  page: PDFPage
  drawing: Operator[]
}

/** Pages that are written from the top down; `y` is the base line of what comes next. */
export class Pages {
  y = PAGE.top
  readonly #document = PDF.create()
  readonly #all: Drawn[] = []
  #current = this.#add()
  readonly #onNew: (pages: Pages) => void

  /** @param onNew writes the top of every page except the first. */
  constructor(onNew: (pages: Pages) => void) {
    this.#onNew = onNew
  }

  #add(): Drawn {
    const drawn = { page: this.#document.addPage({ width: PAGE.width, height: PAGE.height }), drawing: [] }
    this.#all.push(drawn)
    return drawn
  }

  /** Begins another page when less than `height` is left on this one. */
  need(height: number): void {
    if (this.y - height >= PAGE.bottom) return
    this.#current = this.#add()
    this.y = PAGE.top
    this.#onNew(this)
  }

  /** Writes a text on the base line; `y` does not change. */
  text(x: number, text: string, { size = 9, bold = false, grey = false, right = false }: Style = {}): void {
    const font = bold ? FONTS.bold : FONTS.plain
    const known = this.known(text)
    if (known === '') return
    const at = right ? x - (widthOf(known, font) * size) / 1000 : x
    const { page, drawing } = this.#current
    drawing.push(
      grey ? ops.setNonStrokingRGB(...GREY) : ops.setNonStrokingRGB(...INK),
      ops.beginText(),
      ops.setFont(`/${page.registerFont(font.font.name)}`, size),
      ops.setTextMatrix(1, 0, 0, 1, rounded(at), rounded(this.y)),
      ops.showText(
        new PdfString(
          Uint8Array.from(known, (sign) => SIGNS.get(sign)!),
          'hex',
        ),
      ),
      ops.endText(),
    )
  }

  /** Wraps a text into lines of a width; breaks words that are too long for a line. */
  wrapped(text: string, width: number, { size = 9, bold = false }: Style = {}): string[] {
    const font = bold ? FONTS.bold : FONTS.plain
    const room = (width * 1000) / size
    const space = widthOf(' ', font)
    return this.known(text, true)
      .split('\n')
      .flatMap((paragraph) => {
        const lines: string[] = []
        let line = ''
        let taken = 0
        for (const word of paragraph.split(' ').flatMap((one) => pieces(one, font, room))) {
          const needed = widthOf(word, font)
          const longer = line === '' ? needed : taken + space + needed
          if (line === '' || longer <= room) {
            line = line === '' ? word : `${line} ${word}`
            taken = longer
          } else {
            lines.push(line)
            line = word
            taken = needed
          }
        }
        return [...lines, line]
      })
  }

  /** A line across the page, `above` points above the base line. */
  rule(above = 0, from = PAGE.left): void {
    const y = rounded(this.y + above)
    this.#current.drawing.push(
      ops.setLineWidth(0.6),
      ops.setStrokingRGB(...RULE),
      ops.moveTo(from, y),
      ops.lineTo(PAGE.right, y),
      ops.stroke(),
    )
  }

  /** A pale band behind the base line. */
  band(height: number, below: number): void {
    const width = PAGE.right - PAGE.left
    this.#current.drawing.push(
      ops.setNonStrokingRGB(...PALE),
      ops.rectangle(PAGE.left, rounded(this.y - below), width, height),
      ops.fill(),
    )
  }

  /** Writes a pale word across every page, below all else; for when all pages exist. */
  mark(word: string): void {
    const size = 120
    const half = (widthOf(word, FONTS.bold) * size) / 2000
    const turn = Math.SQRT1_2
    for (const { page, drawing } of this.#all) {
      drawing.unshift(
        ops.setNonStrokingRGB(...MARK),
        ops.beginText(),
        ops.setFont(`/${page.registerFont(FONTS.bold.font.name)}`, size),
        ops.setTextMatrix(
          turn,
          turn,
          -turn,
          turn,
          rounded(PAGE.width / 2 - half * turn),
          rounded(PAGE.height / 2 - half * turn),
        ),
        ops.showText(
          new PdfString(
            Uint8Array.from(word, (sign) => SIGNS.get(sign)!),
            'hex',
          ),
        ),
        ops.endText(),
      )
    }
  }

  /** Writes on every page; for when all pages exist. */
  onEvery(write: (page: number, pages: number) => void): void {
    this.#all.forEach((drawn, at) => {
      this.#current = drawn
      write(at + 1, this.#all.length)
    })
  }

  /** The finished file: the same bytes for the same contents. */
  async finish(title: string, author: string, day: string): Promise<Uint8Array> {
    for (const { page, drawing } of this.#all) {
      page.drawOperators(drawing)
      // Other work may run between two pages of a long invoice.
      await new Promise((resolve) => setImmediate(resolve))
    }
    const made = new Date(`${day}T00:00:00Z`)
    this.#document.setTitle(this.known(title), { showInWindowTitleBar: true })
    this.#document.setAuthor(this.known(author))
    this.#document.setProducer('Daybook')
    this.#document.setCreator('Daybook')
    this.#document.setCreationDate(made)
    this.#document.setModificationDate(made)
    return withKnownIdentifier(await this.#document.save())
  }

  /** Replaces characters that the font lacks: without their accents, or by a question mark. */
  private known(text: string, withLines = false): string {
    const has = (sign: string): boolean => SIGNS.has(sign) || (withLines && sign === '\n')
    const plain = text.replace(/\s/g, (space) => (space === '\n' && withLines ? '\n' : ' '))
    return [...plain].map((sign) => (has(sign) ? sign : bare(sign, has))).join('')
  }
}

/** A position in points, rounded to thousandths: smaller differences are invisible. */
const rounded = (points: number): number => Math.round(points * 1000) / 1000

/** Letters that do not decompose into a letter and its accent. */
const OTHER_LETTERS: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', ı: 'i', '−': '-' }

function bare(sign: string, has: (sign: string) => boolean): string {
  const letter = OTHER_LETTERS[sign] ?? sign.normalize('NFKD').replace(/\p{M}/gu, '')
  if (letter === '') return ''
  return [...letter].every(has) ? letter : /\p{Cc}|\p{Cf}/u.test(sign) ? '' : '?'
}

/** Splits a word into pieces that each fit the room, in thousandths of the size. */
function pieces(word: string, font: Font, room: number): string[] {
  const parts: string[] = []
  let part = ''
  let taken = 0
  for (const sign of word) {
    const needed = widthOf(sign, font)
    if (part !== '' && taken + needed > room) {
      parts.push(part)
      part = ''
      taken = 0
    }
    part += sign
    taken += needed
  }
  return [...parts, part]
}
