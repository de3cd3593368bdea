import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { ERRORS_MAX, FILTER_LIST_MAX } from '../../src/limits.ts'
import { faultNames } from '../conventions/replies.ts'
import { sendable } from '../conventions/world.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { type Client, newClient, type Reply, type TestService, testNode } from '../service/harness.ts'
import { counted } from './counted.ts'
import { librarian, library, LIBRARY, libraryService } from './library.ts'

let service: TestService
/** Connections beside the service's own: one holds something, the other looks on. */
let beside: Database
beforeAll(async () => {
  service = await libraryService()
  beside = openDatabase({ url: service.databaseUrl }, 2)
})
afterAll(async () => {
  await beside.close()
  await service.stop()
})

const BOOKS = `${LIBRARY}/books`
const BULK = `${BOOKS}/bulk`
const told = (reply: Reply): unknown[] => [reply.status, ...faultNames(reply)]
const books = (amount: number, more: object = {}): object[] =>
  Array.from({ length: amount }, (_, at) => ({ shelfNumber: 1, title: `Book ${at}`, ...more }))
const under = (key: string): { headers: Record<string, string> } => ({ headers: { 'idempotency-key': key } })

async function stored(client: Client): Promise<Record<string, unknown>[]> {
  return (await client.get(BOOKS)).json.items.map(sendable)
}

describe('a list', () => {
  test('has 1 to 500 items, written in as many statements', async () => {
    const client = await librarian(service, 'Upper')
    const calls = { count: 0 }
    const node = await testNode(counted(service.database, calls), {}, { apis: [library], unseen: [] })
    const { post, put } = await newClient(service.database, node.baseUrl, { agreement: client.agreement })
    const spent = async (work: () => Promise<Reply>): Promise<number[]> => {
      const before = calls.count
      const { status } = await work()
      return [status, calls.count - before]
    }
    await post(BULK, { items: books(1, { title: 'Warm' }) })
    expect(await spent(() => post(BULK, { items: books(1, { title: 'One' }) }))).toEqual([201, 1])
    expect(await spent(() => post(BULK, { items: books(500) }))).toEqual([201, 1])
    const all = (await stored(client)).slice(0, 500)
    expect(await spent(() => put(BULK, { items: all }))).toEqual([204, 1])
    expect(await spent(() => post(BULK, { items: books(499, { pages: 0 }) }))).toEqual([400, 1])
    const keyed = books(2).map((book, at) => ({ ...book, title: `Keyed ${at}` }))
    const [, ofTwo] = await spent(() => post(BULK, { items: keyed }, under('two')))
    const many = books(500).map((book, at) => ({ ...book, title: `Kept ${at}` }))
    expect(await spent(() => post(BULK, { items: many }, under('many')))).toEqual([201, ofTwo])
    await node.app.close()
  })

  test.each<[string, unknown, string]>([
    ['an empty list', { items: [] }, 'items: ValueRequired'],
    ['null', { items: null }, 'items: ValueRequired'],
    ['nothing', {}, 'items: ValueRequired'],
    ['an object', { items: {} }, 'items: ValueTypeInvalid'],
    ['a text', { items: 'x' }, 'items: ValueTypeInvalid'],
    ['a number', { items: 1.5 }, 'items: ValueTypeInvalid'],
    ['a list of 501', { items: books(501) }, 'items: ValueOutOfRange'],
    ['a bare list', [], 'body: ValueTypeInvalid'],
    ['a bare number', 5.5, 'body: ValueTypeInvalid'],
  ])('%s is none', async (_, body, fault) => {
    const client = await librarian(service, 'Upper')
    expect(told(await client.post(BULK, body))).toEqual([400, fault])
    expect(told(await client.put(BULK, body, under('a')))).toEqual([400, fault])
    expect((await client.get(`${BOOKS}/count`)).text).toBe('0')
  })

  test('tells the body’s own faults beside those of its items, and the first hundred of many', async () => {
    const client = await librarian(service, 'Upper')
    expect(told(await client.post(BULK, { items: [], nosuch: 1 }))).toEqual([
      400,
      'items: ValueRequired',
      'nosuch: PropertyUnknown',
    ])
    expect(told(await client.post(BULK, { nosuch: 1, items: [{ title: '' }], __proto__: 1 }))).toEqual([
      400,
      'items[0].shelfNumber: ValueRequired',
      'items[0].title: ValueRequired',
      'nosuch: PropertyUnknown',
    ])
    const faults = told(await client.post(BULK, { items: books(500, { pages: 'x' }) }))
    expect(faults.slice(1)).toEqual(
      Array.from({ length: ERRORS_MAX }, (_, at) => `items[${at}].pages: ValueTypeInvalid`),
    )
    const missing = books(ERRORS_MAX + 1).map((book, at) => ({ ...book, number: 1000 + at, objectVersion: '1' }))
    expect(told(await client.put(BULK, { items: missing }))).toHaveLength(1 + ERRORS_MAX)
    const unknown = Array.from({ length: ERRORS_MAX + 1 }, (_, at) => `x${at}=1`)
    const strict = await service.client({ agreement: client.agreement, compatibility: 'strict' })
    expect(told(await strict.get(`${BOOKS}?${unknown.join('&')}`))).toHaveLength(1 + ERRORS_MAX)
    const wrong = `number$in:[${Array.from({ length: FILTER_LIST_MAX }, () => 'x').join(',')}]`
    expect(told(await client.get(`${BOOKS}?filter=${encodeURIComponent(wrong)}`))).toHaveLength(1 + ERRORS_MAX)
  })
})

