import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../src/ledger/proof/verify.ts'
import { newClient, type Reply, type TestService, testNode, testService } from '../service/harness.ts'
import { API, BOOKED, bookkeeper, DRAFTS, finance } from './bookkeeping.ts'

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

test('a hundred creates and bookings at once, on two nodes: no gap, no number twice, nothing unbalanced, no deadlock', async () => {
  const here = await bookkeeper(service)
  const there = await newClient(service.database, secondNode.baseUrl, { agreement: here.agreement })
  await here.post(`${API}/journals`, { name: 'Anden' })
  const accounts = [2210, 1310, 1010]
  const drafts = (index: number): object[] =>
    Array.from({ length: 5 }, (_, part) =>
      finance({
        journalNumber: 1 + (index % 2),
        amount: index * 10 + part + 0.25,
        accountNumber: accounts[part % 3],
        date: `2026-0${1 + (index % 9)}-15`,
      }),
    )
  const work = (index: number): Promise<Reply> => {
    const client = index % 3 === 0 ? there : here
    switch (index % 4) {
      case 0:
        return client.post(`${API}/journals/${1 + (index % 8) / 4}/book`)
      case 1:
        return client.post(`${DRAFTS}/bulk`, { entries: drafts(index) })
      case 2:
        return client.post(DRAFTS, drafts(index)[0])
      default:
        return client.post(`${API}/journals/${1 + (index % 2)}/bookWithDateInterval`, {
          fromDate: '2026-01-01',
          toDate: '2026-06-30',
        })
    }
  }
  const replies = await Promise.all(Array.from({ length: 100 }, (_, index) => work(index)))
  expect(replies.filter((reply) => ![201, 204].includes(reply.status)).map((reply) => reply.text)).toEqual([])
  for (const journal of [1, 2]) expect((await here.post(`${API}/journals/${journal}/book`)).status).toBe(204)

  expect((await here.get(`${DRAFTS}/count`)).text).toBe('0')
  const created = 25 * 5 + 25
  const { items } = (await here.get(BOOKED)).json
  expect(items.map((entry: { entryNumber: number }) => entry.entryNumber)).toEqual(
    Array.from({ length: created * 2 }, (_, index) => index + 1),
  )
  const vouchers = await service.database.rows<{ journal_number: number; numbers: string; largest: number }>(
    `SELECT journal_number, count(DISTINCT voucher_number) AS numbers, max(voucher_number) AS largest
     FROM booked_entry WHERE agreement = $1 GROUP BY journal_number ORDER BY journal_number`,
    [here.agreement],
  )
  for (const { numbers, largest } of vouchers) expect(Number(numbers)).toBe(largest)
  expect(vouchers.reduce((sum, { numbers }) => sum + Number(numbers), 0)).toBe(created)
  expect(await verify(service.database, here.agreement)).toEqual({ ok: true, entries: created * 2 })
})

test('large lists at once, on two nodes: each has numbers in a row, and no number is left out', async () => {
  const here = await bookkeeper(service)
  const there = await newClient(service.database, secondNode.baseUrl, { agreement: here.agreement })
  await here.post(`${API}/journals`, { name: 'Anden' })
  for (const client of [here, there]) expect((await client.post(DRAFTS, finance())).status).toBe(201)
  const [lists, size] = [14, 500]
  const list = (index: number): object[] =>
    Array.from({ length: size }, (_, at) => finance({ journalNumber: 1 + ((index + at) % 2), amount: index + 1 }))
  const replies = await Promise.all(
    Array.from({ length: lists }, (_, index) =>
      (index % 4 === 0 ? there : here).post(`${DRAFTS}/bulk`, { entries: list(index) }),
    ),
  )
  expect(replies.filter(({ status }) => status !== 201).map(({ text }) => text)).toEqual([])
  const rows = await service.database.rows<{ first: number; last: number; entries: number }>(
    `SELECT min(entry_number) AS first, max(entry_number) AS last, count(*)::int AS entries FROM draft_entry
     WHERE agreement = $1 AND entry_number > 2 GROUP BY amount ORDER BY first`,
    [here.agreement],
  )
  expect(rows).toEqual(
    Array.from({ length: lists }, (_, at) => ({ first: 3 + at * size, last: 2 + (at + 1) * size, entries: size })),
  )
  const [vouchers] = await service.database.rows(
    `SELECT count(*)::int AS inorder FROM (
       SELECT voucher_number, row_number() OVER (PARTITION BY journal_number ORDER BY entry_number) AS place
       FROM draft_entry WHERE agreement = $1) AS v WHERE v.voucher_number = v.place`,
    [here.agreement],
  )
  expect(vouchers).toEqual({ inorder: 2 + lists * size })
})
