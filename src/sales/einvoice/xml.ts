import { isolated } from './isolated.ts'

/** A piece of XML, finished. */
export type Xml = string

/** An element around finished XML, without its undefined parts; undefined when no part is left. */
export function element(name: string, ...parts: readonly (Xml | undefined)[]): Xml | undefined {
  const inside = parts.filter((part) => part !== undefined).join('')
  return inside === '' ? undefined : `<${name}>${inside}</${name}>`
}

/** An element that holds a text; undefined when the text is empty. */
export function leaf(name: string, value: string | number | null | undefined, attributes = ''): Xml | undefined {
  const text = isolated(escaped(String(value ?? '')).trim())
  return text === '' ? undefined : `<${name}${attributes}>${text}</${name}>`
}

/** An attribute with a space before it. */
export const attribute = (name: string, value: string): string =>
  ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Escapes a text, without characters that XML 1.0 forbids: controls except tab and line ends, and lone surrogates. */
function escaped(text: string): string {
  const printable = text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (found) => ('\t\r\n'.includes(found) ? found : ''))
  return printable.replace(/[&<>\r]/g, (found) => ESCAPES[found]!)
}