/**
 * An item with its faults, in the order of the fields. The model decides whether `name`, its title on its shelf, is
 * taken.
 */
interface Sample {
  item: unknown
  faults: string[]
  name?: string
}
const ok = fc
  .constantFrom('Ash', 'ASH', 'Birch', 'Cedar', 'Taken', 'tAKEN', 'Elm', 'Fir')
  .map((title): Sample => ({ item: { shelfNumber: 1, title }, faults: [], name: `1 ${title}` }))
const faulty = fc.constantFrom<Sample>(
  { item: null, faults: [': ValueNull'] },
  { item: 'x', faults: [': ValueTypeInvalid'] },
  { item: 1.5, faults: [': ValueTypeInvalid'] },
  { item: [], faults: [': ValueTypeInvalid'] },
  { item: { shelfNumber: 1 }, faults: ['.title: ValueRequired'] },
  { item: { title: 'Ash' }, faults: ['.shelfNumber: ValueRequired'] },
  { item: { shelfNumber: 9, title: 'Ash' }, faults: ['.shelfNumber: SupplierDoesNotExist'], name: '9 Ash' },
  { item: { shelfNumber: '1', title: null }, faults: ['.shelfNumber: ValueTypeInvalid', '.title: ValueRequired'] },
  { item: { shelfNumber: 1, title: 'Elm', pages: 5001 }, faults: ['.pages: ValueOutOfRange'], name: '1 Elm' },
  {
    item: { shelfNumber: 1, title: 'Fir', pages: 1001, isLent: true },
    faults: ['.pages: ValueOutOfRange'],
    name: '1 Fir',
  },
  {
    item: { shelfNumber: 1, title: 'x'.repeat(51), price: 1.234 },
    faults: ['.title: ValueTooLong', '.price: AmountHasTooManyDecimals'],
  },
  { item: { shelfNumber: 1, title: 'Oak', colour: 1 }, faults: ['.colour: PropertyUnknown'], name: '1 Oak' },
  { item: { shelfNumber: 1, title: 'Yew', number: 1 }, faults: ['.number: PropertyReadOnly'], name: '1 Yew' },
)

const ORDER = ['', '.number', '.shelfNumber', '.title', '.pages', '.price', '.colour']

/** What a list of samples is told, on a shelf that has `Taken`. */
function expected(samples: readonly Sample[]): string[] {
  const seen = new Set(['1 taken'])
  return samples.flatMap(({ faults, name }, at) => {
    const isTaken = name !== undefined && seen.has(name.toLowerCase())
    if (name !== undefined) seen.add(name.toLowerCase())
    const all = [...faults, ...(isTaken ? ['.title: SupplierContactNameAlreadyExists'] : [])]
    const rank = (fault: string): number => ORDER.indexOf(fault.split(':')[0]!)
    return all.sort((a, b) => rank(a) - rank(b)).map((fault) => `items[${at}]${fault}`)
  })
}

