import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, normalize } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { escaped, Html, html } from './html.ts'
import { anchor } from './anchor.ts'

/** Who a guide is for. */
type Kind = 'begin' | 'integrators' | 'recipes' | 'operators'

/** A document of the repository, as the pages show it. */
export interface Guide {
  /** What its address ends with. */
  name: string
  kind: Kind
  title: string
  /** Its first sentences. */
  lead: string
  href: string
  /** Below the program's folder. */
  path: string
  text: string
}

/** Where the documents are: in the package, and in the checkout. */
const ROOT = dirname(createRequire(import.meta.url).resolve('daybook/package.json'))

const PLAIN = ['integrators', 'accounting', 'webhooks', 'glossary'] as const

let read: readonly Guide[] | undefined

/** Every guide: read when somebody first asks for one. */
export function guides(): readonly Guide[] {
  return (read ??= [
    firstRequest(),
    ...PLAIN.map((name) => source(join('docs', `${name}.md`), name, 'integrators')),
    ...folder('recipes', 'recipes'),
    ...folder('operators', 'operators'),
  ])
}

const folder = (name: string, kind: Kind): Guide[] =>
  readdirSync(join(ROOT, 'docs', name))
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort()
    .map((file) => source(join('docs', name, file), basename(file, '.md'), kind))

function source(path: string, name: string, kind: Kind): Guide {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const [, title = name] = /^# (.+)$/m.exec(text) ?? []
  return {
    name: unique(name, kind),
    kind,
    title,
    lead: leadOf(text),
    href: `/docs/guides/${unique(name, kind)}`,
    path,
    text,
  }
}

/** `webhooks` is a guide and a recipe. */
const unique = (name: string, kind: Kind): string =>
  kind === 'recipes' ? `recipe-${name}` : kind === 'operators' ? `operate-${name}` : name

/** The first request of the README. */
function firstRequest(): Guide {
  const text = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const [, commands = '', own = ''] =
    /^# [^\n]*\n([^]*?)\n## What it is for[^]*?\n## First request\n([^]*?)\n## /.exec(text) ?? []
  const whole = `# First request\n${commands}\n${own}`
  const lead =
    'Start the service, read the demo company, then draft, book and look at a voucher in a company of your own.'
  return {
    name: 'first-request',
    kind: 'begin',
    title: 'First request',
    lead,
    href: '/docs/guides/first-request',
    path: 'README.md',
    text: whole,
  }
}

/** The first paragraph, its marks left out. */
function leadOf(text: string): string {
  const paragraph = text.split('\n\n').find((part) => /^[A-Z]/.test(part)) ?? ''
  const plain = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain.length <= 160 ? plain : `${plain.slice(0, 157).replace(/\s\S*$/, '')} …`
}

/** A guide as HTML, with its headings. */
export function contentOf({ path, text: whole }: Guide): { content: Html; headings: readonly string[] } {
  const headings: string[] = []
  const marked = new Marked({ gfm: true, async: false })
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading): string {
        if (depth === 1) return ''
        if (depth === 2) headings.push(text.replace(/[`*]/g, ''))
        return `<h${depth} id="${escaped(anchor(text))}">${this.parser.parseInline(tokens)}</h${depth}>`
      },
      // A head without a word is no head of a column.
      tablecell({ tokens, header, align }: Tokens.TableCell): string {
        const [name, inside] = [header && tokens.length > 0 ? 'th' : 'td', this.parser.parseInline(tokens)]
        return `<${name}${align === 'right' ? ' class="n"' : ''}>${inside}</${name}>`
      },
      code: ({ text }: Tokens.Code): string => `<div class="code"><pre tabindex="0">${escaped(text)}</pre></div>`,
      link({ href, tokens }: Tokens.Link): string {
        const inside = this.parser.parseInline(tokens)
        const target = targetOf(path, href)
        return target === undefined ? inside : `<a href="${escaped(target)}">${inside}</a>`
      },
      image: ({ href, text }: Tokens.Image): string =>
        /^[\w/.-]+\.svg$/.test(href)
          ? `<img src="/docs/pictures/${escaped(basename(href))}" alt="${escaped(text)}" loading="lazy">`
          : escaped(text),
      // Documents of ours have none; should one have, it is shown as text.
      html: ({ text }: Tokens.HTML | Tokens.Tag): string => (text.startsWith('<!--') ? '' : escaped(text)),
    },
  })
  return { content: html`<div class="prose">${new Html(marked.parse(whole) as string)}</div>`, headings }
}

/** Where a link of a document leads on these pages; undefined where it leads to a file that they do not show. */
function targetOf(from: string, href: string): string | undefined {
  if (/^(https?:|mailto:|#)/.test(href)) return href
  const [path = '', hash] = href.split('#', 2)
  const file = normalize(join(dirname(from), path))
  const place = hash === undefined ? '' : `#${hash}`
  const found = guides().find((one) => one.path === file)
  if (found) return found.href + place
  if (file === 'docs/errors.md') return '/errors'
  if (file === 'docs/recipes/README.md' || file === 'docs/operators' || file === 'docs/operators/README.md')
    return '/docs/guides'
  if (file === 'docs/coverage.md') return '/docs#apis'
  return undefined
}

/** Reads a picture of the documents; undefined where there is none of the name. */
export function pictureOf(name: string): (() => Buffer) | undefined {
  const path = join(ROOT, 'docs', name)
  return /^[\w-]+\.svg$/.test(name) && existsSync(path) ? () => readFileSync(path) : undefined
}
