import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { subjectOf } from '../conventions/subjects.ts'
import { worldClient } from '../conventions/world.ts'
import { type Client, newClient, type Reply, type TestService, testNode, testService } from '../service/harness.ts'
import { untilBlocked } from './blocked.ts'
import { untilPasses } from '../patience.ts'

const CONTACTS = '/suppliersapi/v2.0.0/Contacts'
const contacts = subjectOf('suppliers/Contacts')

let service: TestService
/** Connections beside the service's own: one holds a lock, the other looks on. */
let beside: Database

beforeAll(async () => {
  service = await testService()
  beside = openDatabase({ url: service.databaseUrl }, 2)
})
afterAll(async () => {
  await beside.close()
  await service.stop()
})

test('a node that is stopped finishes the requests under way, takes no others, and then ends', async () => {
  const node = await testNode(service.database)
  const clients: Client[] = []
  for (let count = 0; count < 3; count++) {
    const { agreement } = await worldClient(service, contacts)
    clients.push(await newClient(service.database, node.baseUrl, { agreement }))
  }
  const agreements = JSON.stringify(clients.map(({ agreement }) => agreement))
  const client = clients[0]!
  expect((await client.get(CONTACTS)).status).toBe(200)
  const running: Promise<Reply>[] = []
  let ended = false
  let end: Promise<void> | undefined
  await beside.transaction(async (transaction) => {
    await transaction.rows(
      `SELECT take_numbers(a::int, 'supplier_contact', 1) FROM json_array_elements_text($1::json) AS a`,
      [agreements],
    )
    for (const [at, name] of ['one', 'two', 'three'].entries()) {
      const headers = name === 'three' ? { 'idempotency-key': name } : {}
      running.push(clients[at]!.post(CONTACTS, { supplierNumber: 101, name }, { headers }))
    }
    await untilBlocked(beside, 3)
    end = node.app.close().then(() => void (ended = true))
    await untilPasses(async () => {
      await expect(client.get(CONTACTS)).rejects.toThrow('fetch failed')
    })
    expect(ended).toBe(false)
  })
  const replies = await Promise.all(running)
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  await end
  expect(node.log.filter(({ msg, status }) => msg === 'request' && status === 201)).toHaveLength(3)
  const rows = await beside.rows<{ name: string }>(
    'SELECT name FROM supplier_contact WHERE agreement IN (SELECT a::int FROM json_array_elements_text($1::json) AS a) ORDER BY name',
    [agreements],
  )
  expect(rows.map(({ name }) => name)).toEqual(['one', 'three', 'two'])
})

test('a connection that has sent nothing yet ends with the node, and does not hold it', async () => {
  const node = await testNode(service.database)
  const socket = connect(Number(new URL(node.baseUrl).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const gone = once(socket, 'close')
  // The node knows of it once it has answered one that came later.
  expect((await node.call('GET', '/health')).status).toBe(200)
  await node.app.close()
  await gone
})