test('every fault of every item is told with its place, and one fault keeps all from being written', async () => {
  const client = await librarian(service, 'Upper')
  await client.post(BOOKS, { shelfNumber: 1, title: 'Taken' })
  const samples = fc.array(fc.oneof({ weight: 3, arbitrary: ok }, faulty), { minLength: 1, maxLength: 12 })
  let made = 1
  await fc.assert(
    fc.asyncProperty(samples, async (list) => {
      const reply = await client.post(BULK, { items: list.map(({ item }) => item) })
      const faults = expected(list)
      const now = Number((await client.get(`${BOOKS}/count`)).text)
      if (faults.length > 0) expect([told(reply), now]).toEqual([[400, ...faults], made])
      else {
        expect([reply.status, now]).toEqual([201, made + list.length])
        await service.database.rows(`DELETE FROM book WHERE agreement = $1 AND title <> 'Taken'`, [client.agreement])
        made = 1
      }
    }),
    { numRuns: 80 },
  )
})

describe('changing many', () => {
  test('asks for each item’s version, and changes none when one is stale or not there', async () => {
    const client = await librarian(service, 'Upper')
    await client.post(BULK, { items: books(4) })
    const items = (await stored(client)).map((item) => ({ ...item, pages: 7 }))
    const put = async (...list: object[]): Promise<unknown[]> => {
      const reply = await client.put(BULK, { items: list })
      return reply.status === 204 ? [204] : told(reply)
    }
    const [one, two, three, four] = items as [object, object, object, object]
    expect(await put(one, { ...two, objectVersion: undefined })).toEqual([
      400,
      'items[1].objectVersion: ObjectVersionRequired',
    ])
    expect(await put(one, { ...two, objectVersion: '1' }, { ...three, objectVersion: '1' })).toEqual([
      409,
      'items[1].objectVersion: ObjectVersionMismatch',
      'items[2].objectVersion: ObjectVersionMismatch',
    ])
    expect(await put(one, { ...two, number: 99 })).toEqual([404, 'items[1].number: NotFound'])
    expect(await put({ ...one, number: undefined }, two)).toEqual([400, 'items[0].number: ValueRequired'])
    expect(await put(one, two, one)).toEqual([400, 'items[2].number: ItemRepeated'])
    expect(await put(one, two, one, { ...two, title: 'Other' })).toEqual([
      400,
      'items[2].number: ItemRepeated',
      'items[3].number: ItemRepeated',
    ])
    expect((await stored(client)).filter(({ pages }) => pages === 7)).toEqual([])
    expect(await put(four, two)).toEqual([204])
    expect((await stored(client)).map(({ pages }) => pages)).toEqual([undefined, 7, undefined, 7])
  })

  test('what one item gives up, another of the list cannot take', async () => {
    const client = await librarian(service, 'Upper')
    await client.post(BULK, { items: books(2) })
    const [one, two] = (await stored(client)) as [object, object]
    const swapped = [
      { ...one, title: 'Book 1' },
      { ...two, title: 'Book 0' },
    ]
    expect(told(await client.put(BULK, { items: swapped }))).toEqual([
      400,
      'items[0].title: SupplierContactNameAlreadyExists',
      'items[1].title: SupplierContactNameAlreadyExists',
    ])
  })
})

test('two lists that name the same items lock them in one order', async () => {
  const client = await librarian(service, 'Upper')
  await client.post(BULK, { items: books(2) })
  const items = (await stored(client)).map((item) => ({ ...item, pages: 9 })).toReversed()
  const lock = 'SELECT number FROM book WHERE agreement = $1 AND number = $2 FOR UPDATE SKIP LOCKED'
  let running: Promise<Reply> | undefined
  await beside.transaction(async (transaction) => {
    await transaction.rows(lock, [client.agreement, 1])
    running = client.put(BULK, { items })
    await untilBlocked(beside, 1)
    expect(await transaction.rows(lock, [client.agreement, 2])).toEqual([{ number: 2 }])
  })
  expect((await running!).status).toBe(204)
})

