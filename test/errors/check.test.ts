import { expect, test } from 'vitest'
import { untriedRules } from './broken-rules.ts'
import { problemsOf } from './check.ts'

const seen = (statuses: number[], properties: string[]) => ({
  statuses: new Set(statuses),
  properties: new Set(properties),
})

test('codes that no request provoked, or that came amiss, are told', () => {
  const provoked = new Map([
    ['A', seen([400], ['name'])],
    ['B', seen([400], [])],
    ['C', seen([400, 404], ['number'])],
    ['E', seen([400], ['name'])],
    ['G', seen([], ['name'])],
    ['X', seen([400], ['name'])],
  ])
  expect(problemsOf(['A', 'B', 'C', 'D', 'E', 'F', 'G'], provoked, { E: 'why', F: 'why', Y: 'why' })).toEqual([
    'B came without a property',
    'C came with statuses 400, 404',
    'D was provoked by no test',
    'E was provoked, and is listed as not',
    'G came beside others only',
    'X is not in the catalogue',
    'Y is not in the catalogue',
  ])
})

test('rules that no request broke, and rules that are listed so in vain, are told', () => {
  const rule = (property: string, code: string) => ({ place: `books/Accounts ${property}`, code })
  const rules = [rule('number', 'A'), rule('name', 'A'), rule('name', 'B'), rule('type', 'C'), rule('type', 'D')]
  const provoked = new Map([
    ['A', { places: new Set(['books/Accounts number', 'books/Other name']) }],
    ['D', { places: new Set(['books/Accounts type']) }],
  ])
  const excused = { 'books/Accounts type: C': 'why', 'books/Accounts type: D': 'why' }
  expect(untriedRules(rules, provoked, excused)).toEqual([
    'books/Accounts name: A is broken by no test',
    'books/Accounts name: B is broken by no test',
    'books/Accounts type: D is listed as broken by no test, and is no such rule',
  ])
})
