import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Field, FilterOperator } from '../../src/resource/fields.ts'
import type { Item } from '../../src/resource/operations.ts'
import type { FilterType } from '../../src/request/query/filter-values.ts'
import { parseSort } from '../../src/request/query/sort-syntax.ts'
import { compareRows, type ModelRow } from '../properties/filter-model.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { exact, expectProblem } from './replies.ts'
import { fieldEntries, operationOf, pathOf, subjectsOf, type Subject } from './subjects.ts'
import { worldClient } from './world.ts'

const OPERATORS: readonly FilterOperator[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'in', 'nin']
const ITEMS = 60

let service: TestService

beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

/** A value of the property as the filter takes it: that of an item, else one that no item has. */
function filterValue(field: Field, items: readonly Item[], property: string): string {
  const found = items.map((item) => item[property]).find((value) => value !== undefined && value !== null)
  if (found !== undefined) return String(found).replace(/[$()*,[\]]/g, '$$$&')
  const absent: Partial<Record<Field['facts']['type'], string>> = {
    string: 'intet',
    boolean: 'true',
    day: '2024-01-01',
    date: '2024-01-01',
    instant: '2024-01-01T00:00:00Z',
  }
  return absent[field.facts.type] ?? '1'
}

const BAD: Partial<Record<Field['facts']['type'], readonly string[]>> = {
  int32: ['abc', '1.5', '99999999999', ''],
  decimal: ['abc', '1e5', '1,5', ''],
  boolean: ['maybe', '1', ''],
  day: ['2024-02-30', 'abc', '24-1-1', ''],
  date: ['2024-02-30', 'abc', '24-1-1', ''],
  instant: ['2024-02-30T00:00:00Z', '2024-01-01T25:00:00Z', 'abc', ''],
  string: ['a\u0000b'],
}

/** A boolean is always present: false is left out of bodies. */
const isPresent = ({ facts }: Field, item: Item, property: string): boolean =>
  facts.type === 'boolean' ? item[property] === true : (item[property] ?? null) !== null

const withQuery = (path: string, query: Record<string, string>): string => `${path}?${new URLSearchParams(query)}`

async function matching(client: Client, subject: Subject, filter: string): Promise<Item[]> {
  const reply = await client.get(withQuery(pathOf(subject, 'paged'), { filter, pageSize: '100' }))
  expect(reply.status, `${filter}: ${reply.text}`).toBe(200)
  return exact(reply.text) as Item[]
}

describe.each(subjectsOf('lists', 'paged'))('filters of $name', (subject) => {
  const { style } = subject.api
  const path = pathOf(subject, 'paged')
  let client: Client
  let all: Item[]

  beforeAll(async () => {
    client = await worldClient(service, subject, ITEMS)
    all = exact((await client.get(`${path}?pageSize=100`)).text) as Item[]
    expect(all.length).toBeGreaterThanOrEqual(ITEMS)
  })

  test.each(fieldEntries(subject))(
    'on %s: each operator is allowed or refused, as declared',
    async (property, field) => {
      const value = filterValue(field, all, property)
      const allowed = field.facts.filter
      for (const operator of OPERATORS) {
        const filter = `${property}$${operator}:${['in', 'nin'].includes(operator) ? `[${value}]` : value}`
        const reply = await client.get(withQuery(path, { filter }))
        if (allowed.includes(operator)) {
          expect(reply.status, `${filter}: ${reply.text}`).toBe(200)
          continue
        }
        await expectProblem(service, reply, { status: 400, code: 'FilterNotAllowed', property, style })
        for (const name of allowed) expect(reply.text).toContain(`$${name}:`)
      }
    },
  )

  test.each(fieldEntries(subject).filter(([, { facts }]) => facts.filter.length > 0))(
    'on %s: equal and not equal, absent and present divide the items',
    async (property, field) => {
      const value = filterValue(field, all, property)
      const names = (items: readonly Item[]): string[] => items.map((item) => JSON.stringify(item)).sort()
      const [equal, different, absent, present] = await Promise.all(
        [`eq:${value}`, `ne:${value}`, 'eq:$null:', 'ne:$null:'].map((rest) =>
          matching(client, subject, `${property}$${rest}`),
        ),
      )
      expect(names([...equal!, ...different!])).toEqual(names(all))
      const isEqual = (item: Item): boolean =>
        filterValue(field, [item], property).toLowerCase() === value.toLowerCase()
      expect(names(equal!)).toEqual(names(all.filter((item) => isPresent(field, item, property) && isEqual(item))))
      expect(names([...absent!, ...present!])).toEqual(names(all))
      if (field.facts.type === 'boolean') return
      const isAbsent = (item: Item): boolean => !isPresent(field, item, property)
      expect(names(absent!)).toEqual(names(all.filter(isAbsent)))
      if (all.some((item) => !isAbsent(item))) expect(equal!.length).toBeGreaterThan(0)
    },
  )

  test.each(fieldEntries(subject).filter(([, { facts }]) => facts.filter.includes('eq')))(
    'on %s: a value of another type is refused by property and value',
    async (property, field) => {
      for (const bad of BAD[field.facts.type] ?? []) {
        const reply = await client.get(withQuery(path, { filter: `${property}$eq:${bad}` }))
        await expectProblem(service, reply, { status: 400, code: 'FilterValueInvalid', property, style })
        expect(JSON.stringify(reply.json)).toContain(JSON.stringify(bad).slice(1, -1))
      }
    },
  )

  test('on nothing there is, or in no language, are refused', async () => {
    const unknown = await client.get(withQuery(path, { filter: 'nosuch$eq:1' }))
    await expectProblem(service, unknown, { status: 400, code: 'FilterPropertyUnknown', property: 'nosuch', style })
    const name = fieldEntries(subject).find(([, { facts }]) => facts.filter.length > 0)?.[0] ?? 'number'
    for (const filter of [
      'x',
      `${name}$eq`,
      `(${name}$eq:1`,
      `${name}$eq:1)`,
      `${name}$is:1`,
      `${name}$in:[]`,
      '$and:',
    ]) {
      const reply = await client.get(withQuery(path, { filter }))
      await expectProblem(service, reply, {
        status: 400,
        code: 'FilterSyntax',
        property: 'filter',
        says: /position \d+/,
        style,
      })
    }
  })

  test('work on lists, pages and counts alike, by names in any case', async () => {
    const [property, field] = fieldEntries(subject).find(([, { facts }]) => facts.filter.includes('ne'))!
    const filter = `${property.toUpperCase()}$NE:${filterValue(field, all, property)}`
    const items = await matching(client, subject, filter)
    if (operationOf(subject, 'count')) {
      expect((await client.get(withQuery(pathOf(subject, 'count'), { FILTER: filter }))).text).toBe(
        String(items.length),
      )
    }
    if (operationOf(subject, 'cursor')) {
      const reply = await client.get(withQuery(pathOf(subject, 'cursor'), { Filter: filter }))
      expect((exact(reply.text) as { items: Item[] }).items).toEqual(items)
    }
  })
})

