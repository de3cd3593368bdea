import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FILTER_DEPTH_MAX,
  FILTER_LIST_MAX,
  FILTER_MAX_LENGTH,
  FILTER_PATTERNS_MAX,
  FILTER_PREDICATES_MAX,
  FILTER_WILDCARDS_MAX,
} from '../../src/limits.ts'
import {
  FilterLimitError,
  FilterSyntaxError,
  parseFilter,
  type FilterNode,
  type Operator,
} from '../../src/request/query/filter-syntax.ts'
import { filterArbitrary, type FieldTable } from './filter-arbitraries.ts'
import { renderFilter } from './rendered-filter.ts'
import { runs } from '../long.ts'

const OPERATORS: readonly Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'in', 'nin']

const fields: FieldTable = {
  number: { type: 'int32', operators: OPERATORS, required: true },
  name: { type: 'string', operators: OPERATORS, required: false },
  amount: { type: 'decimal', operators: OPERATORS, required: false },
}

/** The tree without positions. */
function shape(node: FilterNode): unknown {
  if (node.kind !== 'predicate') return { kind: node.kind, terms: node.terms.map(shape) }
  const operands = node.operands.map(({ isNull, pieces }) => ({ isNull, pieces }))
  return { kind: node.kind, property: node.property, operator: node.operator, operands }
}

/** The tree in few words: properties, with parentheses around every `and` and `or`. */
function grouping(node: FilterNode): string {
  return node.kind === 'predicate' ? node.property : `(${node.terms.map(grouping).join(` ${node.kind} `)})`
}

function predicate(text: string) {
  const node = parseFilter(text)
  if (node.kind !== 'predicate') throw new Error(`"${text}" is no single predicate`)
  return node
}

function pieces(text: string): readonly string[] {
  const { operands } = predicate(text)
  expect(operands).toHaveLength(1)
  expect(operands[0]!.isNull).toBe(false)
  return operands[0]!.pieces
}

/** The values of a list, null for `$null:`. */
function listed(text: string): (string | null)[] {
  return predicate(text).operands.map((operand) => (operand.isNull ? null : operand.pieces.join('*')))
}

function failure(text: string): FilterSyntaxError {
  try {
    parseFilter(text)
  } catch (error) {
    if (error instanceof FilterSyntaxError) return error
    throw error
  }
  throw new Error(`"${text}" was read without an error`)
}

describe('operators', () => {
  it.each(OPERATORS)('reads %s in any case', (operator) => {
    const value = operator === 'in' || operator === 'nin' ? '[1]' : '1'
    for (const written of [operator, operator.toUpperCase(), `${operator[0]!.toUpperCase()}${operator.slice(1)}`]) {
      const node = predicate(`number$${written}:${value}`)
      expect([node.property, node.operator, node.operands[0]!.pieces]).toEqual(['number', operator, ['1']])
    }
  })

  it('reads the example of the specification', () => {
    expect(shape(parseFilter('a$eq:1$and:(b$like:*2$or:c$lt:3)'))).toEqual({
      kind: 'and',
      terms: [
        { kind: 'predicate', property: 'a', operator: 'eq', operands: [{ isNull: false, pieces: ['1'] }] },
        {
          kind: 'or',
          terms: [
            { kind: 'predicate', property: 'b', operator: 'like', operands: [{ isNull: false, pieces: ['', '2'] }] },
            { kind: 'predicate', property: 'c', operator: 'lt', operands: [{ isNull: false, pieces: ['3'] }] },
          ],
        },
      ],
    })
  })
})

