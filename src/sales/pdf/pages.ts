import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'

/** A4 in points, and the margins of every page. */
export const PAGE = { width: 595.28, height: 841.89, left: 50, right: 545, top: 792, bottom: 96 }
const INK = rgb(0.13, 0.15, 0.19)
const GREY = rgb(0.42, 0.45, 0.5)
const PALE = rgb(0.945, 0.95, 0.96)
const RULE = rgb(0.82, 0.84, 0.87)

/** How a text stands: at its left end, or right-aligned where `right` is set. */
export interface Style {
  size?: number
  bold?: boolean
  grey?: boolean
  right?: boolean
}

interface Fonts {
  plain: PDFFont
  bold: PDFFont
}

/** Pages that are written from the top down; `y` is the base line of what comes next. */
export class Pages {
  y = PAGE.top
  readonly #document: PDFDocument
  readonly #fonts: Fonts
  readonly #printable: ReadonlySet<number>
  #page!: PDFPage
  readonly #onNew: (pages: Pages) => void

  private constructor(document: PDFDocument, fonts: Fonts, onNew: (pages: Pages) => void) {
    this.#document = document
    this.#fonts = fonts
    this.#printable = new Set(fonts.plain.getCharacterSet())
    this.#onNew = onNew
    this.#page = document.addPage([PAGE.width, PAGE.height])
  }

  /** @param onNew writes what every page but the first begins with. */
  static async begin(onNew: (pages: Pages) => void): Promise<Pages> {
    const document = await PDFDocument.create()
    const plain = await document.embedFont(StandardFonts.Helvetica)
    const bold = await document.embedFont(StandardFonts.HelveticaBold)
    return new Pages(document, { plain, bold }, onNew)
  }

  /** Begins another page where less than `height` is left on this one. */
  need(height: number): void {
    if (this.y - height >= PAGE.bottom) return
    this.#page = this.#document.addPage([PAGE.width, PAGE.height])
    this.y = PAGE.top
    this.#onNew(this)
  }

  /** Writes a text on the base line, which stays. */
  text(x: number, text: string, { size = 9, bold = false, grey = false, right = false }: Style = {}): void {
    const font = bold ? this.#fonts.bold : this.#fonts.plain
    const known = this.known(text)
    const at = right ? x - font.widthOfTextAtSize(known, size) : x
    this.#page.drawText(known, { x: at, y: this.y, size, font, color: grey ? GREY : INK })
  }

  /** The lines that a text takes in a width; a word that is too long for one is broken. */
  wrapped(text: string, width: number, { size = 9, bold = false }: Style = {}): string[] {
    const font = bold ? this.#fonts.bold : this.#fonts.plain
    const fits = (line: string): boolean => font.widthOfTextAtSize(line, size) <= width
    return this.known(text, true)
      .split('\n')
      .flatMap((paragraph) => {
        const lines: string[] = []
        let line = ''
        for (const word of paragraph.split(' ').flatMap((one) => pieces(one, fits))) {
          const longer = line === '' ? word : `${line} ${word}`
          if (fits(longer)) line = longer
          else {
            lines.push(line)
            line = word
          }
        }
        return [...lines, line]
      })
  }

  /** A line across, above the base line by `above`. */
  rule(above = 0, from = PAGE.left): void {
    const [start, end] = [from, PAGE.right].map((x) => ({ x, y: this.y + above })) as [Point, Point]
    this.#page.drawLine({ start, end, thickness: 0.6, color: RULE })
  }

  /** A pale band behind the base line. */
  band(height: number, below: number): void {
    const width = PAGE.right - PAGE.left
    this.#page.drawRectangle({ x: PAGE.left, y: this.y - below, width, height, color: PALE })
  }

  /** Writes on every page, once all are there. */
  onEvery(write: (page: number, pages: number) => void): void {
    const all = this.#document.getPages()
    all.forEach((page, at) => {
      this.#page = page
      write(at + 1, all.length)
    })
  }

  /** The finished file: the same bytes for the same contents. */
  async finish(title: string, author: string, day: string): Promise<Buffer> {
    const made = new Date(`${day}T00:00:00Z`)
    this.#document.setTitle(this.known(title), { showInWindowTitleBar: true })
    this.#document.setAuthor(this.known(author))
    this.#document.setProducer('Daybook')
    this.#document.setCreator('Daybook')
    this.#document.setCreationDate(made)
    this.#document.setModificationDate(made)
    return Buffer.from(await this.#document.save({ objectsPerTick: 50 }))
  }

  /** What the font has no sign for is written without its accents, or as a question mark. */
  private known(text: string, withLines = false): string {
    const has = (sign: string): boolean => this.#printable.has(sign.codePointAt(0)!) || (withLines && sign === '\n')
    const plain = text.replace(/\s/g, (space) => (space === '\n' && withLines ? '\n' : ' '))
    return [...plain].map((sign) => (has(sign) ? sign : bare(sign, has))).join('')
  }
}

type Point = { x: number; y: number }

/** Letters that do not come apart into a letter and its accent. */
const OTHER_LETTERS: Readonly<Record<string, string>> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', ı: 'i', '−': '-' }

function bare(sign: string, has: (sign: string) => boolean): string {
  const letter = OTHER_LETTERS[sign] ?? sign.normalize('NFKD').replace(/\p{M}/gu, '')
  if (letter === '') return ''
  return [...letter].every(has) ? letter : /\p{Cc}|\p{Cf}/u.test(sign) ? '' : '?'
}

/** A word in pieces of which each fits. */
function pieces(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return [word]
  const parts: string[] = []
  let part = ''
  for (const sign of word) {
    if (part !== '' && !fits(part + sign)) {
      parts.push(part)
      part = ''
    }
    part += sign
  }
  return [...parts, part]
}
