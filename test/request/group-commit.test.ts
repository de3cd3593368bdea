import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase, type Pool } from '../../src/database/connection.ts'
import { connectionLost } from '../../src/database/pool/refusals.ts'
import { endConnections, untilBlocked } from '../faults/blocked.ts'
import { type Client, testNode, type TestService } from '../service/harness.ts'
import { counted } from './counted.ts'
import { librarian, library, LIBRARY, libraryService } from './library.ts'
import { brief, type Create, openRoad, type Sent } from './road.ts'
import { untilPasses } from '../patience.ts'

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

const book = (title: string, more: object = {}): object => ({ shelfNumber: 1, title, ...more })
const all = (create: Create, list: readonly Sent[]) => Promise.all(list.map((sent) => create('/books', sent)))

async function stored({ agreement }: Pick<Client, 'agreement'>): Promise<[number, string][]> {
  const rows = await beside.rows<{ number: number; title: string }>(
    'SELECT number, title FROM book WHERE agreement = $1 ORDER BY number',
    [agreement],
  )
  return rows.map(({ number, title }) => [number, title])
}

/** Holds the agreement's counter of books while `work` runs, so that every create waits. */
async function held({ agreement }: Client, work: () => Promise<void>): Promise<void> {
  await beside.transaction(async (transaction) => {
    await transaction.rows(`SELECT take_numbers($1, 'book', 0)`, [agreement])
    await work()
  })
}

test('creates that come at once are few writes, each with the answer to what it sent', async () => {
  const client = await librarian(service, 'Upper')
  const calls = { count: 0 }
  const create = openRoad(counted(service.database, calls))(client)
  const titles = Array.from({ length: 101 }, (_, at) => `Book ${at}`)
  const answers = await all(
    create,
    titles.map((title) => ({ body: book(title) })),
  )
  // The first alone, half of what then is under way and waits, and the others.
  expect(calls.count).toBe(3)
  expect(answers.map(brief)).toEqual(titles.map((_, at) => [201, 'new', at + 1]))
  expect(await stored(client)).toEqual(titles.map((title, at) => [at + 1, title]))
  const calls2 = { count: 0 }
  const keyed = openRoad(counted(service.database, calls2))(client)
  await all(
    keyed,
    titles.map((title) => ({ body: book(`${title}!`), key: title })),
  )
  // Begin, claim, write, keep, commit; alone with a savepoint.
  expect(calls2.count).toBe(6 + 5 + 5)
  calls2.count = 0
  const again = await all(
    keyed,
    titles.map((title) => ({ body: book(`${title}!`), key: title })),
  )
  expect(again.map(brief)).toEqual(titles.map((_, at) => [201, 'kept', at + 102]))
  // Begin, claim, replay, commit.
  expect(calls2.count).toBe(4 + 4 + 4)
})

/** What the model makes of creates: each after the other, in the order they were sent. */
function inTurn(list: readonly Sent[]): unknown[][] {
  const titles = new Set<string>()
  const kept = new Map<string, { body: string; answer: unknown[] }>()
  let number = 0
  return list.map(({ body, key }) => {
    const { title, pages, price } = body as { title?: string; pages?: number; price?: number }
    if (title === undefined) return [400, 'new', 'ValueRequired']
    const known = key === undefined ? undefined : kept.get(key)
    if (known && known.body !== JSON.stringify(body)) return [400, 'new', 'IdempotencyKeyReused']
    if (known) return [known.answer[0], 'kept', known.answer[2]]
    let answer: unknown[]
    if (titles.has(title.toLowerCase())) answer = [400, 'new', 'SupplierContactNameAlreadyExists']
    else if (pages! > 1000) answer = [400, 'new', 'ValueOutOfRange']
    else if (price === 1.5) answer = [400, 'new', 'ValueNotAllowed']
    else {
      titles.add(title.toLowerCase())
      answer = [201, 'new', ++number]
    }
    if (key !== undefined) kept.set(key, { body: JSON.stringify(body), answer })
    return answer
  })
}

test('whatever comes at once, each is answered as if they had come one after the other', async () => {
  const body = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...'abcdefghijklm').map((title) => book(title)) },
    { weight: 1, arbitrary: fc.constantFrom(...'ABCxyz').map((title) => book(title, { pages: 1001, isLent: true })) },
    { weight: 1, arbitrary: fc.constantFrom(...'ABCxyz').map((title) => book(title, { price: 1.5 })) },
  )
  // A body at fault in itself begins nothing, and asks after its key beside the queue: it comes without one.
  const faulty = fc.constant<Sent>({ body: { shelfNumber: 1 } })
  const key = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.constantFrom('k1', 'k2', 'k3'))
  const creates = fc.array(fc.oneof({ weight: 9, arbitrary: fc.record({ body, key }) }, faulty), {
    minLength: 2,
    maxLength: 25,
  })
  await fc.assert(
    fc.asyncProperty(creates, async (list) => {
      const client = await librarian(service, 'Upper')
      const answers = await all(openRoad(service.database)(client), list)
      const expected = inTurn(list)
      expect(answers.map(brief)).toEqual(expected)
      const made = expected.flatMap(([status, kind], at) =>
        status === 201 && kind === 'new' ? [(list[at]!.body as { title: string }).title] : [],
      )
      expect(await stored(client)).toEqual(made.map((title, at) => [at + 1, title]))
    }),
    { numRuns: 60 },
  )
})

