import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ActionOperation,
  type BulkOperation,
  isTriable,
  type Item,
  type UploadOperation,
} from '../../src/resource/operations.ts'
import { API, bookkeeper, codeOf, DRAFTS, finance } from '../resources/bookkeeping.ts'
import { type Client, inProcess, type Reply } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { projectSeller } from '../resources/project-books.ts'
import { STEPS } from './dry-actions.ts'
import { listen } from './events.ts'
import { alike } from './shapes.ts'
import { listen as listenTo } from '../resources/sales.ts'
import { groups, keyOf, operationOf, operationsOf, type Subject, subjectsWithAny } from './subjects.ts'
import { DRY, triedAndMade } from './tried.ts'
import {
  asItem,
  changed,
  filledPath,
  freshBody,
  pathFor,
  placeIn,
  placeOf,
  sendable,
  type WorldClient,
  withoutPath,
  worldClient,
} from './world.ts'

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const WRITES = ['create', 'update', 'delete', 'bulkCreate', 'bulkUpdate'] as const

/** The short form tries one of each shape: what looks alike is carried out by the same code. */
const written = subjectsWithAny(...WRITES)
const subjects = alike(written, 'creation', 'updating', 'deletion', 'writes', 'owner', 'events', 'style')

describe.each(subjects)('a dry run of $name', (subject) => {
  test('answers what its writes answer, and leaves every table as it was', async () => {
    const client = await clientFor(subject)
    const items: Item[] = []
    await triesCreates(client, subject, items)
    await triesUpdates(client, subject, items)
    await triesDelete(client, subject, items)
  })
})

const clients = new Map<string, WorldClient>()

/**
 * A client of an agreement that has what the subject's items name: one for each API, but for items that are in each
 * other's way.
 */
async function clientFor(subject: Subject): Promise<WorldClient> {
  const known = clients.get(subject.api.name)
  const isAlone = subject.override.few !== undefined || subject.api.style !== 'problem'
  if (known && !isAlone) await known.world.prepare(subject)
  const made = isAlone || !known ? await worldClient(service, subject) : known
  const client = { ...made, ...inProcess(service, made) }
  if (!isAlone) clients.set(subject.api.name, client)
  if (subject.resource.emits) await listen(client, subject.resource.emits)
  return client
}

const tried = async (client: WorldClient, method: string, path: string, ...bodies: unknown[]): Promise<Reply> => {
  const writes = bodies.map((body) => ({ method, path, ...(body !== undefined && { body }) }))
  return (await triedAndMade(service.database, client, ...writes)).made
}

async function triesCreates(client: WorldClient, subject: Subject, items: Item[]): Promise<void> {
  if (operationOf(subject, 'create')) {
    const body = freshBody(client, subject)
    const path = pathFor(client, subject, 'create', body)
    const reply = await tried(client, 'POST', path, { nosuch: 1 }, withoutPath(subject, 'create', body))
    expect(reply.status, reply.text).toBe(201)
    items.push(asItem(subject, await client.get(reply.headers.get('location')!)).json as Item)
  }
  for (const operation of operationsOf(subject, 'bulkCreate') as BulkOperation[]) {
    const path = filledPath(subject, operation, placeIn(client, subject, operation))
    const list = [1, 2].map(() => inPlace(client, subject, operation, freshBody(client, subject)))
    const broken = { [operation.bulk.list]: [{}, { nosuch: 1 }] }
    const reply = await tried(client, 'POST', path, broken, { [operation.bulk.list]: list })
    expect(reply.status, reply.text).toBe(201)
  }
}

/** An item of the place that the path of an operation names. */
function inPlace(client: WorldClient, subject: Subject, operation: BulkOperation, item: Item): Item {
  const named = Object.entries(placeIn(client, subject, operation)).filter(([name]) => name in item)
  return { ...item, ...Object.fromEntries(named) }
}

async function triesUpdates(client: WorldClient, subject: Subject, items: Item[]): Promise<void> {
  const [item] = items
  if (!item) return
  const read = async (): Promise<Item> =>
    operationOf(subject, 'single') ? ((await client.get(pathFor(client, subject, 'single', item))).json as Item) : item
  if (operationOf(subject, 'update')) {
    const body = changed(client, subject, item)
    const path = pathFor(client, subject, 'update', body)
    await tried(client, 'PUT', path, { nosuch: 1 }, withoutPath(subject, 'update', body))
  }
  for (const operation of operationsOf(subject, 'bulkUpdate') as BulkOperation[]) {
    const path = filledPath(subject, operation, placeIn(client, subject, operation))
    const body = inPlace(client, subject, operation, sendable(await read()))
    await tried(client, 'PUT', path, { [operation.bulk.list]: [{}] }, { [operation.bulk.list]: [body] })
  }
}

async function triesDelete(client: WorldClient, subject: Subject, [item]: readonly Item[]): Promise<void> {
  const operation = operationOf(subject, 'delete')
  if (!item || !operation) return
  const path = filledPath(subject, operation, placeOf(client, subject, item))
  const inBody = 'keyInBody' in operation && operation.keyInBody === true
  await tried(client, 'DELETE', path, inBody ? keyOf(subject, item) : undefined)
}

/** Every action and form that the product serves, by API, method and path. */
const ACTIONS = groups.flatMap(({ api, group }) =>
  group.operations
    .filter(({ kind, method }) => method !== 'GET' && !WRITES.some((write) => write === kind))
    .map((operation): [string, ActionOperation | UploadOperation] => [
      `${api.name} ${operation.method} ${operation.path}`,
      operation as ActionOperation | UploadOperation,
    ]),
)

