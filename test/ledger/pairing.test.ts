import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Match, matchOldestFirst, type OpenItem } from '../../src/ledger/parties/pairing.ts'

const later = (one: OpenItem, other: OpenItem): string => (one.date > other.date ? one.date : other.date)
const ANY_DAY = { day: later, realises: true }

/** An item of so many cents, in base currency at the rate of 1 to `rate`. */
const item = (entryNumber: number, inCurrency: bigint, currency = 'DKK', rate = 1n, more: Partial<OpenItem> = {}) => ({
  entryNumber,
  key: '',
  date: `2026-01-${String(entryNumber).padStart(2, '0')}`,
  currency,
  inCurrency,
  remainder: inCurrency * rate,
  ...more,
})

const cents = fc.bigInt({ min: -500n, max: 500n }).filter((amount) => amount !== 0n)
const items = fc
  .array(
    fc.record({
      key: fc.constantFrom('a', 'b'),
      currency: fc.constantFrom('DKK', 'EUR'),
      cents,
      rate: fc.bigInt(0n, 9n),
    }),
    {
      maxLength: 30,
    },
  )
  .map((list) =>
    list.map(({ cents: inCurrency, rate, key, currency }, index) =>
      item(index + 1, inCurrency, currency, currency === 'DKK' ? 1n : rate, { key }),
    ),
  )

const copies = (list: readonly OpenItem[]): OpenItem[] => list.map((one) => ({ ...one }))

test('whatever is paired: what is left lies between the amount and nothing, and nothing that could settle is left', () => {
  fc.assert(
    fc.property(items, fc.nat(30), (list, waiting) => {
      const left = copies(list)
      const matches = matchOldestFirst(left.slice(waiting), left.slice(0, waiting), ANY_DAY)
      const taken = new Map(list.map((one) => [one.entryNumber, { base: one.remainder, inCurrency: one.inCurrency }]))
      const take = (entry: number, base: bigint, inCurrency: bigint): void => {
        const one = taken.get(entry)!
        taken.set(entry, { base: one.base - base, inCurrency: one.inCurrency - inCurrency })
      }
      for (const { debitEntry, creditEntry, amount, debitAmount, creditAmount, difference } of matches) {
        expect(list[debitEntry - 1]!.key).toBe(list[creditEntry - 1]!.key)
        expect([debitEntry, creditEntry].some((entry) => entry > waiting)).toBe(true)
        take(debitEntry, amount, debitAmount)
        take(creditEntry, -amount, -creditAmount)
        if (difference) take(difference.entryNumber, difference.left, 0n)
      }
      for (const [index, { remainder, inCurrency, entryNumber }] of left.entries()) {
        expect(taken.get(entryNumber)).toEqual({ base: remainder, inCurrency })
        const [less, more] = list[index]!.inCurrency > 0n ? [0n, 1n] : [-1n, 0n]
        for (const [part, whole] of [
          [inCurrency, list[index]!.inCurrency],
          [remainder, list[index]!.remainder],
        ] as const) {
          const size = whole < 0n ? -whole : whole
          expect(part >= less * size && part <= more * size).toBe(true)
        }
        if (inCurrency === 0n) expect(remainder).toBe(0n)
      }
      const open = left.slice(waiting).filter(({ inCurrency }) => inCurrency !== 0n)
      for (const one of open) {
        const settleable = left.filter(
          (other) => other.key === one.key && other.inCurrency !== 0n && other.inCurrency > 0n !== one.inCurrency > 0n,
        )
        expect(
          settleable.filter((other) => other.currency === one.currency || other.remainder * one.remainder !== 0n),
        ).toEqual([])
      }
    }),
  )
})

describe('in currency', () => {
  const amounts = ({ debitEntry, creditEntry, amount, debitAmount, creditAmount, difference }: Match) => [
    debitEntry,
    creditEntry,
    amount,
    debitAmount,
    creditAmount,
    ...(difference ? [difference.entryNumber, difference.left] : []),
  ]
  const matched = (...list: OpenItem[]) => matchOldestFirst(copies(list), [], ANY_DAY).map(amounts)

  test('the same amount at another rate settles the whole, and what is left in base currency is a difference', () => {
    expect(matched(item(1, 100n, 'EUR', 7n), item(2, -100n, 'EUR', 8n))).toEqual([[1, 2, 700n, 100n, 100n, 2, -100n]])
    expect(matched(item(1, 100n, 'EUR', 8n), item(2, -100n, 'EUR', 7n))).toEqual([[1, 2, 700n, 100n, 100n, 1, 100n]])
  })

  test('less of it, of the same worth, leaves the rest open', () => {
    expect(matched(item(1, 1000n, 'EUR', 37n), item(2, -925n, 'EUR', 40n))).toEqual([
      [1, 2, 925n * 37n, 925n, 925n, 2, -925n * 3n],
    ])
  })

  test('items of one currency come before older ones of another', () => {
    expect(matched(item(1, 500n), item(2, 100n, 'EUR', 5n), item(3, -100n, 'EUR', 5n))).toEqual([
      [2, 3, 500n, 100n, 100n],
    ])
  })

  test('currencies settle each other in base currency, each with its share', () => {
    expect(matched(item(1, 100n, 'EUR', 7n), item(2, -350n))).toEqual([[1, 2, 350n, 50n, 350n]])
    expect(matched(item(1, 1n, 'EUR', 7n), item(2, -5n))).toEqual([[1, 2, 5n, 1n, 5n, 1, 2n]])
  })

  test('of books that keep their differences, what is left settles in base currency', () => {
    const list = [item(1, 100n, 'EUR', 7n), item(2, -100n, 'EUR', 8n), item(3, 100n)]
    const left = copies(list)
    expect(matchOldestFirst(left, [], { day: later, realises: false }).map(amounts)).toEqual([
      [1, 2, 700n, 100n, 100n],
      [3, 2, 100n, 100n, 0n],
    ])
    expect(left.map(({ remainder }) => remainder)).toEqual([0n, 0n, 0n])
  })
})

test('items that wait do not settle each other, and no pair is of a day that is shut', () => {
  const waiting = () => [item(1, 100n), item(2, -100n)]
  expect(matchOldestFirst([], waiting(), ANY_DAY)).toEqual([])
  const shut = (day: string) => ({
    realises: true,
    day: (one: OpenItem, other: OpenItem) => (later(one, other) === day ? undefined : later(one, other)),
  })
  const early = item(3, -30n, 'DKK', 1n, { date: '2026-01-01' })
  expect(matchOldestFirst([{ ...early }], [item(2, 100n)], shut('2026-01-02'))).toEqual([])
  expect(matchOldestFirst([{ ...early }], [item(2, 100n)], shut('2026-01-01'))).toHaveLength(1)
})
