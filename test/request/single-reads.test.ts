import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Statement } from '../../src/database/connection.ts'
import { SINGLE_READS_AT_ONCE, WAITING_MAX_OF_AGREEMENT } from '../../src/limits.ts'
import { readable } from '../../src/request/query/readable.ts'
import { SingleReads } from '../../src/request/query/single-reads.ts'
import type { Caller } from '../../src/resource/operations.ts'
import type { Resource } from '../../src/resource/resource.ts'
import { type Client, newClient, type TestService } from '../service/harness.ts'
import { books, librarian, LIBRARY, libraryService, notes, shelves, tags } from './library.ts'

let service: TestService
beforeAll(async () => void (service = await libraryService()))
afterAll(() => service.stop())

/** A database whose reads wait until it is opened. */
class Gate {
  readonly sent: Statement[] = []
  private readonly opened: Promise<void>
  open = (): void => {}

  constructor() {
    this.opened = new Promise((resolve) => (this.open = resolve))
  }

  before(database: Database, fails = false): Database {
    const gated: Database = {
      ...database,
      of: () => gated,
      bytes: async (statement) => {
        this.sent.push(statement)
        await this.opened
        if (fails && this.sent.length === SINGLE_READS_AT_ONCE + 1) throw new Error('gone')
        return database.bytes(statement)
      },
    }
    return gated
  }
}

const callerOf = ({ agreement }: Client, app = 0): Caller => ({ agreement, app }) as Caller

/** Reads everything at once, keys as they stand in paths. @returns what was found, as objects. */
async function readAtOnce(resource: Resource, client: Client, keys: Record<string, string>[], gate = new Gate()) {
  const of = readable(resource, 'problem')
  const reads = new SingleReads(of, gate.before(service.database))
  const found = keys.map((key) =>
    reads.find(
      callerOf(client),
      Object.entries(key).map(([name, value]) => ({ property: of.property(name), value })),
    ),
  )
  gate.open()
  const items = await Promise.all(found)
  return items.map((item) => (item ? (JSON.parse(item.toString()) as Record<string, unknown>) : undefined))
}

test('reads that come while others are under way share a statement, and each gets its own item', async () => {
  const client = await librarian(service, 'Upper')
  for (let at = 1; at <= 5; at += 1) {
    await client.post(`${LIBRARY}/books`, { shelfNumber: 1, title: `Book "${at}", the \\ ${at}th` })
  }
  const numbers = Array.from({ length: 40 }, (_, at) => 1 + (at % 7))
  const gate = new Gate()
  const found = await readAtOnce(
    books,
    client,
    numbers.map((number) => ({ number: String(number) })),
    gate,
  )
  const alone = await Promise.all(numbers.map((number) => client.get(`${LIBRARY}/books/${number}`)))
  expect(found).toEqual(alone.map(({ status, json }) => (status === 200 ? json : undefined)))
  expect(found.filter((item) => item === undefined)).toHaveLength(10)
  expect(gate.sent).toHaveLength(SINGLE_READS_AT_ONCE + 1)
})

test('items of keys that are texts, or have two parts, are told apart', async () => {
  const client = await librarian(service, 'Upper', 'Lower')
  const codes = ['a', 'Z z', 'b"c', 'd\\e', '{f,g}', 'æ', "h'i", 'none']
  for (const [at, code] of codes.slice(0, -1).entries()) {
    await client.post(`${LIBRARY}/tags`, { code, note: `${at} of ${code}` })
  }
  const found = await readAtOnce(
    tags,
    client,
    codes.map((code) => ({ code })),
  )
  expect(found.map((tag) => tag?.note)).toEqual([
    ...codes.slice(0, -1).map((code, at) => `${at} of ${code}`),
    undefined,
  ])
  for (const shelf of [1, 2]) {
    for (const words of ['one', 'two', 'three']) {
      await client.post(`${LIBRARY}/shelves/${shelf}/notes`, { words: `${words} of ${shelf}` })
    }
  }
  const keys = [1, 2, 3].flatMap((shelf) => [1, 2, 3].map((line) => ({ shelfNumber: `${shelf}`, line: `${line}` })))
  expect((await readAtOnce(notes, client, keys)).map((note) => note?.words)).toEqual([
    'one of 1',
    'two of 1',
    'three of 1',
    'one of 2',
    'two of 2',
    'three of 2',
    undefined,
    undefined,
    undefined,
  ])
})

