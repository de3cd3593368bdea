import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from '../../src/database/connection.ts'
import { subjects } from '../conventions/subjects.ts'
import { worldClient } from '../conventions/world.ts'
import { newClient, type Reply, type TestService, testNode, testService } from '../service/harness.ts'
import { untilBlocked } from './blocked.ts'

const CONTACTS = '/suppliersapi/v2.0.0/Contacts'
const contacts = subjects.find(({ name }) => name === 'suppliers/Contacts')!

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
  const { agreement } = await worldClient(service, contacts)
  const node = await testNode(service.database)
  const client = await newClient(service.database, node.baseUrl, { agreement })
  expect((await client.get(CONTACTS)).status).toBe(200)
  const running: Promise<Reply>[] = []
  let ended = false
  let end: Promise<void> | undefined
  await beside.transaction(async (transaction) => {
    await transaction.rows(`SELECT take_numbers($1, 'supplier_contact', 1)`, [agreement])
    for (const name of ['one', 'two', 'three']) {
      const headers = name === 'three' ? { 'idempotency-key': name } : {}
      running.push(client.post(CONTACTS, { supplierNumber: 900501, name }, { headers }))
    }
    await untilBlocked(beside, 3)
    end = node.app.close().then(() => void (ended = true))
    await vi.waitFor(async () => {
      await expect(client.get(CONTACTS)).rejects.toThrow('fetch failed')
    }, 10_000)
    expect(ended).toBe(false)
  })
  const replies = await Promise.all(running)
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  await end
  expect(node.log.filter(({ msg, status }) => msg === 'request' && status === 201)).toHaveLength(3)
  const rows = await beside.rows<{ name: string }>(
    'SELECT name FROM supplier_contact WHERE agreement = $1 ORDER BY name',
    [agreement],
  )
  expect(rows.map(({ name }) => name)).toEqual(['one', 'three', 'two'])
})
