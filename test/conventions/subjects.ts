import type { Field } from '../../src/resource/fields.ts'
import { type Group, type Item, type Operation, pathParameters } from '../../src/resource/operations.ts'
import { Relations } from '../../src/resource/relations.ts'
import { bodyFields, isResource, type Resource } from '../../src/resource/resource.ts'
import { apiPath, type ApiVersion, everyVersion, versionsOf } from '../../src/resource/versions.ts'
import { apis, unseenReferences } from '../../src/resources/index.ts'
import type { Check, Override } from './override.ts'
import { overrides } from './overrides.ts'

/** A group of operations with what the suite needs to try it out. */
export interface Served {
  /** Such as `suppliers/Contacts`; of an older version, `suppliers 1.0.0/Contacts`. */
  name: string
  api: ApiVersion
  group: Group
  override: Override
}

/** A resource with what the suite needs to try it out. */
export interface Subject extends Served {
  resource: Resource
}

export type OperationKind = Operation['kind']

const everyResource = everyVersion(apis).flatMap(({ groups }) => groups.filter(isResource))

/** Every reference between tables. */
export const relations = new Relations(everyResource, unseenReferences)

/** Whether an operation is one of those, be it at another path. */
const isAmong = (operations: readonly Operation[], one: Operation): boolean =>
  operations.some((other) =>
    Object.entries({ ...other, ...one }).every(
      ([part, value]) => part === 'path' || other[part as keyof Operation] === value,
    ),
  )

/** Whether the newest version has the group of an older one, with the same properties and all of its operations. */
const isThere = (newest: ApiVersion, older: Group): boolean =>
  newest.groups.some(
    ({ name, parameters, operations }) =>
      name === older.name &&
      parameters === older.parameters &&
      older.operations.every((one) => isAmong(operations, one)),
  )

/**
 * Whether a version answers as today: creates with 201 and the item's address, updates with 204, errors with their
 * code. test/versions tries the others.
 */
const answersAsToday = ({ hasPlainErrors, groups }: ApiVersion): boolean =>
  !hasPlainErrors &&
  groups.every(({ operations }) => operations.every((one) => !('answersOk' in one) && !('withoutLocation' in one)))

/** Every group of the newest version of each API, and those of the oldest that are another face. */
export const groups: readonly Served[] = apis.flatMap((api) => {
  const versions = versionsOf(api)
  const [newest, oldest] = [versions[0]!, versions.findLast(answersAsToday)!]
  const older = newest === oldest ? [] : oldest.groups.filter((group) => !isThere(newest, group))
  return [
    ...newest.groups.map((group) => served(newest, group, `${api.name}/${group.name}`)),
    ...older.map((group) => served(oldest, group, `${api.name} ${oldest.version}/${group.name}`)),
  ]
})

function served(api: ApiVersion, group: Group, name: string): Served | Subject {
  // The newer name of the project-related API has the rows of the older one.
  const rowsOf = api.name === 'project-resources' ? 'projects' : api.name
  const override = overrides[name] ?? overrides[`${rowsOf}/${group.name}`] ?? {}
  return { name, api, group, override, ...(isResource(group) && { resource: group }) }
}

export const subjects: readonly Subject[] = groups.filter(
  (one): one is Subject => 'resource' in one && one.override.constant === undefined,
)

/** The subjects that declare every one of the operations. */
export const subjectsWith = (...kinds: OperationKind[]): Subject[] =>
  subjects.filter((subject) => kinds.every((kind) => operationOf(subject, kind)))

/** The subjects that declare one of the operations at least. */
export const subjectsWithAny = (...kinds: OperationKind[]): Subject[] =>
  subjects.filter((subject) => kinds.some((kind) => operationOf(subject, kind)))

/** Whether a check fits the subject. */
export const takes =
  (check: Check) =>
  ({ override }: Served): boolean =>
    override.skip?.[check] === undefined

/** The subject of that name. */
export function subjectOf(name: string): Subject {
  const subject = subjects.find((one) => one.name === name)
  if (!subject) throw new Error(`There is no resource ${name}`)
  return subject
}

/** The resource that shows the most of a table: it makes the rows that others name. */
export const ownerOf = (table: string): Subject | undefined => owners.get(table)

const owners = new Map<string, Subject>()
for (const subject of subjects) {
  const { table, fields } = subject.resource
  const known = owners.get(table)
  if (!known || Object.keys(fields).length > Object.keys(known.resource.fields).length) owners.set(table, subject)
}

/** Every operation of a kind; that of the shortest path first. */
export const operationsOf = ({ group }: Served, kind: OperationKind): Operation[] =>
  group.operations
    .filter((operation) => operation.kind === kind)
    .toSorted((left, right) => pathParameters(left.path).length - pathParameters(right.path).length)

export const operationOf = (subject: Served, kind: OperationKind): Operation | undefined =>
  operationsOf(subject, kind)[0]

/** The property that a path parameter names. */
export const propertyOf = ({ resource }: Subject, parameter: string): string => resource.inPath[parameter] ?? parameter

/** The full path of an operation, path parameters still in braces. */
export function pathOf(subject: Subject, kind: OperationKind): string {
  const operation = operationOf(subject, kind)
  if (!operation) throw new Error(`${subject.name} declares no operation ${kind}`)
  return apiPath(subject.api) + operation.path
}

/** The properties of bodies, and their fields. */
export function fieldEntries({ resource }: Subject): [string, Field][] {
  return Object.entries(bodyFields(resource))
}

/** Properties a client may give on create. */
export function writableEntries(subject: Subject): [string, Field][] {
  return fieldEntries(subject).filter(([, { facts }]) => !facts.readOnly && !facts.ignored && facts.type !== 'version')
}

/** The properties that identify an item in a body, with its values of them. */
export function keyOf({ resource }: Subject, item: Item): Item {
  const named = resource.key.filter((property) => property in bodyFields(resource))
  return Object.fromEntries(named.map((property) => [property, item[property]]))
}
