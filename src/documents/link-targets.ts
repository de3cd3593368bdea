/** What following a link does: it leads to a place that links may lead to, runs a script, or is another. */
export type Verdict = 'link' | 'script' | 'other'

const ALLOWED = /^(?:https?|mailto|tel):/i
const SCHEME = /^[a-z][a-z\d+.-]*:/i
const SCRIPT = /^javascript:/i

/**
 * What links of a PDF lead to. A link without a scheme belongs to the base that the document names (ISO 32000-2,
 * 12.6.4.8).
 */
export class LinkTargets {
  private readonly base: Verdict

  constructor(base: Uint8Array | undefined) {
    this.base = base ? verdictOf(base) : 'other'
  }

  /** What the text of a link leads to. */
  verdict(target: Uint8Array): Verdict {
    return SCHEME.test(withoutBlanks(textOf(target))) ? verdictOf(target) : this.base
  }

  /** What a base is, by itself. */
  verdictOfBase(base: Uint8Array): Verdict {
    return verdictOf(base)
  }
}

function verdictOf(target: Uint8Array): Verdict {
  const text = textOf(target)
  if (SCRIPT.test(withoutBlanks(text))) return 'script'
  return ALLOWED.test(text) ? 'link' : 'other'
}

/** Browsers read over control characters and white space in a scheme. */
const withoutBlanks = (text: string): string => text.replace(/[\p{C}\p{Z}]/gu, '')

/** A text as PDF writes one: UTF-16 or UTF-8 with a mark, else a character for each byte. */
function textOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xef && second === 0xbb && third === 0xbf) return new TextDecoder().decode(bytes)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}
