import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HTML_ANSWER, JSON_ANSWER, wishFor } from '../request/protocol/accept.ts'
import { withHead } from '../request/protocol/replies.ts'
import { JSON_TYPE } from '../request/protocol/respond.ts'
import { split } from '../request/protocol/routing.ts'
import { sendTagged, type Tagged, tagged } from '../request/protocol/tags.ts'
import type { ApiVersion } from '../resource/versions.ts'
import { assetOf } from './assets.ts'
import { apiHref, ShownApis } from './documents.ts'
import { errorPage, errorsPage, everyError, findError, operationsByCode } from './errors.ts'
import { guidePage, guidesPage } from './guide-pages.ts'
import { guides, pictureOf } from './guides.ts'
import { homePage, lostPage } from './home.ts'
import type { Html } from './html.ts'
import { operationPage } from './operation.ts'
import { apiPage, docsPage, type Site } from './reference.ts'
import { searchIndex } from './search.ts'

/** What a path answers: a page for browsers, JSON for programs, or one of both. */
interface Page {
  /**
   * Its forms are kept under this name: of few pages, which are the same for everybody. Others are made for each
   * request.
   */
  name?: string
  html?: () => Html
  json?: () => string
  /** Another file, of this type. */
  file?: { type: string; body: Tagged }
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
  withHead('GET').includes(method) && wantsHtml(headers.accept)

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

/** Serves what is found for the names in a path. */
type Get = (url: string, find: (named: Record<string, string>, request: FastifyRequest) => Page | undefined) => void

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
  const once = (name: string, make: () => string | Buffer): Tagged => {
    const made = kept.get(name) ?? tagged(make())
    kept.set(name, made)
    return made
  }
  let givers: ReturnType<typeof operationsByCode> | undefined
  const giversOf = (code: string): readonly Html[] => (givers ??= operationsByCode(apis)).get(code) ?? []

  const get: Get = (url, find) => {
    const handler = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const found = find(request.params as Record<string, string>, request)
      if (!found) return otherwise(request, reply)
      if (found.movedTo !== undefined) return reply.redirect(found.movedTo, 302)
      headersFor(reply, found.isForEver === true)
      if (found.file) return sendTagged(request, reply.type(found.file.type), found.file.body)
      const { name, html, json } = found
      const type = html && (json === undefined || isForPage(request)) ? HTML : JSON_TYPE
      const make = type === HTML ? () => html!().text : json!
      return sendTagged(request, reply.type(type), name === undefined ? tagged(make()) : once(`${name} ${type}`, make))
    }
    app.route({ method: withHead('GET'), url, handler })
  }

  get('/', () => ({ name: 'home', html: () => homePage(apis, hasDemo), json: () => root }))
  get('/errors', () => ({
    name: 'errors',
    html: () => errorsPage(hasDemo),
    json: () => JSON.stringify({ errors: everyError() }),
  }))
  get('/errors/:name', ({ name }) => {
    const error = findError(name!)
    return (
      error && {
        html: () => errorPage(error, giversOf(error.code), hasDemo),
        json: () => JSON.stringify(error),
      }
    )
  })
  get('/docs', (_named, { url }) => {
    const document = new URLSearchParams(split(url).search).get('document')
    const [, name, version] = /^\/openapi\/([\w-]+)(?:\/([\w.]+))?\.json$/.exec(document ?? '') ?? []
    const api = name === undefined ? undefined : apis.find(name, version)
    return api ? { movedTo: apiHref(api) } : { name: 'docs', html: () => docsPage(site) }
  })
  get('/docs/guides', () => ({ name: 'guides', html: () => guidesPage(hasDemo) }))
  get('/docs/guides/:name', ({ name }) => {
    const found = guides().find((one) => one.name === name)
    return found && { name: `guide ${found.name}`, html: () => guidePage(found, hasDemo) }
  })
  get('/docs/pictures/:name', ({ name }) => {
    const [known, read] = [`picture ${name}`, pictureOf(name!)]
    return read && { file: { type: 'image/svg+xml', body: once(known, read) } }
  })
  get('/docs/assets/:name', ({ name }) => {
    const asset = assetOf(name!)
    return asset && { file: asset, isForEver: true }
  })
  get('/docs/search.json', () => ({ name: 'search', json: () => searchIndex(apis) }))
  serveReference(get, site)
}

/** Serves a page for each API, each of its versions, and each operation of these. */
function serveReference(get: Get, site: Site): void {
  get('/docs/apis/:api', ({ api }) => {
    const found = site.apis.find(api!)
    return found && { movedTo: apiHref(found) }
  })
  get('/docs/apis/:api/:version', ({ api, version }) => {
    const found = site.apis.find(api!, version)
    return found && { html: () => apiPage(site, found) }
  })
  get('/docs/apis/:api/:version/:operation', ({ api, version, operation }) => {
    const found = site.apis.find(api!, version)
    const page = found && operationPage(site, found, operation!)
    return page && { html: () => page }
  })
}