test('a dry run of every action answers what the action answers, and leaves every table as it was', async () => {
  const actions = new Map(ACTIONS)
  expect(Object.keys(STEPS).toSorted()).toEqual([...actions.keys()].toSorted())
  const seller = await projectSeller(service)
  const client = { ...seller, ...inProcess(service, seller) }
  await listenTo(service, client, 'JOURNAL_BOOKED')
  for (const [name, step] of Object.entries(STEPS)) {
    const operation = actions.get(name)!
    const written = await step(client)
    if (!isTriable(operation)) {
      const reply = await client.call(written.method, written.path, { body: written.body, headers: DRY })
      expect([reply.status, reply.json.errorCode, reply.headers.get('daybook-dry-run')]).toEqual([
        400,
        'DryRunNotPossible',
        'true',
      ])
      continue
    }
    const before = await lastEntry(client)
    const broken = 'body' in operation && operation.body ? [{ ...written, body: { nosuch: 1 } }] : []
    const { made, dry } = await triedAndMade(service.database, client, ...broken, written)
    expect([name, made.status], made.text).toEqual([
      name,
      refused[name] ?? ('status' in operation ? operation.status : 201),
    ])
    expect([name, dry.json?.postings ?? []]).toEqual([name, await postingsSince(client, before)])
  }
})

/** Refused in the company, and so tried as refused. */
const refused: Readonly<Record<string, number>> = {
  // A day of payment that is past; test/bank/payments.test.ts makes and cancels proposals.
  'daybook POST /payment-proposals': 400,
  'daybook POST /payment-proposals/{number}/cancel': 404,
  'daybook POST /payments/{number}/cancel': 404,
  // It is no sandbox.
  'daybook PUT /clock': 403,
  'daybook PUT /fault-plan': 403,
  // Nobody is signed in to the console.
  'daybook DELETE /console-passkeys/{number}': 404,
  'daybook DELETE /console-sessions/{number}': 404,
  'daybook DELETE /grants/{number}': 400,
  // Nobody knows who asks; test/inbox/approval.test.ts tries them as a person.
  'daybook POST /voucher-approvals/{number}/approve': 403,
  'daybook POST /voucher-approvals/{number}/reject': 403,
}

async function lastEntry({ agreement }: Client): Promise<number> {
  const [row] = await service.database.rows<{ last: number }>(
    'SELECT coalesce(max(entry_number), 0) AS last FROM booked_entry WHERE agreement = $1',
    [agreement],
  )
  return row!.last
}

/** What was posted after an entry, by account. */
const postingsSince = ({ agreement }: Client, last: number): Promise<unknown[]> =>
  service.database.rows(
    `SELECT account_number AS "accountNumber", currency, sum(amount)::float AS amount, sum(amount_in_base_currency)::float AS "amountInBaseCurrency"
     FROM booked_entry WHERE agreement = $1 AND entry_number > $2 GROUP BY 1, 2 ORDER BY 1, 2`,
    [agreement, last],
  )

describe('a dry run', () => {
  let client: Client
  beforeAll(async () => void (client = await bookkeeper(service)))

  const draft = (headers: Record<string, string>): Promise<Reply> => client.post(DRAFTS, finance(), { headers })

  test('is asked for with true alone, and nothing is done for another value', async () => {
    const drafts = async (): Promise<unknown> => (await client.get(DRAFTS)).json.items
    const before = await drafts()
    for (const value of ['false', '1', 'TRUE', '']) {
      expect(codeOf(await draft({ 'daybook-dry-run': value }))).toEqual([
        400,
        'RequestHeaderInvalid',
        'Daybook-Dry-Run',
      ])
    }
    const read = await client.get(DRAFTS, { headers: { 'daybook-dry-run': 'no' } })
    expect(codeOf(read)).toEqual([400, 'RequestHeaderInvalid', 'Daybook-Dry-Run'])
    expect(await drafts()).toEqual(before)
  })

  test('keeps no Idempotency-Key, and looks at none', async () => {
    const key = { 'idempotency-key': 'k1' }
    expect((await draft({ ...DRY, ...key })).json).toEqual({ entryNumber: null })
    const made = await draft(key)
    expect(made.headers.get('x-resultfromcache')).toBeNull()
    expect((await draft({ ...DRY, ...key })).headers.get('x-resultfromcache')).toBeNull()
    expect(codeOf(await draft({ ...DRY, 'idempotency-key': 'å' }))[1]).toBe('IdempotencyKeyInvalid')
  })

  test('runs one at a time in an agreement: a second one is told to come again', async () => {
    await service.database.transaction(async (other) => {
      await other.rows('SELECT pg_advisory_xact_lock(-1, $1::int)', [client.agreement])
      const reply = await draft(DRY)
      expect([...codeOf(reply), reply.headers.get('retry-after')]).toEqual([
        429,
        'DryRunUnderWay',
        'Daybook-Dry-Run',
        '1',
      ])
    })
    expect((await draft(DRY)).status).toBe(201)
  })

  test('takes five seconds at most, whatever it waits for', async () => {
    await service.database.transaction(async (other) => {
      await other.rows('SELECT FROM agreement WHERE agreement = $1 FOR UPDATE', [client.agreement])
      const reply = await client.post(`${API}/journals/1/book`, undefined, { headers: DRY })
      expect(codeOf(reply)).toEqual([503, 'TookTooLong', 'request'])
    })
  })
})
