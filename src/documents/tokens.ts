/**
 * A token of a PDF (ISO 32000-2, 7.2): a name, what stands between `<` and `>`, `(`, a word, or none of these: a mark.
 */
export interface Token {
  /** Behind its last character. */
  end: number
  name?: string
  hex?: string
  word?: string
  isOpen: boolean
}

const codes = (characters: string): Uint8Array => {
  const table = new Uint8Array(256)
  for (const character of characters) table[character.charCodeAt(0)] = 1
  return table
}

/** Some readers take more for white space than the standard does. */
const SPACES = codes('\0\t\n\v\f\r \xa0')
const MARKS = codes('()<>[]{}/%')
const HEX = codes('0123456789abcdefABCDEF')
const [PERCENT, SLASH, LESS, GREATER, OPEN] = [...'%/<>('].map((character) => character.charCodeAt(0))

/**
 * The token at a place of a text of Latin-1, or behind white space and comments there; undefined at the end. Walks by
 * hand: a regular expression keeps a place to go back to for each character, and fails in a word of some megabytes.
 */
export function tokenAt(text: string, from: number): Token | undefined {
  const start = behindSpace(text, from)
  if (start >= text.length) return undefined
  const code = text.charCodeAt(start)
  if (code === SLASH) {
    const end = wordEnd(text, start + 1)
    return { end, name: text.slice(start + 1, end), isOpen: false }
  }
  if (code === OPEN) return { end: start + 1, isOpen: true }
  if (code === LESS) return hexAt(text, start)
  if (MARKS[code]) return { end: start + (text.startsWith('>>', start) ? 2 : 1), isOpen: false }
  const end = wordEnd(text, start)
  return { end, word: text.slice(start, end), isOpen: false }
}

function behindSpace(text: string, from: number): number {
  let at = from
  for (let isComment = false; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === PERCENT) isComment = true
    else if (code === 10 || code === 13) isComment = false
    else if (!isComment && !SPACES[code]) break
  }
  return at
}

function wordEnd(text: string, from: number): number {
  let at = from
  while (at < text.length && !SPACES[text.charCodeAt(at)] && !MARKS[text.charCodeAt(at)]) at += 1
  return at
}

function hexAt(text: string, start: number): Token {
  let at = start + 1
  while (at < text.length && (HEX[text.charCodeAt(at)] || SPACES[text.charCodeAt(at)])) at += 1
  if (text.charCodeAt(at) === GREATER) return { end: at + 1, hex: text.slice(start + 1, at), isOpen: false }
  return { end: start + (text.startsWith('<<', start) ? 2 : 1), isOpen: false }
}
