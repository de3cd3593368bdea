import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultNames } from '../conventions/replies.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { librarian, LIBRARY, libraryService } from './library.ts'

let service: TestService
beforeAll(async () => void (service = await libraryService()))
afterAll(() => service.stop())

const of = (shelf: number | string, more = ''): string => `${LIBRARY}/shelves/${shelf}/books${more}`
const told = (reply: Reply): unknown[] => [reply.status, ...faultNames(reply)]

/** A client with two shelves of three books each, numbered in turns. */
async function twoShelves(): Promise<Client> {
  const client = await librarian(service, 'Upper', 'Lower')
  for (const title of ['Ash', 'Birch', 'Cedar']) {
    for (const shelf of [1, 2]) await client.post(of(shelf), { title, pages: title.length * shelf })
  }
  return client
}

describe('reads within a shelf', () => {
  const numbers = (reply: Reply): number[] =>
    (reply.json.items ?? reply.json).map(({ number }: { number: number }) => number)

  test('lists, pages, counts and filters know only what lies there', async () => {
    const client = await twoShelves()
    expect(numbers(await client.get(of(1)))).toEqual([1, 3, 5])
    expect(numbers(await client.get(of(2)))).toEqual([2, 4, 6])
    expect(numbers(await client.get(of(2, '/paged?sort=-title')))).toEqual([6, 4, 2])
    expect(numbers(await client.get(of(2, '/paged?pageSize=1&skipPages=1')))).toEqual([4])
    expect((await client.get(of(1, '/count'))).text).toBe('3')
    expect((await client.get(of(1, '/count?filter=title$eq:ash$or:title$eq:cedar'))).text).toBe('2')
    expect(numbers(await client.get(of(2, '?filter=pages$gte:10')))).toEqual([4, 6])
    expect(numbers(await client.get(of(2, '?filter=number$eq:1')))).toEqual([])
    expect(numbers(await client.get(of(2, '?filter=shelfNumber$eq:1')))).toEqual([])
    expect(numbers(await client.get(`${LIBRARY}/books`))).toEqual([1, 2, 3, 4, 5, 6])
  })

  test('one item is that shelf’s, or not there', async () => {
    const client = await twoShelves()
    expect((await client.get(of(2, '/4'))).json).toMatchObject({ number: 4, shelfNumber: 2, title: 'Birch' })
    expect(told(await client.get(of(1, '/4')))).toEqual([404, 'number: NotFound'])
  })

  test('a shelf that is not there has nothing; one that cannot be is not found', async () => {
    const client = await twoShelves()
    expect([numbers(await client.get(of(9))), (await client.get(of(9, '/count'))).text]).toEqual([[], '0'])
    expect(numbers(await client.get(of(9, '/paged')))).toEqual([])
    for (const shelf of ['x', '1.5', '99999999999', '1%202', '%00']) {
      expect(told(await client.get(of(shelf)))).toEqual([404, 'shelf: NotFound'])
      expect(told(await client.post(of(shelf), { title: 'Elm' }))).toEqual([404, 'shelf: NotFound'])
    }
  })

  test('another agreement’s shelf of the same number is another', async () => {
    await twoShelves()
    const stranger = await librarian(service, 'Only')
    expect(numbers(await stranger.get(of(1)))).toEqual([])
    expect(told(await stranger.get(of(1, '/1')))).toEqual([404, 'number: NotFound'])
  })
})

test('a cursor list stays within its shelf from page to page', async () => {
  const client = await librarian(service, 'Upper', 'Lower')
  await service.database.rows(
    `INSERT INTO book (agreement, number, shelf_number, title, is_lent)
     SELECT $1, n, 1 + n % 2, 'Book ' || n, false FROM generate_series(1, 2403) n`,
    [client.agreement],
  )
  const first = await client.get(of(1))
  expect([first.json.items.length, first.json.cursor]).toEqual([1000, '2002'])
  const second = await client.get(of(1, '?cursor=2002'))
  const all = [...first.json.items, ...second.json.items].map(({ number }: { number: number }) => number)
  expect(second.json.cursor).toBeUndefined()
  expect(all).toEqual(Array.from({ length: 1201 }, (_, at) => 2 + 2 * at))
  expect((await client.get(of(2, '?cursor=2400&filter=number$lt:2403'))).json.items).toHaveLength(1)
})

