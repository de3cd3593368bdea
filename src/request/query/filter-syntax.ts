import {
  FILTER_DEPTH_MAX,
  FILTER_LIST_MAX,
  FILTER_MAX_LENGTH,
  FILTER_PATTERNS_MAX,
  FILTER_PREDICATES_MAX,
  FILTER_WILDCARDS_MAX,
} from '../../limits.ts'

/** The comparisons of a predicate, named as in the text without `$` and `:` (rule 2.1). */
export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'like' | 'in' | 'nin'

/** One value of a predicate, unescaped but not yet typed: `filter-values.ts` does that. */
export interface Operand {
  /** `$null:`, the absence of a value (rule 2.4); `pieces` is then one empty text. */
  isNull: boolean
  /**
   * The literal texts between unescaped stars; one when there is no such star: `a*b` has `a` and `b`. Only `$like:`
   * takes the stars for wildcards; to every other operator they are characters, and the text is `pieces.join('*')`.
   */
  pieces: readonly string[]
  /** Where the value begins in the filter, counted from 0. */
  position: number
}

/** A filter as a tree. `and` and `or` have two terms or more; only `in` and `nin` have more than one operand. */
export type FilterNode =
  | { kind: 'and' | 'or'; terms: readonly FilterNode[] }
  | {
      kind: 'predicate'
      property: string
      operator: Operator
      operands: readonly Operand[]
      /** Where the predicate begins in the filter, counted from 0. */
      position: number
    }

/** A filter that cannot be read. The message names what was found, where (counted from 1) and what was expected. */
export class FilterSyntaxError extends Error {
  /** Where in the filter, counted from 0. */
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.name = new.target.name
    this.position = position
  }
}

/** A filter that reads well but goes past one of the bounds of `limits.ts`. */
export class FilterLimitError extends FilterSyntaxError {}

const OPERATORS: readonly Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'in', 'nin']
const OPERATOR_NAMES = OPERATORS.map((name) => `$${name}:`).join(' ')

const BLANKS = /[ \t\r\n]*/y
const PROPERTY = /[\p{L}\p{N}_.]+/uy
const KEYWORD = /\$([a-z]{1,12}):/iy
const CONNECTIVE = /\$(and|or):/iy
const NULL = /[ \t\r\n]*\$null(?::|(?![a-z]))/iy
const PLAIN = /[^$()*,[\]]+/y
const ESCAPABLE = '$()*,[]'

/**
 * Reads a filter, already URL-decoded (rule 2.1).
 *
 * - `$and:` binds tighter than `$or:`, so `a$or:b$and:c` is `a$or:(b$and:c)`; parentheses group.
 * - Operators, connectives and `$null:` are read without regard to case; the colon of `$null:` may be left out, since
 *   no value can hold `$n`.
 * - A value is every character from the operator's colon to the next connective, the `)` of an open group or the end:
 *   blanks in it are data, the last one too. Blanks may stand freely before a property, and around parentheses and
 *   connectives wherever no value is open (after `)`, `]` and `$null:`, and after a connective).
 * - `$` `(` and `)` must be escaped in every value. `,` `[` and `]` must be escaped in a list only, where they have a
 *   meaning: `name$eq:Hansen, Ole` is one value. A star need only be escaped for `$like:`.
 * - A value may be empty (`name$eq:`); a list has at least one value.
 *
 * Takes time in proportion to the text, and recurses no deeper than the parentheses that `FILTER_DEPTH_MAX` allows.
 * @throws FilterSyntaxError where the text is not a filter
 * @throws FilterLimitError where it goes past a bound of `limits.ts`
 */
export function parseFilter(text: string): FilterNode {
  if (text.length > FILTER_MAX_LENGTH) {
    throw new FilterLimitError(
      `The filter has ${text.length} characters; at most ${FILTER_MAX_LENGTH} are allowed.`,
      FILTER_MAX_LENGTH,
    )
  }
  return new FilterParser(text).parse()
}

class FilterParser {
  private readonly text: string
  private position = 0
  private predicates = 0
  private patterns = 0
  /** Positions of the parentheses that are open. */
  private readonly groups: number[] = []

  constructor(text: string) {
    this.text = text
  }

  parse(): FilterNode {
    const node = this.alternatives()
    if (this.position === this.text.length) return node
    if (this.text[this.position] === ')') throw this.error('no parenthesis is open')
    throw this.error('expected $and:, $or: or the end of the filter')
  }

  private alternatives(): FilterNode {
    return this.chain('or', () => this.chain('and', () => this.term()))
  }

  private chain(kind: 'and' | 'or', next: () => FilterNode): FilterNode {
    const first = next()
    if (!this.connective(kind)) return first
    const terms = [first]
    do {
      terms.push(next())
    } while (this.connective(kind))
    return { kind, terms }
  }

  /** Steps over `$and:` or `$or:` if that is what comes next. */
  private connective(kind: 'and' | 'or'): boolean {
    const start = this.position
    if (this.match(CONNECTIVE)?.[1]?.toLowerCase() === kind) return true
    this.position = start
    return false
  }

