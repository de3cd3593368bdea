import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IDEMPOTENCY_KEY_MAX_LENGTH, IDEMPOTENCY_SECONDS } from '../../src/limits.ts'
import { forgetOldAnswers } from '../../src/request/protocol/idempotency.ts'
import { recorded } from '../faults/recorded.ts'
import { type Client, type Reply, type TestService, testNode } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { expectProblem } from './replies.ts'
import { representatives } from './shapes.ts'
import { expectBound } from './statements.ts'
import { operationOf, subjectOf, subjectsWith } from './subjects.ts'
import {
  changed,
  create,
  createItem,
  deleteItem,
  freshBody,
  placeOf,
  update,
  type WorldClient,
  worldClient,
} from './world.ts'

const GROUPS = '/suppliersapi/v2.0.0/Groups'
const groups = subjectOf('suppliers/Groups')

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

let keys = 0
const newKey = (): string => `key ${++keys}`
const under = (key: string): { headers: Record<string, string> } => ({ headers: { 'idempotency-key': key } })
const isReplay = (reply: Reply): string | null => reply.headers.get('x-resultfromcache')

/** Asserts that `second` is `first` again, byte for byte, and says so. */
function expectReplay(first: Reply, second: Reply): void {
  expect([isReplay(first), isReplay(second)]).toEqual([null, 'true'])
  const shape = ({ status, text, headers }: Reply): unknown => [
    status,
    text,
    headers.get('location'),
    headers.get('content-type'),
  ]
  expect(shape(second)).toEqual(shape(first))
}

async function count(client: Client): Promise<number> {
  return Number((await client.get(`${GROUPS}/count`)).text)
}

async function age(client: Client, seconds: number): Promise<void> {
  await service.database.rows(
    'UPDATE idempotency_key SET created_at = created_at - make_interval(secs => $2) WHERE agreement = $1',
    [client.agreement, seconds],
  )
}

/** The same client, whose writes carry the key. */
function keyed(client: WorldClient, key: string): WorldClient {
  const call: Client['call'] = (method, path, options) => client.call(method, path, { ...options, ...under(key) })
  return {
    ...client,
    call,
    post: (path, body) => call('POST', path, { body }),
    put: (path, body) => call('PUT', path, { body }),
    delete: (path, options) => call('DELETE', path, options),
  }
}

const repeated = representatives(
  subjectsWith('create', 'single'),
  ...(['creation', 'updating', 'deletion', 'writes', 'key', 'owner', 'within', 'style'] as const),
)

describe.each(repeated)('a repeat of a write of $name ($shape)', (subject) => {
  test('does nothing, and gets the first answer', async () => {
    const client = await worldClient(service, subject)
    const body = freshBody(client, subject)
    const creator = keyed(client, newKey())
    const made = await create(creator, subject, body)
    expect(made.status, made.text).toBe(201)
    expectReplay(made, await create(creator, subject, body))
    const item = { ...placeOf(client, subject), ...(await client.get(made.headers.get('location')!)).json }
    if (operationOf(subject, 'update')) {
      const [change, updater] = [changed(client, subject, item), keyed(client, newKey())]
      const put = await update(updater, subject, change)
      expect(put.status, put.text).toBe(204)
      expectReplay(put, await update(updater, subject, change))
      const late = keyed(client, newKey())
      const stale = await update(late, subject, change)
      expect(stale.status).toBe(409)
      expectReplay(stale, await update(late, subject, change))
    }
    if (operationOf(subject, 'delete')) {
      const deleter = keyed(client, newKey())
      const deleted = await deleteItem(deleter, subject, item)
      expect(deleted.status, deleted.text).toBe(204)
      expectReplay(deleted, await deleteItem(deleter, subject, item))
    }
  })
})

describe('errors', () => {
  let client: WorldClient
  beforeAll(async () => void (client = await worldClient(service, groups)))

  test('of a write that began are replayed as well', async () => {
    const item = await createItem(client, groups)
    const body = freshBody(client, groups)
    const cases = [
      [400, () => client.post(GROUPS, { ...body, number: item.number }, under('taken'))],
      [400, () => client.post(GROUPS, { ...body, accountNumber: 5 }, under('no account'))],
      [404, () => client.put(GROUPS, { ...item, number: 77 }, under('no group'))],
      [404, () => client.delete(`${GROUPS}/77`, under('nothing to delete'))],
    ] as const
    for (const [status, send] of cases) {
      const first = await send()
      expect(first.status, first.text).toBe(status)
      expectReplay(first, await send())
    }
    // What was refused is not tried again, though it would succeed by now.
    await service.database.rows(`INSERT INTO account (agreement, number, name, type) VALUES ($1, 5, 'x', 1)`, [
      client.agreement,
    ])
    expect(isReplay(await cases[1]![1]())).toBe('true')
  })

  test('of a body that is no good of itself are not kept: the key stays free', async () => {
    const key = newKey()
    for (const raw of ['{broken', '[]', '{}', JSON.stringify({ ...freshBody(client, groups), name: null })]) {
      const refused = await client.call('POST', GROUPS, {
        raw,
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
      })
      expect([refused.status, isReplay(refused)]).toEqual([400, null])
    }
    const made = await client.post(GROUPS, freshBody(client, groups), under(key))
    expect([made.status, isReplay(made)]).toEqual([201, null])
  })
})