describe('what a constraint decides', () => {
  /** What a write answers that met another, which had done `sql` (of agreement `$1`) and was not yet through. */
  async function met(client: Client, sql: string, write: () => Promise<Reply>): Promise<unknown[]> {
    let running: Promise<Reply> | undefined
    await beside.transaction(async (transaction) => {
      await transaction.rows(sql, [client.agreement])
      running = write()
      await untilBlocked(beside, 1)
    })
    return told(await running!)
  }
  const insert = `INSERT INTO book (agreement, number, shelf_number, title, is_lent) VALUES ($1, 900, 1, 'BOOK 2', false)`

  test('is told of the item, whoever came first', async () => {
    const client = await librarian(service, 'Upper', 'Lower')
    const taken = [400, 'items[2].title: SupplierContactNameAlreadyExists']
    expect(await met(client, insert, () => client.post(BULK, { items: books(4) }))).toEqual(taken)
    await service.database.rows('DELETE FROM book WHERE agreement = $1', [client.agreement])
    expect(await met(client, insert, () => client.post(BULK, { items: books(4) }, under('a')))).toEqual(taken)
    const items = [...books(2), { shelfNumber: 2, title: 'Low' }]
    expect(
      await met(client, 'DELETE FROM shelf WHERE agreement = $1 AND number = 2', () => client.post(BULK, { items })),
    ).toEqual([400, 'items[2].shelfNumber: SupplierDoesNotExist'])
    expect((await stored(client)).map(({ number }) => number)).toEqual([900])
  })

  test('is told of the item that is changed, too', async () => {
    const client = await librarian(service, 'Upper')
    await client.post(BULK, { items: [...books(2), { shelfNumber: 1, title: 'Other' }] })
    const items = (await stored(client)).map((item, at) => ({ ...item, title: `Book ${at}` }))
    const change = (): Promise<Reply> => client.put(BULK, { items })
    expect(await met(client, insert, change)).toEqual([400, 'items[2].title: SupplierContactNameAlreadyExists'])
    await service.database.rows('DELETE FROM book WHERE agreement = $1 AND number = 900', [client.agreement])
    const touch = `UPDATE book SET object_version = nextval('object_version') WHERE agreement = $1 AND number = 2`
    expect(await met(client, touch, change)).toEqual([409, 'items[1].objectVersion: ObjectVersionMismatch'])
    const gone = 'DELETE FROM book WHERE agreement = $1 AND number = 3'
    expect(await met(client, gone, change)).toEqual([404, 'items[2].number: NotFound'])
  })

  test('is told of the first item that it refuses, where no rule sees it', async () => {
    const client = await librarian(service, 'Upper')
    await client.post(BULK, { items: books(40) })
    const all = await stored(client)
    const places = fc.uniqueArray(fc.nat(39), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(places, fc.constantFrom('POST', 'PUT'), async (broken, method) => {
        const items = all.map(({ number, objectVersion, ...item }, at) => ({
          ...item,
          title: `${String(item.title)} again`,
          ...(method === 'PUT' && { number, objectVersion }),
          price: broken.includes(at) ? 1.5 : 2,
        }))
        const reply = await client.call(method, BULK, { body: { items } })
        expect(told(reply)).toEqual([400, `items[${Math.min(...broken)}].price: ValueNotAllowed`])
      }),
      { numRuns: 12 },
    )
    expect(await stored(client)).toEqual(all)
  })
})

test('an Idempotency-Key keeps a list’s answer, and stays free while the body is at fault', async () => {
  const client = await librarian(service, 'Upper')
  const post = async (body: object, key = 'a'): Promise<unknown[]> => {
    const reply = await client.post(BULK, body, under(key))
    const isKept = reply.headers.get('x-resultfromcache') === 'true'
    return [isKept, ...(reply.status < 300 ? [reply.status, reply.json.numbers] : told(reply))]
  }
  expect(await post({ items: [{ shelfNumber: 1 }] })).toEqual([false, 400, 'items[0].title: ValueRequired'])
  expect(await post({ items: books(3) })).toEqual([false, 201, [1, 2, 3]])
  expect(await post({ items: books(3) })).toEqual([true, 201, [1, 2, 3]])
  expect(await post({ items: books(4) })).toEqual([false, 400, 'Idempotency-Key: IdempotencyKeyReused'])
  const taken = { items: [{ shelfNumber: 1, title: 'New' }, ...books(1)] }
  expect(await post(taken, 'b')).toEqual([false, 400, 'items[1].title: SupplierContactNameAlreadyExists'])
  expect(await post(taken, 'b')).toEqual([true, 400, 'items[1].title: SupplierContactNameAlreadyExists'])
  const broken = { items: books(3, { shelfNumber: 1, price: 1.5 }).map((book, at) => ({ ...book, title: `n${at}` })) }
  expect(await post(broken, 'c')).toEqual([false, 400, 'items[0].price: ValueNotAllowed'])
  expect(await post(broken, 'c')).toEqual([true, 400, 'items[0].price: ValueNotAllowed'])
  expect((await client.get(`${BOOKS}/count`)).text).toBe('3')
})