/** A database that counts how many of its connections are taken at once, at most. */
function crowded(database: Database, crowd: { now: number; most: number }): Database {
  const taking = async <T>(work: () => Promise<T>): Promise<T> => {
    crowd.most = Math.max(crowd.most, ++crowd.now)
    return await work().finally(() => crowd.now--)
  }
  const pool = (inner: Pool): Pool => ({
    rows: (text, values) => taking(() => inner.rows(text, values)),
    bytes: (statement) => taking(() => inner.bytes(statement)),
    transaction: (work) => taking(() => inner.transaction(work)),
    snapshot: (work) => taking(() => inner.snapshot(work)),
    at: (agreement) => pool(inner.at(agreement)),
  })
  return { ...database, ...pool(database), of: (holder) => pool(database.of(holder)) }
}

describe('the creates of an agreement', () => {
  test('take one connection, also when one of them is refused by a constraint or all were answered before', async () => {
    const client = await librarian(service, 'Upper')
    const crowd = { now: 0, most: 0 }
    const create = openRoad(crowded(service.database, crowd))(client)
    const list = Array.from({ length: 60 }, (_, at) => ({
      body: book(`Book ${at}`, at % 20 === 7 ? { price: 1.5 } : {}),
      ...(at % 2 === 0 && { key: `key ${at}` }),
    }))
    const answers = (await all(create, list)).map(brief)
    expect(answers.map(([status]) => status)).toEqual(list.map((_, at) => (at % 20 === 7 ? 400 : 201)))
    expect((await stored(client)).map(([number]) => number)).toEqual(Array.from({ length: 57 }, (_, at) => at + 1))
    const again = await all(
      create,
      list.filter(({ key }) => key !== undefined),
    )
    expect(again.map(brief)).toEqual(
      answers.filter((_, at) => at % 2 === 0).map(([status, , told]) => [status, 'kept', told]),
    )
    expect(crowd.most).toBe(1)
  })

  test('hold up no other agreement’s, however many wait', async () => {
    const [slow, quick] = [await librarian(service, 'Upper'), await librarian(service, 'Upper')]
    const two = openDatabase({ url: service.databaseUrl }, 2)
    const road = openRoad(two)
    let waiting: Promise<unknown[][]> | undefined
    await held(slow, async () => {
      const list = Array.from({ length: 50 }, (_, at) => ({ body: book(`Book ${at}`) }))
      waiting = all(road(slow), list).then((answers) => answers.map(brief))
      await untilBlocked(beside, 1)
      expect((await all(road(quick), [{ body: book('a') }, { body: book('b') }])).map(brief)).toEqual([
        [201, 'new', 1],
        [201, 'new', 2],
      ])
    })
    expect(await waiting).toEqual(Array.from({ length: 50 }, (_, at) => [201, 'new', at + 1]))
    await two.close()
  })
})

describe('a connection that is lost in the middle of a batch', () => {
  const list = ['a', 'b', 'c', 'd', 'e'].map((title) => ({ body: book(title), key: title }))
  const unavailable = [503, 'new', 'Unavailable']

  test('before it was committed: each is told, nothing is there, and repeats are carried out', async () => {
    const client = await librarian(service, 'Upper')
    const create = openRoad(service.database)(client)
    let running: Promise<unknown[][]> | undefined
    let isDone = false
    await held(client, async () => {
      running = all(create, [...list, { body: book('f') }]).then((answers) => answers.map(brief))
      void running.then(() => void (isDone = true))
      await untilBlocked(beside, 1)
      await untilPasses(async () => {
        await endConnections(beside, 'blocked')
        expect(isDone).toBe(true)
      })
    })
    expect(await running).toEqual(Array.from({ length: 6 }, () => unavailable))
    expect(await stored(client)).toEqual([])
    expect((await all(create, list)).map(brief)).toEqual(list.map((_, at) => [201, 'new', at + 1]))
  })

  test('after it was committed: each is told, and repeats get the answers that were kept', async () => {
    const client = await librarian(service, 'Upper')
    let isLossy = true
    const lossy: Database = {
      ...service.database,
      of: () => lossy,
      at: () => lossy,
      transaction: async (work) => {
        const result = await service.database.transaction(work)
        if (isLossy) throw connectionLost()
        return result
      },
    }
    const create = openRoad(lossy)(client)
    expect((await all(create, list)).map(brief)).toEqual(list.map(() => unavailable))
    isLossy = false
    const repeated = [...list, { body: book('z'), key: 'z' }]
    expect((await all(create, repeated)).map(brief)).toEqual(
      repeated.map(({ key }, at) => [201, key === 'z' ? 'new' : 'kept', at + 1]),
    )
    expect((await stored(client)).map(([, title]) => title)).toEqual(['a', 'b', 'c', 'd', 'e', 'z'])
  })
})

test('a node that is stopped writes what waits, and ends', async () => {
  const client = await librarian(service, 'Upper')
  const { app, baseUrl } = await testNode(service.database, {}, { apis: [library], unseen: [] })
  let arrived = 0
  app.server.on('request', () => void arrived++)
  let ended: Promise<void> | undefined
  let replies: Promise<Response[]> | undefined
  await held(client, async () => {
    const post = (_: unknown, at: number): Promise<Response> =>
      fetch(`${baseUrl}${LIBRARY}/books`, {
        method: 'POST',
        headers: { ...client.headers, 'content-type': 'application/json' },
        body: JSON.stringify(book(`Book ${at}`)),
      })
    replies = Promise.all(Array.from({ length: 30 }, post))
    await untilPasses(() => expect(arrived).toBe(30))
    await untilBlocked(beside, 1)
    ended = app.close()
  })
  expect((await replies!).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 201))
  await ended
  expect(await stored(client)).toHaveLength(30)
})
