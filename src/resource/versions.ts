import type { ErrorCode } from '../errors/catalogue.ts'
import type { Field } from './fields.ts'
import type { Operation } from './operations.ts'
import { type Api, type Group, isResource, type Resource } from './resource.ts'

/** How a version differs from the next newer one: a change of one of its groups. */
export interface Difference {
  group: string
  change(group: Group): Group
}

/** A version beside the newest, as its differences from the next newer one (rule 4.5); none: the two are the same. */
export interface OlderVersion {
  version: string
  differences: readonly Difference[]
}

/** An API in one of its versions. */
export interface ApiVersion extends Omit<Api, 'older'> {
  isNewest: boolean
  /** Of an older version, headers of every answer: that it is one, and which is the newest (RFC 9745, RFC 8288). */
  headers?: Readonly<Record<string, string>>
}

/** Since when a version is an older one: nobody has published the days, so it is said to have been one since the epoch. */
const DEPRECATED = '@0'

/** Every version of an API, newest first. Each is a face over the same rows and rules. */
export function versionsOf({ older = [], ...api }: Api): ApiVersion[] {
  const versions: ApiVersion[] = [{ ...api, isNewest: true }]
  const headers = { deprecation: DEPRECATED, link: `<${apiPath(api)}>; rel="successor-version"` }
  for (const { version, differences } of older) {
    const groups = differences.reduce<readonly Group[]>(
      (faces, { group, change }) => faces.map((face) => (face.name === group ? change(face) : face)),
      versions.at(-1)!.groups,
    )
    versions.push({ ...api, version, groups, isNewest: false, headers })
  }
  return versions
}

/** The path of an API's version: `/suppliersapi/v2.0.0`. A prefix of its own without version stays as it is. */
export const apiPath = ({ prefix, version }: Pick<Api, 'prefix' | 'version'>): string =>
  version === '' ? prefix : `${prefix}/v${version}`

/** Versions that differ from the next newer one in nothing that can be seen. */
export const aliases = (...versions: readonly string[]): OlderVersion[] =>
  versions.map((version) => ({ version, differences: [] }))

/** Every version of every API. */
export const everyVersion = (apis: readonly Api[]): ApiVersion[] => apis.flatMap(versionsOf)

/** An operation where it is served. */
export interface ServedOperation {
  api: ApiVersion
  group: Group
  operation: Operation
  /** Full path with `{name}` parameters, in the casing links use. */
  path: string
}

/** Every operation of the versions, at its path. */
export const operationsOf = (versions: readonly ApiVersion[]): ServedOperation[] =>
  versions.flatMap((api) =>
    api.groups.flatMap((group) =>
      group.operations.map((operation) => ({ api, group, operation, path: apiPath(api) + operation.path })),
    ),
  )

function ofResource(group: string, change: (resource: Resource) => Resource): Difference {
  return {
    group,
    change(face) {
      if (!isResource(face)) throw new Error(`${group} is no resource.`)
      return change(face)
    },
  }
}

/** The property is another field. */
export function changed(group: string, property: string, change: (field: Field) => Field): Difference {
  return ofResource(group, (resource) => {
    const field = resource.fields[property]
    if (!field) throw new Error(`${group} has no property ${property}.`)
    return { ...resource, fields: { ...resource.fields, [property]: change(field) } }
  })
}

/** The version does not have the property yet: it is neither read nor written, and an update keeps what is stored. */
export const without = (group: string, property: string): Difference =>
  changed(group, property, (field) => field.hidden())

/** The property must have a value on create, as it must on update. */
export const required = (group: string, property: string, code?: ErrorCode): Difference =>
  changed(group, property, (field) => field.required(code))

/** The version does not have what is done at the path with the method. */
export const withoutOperation = (group: string, method: Operation['method'], path: string): Difference => ({
  group,
  change(face) {
    const operations = face.operations.filter((one) => one.method !== method || one.path !== path)
    if (operations.length === face.operations.length) throw new Error(`${group} has no ${method} ${path}.`)
    return { ...face, operations }
  },
})

/** The form of an upload does not have the part. */
export const withoutPart = (group: string, part: string): Difference => ({
  group,
  change: (face) => ({
    ...face,
    operations: face.operations.map((operation) => {
      if (operation.kind !== 'upload' || !(part in operation.form)) return operation
      const { [part]: _gone, ...form } = operation.form
      return { ...operation, form }
    }),
  }),
})

/** Creates answer no identifier: `Location` has it. */
export const answersNothing = (group: string): Difference =>
  ofResource(group, (resource) => ({
    ...resource,
    operations: resource.operations.map((operation) =>
      operation.kind === 'create' ? { ...operation, answersNothing: true } : operation,
    ),
  }))
