/** A piece of XML, finished. */
export type Xml = string

/**
 * Gives every character that XML 1.0 forbids the one `instead`: controls except tab and line ends, and lone surrogates.
 */
export function printable(text: string, instead = ''): string {
  return text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, (found) => ('\t\r\n'.includes(found) ? found : instead))
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** A text as it stands between tags; of characters that XML forbids as `printable`. */
export function escaped(text: string, instead = ''): Xml {
  return printable(text, instead).replace(/[&<>\r]/g, (found) => ESCAPES[found]!)
}

/** An attribute with a space before it. */
export const attribute = (name: string, value: string): string =>
  ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`

/** Finished XML between the tags of an element. */
export const enclosed = (name: string, inside: Xml, attributes = ''): Xml => `<${name}${attributes}>${inside}</${name}>`
