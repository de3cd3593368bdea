import type { Field } from '../../src/resource/fields.ts'
import type { Api, Item, Operation, Resource } from '../../src/resource/resource.ts'
import { apis } from '../../src/resources/index.ts'
import { apiPath } from '../../src/request/protocol/routes.ts'
import type { Check, Fixture } from './fixture.ts'
import { fixtures } from './fixtures.ts'

/** A declared resource with what the suite needs to try it out. */
export interface Subject {
  /** Such as `suppliers/Contacts`: the fixture's name, and the suite's. */
  name: string
  api: Api
  resource: Resource
  fixture: Fixture
}

export type OperationKind = Operation['kind']

/** Names of the declared resources that no fixture has. */
export const withoutFixture: readonly string[] = apis.flatMap((api) =>
  api.resources.map((resource) => `${api.name}/${resource.name}`).filter((name) => !(name in fixtures)),
)

/** Names of the fixtures that no declared resource has. */
export const withoutResource: readonly string[] = Object.keys(fixtures).filter(
  (name) => !apis.some((api) => api.resources.some((resource) => name === `${api.name}/${resource.name}`)),
)

export const subjects: readonly Subject[] = apis.flatMap((api) =>
  api.resources.flatMap((resource) => {
    const name = `${api.name}/${resource.name}`
    const fixture = fixtures[name]
    return fixture ? [{ name, api, resource, fixture }] : []
  }),
)

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
  return Object.entries(resource.fields)
}

/** Properties a client may give on create. */
export function writableEntries(subject: Subject): [string, Field][] {
  return fieldEntries(subject).filter(([, { facts }]) => !facts.readOnly && facts.type !== 'version')
}

/** The properties that identify an item, with its values of them. */
export function keyOf({ resource }: Subject, item: Item): Item {
  return Object.fromEntries(resource.key.map((property) => [property, item[property]]))
}
