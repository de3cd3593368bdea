import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { isPooled } from '../database/pooled.ts'
import { expectProblem } from '../conventions/replies.ts'
import { subjectOf } from '../conventions/subjects.ts'
import { worldClient } from '../conventions/world.ts'
import { start } from '../process/program.ts'
import {
  type Client,
  inProcess,
  newClient,
  type Reply,
  type TestService,
  testNode,
  testService,
} from '../service/harness.ts'
import { untilBlocked } from './blocked.ts'
import { openProxy } from './proxy.ts'
import { untilPasses } from '../patience.ts'

const CONTACTS = '/suppliersapi/v2.0.0/Contacts'
const contacts = subjectOf('suppliers/Contacts')
const unavailable = { status: 503, code: 'Unavailable' }

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

type Node = Awaited<ReturnType<typeof testNode>>

/**
 * A node over `url` as the service opens its database, with a client of an agreement with contacts.
 * @param before what happens to the database once that agreement is there, and before the node connects.
 */
async function nodeOver(
  url: string,
  work: (node: Node, client: Client, database: Database) => Promise<void>,
  before = (): Promise<unknown> => Promise.resolve(),
): Promise<void> {
  const { agreement } = await worldClient(service, contacts)
  const client = await newClient(service.database, service.baseUrl, { agreement })
  await before()
  const database = openDatabase({ url }, 4, { wide: 20_000, other: 300_000 })
  const node = await testNode(database)
  try {
    await work(node, inProcess(node, client), database)
  } finally {
    await node.app.close()
    await database.close()
  }
}

const contact = (name: string): object => ({ supplierNumber: 101, name })

async function expectUnavailable(node: Node, replies: readonly Reply[]): Promise<void> {
  for (const reply of replies) {
    await expectProblem(node, reply, unavailable)
    expect(reply.headers.get('retry-after')).toBe('1')
  }
}

test('a database that hangs is told as 503 while it does, to all who wait and to all who come; then all goes on by itself', async () => {
  const proxy = await openProxy(service.databaseUrl)
  await nodeOver(proxy.url, async (node, client) => {
    expect((await client.post(CONTACTS, contact('before'))).status).toBe(201)
    proxy.hang()
    const few = Array.from({ length: 40 }, (_, at) =>
      at % 2 ? client.get(CONTACTS) : client.post(CONTACTS, contact('hung')),
    )
    await expectUnavailable(
      node,
      await Promise.all([...few, client.get(`${CONTACTS}/count`), node.call('GET', '/health')]),
    )
    // The silence is known by now: no request waits, and only the pulse opens connections.
    const open = proxy.open()
    const many = await Promise.all(Array.from({ length: 200 }, () => client.get(CONTACTS)))
    await expectUnavailable(node, many)
    expect(proxy.open() - open).toBeLessThanOrEqual(4)
    expect((await node.call('GET', '/health')).json.detail).toContain('The database does not answer.')
    expect((await node.call('GET', '/live')).text).toBe('{"status":"ok"}')
    proxy.wake()
    await untilPasses(async () => expect((await node.call('GET', '/health')).status).toBe(200))
    expect((await client.post(CONTACTS, contact('after'))).status).toBe(201)
  })
  await proxy.close()
})

test('a statement that takes its time is no sign of a database that hangs', async () => {
  await nodeOver(service.databaseUrl, async (node, client) => {
    let reply: Promise<Reply> | undefined
    await beside.transaction(async (transaction) => {
      await transaction.script('LOCK TABLE supplier_contact')
      reply = client.get(CONTACTS)
      const begun = performance.now()
      await untilPasses(() => expect(performance.now() - begun).toBeGreaterThan(2500))
      expect((await node.call('GET', '/health')).status).toBe(200)
    })
    expect((await reply!).status).toBe(200)
  })
})

// Behind a pooler everybody shares connections, which are as they were when they were made.
test.skipIf(isPooled)(
  'a database that became read-only is told as such, and used again when it is not any more',
  async () => {
    const name = new URL(service.databaseUrl).pathname.slice(1)
    const setReadOnly = (value: string): Promise<unknown> =>
      beside.transaction((transaction) =>
        transaction.script(
          `SET TRANSACTION READ WRITE; ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`,
        ),
      )
    const work = async (node: Node, client: Client, database: Database): Promise<void> => {
      const [write, health] = [await client.post(CONTACTS, contact('refused')), await node.call('GET', '/health')]
      await expectUnavailable(node, [write, health])
      for (const reply of [write, health]) expect(reply.json.detail).toContain('read-only')
      expect((await client.get(CONTACTS)).status).toBe(200)
      await setReadOnly('off')
      await untilPasses(async () => expect((await node.call('GET', '/health')).status).toBe(200))
      expect((await client.post(CONTACTS, contact('taken'))).status).toBe(201)
      await database.check()
    }
    try {
      await nodeOver(service.databaseUrl, work, () => setReadOnly('on'))
    } finally {
      await setReadOnly('off')
    }
  },
)

describe('where somebody takes connections and closes them', () => {
  test('a request is told 503, and nobody goes on connecting after it', async () => {
    let connects = 0
    const nobody = createServer((socket) => {
      connects++
      socket.on('error', () => {}).destroy()
    }).listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const { port } = nobody.address() as { port: number }
    const database = openDatabase({ url: `postgres://u@127.0.0.1:${port}/d` }, 4, { wide: 1000, other: 1000 })
    const node = await testNode(database)
    const reply = await node.call('GET', '/health')
    await expectUnavailable(node, [reply])
    for (let count = 0; count < 50; count++) await expect(database.rows('SELECT 1')).rejects.toThrow()
    expect(connects).toBeLessThan(20)
    await node.app.close()
    await database.close()
    nobody.close()
  })
})

test('SIGTERM ends a service that waits to start', async () => {
  await beside.transaction(async (transaction) => {
    await transaction.script('LOCK TABLE migration')
    const program = start(['serve'], { environment: { DATABASE_URL: service.databaseUrl } })
    await untilBlocked(service.database, 1)
    program.child.kill('SIGTERM')
    expect((await program.ended).code).toBe(143)
  })
})