describe('values', () => {
  it.each(['$', '(', ')', '*', ',', '[', ']'])('unescapes $%s', (character) => {
    expect(pieces(`name$eq:a$${character}b`)).toEqual([`a${character}b`])
    expect(pieces(`(name$like:$${character})`)).toEqual([character])
    expect(listed(`name$in:[$${character},x$${character}]`)).toEqual([character, `x${character}`])
  })

  it.each([
    ['name$eq:', ['']],
    ['name$eq: Hansen, Ole ', [' Hansen, Ole ']],
    ['name$eq:[a], b', ['[a], b']],
    ['date$gte:2024-01-01T10:00:00+01:00', ['2024-01-01T10:00:00+01:00']],
    ['amount$gt:-12.50', ['-12.50']],
    ['name$like:a*b', ['a', 'b']],
    ['name$like:*a*', ['', 'a', '']],
    ['name$like:*', ['', '']],
    ['name$like:a**b', ['a', '', 'b']],
    ['name$like:$**', ['*', '']],
    ['name$eq:$$and:', ['$and:']],
    ['name$eq:$$null:', ['$null:']],
    ['name$eq:$$$$', ['$$']],
    ["name$eq:';DROP TABLE x--", ["';DROP TABLE x--"]],
    ['name$eq:ØRSTED 😀', ['ØRSTED 😀']],
  ])('reads %s', (text, expected) => {
    expect(pieces(text)).toEqual(expected)
  })

  it.each(['$null:', '$null', '$NULL:', ' $Null: '])('reads %s as the absence of a value', (written) => {
    expect(listed(`name$eq:${written}`)).toEqual([null])
    expect(listed(`(name$ne:${written})`)).toEqual([null])
    expect(listed(`name$in:[a,${written},b]`)).toEqual(['a', null, 'b'])
    expect(grouping(parseFilter(`a$eq:${written}$and:b$eq:1`))).toBe('(a and b)')
  })

  it('reads lists', () => {
    expect(listed('name$in:[a]')).toEqual(['a'])
    expect(listed('name$nin:[,a b, c,]')).toEqual(['', 'a b', ' c', ''])
    expect(listed('name$in: [a] ')).toEqual(['a'])
    expect(predicate('name$in:[a*b]').operands[0]!.pieces).toEqual(['a', 'b'])
  })

  it('says where predicates and values begin', () => {
    const node = parseFilter('a$eq:1$or: bc$in:[2,33,$null:]')
    if (node.kind === 'predicate') throw new Error('no chain')
    const positions = node.terms.map((term) =>
      term.kind === 'predicate' ? [term.position, ...term.operands.map((operand) => operand.position)] : [],
    )
    expect(positions).toEqual([
      [0, 5],
      [11, 18, 20, 23],
    ])
  })
})

describe('connectives', () => {
  it.each([
    ['a$eq:1$and:b$eq:2$and:c$eq:3', '(a and b and c)'],
    ['a$eq:1$or:b$eq:2$or:c$eq:3', '(a or b or c)'],
    ['a$eq:1$or:b$eq:2$and:c$eq:3', '(a or (b and c))'],
    ['a$eq:1$and:b$eq:2$or:c$eq:3', '((a and b) or c)'],
    ['(a$eq:1$or:b$eq:2)$and:c$eq:3', '((a or b) and c)'],
    ['a$eq:1$AND:(b$eq:2$Or:c$eq:3)', '(a and (b or c))'],
    ['(a$eq:1$and:b$eq:2)$and:c$eq:3', '((a and b) and c)'],
    ['((a$eq:1))', 'a'],
    ['a$in:[1]$and:b$in:[2]', '(a and b)'],
    [' ( ( a$eq:1) $or: b$in:[2] ) $and: c$eq:$null: ', '((a or b) and c)'],
    ['a$eq:$and:b$eq:', '(a and b)'],
  ])('groups %s', (text, expected) => {
    expect(grouping(parseFilter(text))).toBe(expected)
  })

  it('keeps the blanks of a value that a connective or a parenthesis ends', () => {
    const node = parseFilter('(a$eq: x ) $and: b$eq:y $or: c$eq:z')
    expect(renderFilter(node)).toBe('a$eq: x $and:b$eq:y $or:c$eq:z')
  })
})

