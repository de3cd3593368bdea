import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { equalShares, monthEnds } from '../../src/ledger/booking/accrual.ts'
import { baseCents, parseRate, rateToText } from '../../src/ledger/currency.ts'
import { dueDate } from '../../src/ledger/drafts/defaults.ts'
import { centsOf, centsToText, decimalsOf, digitsOf, divideRounded } from '../../src/ledger/money.ts'
import { splitVat } from '../../src/ledger/vat.ts'

describe('money', () => {
  test.each([
    ['0.005', 1n],
    ['-0.005', -1n],
    ['0.0049999', 0n],
    ['-0.004', 0n],
    ['2.675', 268n],
    ['-1.005', -101n],
    ['12', 1200n],
    ['99999999999999999.99', 9_999_999_999_999_999_999n],
  ])('%s is %i cents: half goes away from zero', (text, cents) => {
    expect(centsOf(text)).toBe(cents)
  })

  test.each(['1e5', '', '.5', '1.', '+1', '1,5', 'NaN', '0x1'])('%j is no decimal', (text) => {
    expect(() => centsOf(text)).toThrow(RangeError)
  })

  test('cents to text and back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (cents) => centsOf(centsToText(cents)) === cents),
    )
    expect(centsToText(-5n)).toBe('-0.05')
    expect(centsToText(0n)).toBe('0.00')
  })

  test('a rounded quotient is nearest, and of two nearest the one further from zero', () => {
    const whole = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
    fc.assert(
      fc.property(
        whole,
        whole.filter((value) => value !== 0n),
        (over, under) => {
          const size = (value: bigint) => (value < 0n ? -value : value)
          const rest = over - divideRounded(over, under) * under
          expect(size(rest) * 2n <= size(under)).toBe(true)
          if (size(rest) * 2n === size(under))
            expect(size(divideRounded(over, under)) * size(under) > size(over)).toBe(true)
        },
      ),
    )
  })

  test('digits and decimals are counted as written', () => {
    expect([digitsOf('-0.050'), digitsOf('100'), digitsOf('0'), digitsOf('123456789.123456789')]).toEqual([2, 3, 0, 18])
    expect([decimalsOf('7.4500'), decimalsOf('7'), decimalsOf('7.1234567')]).toEqual([2, 0, 7])
  })

  test('rates', () => {
    expect(rateToText(parseRate('745.1'))).toBe('745.100000')
    expect(rateToText(1n)).toBe('0.000001')
    expect(baseCents(-100_00n, parseRate('745.123456'))).toBe(-745_12n)
  })
})

describe('VAT', () => {
  const rate = (perCent: number) => ({
    rate: BigInt(perCent) * 10_000n,
    contraAccountNumber: null,
    deductible: 1_000_000n,
  })
  test('gross is split once; net and tax are the gross', () => {
    expect(splitVat(12_500n, rate(25))).toEqual({ net: 10_000n, tax: 2_500n, deductible: 2_500n })
    expect(splitVat(-1n, rate(25))).toEqual({ net: -1n, tax: 0n, deductible: 0n })
    expect(splitVat(100n, rate(0))).toEqual({ net: 100n, tax: 0n, deductible: 0n })
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }),
        fc.integer({ min: 0, max: 100 }),
        (gross, perCent) => {
          const { net, tax } = splitVat(gross, rate(perCent))
          return net + tax === gross && (gross < 0n ? tax <= 0n : tax >= 0n)
        },
      ),
    )
  })
  test('under reverse charge the amount is the net', () => {
    const all = { rate: 250_000n, contraAccountNumber: 1, deductible: 1_000_000n }
    expect(splitVat(-10_000n, all)).toEqual({ net: -10_000n, tax: -2_500n, deductible: -2_500n })
    expect(splitVat(100_000n, { ...all, deductible: 250_000n })).toEqual({
      net: 100_000n,
      tax: 25_000n,
      deductible: 6_250n,
    })
  })
  test('of which a share is deducted, that share is rounded once', () => {
    const rep = { ...rate(25), deductible: 250_000n }
    expect(splitVat(2_000_000n, rep)).toEqual({ net: 1_600_000n, tax: 400_000n, deductible: 100_000n })
    expect(splitVat(10_000_000n, rep)).toMatchObject({ deductible: 500_000n })
    expect(splitVat(100n, { ...rep, deductible: 0n })).toEqual({ net: 80n, tax: 20n, deductible: 0n })
  })
})

describe('accruals and due dates', () => {
  test('months are those touched, each on its last day', () => {
    expect(monthEnds('2027-12-31', '2028-02-01')).toEqual(['2027-12-31', '2028-01-31', '2028-02-29'])
    expect(monthEnds('2026-05-05', '2026-05-05')).toEqual(['2026-05-31'])
  })
  test('shares are equal but the last, and sum to the whole', () => {
    expect(equalShares(10_000n, 3)).toEqual([3_333n, 3_333n, 3_334n])
    expect(equalShares(-20_000n, 3)).toEqual([-6_667n, -6_667n, -6_666n])
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        fc.integer({ min: 1, max: 60 }),
        (cents, parts) => {
          const shares = equalShares(cents, parts)
          expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(cents)
          expect(new Set(shares.slice(0, -1)).size).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
  test('payment terms', () => {
    expect(dueDate('2026-01-31', { termType: 1, termDays: 30 })).toBe('2026-03-02')
    expect(dueDate('2026-01-31', { termType: 2, termDays: 0 })).toBe('2026-01-31')
    expect(dueDate('2026-01-05', { termType: 2, termDays: 15 })).toBe('2026-02-15')
    expect(dueDate('2026-01-05', { termType: null, termDays: null })).toBeUndefined()
  })

  test.each([
    ['2026-01-15', 1, 14, '2026-01-29'],
    ['2026-01-15', 2, 30, '2026-03-02'],
    ['2026-01-15', 3, 0, '2026-01-15'],
    ['2026-01-15', 4, 0, '2026-01-15'],
    ['2026-01-15', 5, 0, undefined],
    ['2026-01-15', 6, 0, '2026-01-15'],
    ['2026-01-15', 7, 0, '2026-01-18'],
    ['2026-01-18', 7, 0, '2026-01-25'],
    ['2026-01-15', 8, 7, '2026-01-26'],
    ['2026-01-19', 8, 0, '2026-01-26'],
    ['2026-01-15', 9, 0, '2026-01-15'],
  ])('of %s by a term of type %i and %i days: %s', (date, termType, termDays, due) => {
    expect(dueDate(date, { termType, termDays })).toBe(due)
  })
})
