import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FILTER_MAX_LENGTH } from '../../src/limits.ts'
import { parseFilter, type FilterNode, type Operand, type Operator } from '../../src/request/query/filter-syntax.ts'
import { likePattern, typedOperand, type FilterType } from '../../src/request/query/filter-values.ts'
import { runs } from '../long.ts'
import { filterArbitrary, type FieldTable } from './filter-arbitraries.ts'

const OPERATORS: readonly Operator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'in', 'nin']
const TYPES: readonly FilterType[] = ['int32', 'decimal', 'string', 'boolean', 'date', 'date-time']

function operand(text: string): Operand {
  return { isNull: false, pieces: text.split('*'), position: 0 }
}

function typed(type: FilterType, text: string, operator: Operator = 'eq') {
  const result = typedOperand(type, operator, operand(text))
  return result.ok ? result.value : undefined
}

/** The operand as the parser gives it. */
function parsed(value: string): Operand {
  const node = parseFilter(`name$like:${value}`)
  if (node.kind !== 'predicate') throw new Error('no predicate')
  return node.operands[0]!
}

const digits38 = '12345678901234567890123456789012345678'

const accepted: [FilterType, string, string][] = [
  ['int32', '0', '0'],
  ['int32', '-0', '0'],
  ['int32', '007', '7'],
  ['int32', '2147483647', '2147483647'],
  ['int32', '-2147483648', '-2147483648'],
  ['int32', '5  ', '5'],
  ['decimal', '12.50', '12.50'],
  ['decimal', '-0.001', '-0.001'],
  ['decimal', '+3', '+3'],
  ['decimal', digits38, digits38],
  ['decimal', `-0.${'3'.repeat(37)}`, `-0.${'3'.repeat(37)}`],
  ['boolean', 'true', 'true'],
  ['boolean', 'FALSE', 'false'],
  ['boolean', 'True ', 'true'],
  ['string', '', ''],
  ['string', ' a*b\n', ' a*b\n'],
  ['string', '😀\u0001', '😀\u0001'],
  ['date', '2024-02-29', '2024-02-29'],
  ['date', '0001-01-01', '0001-01-01'],
  ['date', '9999-12-31', '9999-12-31'],
  ['date', '2000-02-29', '2000-02-29'],
  ['date', '2024-12-31T23:59:59Z', '2024-12-31'],
  ['date', '2024-12-31T23:30:00-02:00', '2024-12-31'],
  ['date', '2024-01-01T00:30:00.123+02:00', '2024-01-01'],
  ['date-time', '2024-12-31T23:59:59Z', '2024-12-31T23:59:59Z'],
  ['date-time', '2024-12-31t23:59:59z', '2024-12-31T23:59:59Z'],
  ['date-time', '2024-12-31T23:59:59', '2024-12-31T23:59:59Z'],
  ['date-time', '2024-12-31', '2024-12-31T00:00:00Z'],
  ['date-time', '2024-01-01T00:30:00+01:00', '2023-12-31T23:30:00Z'],
  ['date-time', '2024-01-01T00:30:00 01:00', '2023-12-31T23:30:00Z'],
  ['date-time', '2024-02-28T23:30:00-01:30', '2024-02-29T01:00:00Z'],
  ['date-time', '2024-01-01T00:00:00-00:00', '2024-01-01T00:00:00Z'],
  ['date-time', '2024-01-01T00:00:00.123456Z', '2024-01-01T00:00:00.123456Z'],
  ['date-time', '2024-01-01T00:00:00.5', '2024-01-01T00:00:00.5Z'],
  ['date-time', '2024-01-01T00:00:00.1230000+01:00', '2023-12-31T23:00:00.123Z'],
  ['date-time', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ['date-time', '0099-12-31T23:30:00-01:00', '0100-01-01T00:30:00Z'],
  ['date-time', '9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
]

const refused: Record<FilterType, string[]> = {
  int32: ['', ' ', '+5', ' 5', '5.0', '0x5', '1e3', '1 2', '--1', '-', 'five', '٣', '1*', '1,2', '\n5'].concat([
    '2147483648',
    '-2147483649',
    '9'.repeat(400),
    'NaN',
    'Infinity',
    '5\u0000',
  ]),
  decimal: ['', '.', '.5', '5.', '1e3', ' 5', '1,5', '1.2.3', '0x1', 'NaN', 'Infinity', '+-1', `${digits38}9`].concat([
    `0.${digits38}`,
    '1_000',
    '１',
  ]),
  boolean: ['', '1', '0', 'yes', 't', 'truefalse', ' true'],
  string: ['\u0000', 'a\u0000b', '\ud800', 'a\udc00'],
  date: ['', '2023-02-29', '1900-02-29', '2024-02-30', '2024-13-01', '2024-00-10', '2024-01-00', '2024-01-32']
    .concat(['0000-01-01', '10000-01-01', '24-01-01', '2024-1-1', '20240101', '2024-W01', ' 2024-01-01', 'today'])
    .concat(['2024-01-01T', '2024-01-01T25:00:00Z', '2024-02-30T00:00:00Z', '01-02-2024', '-2024-01-01', 'infinity']),
  'date-time': ['', 'now', 'infinity', '2023-02-29T00:00:00Z', '2024-01-01T24:00:00Z', '2024-01-01T00:60:00Z']
    .concat(['2024-01-01T00:00:60Z', '2024-01-01T00:00Z', '2024-01-01 00:00:00', '2024-01-01T00:00:00+0100'])
    .concat(['2024-01-01T00:00:00+24:00', '2024-01-01T00:00:00+01:60', '2024-01-01T00:00:00.Z'])
    .concat(['2024-01-01T00:00:00.1234567Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'])
    .concat(['0000-01-01', '0000-12-31T23:00:00-02:00', '2024-01-01T00:00:00ZZ', '2024-01-01T00:00:00Z+01:00']),
}

describe('typedOperand', () => {
  it.each(accepted)('reads the %s %j', (type, text, value) => {
    expect(typed(type, text)).toBe(value)
  })

  it.each(TYPES.flatMap((type) => refused[type].map((text) => [type, text] as const)))(
    'refuses the %s %j and says what would do',
    (type, text) => {
      const result = typedOperand(type, 'eq', operand(text))
      expect(result.ok).toBe(false)
      expect(!result.ok && result.expected).toMatch(/^(a|an|true) /)
    },
  )

  it('takes blanks before an item of a list for nothing, except in a text', () => {
    expect(typed('int32', ' 5', 'in')).toBe('5')
    expect(typed('date', ' 2024-01-01 ', 'nin')).toBe('2024-01-01')
    expect(typed('string', ' 5 ', 'in')).toBe(' 5 ')
  })

  it.each(TYPES)('takes $null: for %s with eq, ne, in and nin only', (type) => {
    const nothing: Operand = { isNull: true, pieces: [''], position: 0 }
    const takes = OPERATORS.filter((operator) => typedOperand(type, operator, nothing).ok)
    expect(takes).toEqual(['eq', 'ne', 'in', 'nin'])
    expect(typedOperand(type, 'eq', nothing)).toEqual({ ok: true, value: null })
  })

  it('agrees with the calendar of Date on every day of four centuries', () => {
    for (let year = 1900; year < 2300; year += 1) {
      for (let month = 1; month <= 12; month += 1) {
        const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
        const start = `${year}-${String(month).padStart(2, '0')}`
        expect(typed('date', `${start}-${last}`)).toBe(`${start}-${last}`)
        expect(typed('date', `${start}-${last + 1}`)).toBeUndefined()
      }
    }
  })

  it('gives the instant of Date for any offset', () => {
    const date = fc.date({
      min: new Date('0002-01-01T00:00:00Z'),
      max: new Date('9998-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(date, fc.integer({ min: -1439, max: 1439 }), (instant, offset) => {
        const minutes = Math.abs(offset)
        const zone = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
        const local = new Date(instant.getTime() + offset * 60_000).toISOString().slice(0, -1)
        const value = typed('date-time', `${local}${offset < 0 ? '-' : '+'}${zone}`)!
        expect(Date.parse(value)).toBe(instant.getTime())
        expect(value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/)
      }),
      { numRuns: 2_000 },
    )
  })

  it('answers any text for any type', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'0123456789-+:.TZ e'), maxLength: 40 }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...TYPES), fc.constantFrom(...OPERATORS), noise, (type, operator, text) => {
        const result = typedOperand(type, operator, operand(text))
        expect(result.ok ? typeof result.value : typeof result.expected).toBe('string')
        if (result.ok && type !== 'string') expect(typed(type, result.value!)).toBe(result.value)
      }),
      { numRuns: runs(1_000, 5_000) },
    )
  })

  it('refuses the longest texts', () => {
    for (const character of ['0', ' ', '-', '9', '1 ']) {
      const text = `${character.repeat(FILTER_MAX_LENGTH)}x`
      for (const type of TYPES) expect(typed(type, text)).toBe(type === 'string' ? text : undefined)
    }
  })

  it('accepts the values of every generated filter', () => {
    const fields: FieldTable = Object.fromEntries(
      TYPES.map((type) => [
        type,
        { type, operators: type === 'string' ? OPERATORS : OPERATORS.slice(0, 6), required: false },
      ]),
    )
    const check = (node: FilterNode): void => {
      if (node.kind !== 'predicate') return node.terms.forEach(check)
      for (const value of node.operands) {
        expect(typedOperand(node.property as FilterType, node.operator, value).ok).toBe(true)
      }
    }
    fc.assert(fc.property(filterArbitrary(fields), check), { numRuns: 1_000 })
  })
})

describe('likePattern', () => {
  it.each([
    ['abc', '%abc%'],
    ['', '%%'],
    ['abc*', 'abc%'],
    ['*abc', '%abc'],
    ['a*b', 'a%b'],
    ['*a*', '%a%'],
    ['*', '%'],
    ['$*', '%*%'],
    ['a$**', 'a*%'],
    ['50%', '%50\\%%'],
    ['a_b*', 'a\\_b%'],
    ['C:\\x*', 'C:\\\\x%'],
    ['$$,$[$]$($)', '%$,[]()%'],
    ['ÆØÅ', '%ÆØÅ%'],
  ])('makes of %s the pattern %s', (value, pattern) => {
    expect(likePattern(parsed(value))).toBe(pattern)
  })
})
