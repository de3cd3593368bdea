import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../src/errors/catalogue.ts'
import type { Item } from '../../src/resource/operations.ts'
import { type Client, type TestService, testService } from '../service/harness.ts'
import { expectProblem, faultNames } from './replies.ts'
import { fieldEntries, itemPath, pathOf, subjectsOf, type Subject, writableEntries } from './subjects.ts'
import { changed, createItem, deleteItem, freshBody, sendable, worldClient } from './world.ts'
import { someValue } from './wrong-values.ts'

let service: TestService

beforeAll(async () => void (service = await testService()))
afterAll(() => service.stop())

/** The code of an item that is not there, as the resource has it. */
const missing = ({ resource }: Subject): 'NotFound' => (resource.missing ?? 'NotFound') as 'NotFound'

const statuses = (replies: readonly { status: number }[]): number[] =>
  replies.map(({ status }) => status).sort((left, right) => left - right)

describe.each(subjectsOf('update', 'create', 'update', 'single'))('update of $name', (subject) => {
  const { style } = subject.api
  const path = pathOf(subject, 'update')
  const key = subject.resource.key.at(-1)!
  let client: Client
  let item: Item

  beforeAll(async () => {
    client = await worldClient(service, subject)
    item = await createItem(client, subject)
  })

  const read = async (): Promise<Item> => (await client.get(itemPath(subject, item))).json as Item

  test('answers 204, and the item is as it was sent, with another version', async () => {
    const before = await read()
    const body = changed(subject, before)
    const reply = await client.put(path, body)
    expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([204, '', null])
    const after = await read()
    const { fields } = subject.resource
    const kept = Object.keys(fields).filter((name) => fields[name]!.facts.readOnly || name === 'objectVersion')
    for (const [name, value] of Object.entries(body)) if (!kept.includes(name)) expect(after[name], name).toEqual(value)
    expect(after.objectVersion).not.toBe(before.objectVersion)
    if ('lastUpdated' in before) expect(after.lastUpdated! > before.lastUpdated!).toBe(true)
  })

  test('needs the objectVersion that was read', async () => {
    const { objectVersion: _version, ...body } = changed(subject, await read())
    const without = await client.put(path, body)
    await expectProblem(service, without, {
      status: 400,
      code: 'ObjectVersionRequired',
      property: 'objectVersion',
      style,
    })
    for (const objectVersion of [5, {}, true]) {
      const wrong = await client.put(path, { ...body, objectVersion })
      await expectProblem(service, wrong, { status: 400, code: 'ValueTypeInvalid', property: 'objectVersion', style })
    }
    const stale = await client.put(path, { ...body, objectVersion: '1' })
    expect(stale.status).toBe(409)
    const { logId, logTimeUtc } = stale.json as { logId: string; logTimeUtc: string }
    expect(stale.json).toMatchObject({
      message: expect.stringMatching(/version mismatch/i),
      developerHint: expect.stringMatching(/read.*retry/i),
      property: 'objectVersion',
    })
    expect(Date.parse(logTimeUtc)).not.toBeNaN()
    await expectProblem(service, stale, {
      status: 409,
      code: 'ObjectVersionMismatch',
      property: 'objectVersion',
      style,
    })
    expect(logId).toMatch(/^[0-9a-f]{32}$/)
  })

  test('takes read-only properties as they were read, and no other way', async () => {
    const before = await read()
    expect((await client.put(path, sendable(before))).status).toBe(204)
    for (const [name, field] of fieldEntries(subject)) {
      if (!field.facts.readOnly || subject.resource.key.includes(name)) continue
      const body = sendable(await read())
      const other = body[name] === true ? false : someValue(field)
      const reply = await client.put(path, { ...body, [name]: other })
      await expectProblem(service, reply, { status: 400, code: 'PropertyReadOnly', property: name, style })
    }
  })

  test('refuses to change what is fixed', async () => {
    for (const [name, field] of fieldEntries(subject)) {
      if (!field.facts.fixed || subject.resource.key.includes(name)) continue
      const reply = await client.put(path, { ...sendable(await read()), [name]: someValue(field) })
      expect(reply.status, name).toBe(400)
      expect(faultNames(reply)).toContain(`${name}: ${field.facts.codes.fixed}`)
    }
  })

  test('finds the item by the identifier in the body', async () => {
    const body = sendable(await read())
    for (const name of subject.resource.key) {
      const { [name]: _key, ...without } = body
      const reply = await client.put(path, without)
      expect(reply.status, reply.text).toBe(400)
      expect(faultNames(reply).map((fault) => fault.split(':')[0])).toContain(name)
    }
    const isText = subject.resource.fields[key]!.facts.type === 'string'
    const unknown = await client.put(path, { ...body, [key]: isText ? 'zz' : 999_999_998 })
    const code = missing(subject)
    await expectProblem(service, unknown, { status: catalogue[code].status, code, style })
  })

  test('checks the body as create does', async () => {
    const body = sendable(await read())
    const writable = writableEntries(subject).filter(([name]) => !subject.resource.key.includes(name))
    const nulls = await client.put(path, {
      ...body,
      ...Object.fromEntries(writable.map(([name]) => [name, null])),
      nosuch: 1,
    })
    await expectProblem(service, nulls, { status: 400, style })
    if (style === 'project') return
    const faults = faultNames(nulls)
    for (const [name, { facts }] of writable) {
      if (facts.nullIsAbsent) continue
      const code = facts.required ? (facts.codes.required ?? 'ValueRequired') : 'ValueNull'
      expect(faults).toContain(`${name}: ${code}`)
    }
    expect(faults).toContain('nosuch: PropertyUnknown')
  })
})

