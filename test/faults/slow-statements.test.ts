import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { expectProblem } from '../conventions/replies.ts'
import { subjects } from '../conventions/subjects.ts'
import { worldClient } from '../conventions/world.ts'
import { type Client, newClient, type Reply, type TestService, testNode, testService } from '../service/harness.ts'
import { isPooled } from '../database/pooled.ts'
import { untilPasses } from '../patience.ts'
import { untilBlocked } from './blocked.ts'

const CONTACTS = '/suppliersapi/v2.0.0/Contacts'
const GROUPS = '/suppliersapi/v2.0.0/Groups'
const SLOW = `${CONTACTS}/paged?filter=${encodeURIComponent('name$like:a*')}`
const contacts = subjects.find(({ name }) => name === 'suppliers/Contacts')!
const tookTooLong = { status: 503, code: 'TookTooLong' }

let service: TestService
let beside: Database

beforeAll(async () => {
  service = await testService()
  beside = openDatabase({ url: service.databaseUrl }, 2)
})
afterAll(async () => {
  await beside.close()
  await service.stop()
})

/** Runs `work` while nobody can read contacts. */
async function withoutContacts(work: () => Promise<void>): Promise<void> {
  await beside.transaction(async (transaction) => {
    await transaction.script('LOCK TABLE supplier_contact')
    await work()
  })
}

type Node = Awaited<ReturnType<typeof testNode>>
type NodeClient = Client & { baseUrl: string }

/**
 * A node with eight connections whose statements may take the milliseconds of `time`, and a client of each of three
 * agreements.
 */
async function nodeWith(
  time: { wide: number; other: number },
  work: (clients: NodeClient[], expectTooLong: (reply: Reply) => Promise<void>, node: Node) => Promise<void>,
): Promise<void> {
  const database = openDatabase({ url: service.databaseUrl }, 8, time)
  const node = await testNode(database)
  const { baseUrl } = node
  const clients: NodeClient[] = []
  for (let count = 0; count < 3; count++) {
    const { agreement } = await worldClient(service, contacts)
    clients.push({ ...(await newClient(service.database, baseUrl, { agreement })), baseUrl })
  }
  try {
    await work(clients, (reply) => expectProblem(node, reply, tookTooLong), node)
  } finally {
    await node.app.close()
    await database.close()
  }
}

describe('a statement that takes too long', () => {
  test.each([
    ['filtered page', SLOW],
    ['count', `${CONTACTS}/count`],
  ])('is stopped: a %s answers 503, and its connection serves on', async (_name, path) => {
    await nodeWith({ wide: 100, other: 60_000 }, async ([client], expectTooLong) => {
      await withoutContacts(async () => {
        const reply = await client!.get(path)
        await expectTooLong(reply)
        expect(reply.headers.get('retry-after')).toBe('5')
        // On a busy machine these take too long, too, now and then.
        await untilPasses(async () => expect((await client!.get(GROUPS)).status).toBe(200))
      })
      await untilPasses(async () => expect((await client!.get(path)).status).toBe(200))
    })
  })

  // Behind a pooler a single statement has the time of the pooler's connection (docs/operators/nodes.md).
  test.skipIf(isPooled)('is stopped where it writes, too, and has written nothing', async () => {
    await nodeWith({ wide: 60_000, other: 200 }, async ([client], expectTooLong) => {
      const body = { supplierNumber: 101, name: 'Slow' }
      await withoutContacts(async () => {
        const headers = { 'idempotency-key': 'slow' }
        await expectTooLong(await client!.post(CONTACTS, body))
        await expectTooLong(await client!.post(CONTACTS, body, { headers }))
      })
      expect((await client!.get(`${CONTACTS}/count`)).text).toBe('0')
      const again = () => client!.post(CONTACTS, body, { headers: { 'idempotency-key': 'slow' } })
      await untilPasses(async () => expect((await again()).status).toBe(201))
    })
  })
})

