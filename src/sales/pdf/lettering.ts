import bidiJs, { type Bidi } from 'bidi-js'
import { shaped } from './arabic.ts'
import { type Font, type Fonts, SIGNS } from './fonts.ts'

/** Its types take the program for a module of ECMAScript, which it is not. */
const bidi = (bidiJs as unknown as () => Bidi)()

/** Scripts that are written from right to left: Hebrew, Arabic and their presentation forms. */
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/**
 * Controls that say in which order texts stand, and end with what they are in. Others would reach beyond it: they are
 * dropped.
 */
const ORDERS = /[\u200E\u200F\u2066-\u2069]/
const ALL_ORDERS = new RegExp(ORDERS, 'g')
const [LEFT_TO_RIGHT, RIGHT_TO_LEFT, FIRST_STRONG, POP] = ['\u200E', '\u200F', '\u2068', '\u2069']

/** A piece of a text as it stands on the page, from the left. */
export interface Run {
  font: Font
  text: string
}

/** How texts become signs of fonts, in the order in which they stand on the page. */
export class Lettering {
  readonly #fonts: Fonts

  constructor(fonts: Fonts) {
    this.#fonts = fonts
  }

  /**
   * A text of signs that can be printed, in the order in which it is read. Characters that no font has lose their
   * accents, or become question marks. Of a text that has been through here it changes nothing.
   */
  known(text: string, withLines = false): string {
    const plain = text.replace(/\s/g, (space) => (space === '\n' && withLines ? '\n' : ' '))
    const isPrinted = (sign: string): boolean => SIGNS.has(sign) || (withLines && sign === '\n')
    const signs = [...plain]
    if (signs.every(isPrinted)) return plain
    const all = [...shaped(plain.normalize('NFC'))]
      .map((sign) => (isPrinted(sign) ? sign : this.#printed(sign)))
      .join('')
    return FROM_RIGHT.test(all) ? all : all.replace(ALL_ORDERS, '')
  }

  /** In thousandths of the size. */
  widthOf(text: string, bold: boolean): number {
    let width = 0
    for (const sign of text) width += this.#fonts.widthOf(sign, bold)
    return width
  }

  /** A line that is known, as it is printed. */
  runs(line: string, bold: boolean): Run[] {
    const isPlain = [...line].every((sign) => SIGNS.has(sign))
    if (isPlain) return [{ font: this.#fonts.readers(bold), text: line }]
    const runs: Run[] = []
    for (const sign of inOrder(line)) {
      const font = this.#fonts.own(sign, bold) ?? this.#fonts.readers(bold)
      const last = runs.at(-1)
      if (last?.font === font) last.text += sign
      else runs.push({ font, text: sign })
    }
    return runs
  }

  #printed(sign: string): string {
    if (ORDERS.test(sign)) return sign
    const other = OTHER_SIGNS[sign]
    if (other !== undefined) return other
    if (this.#has(sign)) return sign
    const letter = sign.normalize('NFKD').replace(/\p{M}/gu, '')
    if (letter !== '' && [...letter].every((one) => SIGNS.has(one) || this.#has(one))) return letter
    return /[\p{Cc}\p{Cf}\p{M}]/u.test(sign) ? '' : '?'
  }

  #has(sign: string): boolean {
    return !/[\p{Cc}\p{Cf}\p{M}]/u.test(sign) && this.#fonts.own(sign, false) !== undefined
  }
}

/** Signs that are printed as others. */
const OTHER_SIGNS: Readonly<Record<string, string>> = { '−': '-' }

/** The signs of a line from the left to the right (Unicode 16, annex 9), without the controls that say so. */
function inOrder(line: string): string {
  if (!FROM_RIGHT.test(line)) return line
  return bidi.getReorderedString(line, bidi.getEmbeddingLevels(line)).replace(ALL_ORDERS, '')
}

/**
 * What stands before each line of a paragraph, so that it has the paragraph's direction. Empty where there is one
 * direction only.
 */
export function directionOf(paragraph: string): string {
  if (!FROM_RIGHT.test(paragraph)) return ''
  const isFromRight = (bidi.getEmbeddingLevels(paragraph).paragraphs[0]?.level ?? 0) % 2 === 1
  return isFromRight ? RIGHT_TO_LEFT : LEFT_TO_RIGHT
}

/** Texts side by side in one line, from the left, each in its own direction. */
export function sideBySide(texts: readonly string[], between: string): string {
  if (!texts.some((text) => FROM_RIGHT.test(text))) return texts.join(between)
  return LEFT_TO_RIGHT + texts.map((text) => FIRST_STRONG + text.replace(ALL_ORDERS, '') + POP).join(between)
}
