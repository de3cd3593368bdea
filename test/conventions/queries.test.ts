import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseSort } from '../../src/request/query/sort-syntax.ts'
import type { Item } from '../../src/resource/operations.ts'
import { compareRows, type ModelRow } from '../properties/filter-model.ts'
import type { Reply } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { filterValue, modelRow, modelTypes } from './filters.ts'
import { exact, expectProblem, parameterIn } from './replies.ts'
import { covering, representatives } from './shapes.ts'
import { fieldEntries, operationOf, type Subject, subjectsWith } from './subjects.ts'
import { filledClient, listPath, type WorldClient } from './world.ts'

const ITEMS = 60

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const withQuery = (path: string, query: Record<string, string>): string => `${path}?${new URLSearchParams(query)}`

const filtered = representatives(subjectsWith('paged', 'cursor'), 'style', 'lists', 'within', 'owner')

describe.each(filtered)('filters of $name ($shape)', (subject) => {
  const { style } = subject.api
  let client: WorldClient
  let all: Item[]

  beforeAll(async () => {
    client = await filledClient(service, subject, ITEMS)
    all = exact((await client.get(withQuery(listPath(client, subject, 'paged'), { pageSize: '100' }))).text) as Item[]
    expect(all.length).toBeGreaterThanOrEqual(ITEMS)
  })

  test('on nothing there is, or in no language, are refused', async () => {
    const path = listPath(client, subject, 'paged')
    const unknown = await client.get(withQuery(path, { filter: 'nosuch$eq:1' }))
    await expectProblem(service, unknown, { status: 400, code: 'FilterPropertyUnknown', property: 'nosuch', style })
    const name = fieldEntries(subject).find(([, { facts }]) => facts.filter.length > 0)?.[0] ?? 'number'
    const wrong = ['x', `${name}$eq`, `(${name}$eq:1`, `${name}$eq:1)`, `${name}$is:1`, `${name}$in:[]`, '$and:']
    for (const filter of wrong) {
      const reply = await client.get(withQuery(path, { filter }))
      const expected = {
        status: 400,
        code: 'FilterSyntax',
        property: parameterIn(style, 'filter'),
        says: /position \d+/,
        style,
      }
      await expectProblem(service, reply, expected)
    }
  })

  test('work on lists, pages and counts alike, by names in any case', async () => {
    const [property, field] = fieldEntries(subject).find(([, { facts }]) => facts.filter.includes('ne'))!
    const filter = `${property.toUpperCase()}$NE:${filterValue(field, all, property)}`
    const paged = await client.get(withQuery(listPath(client, subject, 'paged'), { filter, pageSize: '100' }))
    const items = exact(paged.text) as Item[]
    expect(items.length).toBeGreaterThan(0)
    expect(items.length).toBeLessThan(all.length)
    if (operationOf(subject, 'count')) {
      const counted = await client.get(withQuery(listPath(client, subject, 'count'), { FILTER: filter }))
      expect(counted.text).toBe(String(items.length))
    }
    const listed = await client.get(withQuery(listPath(client, subject, 'cursor'), { Filter: filter }))
    expect((exact(listed.text) as { items: Item[] }).items).toEqual(items)
  })
})

/** What decides how lists are sorted by a property. */
const sortsOf = (subject: Subject): string[] =>
  fieldEntries(subject).flatMap(([, { facts }]) =>
    facts.sortable
      ? [`${facts.type} ${facts.nullable} ${facts.expression !== undefined} ${facts.readAs !== undefined}`]
      : [],
  )

describe.each(covering(subjectsWith('paged'), sortsOf))('sorts of $name', (subject) => {
  const { style } = subject.api
  const sortable = fieldEntries(subject).flatMap(([name, { facts }]) => (facts.sortable ? [name] : []))
  const types = modelTypes(fieldEntries(subject))
  let client: WorldClient
  let all: Item[]
  let rows: ModelRow[]

  const asked = (sort: string): Promise<Reply> =>
    client.get(withQuery(listPath(client, subject, 'paged'), { sort, pageSize: '100' }))
  const sorted = async (sort: string): Promise<Item[]> => {
    const reply = await asked(sort)
    expect(reply.status, `${sort}: ${reply.text}`).toBe(200)
    return exact(reply.text) as Item[]
  }
  /** The unsorted list is in the order of the identifier, which decides between equals. */
  const judged = (sort: string): Item[] => {
    const order = parseSort(sort)
    return rows
      .map((_, at) => at)
      .sort((a, b) => compareRows(order, rows[a]!, rows[b]!, types) || a - b)
      .map((at) => all[at]!)
  }

  beforeAll(async () => {
    client = await filledClient(service, subject, ITEMS)
    all = exact((await client.get(withQuery(listPath(client, subject, 'paged'), { pageSize: '100' }))).text) as Item[]
    rows = all.map(modelRow)
  })

  test.each(sortable)('by %s, up and down, by value and by text', async (property) => {
    for (const mark of ['', '-', '~', '-~', '~-']) {
      expect(await sorted(mark + property), mark).toEqual(judged(mark + property))
    }
    expect(await sorted(property.toUpperCase())).toEqual(judged(property))
  })

  test('by what is unknown, or no list, are refused', async () => {
    const unknown = await asked('nosuch')
    await expectProblem(service, unknown, { status: 400, code: 'SortNotAllowed', property: 'nosuch', style })
    const [first] = sortable
    for (const sort of [`${first},`, `--${first}`, `${first} desc`, `${first},${first}`]) {
      await expectProblem(service, await asked(sort), {
        status: 400,
        code: 'SortNotAllowed',
        property: parameterIn(style, 'sort'),
        style,
      })
    }
  })
})
