import { expect } from 'vitest'
import { encodeTextIdentifier } from '../../src/request/protocol/text-identifier.ts'
import type { Field } from '../../src/resource/fields.ts'
import { type Item, type Operation, pathParameters } from '../../src/resource/operations.ts'
import { bodyFields, columnName, isResource } from '../../src/resource/resource.ts'
import { apiPath } from '../../src/resource/versions.ts'
import { MODULES } from '../../src/access/roles.ts'
import type { Compatibility } from '../../src/access/compatibility.ts'
import type { Client, Reply, TestService } from '../service/harness.ts'
import { isDistinct, namesItsOwn, relationsOf, World } from './rows.ts'
import { keyOf, operationOf, propertyOf, type Served, type Subject, writableEntries } from './subjects.ts'
import { FIRST, valueOf } from './values.ts'

/** A client of an agreement where what a subject's items name is there. */
export interface WorldClient extends Client {
  world: World
}

/** Items that were sent so far, of each agreement. */
const sentItems = new WeakMap<World, number>()

/** A client of a new agreement that has what the subject's items name. `compatibility` is its app's. */
export async function worldClient(
  service: TestService,
  subject: Served,
  compatibility: Compatibility = 'default',
): Promise<WorldClient> {
  const client = await service.client({ modules: [...MODULES], compatibility })
  const world = new World(service.database, client.agreement, client.app)
  if (isSubject(subject)) await world.prepare(subject)
  await prepareParameters(world, subject)
  return { ...client, world }
}

/** A client of a new agreement that has so many items of the subject. */
export async function filledClient(service: TestService, subject: Subject, items: number): Promise<WorldClient> {
  const client = await worldClient(service, subject)
  await client.world.fill(subject, 1, items)
  return client
}

/** What paths and bodies of a group's own operations name. */
async function prepareParameters(world: World, { group, override }: Served): Promise<void> {
  const bodies = group.operations.flatMap((operation) => ('body' in operation ? [operation.body ?? {}] : []))
  const named = isResource(group) ? [] : [group.parameters]
  for (const { facts } of [...named, ...bodies].flatMap((fields) => Object.values(fields))) {
    if (facts.references) await world.named(facts.references.table)
  }
  if (isResource(group)) return
  await world.seed({ override })
}

export const isSubject = (one: Served): one is Subject => 'resource' in one

/** The value of a property in the `n`th item that is sent. */
function sentValue({ resource, override }: Subject, property: string, field: Field, n: number, world: World): Item {
  const own = override.properties?.[property]?.sent
  if (own) return { [property]: own(n) }
  const column = columnName(property, field)
  const relation = relationsOf(resource.table).find((one) => one.column === column)
  const place = Object.keys(resource.fields).indexOf(property)
  if (!relation) {
    const wanted = { property, place, n, isDistinct: isDistinct(resource, property) }
    return { [property]: field.facts.type === 'boolean' ? true : valueOf(field, wanted) }
  }
  const row = world.rowNamedBy(resource, relation, n)
  const alongside = Object.entries(field.facts.references?.alongside ?? {}).map(([name, theirs]) => [name, row[theirs]])
  return { [property]: row[relation.targetColumn], ...Object.fromEntries(alongside) }
}

/** Properties a client may give on create, but for those that no new item can have. */
export const givenEntries = (subject: Subject): [string, Field][] =>
  writableEntries(subject).filter(([name]) => !subject.override.properties?.[name]?.isNever)

/** The `n`th item with every property that it can have. */
export function bodyOf(subject: Subject, n: number, world: World): Item {
  const entries = givenEntries(subject)
  const item: Item = {}
  for (const [property, field] of entries) {
    if (!(property in item)) Object.assign(item, sentValue(subject, property, field, n, world))
  }
  // In the order of the fields, also where one brought others along.
  return Object.fromEntries(entries.flatMap(([name]) => (name in item ? [[name, item[name]]] : [])))
}

/** A body that the subject's create takes: another one each time. */
export function freshBody({ world }: WorldClient, subject: Subject): Item {
  const n = sentItems.get(world) ?? FIRST.sent
  sentItems.set(world, n + 1)
  return bodyOf(subject, n, world)
}

/** The values that paths need beside those in bodies, and those that `item` has. */
export function placeOf(client: WorldClient, subject: Subject, item: Item = {}): Item {
  const { fields, key } = subject.resource
  const created = operationOf(subject, 'create')
  const inPath = created ? namedIn(subject, created) : []
  const names = Object.entries(fields).flatMap(([name, { facts }]) => {
    const isUnseen = facts.hidden && (key.includes(name) || facts.references || isInLists(subject, name))
    return isUnseen || (facts.readOnly && facts.references && inPath.includes(name)) ? [name] : []
  })
  return { ...placesOf(client, subject, names), ...item }
}

const isInLists = (subject: Subject, name: string): boolean => {
  const list = operationOf(subject, 'cursor')
  return list !== undefined && namedIn(subject, list).includes(name)
}

/** The properties that the path of an operation names. */
export const namedIn = (subject: Subject, { path }: Pick<Operation, 'path'>): string[] =>
  pathParameters(path).map((name) => propertyOf(subject, name))

