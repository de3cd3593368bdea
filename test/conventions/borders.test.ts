import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MODULES, ROLES } from '../../src/access/roles.ts'
import { catalogue } from '../../src/errors/catalogue.ts'
import type { Fields } from '../../src/resource/fields.ts'
import { type Item, type Operation, pathParameters } from '../../src/resource/operations.ts'
import { columnName, isResource } from '../../src/resource/resource.ts'
import { someOf } from '../long.ts'
import { type Client, inProcess, type Reply } from '../service/harness.ts'
import { type SharedService, sharedService } from '../service/shared.ts'
import { expectError } from './replies.ts'
import { expectBound } from './statements.ts'
import {
  groups,
  keyOf,
  operationOf,
  propertyOf,
  type Served,
  type Subject,
  subjectsWith,
  subjectsWithAny,
  takes,
} from './subjects.ts'
import { alike, faces } from './shapes.ts'
import { FIRST, valueOf } from './values.ts'
import {
  changed,
  createItem,
  filledPath,
  itemPath,
  listPath,
  placeOf,
  update,
  type WorldClient,
  worldClient,
} from './world.ts'

let service: SharedService
let roleClients: [string, Client][]

beforeAll(async () => {
  service = await sharedService()
  const clients = ROLES.map(async (role): Promise<[string, Client]> => {
    return [role, inProcess(service, await service.client({ roles: [role], modules: [...MODULES] }))]
  })
  roleClients = await Promise.all(clients)
})
afterAll(() => service.stop())

const LISTS = ['cursor', 'paged', 'count'] as const

/** Two agreements that know nothing of each other. */
type Neighbours = [owner: WorldClient, other: WorldClient]
const neighbours = new Map<Served, Promise<Neighbours>>()

/**
 * Those in which the items of a subject are tried, the same for all that is tried of it unless its items are in each
 * other's way.
 */
function neighboursOf(subject: Served): Promise<Neighbours> {
  const shared = subject.override.few === undefined ? neighbours.get(subject) : undefined
  const known = shared ?? Promise.all([inWorld(subject), inWorld(subject)])
  neighbours.set(subject, known)
  return known
}

async function inWorld(subject: Served): Promise<WorldClient> {
  const made = await worldClient(service, subject)
  return { ...made, ...inProcess(service, made) }
}

const isolated = subjectsWith('create', 'single').filter(takes('isolation'))

describe.each(faces(isolated))('items of $name', (subject) => {
  const { style } = subject.api
  const { resource } = subject
  const missing = resource.missing ?? 'NotFound'
  /** Deletes one item: by the shared code, or as the resource has it. */
  const isDeletion = ({ method, path, kind }: Operation): boolean => {
    const named = pathParameters(path).map((name) => propertyOf(subject, name))
    return method === 'DELETE' && (kind === 'delete' || resource.key.every((name) => named.includes(name)))
  }

  test('cannot be read, changed or deleted from another agreement, nor by another app where they are an app’s own', async () => {
    const [owner, other] = await neighboursOf(subject)
    const item = { ...placeOf(owner, subject), ...(await createItem(owner, subject)) }
    const strangers: [WorldClient, typeof missing][] = [[other, missing]]
    if (resource.ownedByApp) {
      const colleague = inProcess(service, await service.client({ agreement: owner.agreement }))
      strangers.push([{ ...colleague, world: owner.world }, resource.ownedByApp.notOwner ?? missing])
    }
    for (const [stranger, code] of strangers) {
      const read = await stranger.get(itemPath(owner, subject, item))
      expectError(read, { status: catalogue[missing].status, style })
      const replies: Reply[] = []
      if (operationOf(subject, 'update')) replies.push(await update(stranger, subject, changed(owner, subject, item)))
      for (const operation of resource.operations.filter(isDeletion)) {
        const path = filledPath(subject, operation, item)
        replies.push(await stranger.delete(path, 'keyInBody' in operation ? { body: keyOf(subject, item) } : {}))
      }
      for (const reply of replies) expectError(reply, { status: catalogue[code].status, style })
    }
    const after = (await owner.get(itemPath(owner, subject, item))).json as Item
    expect({ ...placeOf(owner, subject), ...after }).toEqual(item)
  })
})

/** Everything an agreement sees of a subject in lists. */
async function seen(client: WorldClient, subject: Subject): Promise<string[]> {
  const kinds = LISTS.filter((kind) => operationOf(subject, kind))
  return await Promise.all(kinds.map(async (kind) => (await client.get(listPath(client, subject, kind))).text))
}

