import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnSql, cursorProperties, keySql } from '../../src/resource/columns.ts'
import type { Item } from '../../src/resource/operations.ts'
import { bodyFields } from '../../src/resource/resource.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { exact, expectProblem } from './replies.ts'
import { itemPath, operationOf, pathOf, type Subject, subjectsOf } from './subjects.ts'
import { fill, worldClient } from './world.ts'

let service: TestService

beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

interface Page {
  cursor?: string
  items: Item[]
}

/** Every page of a cursor list, from `cursor` on. */
async function walk(client: Client, path: string, cursor?: string): Promise<Page[]> {
  const pages: Page[] = []
  do {
    const reply = await client.get(cursor === undefined ? path : `${path}?cursor=${encodeURIComponent(cursor)}`)
    expect(reply.status, reply.text).toBe(200)
    pages.push(exact(reply.text) as Page)
    cursor = pages.at(-1)!.cursor
  } while (cursor !== undefined)
  return pages
}

/** The identifiers in the table, in the order of the list; each as the cursor has it. */
async function keysInTable(client: Client, { resource }: Subject): Promise<string[]> {
  const order = cursorProperties(resource)
    .map((property) => columnSql(resource, property))
    .join(', ')
  const rows = await service.database.rows<{ key: string }>(
    `SELECT ${keySql(resource)} AS key FROM ${resource.table} t WHERE t.agreement = $1 ORDER BY ${order}`,
    [client.agreement],
  )
  return rows.map((row) => row.key)
}

/** An item's identifier as the cursor has it: a day without the time that reads give it. */
const keyIn = ({ resource }: Subject, item: Item): string =>
  cursorProperties(resource)
    .map((property) => String(item[property]).replace(/T00:00:00Z$/, ''))
    .join('~')

describe.each(subjectsOf('lists', 'cursor'))('cursor list of $name', (subject) => {
  const path = pathOf(subject, 'cursor')
  let client: Client

  beforeAll(async () => void (client = await worldClient(service, subject, subject.fixture.skip?.reach ? 30 : 2500)))

  test('gives every item once, ordered by identifier, in pages of 1000, and ends without a cursor', async () => {
    const keys = await keysInTable(client, subject)
    const pages = await walk(client, path)
    expect(pages.flatMap(({ items }) => items.map((item) => keyIn(subject, item)))).toEqual(keys)
    pages.forEach((page, at) => {
      const isLast = at === pages.length - 1
      expect(Object.keys(page)).toEqual(isLast ? ['items'] : ['cursor', 'items'])
      expect(page.items.length).toBe(isLast ? keys.length - 1000 * at : 1000)
      if (!isLast) expect(page.cursor).toBe(keys[(at + 1) * 1000])
    })
    expect(new Set(keys).size).toBe(keys.length)
    if (
      subject.resource.key.length === 1 &&
      subject.resource.fields[subject.resource.key[0]!]!.facts.type === 'int32'
    ) {
      expect(keys.map(Number)).toEqual(keys.map(Number).sort((left, right) => left - right))
    }
  })

  test('takes a cursor of no characters for the beginning, and refuses what it never gave', async () => {
    const beginning = await client.get(`${path}?cursor=`)
    expect(beginning.text).toBe((await client.get(path)).text)
    const expected = { status: 400, code: 'CursorInvalid', property: 'cursor', style: subject.api.style }
    for (const cursor of ['9'.repeat(51), 'x'.repeat(51), 'a\u0000b']) {
      await expectProblem(service, await client.get(`${path}?cursor=${encodeURIComponent(cursor)}`), expected)
    }
    const longest = await client.get(`${path}?cursor=${'9'.repeat(50)}`)
    expect([200, 400]).toContain(longest.status)
    if (longest.status === 400) await expectProblem(service, longest, expected)
    const isText = cursorProperties(subject.resource).every(
      (name) => subject.resource.fields[name]!.facts.type === 'string',
    )
    for (const cursor of isText ? [] : ['x', '1.5', '99999999999', "1' OR '1", '~~~']) {
      await expectProblem(service, await client.get(`${path}?cursor=${encodeURIComponent(cursor)}`), expected)
    }
  })

  test('refuses to be sorted', async () => {
    const sorted = await client.get(`${path}?sort=${subject.resource.key[0]}`)
    await expectProblem(service, sorted, {
      status: 400,
      code: 'SortNotAllowed',
      property: 'sort',
      says: '/paged',
      style: subject.api.style,
    })
  })
})

describe.each(subjectsOf('stability', 'cursor').filter(({ fixture }) => !fixture.skip?.lists))(
  'cursor of $name',
  (subject) => {
    test('stays where it is while items before, at and after it come and go', async () => {
      const client = await worldClient(service, subject, 1500)
      const path = pathOf(subject, 'cursor')
      const before = await keysInTable(client, subject)
      const first = (await client.get(path)).json as Page
      expect(first.cursor).toBe(before[1000])
      const remove = async (keys: string[]): Promise<void> => {
        const left = await service.database.rows(
          `DELETE FROM ${subject.resource.table} t WHERE t.agreement = $1
           AND ${keySql(subject.resource)} IN (SELECT json_array_elements_text($2::json)) RETURNING 1`,
          [client.agreement, JSON.stringify(keys)],
        )
        expect(left).toHaveLength(keys.length)
      }
      await remove([before[3]!, before[4]!, before[1000]!, before[1001]!, before[1200]!])
      await fill(service.database, client.agreement, subject, 4, 4)
      await fill(service.database, client.agreement, subject, 1501, 1510)
      const after = await keysInTable(client, subject)
      const rest = (await walk(client, path, first.cursor)).flatMap(({ items }) => items)
      const expected = after.slice(after.indexOf(before[1002]!))
      expect(rest.map((item) => keyIn(subject, item))).toEqual(expected)
      expect(expected).toHaveLength(before.length - 1000 - 3 + 10)
    })
  },
)

