import { assetPath } from './assets.ts'
import { type Content, type Html, html } from './html.ts'

/** Where a page stands in the header. */
export type Part = 'home' | 'docs' | 'guides' | 'errors'

/** What a page is made of. */
export interface PageParts {
  title: string
  /** The part of the site that it belongs to. */
  part?: Part
  /** What stands beside the page on wide screens, and above it on narrow ones. */
  side?: Content
  content: Content
  /** The demo pair of tokens is good. */
  hasDemo: boolean
}

const PARTS: readonly (readonly [Part, string, string])[] = [
  ['docs', '/docs', 'Reference'],
  ['guides', '/docs/guides', 'Guides'],
  ['errors', '/errors', 'Errors'],
]

/** A whole page of the service. It loads its style, its script and its icon, and nothing from elsewhere. */
export function page({ title, part, side, content, hasDemo }: PageParts): Html {
  const links = PARTS.map(
    ([name, href, text]) => html`<a href="${href}" ${name === part && html` aria-current="true"`}>${text}</a>`,
  )
  return html`<!doctype html>
    <html lang="en" ${hasDemo && html` data-demo="demo"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title === 'Daybook' ? title : `${title} · Daybook`}</title>
        <link rel="icon" href="${assetPath('icon.svg')}" />
        <link rel="stylesheet" href="${assetPath('pages.css')}" />
        <script type="module" src="${assetPath('pages.js')}"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the page</a>
        <header class="bar">
          <a class="brand" href="/">Daybook</a>
          <nav aria-label="Site">${links}</nav>
          <div class="find">
            <input
              id="find"
              type="search"
              placeholder="Find an operation, a guide, a code"
              aria-label="Find an operation, a guide or a code"
              autocomplete="off"
              role="combobox"
              aria-expanded="false"
              aria-controls="found"
            />
            <ul id="found" role="listbox" aria-label="Found" hidden></ul>
          </div>
          <details class="who">
            <summary><span id="whose">${hasDemo ? 'Demo company' : 'No tokens'}</span></summary>
            <form id="tokens" class="pop">
              <label>X-AppSecretToken <input name="secret" autocomplete="off" spellcheck="false" /></label>
              <label>X-AgreementGrantToken <input name="grant" autocomplete="off" spellcheck="false" /></label>
              <p class="aside">Kept in this tab until it is closed. They are sent to this service only.</p>
              <div class="row">
                <button class="button primary">Use them</button><button class="button" type="reset">Forget them</button>
              </div>
            </form>
          </details>
        </header>
        <div class="frame${side === undefined ? '' : ' beside'}">
          ${side !== undefined && html`<aside class="side">${side}</aside>`}
          <main id="main" tabindex="-1">
            <h1>${title}</h1>
            ${content}
          </main>
        </div>
      </body>
    </html>`
}