describe('a key', () => {
  let client: WorldClient
  beforeAll(async () => void (client = await worldClient(service, groups)))

  test('used for another request is refused, and nothing happens', async () => {
    const [body, key] = [freshBody(client, groups), newKey()]
    const made = await client.post(GROUPS, body, under(key))
    const before = await count(client)
    const others: (() => Promise<Reply>)[] = [
      () => client.post(GROUPS, { ...body, number: 7 }, under(key)),
      () =>
        client.call('POST', GROUPS, {
          raw: `${JSON.stringify(body)} `,
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
        }),
      () => client.put(GROUPS, body, under(key)),
      () => client.delete(`${GROUPS}/${body.number as number}`, under(key)),
      () => client.post('/suppliersapi/v2.0.0/Contacts', body, under(key)),
    ]
    for (const send of others) {
      const reply = await send()
      await expectProblem(service, reply, { status: 400, code: 'IdempotencyKeyReused', property: 'Idempotency-Key' })
    }
    expect(await count(client)).toBe(before)
    expectReplay(made, await client.post(GROUPS.toUpperCase(), body, under(key)))
  })

  test('counts within its app and agreement', async () => {
    const [body, key] = [freshBody(client, groups), newKey()]
    const made = await client.post(GROUPS, body, under(key))
    const otherApp = await service.client({ agreement: client.agreement })
    const again = await otherApp.post(GROUPS, body, under(key))
    expect([again.status, isReplay(again)]).toEqual([400, null])
    const elsewhere = await worldClient(service, groups)
    const free = await elsewhere.post(GROUPS, body, under(key))
    expect([made.status, free.status, isReplay(free)]).toEqual([201, 201, null])
  })

  test('is kept for an hour', async () => {
    const own = await worldClient(service, groups)
    const [body, key] = [freshBody(own, groups), newKey()]
    const made = await own.post(GROUPS, body, under(key))
    await age(own, IDEMPOTENCY_SECONDS - 60)
    await forgetOldAnswers(service.database)
    expectReplay(made, await own.post(GROUPS, body, under(key)))
    await age(own, 61)
    const late = await own.post(GROUPS, body, under(key))
    expect([late.status, late.json.errorCode, isReplay(late)]).toEqual([400, 'SupplierGroupIdAlreadyExists', null])
    expectReplay(late, await own.post(GROUPS, body, under(key)))
    await age(own, IDEMPOTENCY_SECONDS)
    expect(await forgetOldAnswers(service.database)).toBeGreaterThan(0)
    const left = await service.database.rows('SELECT 1 FROM idempotency_key WHERE agreement = $1', [own.agreement])
    expect(left).toEqual([])
  })

  test('is forgotten once its hour is over, however many there were in it', async () => {
    const own = await service.client()
    await service.database.rows(
      `INSERT INTO idempotency_key (agreement, app, key, request_hash, created_at)
       SELECT $1, $2, n, '', now() - make_interval(secs => $3) FROM generate_series(1, 25000) n`,
      [own.agreement, own.app, IDEMPOTENCY_SECONDS],
    )
    const statements = new Set<string>()
    expect(await forgetOldAnswers(recorded(service.database, statements))).toBeGreaterThanOrEqual(25_000)
    await expectBound({ ...service, statements })
    const left = await service.database.rows('SELECT 1 FROM idempotency_key WHERE agreement = $1', [own.agreement])
    expect(left).toHaveLength(0)
  })

  test('means nothing to a GET', async () => {
    const key = newKey()
    const [first, second] = [await client.get(GROUPS, under(key)), await client.get(GROUPS, under(key))]
    expect([first.status, isReplay(first), second.status, isReplay(second)]).toEqual([200, null, 200, null])
    expect((await client.get(GROUPS, under('é'))).status).toBe(200)
    const made = await client.post(GROUPS, freshBody(client, groups), under(key))
    expect([made.status, isReplay(made)]).toEqual([201, null])
  })

  test('that cannot be one is refused, and quickly', async () => {
    const invalid = { status: 400, code: 'IdempotencyKeyInvalid', property: 'Idempotency-Key' }
    const longest = 'k'.repeat(IDEMPOTENCY_KEY_MAX_LENGTH)
    for (const key of ['', `${longest}k`, 'é', `${'a'.repeat(IDEMPOTENCY_KEY_MAX_LENGTH - 1)}é`, 'a\tb']) {
      await expectProblem(service, await client.post(GROUPS, freshBody(client, groups), under(key)), invalid)
    }
    for (const key of [longest, 'x', '!~', 'a  b', '"quoted", and more']) {
      expect((await client.post(GROUPS, freshBody(client, groups), under(key))).status).toBe(201)
    }
  })

  test('outlives the service', async () => {
    const [body, key] = [freshBody(client, groups), newKey()]
    const one = await testNode(service.database)
    const send = (node: Pick<TestService, 'call'>): Promise<Reply> =>
      node.call('POST', GROUPS, { body, headers: { ...client.headers, 'idempotency-key': key } })
    const made = await send(one)
    expect(made.status).toBe(201)
    await one.app.close()
    const two = await testNode(service.database)
    expectReplay(made, await send(two))
    await two.app.close()
  })
})
