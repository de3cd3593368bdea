import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SORT_PROPERTIES_MAX } from '../../src/limits.ts'
import { parseSort, SortSyntaxError } from '../../src/request/query/sort-syntax.ts'
import { renderSort, sortArbitrary, type FieldTable } from './filter-arbitraries.ts'

function failure(text: string): SortSyntaxError {
  try {
    parseSort(text)
  } catch (error) {
    if (error instanceof SortSyntaxError) return error
    throw error
  }
  throw new Error(`"${text}" was read without an error`)
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`).join(',')

describe('parseSort', () => {
  it.each([
    ['name', [['name', false, false]]],
    ['-name', [['name', true, false]]],
    ['~name', [['name', false, true]]],
    ['-~name', [['name', true, true]]],
    ['~-name', [['name', true, true]]],
    [
      '-a,b',
      [
        ['a', true, false],
        ['b', false, false],
      ],
    ],
    [
      ' a , - b\t,~c ',
      [
        ['a', false, false],
        ['b', true, false],
        ['c', false, true],
      ],
    ],
  ])('reads %j', (text, expected) => {
    const read = parseSort(text).map((entry) => [entry.property, entry.descending, entry.alphabetical])
    expect(read).toEqual(expected)
  })

  it.each([
    ['', 0, /Found the end at position 1 .*expected a property/],
    ['a,', 2, /Found the end at position 3/],
    [',a', 0, /Found "," at position 1/],
    ['a,,b', 2, /Found "," at position 3/],
    ['a, ,b', 3, /Found "," at position 4/],
    ['-', 1, /Found the end at position 2/],
    ['-,a', 1, /Found "," at position 2/],
    ['a b', 2, /Found "b" at position 3 .*expected "," or the end/],
    ['a-', 1, /Found "-" at position 2/],
    ['+a', 0, /Found "\+" at position 1/],
    ['a;b', 1, /Found ";" at position 2/],
    ['a,--b', 2, /"--" at position 3 repeats a mark/],
    ['~-~a', 0, /"~-~" at position 1 repeats a mark/],
    ['a, -a', 3, /names "a" again at position 4/],
    ['a😀', 1, /Found "😀" at position 2/],
  ])('says what is wrong with %j', (text, position, message) => {
    const error = failure(text)
    expect(error.message).toMatch(message)
    expect(error.position).toBe(position)
  })

  it('holds the number of properties', () => {
    expect(parseSort(names(SORT_PROPERTIES_MAX))).toHaveLength(SORT_PROPERTIES_MAX)
    const past = names(SORT_PROPERTIES_MAX + 1)
    expect(failure(past).message).toContain(`more than ${SORT_PROPERTIES_MAX} properties`)
    expect(failure(past).position).toBe(past.lastIndexOf(',') + 1)
  })

  it('reads every sort as it was written', () => {
    const fields: FieldTable = Object.fromEntries(
      ['a', 'number', 'customer.name'].map((name) => [name, { type: 'string', operators: [], required: false }]),
    )
    fc.assert(
      fc.property(sortArbitrary(fields), (sort) => {
        expect(parseSort(renderSort(sort))).toEqual(sort)
      }),
    )
  })

  it('answers any text', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'ab,-~ '), maxLength: 30 }),
    )
    fc.assert(
      fc.property(anything, (text) => {
        try {
          expect(parseSort(text).length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(SortSyntaxError)
        }
      }),
      { numRuns: 5_000 },
    )
  })
})
