import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { columnSql, cursorProperties, keySql } from '../../src/resource/columns.ts'
import { type Item, pathParameters } from '../../src/resource/operations.ts'
import { type TestService } from '../service/harness.ts'
import { sharedService } from '../service/shared.ts'
import { isLong, runs } from '../long.ts'
import { exact, expectProblem, parameterIn } from './replies.ts'
import { alike, representatives } from './shapes.ts'
import { operationOf, propertyOf, type Subject, subjectsWith, takes } from './subjects.ts'
import { FIRST } from './values.ts'
import { filledClient, listPath, placeIn, type WorldClient } from './world.ts'

let service: TestService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

interface Page {
  cursor?: string
  items: Item[]
}

/** Every page of a cursor list, from `cursor` on. */
async function walk(client: WorldClient, path: string, cursor?: string): Promise<Page[]> {
  const pages: Page[] = []
  do {
    const reply = await client.get(cursor === undefined ? path : `${path}?cursor=${encodeURIComponent(cursor)}`)
    expect(reply.status, reply.text).toBe(200)
    pages.push(reply.json as Page)
    cursor = pages.at(-1)!.cursor
  } while (cursor !== undefined)
  return pages
}

/** The identifiers in the table, of what the list's path names, in the order of the list; each as the cursor has it. */
async function keysInTable(client: WorldClient, subject: Subject, kind: 'cursor' | 'paged'): Promise<string[]> {
  const { resource } = subject
  const order = cursorProperties(resource)
    .map((property) => columnSql(resource, property))
    .join(', ')
  const operation = operationOf(subject, kind)!
  const place = placeIn(client, subject, operation)
  const named = pathParameters(operation.path).map((name) => propertyOf(subject, name))
  const within = named.map((name, at) => ` AND ${columnSql(resource, name)}::text = $${at + 2}`).join('')
  const rows = await service.database.rows<{ key: string }>(
    `SELECT ${keySql(resource)} AS key FROM ${resource.table} t WHERE t.agreement = $1${within} ORDER BY ${order}`,
    [client.agreement, ...named.map((name) => String(place[name]))],
  )
  return rows.map((row) => row.key)
}

/** An item's identifier as the cursor has it, as far as bodies show it. A day lacks the time that reads give it. */
const keyIn = ({ resource }: Subject, item: Item): string =>
  cursorProperties(resource)
    .filter((property) => !resource.fields[property]!.facts.hidden)
    .map((property) => String(item[property]).replace(/T00:00:00Z$/, ''))
    .join('~')

/** Of identifiers as the cursor has them, what bodies show. */
function shown({ resource }: Subject, keys: readonly string[]): string[] {
  const properties = cursorProperties(resource)
  const isHidden = (at: number): boolean => resource.fields[properties[at]!]!.facts.hidden === true
  if (!properties.some((_, at) => isHidden(at))) return [...keys]
  return keys.map((key) => {
    const parts = key.split('~')
    return parts.filter((_, at) => !isHidden(at)).join('~')
  })
}

const cursorLists = representatives(subjectsWith('cursor'), 'order', 'within', 'owner', 'style')

/**
 * Three pages of 1000; in the short form two, but of the first list. Those within others have a half of the items each.
 */
const itemsOf = (subject: Subject): number =>
  operationOf(subject, 'cursor')!.path.includes('{') || subject.name === cursorLists[0]!.name ? 2010 : runs(1010, 2010)

describe.each(cursorLists)('cursor list of $name ($shape)', (subject) => {
  const { style } = subject.api
  let client: WorldClient
  let path: string

  beforeAll(async () => {
    client = await filledClient(service, subject, itemsOf(subject))
    path = listPath(client, subject, 'cursor')
  })

  test('gives every item once, ordered by identifier, in pages of 1000, and ends without a cursor', async () => {
    const keys = await keysInTable(client, subject, 'cursor')
    const pages = await walk(client, path)
    expect(pages.flatMap(({ items }) => items.map((item) => keyIn(subject, item)))).toEqual(shown(subject, keys))
    pages.forEach((page, at) => {
      const isLast = at === pages.length - 1
      expect(Object.keys(page)).toEqual(isLast ? ['items'] : ['cursor', 'items'])
      expect(page.items.length).toBe(isLast ? keys.length - 1000 * at : 1000)
      if (!isLast) expect(page.cursor).toBe(keys[(at + 1) * 1000])
    })
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThanOrEqual(
      operationOf(subject, 'cursor')!.path.includes('{') ? 1001 : itemsOf(subject),
    )
    const [first] = cursorProperties(subject.resource)
    if (keyIn(subject, { [first!]: 1 }) === '1' && subject.resource.fields[first!]!.facts.type === 'int32') {
      expect(keys.map(Number)).toEqual(keys.map(Number).sort((left, right) => left - right))
    }
  })

  test('takes a cursor of no characters for the beginning, and refuses what it never gave', async () => {
    const beginning = await client.get(`${path}?cursor=`)
    expect(beginning.text).toBe((await client.get(path)).text)
    const expected = { status: 400, code: 'CursorInvalid', property: parameterIn(style, 'cursor'), style }
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
      property: parameterIn(style, 'sort'),
      says: '/paged',
      style,
    })
    const unknown = await client.get(`${path}?sorrt=1`)
    expect([unknown.status, unknown.text.includes(' sort')]).toEqual([400, false])
  })
})

