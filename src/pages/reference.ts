import { escaped } from './layout.ts'

/** An OpenAPI document that is served. */
export interface Documented {
  api: string
  version: string
  document: string
}

const STYLE =
  'body{margin:0;font:16px/1.5 system-ui,sans-serif}header{padding:.6rem 1rem;background:#16324f;color:#fff;display:flex;gap:1rem;align-items:center;flex-wrap:wrap}' +
  'header a{color:#cfe3ff}select{font:inherit}'

/** The page on which every document can be read and tried: Swagger UI. With `hasDemo` the demo agreement's tokens are filled in. */
export function referencePage(documents: readonly Documented[], hasDemo: boolean): string {
  const options = documents.map(
    ({ api, version, document }) =>
      `<option value="${escaped(document)}">${escaped(`${api} ${version}`.trim())}</option>`,
  )
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Daybook reference</title>` +
    `<link rel="icon" href="data:,"><link rel="stylesheet" href="/docs/swagger-ui.css"><style>${STYLE}</style></head><body>` +
    `<header><strong>Daybook</strong><label>API <select id="api"${hasDemo ? ' data-tokens="demo"' : ''}>${options.join('')}</select></label>` +
    `<span>${hasDemo ? 'Tokens: demo (reads only). Put in your own' : 'Put in your tokens'} under “Authorize”.</span><a href="/errors">Error codes</a></header>` +
    `<div id="reference"></div><script src="/docs/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>`
  )
}

/** The script that starts the page in the browser. The address names the document, so that a link to it can be passed on. */
export const START = `const choice = document.getElementById('api')
const named = () => new URLSearchParams(location.search).get('document')
if ([...choice.options].some(({ value }) => value === named())) choice.value = named()
choice.addEventListener('change', () => { location.search = '?document=' + encodeURIComponent(choice.value) })
const reference = SwaggerUIBundle({
  url: choice.value,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete() {
    const { tokens } = choice.dataset
    if (tokens) for (const header of ['AppSecretToken', 'AgreementGrantToken']) reference.preauthorizeApiKey(header, tokens)
  },
})
`
