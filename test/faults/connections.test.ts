import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { expectProblem } from '../conventions/replies.ts'
import { subjectOf } from '../conventions/subjects.ts'
import { createItem, sendable, type WorldClient, worldClient } from '../conventions/world.ts'
import { type Client, newClient, type Reply, type TestService, testNode, testService } from '../service/harness.ts'
import { endConnections, untilBlocked } from './blocked.ts'
import { openProxy, type Proxy } from './proxy.ts'
import { untilPasses } from '../patience.ts'

const CONTACTS = '/suppliersapi/v2.0.0/Contacts'
const contacts = subjectOf('suppliers/Contacts')

let service: TestService
/** One connection beside the service's own. */
let beside: Database

beforeAll(async () => {
  service = await testService()
  beside = openDatabase({ url: service.databaseUrl }, 1)
})
afterAll(async () => {
  await beside.close()
  await service.stop()
})

const body = (name: string): object => ({ supplierNumber: 101, name, notes: name })

async function names(client: Client): Promise<string[]> {
  const rows = await beside.rows<{ name: string }>(
    'SELECT name FROM supplier_contact WHERE agreement = $1 ORDER BY name',
    [client.agreement],
  )
  return rows.map(({ name }) => name)
}

/** The contacts that the numbers given out were for: every number used is a contact that is there. */
async function expectNoHalves(client: Client): Promise<void> {
  const [row] = await beside.rows<{ contacts: number; numbers: number; halves: number }>(
    `SELECT count(*)::int AS contacts, count(*) FILTER (WHERE notes IS DISTINCT FROM name)::int AS halves,
            (SELECT coalesce(max(value), 0) FROM counter WHERE agreement = $1 AND name = 'supplier_contact')::int AS numbers
     FROM supplier_contact WHERE agreement = $1`,
    [client.agreement],
  )
  expect(row).toMatchObject({ numbers: row!.contacts, halves: 0 })
}

const under = (key: string): { headers: Record<string, string> } => ({ headers: { 'idempotency-key': key } })

/**
 * Waits until the service has noticed every connection that is gone: as many reads at once as it has connections
 * succeed.
 */
async function untilSteady(client: Client): Promise<void> {
  await untilPasses(async () => {
    const replies = await Promise.all(Array.from({ length: 16 }, () => client.get(CONTACTS)))
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  })
}

/** Ends the connection of each write that waits, and of those that queue behind it, until every one has its answer. */
async function endWhileBlocked(writes: Promise<unknown>): Promise<void> {
  let isDone = false
  void writes.then(() => void (isDone = true))
  await untilBlocked(beside, 1)
  await untilPasses(async () => {
    await endConnections(beside, 'blocked')
    expect(isDone).toBe(true)
  })
}

const unavailable = { status: 503, code: 'Unavailable' }

const REFUSED = [
  { state: '25P03', says: undefined },
  { state: '25006', says: /read-only/ },
  { state: '53100', says: /disk of the database is full/ },
  { state: '53300', says: /no more connections/ },
  { state: '57P03', says: undefined },
]

test.each(REFUSED)('SQLSTATE $state is told as 503, and nothing is done', async ({ state, says }) => {
  const client = await worldClient(service, contacts)
  const trigger = `refusal_${client.agreement}`
  await beside.rows(`
    CREATE FUNCTION ${trigger}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = NEW.notes; END $$`)
  await beside.rows(`
    CREATE TRIGGER ${trigger} BEFORE INSERT ON supplier_contact FOR EACH ROW
    WHEN (NEW.agreement = ${client.agreement}) EXECUTE FUNCTION ${trigger}()`)
  const reply = await client.post(CONTACTS, body(state))
  await beside.rows(`DROP FUNCTION ${trigger} CASCADE`)
  await expectProblem(service, reply, { ...unavailable, ...(says && { says }) })
  expect(reply.headers.get('retry-after')).toBe('1')
  expect(await names(client)).toEqual([])
})

