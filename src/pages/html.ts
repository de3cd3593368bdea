/** HTML that is finished: every text in it is escaped. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toString(): string {
    return this.text
  }
}

/** What may stand in a template: texts are escaped, lists are joined, what is absent leaves nothing. */
export type Content = Html | string | number | undefined | false | readonly Content[]

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The text as HTML shows it, in contents and in quoted attributes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => ENTITIES[letter]!)

function textOf(content: Content): string {
  if (content === undefined || content === false) return ''
  if (content instanceof Html) return content.text
  return Array.isArray(content) ? content.map(textOf).join('') : escaped(String(content))
}

/** HTML of a template whose values are escaped. */
export const html = (parts: TemplateStringsArray, ...values: Content[]): Html =>
  new Html(parts.map((part, at) => part + (at < values.length ? textOf(values[at]) : '')).join(''))

/** Text in which words between backticks are code. */
export const withCode = (text: string): Html =>
  new Html(escaped(text).replace(/`([^`]+)`/g, (_all, code: string) => `<code>${code}</code>`))