describe.each(subjectsOf('clearing', 'create', 'update', 'single').filter(({ fixture }) => !fixture.skip?.update))(
  'properties of $name',
  (subject) => {
    test('are cleared by leaving them out', async () => {
      const client = await worldClient(service, subject)
      const item = await createItem(client, subject)
      const { demanded = [], never = {} } = subject.fixture
      const kept = [...subject.resource.key, ...demanded, ...Object.keys(never)]
      const optional = writableEntries(subject).filter(
        ([name, { facts }]) => !facts.required && !facts.fixed && !kept.includes(name),
      )
      const left = optional.map(([name]) => name)
      const body = Object.fromEntries(Object.entries(sendable(item)).filter(([name]) => !left.includes(name)))
      const reply = await client.put(pathOf(subject, 'update'), body)
      expect(reply.status, reply.text).toBe(204)
      const after = (await client.get(itemPath(subject, item))).json as Item
      for (const [name, { facts }] of optional) {
        if (facts.fallback !== undefined) expect(after[name] ?? null, name).not.toBeNull()
        else expect(after[name] ?? null, name).toBeNull()
      }
    })
  },
)

describe.each(subjectsOf('race', 'create', 'update', 'single').filter(({ fixture }) => !fixture.skip?.update))(
  'races for $name',
  (subject) => {
    test('of 64 updates of one version, one wins and the others are told', async () => {
      const client = await worldClient(service, subject)
      const item = await createItem(client, subject)
      const bodies = Array.from({ length: 64 }, () => changed(subject, item))
      const replies = await Promise.all(bodies.map((body) => client.put(pathOf(subject, 'update'), body)))
      expect(statuses(replies)).toEqual([204, ...Array.from({ length: 63 }, () => 409)])
      const winner = bodies[replies.findIndex(({ status }) => status === 204)]!
      const after = (await client.get(itemPath(subject, item))).json as Item
      for (const name of Object.keys(subject.fixture.change!(1))) expect(after[name], name).toEqual(winner[name])
    })
  },
)

const suppliesKey = ({ resource }: Subject): boolean =>
  resource.key.every((name) => !resource.fields[name]!.facts.readOnly)

describe.each(subjectsOf('race', 'create', 'single').filter(suppliesKey))('races for $name', (subject) => {
  test('of 16 creates of one identifier, one wins', async () => {
    const client = await worldClient(service, subject)
    const body = freshBody(client, subject)
    const replies = await Promise.all(Array.from({ length: 16 }, () => client.post(pathOf(subject, 'create'), body)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const reply of replies) if (reply.status !== 201) expect([400, 409]).toContain(reply.status)
  })
})

describe.each(subjectsOf('delete', 'create', 'single', 'delete'))('delete of $name', (subject) => {
  const { style } = subject.api
  let client: Client

  beforeAll(async () => void (client = await worldClient(service, subject)))

  test('answers 204; then the item is gone, or marked as deleted', async () => {
    const item = await createItem(client, subject)
    const reply = await deleteItem(client, subject, item)
    expect([reply.status, reply.text]).toEqual([204, ''])
    await expectProblem(service, await deleteItem(client, subject, item), { status: 404, style })
    const read = await client.get(itemPath(subject, item))
    const { softDelete } = subject.resource
    if (softDelete === undefined) await expectProblem(service, read, { status: 404, code: missing(subject), style })
    else expect(read.json[softDelete]).toBe(true)
  })

  test('of 16 at once, one finds the item', async () => {
    const item = await createItem(client, subject)
    const replies = await Promise.all(Array.from({ length: 16 }, () => deleteItem(client, subject, item)))
    expect(statuses(replies)).toEqual([204, ...Array.from({ length: 15 }, () => 404)])
  })
})

const NO_NUMBERS = [
  '999999998',
  '0',
  '-1',
  'abc',
  '1.5',
  '1e3',
  '99999999999',
  '%00',
  '%201',
  '1%20',
  '%F0%9F%98%80',
  'x'.repeat(1500),
]
const NO_TEXTS = ['nosuch', '%00', '%ED%A0%80', '%F0%9F%98%80', "'%20OR%201=1", 'x'.repeat(300), 'x'.repeat(1500)]

describe.each(subjectsOf('lists', 'single'))('identifiers of $name', (subject) => {
  test('that no item has are 404', async () => {
    const client = await worldClient(service, subject)
    const isText = subject.resource.fields[subject.resource.key.at(-1)!]!.facts.type === 'string'
    for (const id of isText ? NO_TEXTS : NO_NUMBERS) {
      const path = pathOf(subject, 'single').replace(/\{\w+\}/g, id)
      const reply = await client.get(path)
      await expectProblem(service, reply, { status: 404, style: subject.api.style })
    }
  })
})