describe('writes within a shelf', () => {
  test('what is created lies there, and Location says where', async () => {
    const client = await twoShelves()
    const reply = await client.post(of(2), { title: 'Elm' })
    expect([reply.status, reply.json, reply.headers.get('location')]).toEqual([
      201,
      { number: 7 },
      `${LIBRARY}/books/7`,
    ])
    expect((await client.get(of(2, '/7'))).json).toMatchObject({ shelfNumber: 2, title: 'Elm' })
    expect((await client.post(of(2), { title: 'Fir', shelfNumber: 2 })).status).toBe(201)
    expect(told(await client.post(of(2), { title: 'Oak', shelfNumber: 1 }))).toEqual([
      400,
      'shelfNumber: SupplierNumberMismatch',
    ])
    expect(told(await client.post(of(9), { title: 'Oak' }))).toEqual([400, 'shelfNumber: SupplierDoesNotExist'])
    expect(told(await client.post(of(2), { title: 'elm' }))).toEqual([400, 'title: SupplierContactNameAlreadyExists'])
    expect((await client.post(of(1), { title: 'elm' })).status).toBe(201)
  })

  test('an update finds only what lies there, and moves nothing', async () => {
    const client = await twoShelves()
    const { objectVersion } = (await client.get(of(2, '/4'))).json
    const body = { number: 4, title: 'Beech', objectVersion }
    expect(told(await client.put(of(1), body))).toEqual([404, 'number: NotFound'])
    expect(told(await client.put(of(1), { ...body, shelfNumber: 2 }))).toEqual([
      400,
      'shelfNumber: SupplierNumberMismatch',
    ])
    expect((await client.get(`${LIBRARY}/books/4`)).json).toMatchObject({
      shelfNumber: 2,
      title: 'Birch',
      objectVersion,
    })
    expect((await client.put(of(2), body)).status).toBe(204)
    expect((await client.get(`${LIBRARY}/books/4`)).json).toMatchObject({ shelfNumber: 2, title: 'Beech' })
    expect(told(await client.put(of(2), body))).toEqual([409, 'objectVersion: ObjectVersionMismatch'])
    expect(told(await client.put(of(9), body))).toEqual([404, 'number: NotFound'])
  })

  test('a delete finds only what lies there', async () => {
    const client = await twoShelves()
    expect(told(await client.delete(of(1, '/4')))).toEqual([404, 'number: NotFound'])
    expect((await client.get(`${LIBRARY}/books/count`)).text).toBe('6')
    expect((await client.delete(of(2, '/4'))).status).toBe(204)
    expect((await client.get(`${LIBRARY}/books/count`)).text).toBe('5')
    expect(told(await client.delete(of(2, '/4')))).toEqual([404, 'number: NotFound'])
  })

  test('a list of items is created and changed there', async () => {
    const client = await twoShelves()
    const made = await client.post(of(2, '/bulk'), { items: [{ title: 'Elm' }, { title: 'Fir', shelfNumber: 2 }] })
    expect([made.status, made.json]).toEqual([201, { numbers: [7, 8] }])
    expect(
      told(await client.post(of(2, '/bulk'), { items: [{ title: 'Oak' }, { title: 'Yew', shelfNumber: 1 }] })),
    ).toEqual([400, 'items[1].shelfNumber: ValueNotAllowed'])
    const change = async (...chosen: number[]): Promise<unknown[]> => {
      const items = await Promise.all(
        chosen.map(async (number) => (await client.get(`${LIBRARY}/books/${number}`)).json),
      )
      const body = items.map(({ number, title, objectVersion }) => ({ number, title: `${title}!`, objectVersion }))
      const reply = await client.put(of(2, '/bulk'), { items: body })
      return reply.status === 204 ? [204] : told(reply)
    }
    expect(await change(2, 7)).toEqual([204])
    expect(await change(2, 1, 7)).toEqual([404, 'items[1].number: NotFound'])
    expect((await client.get(`${LIBRARY}/books/1`)).json).toMatchObject({ title: 'Ash', shelfNumber: 1 })
    expect((await client.get(`${LIBRARY}/books/2`)).json).toMatchObject({ title: 'Ash!', shelfNumber: 2 })
  })

  test('a path that ends in a word is no item, whatever the method', async () => {
    const client = await twoShelves()
    for (const word of ['paged', 'count', 'bulk']) {
      const reply = await client.delete(of(1, `/${word}`))
      expect([reply.status, reply.headers.get('allow')]).toEqual([405, word === 'bulk' ? 'POST, PUT' : 'GET, HEAD'])
    }
  })
})

