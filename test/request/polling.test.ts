import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/connection.ts'
import { untilBlocked } from '../faults/blocked.ts'
import { newClient, type Client, type Reply, testNode, type TestService, testService } from '../service/harness.ts'
import { API, bookkeeper, DRAFTS, finance } from '../resources/bookkeeping.ts'

let service: TestService
let secondNode: Awaited<ReturnType<typeof testNode>>

beforeAll(async () => {
  service = await testService()
  secondNode = await testNode(service.database)
})
afterAll(async () => {
  await secondNode.app.close()
  await service.stop()
})

const ENTRIES = 360

interface Seen {
  numbers: number[]
  texts: Map<number, string>
}

/** Reads on from where it stopped, by cursor, as long as `isOver` says no, and once more. */
async function poll(client: Client, isOver: () => boolean): Promise<Seen> {
  const seen: Seen = { numbers: [], texts: new Map() }
  for (let isLast = false; ; isLast = isOver()) {
    const from = (seen.numbers.at(-1) ?? 0) + 1
    let cursor: string | undefined = String(from)
    while (cursor !== undefined) {
      const { json } = (await client.get(`${DRAFTS}?cursor=${cursor}`)) as {
        json: { items: { entryNumber: number; text: string }[]; cursor?: string }
      }
      for (const { entryNumber, text } of json.items) {
        seen.numbers.push(entryNumber)
        seen.texts.set(entryNumber, text)
      }
      cursor = json.cursor
    }
    if (isLast) return seen
  }
}

test('who polls by cursor misses nothing that two nodes create meanwhile, and everybody gets his own number', async () => {
  const here = await bookkeeper(service)
  const there = await newClient(service.database, secondNode.baseUrl, { agreement: here.agreement })
  // Journals of their own: what waits for another is the agreement's counter alone.
  for (const name of ['Second', 'Third', 'Fourth']) await here.post(`${API}/journals`, { name })
  let isOver = false
  const polling = [here, there].map((client) => poll(client, () => isOver))
  const create = (at: number): Promise<Reply> => {
    const client = at % 2 === 0 ? here : there
    const entry = finance({
      text: `Entry ${at}`,
      journalNumber: 1 + (at % 4),
      ...(at % 9 === 4 && { accountNumber: 1 }),
    })
    if (at % 12 === 11) return client.post(`${DRAFTS}/bulk`, { entries: [entry, finance({ text: `Entry ${at} too` })] })
    return client.post(DRAFTS, entry, at % 5 === 0 ? { headers: { 'idempotency-key': `key ${at}` } } : {})
  }
  const replies = await Promise.all(Array.from({ length: ENTRIES }, (_, at) => create(at)))
  isOver = true
  const made = new Map<number, string>()
  for (const [at, { status, json }] of replies.entries()) {
    expect(status).toBe(at % 9 === 4 ? 400 : 201)
    if (status !== 201) expect(json.errors).toHaveLength(1)
    const numbers: number[] = json.entryNumbers ?? [json.entryNumber ?? []].flat()
    for (const [place, number] of numbers.entries()) made.set(number, `Entry ${at}${place === 1 ? ' too' : ''}`)
  }
  // No gap: what was refused took no number.
  const numbers = Array.from({ length: made.size }, (_, at) => at + 1)
  expect([...made.keys()].sort((a, b) => a - b)).toEqual(numbers)
  for (const seen of await Promise.all(polling)) {
    expect(seen.numbers).toEqual(numbers)
    expect(new Map([...seen.texts].sort())).toEqual(new Map([...made].sort()))
  }
  const vouchers = await service.database.rows<{ entries: number; vouchers: number; last: number }>(
    `SELECT count(*)::int AS entries, count(DISTINCT voucher_number)::int AS vouchers, max(voucher_number) AS last
     FROM draft_entry WHERE agreement = $1 GROUP BY journal_number`,
    [here.agreement],
  )
  expect(vouchers).toHaveLength(4)
  for (const { entries, vouchers: given, last } of vouchers) expect([given, last]).toEqual([entries, entries])
})

test('a create waits for the one before it to be committed, so that no list shows a later number first', async () => {
  const here = await bookkeeper(service)
  const there = await newClient(service.database, secondNode.baseUrl, { agreement: here.agreement })
  await here.post(`${API}/journals`, { name: 'Second' })
  const beside = openDatabase({ url: service.databaseUrl }, 2)
  let waiting: Promise<Reply>[] = []
  await beside.transaction(async (transaction) => {
    await transaction.rows(`SELECT take_numbers($1, 'draft_entry', 1)`, [here.agreement])
    waiting = [here.post(DRAFTS, finance()), there.post(DRAFTS, finance({ journalNumber: 2 }))]
    await untilBlocked(beside, 2)
    expect((await here.get(`${DRAFTS}/count`)).text).toBe('0')
  })
  const numbers = (await Promise.all(waiting)).map(({ json }) => json.entryNumber as number)
  expect(numbers.sort()).toEqual([2, 3])
  await beside.close()
})

test('one key sent to two nodes at once, among others, is carried out once', async () => {
  const here = await bookkeeper(service)
  const post = (at: number): Promise<Reply> => {
    const key = `key ${at % 10}`
    const body = finance({ text: key })
    const headers = { ...here.headers, 'idempotency-key': key }
    return (at % 20 < 10 ? service : secondNode).call('POST', DRAFTS, { body, headers })
  }
  const replies = await Promise.all(Array.from({ length: 120 }, (_, at) => post(at)))
  const numbers = new Map<string, Set<number>>()
  for (const [at, { status, json }] of replies.entries()) {
    expect(status).toBe(201)
    numbers.set(`${at % 10}`, (numbers.get(`${at % 10}`) ?? new Set()).add(json.entryNumber))
  }
  expect([...numbers.values()].map(({ size }) => size)).toEqual(Array.from({ length: 10 }, () => 1))
  expect(replies.filter(({ headers }) => headers.get('x-resultfromcache') === null)).toHaveLength(10)
  expect((await here.get(`${DRAFTS}/count`)).text).toBe('10')
})
