import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue, type ErrorCode } from '../../src/errors/catalogue.ts'
import type { BulkOperation, Item } from '../../src/resource/operations.ts'
import { inProcess, type Reply } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { eventsOf, listen } from './events.ts'
import { expectError, faultNames } from './replies.ts'
import { range } from './rows.ts'
import { expectBound } from './statements.ts'
import {
  operationOf,
  operationsOf,
  type OperationKind,
  type Subject,
  subjectsWith,
  writableEntries,
} from './subjects.ts'
import { absentValue } from './values.ts'
import {
  changed,
  createItem,
  filledPath,
  freshBody,
  itemPath,
  placeIn,
  placeOf,
  type WorldClient,
  worldClient,
} from './world.ts'

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const bulkOf = (subject: Subject, kind: OperationKind): BulkOperation => operationOf(subject, kind) as BulkOperation

async function inWorld(subject: Subject): Promise<WorldClient> {
  const made = await worldClient(service, subject)
  const client = { ...made, ...inProcess(service, made) }
  if (subject.resource.emits) await listen(client, subject.resource.emits)
  return client
}

/** An item of the place that the path of an operation names. */
function inPlace(client: WorldClient, subject: Subject, operation: BulkOperation, item: Item): Item {
  const named = Object.entries(placeIn(client, subject, operation)).filter(([name]) => name in item)
  return { ...item, ...Object.fromEntries(named) }
}

async function count(client: WorldClient, subject: Subject): Promise<number> {
  const [row] = await client.world.database.rows<{ items: number }>(
    `SELECT count(*)::int AS items FROM ${subject.resource.table} t WHERE t.agreement = $1`,
    [client.agreement],
  )
  return row!.items
}

// Items without a path of their own are tried by test/resources/dimension-data-of.test.ts.
describe.each(subjectsWith('bulkCreate', 'single'))('lists of $name in one call', (subject) => {
  const { style } = subject.api
  const { bulk } = bulkOf(subject, 'bulkCreate')
  const { emits, key } = subject.resource
  const last = key.at(-1)!
  let client: WorldClient

  beforeAll(async () => void (client = await inWorld(subject)))

  const post = (items: unknown, operation = bulkOf(subject, 'bulkCreate')): Promise<Reply> =>
    client.post(filledPath(subject, operation, placeIn(client, subject, operation)), { [bulk.list]: items })
  const bodies = (amount: number, operation = bulkOf(subject, 'bulkCreate')): Item[] =>
    range(1, amount).map(() => inPlace(client, subject, operation, freshBody(client, subject)))

  test('are created together, in their order', async () => {
    for (const operation of operationsOf(subject, 'bulkCreate') as BulkOperation[]) {
      const items = bodies(3, operation)
      await eventsOf(client)
      const made = await post(items, operation)
      expect(made.status, made.text).toBe(201)
      const keys = (made.json as Record<string, unknown[]>)[bulk.answer]!
      expect(Object.keys(made.json)).toEqual([bulk.answer])
      expect(keys).toHaveLength(3)
      expect(new Set(keys).size).toBe(3)
      for (const [at, number] of keys.entries()) {
        const read = await client.get(
          itemPath(client, subject, { ...placeOf(client, subject), ...items[at], [last]: number }),
        )
        expect(read.status, read.text).toBe(200)
        const [name] = writableEntries(subject).find(
          ([one, { facts }]) => one in items[at]! && facts.type === 'string' && !facts.references,
        )!
        expect(read.json[name]).toBe(items[at]![name])
      }
      expect((await client.get(made.headers.get('location')!)).status).toBe(200)
      if (emits) expect(await eventsOf(client)).toEqual(keys.map((number) => ['', String(number)]))
    }
  })

  test('are all written, or none: each fault names its place', async () => {
    const before = await count(client, subject)
    const [name, field] = writableEntries(subject).find(([one]) => !key.includes(one))!
    const [good, bad] = bodies(2) as [Item, Item]
    const shape = await post([good, { ...bad, [name]: null }])
    const code = field.facts.required ? (field.facts.codes.required ?? 'ValueRequired') : 'ValueNull'
    expect(shape.status, shape.text).toBe(400)
    expect(faultNames(shape)).toContain(`${bulk.list}[1].${name}: ${code}`)
    const reference = writableEntries(subject).find(([one, { facts }]) => one in good && facts.references?.code)
    if (reference) {
      const named = await post([good, { ...bad, [reference[0]]: absentValue(reference[1]) }])
      expect(faultNames(named), named.text).toContain(
        `${bulk.list}[1].${reference[0]}: ${reference[1].facts.references!.code}`,
      )
    }
    for (const [unique, { facts }] of writableEntries(subject).filter(
      ([one, one_]) => one in good && one_.facts.unique,
    )) {
      const taken = await post([
        good,
        {
          ...bad,
          ...Object.fromEntries(
            [unique, ...facts.unique!.within.filter((one) => one in good)].map((one) => [one, good[one]]),
          ),
        },
      ])
      expect(faultNames(taken), taken.text).toContain(`${bulk.list}[1].${unique}: ${facts.codes.taken}`)
    }
    expect(await count(client, subject)).toBe(before)
    if (emits) expect(await eventsOf(client)).toEqual([])
  })

  test('have at least one item, and no more than the limit', async () => {
    const { empty = 'ValueRequired', tooMany = 'ValueOutOfRange', nullItem = 'ValueNull' } = bulk.codes ?? {}
    const cases: [unknown, ErrorCode, string][] = [
      [undefined, empty, bulk.list],
      [null, empty, bulk.list],
      [[], empty, bulk.list],
      ['x', 'ValueTypeInvalid', bulk.list],
      [range(0, bulk.max).map(() => ({})), tooMany, bulk.list],
      [[null], nullItem, `${bulk.list}[0]`],
      [[5], 'ValueTypeInvalid', `${bulk.list}[0]`],
    ]
    for (const kind of ['bulkCreate', 'bulkUpdate'] as const) {
      const operation = operationOf(subject, kind)
      if (!operation) continue
      const path = filledPath(subject, operation, placeIn(client, subject, operation))
      for (const [items, code, property] of cases) {
        const reply = await client.call(operation.method, path, { body: { [bulk.list]: items } })
        expectError(reply, { status: catalogue[code].status, code, property, style })
      }
      const unknown = await client.call(operation.method, path, { body: { [bulk.list]: [{}], nosuch: 1 } })
      expect(faultNames(unknown), unknown.text).toContain('nosuch: PropertyUnknown')
    }
  })
})

