import { signal } from '@preact/signals'
import { yearNameOf } from './years.ts'

/** Where the console is: `/app/{agreement}/{parts}?{query}`. */
export interface Route {
  agreement: string
  parts: readonly string[]
  query: URLSearchParams
}

const BASE = '/app'

function routeOf({ pathname, search }: { pathname: string; search: string }): Route {
  const [agreement = '', ...parts] = pathname.slice(BASE.length + 1).split('/')
  return {
    agreement,
    parts: parts.filter((part) => part !== '').map(decodeURIComponent),
    query: new URLSearchParams(search),
  }
}

/** The number that a part of the address is; undefined where it is none. */
export const numberIn = (part: string | undefined): number | undefined =>
  /^\d+$/.test(part ?? '') ? Number(part) : undefined

/** The present place; screens read it, and it is all that they remember. */
export const route = signal<Route>(routeOf(location))

const follow = (): void => {
  route.value = routeOf(location)
}

/** The address of a place of this agreement, with a query without what is undefined. */
export function hrefOf(path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const search = given.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`).join('&')
  return `${BASE}/${route.value.agreement}${path}${search === '' ? '' : `?${search}`}`
}

/** The address of a voucher, by its day or its accounting year; of any journal where none is known. */
export const voucherHref = (journal: number | null, date: string, number: number): string =>
  hrefOf(`/vouchers/${journal ?? '-'}/${yearNameOf(date)}/${number}`)

/** The present address with other query parameters; undefined takes one away. */
export function hrefWith(changes: Readonly<Record<string, string | undefined>>): string {
  const { parts, query } = route.value
  return hrefOf(`/${parts.map(encodeURIComponent).join('/')}`, { ...Object.fromEntries(query), ...changes })
}

/** Goes to an address of the console. */
export function go(href: string, { isReplacing = false } = {}): void {
  if (isReplacing) history.replaceState(null, '', href)
  else history.pushState(null, '', href)
  follow()
}

/** Changes the query in place: what is selected is no step back. */
export const setQuery = (changes: Readonly<Record<string, string | undefined>>): void =>
  go(hrefWith(changes), { isReplacing: true })

/**
 * For a write that is about to be sent: what then goes on from here, unless somebody has gone on, or chosen something
 * else, before it was answered.
 */
export function fromHere(): (move: () => void) => void {
  const here = route.value
  return (move) => {
    if (route.value === here) move()
  }
}

/** Links of the console do not load the page anew; a click with a key held does as browsers do. */
export function followLinks(): void {
  addEventListener('popstate', follow)
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const href = link?.getAttribute('href')
    if (!link || !href?.startsWith(`${BASE}/`) || link.target || link.hasAttribute('download')) return
    event.preventDefault()
    go(href)
  })
}
