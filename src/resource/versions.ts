import type { Group, Operation } from './operations.ts'

/** How a version differs from the next newer one. */
export type Difference = (newer: ApiVersion) => ApiVersion

/** A version beside the newest, as its differences from the next newer one (rule 4.5); none: the two are the same. */
export interface OlderVersion {
  version: string
  differences: readonly Difference[]
}

/** Resources and operations under one prefix, in one version or several. */
export interface Api {
  /** As in `/openapi/{name}.json`. */
  name: string
  title: string
  prefix: string
  /** The newest; empty for an API without versions. */
  version: string
  /** Error bodies and nulls: problem-style, or the project-related API's own. */
  style: 'problem' | 'project'
  /** What the published contract lacks: nothing that clients send is mended or ignored. */
  isOurs?: true
  groups: readonly Group[]
  /** Versions served beside the newest, newest first. */
  older?: readonly OlderVersion[]
}

/** An API in one of its versions. */
export interface ApiVersion extends Omit<Api, 'older'> {
  isNewest: boolean
  /** Errors say no more than what is wrong and what to do about it: neither property nor code. */
  hasPlainErrors?: true
  /** Of an older version, headers of every answer: that it is one, and which is the newest (RFC 9745, RFC 8288). */
  headers?: Readonly<Record<string, string>>
}

/** The time since when a version is an older one: the days are not published, so it is the epoch. */
const DEPRECATED = '@0'

/** Every version of an API, newest first. Each is a face over the same rows and rules. */
export function versionsOf({ older = [], ...api }: Api): ApiVersion[] {
  const versions: ApiVersion[] = [{ ...api, isNewest: true }]
  const headers = { deprecation: DEPRECATED, link: `<${apiPath(api)}>; rel="successor-version"` }
  for (const { version, differences } of older) {
    const newer = { ...versions.at(-1)!, version, isNewest: false, headers }
    versions.push(differences.reduce<ApiVersion>((face, differ) => differ(face), newer))
  }
  return versions
}

/** The path of an API's version: `/suppliersapi/v2.0.0`. A prefix of its own without version stays as it is. */
export const apiPath = ({ prefix, version }: Pick<Api, 'prefix' | 'version'>): string =>
  version === '' ? prefix : `${prefix}/v${version}`

/** The version that a path lies in, of those by their path in lower case: found by its first two parts, or by its first. */
export function versionOf<Version>(byPath: ReadonlyMap<string, Version>, path: string): Version | undefined {
  const lower = path.toLowerCase()
  const first = lower.indexOf('/', 1)
  if (first < 0) return byPath.get(lower)
  const second = lower.indexOf('/', first + 1)
  return byPath.get(second < 0 ? lower : lower.slice(0, second)) ?? byPath.get(lower.slice(0, first))
}

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
