import { groupMeanings } from '../openapi/meanings/groups.ts'
import { documentPaths } from '../openapi/serve.ts'
import { type ApiVersion, apiPath } from '../resource/versions.ts'
import { anchor } from './anchor.ts'
import { apiHref, type ShownApi, type ShownApis, versionName } from './documents.ts'
import { guides } from './guides.ts'
import { type Content, type Html, html } from './html.ts'
import { page } from './layout.ts'

/** What the pages need to know of the service. */
export interface Site {
  apis: ShownApis
  hasDemo: boolean
}

/** The first page of the documentation: how to begin, the guides, and every API. */
export function docsPage({ apis, hasDemo }: Site): Html {
  const cards = apis.newest.map(
    (api) =>
      html`<li class="card">
        <h3><a class="quiet" href="${apiHref(api)}">${api.title}</a></h3>
        <p>${sentenceOf(api)}</p>
        <p class="aside"><span class="path">${apiPath(api) || '/'}</span></p>
      </li>`,
  )
  const begin = guides().filter(({ kind }) => kind !== 'operators')
  const content = html`<p class="lead">
      Every company is an agreement, opened by two headers. All APIs work alike: what holds for one list or write holds
      for each.
    </p>
    <h2>Begin</h2>
    <ol>
      <li><a href="/docs/guides/first-request">Make a first request</a>, and a company of your own to write to.</li>
      <li>
        Read how <a href="/docs/guides/integrators#access">tokens and roles</a>,
        <a href="/docs/guides/integrators#lists">lists</a>, <a href="/docs/guides/integrators#writing">writes</a> and
        <a href="/docs/guides/integrators#errors">errors</a> work.
      </li>
      <li>Open an operation below, and try it there.</li>
    </ol>
    <h2>Guides</h2>
    <ul class="cards">
      ${begin.slice(0, 6).map(guideCard)}
    </ul>
    <p><a href="/docs/guides">All guides and recipes</a></p>
    <h2 id="apis">APIs</h2>
    <ul class="cards">
      ${cards}
    </ul>
    <p class="aside">
      Every API serves its older versions, too: they stand on its page. Documents for generators:
      <a href="/openapi">/openapi</a>.
    </p>`
  return page({ title: 'Reference', part: 'docs', content, hasDemo })
}

/** A guide as a card. */
export const guideCard = ({ href, title, lead }: { href: string; title: string; lead: string }): Html =>
  html`<li class="card">
    <h3><a class="quiet" href="${href}">${title}</a></h3>
    <p>${lead}</p>
  </li>`

/** What an API is for: its first groups. */
function sentenceOf({ groups }: ApiVersion): string {
  const names = [...new Set(groups.map(({ name }) => name))]
  const [first = ''] = names
  const meaning = names.length === 1 ? groupMeanings[first] : undefined
  if (meaning !== undefined) return meaning
  return names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ')
}

/** The page of an API: its operations by group, and its versions. */
export function apiPage({ apis, hasDemo }: Site, api: ApiVersion): Html {
  const shown = apis.of(api)
  const versions = apis.versions.filter(({ name }) => name === api.name)
  const content = html`<p class="lead">${shown.operations.length} operations at <code>${apiPath(api) || '/'}</code></p>
    ${versions.length > 1 && versionsOf(versions, api)}
    <p>
      <label
        >Narrow <input type="search" data-narrows=".operations > li" placeholder="post draft" autocomplete="off"
      /></label>
      <span class="aside" data-count role="status"></span>
    </p>
    ${shown.tags.map(
      ({ name, description }) =>
        html`<section>
          <h2 id="${anchor(name)}">${name}</h2>
          <p class="aside">${description}</p>
          <ul class="operations">
            ${operationsOf(shown, name)}
          </ul>
        </section>`,
    )}
    <p class="aside">
      OpenAPI: <a href="${documentPaths(api).at(-1)!}">3.1</a> ·
      <a href="${documentPaths(api).at(-1)!}?version=3.0">3.0, the published shape</a>
    </p>`
  return page({ title: `${api.title} ${api.version}`.trim(), part: 'docs', side: apiSide(shown), content, hasDemo })
}

function operationsOf({ api, operations }: ShownApi, tag: string): Content {
  return operations
    .filter(({ told }) => (told.tags as string[])[0] === tag)
    .map(
      ({ id, method, path, told }) =>
        html`<li>
          <a href="${apiHref(api, id)}"
            ><span class="method ${method.toLowerCase()}">${method}</span>
            <span>${told.summary as string}${told.deprecated === true && ' (old)'}</span
            ><span class="path">${path}</span></a
          >
        </li>`,
    )
}

/** The groups of an API beside its pages. */
export function apiSide({ api, tags, title }: ShownApi, current?: string): Html {
  const links = tags.map(
    ({ name }) =>
      html`<li>
        <a href="${apiHref(api)}#${anchor(name)}" ${name === current && html` aria-current="true"`}>${name}</a>
      </li>`,
  )
  return html`<nav aria-label="${title}"><ul><li><a href="/docs#apis">← All APIs</a></li>
<li><a href="${apiHref(api)}">${title} ${api.version}</a></li></ul><details${current === undefined && html` open`}><summary class="aside">${tags.length} groups</summary><ul>${links}</ul></details></nav>`
}

function versionsOf(versions: readonly ApiVersion[], shown: ApiVersion): Html {
  const links = versions.map((api) =>
    api === shown
      ? html`<strong>${versionName(api)}</strong> `
      : html`<a href="${apiHref(api)}">${versionName(api)}</a> `,
  )
  const [newest] = versions
  return html`<details class="fold">
    <summary>
      ${versions.length} versions
      <span class="aside">this is ${versionName(shown)}${shown === newest && ', the newest'}</span>
    </summary>
    <div class="in">${links}</div>
  </details>`
}