describe('errors', () => {
  it.each([
    ['', 0, /Found the end at position 1 .*expected a property or "\("/],
    ['   ', 3, /Found the end at position 4/],
    ['$eq:1', 0, /Found "\$eq:" at position 1 .*expected a property/],
    ['name', 4, /Found the end at position 5 .*expected an operator after "name", one of \$eq: .*\$nin:/],
    ['name=x', 4, /Found "=" at position 5/],
    ['name eq x', 4, /Found " " at position 5/],
    ['name$equals:x', 4, /Found "\$equals:" at position 5/],
    ['name$eq x', 4, /Found "\$" at position 5/],
    ['name$and:x', 4, /Found "\$and:" at position 5 .*expected an operator/],
    ['name$eq:a$b', 9, /Found "\$" at position 10 .*written "\$\$"/],
    ['name$eq:a$', 9, /Found "\$" at position 10/],
    ['name$eq:1$gt:2', 9, /Found "\$gt:" at position 10 .*only \$and: and \$or: may follow/],
    ['name$eq:a$and', 9, /Found "\$" at position 10/],
    ['name$eq:$nullable', 8, /Found "\$" at position 9/],
    ['name$eq:$null:x', 14, /Found "x" at position 15 .*expected \$and:, \$or: or the end/],
    ['name$eq:a)', 9, /Found "\)" at position 10 .*written "\$\)"/],
    ['name$eq:a(b', 9, /Found "\(" at position 10 .*written "\$\("/],
    ['(name$eq:a(b))', 10, /Found "\(" at position 11/],
    ['name$in:[a])', 11, /Found "\)" at position 12 .*no parenthesis is open/],
    ['(name$eq:a', 10, /Found the end at position 11 .*"\)" of the parenthesis at position 1/],
    ['()', 1, /Found "\)" at position 2 .*expected a property/],
    ['(a$eq:1)b$eq:2', 8, /Found "b" at position 9 .*expected \$and:, \$or: or the end/],
    ['a$eq:1$and:', 11, /Found the end at position 12 .*expected a property/],
    ['a$eq:1$and:$or:b$eq:1', 11, /Found "\$or:" at position 12/],
    ['a$in:1', 5, /Found "1" at position 6 .*expected "\["/],
    ['a$in:', 5, /Found the end at position 6 .*expected "\["/],
    ['a$in:[]', 6, /Found "\]" at position 7 .*the list of \$in: is empty/],
    ['a$in:[1', 7, /Found the end at position 8 .*expected "," or "\]"/],
    ['a$in:[1,[2]]', 8, /Found "\[" at position 9 .*written "\$\["/],
    ['a$in:[1)', 7, /Found "\)" at position 8 .*written "\$\)"/],
    ['(a$in:[1)', 8, /Found "\)" at position 9 .*written "\$\)"/],
    ['a$in:[1$and:2]', 7, /Found "\$and:" at position 8/],
    ['a$in:[$null:1]', 12, /Found "1" at position 13 .*expected "," or "\]"/],
    ['a$in:[1]]', 8, /Found "\]" at position 9/],
    ['a$eq:😀$x', 7, /Found "\$" at position 8/],
    ['😀$eq:1', 0, /Found "😀" at position 1/],
    ['a\u0000$eq:1', 1, /Found "\\u0000" at position 2/],
  ])('says what is wrong with %j', (text, position, message) => {
    const error = failure(text)
    expect(error).not.toBeInstanceOf(FilterLimitError)
    expect(error.message).toMatch(message)
    expect(error.position).toBe(position)
  })

  it('quotes only the beginning of a long property', () => {
    expect(failure('x'.repeat(FILTER_MAX_LENGTH)).message.length).toBeLessThan(300)
  })
})

describe('limits', () => {
  const nested = (depth: number, inner = 'a$eq:1') => `${'('.repeat(depth)}${inner}${')'.repeat(depth)}`
  const chained = (count: number) => Array.from({ length: count }, (_, index) => `a$eq:${index}`).join('$or:')
  const list = (count: number) => `a$nin:[${Array.from({ length: count }, (_, index) => index).join(',')}]`

  function expectLimit(text: string, limit: number, position: number) {
    const error = failure(text)
    expect(error).toBeInstanceOf(FilterLimitError)
    expect(error.message).toContain(String(limit))
    expect(error.position).toBe(position)
  }

  it('holds the length', () => {
    const filter = (length: number) => `a$eq:${'x'.repeat(length - 5)}`
    expect(pieces(filter(FILTER_MAX_LENGTH))[0]).toHaveLength(FILTER_MAX_LENGTH - 5)
    expectLimit(filter(FILTER_MAX_LENGTH + 1), FILTER_MAX_LENGTH, FILTER_MAX_LENGTH)
  })

  it('holds the depth', () => {
    expect(grouping(parseFilter(nested(FILTER_DEPTH_MAX)))).toBe('a')
    expectLimit(nested(FILTER_DEPTH_MAX + 1), FILTER_DEPTH_MAX, FILTER_DEPTH_MAX)
    expectLimit('('.repeat(FILTER_MAX_LENGTH), FILTER_DEPTH_MAX, FILTER_DEPTH_MAX)
  })

  it('counts only the parentheses that are open', () => {
    const text = `${nested(FILTER_DEPTH_MAX)}$and:${nested(FILTER_DEPTH_MAX, 'b$eq:1')}`
    expect(grouping(parseFilter(text))).toBe('(a and b)')
  })

  it('holds the number of predicates', () => {
    const node = parseFilter(chained(FILTER_PREDICATES_MAX))
    expect(node.kind === 'or' && node.terms.length).toBe(FILTER_PREDICATES_MAX)
    const past = chained(FILTER_PREDICATES_MAX + 1)
    expectLimit(past, FILTER_PREDICATES_MAX, past.lastIndexOf('a$eq:'))
  })

  it('holds the number of patterns and of their wildcards', () => {
    const patterns = (count: number): string => Array.from({ length: count }, () => 'a$like:b').join('$or:')
    parseFilter(patterns(FILTER_PATTERNS_MAX))
    expectLimit(patterns(FILTER_PATTERNS_MAX + 1), FILTER_PATTERNS_MAX, patterns(FILTER_PATTERNS_MAX + 1).length - 1)
    parseFilter(`a$like:${'*'.repeat(FILTER_WILDCARDS_MAX)}`)
    expectLimit(`a$like:${'*'.repeat(FILTER_WILDCARDS_MAX + 1)}`, FILTER_WILDCARDS_MAX, 'a$like:'.length)
  })

  it('holds the length of lists', () => {
    expect(predicate(list(FILTER_LIST_MAX)).operands).toHaveLength(FILTER_LIST_MAX)
    const past = list(FILTER_LIST_MAX + 1)
    expectLimit(past, FILTER_LIST_MAX, past.lastIndexOf(',') + 1)
    expect(parseFilter(`${list(FILTER_LIST_MAX)}$and:${list(FILTER_LIST_MAX)}`).kind).toBe('and')
  })
})

