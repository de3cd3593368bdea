import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faultNames } from '../conventions/replies.ts'
import { sendable } from '../conventions/world.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { librarian, LIBRARY, libraryService } from './library.ts'

let service: TestService
beforeAll(async () => void (service = await libraryService()))
afterAll(() => service.stop())

const SHELVES = `${LIBRARY}/shelves`
const NOTES = `${LIBRARY}/shelves/1/notes`
const TAGS = `${LIBRARY}/tags`

/** A client of an agreement with a shelf, which has webhooks for all events since. */
async function listener(): Promise<Client> {
  const client = await librarian(service, 'Upper')
  await service.database.rows(
    `INSERT INTO webhook (agreement, event_type, app, name, url, content_type)
     SELECT $1, e || '_UPDATED', $2, e, 'https://example.com', 'application/json' FROM unnest(ARRAY['SHELF', 'NOTE', 'TAG']) e`,
    [client.agreement, client.app],
  )
  return client
}

/** The events told since the last time, each as `event old→new`. */
async function told({ agreement }: Client): Promise<string[]> {
  const rows = await service.database.rows<{ number: number; event_type: string; fields: string }>(
    `WITH told AS (DELETE FROM webhook_delivery d WHERE d.agreement = $1 RETURNING d.number, d.event_type, d.fields)
     SELECT number, event_type, fields FROM told ORDER BY number`,
    [agreement],
  )
  return rows.map(({ event_type, fields }) => {
    const { OLDNUMBER, NEWNUMBER } = JSON.parse(fields) as Record<string, string>
    return `${event_type.replace('_UPDATED', '')} ${OLDNUMBER}→${NEWNUMBER}`
  })
}

const refused = (reply: Reply): unknown[] => [reply.status, ...faultNames(reply)]

/** The stored items, with the values of `more`. */
async function stored(
  client: Client,
  path: string,
  names: readonly (string | number)[],
  more: object,
): Promise<object[]> {
  return await Promise.all(
    names.map(async (name) => ({ ...sendable((await client.get(`${path}/${name}`)).json), ...more })),
  )
}

interface Told {
  event: string
  path: string
  body: (n: number) => object
  names: (string | number)[]
  key: string
}

describe.each<Told>([
  { event: 'SHELF', path: SHELVES, body: (n: number) => ({ name: `Shelf ${n}` }), names: [2, 3, 4, 5], key: 'number' },
  { event: 'NOTE', path: NOTES, body: (n: number) => ({ words: `Word ${n}` }), names: [1, 2, 3, 4], key: 'line' },
  { event: 'TAG', path: TAGS, body: (n: number) => ({ code: `t${n}` }), names: ['t1', 't2', 't3', 't4'], key: 'code' },
])('a record of $event', ({ event, path, body, names, key }) => {
  const [first, ...rest] = names as [string | number, ...(string | number)[]]

  test('tells one event when it is created, changed, deleted, alone or with others', async () => {
    const client = await listener()
    expect((await client.post(path, body(1))).status).toBe(201)
    expect(await told(client)).toEqual([`${event} →${first}`])
    expect((await client.post(`${path}/bulk`, { items: [2, 3, 4].map(body) })).status).toBe(201)
    expect(await told(client)).toEqual(rest.map((name) => `${event} →${name}`))
    const [item] = await stored(client, path, [first], {})
    expect((await client.put(path, item)).status).toBe(204)
    expect(await told(client)).toEqual([`${event} ${first}→${first}`])
    const backwards = rest.toReversed()
    expect((await client.put(`${path}/bulk`, { items: await stored(client, path, backwards, {}) })).status).toBe(204)
    expect(await told(client)).toEqual(backwards.map((name) => `${event} ${name}→${name}`))
    const gone = event === 'NOTE' ? client.delete(path, { body: { line: first } }) : client.delete(`${path}/${first}`)
    expect((await gone).status).toBe(204)
    expect(await told(client)).toEqual([`${event} ${first}→`])
  })

  test('tells one event of each that is written together', async () => {
    const client = await listener()
    const bodies = Array.from({ length: 40 }, (_, at) => (at % 4 === 3 ? {} : body(at + 10)))
    const replies = await Promise.all(bodies.map((one) => client.post(path, one)))
    const made = replies.filter(({ status }) => status === 201).map(({ json }) => `${event} →${json[key]}`)
    expect([made.length, replies.filter(({ status }) => status === 400).length]).toEqual([30, 10])
    expect((await told(client)).sort()).toEqual(made.sort())
  })
})

test('nothing is told of what is refused, undone or repeated', async () => {
  const client = await listener()
  const under = { headers: { 'idempotency-key': 'once' } }
  expect((await client.post(TAGS, { code: 'a', note: 'x' }, under)).status).toBe(201)
  expect(await told(client)).toEqual(['TAG →a'])
  expect((await client.post(TAGS, { code: 'a', note: 'x' }, under)).headers.get('x-resultfromcache')).toBe('true')
  const taken = [{ code: 'b' }, { code: 'a' }]
  expect(refused(await client.post(`${TAGS}/bulk`, { items: taken }))).toEqual([
    400,
    'items[1].code: SupplierGroupIdAlreadyExists',
  ])
  const illegible = { items: [{ code: 'c' }, { code: 'd', note: '?' }] }
  for (const more of [{}, { headers: { 'idempotency-key': 'illegible' } }]) {
    expect(refused(await client.post(`${TAGS}/bulk`, illegible, more))).toEqual([
      400,
      'items[1].note: ValueInvalidCharacter',
    ])
  }
  const [stale] = await stored(client, TAGS, ['a'], { objectVersion: '1' })
  expect((await client.put(TAGS, stale)).status).toBe(409)
  expect((await client.delete(`${TAGS}/z`)).status).toBe(404)
  expect(await told(client)).toEqual([])
  const [row] = await service.database.rows(
    `SELECT value FROM counter WHERE agreement = $1 AND name = 'webhook_delivery'`,
    [client.agreement],
  )
  expect(row).toEqual({ value: 1 })
})

test('an agreement without the webhook is told nothing, and draws no number for it', async () => {
  const client = await librarian(service, 'Upper')
  expect((await client.post(TAGS, { code: 'a' })).status).toBe(201)
  expect((await client.post(NOTES, { words: 'dusty' })).status).toBe(201)
  expect(await told(client)).toEqual([])
  const counters = await service.database.rows('SELECT name FROM counter WHERE agreement = $1 ORDER BY name', [
    client.agreement,
  ])
  // `change` counts the trail of what every agreement begins with.
  expect(counters).toEqual([{ name: 'change' }, { name: 'note of 1' }, { name: 'shelf' }])
})
