import { expect, test } from 'vitest'
import { everyRule, untriedRules } from './broken-rules.ts'
import { problemsOf } from './check.ts'
import { servingResource } from './serving.ts'

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

test('rules that no request broke are told, by resource and property', () => {
  const rule = (property: string, code: string) => ({ place: `books/Accounts ${property}`, code })
  const provoked = new Map([
    ['A', { places: new Set(['books/Accounts number', 'books/Other name']) }],
    ['C', { places: new Set(['books/Accounts type']) }],
  ])
  const byOtherName = { place: 'ledger/Accounts number', code: 'A', elsewhere: ['books/Accounts number'] }
  expect(
    untriedRules([rule('number', 'A'), rule('name', 'A'), rule('name', 'B'), rule('type', 'C'), byOtherName], provoked),
  ).toEqual(['books/Accounts name: A was broken by no test', 'books/Accounts name: B was broken by no test'])
})

test('a request is told by the resource that serves it, in any version', () => {
  expect(servingResource('PUT', '/daybookapi/v1.0.0/departments')).toBe('daybook/Departments')
  expect(servingResource('DELETE', '/projectsapi/none/7?x=1')).toBe('')
  expect(servingResource('POST', '/q2capi/v5.3.0/Invoices/drafts/17/lines?x=/1')).toBe('sales/DraftInvoiceLines')
  expect(servingResource('POST', '/q2capi/v5.3.0/invoices/drafts/17/lines/bulk')).toBe('sales/DraftInvoiceLines')
  expect(servingResource('DELETE', '/api/v20.0.1/project-employees/9')).toBe('projects/Project_employees')
})

test('rules are those declared, and those that follow from fields and references', () => {
  const rules = everyRule()
  for (const rule of [
    { place: 'daybook/Departments number', code: 'NumberAlreadyInUse' },
    { place: 'daybook/Departments number', code: 'ItemInUse' },
    { place: 'daybook/CostTypeGroups accountClosed', code: 'AccountIsBarred' },
    { place: 'daybook/CostTypeGroups accountClosed', code: 'AccountDoesNotExist' },
    { place: 'projects/Delivery_Locations customerNumber', code: 'CustomerIsBarred' },
  ]) {
    expect(rules).toContainEqual(expect.objectContaining(rule))
  }
})

test('a rule of a resource that has two names is asked at both', () => {
  const at = (place: string) => everyRule().find((rule) => rule.place === place)!.elsewhere
  expect(at('project-resources/Time_entries activityNumber')).toContain('projects/Time_entries activityNumber')
  expect(at('customers/Customers name')).toEqual([])
})
