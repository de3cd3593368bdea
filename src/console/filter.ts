/** A text as a filter has it: `$` `(` `)` `*` are signs of the language of filters. */
export const escaped = (text: string): string => text.replace(/[$()*]/g, '$$$&')

/** The filter that all parts must hold for, as a parameter after others; nothing where there are none. */
export function filterOf(parts: readonly string[]): string {
  const given = parts.filter((part) => part !== '')
  if (given.length === 0) return ''
  return `&filter=${encodeURIComponent(given.join('$and:')).replace(/%(24|3A)/g, decodeURIComponent)}`
}
