import type { Group, Operation } from './operations.ts'

/** How a version differs from its neighbour: an older one from the next newer, a later one from the one before. */
export type Difference = (neighbour: ApiVersion) => ApiVersion

/**
 * A version beside the one stated, as its differences from its neighbour on that side (rule 4.5); none: the two are the
 * same.
 */
export interface OtherVersion {
  version: string
  differences: readonly Difference[]
}

/** Resources and operations under one prefix, in one version or several. */
export interface Api {
  /** As in `/openapi/{name}.json`. */
  name: string
  title: string
  prefix: string
  /** The newest that the specification states; empty for an API without versions. */
  version: string
  /**
   * Errors, nulls and names of query parameters: as problems, as in the project-related API, or, as by its newer name,
   * problems without nulls.
   */
  style: 'problem' | 'project' | 'newer-project'
  /** What the published contract lacks: nothing that clients send is mended or ignored. */
  isOurs?: true
  groups: readonly Group[]
  /** Versions before it, newest first. */
  older?: readonly OtherVersion[]
  /** Versions after it, oldest first. They answer to who knows them: nothing announces them. */
  later?: readonly OtherVersion[]
}

/** An API in one of its versions. */
export interface ApiVersion extends Omit<Api, 'older' | 'later'> {
  /** It is the one that the specification states. There may be later ones, which nothing announces. */
  isNewest: boolean
  /** Errors say no more than what is wrong and what to do about it: neither property nor code. */
  hasPlainErrors?: true
  /** Of an older version, headers of every answer: that it is one, and which is the newest (RFC 9745, RFC 8288). */
  headers?: Readonly<Record<string, string>>
}

/** The time since when a version is an older one: the days are not published, so it is the epoch. */
const DEPRECATED = '@0'

/**
 * Every version of an API: the one stated, then those later than it, then the older ones, newest first. Each is a face
 * over the same rows and rules.
 */
export function versionsOf({ older = [], later = [], ...api }: Api): ApiVersion[] {
  const stated: ApiVersion = { ...api, isNewest: true }
  const headers = { deprecation: DEPRECATED, link: `<${apiPath(api)}>; rel="successor-version"` }
  return [stated, ...chain(stated, later).toReversed(), ...chain({ ...stated, headers }, older)]
}

/** Versions as each one's differences from the one before it in the list, the first one's from `from`. */
function chain(from: ApiVersion, others: readonly OtherVersion[]): ApiVersion[] {
  const versions = [from]
  for (const { version, differences } of others) {
    const neighbour = { ...versions.at(-1)!, version, isNewest: false }
    versions.push(differences.reduce<ApiVersion>((face, differ) => differ(face), neighbour))
  }
  return versions.slice(1)
}

/** The path of an API's version: `/suppliersapi/v2.0.0`. A prefix of its own without version stays as it is. */
export const apiPath = ({ prefix, version }: Pick<Api, 'prefix' | 'version'>): string =>
  version === '' ? prefix : `${prefix}/v${version}`

/**
 * The version that a path lies in, of those by their path in lower case: found by its first two parts, or by its first.
 */
export function versionOf<Version>(byPath: ReadonlyMap<string, Version>, path: string): Version | undefined {
  const lower = path.toLowerCase()
  const first = lower.indexOf('/', 1)
  if (first < 0) return byPath.get(lower)
  const second = lower.indexOf('/', first + 1)
  return byPath.get(second < 0 ? lower : lower.slice(0, second)) ?? byPath.get(lower.slice(0, first))
}

/** Versions that differ from their neighbour in nothing that can be seen. */
export const aliases = (...versions: readonly string[]): OtherVersion[] =>
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
