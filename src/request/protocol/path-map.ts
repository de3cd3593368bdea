import { nearest } from '../../errors/nearest.ts'
import { apiPath, type ApiVersion, operationsOf, versionOf } from '../../resource/versions.ts'

const withoutSlash = (path: string): string => path.toLowerCase().replace(/\/$/, '')

/** Whether a path is one, or lies below it. */
const isWithin = (path: string, above: string): boolean =>
  `${path.toLowerCase()}/`.startsWith(`${above.toLowerCase()}/`)

const lastWord = (path: string): string => withoutSlash(path).replace(/^.*\//, '')

interface Pattern {
  pattern: RegExp
  methods: Set<string>
}

const partsOf = (version: string): number[] => version.split('.').map(Number)

/** How a version compares with another, part by part; what is left out is 0. */
function compareVersions(left: readonly number[], right: readonly number[]): number {
  for (let at = 0; at < 3; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * The version nearest to the one asked for: the next newer one, or else the newest. Undefined for a text that is no
 * version.
 */
function nearestVersion(asked: string, served: readonly ApiVersion[]): ApiVersion | undefined {
  if (!/^\d{1,9}(\.\d{1,9}){0,2}$/.test(asked)) return undefined
  return served.findLast(({ version }) => compareVersions(partsOf(version), partsOf(asked)) >= 0) ?? served[0]
}

/** A path and what may be done there. */
interface Served {
  method: string
  path: string
}

/** Which methods paths take: those of one version, or those outside of all. */
class Paths {
  private readonly patterns: Pattern[] = []
  /** Those that end in a word, by the word in lower case. */
  private readonly words = new Map<string, Pattern[]>()
  /** Methods of the paths without parameters, by the path in lower case. */
  private readonly fixed = new Map<string, Set<string>>()

  constructor(served: readonly Served[]) {
    const byPath = new Map<string, Set<string>>()
    for (const { path, method } of served) byPath.set(path, (byPath.get(path) ?? new Set()).add(method))
    for (const [path, methods] of byPath) {
      const source = path.replace(/[.$^()[\]|+*?\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')
      if (!path.includes('{')) {
        this.fixed.set(withoutSlash(path), methods)
        continue
      }
      const pattern = { pattern: new RegExp(`^${source}/?$`, 'i'), methods }
      this.patterns.push(pattern)
      if (!path.endsWith('}')) this.words.set(lastWord(path), [...(this.words.get(lastWord(path)) ?? []), pattern])
    }
  }

  /** Whether a word that is no parameter ends the path. */
  isFixed(path: string): boolean {
    return this.fixed.has(withoutSlash(path)) || this.inWord(path).length > 0
  }

  methodsOf(path: string): ReadonlySet<string> {
    return this.fixed.get(withoutSlash(path)) ?? this.methodsOfPatterns(path)
  }

  private inWord(path: string): Pattern[] {
    return (this.words.get(lastWord(path)) ?? []).filter(({ pattern }) => pattern.test(path))
  }

  private methodsOfPatterns(path: string): Set<string> {
    const inWord = this.inWord(path)
    const found = inWord.length > 0 ? inWord : this.patterns.filter(({ pattern }) => pattern.test(path))
    return new Set(found.flatMap(({ methods }) => [...methods]))
  }
}

/** Answers, for any path, which methods it takes and what an unknown path could have meant. */
export class PathMap {
  private readonly versions: readonly ApiVersion[]
  private readonly byPath: ReadonlyMap<string, ApiVersion>
  private readonly beside: Paths
  /** Of the versions that were asked for so far. */
  private readonly paths = new Map<ApiVersion, Paths>()

  /** @param beside what is served outside of the versions, at its full path. */
  constructor(versions: readonly ApiVersion[], beside: readonly Served[]) {
    this.versions = versions
    this.byPath = new Map(versions.map((api) => [apiPath(api).toLowerCase(), api]))
    this.beside = new Paths(beside)
  }

  /** Whether a word that is no parameter ends the path: `/Contacts/paged` is no contact, whatever the method. */
  isFixed(path: string): boolean {
    return this.pathsOf(path).isFixed(path)
  }

  /** The methods the path takes, in the order GET, POST, PUT, DELETE; none when there is no such path. */
  methodsOf(path: string): string[] {
    const found = this.pathsOf(path).methodsOf(path)
    return ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => found.has(method))
  }

  /** The paths of the version that the path lies in, or those outside of all. */
  private pathsOf(path: string): Paths {
    const api = versionOf(this.byPath, path)
    if (!api) return this.beside
    const known = this.paths.get(api)
    if (known) return known
    const paths = new Paths(operationsOf([api]).map(({ path: at, operation: { method } }) => ({ path: at, method })))
    this.paths.set(api, paths)
    return paths
  }

  /** The resource-API a path lies in, known or not: the version it names, else the newest. */
  apiOf(path: string): ApiVersion | undefined {
    return versionOf(this.byPath, path) ?? this.versions.find(({ prefix }) => isWithin(path, prefix))
  }

  /**
   * What exists, for a path that does not: the versions of its API, what could have been meant, or where paths are
   * listed.
   */
  advice(path: string): { code: 'PathNotFound' | 'VersionNotFound'; message: string } {
    const api = this.apiOf(path)
    if (!api) return { code: 'PathNotFound', message: this.unknownApi(path) }
    if (!versionOf(this.byPath, path)) {
      const served = this.versions.filter(({ prefix }) => prefix === api.prefix)
      const [, asked = ''] = /^\/v?([^/]*)/i.exec(path.slice(api.prefix.length)) ?? []
      const near = nearestVersion(asked, served)
      const message = near
        ? `This version does not exist; the nearest is ${apiPath(near)}, the newest ${apiPath(served[0]!)}.`
        : `This version does not exist; ${api.prefix} is served as ${served.map(apiPath).join(', ')}.`
      return { code: 'VersionNotFound', message }
    }
    return { code: 'PathNotFound', message: unknownPath(api, path.slice(apiPath(api).length)) }
  }

  private unknownApi(path: string): string {
    const known = this.versions.filter(({ isNewest }) => isNewest)
    const [, first = ''] = path.split('/')
    const near = nearest(
      `/${first}`,
      known.map(({ prefix }) => prefix),
    )
    const meant = known.find(({ prefix }) => prefix === near)
    const advice = meant ? ` Did you mean ${apiPath(meant)}?` : ''
    return `There is nothing at this path.${advice} There are ${known.map(apiPath).join(', ')}.`
  }

  /** What to use instead of a method that the path does not take, in words. */
  otherMethod(method: string, path: string): string {
    const methods = this.methodsOf(path)
    const use = `${method} is not supported here; use ${methods.join(' or ')}.`
    const whole = path.replace(/\/$/, '')
    // Any segment is an identifier to a path that takes one.
    if ((method === 'PUT' || method === 'DELETE') && this.methodsOf(`${whole}/1`).includes(method)) {
      return `${use} ${method === 'PUT' ? 'An update' : 'A delete'} goes to ${method} ${whole}/{identifier}.`
    }
    const above = path.replace(/\/[^/]+\/?$/, '')
    const isItem = methods.includes('GET') && this.methodsOf(above).includes(method)
    if (!isItem || (method !== 'PUT' && method !== 'POST')) return use
    return method === 'PUT'
      ? `${use} An update goes to PUT ${above}, with the identifier in the body.`
      : `${use} A create goes to POST ${above}.`
  }
}

/** Up to so many resources are named one by one. */
const FEW = 12

function unknownPath(api: ApiVersion, rest: string): string {
  const paths = new Set(api.groups.flatMap(({ operations }) => operations.map(({ path }) => path)))
  const sent = rest.split('/')
  // Parameters are taken as they were sent: only words can be misspelt.
  const alike = [...paths]
    .map((path) => path.split('/'))
    .filter(({ length }) => length === sent.length)
    // What a parameter is left empty for is meant by no path.
    .filter((parts) => parts.every((part, at) => !part.startsWith('{') || sent[at] !== ''))
    .map((parts) => parts.map((part, at) => (part.startsWith('{') ? sent[at]! : part)).join('/'))
  const near = nearest(rest, alike)
  if (near !== undefined) return `There is nothing at this path. Did you mean ${apiPath(api)}${near}?`
  const roots = [...new Set([...paths].map((path) => `/${path.split('/')[1]!}`))]
  const listed = roots.length <= FEW ? ` ${apiPath(api)} has ${roots.join(', ')};` : ''
  return `There is nothing at this path.${listed} /openapi/${api.name}.json tells all of its paths.`
}
