import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Item } from '../../src/resource/operations.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { isLong, runs } from '../long.ts'
import { expectProblem } from './replies.ts'
import { representatives } from './shapes.ts'
import { subjectsWith } from './subjects.ts'
import { changed, create, createItem, deleteItem, freshBody, itemPath, placeOf, update, worldClient } from './world.ts'

let service: SharedService

beforeAll(async () => void (service = await sharedService()))
afterAll(() => service.stop())

const statuses = (replies: readonly { status: number }[]): number[] =>
  replies.map(({ status }) => status).sort((left, right) => left - right)

/** What a race may depend on; at length also on what identifies the item. */
const facetsOf = <One extends 'updating' | 'creation' | 'deletion'>(writing: One) =>
  [writing, 'owner', 'events', ...(isLong ? (['key'] as const) : [])] as const

const changing = representatives(subjectsWith('create', 'update', 'single'), ...facetsOf('updating'))

/** More than there are connections. */
const UPDATES = runs(24, 64)

describe.each(changing)('races for $name ($shape)', (subject) => {
  test('of many updates of one version, one wins and the others are told', async () => {
    const client = await worldClient(service, subject)
    const item = { ...placeOf(client, subject), ...(await createItem(client, subject)) }
    const bodies = Array.from({ length: UPDATES }, () => changed(client, subject, item))
    const replies = await Promise.all(bodies.map((body) => update(client, subject, body)))
    expect(statuses(replies)).toEqual([204, ...Array.from({ length: UPDATES - 1 }, () => 409)])
    const winner = bodies[replies.findIndex(({ status }) => status === 204)]!
    const after = (await client.get(itemPath(client, subject, item))).json as Item
    const { fields } = subject.resource
    const written = Object.entries(winner).filter(([name]) => {
      const { facts } = fields[name]!
      const isKept = facts.readOnly || facts.ignored || facts.hidden || facts.type === 'version'
      return !isKept && !subject.override.properties?.[name]?.isNever
    })
    for (const [name, value] of written) {
      const shown = fields[name]!.facts.type === 'day' ? `${String(value).slice(0, 10)}T00:00:00Z` : value
      expect(after[name] ?? false, name).toEqual(shown)
    }
  })
})

const named = subjectsWith('create', 'single').filter(({ resource }) =>
  resource.key.every((name) => !resource.fields[name]!.facts.readOnly),
)

describe.each(representatives(named, ...facetsOf('creation'), 'unique'))('races for $name ($shape)', (subject) => {
  test('of 16 creates of one identifier, one wins', async () => {
    const client = await worldClient(service, subject)
    const body = freshBody(client, subject)
    const replies = await Promise.all(Array.from({ length: 16 }, () => create(client, subject, body)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const reply of replies) if (reply.status !== 201) expect([400, 409]).toContain(reply.status)
  })
})

const deleted = representatives(subjectsWith('create', 'single', 'delete'), ...facetsOf('deletion'))

describe.each(deleted)('deletes of $name ($shape)', (subject) => {
  test('of 16 at once, one finds the item', async () => {
    const client = await worldClient(service, subject)
    const item = { ...placeOf(client, subject), ...(await createItem(client, subject)) }
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

const identified = subjectsWith('single').filter(({ resource }) => resource.key.length > 0)

describe.each(representatives(identified, 'key', 'owner', 'style'))('identifiers of $name ($shape)', (subject) => {
  test('that no item has are 404', async () => {
    const client = await worldClient(service, subject)
    const isText = subject.resource.fields[subject.resource.key.at(-1)!]!.facts.type === 'string'
    const path = itemPath(client, subject, Object.fromEntries(subject.resource.key.map((name) => [name, '§'])))
    for (const id of isText ? NO_TEXTS : NO_NUMBERS) {
      const reply = await client.get(path.replaceAll(encodeURIComponent('§'), id))
      await expectProblem(service, reply, { status: 404, style: subject.api.style })
    }
  })
})
