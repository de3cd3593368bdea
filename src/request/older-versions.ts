import type { Operation } from '../resource/operations.ts'
import { apiPath, type ApiVersion, operationsOf, versionOf } from '../resource/versions.ts'
import type { Route } from './compile.ts'
import { type Found, RouteFinder } from './protocol/route-finder.ts'

/** Whether an operation's body stays on the wire until somebody reads it. */
export const isUpload = ({ kind }: Operation): boolean => kind === 'upload'

/** Versions that few programs ask for: each is compiled when the first one does, so that they cost a start nothing. */
export class OlderVersions {
  /** What takes every path of them, as the server's router has it. */
  readonly urls: readonly string[]
  /** The same, of uploads alone. */
  readonly uploadUrls: readonly string[]
  private readonly finders = new Map<ApiVersion, RouteFinder<Route>>()
  private readonly byPath: ReadonlyMap<string, ApiVersion>
  private readonly compiled: (api: ApiVersion) => readonly Route[]

  constructor(versions: readonly ApiVersion[], compiled: (api: ApiVersion) => readonly Route[]) {
    this.byPath = new Map(versions.map((api) => [apiPath(api).toLowerCase(), api]))
    this.compiled = compiled
    this.urls = [...new Set(versions.map(({ prefix }) => `${prefix}/:version/*`))]
    const uploads = operationsOf(versions).filter(({ operation }) => isUpload(operation))
    this.uploadUrls = [...new Set(uploads.map(({ api, operation }) => `${api.prefix}/:version${operation.path}`))]
  }

  /** What takes the method at the path, and what it says its parameters are; undefined where nothing does. */
  find(method: string, path: string): Found<Route> | undefined {
    const api = versionOf(this.byPath, path)
    if (!api) return undefined
    let finder = this.finders.get(api)
    if (!finder) this.finders.set(api, (finder = new RouteFinder(this.compiled(api))))
    return finder.find(method, path)
  }
}
