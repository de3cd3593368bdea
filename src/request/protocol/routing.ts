/** How paths are matched, in every version alike: without regard to case, with or without a slash at their end. */
export const ROUTING = { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 1000 }

/** A declared path as routers have it: `/journals/{number}` is `/journals/:number`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/** The path and the query of a URL. */
export function split(url: string): { path: string; search: string } {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, search: '' } : { path: url.slice(0, at), search: url.slice(at + 1) }
}

/** A URL from its path on: a proxy may send it whole (RFC 9112, 3.2.2). */
export const relative = (url: string): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*\/?/i, '/')
