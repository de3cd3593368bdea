import type { Api, Operation, Resource } from '../../resource/resource.ts'

/** One operation at its full path: what a request is matched with. */
export interface Route {
  api: Api
  resource: Resource
  operation: Operation
  /** Full path with `{name}` parameters, in the casing links use. */
  path: string
  /** Names of the path parameters, in order. */
  parameters: readonly string[]
}

/** The path of a resource-API and its version: `/suppliersapi/v2.0.0`. A prefix of its own without version stays as it is. */
export const apiPath = (api: Api): string => (api.version === '' ? api.prefix : `${api.prefix}/v${api.version}`)

/** Every operation of every resource, at its path. */
export function routesOf(apis: readonly Api[]): Route[] {
  return apis.flatMap((api) =>
    api.resources.flatMap((resource) =>
      resource.operations.map((operation) => {
        const path = apiPath(api) + operation.path
        const parameters = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
        return { api, resource, operation, path, parameters }
      }),
    ),
  )
}

const withoutSlash = (path: string): string => path.toLowerCase().replace(/\/$/, '')

/** Answers, for any path, which methods it takes and what an unknown path could have meant. */
export class PathMap {
  private readonly patterns: { pattern: RegExp; methods: Set<string> }[] = []
  /** Methods of the paths without parameters, by the path in lower case. */
  private readonly fixed = new Map<string, Set<string>>()
  private readonly apis: readonly Api[]

  /** @param others paths outside the resource-APIs, which take GET. */
  constructor(apis: readonly Api[], others: readonly string[] = []) {
    this.apis = apis
    for (const path of others) this.fixed.set(withoutSlash(path), new Set(['GET']))
    const byPath = new Map<string, Set<string>>()
    for (const route of routesOf(apis)) {
      const methods = byPath.get(route.path) ?? new Set()
      byPath.set(route.path, methods.add(route.operation.method))
    }
    for (const [path, methods] of byPath) {
      const source = path.replace(/[.$^()[\]|+*?\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')
      if (path.includes('{')) this.patterns.push({ pattern: new RegExp(`^${source}/?$`, 'i'), methods })
      else this.fixed.set(withoutSlash(path), methods)
    }
  }

  /** Whether the path is one without parameters: `/Contacts/paged` is no contact, whatever the method. */
  isFixed(path: string): boolean {
    return this.fixed.has(withoutSlash(path))
  }

  /** The methods the path takes, in the order GET, POST, PUT, DELETE; none when there is no such path. */
  methodsOf(path: string): string[] {
    const found =
      this.fixed.get(withoutSlash(path)) ??
      new Set(this.patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]))
    return ['GET', 'POST', 'PUT', 'DELETE'].filter((method) => found.has(method))
  }

  /** The resource-API a path lies in, known or not. */
  apiOf(path: string): Api | undefined {
    const lower = `${path.toLowerCase()}/`
    return this.apis.find((api) => lower.startsWith(`${api.prefix.toLowerCase()}/`))
  }

  /** What exists, for a path that does not: the versions of its API, its resources, or all APIs. */
  advice(path: string): { code: 'PathNotFound' | 'VersionNotFound'; message: string } {
    const api = this.apiOf(path)
    if (!api) {
      const known = this.apis.map(apiPath).join(', ')
      return { code: 'PathNotFound', message: `There is nothing at this path. There are ${known}.` }
    }
    if (api.version !== '' && !`${path.toLowerCase()}/`.startsWith(`${apiPath(api).toLowerCase()}/`)) {
      return {
        code: 'VersionNotFound',
        message: `This version does not exist; ${api.prefix} is served as ${apiPath(api)}.`,
      }
    }
    const paths = [
      ...new Set(api.resources.flatMap((resource) => resource.operations.map((operation) => operation.path))),
    ]
    return { code: 'PathNotFound', message: `There is nothing at this path. ${apiPath(api)} has ${paths.join(', ')}.` }
  }
}