describe.each(subjectsWith('bulkUpdate', 'create', 'single'))('changes of $name in one call', (subject) => {
  const { style } = subject.api
  const { bulk } = bulkOf(subject, 'bulkUpdate')
  const { emits, key } = subject.resource
  const last = key.at(-1)!
  const missing = subject.resource.missing ?? 'NotFound'

  test('are all made, or none', async () => {
    const client = await inWorld(subject)
    for (const operation of operationsOf(subject, 'bulkUpdate') as BulkOperation[]) {
      const made = async (): Promise<Item> =>
        await createItem(client, subject, inPlace(client, subject, operation, freshBody(client, subject)))
      const [one, two] = [await made(), await made()]
      const put = (items: unknown): Promise<Reply> =>
        client.put(filledPath(subject, operation, placeIn(client, subject, operation)), { [bulk.list]: items })
      const read = async (item: Item): Promise<Item> =>
        (await client.get(itemPath(client, subject, { ...placeOf(client, subject), ...item }))).json as Item
      await eventsOf(client)
      const [first, second] = [one, two].map((item) =>
        inPlace(client, subject, operation, changed(client, subject, item)),
      ) as [Item, Item]
      const stale = await put([first, { ...second, objectVersion: '1' }])
      expectError(stale, {
        status: 409,
        code: 'ObjectVersionMismatch',
        property: `${bulk.list}[1].objectVersion`,
        style,
      })
      const twice = await put([first, second, first])
      const repeated = faultNames(twice).filter((fault) => fault.startsWith(`${bulk.list}[2].${last}: `))
      expect(repeated.length, twice.text).toBe(1)
      if (!subject.resource.update) expect(repeated[0]).toMatch(/: ItemRepeated$/)
      const absent = await put([first, { ...second, [last]: absentValue(subject.resource.fields[last]!) }])
      expectError(absent, {
        status: catalogue[missing].status,
        code: missing,
        property: `${bulk.list}[1].${last}`,
        style,
      })
      expect([await read(one), await read(two)]).toEqual([one, two])
      if (emits) expect(await eventsOf(client)).toEqual([])
      const reply = await put([first, second])
      expect([reply.status, reply.text]).toEqual([204, ''])
      expect((await read(one)).objectVersion).not.toBe(one.objectVersion)
      expect((await read(two)).objectVersion).not.toBe(two.objectVersion)
      const told = [one, two].map((item) => [String(item[last]), String(item[last])])
      if (emits) expect(await eventsOf(client)).toEqual(told)
    }
  })
})

// Before the service stops, whatever the tests were: every statement sent binds every table to the agreement.
afterAll(() => expectBound(service))
