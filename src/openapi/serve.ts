import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors/catalogue.ts'
import { withHead } from '../request/protocol/replies.ts'
import { JSON_TYPE } from '../request/protocol/respond.ts'
import { split } from '../request/protocol/routing.ts'
import { sendTagged, type Tagged, tagged } from '../request/protocol/tags.ts'
import { apiPath, type ApiVersion } from '../resource/versions.ts'
import { openApiDocument, type OpenApiVersion } from './document.ts'

/** The documents of a version: its own, and, of the newest, that of the API. */
export const documentPaths = ({ name, version, isNewest }: ApiVersion): string[] => [
  ...(isNewest ? [`/openapi/${name}.json`] : []),
  ...(version === '' ? [] : [`/openapi/${name}/${version}.json`]),
]

/** A version as `/openapi` lists it. */
export const documented = (api: ApiVersion) => ({
  api: api.name,
  version: api.version,
  path: apiPath(api),
  document: documentPaths(api).at(-1)!,
})

/** The answer of the root: the versions of each API, newest first as listed, and the paths beside them. */
export const overview = (versions: readonly ApiVersion[]): object => ({
  service: 'Daybook',
  documents: versions.map(documented),
  openapi: '/openapi',
  docs: '/docs',
  errors: '/errors',
  health: '/health',
  live: '/live',
})

function serveText(app: FastifyInstance, url: string, text: string): void {
  const body = tagged(text)
  const handler = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendTagged(request, reply.type(JSON_TYPE), body)
  app.route({ method: withHead('GET'), url, handler })
}

/** The version of OpenAPI that `?version=` asks for. @throws ApiError for another one. */
function openApiVersion(search: string): OpenApiVersion {
  const asked = new URLSearchParams(search).get('version') ?? '3.1'
  const [version] = /^3\.[01](?=$|\.\d$)/.exec(asked) ?? []
  if (version) return version as OpenApiVersion
  const message = `There is no version ${asked.slice(0, 20)} of this document. There are 3.0 and 3.1, those of OpenAPI.`
  throw new ApiError({ code: 'QueryParameterInvalid', property: 'version', message })
}

/** Serves the descriptions: at each prefix, and as OpenAPI documents; a document that there is not by `otherwise`. */
export function serveDocuments(
  app: FastifyInstance,
  versions: readonly ApiVersion[],
  prefixes: readonly ApiVersion[],
  otherwise: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  serveText(app, '/openapi', JSON.stringify({ documents: versions.map(documented) }))
  for (const { prefix } of prefixes) {
    const own = versions.filter((one) => one.prefix === prefix).map(documented)
    serveText(app, prefix, JSON.stringify({ versions: own }))
  }
  const byPath = new Map(versions.flatMap((api) => documentPaths(api).map((path) => [path.toLowerCase(), api])))
  // Made at the first request: all of them would be a seventh of the cost of starting.
  const made = new Map<string, Tagged>()
  const handler = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { path, search } = split(request.url)
    const api = byPath.get(path.toLowerCase().replace(/\/$/, ''))
    if (!api) return otherwise(request, reply)
    const version = openApiVersion(search)
    const key = `${api.name} ${api.version} ${version}`
    const document = made.get(key) ?? tagged(JSON.stringify(openApiDocument(api, version)))
    made.set(key, document)
    return sendTagged(request, reply.type(JSON_TYPE), document)
  }
  for (const url of ['/openapi/:name', '/openapi/:name/:version']) app.route({ method: withHead('GET'), url, handler })
}