test('of an agreement as many wait as of other requests, and one more is refused', async () => {
  const [one, other] = [await librarian(service, 'Upper'), await librarian(service, 'Upper')]
  const gate = new Gate()
  const of = readable(shelves, 'problem')
  const reads = new SingleReads(of, gate.before(service.database))
  const find = (client: Client) => reads.find(callerOf(client), [{ property: of.property('number'), value: '1' }])
  const found = Array.from({ length: SINGLE_READS_AT_ONCE + WAITING_MAX_OF_AGREEMENT }, () => find(one))
  const refused = find(one).then(
    () => 'found',
    (error: unknown) => error,
  )
  found.push(find(other))
  gate.open()
  expect(await refused).toMatchObject({ code: 'AgreementBusy', headers: { 'retry-after': '1' } })
  expect(new Set((await Promise.all(found)).map((item) => item === undefined))).toEqual(new Set([false]))
})

test('agreements never share a statement', async () => {
  const [one, other] = [await librarian(service, 'Mine'), await librarian(service, 'Yours')]
  const gate = new Gate()
  const of = readable(books, 'problem')
  const reads = new SingleReads(of, gate.before(service.database))
  const found = Array.from({ length: 30 }, (_, at) =>
    reads.find(callerOf(at % 2 === 0 ? one : other), [{ property: of.property('number'), value: '1' }]),
  )
  gate.open()
  await Promise.all(found)
  const sentFor = ({ agreement }: Client): number => gate.sent.filter(({ values }) => values[0] === agreement).length
  expect([sentFor(one), sentFor(other)]).toEqual([SINGLE_READS_AT_ONCE + 1, SINGLE_READS_AT_ONCE + 1])
})

test('a statement that fails fails for all it read, and for nobody who comes later', async () => {
  const client = await librarian(service, 'Upper')
  await client.post(`${LIBRARY}/books`, { shelfNumber: 1, title: 'Ash' })
  const gate = new Gate()
  const of = readable(books, 'problem')
  const reads = new SingleReads(of, gate.before(service.database, true))
  const narrowings = [{ property: of.property('number'), value: '1' }]
  const found = Array.from({ length: 10 }, () => reads.find(callerOf(client), narrowings))
  gate.open()
  const ends = (await Promise.allSettled(found)).map(({ status }) => status)
  expect(ends.filter((end) => end === 'rejected')).toHaveLength(10 - SINGLE_READS_AT_ONCE)
  expect(await reads.find(callerOf(client), narrowings)).toBeDefined()
})

test('clients of two agreements that read the same numbers at once get their own items', async () => {
  const mine = await librarian(service, 'Mine')
  const yours = await librarian(service, 'Yours')
  const again = await newClient(service.database, service.baseUrl, { agreement: mine.agreement })
  for (let at = 1; at <= 9; at += 1) {
    await mine.post(`${LIBRARY}/books`, { shelfNumber: 1, title: `Mine ${at}` })
    await yours.post(`${LIBRARY}/books`, { shelfNumber: 1, title: `Yours ${at}` })
  }
  const replies = await Promise.all(
    Array.from({ length: 90 }, async (_, at) => {
      const client = [mine, yours, again][at % 3]!
      const { status, json } = await client.get(`${LIBRARY}/books/${1 + (at % 10)}`)
      return [status, status === 200 && (json.title as string)]
    }),
  )
  const expected = Array.from({ length: 90 }, (_, at) =>
    at % 10 === 9 ? [404, false] : [200, `${at % 3 === 1 ? 'Yours' : 'Mine'} ${1 + (at % 10)}`],
  )
  expect(replies).toEqual(expected)
})
