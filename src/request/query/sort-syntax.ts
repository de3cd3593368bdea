import { SORT_PROPERTIES_MAX } from '../../limits.ts'

/** One property of a sort. */
export interface SortProperty {
  property: string
  /** A leading `-`. */
  descending: boolean
  /** A leading `~`: by the text form, for numbers too. */
  alphabetical: boolean
}

/** A `sort` that cannot be read. The message names what was found, where (counted from 1) and what was expected. */
export class SortSyntaxError extends Error {
  /** Where in the text, counted from 0. */
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.name = 'SortSyntaxError'
    this.position = position
  }
}

/** Blanks, the marks, blanks, a name, blanks: every part of the pattern matches, if only the empty text. */
const PART = /[ \t\r\n]*([-~]*)[ \t\r\n]*([\p{L}\p{N}_.]*)[ \t\r\n]*/uy

/**
 * Reads a `sort`, already URL-decoded (rule 2.5): names separated by commas, each with a leading `-`
 * and `~` at will, in either order. Blanks around names mean nothing. Names are told apart by case.
 * @throws SortSyntaxError where the text is no such list, names a property twice or has more than `SORT_PROPERTIES_MAX`
 */
export function parseSort(text: string): readonly SortProperty[] {
  const properties: SortProperty[] = []
  let position = 0
  for (;;) {
    PART.lastIndex = position
    const match = PART.exec(text)!
    const [whole, marks, property] = [match[0], match[1]!, match[2]!]
    const start = position + whole.length - whole.trimStart().length
    const end = position + whole.length
    if (property === '') throw unexpected(text, end, 'a property')
    const descending = marks.includes('-')
    const alphabetical = marks.includes('~')
    if (marks.length > Number(descending) + Number(alphabetical)) {
      throw new SortSyntaxError(`"${marks.slice(0, 3)}" at position ${start + 1} repeats a mark in the sort.`, start)
    }
    if (properties.some((earlier) => earlier.property === property)) {
      throw new SortSyntaxError(`The sort names "${property}" again at position ${start + 1}.`, start)
    }
    if (properties.length === SORT_PROPERTIES_MAX) {
      throw new SortSyntaxError(
        `The sort names more than ${SORT_PROPERTIES_MAX} properties at position ${start + 1}.`,
        start,
      )
    }
    properties.push({ property, descending, alphabetical })
    if (end === text.length) return properties
    if (text[end] !== ',') throw unexpected(text, end, '"," or the end')
    position = end + 1
  }
}

function unexpected(text: string, position: number, expected: string): SortSyntaxError {
  const codePoint = text.codePointAt(position)
  const found = codePoint === undefined ? 'the end' : JSON.stringify(String.fromCodePoint(codePoint))
  return new SortSyntaxError(`Found ${found} at position ${position + 1} of the sort, expected ${expected}.`, position)
}
