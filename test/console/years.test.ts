import { expect, test } from 'vitest'
import { monthAfter } from '../../src/console/period.ts'
import { periodOfYear, yearNamed, yearOf } from '../../src/console/years.ts'

const YEARS = [
  { year: '2024', fromDate: '2024-07-01', toDate: '2025-06-30' },
  { year: '2025', fromDate: '2025-07-01', toDate: '2025-12-31' },
  { year: '2026', fromDate: '2026-01-01', toDate: '2026-12-31' },
]

test('a day lies in the accounting year that has it, in that of the calendar where none has', () => {
  expect(['2025-06-30T00:00:00Z', '2025-07-01', '2026-05-05'].map((day) => yearOf(YEARS, day).year)).toEqual([
    '2024',
    '2025',
    '2026',
  ])
  expect(yearOf(YEARS, '2020-05-05')).toEqual({ year: '2020', fromDate: '2020-01-01', toDate: '2020-12-31' })
  expect(yearNamed(YEARS, '2024').fromDate).toBe('2024-07-01')
})

test('a year that is none of the calendar is a period by its days, and its months go over new year', () => {
  expect(YEARS.map(periodOfYear)).toEqual(['2024-07-01..2025-06-30', '2025-07-01..2025-12-31', '2026'])
  expect([0, 5, 6, 11].map((months) => monthAfter('2024-07-01', months))).toEqual([
    '2024-07-01',
    '2024-12-01',
    '2025-01-01',
    '2025-06-01',
  ])
})
