import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { catalogue, type ErrorCode } from '../../src/errors/catalogue.ts'
import type { Item } from '../../src/resource/operations.ts'
import { microsecondsOf } from '../instants.ts'
import { inProcess, type Reply } from '../service/harness.ts'
import type { Field } from '../../src/resource/fields.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { eventsOf, listen } from './events.ts'
import { expectError, faultNames } from './replies.ts'
import { checkedAnew, testAmong } from './shapes.ts'
import { expectBound } from './statements.ts'
import { fieldEntries, operationOf, operationsOf, type Subject, subjectsWith, writableEntries } from './subjects.ts'
import { absentValue, FIRST } from './values.ts'
import {
  changed,
  createItem,
  deleteItem,
  filledPath,
  filledClient,
  freshBody,
  itemPath,
  namedIn,
  pathFor,
  placeOf,
  sendable,
  update,
  type WorldClient,
  worldClient,
} from './world.ts'
import { someValue } from './wrong-values.ts'

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

/** The code of an item that is not there, as the resource has it. */
const missing = ({ resource }: Subject): ErrorCode => resource.missing ?? 'NotFound'

const missingStatus = (subject: Subject): number => catalogue[missing(subject)].status

const worlds = new Map<Subject, Promise<WorldClient>>()

/** The client of a subject, the same for all that is tried of it unless its items are in each other's way. */
function clientOf(subject: Subject): Promise<WorldClient> {
  const known = subject.override.few === undefined ? worlds.get(subject) : undefined
  const client = known ?? inWorld(subject)
  worlds.set(subject, client)
  return client
}

async function inWorld(subject: Subject): Promise<WorldClient> {
  const made = await worldClient(service, subject)
  const client = { ...made, ...inProcess(service, made) }
  if (subject.resource.emits) await listen(client, subject.resource.emits)
  return client
}

const updated = subjectsWith('create', 'update', 'single')
const bounded = checkedAnew(updated)

