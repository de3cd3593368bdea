import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HTML_ANSWER, JSON_ANSWER, wishFor } from '../request/protocol/accept.ts'
import { JSON_TYPE } from '../request/protocol/respond.ts'
import { sendTagged, type Tagged, tagged } from '../request/protocol/tags.ts'
import type { ApiVersion } from '../resource/versions.ts'
import { assetOf } from './assets.ts'
import { apiHref, ShownApis } from './documents.ts'
import { errorPage, errorsPage, everyError, findError, operationsByCode } from './errors.ts'
import { guidePage, guidesPage } from './guide-pages.ts'
import { picture } from './guides.ts'
import { homePage, lostPage } from './home.ts'
import type { Html } from './html.ts'
import { operationPage } from './operation.ts'
import { apiPage, docsPage } from './reference.ts'
import { searchIndex } from './search.ts'

/** What a path answers: a page for browsers, JSON for programs, or one of both. */
interface Page {
  html?: Html
  json?: string
  /** Another file, of this type. */
  file?: { type: string; body: Buffer }
  /** It never changes under its address. */
  isForEver?: true
  /** Where it is now. */
  movedTo?: string
}

const HTML = 'text/html; charset=utf-8'
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Pages load nothing from elsewhere, and run only the script that we wrote. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Browsers want HTML more than anything else. Other clients get JSON, as everywhere. */
const wantsHtml = (accept: string | undefined): boolean =>
  (wishFor(accept, HTML_ANSWER) ?? 0) > (wishFor(accept, JSON_ANSWER) ?? 0)

function headersFor(reply: FastifyReply, isForEver: boolean): void {
  reply.headers({
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // Caches keep HTML and JSON apart.
    vary: reply.hasHeader('vary') ? 'Origin, Accept' : 'Accept',
    ...(isForEver && { 'cache-control': FOR_EVER }),
  })
}

/** Whether a request is a browser's for a page. */
const isForPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && wantsHtml(headers.accept)

/**
 * What a browser gets where there is nothing: a page that says so; undefined for programs.
 * @param message what there is instead.
 */
export function lostBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  message: string,
  hasDemo: boolean,
): FastifyReply | undefined {
  if (!isForPage(request)) return undefined
  headersFor(reply, false)
  return reply.code(404).type(HTML).send(lostPage(message, hasDemo).text)
}

/** What pages are made of. */
export interface PagesOf {
  versions: readonly ApiVersion[]
  /** Whether the demo tokens are good. */
  hasDemo: boolean
  /** What programs get at the root. */
  root: string
  /** Answers where there is no such page. */
  otherwise: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** Serves the pages for people: the first one, guides, the reference, every error code, and what they load. */
export function servePages(app: FastifyInstance, { versions, hasDemo, root, otherwise }: PagesOf): void {
  const apis = new ShownApis(versions)
  const site = { apis, hasDemo }
  const kept = new Map<string, Tagged>()
  /** What is the same for everybody is made once. */
  const once = (name: string, make: () => string): Tagged => {
    const made = kept.get(name) ?? tagged(make())
    kept.set(name, made)
    return made
  }
  let givers: ReturnType<typeof operationsByCode> | undefined
  const giversOf = (code: string): readonly Html[] => (givers ??= operationsByCode(apis)).get(code) ?? []

  const get = (
    url: string,
    find: (named: Record<string, string>, request: FastifyRequest) => Page | undefined,
  ): void => {
    const handler = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const found = find(request.params as Record<string, string>, request)
      if (!found) return otherwise(request, reply)
      if (found.movedTo !== undefined) return reply.redirect(found.movedTo, 302)
      headersFor(reply, found.isForEver === true)
      if (found.file) return sendTagged(request, reply.type(found.file.type), tagged(found.file.body))
      const asHtml = found.html && (found.json === undefined || isForPage(request))
      const text = asHtml ? found.html!.text : found.json!
      return sendTagged(request, reply.type(asHtml ? HTML : JSON_TYPE), tagged(text))
    }
    app.route({ method: ['GET', 'HEAD'], url, handler })
  }

  get('/', () => ({ html: homePage(apis, hasDemo), json: root }))
  get('/errors', () => ({ html: errorsPage(hasDemo), json: JSON.stringify({ errors: everyError() }) }))
  get('/errors/:name', ({ name }) => {
    const error = findError(name!)
    return error && { html: errorPage(error, giversOf(error.code), hasDemo), json: JSON.stringify(error) }
  })
  get('/docs', (_named, { url }) => {
    const document = new URL(url, 'http://daybook').searchParams.get('document')
    const [, name, version] = /^\/openapi\/([\w-]+)(?:\/([\w.]+))?\.json$/.exec(document ?? '') ?? []
    const api = name === undefined ? undefined : apis.find(name, version)
    return api ? { movedTo: apiHref(api) } : { html: docsPage(site) }
  })
  get('/docs/guides', () => ({ html: guidesPage(hasDemo) }))
  get('/docs/guides/:name', ({ name }) => pageOf(guidePage(name!, hasDemo)))
  get('/docs/pictures/:name', ({ name }) => {
    const body = picture(name!)
    return body && { file: { type: 'image/svg+xml', body } }
  })
  get('/docs/assets/:name', ({ name }) => {
    const asset = assetOf(name!)
    return asset && { file: asset, isForEver: true }
  })
  get('/docs/search.json', () => ({ json: once('search', () => searchIndex(apis)).text as string }))
  get('/docs/apis/:api', ({ api }) => {
    const found = apis.find(api!)
    return found && { movedTo: apiHref(found) }
  })
  get('/docs/apis/:api/:version', ({ api, version }) => {
    const found = apis.find(api!, version)
    return found && { html: apiPage(site, found) }
  })
  get('/docs/apis/:api/:version/:operation', ({ api, version, operation }) => {
    const found = apis.find(api!, version)
    return found && pageOf(operationPage(site, found, operation!))
  })
}

const pageOf = (found: Html | undefined): Page | undefined => found && { html: found }