describe('round trip', () => {
  it('reads every filter as it was written', () => {
    fc.assert(
      fc.property(filterArbitrary(fields), (node) => {
        expect(shape(parseFilter(renderFilter(node)))).toEqual(shape(node))
      }),
      { numRuns: runs(1_500, 20_000) },
    )
  })

  it('keeps any text as a value, alone, in a group, before a connective and in a list', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 20 }), { minLength: 1, maxLength: 3 }), (texts) => {
        const operands = [...texts, 'end'].map((piece) => ({ isNull: false, pieces: [piece], position: 0 }))
        const single = {
          kind: 'predicate',
          property: 'p',
          operator: 'eq',
          operands: [operands[0]!],
          position: 0,
        } as const
        const many = { kind: 'predicate', property: 'p', operator: 'in', operands, position: 0 } as const
        const or = { kind: 'or', terms: [single, many, single] } as const
        const node: FilterNode = { kind: 'and', terms: [or, single, { kind: 'and', terms: [many, single] }] }
        expect(shape(parseFilter(renderFilter(node)))).toEqual(shape(node))
        expect(shape(parseFilter(renderFilter(single)))).toEqual(shape(single))
      }),
      { numRuns: runs(700, 8_000) },
    )
  })
})

describe('any text', () => {
  const fragments = ['$and:', '$or:', '$eq:', '$in:[', '$null:', '$', '(', ')', '[', ']', ',', '*', ' ', 'a', 'ø', '😀']
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(fc.constantFrom(...fragments), { maxLength: 60 }).map((parts) => parts.join('')),
    fc.array(fc.constantFrom('a$eq:', ...fragments), { maxLength: 30 }).map((parts) => `a$eq:${parts.join('')}`),
    fc.array(fc.nat(0xffff), { maxLength: 40 }).map((units) => String.fromCharCode(...units)),
  )

  it('is read, and then reads the same once rendered, or is a FilterSyntaxError within the text', () => {
    let read = 0
    fc.assert(
      fc.property(anything, (text) => {
        let node: FilterNode
        try {
          node = parseFilter(text)
        } catch (error) {
          expect(error).toBeInstanceOf(FilterSyntaxError)
          const { position } = error as FilterSyntaxError
          expect(position >= 0 && position <= text.length).toBe(true)
          return
        }
        read += 1
        expect(shape(parseFilter(renderFilter(node)))).toEqual(shape(node))
      }),
      { numRuns: runs(4_000, 40_000) },
    )
    expect(read).toBeGreaterThan(100)
  })

  it('of full length is answered, whatever it repeats', () => {
    for (const fragment of [...fragments, '$$', '$(', ' $', '$n', 'a$eq:1$and:', 'a$in:[1,', '$null: ', '(a$eq:1)']) {
      for (const start of ['', 'a$eq:', '(a$eq:', 'a$in:[']) {
        const text = (start + fragment.repeat(FILTER_MAX_LENGTH)).slice(0, FILTER_MAX_LENGTH)
        try {
          expect(parseFilter(text)).toHaveProperty('kind')
        } catch (error) {
          expect(error).toBeInstanceOf(FilterSyntaxError)
        }
      }
    }
  })
})