const stable = alike(subjectsWith('cursor').filter(takes('stability')), 'order', 'within')

describe.each(stable)('cursor of $name', (subject) => {
  test('stays where it is while items before, at and after it come and go', async () => {
    const isWithin = operationOf(subject, 'cursor')!.path.includes('{')
    const items = isWithin ? 2_200 : 1_100
    const client = await filledClient(service, subject, items)
    const path = listPath(client, subject, 'cursor')
    const before = await keysInTable(client, subject, 'cursor')
    const first = (await client.get(path)).json as Page
    expect(first.cursor).toBe(before[1000])
    const gone = [before[3]!, before[4]!, before[1000]!, before[1001]!, before[1003]!]
    const left = await service.database.rows(
      `DELETE FROM ${subject.resource.table} t WHERE t.agreement = $1
       AND ${keySql(subject.resource)} IN (SELECT json_array_elements_text($2::json)) RETURNING 1`,
      [client.agreement, JSON.stringify(gone)],
    )
    expect(left).toHaveLength(gone.length)
    await client.world.fill(subject, items + 1, items + 20)
    const after = await keysInTable(client, subject, 'cursor')
    const rest = (await walk(client, path, first.cursor)).flatMap(({ items }) => items)
    const expected = shown(subject, after.slice(after.indexOf(before[1002]!)))
    expect(rest.map((item) => keyIn(subject, item))).toEqual(expected)
    expect(after.length).toBeGreaterThan(before.length - gone.length)
  })
})

const pagedLists = representatives(subjectsWith('paged'), 'order', 'within', 'owner', 'style', 'lists')

describe.each(pagedLists)('pages of $name ($shape)', (subject) => {
  let client: WorldClient
  let path: string

  beforeAll(async () => {
    client = await filledClient(service, subject, 220)
    path = listPath(client, subject, 'paged')
  })

  test('are 20 long, or as long as asked, and leave none out', async () => {
    const keys = shown(subject, await keysInTable(client, subject, 'paged'))
    const keysOf = async (query: string): Promise<string[]> => {
      const reply = await client.get(path + query)
      expect(reply.status, reply.text).toBe(200)
      return (exact(reply.text) as Item[]).map((item) => keyIn(subject, item))
    }
    expect(keys.length).toBeGreaterThan(120)
    expect(await keysOf('')).toEqual(keys.slice(0, 20))
    expect(await keysOf('?pageSize=1')).toEqual(keys.slice(0, 1))
    expect(await keysOf('?pageSize=100')).toEqual(keys.slice(0, 100))
    expect(await keysOf('?pageSize=100&skipPages=1')).toEqual(keys.slice(100, 200))
    expect(await keysOf('?skipPages=3')).toEqual(keys.slice(60, 80))
    expect(await keysOf('?pageSize=100&skipPages=100')).toEqual([])
    expect(await keysOf('?pageSize=&skipPages=')).toEqual(keys.slice(0, 20))
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

describe.each(representatives(subjectsWith('paged'), 'style'))('pages of $name ($shape)', (subject) => {
  const { style } = subject.api
  let client: WorldClient
  let path: string

  beforeAll(async () => {
    client = await filledClient(service, subject, 1)
    path = listPath(client, subject, 'paged')
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
    const name = query.split('=')[0]!
    const property = parameterIn(style, name)
    const reply = await client.get(`${path}?${query}`)
    const range = name === 'pageSize' ? '1 to 100' : '0 to 100'
    await expectProblem(service, reply, { status: 400, code: 'PagingInvalid', property, says: range, style })
  })

  test('refuse query parameters that are unknown or stand twice', async () => {
    const unknown = await client.get(`${path}?pagesise=5`)
    const expected = {
      status: 400,
      code: 'QueryParameterUnknown',
      property: 'pagesise',
      says: parameterIn(style, 'pageSize'),
      style,
    }
    await expectProblem(service, unknown, expected)
    const twice = await client.get(`${path}?pageSize=5&PAGESIZE=6`)
    await expectProblem(service, twice, {
      status: 400,
      code: 'QueryParameterRepeated',
      property: parameterIn(style, 'pageSize'),
      style,
    })
  })
})

/** How far pages reach is one number for all; so the smallest items do. */
const deepLists = representatives(
  subjectsWith('paged')
    .filter(takes('reach'))
    .toSorted((one, other) => Object.keys(one.resource.fields).length - Object.keys(other.resource.fields).length),
  ...(isLong ? (['owner'] as const) : []),
  'style',
)

describe.each(deepLists)('the 10,000th item of $name ($shape)', (subject) => {
  test('is the last that pages reach', async () => {
    const client = await filledClient(service, subject, 10_050)
    const keys = shown(subject, await keysInTable(client, subject, 'paged'))
    const page = async (query: string): Promise<string[]> =>
      ((await client.get(`${listPath(client, subject, 'paged')}?${query}`)).json as Item[]).map((item) =>
        keyIn(subject, item),
      )
    expect(await page('pageSize=100&skipPages=99')).toEqual(keys.slice(9_900, 10_000))
    expect(await page('pageSize=100&skipPages=100')).toEqual([])
    if (operationOf(subject, 'count')) {
      expect((await client.get(listPath(client, subject, 'count'))).text).toBe(String(keys.length))
    }
    expect(FIRST.filled + 10_050).toBeLessThan(FIRST.sent)
  })
})
