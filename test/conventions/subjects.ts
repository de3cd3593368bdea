import type { Field } from '../../src/resource/fields.ts'
import type { Item, Operation } from '../../src/resource/operations.ts'
import { bodyFields, type Group, isResource, type Resource } from '../../src/resource/resource.ts'
import { apiPath, type ApiVersion, versionsOf } from '../../src/resource/versions.ts'
import { apis } from '../../src/resources/index.ts'
import type { Check, Fixture } from './fixture.ts'
import { fixtures } from './fixtures.ts'

/** A group of operations with what the suite needs to try it out. */
export interface Served {
  /** Such as `suppliers/Contacts`: the fixture's name, and the suite's; of an older version, `suppliers 1.0.0/Contacts`. */
  name: string
  api: ApiVersion
  group: Group
  fixture: Fixture
}

/** A resource with what the suite needs to try it out. */
export interface Subject extends Served {
  resource: Resource
}

export type OperationKind = Operation['kind']

/** Every group of the newest version of each API, and those of the oldest that are another face. */
const served = apis.flatMap((api) => {
  const versions = versionsOf(api)
  const [newest, oldest] = [versions[0]!, versions.at(-1)!]
  const older = newest === oldest ? [] : oldest.groups.filter((group) => !newest.groups.includes(group))
  return [
    ...newest.groups.map((group) => ({ name: `${api.name}/${group.name}`, api: newest, group })),
    ...older.map((group) => ({ name: `${api.name} ${oldest.version}/${group.name}`, api: oldest, group })),
  ]
})

const fixtureOf = (name: string): Fixture | undefined => fixtures[name.replace(/ [\d.]+\//, '/')]

/** Names of the groups that no fixture has. */
export const withoutFixture: readonly string[] = served.map(({ name }) => name).filter((name) => !fixtureOf(name))

/** Names of the fixtures that no group has. */
export const withoutResource: readonly string[] = Object.keys(fixtures).filter(
  (name) => !served.some((one) => one.name === name),
)

/** Every group that is served. */
export const groups: readonly Served[] = served.flatMap((one) => {
  const fixture = fixtureOf(one.name)
  if (!fixture) return []
  return [isResource(one.group) ? { ...one, fixture, resource: one.group } : { ...one, fixture }]
})

export const subjects: readonly Subject[] = groups.filter((one): one is Subject => 'resource' in one)

/** The subjects that declare every one of the operations and do not skip the check. */
export function subjectsOf(check: Check, ...kinds: OperationKind[]): Subject[] {
  return subjects.filter(
    (subject) => subject.fixture.skip?.[check] === undefined && kinds.every((kind) => operationOf(subject, kind)),
  )
}

export function operationOf({ resource }: Subject, kind: OperationKind): Operation | undefined {
  return resource.operations.find((operation) => operation.kind === kind)
}

/** The full path of an operation, path parameters still in braces. */
export function pathOf(subject: Subject, kind: OperationKind): string {
  const operation = operationOf(subject, kind)
  if (!operation) throw new Error(`${subject.name} declares no operation ${kind}`)
  return apiPath(subject.api) + operation.path
}

/** The full path of one item, to read or to delete it. */
export function itemPath(subject: Subject, item: Item, kind: 'single' | 'delete' = 'single'): string {
  return pathOf(subject, kind).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(item[name])))
}

export function fieldEntries({ resource }: Subject): [string, Field][] {
  return Object.entries(bodyFields(resource))
}

/** Properties a client may give on create. */
export function writableEntries(subject: Subject): [string, Field][] {
  return fieldEntries(subject).filter(([, { facts }]) => !facts.readOnly && facts.type !== 'version')
}

/** The properties that identify an item, with its values of them. */
export function keyOf({ resource }: Subject, item: Item): Item {
  return Object.fromEntries(resource.key.map((property) => [property, item[property]]))
}
