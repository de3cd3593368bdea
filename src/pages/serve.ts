import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HTML_ANSWER, JSON_ANSWER, wishFor } from '../request/protocol/accept.ts'
import { JSON_TYPE } from '../request/protocol/respond.ts'
import { sendTagged, tagged } from '../request/protocol/tags.ts'
import { errorPage, errorsPage, everyError, findError } from './errors.ts'
import { type Documented, referencePage, START } from './reference.ts'

/** A page as it is answered. */
interface Page {
  status: number
  type: string
  body: string | Buffer
  /** Browsers may keep it: it stays the same until the program changes. */
  isLasting?: true
}

const HTML = 'text/html; charset=utf-8'

/** Pages load nothing from elsewhere, and run only scripts that we wrote or installed. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"

const FILES: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

/** Browsers want HTML more than anything else. Other clients get JSON, as everywhere. */
const wantsHtml = (accept: string | undefined): boolean =>
  (wishFor(accept, HTML_ANSWER) ?? 0) > (wishFor(accept, JSON_ANSWER) ?? 0)

/** All error codes. */
function errorCodes(accept: string | undefined): Page {
  return wantsHtml(accept)
    ? { status: 200, type: HTML, body: errorsPage() }
    : { status: 200, type: JSON_TYPE, body: JSON.stringify({ errors: everyError() }) }
}

/** The error code of this name, in any case; undefined where there is none. */
function errorCode(name: string, accept: string | undefined): Page | undefined {
  const found = findError(name)
  if (!found) return undefined
  return wantsHtml(accept)
    ? { status: 200, type: HTML, body: errorPage(found) }
    : { status: 200, type: JSON_TYPE, body: JSON.stringify(found) }
}

/** A file that the reference loads; undefined for any other name. */
async function referenceFile(name: string): Promise<Page | undefined> {
  if (name === 'start.js') return { status: 200, type: FILES['swagger-ui-bundle.js']!, body: START }
  const type = Object.hasOwn(FILES, name) ? FILES[name] : undefined
  if (type === undefined) return undefined
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  return { status: 200, type, body: await readFile(join(folder, name)), isLasting: true }
}

/**
 * Serves the pages for people: the reference of the documents, and every error code.
 * @param hasDemo whether the demo tokens are good.
 * @param otherwise answers where there is no such page.
 */
export function servePages(
  app: FastifyInstance,
  documents: readonly Documented[],
  hasDemo: boolean,
  otherwise: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  const get = (url: string, find: (request: FastifyRequest) => Page | undefined | Promise<Page | undefined>): void => {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const found = await find(request)
      if (!found) return otherwise(request, reply)
      const lasting = found.isLasting && { 'cache-control': 'max-age=3600' }
      reply.code(found.status).type(found.type)
      reply.headers({
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'x-content-type-options': 'nosniff',
        // Caches keep HTML and JSON apart.
        vary: reply.hasHeader('vary') ? 'Origin, Accept' : 'Accept',
        ...lasting,
      })
      return sendTagged(request, reply, tagged(found.body))
    }
    app.route({ method: ['GET', 'HEAD'], url, handler })
  }
  const named = (request: FastifyRequest): string => (request.params as { name: string }).name
  get('/errors', ({ headers }) => errorCodes(headers.accept))
  get('/errors/:name', (request) => errorCode(named(request), request.headers.accept))
  get('/docs', () => ({ status: 200, type: HTML, body: referencePage(documents, hasDemo) }))
  get('/docs/:name', (request) => referenceFile(named(request)))
}