describe.each(subjectsOf('lists', 'paged'))('pages of $name', (subject) => {
  const path = pathOf(subject, 'paged')
  let client: Client

  beforeAll(async () => void (client = await worldClient(service, subject, 130)))

  test('are 20 long, or as long as asked, and leave none out', async () => {
    const keys = await keysInTable(client, subject)
    const keysOf = async (query: string): Promise<string[]> => {
      const reply = await client.get(path + query)
      expect(reply.status, reply.text).toBe(200)
      return (exact(reply.text) as Item[]).map((item) => keyIn(subject, item))
    }
    expect(await keysOf('')).toEqual(keys.slice(0, 20))
    expect(await keysOf('?pageSize=1')).toEqual(keys.slice(0, 1))
    expect(await keysOf('?pageSize=100')).toEqual(keys.slice(0, 100))
    expect(await keysOf('?pageSize=100&skipPages=1')).toEqual(keys.slice(100, 200))
    expect(await keysOf('?skipPages=3')).toEqual(keys.slice(60, 80))
    expect(await keysOf('?pageSize=100&skipPages=100')).toEqual([])
    expect(await keysOf('?pageSize=&skipPages=')).toEqual(keys.slice(0, 20))
  })

  test.each([
    'pageSize=0',
    'pageSize=101',
    'pageSize=-1',
    'pageSize=x',
    'pageSize=1.5',
    'skipPages=101',
    'skipPages=-1',
  ])('refuse %s', async (query) => {
    const property = query.split('=')[0]!
    const reply = await client.get(`${path}?${query}`)
    const range = property === 'pageSize' ? '1 to 100' : '0 to 100'
    const { style } = subject.api
    await expectProblem(service, reply, { status: 400, code: 'PagingInvalid', property, says: range, style })
  })

  test('refuse query parameters that are unknown or stand twice', async () => {
    const { style } = subject.api
    const unknown = await client.get(`${path}?pagesise=5`)
    const expected = { status: 400, code: 'QueryParameterUnknown', property: 'pagesise', says: 'pageSize', style }
    await expectProblem(service, unknown, expected)
    const twice = await client.get(`${path}?pageSize=5&PAGESIZE=6`)
    await expectProblem(service, twice, { status: 400, code: 'QueryParameterRepeated', property: 'pageSize', style })
  })

  test('do not mind the case of paths and query names', async () => {
    const reference = await client.get(`${path}?pageSize=7&skipPages=2`)
    for (const spelling of ['?pagesize=7&skippages=2', '?PAGESIZE=7&SkipPages=2']) {
      expect((await client.get(path + spelling)).text).toBe(reference.text)
    }
    for (const spelled of [path.toLowerCase(), path.toUpperCase(), `${path}/`]) {
      expect((await client.get(`${spelled}?pageSize=7&skipPages=2`)).text).toBe(reference.text)
    }
  })
})

describe.each(subjectsOf('reach', 'paged').filter(({ fixture }) => !fixture.skip?.lists))(
  'the 10,000th item of $name',
  (subject) => {
    test('is the last that pages reach', async () => {
      const client = await worldClient(service, subject, 10_050)
      const keys = await keysInTable(client, subject)
      const page = async (query: string): Promise<string[]> =>
        (exact((await client.get(`${pathOf(subject, 'paged')}?${query}`)).text) as Item[]).map((item) =>
          keyIn(subject, item),
        )
      expect(await page('pageSize=100&skipPages=99')).toEqual(keys.slice(9_900, 10_000))
      expect(await page('pageSize=100&skipPages=100')).toEqual([])
      if (operationOf(subject, 'count')) {
        expect((await client.get(pathOf(subject, 'count'))).text).toBe(String(keys.length))
      }
    })
  },
)

describe.each(subjectsOf('lists', 'cursor', 'count'))('reads of $name', (subject) => {
  let client: Client

  beforeAll(async () => void (client = await worldClient(service, subject, 60)))

  test('agree: list, pages, count and single items are the same', async () => {
    const list = await client.get(pathOf(subject, 'cursor'))
    const { items } = exact(list.text) as Page
    expect((await client.get(pathOf(subject, 'count'))).text).toBe(String(items.length))
    if (operationOf(subject, 'paged')) {
      const paged = await client.get(`${pathOf(subject, 'paged')}?pageSize=100`)
      expect(`{"items":${paged.text}}`).toBe(list.text)
    }
    for (const item of operationOf(subject, 'single') ? items : []) {
      const single = await client.get(itemPath(subject, item))
      expect(single.status, single.text).toBe(200)
      expect(exact(single.text)).toEqual(item)
    }
  })

  test('leave false booleans out, and have every other property', async () => {
    const { items } = (await client.get(pathOf(subject, 'cursor'))).json as Page
    const names = Object.entries(bodyFields(subject.resource))
    for (const item of items) {
      const order = names.map(([name]) => name)
      expect(Object.keys(item)).toEqual(order.filter((name) => name in item))
      for (const [name, { facts }] of names) {
        if (facts.type === 'boolean') expect([undefined, true], name).toContain(item[name])
        else if (!facts.nullable) expect(item[name] ?? null, name).not.toBeNull()
        else if (subject.api.style === 'problem') expect(item, name).toHaveProperty(name)
        else expect(item[name], name).not.toBeNull()
      }
    }
  })
})
