import { openApiDocument } from '../openapi/document.ts'
import type { Json } from '../openapi/schemas.ts'
import { type ApiVersion, apiPath } from '../resource/versions.ts'

/** An operation of a document, as the pages show it. */
export interface ShownOperation {
  id: string
  method: string
  /** As the document has it, below the API's own path. */
  path: string
  /** From the root. */
  whole: string
  told: Json
}

/** A document, read once for its pages. */
export interface ShownApi {
  api: ApiVersion
  title: string
  tags: readonly { name: string; description: string }[]
  operations: readonly ShownOperation[]
  components: Record<string, Record<string, Json>>
}

/** So many documents are remembered: people read one API at a time. */
const REMEMBERED = 6

/** What pages call a version: accounting years at the root have none. */
export const versionName = ({ version }: ApiVersion): string => version || 'latest'

/** The address of an API's page, or of an operation's. */
export const apiHref = (api: ApiVersion, operation?: string): string =>
  `/docs/apis/${api.name}/${versionName(api)}${operation === undefined ? '' : `/${operation}`}`

function shown(api: ApiVersion): ShownApi {
  const document = openApiDocument(api)
  const paths = Object.entries(document.paths as Record<string, Record<string, Json>>)
  return {
    api,
    title: api.title,
    tags: document.tags as ShownApi['tags'],
    components: document.components as ShownApi['components'],
    operations: paths.flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, told]) => ({
        id: told.operationId as string,
        method: method.toUpperCase(),
        path,
        whole: apiPath(api) + path,
        told,
      })),
    ),
  }
}

/** The documents of these versions, made when somebody reads them; the last few are remembered. */
export class ShownApis {
  readonly versions: readonly ApiVersion[]
  private readonly remembered = new Map<ApiVersion, ShownApi>()

  constructor(versions: readonly ApiVersion[]) {
    this.versions = versions
  }

  /** The version of an API, the newest without one; undefined where there is none. */
  find(name: string, version?: string): ApiVersion | undefined {
    const own = this.versions.filter((api) => api.name === name)
    return own.find((api) => (version === undefined ? api.isNewest : versionName(api) === version))
  }

  /** Every API, its newest version. */
  get newest(): readonly ApiVersion[] {
    return this.versions.filter(({ isNewest }) => isNewest)
  }

  of(api: ApiVersion): ShownApi {
    const made = this.remembered.get(api) ?? shown(api)
    this.remembered.delete(api)
    this.remembered.set(api, made)
    const [oldest] = this.remembered.keys()
    if (this.remembered.size > REMEMBERED) this.remembered.delete(oldest!)
    return made
  }
}

/** What a reference names, or the thing itself. */
export function resolved(components: ShownApi['components'], told: Json): Json {
  if (typeof told.$ref !== 'string') return told
  const [kind, name] = told.$ref.split('/').slice(-2) as [string, string]
  return components[kind]![name]!
}
