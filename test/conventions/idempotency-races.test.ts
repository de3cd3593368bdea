import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../src/database/connection.ts'
import { openDatabase } from '../../src/database/connection.ts'
import { type Client, type Reply, type TestService, testNode, testService } from '../service/harness.ts'
import { subjectOf } from './subjects.ts'
import { freshBody, worldClient } from './world.ts'
import { untilPasses } from '../patience.ts'

const CONTACTS = '/suppliersapi/v2.0.0/Contacts'
const contacts = subjectOf('suppliers/Contacts')

let service: TestService
let node: Pick<TestService, 'app' | 'call'>
/** A pool beside the service's own. */
let beside: Database

beforeAll(async () => {
  service = await testService()
  beside = openDatabase({ url: service.databaseUrl }, 2)
  node = await testNode(service.database)
})
afterAll(async () => {
  await node.app.close()
  await beside.close()
  await service.stop()
})

/**
 * Calls `start` while a lock keeps contacts of the agreement from being created. Returns once `waiting` statements wait
 * for locks.
 */
async function whileHeld<T>(client: Client, start: () => T, waiting: number): Promise<T> {
  const started = await beside.transaction(async (transaction) => {
    await transaction.at(client.agreement).rows(`SELECT take_numbers($1, 'supplier_contact', 1)`, [client.agreement])
    const running = start()
    await untilPasses(async () => {
      // Asked outside the transaction, which would see the same activity again and again. Asked where the agreement is,
      // because the others wait there.
      const [row] = await beside
        .at(client.agreement)
        .rows<{ blocked: number }>(
          `SELECT count(*)::int AS blocked FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
      expect(row!.blocked).toBe(waiting)
    })
    return { running }
  })
  return started.running
}

async function contactsNamed(client: Client, name: unknown): Promise<number> {
  const reply = await client.get(`${CONTACTS}/count?${new URLSearchParams({ filter: `name$eq:${String(name)}` })}`)
  return Number(reply.text)
}

const replays = (replies: readonly Reply[]): (string | null)[] =>
  replies.map(({ headers }) => headers.get('x-resultfromcache')).sort()

describe('two requests under one key at once', () => {
  test.each(['one node', 'two nodes'])('on %s: the second waits, and gets the answer of the first', async (where) => {
    const client = await worldClient(service, contacts)
    const body = freshBody(client, contacts)
    const headers = { ...client.headers, 'idempotency-key': `race on ${where}` }
    const second = where === 'one node' ? service : node
    const start = (): Promise<Reply>[] => [
      service.call('POST', CONTACTS, { body, headers }),
      second.call('POST', CONTACTS, { body, headers }),
    ]
    // On one node the second waits in the queue of the first, not in the database.
    const replies = await Promise.all(await whileHeld(client, start, where === 'one node' ? 1 : 2))
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(replies[0]!.text).toBe(replies[1]!.text)
    expect(replays(replies)).toEqual([null, 'true'].sort())
    expect(await contactsNamed(client, body.name)).toBe(1)
  })

  test('with different bodies: one is done, the other refused', async () => {
    const client = await worldClient(service, contacts)
    const body = freshBody(client, contacts)
    const headers = { ...client.headers, 'idempotency-key': 'another body' }
    const start = (): Promise<Reply>[] => [
      service.call('POST', CONTACTS, { body, headers }),
      node.call('POST', CONTACTS, { body: { ...body, name: 'Another' }, headers }),
    ]
    const replies = await Promise.all(await whileHeld(client, start, 2))
    expect(replies.map(({ status, json }) => json.errorCode ?? status).sort()).toEqual([201, 'IdempotencyKeyReused'])
    expect((await contactsNamed(client, body.name)) + (await contactsNamed(client, 'Another'))).toBe(1)
  })
})

test('of 64 requests under one key on two nodes, one writes', async () => {
  const client = await worldClient(service, contacts)
  const body = freshBody(client, contacts)
  const headers = { ...client.headers, 'idempotency-key': 'the same for all' }
  const replies = await Promise.all(
    Array.from({ length: 64 }, (_, at) => (at % 2 === 0 ? service : node).call('POST', CONTACTS, { body, headers })),
  )
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(replies[0]!.status).toBe(201)
  expect(replays(replies).filter((value) => value === null)).toHaveLength(1)
  expect(await contactsNamed(client, body.name)).toBe(1)
})
