import { expect, test } from 'vitest'
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
