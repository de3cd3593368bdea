import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codingOf, vary } from '../request/protocol/compression.ts'
import { withHead } from '../request/protocol/replies.ts'
import { sendTagged, type Tagged, tagged } from '../request/protocol/tags.ts'
import { assetPath } from './assets.ts'
import type { ConsoleFiles, ConsoleParts } from './console-files.ts'
import { type Html, html } from './html.ts'

const ASSETS = '/app/assets'

/**
 * The console runs our script only, shows pictures and PDFs that it has read itself, and lets no text become script.
 */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; font-src 'self'; frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** The one page of the console: every address below `/app` answers it, and its script shows what the address says. */
function shell({ script, style, parts, fonts }: ConsoleParts): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Daybook</title>
        <link rel="icon" href="${assetPath('icon.svg')}" />
        <link rel="stylesheet" href="${ASSETS}/${style}" />
        ${fonts.map(
          (font) => html`<link rel="preload" as="font" type="font/woff2" crossorigin href="${ASSETS}/${font}" />`,
        )}
        ${parts.map((part) => html`<link rel="modulepreload" href="${ASSETS}/${part}" />`)}
        <script type="module" src="${ASSETS}/${script}"></script>
      </head>
      <body>
        <div id="app"></div>
        <noscript>The console needs JavaScript. The API and its <a href="/docs">reference</a> do not.</noscript>
      </body>
    </html>`
}

/**
 * Serves the console: its page at `/app` and everywhere below it, and what the page loads.
 * @param otherwise answers where there is nothing.
 */
export function serveConsole(
  app: FastifyInstance,
  files: ConsoleFiles,
  otherwise: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  let page: Tagged | undefined
  const served = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const begin = files.begin()
    if (!begin) return otherwise(request, reply)
    page ??= tagged(shell(begin).text)
    return sendTagged(request, reply.headers(HEADERS).type('text/html; charset=utf-8'), page)
  }
  const asset = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { name } = request.params as { name: string }
    const found = files.find(name, codingOf(request.headers['accept-encoding']) ?? 'identity')
    if (!found) return otherwise(request, reply)
    const { type, body, coding } = found
    reply.headers({ ...HEADERS, 'cache-control': 'public, max-age=31536000, immutable' }).type(type)
    if (coding === 'identity') return sendTagged(request, reply, body)
    vary(reply)
    return sendTagged(request, reply.header('content-encoding', coding), body)
  }
  for (const url of ['/app', '/app/*']) app.route({ method: withHead('GET'), url, handler: served })
  app.route({ method: withHead('GET'), url: `${ASSETS}/:name`, handler: asset })
}
