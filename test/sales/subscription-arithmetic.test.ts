import { describe, expect, test } from 'vitest'
import { hasDiscount, priceOf, quantityOf, shareOf, WHOLE } from '../../src/sales/subscriptions/amounts.ts'
import { anchorOf, type ChainedPeriod, endOf, nextPeriod } from '../../src/sales/subscriptions/periods.ts'

const rhythm = (interval: number, isCalendarBased = false) => ({ interval, isCalendarBased })

/** So many periods of a chain, as `start..end`. */
function chain(interval: number, start: string, count: number, isCalendarBased = false): string[] {
  const of = rhythm(interval, isCalendarBased)
  const anchorDay = anchorOf(start, null)
  let period: ChainedPeriod = { start, end: endOf(of, start, anchorDay), anchorDay }
  const all = [period]
  while (all.length < count) all.push((period = nextPeriod(of, period, null)!))
  return all.map((one) => `${one.start}..${one.end}`)
}

describe('periods', () => {
  test.each([
    [1, '2026-01-07'],
    [2, '2026-01-14'],
    [12, '2026-01-28'],
    [13, '2026-02-25'],
    [3, '2026-01-31'],
    [7, '2026-02-28'],
    [4, '2026-03-31'],
    [5, '2026-06-30'],
    [6, '2026-12-31'],
    [8, '2027-12-31'],
    [9, '2028-12-31'],
    [10, '2029-12-31'],
    [11, '2030-12-31'],
  ])('of interval %i from 2026-01-01 end on %s', (interval, end) => {
    expect(endOf(rhythm(interval), '2026-01-01', 1)).toBe(end)
  })

  test.each([
    [3, '2023-04-30'],
    [4, '2023-06-30'],
    [5, '2023-06-30'],
    [6, '2023-12-31'],
    [8, '2024-12-31'],
    [9, '2025-12-31'],
    [10, '2026-12-31'],
    [11, '2027-12-31'],
  ])('of interval %i from 2023-04-21 end with the calendar on %s', (interval, end) => {
    expect(endOf(rhythm(interval, true), '2023-04-21', 21)).toBe(end)
  })

  test('keep the day of the first start, cut to the month', () => {
    expect(endOf(rhythm(8), '2023-04-21', 21)).toBe('2025-04-20')
    expect(chain(3, '2026-01-31', 3)).toEqual([
      '2026-01-31..2026-02-27',
      '2026-02-28..2026-03-30',
      '2026-03-31..2026-04-29',
    ])
    expect(chain(6, '2024-02-29', 5)).toEqual([
      '2024-02-29..2025-02-27',
      '2025-02-28..2026-02-27',
      '2026-02-28..2027-02-27',
      '2027-02-28..2028-02-28',
      '2028-02-29..2029-02-27',
    ])
    expect(chain(4, '2023-04-21', 3, true)).toEqual([
      '2023-04-21..2023-06-30',
      '2023-07-01..2023-09-30',
      '2023-10-01..2023-12-31',
    ])
  })

  test('that end otherwise begin a new anchor; a start that was moved is its own', () => {
    const sent = { start: '2026-01-31', end: '2026-02-14', anchorDay: 31 }
    expect(nextPeriod(rhythm(3), sent, null)).toEqual({
      start: '2026-02-15',
      end: '2026-03-14',
      anchorDay: 15,
      uncut: null,
    })
    expect(anchorOf('2026-02-28', 31)).toBe(31)
    expect(anchorOf('2026-03-05', 31)).toBe(5)
    expect(anchorOf('2026-02-28', null)).toBe(28)
  })

  test('are cut at the expiry, and none starts after it', () => {
    const first = { start: '2026-01-01', end: '2026-01-31', anchorDay: 1 }
    expect(nextPeriod(rhythm(3), first, '2026-02-10')).toEqual({
      start: '2026-02-01',
      end: '2026-02-10',
      anchorDay: 1,
      uncut: '2026-02-28',
    })
    expect(nextPeriod(rhythm(3), first, '2026-02-01')?.end).toBe('2026-02-01')
    expect(nextPeriod(rhythm(3), first, '2026-01-31')).toBeUndefined()
  })

  test('end with the last day that can be written', () => {
    const last = { start: '9998-01-01', end: '9998-12-31', anchorDay: 1 }
    const cut = nextPeriod(rhythm(8), last, null)!
    expect(cut.end).toBe('9999-12-31')
    expect(nextPeriod(rhythm(8), cut, null)).toBeUndefined()
    expect(endOf(rhythm(3), '0001-01-31', 31)).toBe('0001-02-27')
  })
})

describe('shares', () => {
  const quarter = { start: '2026-04-01', end: '2026-05-31' }

  test('are days of the whole interval', () => {
    expect(shareOf(rhythm(4), quarter, 1, null)).toEqual({ days: 61, of: 91 })
    expect(shareOf(rhythm(4, true), { start: '2026-05-01', end: '2026-06-30' }, 1, null)).toEqual({ days: 61, of: 91 })
    const february = { start: '2024-02-01', end: '2024-02-29' }
    const share = shareOf(rhythm(3), february, 1, '2024-02-15')
    expect(share).toEqual({ days: 15, of: 29 })
    expect(priceOf({ base: '290.00', priceFactor: '1', index: '1', share })).toBe('150.00')
    expect(shareOf(rhythm(3), february, 1, '2024-03-15').days).toBe(0)
    expect(shareOf(rhythm(3), february, 1, '2023-03-15')).toEqual({ days: 29, of: 29 })
  })

  test('stand on the quantity with six decimals', () => {
    const share = shareOf(rhythm(4), quarter, 1, null)
    expect(quantityOf('3', '1', share)).toBe('2.010989')
    expect(quantityOf('2', '3', WHOLE)).toBe('6')
    expect(quantityOf('-1.5', '0.5', WHOLE)).toBe('-0.75')
  })
})

describe('prices', () => {
  const price = (base: string, more: object = {}) =>
    priceOf({ base, priceFactor: '1.10', index: '1', share: WHOLE, ...more })
  /** What six pieces come to less 15 per cent, as a line does. */
  const line = (text: string) => (Math.round(Number(text) * 6 * 85) / 100).toFixed(2)

  test('are multiplied by factor and index, and rounded once', () => {
    expect([price('200'), line(price('200'))]).toEqual(['220.00', '1122.00'])
    expect([price('180'), line(price('180'))]).toEqual(['198.00', '1009.80'])
    const indexed = price('180', { index: '1.03' })
    expect([indexed, line(indexed)]).toEqual(['203.94', '1040.09'])
    const shared = price('180', { share: { days: 61, of: 91 } })
    expect([shared, line(shared)]).toEqual(['132.73', '676.92'])
    expect(price('-0.05', { priceFactor: '0.1' })).toBe('-0.01')
    expect(price('0.045', { priceFactor: '1' })).toBe('0.05')
  })

  test('have the discount for whole periods that start by its last day', () => {
    const period = { start: '2026-03-31', end: '2026-04-29' }
    expect(hasDiscount('15', '2026-03-31', period)).toBe(true)
    expect(hasDiscount('15', '2026-03-30', period)).toBe(false)
    expect(hasDiscount('15', null, period)).toBe(true)
    expect(hasDiscount(null, null, period)).toBe(false)
  })
})
