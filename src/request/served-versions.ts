import type { Operation } from '../resource/operations.ts'
import { apiPath, type ApiVersion, operationsOf, versionOf } from '../resource/versions.ts'
import findMyWay, { type HTTPMethod, type HTTPVersion, type Instance } from 'find-my-way'
import type { Route } from './compile.ts'
import { withHead } from './protocol/replies.ts'
import { routerPath, ROUTING } from './protocol/routing.ts'

/** The route of a method and path, and the path's parameters. */
export interface Found {
  route: Route
  parameters: Record<string, string>
}

type Router = Instance<HTTPVersion.V1>

/** Whether an operation's body stays on the wire until somebody reads it. */
export const isUpload = ({ kind }: Operation): boolean => kind === 'upload'

/** Every version of every API. Each is compiled at its first request, so that starting costs nothing for them. */
export class ServedVersions {
  /** Patterns of the server's router that match every path of these versions. */
  readonly urls: readonly string[]
  /** The same for uploads alone. */
  readonly uploadUrls: readonly string[]
  private readonly routers = new Map<ApiVersion, Router>()
  private readonly byPath: ReadonlyMap<string, ApiVersion>
  private readonly compiled: (api: ApiVersion) => readonly Route[]

  constructor(versions: readonly ApiVersion[], compiled: (api: ApiVersion) => readonly Route[]) {
    this.byPath = new Map(versions.map((api) => [apiPath(api).toLowerCase(), api]))
    this.compiled = compiled
    this.urls = [...new Set(versions.map((api) => `${patternOf(api)}/*`))]
    const uploads = operationsOf(versions).filter(({ operation }) => isUpload(operation))
    this.uploadUrls = [...new Set(uploads.map(({ api, operation }) => routerPath(patternOf(api) + operation.path)))]
  }

  /** The route of the method and path, with the path's parameters; undefined where there is none. */
  find(method: string, path: string): Found | undefined {
    const api = versionOf(this.byPath, path) ?? (path.includes('%') && versionOf(this.byPath, unescaped(path)))
    if (!api) return undefined
    let router = this.routers.get(api)
    if (!router) this.routers.set(api, (router = routerOf(this.compiled(api))))
    const found = router.find(method as HTTPMethod, path)
    return found ? { route: found.store as Route, parameters: found.params as Found['parameters'] } : undefined
  }
}

/** A path without the escapes that a prefix needs none of. One that is no text stays as it is. */
function unescaped(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** What the paths of all versions under a prefix begin with. */
const patternOf = ({ prefix, version }: ApiVersion): string => (version === '' ? prefix : `${prefix}/:version`)

/** The server's own kind of router over the routes of one version. */
function routerOf(routes: readonly Route[]): Router {
  const router = findMyWay(ROUTING)
  for (const route of routes) {
    router.on(withHead(route.operation.method) as HTTPMethod[], routerPath(route.path), () => {}, route)
  }
  return router
}