test('slow reads of one agreement take a quarter of the connections, and others read past them', async () => {
  await nodeWith({ wide: 60_000, other: 60_000 }, async ([busy, neighbour]) => {
    const slow: Promise<Reply>[] = []
    await withoutContacts(async () => {
      for (let count = 0; count < 20; count++) slow.push(busy!.get(SLOW))
      await untilBlocked(beside, 2)
      const filtered = `${GROUPS}/paged?filter=${encodeURIComponent('name$like:a*')}`
      const replies = await Promise.all(Array.from({ length: 20 }, () => neighbour!.get(filtered)))
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
      expect((await busy!.get(GROUPS)).status).toBe(200)
      await untilBlocked(beside, 2)
    })
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200))
  })
})

test('writes of one agreement that wait for a lock take three quarters of its connections, and it reads past them', async () => {
  await nodeWith({ wide: 60_000, other: 60_000 }, async ([client]) => {
    const waiting: Promise<Reply>[] = []
    await beside.transaction(async (transaction) => {
      await transaction.script('LOCK TABLE supplier_contact IN SHARE MODE')
      for (let number = 1; number <= 20; number++) waiting.push(client!.delete(`${CONTACTS}/${number}`))
      await untilBlocked(beside, 3)
      expect((await client!.get(GROUPS)).status).toBe(200)
      expect((await client!.get(`${CONTACTS}/count`)).text).toBe('0')
      await untilBlocked(beside, 3)
    })
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 404))
  })
})

test('a read that waits too long for its turn is told so, and whether its own agreement is the cause', async () => {
  // Long enough for all four to be at it at once.
  await nodeWith({ wide: 2000, other: 60_000 }, async ([client, other, third], expectTooLong, node) => {
    await withoutContacts(async () => {
      const few = [client!, other!].flatMap((one) => [one.get(SLOW), one.get(SLOW)])
      await untilBlocked(beside, 4)
      const waiting = third!.get(SLOW)
      for (const reply of await Promise.all([...few, waiting])) await expectTooLong(reply)
      const replies = await Promise.all(Array.from({ length: 12 }, () => client!.get(SLOW)))
      const busy = replies.filter(({ status }) => status === 429)
      // Two read at a time. Which of the others get their turn before they give up is left to chance.
      expect(busy.length).toBeGreaterThan(0)
      for (const reply of replies.filter((one) => !busy.includes(one))) await expectTooLong(reply)
      for (const reply of busy) await expectProblem(node, reply, { status: 429, code: 'AgreementBusy' })
      expect(busy.map(({ headers }) => headers.get('retry-after'))).toEqual(busy.map(() => '1'))
    })
  })
})

test('whatever one agreement has under way, others are answered, and so is /health', async () => {
  await nodeWith({ wide: 60_000, other: 60_000 }, async ([busy, neighbour], _expect, node) => {
    const own = await busy!.get(GROUPS)
    expect(own.status).toBe(200)
    const under: Promise<Reply>[] = []
    await withoutContacts(async () => {
      for (let at = 0; at < 50; at++) {
        under.push(
          busy!.get(SLOW),
          // One that the writes beside it do not make.
          busy!.get(`${CONTACTS}/999`),
          busy!.post(CONTACTS, { supplierNumber: 101, name: `n${at}` }),
        )
      }
      // Half of the eight connections.
      await untilBlocked(beside, 4)
      const replies = [await neighbour!.get(GROUPS), await node.call('GET', '/health')]
      const more = await Promise.all(Array.from({ length: 20 }, () => neighbour!.get(GROUPS)))
      expect([...replies, ...more].map(({ status }) => status)).toEqual(Array.from({ length: 22 }, () => 200))
      await untilBlocked(beside, 4)
    })
    const statuses = new Set((await Promise.all(under)).map(({ status }) => status))
    expect([...statuses].sort()).toEqual([200, 201, 404])
  })
})

test('a read that nobody waits for any more is stopped, under way or waiting', async () => {
  await nodeWith({ wide: 60_000, other: 60_000 }, async ([client]) => {
    await withoutContacts(async () => {
      const leaving = new AbortController()
      const url = client!.baseUrl + SLOW
      const left = Array.from({ length: 5 }, () => fetch(url, { headers: client!.headers, signal: leaving.signal }))
      await untilBlocked(beside, 2)
      leaving.abort()
      for (const one of left) await expect(one).rejects.toThrow('aborted')
      await untilBlocked(beside, 0)
      const stays = client!.get(SLOW)
      await untilBlocked(beside, 1)
      void stays.catch(() => {})
    })
  })
})