describe.each(updated)('update of $name', (subject) => {
  const { style } = subject.api
  const { key, fields, emits } = subject.resource
  const last = key.at(-1)!
  let client: WorldClient
  let item: Item

  beforeEach(async () => {
    if (!client || subject.override.few) {
      client = await clientOf(subject)
      item = await createItem(client, subject)
    }
    // Those of the test before.
    if (emits) await eventsOf(client)
  })

  const read = async (): Promise<Item> =>
    (await client.get(itemPath(client, subject, placeOf(client, subject, item)))).json as Item
  const put = (body: Item): Promise<Reply> => update(client, subject, { ...placeOf(client, subject), ...body })

  test('answers 204, and the item is as it was sent, with another version', async () => {
    const before = await read()
    const body = changed(client, subject, before)
    const reply = await put(body)
    expect([reply.status, reply.text, reply.headers.get('content-type')], JSON.stringify(body)).toEqual([204, '', null])
    const after = await read()
    const kept = Object.entries(subject.override.properties ?? {}).flatMap(([name, { isNever }]) =>
      isNever ? [name] : [],
    )
    const changes = Object.entries(body).filter(
      ([name]) => isWritten(fields[name]!) && name !== 'objectVersion' && !kept.includes(name),
    )
    const wrong = changes.filter(([name, value]) => {
      const shown = fields[name]!.facts.type === 'day' ? `${String(value).slice(0, 10)}T00:00:00Z` : value
      return JSON.stringify(after[name] ?? false) !== JSON.stringify(shown)
    })
    expect(wrong).toEqual([])
    expect(after.objectVersion).not.toBe(before.objectVersion)
    if ('lastUpdated' in before)
      expect(microsecondsOf(String(after.lastUpdated))).toBeGreaterThan(microsecondsOf(String(before.lastUpdated)))
    if (emits) expect(await eventsOf(client)).toEqual([[String(item[last]), String(item[last])]])
  })

  test('needs the objectVersion that was read', async () => {
    const { objectVersion: _version, ...body } = changed(client, subject, await read())
    const without = await put(body)
    expectError(without, { status: 400, code: 'ObjectVersionRequired', property: 'objectVersion', style })
    for (const objectVersion of ['1', 'x', '9'.repeat(20)]) {
      const stale = await put({ ...body, objectVersion })
      expectError(stale, { status: 409, code: 'ObjectVersionMismatch', property: 'objectVersion', style })
    }
    for (const none of [1, 'a\u0000b', '\ud800']) {
      const reply = await put({ ...body, objectVersion: none })
      expectError(reply, { status: 400, code: 'ValueTypeInvalid', property: 'objectVersion', style })
    }
    if (emits) expect(await eventsOf(client)).toEqual([])
  })

  test('takes read-only properties as they were read, and no other way', async () => {
    const before = await read()
    const same = await put(sendable(before))
    expect(same.status, same.text).toBe(204)
    const readOnly = fieldEntries(subject).filter(
      ([name, { facts }]) => facts.readOnly && !facts.followsOthers && !key.includes(name),
    )
    for (const some of style === 'project' ? readOnly.map((entry) => [entry]) : readOnly.length > 0 ? [readOnly] : []) {
      const body = sendable(await read())
      const others = some.map(([name, field]): [string, unknown] => [
        name,
        body[name] === true ? false : someValue(field),
      ])
      const reply = await put({ ...body, ...Object.fromEntries(others) })
      expect(reply.status, reply.text).toBe(400)
      expect(faultNames(reply)).toEqual(expect.arrayContaining(some.map(([name]) => `${name}: PropertyReadOnly`)))
    }
  })

  test('takes what follows other items as it was once, and keeps it as it is', async () => {
    for (const [name, field] of fieldEntries(subject)) {
      if (!field.facts.followsOthers) continue
      const before = await read()
      const reply = await put({ ...sendable(before), [name]: someValue(field) })
      expect([reply.status, (await read())[name]], reply.text).toEqual([204, before[name]])
    }
  })

  test('refuses to change what is fixed, or ignores it', async () => {
    for (const [name, field] of fieldEntries(subject)) {
      const code = field.facts.codes.fixed
      if (!field.facts.fixed || key.includes(name)) continue
      const other = changedValue(client, subject, name, item)
      const before = await read()
      const reply = await put({ ...sendable(before), [name]: other })
      if (code === undefined) {
        expect([reply.status, (await read())[name]], reply.text).toEqual([204, before[name]])
        continue
      }
      expect(faultNames(reply), reply.text).toContain(`${name}: ${code}`)
      expectError(reply, { status: catalogue[code].status, style })
    }
  })

  test('finds the item by the identifier in the body', async () => {
    const body = sendable(await read())
    const inPath = operationsOf(subject, 'update').flatMap((operation) => namedIn(subject, operation))
    const inBody = key.filter((name) => name in body && !inPath.includes(name))
    for (const name of inBody) {
      const { [name]: _key, ...without } = body
      const reply = await put(without)
      expect(reply.status, reply.text).toBe(400)
      expect(faultNames(reply).map((fault) => fault.split(':')[0])).toContain(name)
    }
    if (!inBody.includes(last)) return
    const unknown = await put({ ...body, [last]: absentValue(fields[last]!) })
    expectError(unknown, { status: missingStatus(subject), code: missing(subject), style })
  })

  testAmong(bounded, subject)('checks the body as create does', async () => {
    const writable = writableEntries(subject).filter(([name]) => !key.includes(name))
    const nulls = Object.fromEntries(writable.map(([name]) => [name, null]))
    const reply = await put({ ...sendable(await read()), ...nulls, nosuch: 1 })
    expectError(reply, { status: 400, style })
    const refused = writable.filter(([, { facts }]) => !facts.nullIsAbsent)
    const expected = refused.map(
      ([name, { facts }]) => `${name}: ${facts.required ? (facts.codes.required ?? 'ValueRequired') : 'ValueNull'}`,
    )
    const told = faultNames(reply)
    if (style === 'project') expect(told).toEqual(expected.slice(0, 1))
    else expect(told).toEqual(expect.arrayContaining([...expected, 'nosuch: PropertyUnknown']))
  })

  test('refuses a value that another item has', async () => {
    const unique = Object.entries(fields).filter(
      ([name, { facts }]) => facts.unique && !facts.readOnly && !key.includes(name) && !facts.fixed,
    )
    for (const [name, field] of unique) {
      const mine = await createItem(client, subject)
      const within = field.facts.unique!.within.filter((one) => one in mine)
      const theirs = await createItem(client, subject, {
        ...freshBody(client, subject),
        ...Object.fromEntries(within.map((one) => [one, mine[one]])),
      })
      const reply = await put({ ...sendable(mine), [name]: theirs[name] })
      expect(faultNames(reply), reply.text).toContain(`${name}: ${field.facts.codes.taken}`)
    }
  })

  testAmong(bounded, subject)('clears the properties that are left out', async () => {
    const { properties = {} } = subject.override
    const own = await createItem(client, subject)
    const optional = writableEntries(subject).filter(([name, { facts }]) => {
      const { isDemanded, isNever } = properties[name] ?? {}
      return !facts.required && !facts.fixed && !key.includes(name) && !isDemanded && !isNever
    })
    const left = optional.map(([name]) => name)
    const reply = await put(Object.fromEntries(Object.entries(sendable(own)).filter(([name]) => !left.includes(name))))
    expect(reply.status, reply.text).toBe(204)
    const after = (await client.get(itemPath(client, subject, placeOf(client, subject, own)))).json as Item
    const wrong = optional.filter(
      ([name, { facts }]) =>
        !facts.fallback?.mayBeNothing && (facts.fallback === undefined) !== ((after[name] ?? null) === null),
    )
    expect(wrong.map(([name]) => name)).toEqual([])
  })

  test('is done at each of its paths', async () => {
    for (const operation of operationsOf(subject, 'update').slice(1)) {
      const before = await read()
      const place = placeOf(client, subject, before)
      const path = filledPath(subject, operation, place)
      const kept = namedIn(subject, operation).filter((name) => name in before)
      const body = {
        ...changed(client, subject, before),
        ...Object.fromEntries(kept.map((name) => [name, before[name]])),
      }
      const reply = await client.put(path, body)
      expect([path, reply.status, reply.text]).toEqual([path, 204, ''])
    }
  })
})

