import { programVersion } from '../version.ts'
import { examplesOf } from './calls.ts'
import type { ShownApis } from './documents.ts'
import { type Html, html } from './html.ts'
import { page } from './layout.ts'

/** The first page of the service: what runs here, and the ways on. */
export function homePage(apis: ShownApis, hasDemo: boolean): Html {
  const [curl] = examplesOf({
    method: 'GET',
    path: '/bookedEntriesapi/v4.0.0/booked-entries/paged?sort=-date&pageSize=2',
    isDemo: hasDemo,
  })
  const content = html`<p class="lead">
      An accounting platform as a JSON REST API: journals, a double-entry ledger, customers, suppliers, invoices,
      subscriptions, projects, webhooks.
    </p>
    <p class="row">
      <span class="tag" data-health>…</span>
      <span class="aside"
        >version ${programVersion()}, ${apis.newest.length} APIs in ${apis.versions.length} versions</span
      >
    </p>
    <ul class="cards">
      <li class="card">
        <h2><a class="quiet" href="/docs">Reference</a></h2>
        <p>Every operation: what it takes, answers and refuses, with examples to try.</p>
      </li>
      <li class="card">
        <h2><a class="quiet" href="/docs/guides">Guides</a></h2>
        <p>The rules, and recipes that run as they are pasted: a web shop, a bank import, a year’s end.</p>
      </li>
      <li class="card">
        <h2><a class="quiet" href="/errors">Errors</a></h2>
        <p>Every code: what it means and what to do.</p>
      </li>
    </ul>
    ${
      hasDemo &&
      html`<h2>Ask the demo company</h2>
        <p>
          The pair <code>demo</code> and <code>demo</code> opens a company with two years of books. It reads; it writes
          nothing.
        </p>`
    }
    <div class="tabbed">
      <div data-language="curl" data-title="curl">
        <div class="code"><pre tabindex="0">${curl!.code}</pre></div>
      </div>
    </div>
    <h2>A company of your own</h2>
    <p>In the folder of the service; it prints the tokens.</p>
    <div class="code"><pre tabindex="0">npm run --silent daybook -- sandbox</pre></div>
    <p class="aside">Programs that ask for JSON get this page as JSON: every version, and where its document is.</p>`
  return page({ title: 'Daybook', part: 'home', content, hasDemo })
}

/** A page for browsers that ask for what is not there. */
export const lostPage = (message: string, hasDemo: boolean): Html =>
  page({
    title: 'There is nothing here',
    content: html`<p class="lead">${message}</p>
      <p><a href="/docs">Reference</a> · <a href="/docs/guides">Guides</a> · <a href="/errors">Errors</a></p>`,
    hasDemo,
  })