describe('a database that ends its connections', () => {
  test('while writes wait: each is told 503, none is done, and the next succeeds', async () => {
    const client = await worldClient(service, contacts)
    await createItem(client, contacts, { ...body('before') })
    const holder = openDatabase({ url: service.databaseUrl }, 1)
    const writes: Promise<Reply>[] = []
    await holder.transaction(async (transaction) => {
      await transaction.rows('SELECT 1 FROM counter WHERE agreement = $1 FOR UPDATE', [client.agreement])
      for (const name of ['a', 'b']) writes.push(client.post(CONTACTS, body(name)))
      for (const name of ['c', 'd']) writes.push(client.post(CONTACTS, body(name), under(name)))
      await endWhileBlocked(Promise.all(writes))
      for (const reply of await Promise.all(writes)) {
        await expectProblem(service, reply, unavailable)
        expect(reply.headers.get('retry-after')).toBe('1')
      }
    })
    await holder.close()
    await untilSteady(client)
    expect((await client.post(CONTACTS, body('after'))).status).toBe(201)
    expect(await names(client)).toEqual(['after', 'before'])
    for (const name of ['c', 'd']) {
      const reply = await client.post(CONTACTS, body(name), under(name))
      expect([reply.status, reply.headers.get('x-resultfromcache')]).toEqual([201, null])
    }
    await expectNoHalves(client)
  })

  test('while idle: nobody is told anything but 503, and soon nobody is told that', async () => {
    const client = await worldClient(service, contacts)
    expect((await client.get(CONTACTS)).status).toBe(200)
    await endConnections(beside)
    const replies = await Promise.all(Array.from({ length: 8 }, () => client.get(CONTACTS)))
    for (const reply of replies) if (reply.status !== 200) await expectProblem(service, reply, unavailable)
    await untilSteady(client)
  })
})

describe('a database that comes and goes', () => {
  let proxy: Proxy
  let reached: Database
  let node: Awaited<ReturnType<typeof testNode>>

  beforeAll(async () => {
    proxy = await openProxy(service.databaseUrl)
    reached = openDatabase({ url: proxy.url }, 8)
    node = await testNode(reached)
    await untilSteady(await service.client())
    for (let count = 0; count < 3; count++) {
      const { agreement, world } = await worldClient(service, contacts)
      clients.push({ ...(await newClient(service.database, node.baseUrl, { agreement })), world })
    }
  })
  afterAll(async () => {
    await node.app.close()
    await reached.close()
    await proxy.close()
  })

  /** Clients of the node behind the proxy, made before anything is cut: each of an agreement with the world. */
  const clients: WorldClient[] = []

  test('is told as 503 while it is gone, health and all, and used again when it is back', async () => {
    const client = clients[0]!
    expect((await client.get(CONTACTS)).status).toBe(200)
    await proxy.cut()
    await untilPasses(async () => {
      for (const reply of [
        await client.get(CONTACTS),
        await client.post(CONTACTS, body('x')),
        await node.call('GET', '/health'),
      ]) {
        await expectProblem(node, reply, unavailable)
      }
    })
    await proxy.mend()
    await untilPasses(async () => {
      expect((await node.call('GET', '/health')).status).toBe(200)
      expect((await client.post(CONTACTS, body('back'))).status).toBe(201)
    })
    expect(await names(client)).toEqual(['back'])
  })

  test('loses and doubles no write that is tried again under its key', async () => {
    const client = clients[1]!
    const all = Array.from({ length: 160 }, (_, at) => `contact ${String(at).padStart(3, '0')}`)
    const queue = [...all]
    const first: number[] = []
    let done = 0
    const work = async (): Promise<void> => {
      for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
        const key = name
        const attempt = (): Promise<Reply> => client.post(CONTACTS, body(key), under(key))
        first.push((await attempt()).status)
        await untilPasses(async () => expect((await attempt()).status).toBe(201), 5)
        done++
      }
    }
    const workers = Promise.all(Array.from({ length: 8 }, work))
    for (let cut = 1; cut <= 8; cut++) {
      await untilPasses(() => expect(done).toBeGreaterThanOrEqual(cut * 12), 1)
      if (cut % 2 === 0) {
        await proxy.cut()
        await proxy.mend()
      } else await endConnections(beside)
    }
    await workers
    expect([...new Set(first)].filter((status) => status !== 201 && status !== 503)).toEqual([])
    expect(await names(client)).toEqual(all)
    await expectNoHalves(client)
  })

  test('leaves an item as it was or as it was sent, never between', async () => {
    const client = clients[2]!
    const item = await createItem(client, contacts, { ...body('0') })
    const path = `${CONTACTS}/${item.number as number}`
    let acknowledged = 0
    let finished = false
    const change = async (): Promise<void> => {
      for (let at = 1; !finished; at++) {
        const read = await client.get(path)
        if (read.status !== 200) continue
        expect(read.json.notes).toBe(read.json.name)
        expect(Number(read.json.name)).toBeGreaterThanOrEqual(acknowledged)
        const reply = await client.put(CONTACTS, { ...sendable(read.json), name: String(at), notes: String(at) })
        expect([204, 503], reply.text).toContain(reply.status)
        if (reply.status === 204) acknowledged = at
      }
    }
    const changing = change()
    for (let cut = 1; cut <= 10; cut++) {
      await untilPasses(() => expect(acknowledged).toBeGreaterThanOrEqual(cut * 5), 1)
      if (cut % 2 === 0) await endConnections(beside)
      else {
        await proxy.cut()
        await proxy.mend()
      }
    }
    finished = true
    await changing
    await expectNoHalves(client)
  })
})
