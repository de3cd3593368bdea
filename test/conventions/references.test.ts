import { MODULES } from '../../src/access/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../src/errors/catalogue.ts'
import type { Field } from '../../src/resource/fields.ts'
import type { Item } from '../../src/resource/operations.ts'
import { inProcess, type Reply } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { forbidden } from './forbidden.ts'
import { expectError, faultNames } from './replies.ts'
import { expectBound } from './statements.ts'
import { type ForbiddenName, forbiddenBy, namingOf } from './states.ts'
import { operationOf, type Subject, subjects, subjectsWith, writableEntries } from './subjects.ts'
import { absentValue, FIRST } from './values.ts'
import {
  create,
  createItem,
  filledClient,
  freshBody,
  pathFor,
  sendable,
  update,
  type WorldClient,
  worldClient,
} from './world.ts'

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const namedBy = (subject: Subject): [string, Field][] =>
  writableEntries(subject).filter(
    ([name, { facts }]) => facts.references?.code && !subject.override.properties?.[name]?.namesAll,
  )

/** A client that has what the items of a subject name, the same for all tests of the subject. */
async function clientOf(subject: Subject): Promise<WorldClient> {
  const made = clients.get(subject) ?? (await worldClient(service, subject))
  clients.set(subject, made)
  return { ...made, ...inProcess(service, made) }
}
const clients = new Map<Subject, WorldClient>()

const naming = subjectsWith('create').filter((subject) => namedBy(subject).length > 0)

describe.each(naming)('references of $name', (subject) => {
  const { style } = subject.api
  const named = namedBy(subject)

  test('to what is not there are refused, by property', async () => {
    const client = await clientOf(subject)
    for (const [property, field] of named) {
      const code = field.facts.references!.code!
      const reply = await create(client, subject, { ...freshBody(client, subject), [property]: absentValue(field) })
      expectError(reply, { status: catalogue[code].status, style })
      expect(faultNames(reply), reply.text).toContain(`${property}: ${code}`)
    }
  })

  test('to what another agreement has are refused, all at once', async () => {
    const made = await clientOf(subject)
    const bare = {
      ...made,
      ...inProcess(service, await service.client({ modules: [...MODULES] })),
    }
    const body = freshBody(made, subject)
    const reply = await create({ ...bare, world: made.world }, subject, body)
    expectAll(
      reply,
      subject,
      named.filter(([name]) => name in body),
    )
  })
})

/**
 * Asserts that a reply refuses what every one of the properties names: what is not found comes before the rest, and
 * some styles tell the first.
 */
function expectAll(reply: Reply, { api }: Subject, named: readonly [string, Field][]): void {
  const expected = named.map(([name, { facts }]) => [name, facts.references!.code!] as const)
  const missing = expected.filter(([, code]) => catalogue[code].status === 404)
  const told = (missing.length > 0 ? missing : expected).map(([name, code]) => `${name}: ${code}`)
  expect(faultNames(reply), reply.text).toEqual(
    expect.arrayContaining(api.style === 'project' ? told.slice(0, 1) : told),
  )
}

/** Those that an update of a stored item may give another value. */
const changeable = (subject: Subject): [string, Field][] =>
  namedBy(subject).filter(([name, { facts }]) => !facts.fixed && !subject.resource.key.includes(name))

const renaming = subjectsWith('create', 'update').filter((subject) => changeable(subject).length > 0)

describe.each(renaming)('references of $name', (subject) => {
  test('to what is not there are refused by an update, all at once', async () => {
    const client = await clientOf(subject)
    const item = sendable(await createItem(client, subject))
    const named = changeable(subject)
    const absent = named.map(([name, field]) => [name, absentValue(field)] as const)
    expectAll(await update(client, subject, { ...item, ...Object.fromEntries(absent) }), subject, named)
  })
})

/** Asserts that the reply refuses what names a row in that state, and nothing else. */
function expectForbidden(reply: Reply, { style }: Subject['api'], { property, code, state }: ForbiddenName): void {
  expectError(reply, { status: catalogue[code].status, style })
  expect([state, ...faultNames(reply)], reply.text).toEqual([state, `${property}: ${code}`])
}

const forbidding = subjectsWith('create').filter((subject) => forbiddenBy(subject).length > 0)

describe.each(forbidding)('references of $name', (subject) => {
  test('to what is there, but barred, closed or of the wrong kind, are refused', async () => {
    const client = await clientOf(subject)
    const changes = operationOf(subject, 'update') !== undefined
    const item = await createItem(client, subject)
    for (const [at, one] of forbiddenBy(subject).entries()) {
      const naming = await namingOf(client.world, subject, one, FIRST.used + 2 * at)
      const made = await create(client, subject, { ...freshBody(client, subject), ...naming })
      expectForbidden(made, subject.api, one)
      if (one.isKept && changes && !one.field.facts.fixed) {
        expectForbidden(await update(client, subject, { ...sendable(item), ...naming }), subject.api, one)
      }
    }
    if (changes) expect((await update(client, subject, sendable(item))).status).toBeLessThan(300)
  })
})

const changing = subjectsWith('update', 'single').filter(
  (subject) => !operationOf(subject, 'create') && namedBy(subject).length > 0,
)

describe.each(changing)('references of $name, which nobody creates', (subject) => {
  test('to what is not there, or barred or of the wrong kind, are refused', async () => {
    const made =
      subject.resource.key.length > 0 ? await filledClient(service, subject, 2) : await worldClient(service, subject)
    const client = { ...made, ...inProcess(service, made) }
    const key = Object.fromEntries(subject.resource.key.map((property) => [property, FIRST.filled]))
    const versionNow = async (): Promise<Item> => {
      const { objectVersion } = (await client.get(pathFor(client, subject, 'single', key))).json as Item
      return { objectVersion }
    }
    const body = { ...freshBody(client, subject), ...key }
    const whole = await update(client, subject, { ...body, ...(await versionNow()) })
    expect(whole.status, whole.text).toBe(204)
    const item = { ...body, ...(await versionNow()) }
    for (const [property, field] of namedBy(subject)) {
      const code = field.facts.references!.code!
      const reply = await update(client, subject, { ...item, [property]: absentValue(field) })
      expectError(reply, { status: catalogue[code].status, style: subject.api.style })
      expect(faultNames(reply), reply.text).toEqual([`${property}: ${code}`])
    }
    for (const [at, one] of forbiddenBy(subject).entries()) {
      const naming = await namingOf(client.world, subject, one, FIRST.used + 2 * at)
      expectForbidden(await update(client, subject, { ...item, ...naming }), subject.api, one)
    }
  })
})

test('what may not be named is that of resources that there are', () => {
  const names = subjects.map(({ api, group }) => `${api.name}/${group.name}`)
  expect(Object.keys(forbidden).filter((name) => !names.includes(name))).toEqual([])
})

// Before the service stops, whatever the tests were: every statement sent binds every table to the agreement.
afterAll(() => expectBound(service))