/** What the path of an operation names of other resources: one place, always the same. */
export function placeIn(client: WorldClient, subject: Subject, operation: Pick<Operation, 'path'>): Item {
  const { fields } = subject.resource
  const names = namedIn(subject, operation).filter((name) => fields[name]?.facts.references)
  return { ...placeOf(client, subject), ...placesOf(client, subject, names) }
}

/** The same for every item. Where each item names a row of its own: the row of the item made last. */
function placesOf({ world }: WorldClient, subject: Subject, names: readonly string[]): Item {
  const { fields } = subject.resource
  const last = (sentItems.get(world) ?? FIRST.sent + 1) - 1
  const values = names.map((name) => {
    const field = fields[name]!
    const n = namesItsOwn(subject.resource, columnName(name, field)) ? last : FIRST.sent
    return sentValue(subject, name, field, n, world)
  })
  return Object.assign({}, ...values) as Item
}

/** An operation's full path, with the item's values for its parameters. */
export function filledPath(subject: Served, { path }: Pick<Operation, 'path'>, item: Item): string {
  const encode = subject.api.style === 'project' ? encodeTextIdentifier : encodeURIComponent
  return (
    apiPath(subject.api) +
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = item[isSubject(subject) ? propertyOf(subject, name) : name]
      return encode(String(value).replace(/T00:00:00Z$/, ''))
    })
  )
}

/** The path of the subject's operation of the kind, for an item. */
export function pathFor(client: WorldClient, subject: Subject, kind: Operation['kind'], item: Item = {}): string {
  const operation = operationOf(subject, kind)
  if (!operation) throw new Error(`${subject.name} declares no operation ${kind}`)
  return filledPath(subject, operation, placeOf(client, subject, item))
}

/** Creates an item. */
export const create = (client: WorldClient, subject: Subject, body: Item): Promise<Reply> =>
  client.post(pathFor(client, subject, 'create', body), withoutPath(subject, 'create', body))

/** A body without what its path says already. */
export const withoutPath = (subject: Subject, kind: 'create' | 'update', body: Item): Item => {
  const hidden = namedIn(subject, operationOf(subject, kind)!).filter((name) => !(name in bodyFields(subject.resource)))
  return Object.fromEntries(Object.entries(body).filter(([name]) => !hidden.includes(name)))
}

/** Creates an item and reads it. */
export async function createItem(
  client: WorldClient,
  subject: Subject,
  body = freshBody(client, subject),
): Promise<Item> {
  const reply = await create(client, subject, body)
  expect(reply.status, `${subject.name}: ${JSON.stringify(body)} → ${reply.text}`).toBe(201)
  const read = await client.get(reply.headers.get('location')!)
  expect(read.status, read.text).toBe(200)
  return asItem(subject, read).json as Item
}

/**
 * What `Location` leads to, as the item itself. Where no item has a path of its own, `Location` leads to a list of one.
 */
export function asItem(subject: Subject, read: Reply): Reply {
  if (subject.resource.operations.some(({ method, path }) => method === 'GET' && path.endsWith('}'))) return read
  const { items } = read.json as { items: Item[] }
  expect(items, read.text).toHaveLength(1)
  return { ...read, json: items[0]! }
}

/** A change of an item that was read, as its update takes it: every property that can change has another value. */
export function changed(client: WorldClient, subject: Subject, item: Item): Item {
  const { key, fields } = subject.resource
  const { properties = {} } = subject.override
  const given = Object.entries(freshBody(client, subject)).flatMap(([name, value]) => {
    const { facts } = fields[name]!
    if (key.includes(name) || facts.fixed) return []
    return [[name, typeof value === 'boolean' && !properties[name]?.sent ? false : value]]
  })
  // A property that has another name is changed by one of both.
  const kept = Object.entries(sendable(item)).filter(([name]) => !(name in subject.resource.alsoNamed))
  return Object.fromEntries([...kept, ...given])
}

/** An item as it can be sent back: absent values left out (spec 1, Shared property rules 4). */
export function sendable(item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null))
}

/** Updates an item. */
export const update = (client: WorldClient, subject: Subject, body: Item): Promise<Reply> =>
  client.put(pathFor(client, subject, 'update', body), withoutPath(subject, 'update', body))

/** Deletes an item: by its path, or, where the contract has it so, by the identifier in the body. */
export function deleteItem(client: WorldClient, subject: Subject, item: Item, path?: string): Promise<Reply> {
  const operation = operationOf(subject, 'delete')
  const inBody = operation !== undefined && 'keyInBody' in operation && operation.keyInBody === true
  const at = path ?? pathFor(client, subject, 'delete', item)
  return inBody ? client.delete(at, { body: keyOf(subject, item) }) : client.delete(at)
}

/** The path where an item is read. */
export const itemPath = (client: WorldClient, subject: Subject, item: Item): string =>
  pathFor(client, subject, 'single', item)

/** A list's path; of one within others, that of the first place where items are made. */
export function listPath(client: WorldClient, subject: Subject, kind: 'cursor' | 'paged' | 'count'): string {
  const operation = operationOf(subject, kind)!
  return filledPath(subject, operation, placeIn(client, subject, operation))
}
