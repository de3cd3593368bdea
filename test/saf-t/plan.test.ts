import { describe, expect, test } from 'vitest'
import type { SafTAccount } from '../../src/saf-t/model.ts'
import { freeAccountNumber, planAccounts } from '../../src/saf-t/import/plan.ts'
import { YEARS_BETWEEN_MAX, yearsToMake } from '../../src/saf-t/import/years.ts'

const year = (from: string, to: string, isClosed = false) => ({ from, to, isClosed })

describe('years to make', () => {
  test('are calendar years in an agreement without any', () => {
    expect(yearsToMake([], '2019-11-01', '2020-02-29')).toEqual([
      { from: '2019-01-01', to: '2019-12-31' },
      { from: '2020-01-01', to: '2020-12-31' },
    ])
  })

  test('are none where the agreement covers the file', () => {
    expect(yearsToMake([year('2017-01-01', '2017-12-31')], '2017-01-01', '2017-04-30')).toEqual([])
  })

  test('run backwards before the first, each adjoining the one made before it', () => {
    expect(yearsToMake([year('2020-07-01', '2021-06-30')], '2019-01-01', '2019-12-31')).toEqual([
      { from: '2019-07-01', to: '2020-06-30' },
      { from: '2018-07-01', to: '2019-06-30' },
    ])
  })

  test('fill a gap of so many years and no more', () => {
    const known = [year('2026-01-01', '2026-12-31')]
    const first = 2025 - YEARS_BETWEEN_MAX
    expect(yearsToMake(known, `${first}-01-01`, `${first}-12-31`)).toHaveLength(YEARS_BETWEEN_MAX + 1)
    expect(() => yearsToMake(known, `${first - 1}-01-01`, `${first - 1}-12-31`)).toThrow(
      `${YEARS_BETWEEN_MAX + 1} years lie between`,
    )
  })

  test('are never before a closed one', () => {
    const known = [year('2019-01-01', '2019-12-31', true), year('2020-01-01', '2020-12-31')]
    expect(yearsToMake(known, '2020-01-01', '2021-01-31')).toEqual([{ from: '2021-01-01', to: '2021-12-31' }])
    expect(() => yearsToMake(known, '2018-01-01', '2018-12-31')).toThrow('closed up to 2019-12-31')
  })
})

describe('account types', () => {
  const typeOf = (account: Partial<SafTAccount>) => {
    const whole = {
      description: 'x',
      standardAccountId: undefined,
      groupingCategory: undefined,
      accountType: 'GL',
      ...account,
    }
    const plan = planAccounts([{ openingBalance: 0n, closingBalance: 0n, line: 1, accountId: '1', ...whole }])
    return [...plan.values()][0]!.type
  }

  test.each([
    ['1500', undefined, undefined, 2],
    ['2999', undefined, undefined, 2],
    ['3000', undefined, undefined, 1],
    ['8800', undefined, undefined, 1],
    ['150000', '30', undefined, 1],
    ['3000', '1500', 'balanseverdiForOmloepsmiddel', 2],
    ['9000', undefined, 'annenDriftskostnad', 1],
    ['9000', 'RF-1', 'gjeld', 2],
  ])('of %s with standard account %s in category %s', (accountId, standardAccountId, groupingCategory, type) => {
    expect(typeOf({ accountId, standardAccountId, groupingCategory })).toBe(type)
  })
})

test('an account of our own takes the highest free number below 3000', () => {
  expect(freeAccountNumber(new Set([2999, 2998]))).toBe(2997)
  const all = new Set(Array.from({ length: 100 }, (_, index) => 2900 + index))
  expect(freeAccountNumber(all)).toBe(9999)
})
