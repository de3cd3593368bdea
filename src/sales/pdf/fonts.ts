import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type EmbeddedFont, PDF, type PDFPage, PdfString, Standard14Font } from '@libpdf/core'
import { FROM_0X80 } from '../../windows-1252.ts'

/** The signs that the fonts of every reader have, and the byte of each (WinAnsiEncoding of ISO 32000-2, annex D). */
export const SIGNS: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 0xff - 0x1f }, (_, at) => at + 0x20).flatMap((byte): [string, number][] => {
    const sign = FROM_0X80[byte - 0x80] ?? String.fromCodePoint(byte)
    return /\p{Cc}|\u00a0|\u00ad/u.test(sign) ? [] : [[sign, byte]]
  }),
)

/** A font of a document. */
export interface Font {
  /**
   * In thousandths of the size; undefined for a sign that the font lacks. A text is as wide as the sum of its signs.
   */
  widthOf(sign: string): number | undefined
  /** What a page calls it. */
  nameOn(page: PDFPage): string
  /** A text of signs that it has, as a page shows it. */
  shown(text: string): PdfString
}

/** A font that every reader has. */
class ReadersFont implements Font {
  readonly #font: Standard14Font
  readonly #widths: ReadonlyMap<string, number>

  constructor(name: 'Helvetica' | 'Helvetica-Bold') {
    this.#font = Standard14Font.of(name)
    this.#widths = new Map([...SIGNS.keys()].map((sign) => [sign, this.#font.widthOfTextAtSize(sign, 1000)]))
  }

  widthOf(sign: string): number | undefined {
    return this.#widths.get(sign)
  }

  nameOn(page: PDFPage): string {
    return page.registerFont(this.#font.name)
  }

  shown(text: string): PdfString {
    return new PdfString(
      Uint8Array.from(text, (sign) => SIGNS.get(sign)!),
      'hex',
    )
  }
}

/** A font that comes with the document: of its signs, those that are shown. */
class OwnFont implements Font {
  readonly #document: PDF
  readonly #bytes: Uint8Array
  /** Of a document that nobody writes: to be asked for signs, without being in this one. */
  readonly #asked: EmbeddedFont
  #font: EmbeddedFont | undefined
  /** Of the signs asked for so far. */
  readonly #widths = new Map<string, number | undefined>()

  constructor(document: PDF, path: string) {
    this.#document = document
    this.#bytes = readFileSync(createRequire(import.meta.url).resolve(path))
    this.#asked = PDF.create().embedFont(this.#bytes)
  }

  widthOf(sign: string): number | undefined {
    if (!this.#widths.has(sign)) {
      this.#widths.set(sign, this.#asked.canEncode(sign) ? this.#asked.getWidth(sign.codePointAt(0)!) : undefined)
    }
    return this.#widths.get(sign)
  }

  nameOn(page: PDFPage): string {
    return page.registerFont((this.#font ??= this.#document.embedFont(this.#bytes)))
  }

  shown(text: string): PdfString {
    const glyphs = this.#font!.encodeTextToGids(text)
    return new PdfString(Uint8Array.from(glyphs.flatMap((glyph) => [glyph >> 8, glyph & 0xff])), 'hex')
  }

  /** Replaces, in place, the random mark that the library gives a font of few signs by one that follows from them. */
  mark(file: Buffer): void {
    const tag = this.#font?.subsetTag
    if (!tag) return
    const signs = [...this.#font!.getGidToCodePointMap().keys()].sort((left, right) => left - right)
    const hash = createHash('sha256').update(signs.join()).digest()
    const own = String.fromCharCode(...hash.subarray(0, tag.length).map((byte) => 0x41 + (byte % 26)))
    for (let at = file.indexOf(`/${tag}+`); at >= 0; at = file.indexOf(`/${tag}+`, at))
      file.write(own, at + 1, 'latin1')
  }
}

const READERS = { plain: new ReadersFont('Helvetica'), bold: new ReadersFont('Helvetica-Bold') }

/**
 * Fonts for what Helvetica lacks, in the order they are asked: one as wide as it (Latin, Greek, Cyrillic, Hebrew), and
 * one of Arabic script.
 */
const OWN = {
  plain: [
    '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf',
    '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  ],
  bold: [
    '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf',
    '@expo-google-fonts/noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf',
  ],
}

/** The fonts of a document, which are read with the first sign that needs them. */
export class Fonts {
  readonly #document: PDF
  readonly #own: Partial<Record<keyof typeof OWN, OwnFont[]>> = {}

  constructor(document: PDF) {
    this.#document = document
  }

  /** Helvetica: all that a text of `SIGNS` needs. */
  readers(bold: boolean): Font {
    return bold ? READERS.bold : READERS.plain
  }

  /** The font that a sign of a text is printed in that not only has `SIGNS`; undefined where none has it. */
  own(sign: string, bold: boolean): Font | undefined {
    const weight = bold ? 'bold' : 'plain'
    const fonts = (this.#own[weight] ??= OWN[weight].map((path) => new OwnFont(this.#document, path)))
    return fonts.find((font) => font.widthOf(sign) !== undefined)
  }

  /**
   * In thousandths of the size, whatever font it is printed in: those of the same signs are as wide. Nothing is as wide
   * as a sign that is not shown.
   */
  widthOf(sign: string, bold: boolean): number {
    return this.readers(bold).widthOf(sign) ?? this.own(sign, bold)?.widthOf(sign) ?? 0
  }

  /** The file, with the same bytes each time. */
  marked(file: Uint8Array): Uint8Array {
    const bytes = Buffer.from(file.buffer, file.byteOffset, file.length)
    for (const fonts of Object.values(this.#own)) for (const font of fonts) font.mark(bytes)
    return file
  }
}
