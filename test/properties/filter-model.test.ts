import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFilter } from '../../src/request/query/filter-syntax.ts'
import { parseSort } from '../../src/request/query/sort-syntax.ts'
import { filterArbitrary, rowArbitrary, sortArbitrary, typesOf, type FieldTable } from './filter-arbitraries.ts'
import { compareRows, matches, type ModelRow } from './filter-model.ts'

const ordering = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'nin'] as const

const fields: FieldTable = {
  number: { type: 'int32', operators: ordering, required: true },
  amount: { type: 'decimal', operators: ordering, required: false },
  name: { type: 'string', operators: [...ordering, 'like'], required: false },
  barred: { type: 'boolean', operators: ['eq', 'ne'], required: false },
  date: { type: 'date', operators: ordering, required: false },
  lastUpdated: { type: 'date-time', operators: ordering, required: false },
}
const types = typesOf(fields)

const row: ModelRow = {
  number: '7',
  amount: '-1.50',
  name: 'Ørsted & 50%',
  barred: 'true',
  date: '2024-02-03',
  lastUpdated: '2024-02-03T10:00:00.000001Z',
}
const empty: ModelRow = { number: '1', amount: null, name: null, barred: null, date: null, lastUpdated: null }

describe('matches', () => {
  it.each([
    ['number$eq:07', true],
    ['number$gt:10', false],
    ['number$in:[1, 7]', true],
    ['amount$eq:-1.5', true],
    ['amount$lt:-1.49', true],
    ['amount$gte:+0', false],
    ['name$eq:ØRSTED & 50%', true],
    ['name$like:øRS', true],
    ['name$like:ørs', true],
    ['name$like:rs*', false],
    ['name$like:*$$*', false],
    ['name$like:*50%', true],
    ['name$like:ørs_ed*', false],
    ['name$gt:zebra', true],
    ['name$lt:Ål', true],
    ['barred$eq:TRUE', true],
    ['barred$ne:$null:', true],
    ['date$lte:2024-02-03T23:00:00-05:00', true],
    ['lastUpdated$gt:2024-02-03T11:00:00 01:00', true],
    ['lastUpdated$gt:2024-02-03T10:00:00.000001', false],
    ['lastUpdated$gt:2024-02-03', true],
    ['number$eq:1$or:name$eq:x$and:number$eq:7', false],
  ])('judges %s', (text, expected) => {
    expect(matches(parseFilter(text), row, types)).toBe(expected)
  })

  it.each([
    ['name$eq:', false],
    ['name$ne:', true],
    ['name$in:[a,b]', false],
    ['name$nin:[a,b]', true],
    ['name$in:[a,$null:]', true],
    ['name$nin:[a,$null:]', false],
    ['name$eq:$null:', true],
    ['name$ne:$null:', false],
    ['name$like:*', false],
    ['amount$gte:-99', false],
    ['amount$lt:99', false],
    ['date$gt:0001-01-01', false],
    ['barred$eq:false', true],
    ['barred$eq:$null:', false],
    ['barred$ne:true', true],
  ])('judges %s on absent values', (text, expected) => {
    expect(matches(parseFilter(text), empty, types)).toBe(expected)
  })

  it('finds some generated rows and misses others, with every field', () => {
    for (const property of Object.keys(fields)) {
      const one: FieldTable = { [property]: fields[property]! }
      const samples = fc.sample(fc.tuple(filterArbitrary(one, 0), rowArbitrary(one)), { numRuns: 500, seed: 1 })
      const found = samples.filter(([node, sample]) => matches(node, sample, types)).length
      expect(found).toBeGreaterThan(25)
      expect(found).toBeLessThan(475)
    }
  })
})

describe('compareRows', () => {
  const sorted = (sort: string, values: (string | null)[], property = 'name') =>
    values
      .map((value) => ({ [property]: value }))
      .sort((left, right) => compareRows(parseSort(sort), left, right, types))
      .map((sample) => sample[property])

  it('orders as Danes do, absent first ascending and last descending', () => {
    expect(sorted('name', ['å', 'Æ', null, 'zebra', 'Ø', 'b', 'A'])).toEqual([null, 'A', 'b', 'zebra', 'Æ', 'Ø', 'å'])
    expect(sorted('-name', ['b', null, 'Å'])).toEqual(['Å', 'b', null])
  })

  it('orders numbers by value, and by text when asked', () => {
    expect(sorted('number', ['10', '9', '1'], 'number')).toEqual(['1', '9', '10'])
    expect(sorted('-~number', ['10', '9', '1'], 'number')).toEqual(['9', '10', '1'])
    expect(sorted('amount', ['2.00', null, '-10.50', '10.00'], 'amount')).toEqual([null, '-10.50', '2.00', '10.00'])
  })

  it('is an order', () => {
    fc.assert(
      fc.property(
        sortArbitrary(fields),
        rowArbitrary(fields),
        rowArbitrary(fields),
        rowArbitrary(fields),
        (sort, a, b, c) => {
          const compare = (left: ModelRow, right: ModelRow) => Math.sign(compareRows(sort, left, right, types))
          expect(compare(a, a)).toBe(0)
          expect(compare(a, b) + compare(b, a)).toBe(0)
          if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
