import { ops, PDF, type PDFPage } from '@libpdf/core'
import { withKnownIdentifier } from '../../documents/identifier.ts'
import { Fonts, SIGNS } from './fonts.ts'
import { directionOf, Lettering, type Run } from './lettering.ts'

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
  readonly #fonts = new Fonts(this.#document)
  readonly #lettering = new Lettering(this.#fonts)
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
    const known = this.#lettering.known(text)
    if (known === '') return
    const runs = this.#lettering.runs(known, bold)
    const widths = runs.map((run) => (widthOf(run) * size) / 1000)
    let at = right ? x - widths.reduce((sum, width) => sum + width, 0) : x
    const { page, drawing } = this.#current
    for (const [index, { font, text: signs }] of runs.entries()) {
      drawing.push(
        grey ? ops.setNonStrokingRGB(...GREY) : ops.setNonStrokingRGB(...INK),
        ops.beginText(),
        ops.setFont(`/${font.nameOn(page)}`, size),
        ops.setTextMatrix(1, 0, 0, 1, rounded(at), rounded(this.y)),
        ops.showText(font.shown(signs)),
        ops.endText(),
      )
      at += widths[index]!
    }
  }

  /** Wraps a text into lines of a width; breaks words that are too long for a line. */
  wrapped(text: string, width: number, { size = 9, bold = false }: Style = {}): string[] {
    const room = (width * 1000) / size
    const widthOfText = (part: string): number => this.#lettering.widthOf(part, bold)
    const space = widthOfText(' ')
    return this.#lettering
      .known(text, true)
      .split('\n')
      .flatMap((paragraph) => {
        const lines: string[] = []
        let line = ''
        let taken = 0
        for (const word of paragraph.split(' ').flatMap((one) => pieces(one, widthOfText, room))) {
          const needed = widthOfText(word)
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
        const direction = directionOf(paragraph)
        return [...lines, line].map((one) => direction + one)
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
    const font = this.#fonts.readers(true)
    const half = (widthOf({ font, text: word }) * size) / 2000
    const turn = Math.SQRT1_2
    for (const { page, drawing } of this.#all) {
      drawing.unshift(
        ops.setNonStrokingRGB(...MARK),
        ops.beginText(),
        ops.setFont(`/${font.nameOn(page)}`, size),
        ops.setTextMatrix(
          turn,
          turn,
          -turn,
          turn,
          rounded(PAGE.width / 2 - half * turn),
          rounded(PAGE.height / 2 - half * turn),
        ),
        ops.showText(font.shown(word)),
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
    this.#document.setTitle(this.#named(title), { showInWindowTitleBar: true })
    this.#document.setAuthor(this.#named(author))
    this.#document.setProducer('Daybook')
    this.#document.setCreator('Daybook')
    this.#document.setCreationDate(made)
    this.#document.setModificationDate(made)
    return withKnownIdentifier(this.#fonts.marked(await this.#document.save({ subsetFonts: true })))
  }

  /** A name for the file's own facts, which need no font: as it is printed where that is as it is written. */
  #named(text: string): string {
    const known = this.#lettering.known(text)
    return [...known].every((sign) => SIGNS.has(sign)) ? known : text.normalize('NFC').replace(/[\p{Cc}\p{Cf}]/gu, '')
  }
}

/** A position in points, rounded to thousandths: smaller differences are invisible. */
const rounded = (points: number): number => Math.round(points * 1000) / 1000

/** Of a run, in thousandths of the size. */
function widthOf({ font, text }: Run): number {
  let width = 0
  for (const sign of text) width += font.widthOf(sign) ?? 0
  return width
}

/** Splits a word into pieces that each fit the room, in thousandths of the size. */
function pieces(word: string, widthOfSign: (sign: string) => number, room: number): string[] {
  const parts: string[] = []
  let part = ''
  let taken = 0
  for (const sign of word) {
    const needed = widthOfSign(sign)
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
