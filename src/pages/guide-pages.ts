import { anchor } from './anchor.ts'
import { contentOf, type Guide, guides } from './guides.ts'
import { type Html, html } from './html.ts'
import { page } from './layout.ts'
import { guideCard } from './reference.ts'

const KINDS: readonly (readonly [Guide['kind'], string])[] = [
  ['begin', 'Begin'],
  ['integrators', 'The rules'],
  ['recipes', 'Recipes'],
  ['operators', 'For those who run it'],
]

/** The page of all guides. */
export function guidesPage(hasDemo: boolean): Html {
  const parts = KINDS.map(([kind, title]) => {
    const own = guides().filter((one) => one.kind === kind)
    return html`<h2>${title}</h2>
      <ul class="cards">
        ${own.map(guideCard)}
      </ul>`
  })
  const content = html`<p class="lead">
      A recipe is one task from its first call to its result, and runs as it is pasted.
    </p>
    ${parts}`
  return page({ title: 'Guides', part: 'guides', content, hasDemo })
}

/** The page of a guide. */
export function guidePage(guide: Guide, hasDemo: boolean): Html {
  const { content, headings } = contentOf(guide)
  const own = headings.map((text) => html`<li><a href="#${anchor(text)}">${text}</a></li>`)
  const beside = guides()
    .filter(({ kind }) => kind === guide.kind)
    .map(
      ({ href, title }) =>
        html`<li><a href="${href}" ${href === guide.href && html` aria-current="page"`}>${title}</a></li>`,
    )
  const side = html`<nav aria-label="Guides"><ul><li><a href="/docs/guides">← All guides</a></li></ul>
${
  own.length > 0 &&
  html`<details open>
    <summary class="aside">On this page</summary>
    <ul>
      ${own}
    </ul>
  </details>`
}
<details${own.length === 0 && html` open`}><summary class="aside">Beside it</summary><ul>${beside}</ul></details></nav>`
  return page({ title: guide.title, part: 'guides', side, content, hasDemo })
}