const isWritten = ({ facts }: Field): boolean => !facts.readOnly && !facts.ignored

/** Another value of a property than the item has: of a reference, one that is there. */
function changedValue(client: WorldClient, subject: Subject, name: string, item: Item): unknown {
  for (let attempt = 0; attempt < 4; attempt++) {
    const value = freshBody(client, subject)[name]
    const before = item[name] ?? (typeof value === 'boolean' ? false : undefined)
    if (JSON.stringify(value) !== JSON.stringify(before)) return value
  }
  return someValue(subject.resource.fields[name]!)
}

const uncreated = subjectsWith('update', 'single').filter((subject) => !operationOf(subject, 'create'))

test.each(uncreated)('update of $name, which nobody creates, knows the version that it changes', async (subject) => {
  const { key } = subject.resource
  const made = key.length > 0 ? await filledClient(service, subject, 1) : await worldClient(service, subject)
  const client = { ...made, ...inProcess(service, made) }
  const item = Object.fromEntries(key.map((property) => [property, FIRST.filled]))
  const reply = await update(client, subject, { ...freshBody(client, subject), ...item, objectVersion: '1' })
  const { style } = subject.api
  expectError(reply, { status: 409, code: 'ObjectVersionMismatch', property: 'objectVersion', style })
})

describe.each(subjectsWith('create', 'single', 'delete'))('delete of $name', (subject) => {
  const { style } = subject.api
  const { softDelete, emits, key } = subject.resource

  test('answers 204; then the item is gone, or marked as deleted', async () => {
    const client = await clientOf(subject)
    const place = placeOf(client, subject)
    for (const operation of operationsOf(subject, 'delete')) {
      const item = { ...place, ...(await createItem(client, subject)) }
      await eventsOf(client)
      const remove = (): Promise<Reply> => deleteItem(client, subject, item, filledPath(subject, operation, item))
      const reply = await remove()
      expect([reply.status, reply.text]).toEqual([204, ''])
      if (emits) expect(await eventsOf(client)).toEqual([[String(item[key.at(-1)!]), '']])
      expectError(await remove(), { status: missingStatus(subject), code: missing(subject), style })
      const read = await client.get(itemPath(client, subject, item))
      if (softDelete === undefined) expectError(read, { status: missingStatus(subject), code: missing(subject), style })
      else if (fieldEntries(subject).some(([name]) => name === softDelete)) expect(read.json[softDelete]).toBe(true)
    }
  })
})

const identified = subjectsWith('single').filter(({ resource }) => resource.key.length > 0)

describe.each(identified)('identifiers of $name', (subject) => {
  test('that no item has are not found', async () => {
    const client = await clientOf(subject)
    const { key, fields } = subject.resource
    const absent = Object.fromEntries(key.map((name) => [name, absentValue(fields[name]!)]))
    const reply = await client.get(pathFor(client, subject, 'single', absent))
    expectError(reply, { status: missingStatus(subject), code: missing(subject), style: subject.api.style })
  })
})

// Before the service stops, whatever the tests were: every statement sent binds every table to the agreement.
afterAll(() => expectBound(service))