describe('keys of two parts', () => {
  const at = (shelf: number, more = ''): string => `${LIBRARY}/shelves/${shelf}/notes${more}`

  test('are counted for each shelf, and told so', async () => {
    const client = await librarian(service, 'Upper', 'Lower')
    const made: unknown[] = []
    for (const shelf of [1, 2, 2, 1]) {
      const reply = await client.post(at(shelf), { words: 'dusty' })
      made.push([reply.json, reply.headers.get('location')])
    }
    expect(made).toEqual([
      [{ line: 1 }, at(1, '/1')],
      [{ line: 1 }, at(2, '/1')],
      [{ line: 2 }, at(2, '/2')],
      [{ line: 2 }, at(1, '/2')],
    ])
    const many = await client.post(at(2, '/bulk'), { items: [{ words: 'worn' }, { words: 'torn' }] })
    expect([many.json, many.headers.get('location')]).toEqual([
      { lines: [3, 4] },
      `${at(2)}?filter=${encodeURIComponent('line$gte:3$and:line$lte:4')}`,
    ])
    expect((await client.get(many.headers.get('location')!)).json.items).toEqual([
      { line: 3, words: 'worn', objectVersion: expect.any(String) },
      { line: 4, words: 'torn', objectVersion: expect.any(String) },
    ])
    expect(told(await client.post(at(9), { words: 'lost' }))).toEqual([400, 'shelfNumber: SupplierDoesNotExist'])
  })

  test('name what is read, changed and deleted by both', async () => {
    const client = await librarian(service, 'Upper', 'Lower')
    for (const [shelf, words] of [
      [1, 'first'],
      [2, 'second'],
      [2, 'third'],
    ] as const)
      await client.post(at(shelf), { words })
    expect((await client.get(at(1, '/1'))).json).toMatchObject({ line: 1, words: 'first' })
    expect(told(await client.get(at(1, '/2')))).toEqual([404, 'line: JournalEntryDoesNotExist'])
    const { objectVersion } = (await client.get(at(2, '/2'))).json
    const changed = { line: 2, words: 'changed', objectVersion }
    expect(told(await client.put(at(1), changed))).toEqual([404, 'line: JournalEntryDoesNotExist'])
    expect((await client.put(at(2), changed)).status).toBe(204)
    expect(told(await client.delete(at(1), { body: { line: 2 } }))).toEqual([404, 'line: JournalEntryDoesNotExist'])
    expect(told(await client.delete(at(2), { body: {} }))).toEqual([400, 'line: ValueRequired'])
    expect(told(await client.delete(at(2), { body: { line: 2, shelfNumber: 2 } }))).toEqual([
      400,
      'shelfNumber: PropertyUnknown',
    ])
    expect((await client.delete(at(2), { body: { line: 2 } })).status).toBe(204)
    const left = await service.database.rows(
      'SELECT shelf_number, line, words FROM note WHERE agreement = $1 ORDER BY 1, 2',
      [client.agreement],
    )
    expect(left).toEqual([
      { shelf_number: 1, line: 1, words: 'first' },
      { shelf_number: 2, line: 1, words: 'second' },
    ])
  })

  test('page by cursor within their shelf, whatever shelf a cursor names', async () => {
    const client = await librarian(service, 'Upper', 'Lower')
    await service.database.rows(
      `INSERT INTO note (agreement, shelf_number, line, words)
       SELECT $1, s, n, 'note ' || n FROM generate_series(1, 2) s, generate_series(1, 1001) n`,
      [client.agreement],
    )
    const first = await client.get(at(1))
    expect([first.json.items.length, first.json.cursor]).toEqual([1000, '1~1001'])
    const lines = async (query: string): Promise<unknown[]> => {
      const { json } = await client.get(at(1, query))
      return [json.items.length, json.items[0]?.line, json.cursor]
    }
    expect(await lines('?cursor=1~1001')).toEqual([1, 1001, undefined])
    expect(await lines('?cursor=2~1')).toEqual([0, undefined, undefined])
    expect(await lines('?cursor=0~500')).toEqual([1000, 1, '1~1001'])
    expect(told(await client.get(at(1, '?cursor=5')))).toEqual([400, 'cursor: CursorInvalid'])
  })
})

test('a key that the path alone has, and bodies only read', async () => {
  const client = await librarian(service, 'Upper', 'Lower')
  const at = (shelf: number): string => `${LIBRARY}/shelves/${shelf}/plan`
  const made = await client.post(at(2), { layers: 3 })
  expect([made.status, made.json, made.headers.get('location')]).toEqual([201, { shelfNumber: 2 }, at(2)])
  expect(told(await client.post(at(2), { layers: 3 }))).toEqual([400, 'shelfNumber: NumberAlreadyInUse'])
  expect(told(await client.post(at(1), { layers: 3, shelfNumber: 1 }))).toEqual([400, 'shelfNumber: PropertyReadOnly'])
  expect(told(await client.post(at(9), { layers: 3 }))).toEqual([400, 'shelfNumber: SupplierDoesNotExist'])
  const read = (await client.get(at(2))).json
  expect(read).toEqual({ shelfNumber: 2, layers: 3, objectVersion: expect.any(String) })
  expect(told(await client.put(at(1), read))).toEqual([400, 'shelfNumber: ValueNotAllowed'])
  expect((await client.put(at(2), { ...read, layers: 4 })).status).toBe(204)
  const { objectVersion } = (await client.get(at(2))).json
  expect((await client.put(at(2), { layers: 5, objectVersion })).status).toBe(204)
  expect((await client.get(at(2))).json).toMatchObject({ shelfNumber: 2, layers: 5 })
  expect(told(await client.delete(at(1)))).toEqual([404, 'shelfNumber: NotFound'])
  expect((await client.delete(at(2))).status).toBe(204)
  expect((await client.get(at(2))).status).toBe(404)
})