function modelType({ facts }: Field): FilterType {
  if (facts.type === 'instant') return 'date-time'
  if (facts.type === 'day') return 'date'
  return facts.type === 'version' || facts.type === 'list' ? 'string' : facts.type
}

function modelRow(item: Item): ModelRow {
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      value === null ? null : String(value).replace(/T00:00:00Z$/, ''),
    ]),
  )
}

describe.each(subjectsOf('lists', 'paged'))('sorts of $name', (subject) => {
  const { style } = subject.api
  const path = pathOf(subject, 'paged')
  const sortable = fieldEntries(subject).flatMap(([name, { facts }]) => (facts.sortable ? [name] : []))
  const types = Object.fromEntries(fieldEntries(subject).map(([name, field]) => [name, modelType(field)]))
  let client: Client
  let all: Item[]

  const sorted = async (sort: string): Promise<Item[]> => {
    const reply = await client.get(withQuery(path, { sort, pageSize: '100' }))
    expect(reply.status, `${sort}: ${reply.text}`).toBe(200)
    return exact(reply.text) as Item[]
  }
  /** The unsorted list is in the order of the identifier, which decides between equals. */
  const judged = (sort: string): Item[] =>
    [...all].sort((left, right) => compareRows(parseSort(sort), modelRow(left), modelRow(right), types))

  beforeAll(async () => {
    client = await worldClient(service, subject, ITEMS)
    all = exact((await client.get(`${path}?pageSize=100`)).text) as Item[]
  })

  test.each(sortable)('by %s, up and down, by value and by text', async (property) => {
    for (const mark of ['', '-', '~', '-~', '~-']) {
      expect(await sorted(mark + property), mark).toEqual(judged(mark + property))
    }
    expect(await sorted(property.toUpperCase())).toEqual(judged(property))
  })

  test('by several properties', async () => {
    const sort = sortable
      .slice(0, 10)
      .reverse()
      .map((name, at) => (at % 2 === 0 ? `-${name}` : name))
      .join(',')
    expect(await sorted(sort)).toEqual(judged(sort || subject.resource.key[0]!))
  })

  test('by properties that are not sortable, unknown, or no list are refused', async () => {
    for (const [property, { facts }] of fieldEntries(subject)) {
      if (facts.sortable) continue
      const reply = await client.get(withQuery(path, { sort: property }))
      await expectProblem(service, reply, {
        status: 400,
        code: 'SortNotAllowed',
        property,
        says: sortable[0] ?? 'none',
        style,
      })
    }
    const unknown = await client.get(withQuery(path, { sort: 'nosuch' }))
    await expectProblem(service, unknown, { status: 400, code: 'SortNotAllowed', property: 'nosuch', style })
    for (const sort of [
      `${sortable[0]},`,
      `--${sortable[0]}`,
      `${sortable[0]} desc`,
      `${sortable[0]},${sortable[0]}`,
    ]) {
      const reply = await client.get(withQuery(path, { sort }))
      await expectProblem(service, reply, { status: 400, code: 'SortNotAllowed', property: 'sort', style })
    }
  })
})
