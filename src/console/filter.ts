/** A text as a filter has it: `$` `(` `)` `*` are signs of the language of filters. */
export const escaped = (text: string): string => text.replace(/[$()*]/g, '$$$&')

/** Those of a kind whose name has a text, or whose number it is. */
export const meant = (list: string, text: string): string =>
  `${list}?pageSize=8&filter=name$like:${encodeURIComponent(escaped(text))}${/^\d{1,9}$/.test(text) ? `$or:number$eq:${text}` : ''}`

/** The filter that all parts must hold for, as a parameter after others; nothing where there are none. */
export function filterOf(parts: readonly string[]): string {
  const given = parts.filter((part) => part !== '')
  if (given.length === 0) return ''
  return `&filter=${encodeURIComponent(given.join('$and:')).replace(/%(24|3A)/g, decodeURIComponent)}`
}
