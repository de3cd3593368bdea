import { describe, expect, test } from 'vitest'
import type { MasterData } from '../../src/ledger/drafts/references.ts'
import { RememberedData } from '../../src/ledger/drafts/remembered.ts'
import { DOUBTED_MILLISECONDS, REMEMBERED_NAMES_MAX, REMEMBERED_NAMES_MAX_OF_AGREEMENT } from '../../src/limits.ts'

describe('the memory', () => {
  const data = (from: number, count: number): MasterData => ({
    givesDepartments: true,
    journals: new Map(),
    accounts: new Map(Array.from({ length: count }, (_, at) => [from + at, { number: from + at } as never])),
    customers: new Map(),
    suppliers: new Map(),
    departments: new Map(),
    dataOfAccounts: new Map(),
    vatCodes: new Set(),
    currencies: new Set(),
  })
  const none = new Set<never>()
  const names = (...accounts: number[]) => ({
    journals: none,
    accounts: new Set(accounts),
    customers: none,
    suppliers: none,
    vatCodes: none,
    currencies: none,
  })

  test('adds to what has the same seal, and replaces what has another', () => {
    const known = new RememberedData()
    known.keep(1, 'a', data(1, 2), [])
    known.keep(1, 'a', data(3, 2), [])
    expect(known.find(1, names(1, 4))?.seal).toBe('a')
    expect(known.find(1, names(1, 5))).toBeUndefined()
    expect(known.find(2, names())).toBeUndefined()
    expect(known.find(1, { ...names(1), journals: new Set([2]) })).toBeUndefined()
    known.keep(1, 'b', data(3, 1), [])
    expect(known.find(1, names(3))?.seal).toBe('b')
    expect(known.find(1, names(1))).toBeUndefined()
  })

  test('uses nothing of an agreement for a while after it was outdated', () => {
    let now = 0
    const known = new RememberedData(() => now)
    known.keep(1, 'a', data(1, 1), [])
    known.keep(2, 'a', data(1, 1), [])
    known.doubt(1)
    known.keep(1, 'b', data(1, 1), [])
    now = DOUBTED_MILLISECONDS - 1
    expect(known.find(1, names(1))).toBeUndefined()
    expect(known.find(2, names(1))).toBeDefined()
    now = DOUBTED_MILLISECONDS
    expect(known.find(1, names(1))?.seal).toBe('b')
  })

  test('has bounds for an agreement and for all', () => {
    const known = new RememberedData()
    // One is the agreement itself.
    const most = REMEMBERED_NAMES_MAX_OF_AGREEMENT - 1
    known.keep(1, 'a', data(1, most - 1), [])
    known.keep(1, 'a', data(most, 1), [])
    expect(known.find(1, names(1, most))).toBeDefined()
    // One more, and only what was found last is kept.
    known.keep(1, 'a', data(most + 1, 1), [])
    expect(known.find(1, names(most + 1))).toBeDefined()
    expect(known.find(1, names(1))).toBeUndefined()
    known.keep(1, 'a', data(1, most + 1), [])
    expect(known.find(1, names(1))).toBeUndefined()

    const agreements = REMEMBERED_NAMES_MAX / REMEMBERED_NAMES_MAX_OF_AGREEMENT
    for (let agreement = 1; agreement <= agreements; agreement++) known.keep(agreement, 'a', data(1, most), [])
    // Used, so the second is the one unused for longest.
    expect(known.find(1, names(1))).toBeDefined()
    known.keep(agreements + 1, 'a', data(1, 1), [])
    expect([1, 2, 3, agreements + 1].map((one) => known.find(one, names(1)) !== undefined)).toEqual([
      true,
      false,
      true,
      true,
    ])
  })
})