describe.each(alike(subjectsWithAny(...LISTS), 'style', 'within', 'owner', 'lists', 'order'))(
  'lists of $name',
  (subject) => {
    test('show nothing of another agreement, nor of another app where items are an app’s own', async () => {
      const [owner, other] = await neighboursOf(subject)
      const before = await seen(other, subject)
      await owner.world.fill(subject, 1, 20)
      expect(await seen(other, subject)).toEqual(before)
      const items = await seen(owner, subject)
      expect(items).not.toEqual(before)
      if (!subject.resource.ownedByApp) return
      const colleague = await service.client({ agreement: owner.agreement })
      const theirs = await seen({ ...colleague, world: owner.world }, subject)
      expect(theirs).not.toEqual(items)
      expect(theirs.join()).not.toContain('"objectVersion"')
    })
  },
)

/** Values of fields that belong to no resource. Fields that name rows get values of rows that are there. */
function valuesOf({ world }: WorldClient, fields: Fields): Item {
  const values: Item = {}
  for (const [place, [property, field]] of Object.entries(fields).entries()) {
    const { references } = field.facts
    const row = references && world.nameOf(references.table, 0)
    values[property] = row
      ? row[references.column]
      : valueOf(field, { property, place, n: FIRST.sent, isDistinct: false })
    for (const [own, theirs] of Object.entries(references?.alongside ?? {})) values[own] = row![theirs]
  }
  return values
}

/** What the paths of a group's own operations name: rows that are there, of a resource its own. */
async function parametersOf(client: WorldClient, subject: Served): Promise<Item> {
  const { group } = subject
  if (!isResource(group)) return valuesOf(client, group.parameters)
  const [row] = await client.world.named(group.table)
  return Object.fromEntries(Object.entries(group.fields).map(([name, field]) => [name, row![columnName(name, field)]]))
}

const isOwn = ({ kind }: Operation): boolean => kind === 'query' || kind === 'action'

describe.each(groups.filter(({ group }) => group.operations.some(isOwn)))('operations of $name', (subject) => {
  const { style } = subject.api

  test('answer, and find nothing of another agreement', async () => {
    const owner = await inWorld(subject)
    const bare = inProcess(service, await service.client({ modules: [...MODULES] }))
    const parameters = await parametersOf(owner, subject)
    for (const operation of subject.group.operations.filter(isOwn)) {
      const path = filledPath(subject, operation, parameters)
      const fields = operation.kind === 'action' ? operation.body : undefined
      const body = operation.method === 'GET' ? undefined : valuesOf(owner, fields ?? {})
      const reply = await bare.call(operation.method, path, { body })
      const known = await owner.call(operation.method, path, { body })
      expect(known.status, `${operation.method} ${path}: ${known.text}`).toBeLessThan(500)
      if (!operation.path.includes('{') || !takes('isolation')(subject)) continue
      if ('answer' in operation && operation.answer === 'items') {
        expect([reply.text, known.text === '[]']).toEqual(['[]', false])
        continue
      }
      expectError(reply, { status: 404, style })
      // What the owner is told may still be a refusal, but not that there is no such thing.
      expect(known.json?.errorCode, `${operation.method} ${path}: ${known.text}`).not.toBe(reply.json.errorCode)
    }
  })
})

describe.each(groups.map((subject, at) => ({ ...subject, at })))('roles of $name', ({ at, ...subject }) => {
  const { group, api } = subject

  test('are those it declares, and no other', async () => {
    const known = new Set<string>()
    for (const operation of group.operations) {
      const roles = operation.roles ?? group.roles
      const asked = `${roles.join()} ${operation.kind}`
      if (known.has(asked)) continue
      known.add(asked)
      const path = filledPath(subject, operation, new Proxy({}, { get: () => '1' }))
      const isIn = ([role]: [string, Client]): boolean =>
        roles.length === 0 || roles.includes(role as (typeof ROLES)[number])
      const [may, mayNot] = [roleClients.filter(isIn), roleClients.filter((one) => !isIn(one))]
      for (const [role, client] of [...someOf(may, at + known.size, 1), ...someOf(mayNot, at + known.size, 1)]) {
        const reply = await client.call(operation.method, path, operation.method === 'GET' ? {} : { raw: '[]' })
        if (roles.length === 0 || roles.includes(role as (typeof ROLES)[number])) {
          // What sandboxes alone can do is refused for that, whatever the role.
          const wrong = reply.json?.errorCode === 'SandboxOnly' ? [] : [401, 403, 500]
          expect(wrong, `${operation.method} ${path} ${reply.text}`).not.toContain(reply.status)
        } else {
          expectError(reply, { status: 403, code: 'RoleMissing', says: roles[0]!, style: api.style })
        }
      }
    }
  })
})

// Before the service stops, whatever the tests were: every statement sent binds every table to the agreement.
afterAll(() => expectBound(service))