  private term(): FilterNode {
    this.match(BLANKS)
    if (this.text[this.position] !== '(') return this.predicate()
    if (this.groups.length === FILTER_DEPTH_MAX) {
      throw this.limit(`parentheses are nested more than ${FILTER_DEPTH_MAX} deep`)
    }
    this.groups.push(this.position)
    this.position += 1
    const node = this.alternatives()
    if (this.text[this.position] !== ')') {
      throw this.error(`expected $and:, $or: or the ")" of the parenthesis at position ${this.groups.at(-1)! + 1}`)
    }
    this.groups.pop()
    this.position += 1
    this.match(BLANKS)
    return node
  }

  private predicate(): FilterNode {
    const position = this.position
    const property = this.match(PROPERTY)?.[0]
    if (property === undefined) throw this.error('expected a property or "("')
    const operator = this.operator(property)
    if (this.predicates === FILTER_PREDICATES_MAX) {
      throw this.limit(`more than ${FILTER_PREDICATES_MAX} predicates`, position)
    }
    this.predicates += 1
    const operands = operator === 'in' || operator === 'nin' ? this.list(operator) : [this.operand(false)]
    if (operator === 'like') this.countPattern(operands[0]!)
    return { kind: 'predicate', property, operator, operands, position }
  }

  private countPattern({ pieces, position }: Operand): void {
    if (this.patterns === FILTER_PATTERNS_MAX) throw this.limit(`more than ${FILTER_PATTERNS_MAX} $like:`, position)
    this.patterns += 1
    const wildcards = pieces.length - 1
    if (wildcards > FILTER_WILDCARDS_MAX) throw this.limit(`more than ${FILTER_WILDCARDS_MAX} wildcards`, position)
  }

  private operator(property: string): Operator {
    const start = this.position
    const name = this.match(KEYWORD)?.[1]?.toLowerCase()
    const operator = OPERATORS.find((known) => known === name)
    if (operator !== undefined) return operator
    this.position = start
    throw this.error(`expected an operator after "${excerpt(property)}", one of ${OPERATOR_NAMES}`)
  }

  private list(operator: Operator): Operand[] {
    this.match(BLANKS)
    if (this.text[this.position] !== '[') throw this.error(`expected "[": $${operator}: takes a list such as [1,2]`)
    this.position += 1
    if (this.text[this.position] === ']') throw this.error(`expected a value: the list of $${operator}: is empty`)
    const operands: Operand[] = []
    for (;;) {
      if (operands.length === FILTER_LIST_MAX) throw this.limit(`more than ${FILTER_LIST_MAX} values in a list`)
      operands.push(this.operand(true))
      const end = this.text[this.position]
      if (end !== ',' && end !== ']') throw this.error('expected "," or "]"')
      this.position += 1
      if (end === ']') break
    }
    this.match(BLANKS)
    return operands
  }

  private operand(inList: boolean): Operand {
    const position = this.position
    if (this.match(NULL) === undefined) return { isNull: false, pieces: this.pieces(inList), position }
    this.match(BLANKS)
    return { isNull: true, pieces: [''], position }
  }

  /** Reads a value up to what ends it, which it leaves unread. */
  private pieces(inList: boolean): string[] {
    const pieces: string[] = []
    let piece = ''
    while (this.position < this.text.length) {
      piece += this.match(PLAIN)?.[0] ?? ''
      const character = this.text[this.position]
      if (character === undefined || this.endsValue(character, inList)) break
      if (character === '*') {
        pieces.push(piece)
        piece = ''
      } else if (character === '$') {
        piece += this.escaped()
      } else if (character === '(' || character === ')' || inList) {
        throw this.error(`within a value it is written "$${character}"`)
      } else {
        piece += character
      }
      this.position += 1
    }
    pieces.push(piece)
    return pieces
  }

  private endsValue(character: string, inList: boolean): boolean {
    if (inList) return character === ',' || character === ']'
    if (character === ')') return this.groups.length > 0
    if (character !== '$') return false
    CONNECTIVE.lastIndex = this.position
    return CONNECTIVE.test(this.text)
  }

  /** Steps onto the character that stands behind the `$` of an escape and answers it. */
  private escaped(): string {
    const character = this.text[this.position + 1]
    if (character === undefined || !ESCAPABLE.includes(character)) {
      throw this.error('a "$" within a value is written "$$"; only $and: and $or: may follow a value')
    }
    this.position += 1
    return character
  }

  /** Steps over what the sticky pattern finds here; undefined when it finds nothing. */
  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.position
    const match = pattern.exec(this.text)
    if (match === null) return undefined
    this.position = pattern.lastIndex
    return match
  }

  private error(reason: string): FilterSyntaxError {
    const message = `Found ${this.found()} at position ${this.position + 1} of the filter: ${reason}.`
    return new FilterSyntaxError(message, this.position)
  }

  private limit(reason: string, position = this.position): FilterLimitError {
    return new FilterLimitError(`The filter goes past a limit at position ${position + 1}: ${reason}.`, position)
  }

  private found(): string {
    const codePoint = this.text.codePointAt(this.position)
    if (codePoint === undefined) return 'the end'
    KEYWORD.lastIndex = this.position
    const keyword = KEYWORD.exec(this.text)?.[0]
    return JSON.stringify(keyword ?? String.fromCodePoint(codePoint))
  }
}

function excerpt(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
