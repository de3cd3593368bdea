/** What an `Accept` may call a type that is answered. */
export interface Answerable {
  /** The exact names of the type, its parameters left out. */
  names: RegExp
  /** What `type/*` says of it. */
  group: string
}

export const JSON_ANSWER: Answerable = {
  names: /^(application\/(json|[\w.*+-]+\+json)|text\/json)$/,
  group: 'application/*',
}
export const HTML_ANSWER: Answerable = { names: /^text\/html$/, group: 'text/*' }

/** A content type without its parameters. */
export const mediaType = (contentType: string): string => contentType.split(';', 1)[0]!.trim().toLowerCase()

/** Further names of a type: `text/xml` is an alias of `application/xml` (RFC 7303, 9.2). */
const ALIASES: Readonly<Record<string, readonly string[]>> = { 'application/xml': ['text/xml'] }

/** A content type as something that is answered; `others` are further names that ask for it. */
export function answerable(contentType: string, others: readonly string[] = []): Answerable {
  const type = mediaType(contentType)
  const names = [type, ...(ALIASES[type] ?? []), ...others].map((name) => name.replace(/[.+]/g, '\\$&'))
  return { names: new RegExp(`^(${names.join('|')})$`), group: `${type.split('/', 1)[0]}/*` }
}

/** One range of an `Accept`. */
interface Range {
  type: string
  quality: number
}

/** Ranges and parameters, split where the comma or semicolon is in no quoted text. */
const RANGE = /(?:[^,"]|"(?:\\.|[^"\\])*"?)+/g
const PART = /(?:[^;"]|"(?:\\.|[^"\\])*"?)+/g
const QUALITY = /^\s*q\s*=\s*(\d*\.?\d*)\s*$/i

/** The parts of a header's value between its semicolons. */
export const partsOf = (value: string): readonly string[] => value.match(PART) ?? []

/**
 * Parameters but q are left out: a range with `charset` or `version` is one of its type, which we have in one form
 * only.
 */
function rangeOf(text: string): Range {
  const [type = '', ...parameters] = partsOf(text)
  const given = parameters.map((one) => QUALITY.exec(one)?.[1]).find((one) => one !== undefined && one !== '')
  const named = type.trim().toLowerCase()
  const quality = Number(given ?? 1)
  // Old clients say `*` for `*/*`.
  return { type: named === '*' ? '*/*' : named, quality: Number.isNaN(quality) ? 1 : Math.min(1, quality) }
}

/**
 * How much an `Accept` wants what is answered, 0 (not at all) to 1. The ranges that name it most closely decide:
 * `application/json;q=0, *\/*` rules JSON out (RFC 9110, 12.5.1). Undefined where none is about it; without an
 * `Accept`, all are wanted alike.
 */
export function wishFor(accept: string | undefined, { names, group }: Answerable): number | undefined {
  if (accept === undefined || accept === '*/*') return 1
  const ranges = (accept.match(RANGE) ?? []).map(rangeOf).filter(({ type }) => type !== '')
  if (ranges.length === 0) return 1
  const kinds = [(type: string) => names.test(type), (type: string) => type === group, (type: string) => type === '*/*']
  for (const isOfKind of kinds) {
    const found = ranges.filter(({ type }) => isOfKind(type))
    if (found.length > 0) return Math.max(...found.map(({ quality }) => quality))
  }
  return undefined
}

/**
 * Whether an `Accept` takes a file or text: it wants that, or says nothing of it and wants JSON, as errors are JSON all
 * the same.
 */
export const takes = (accept: string | undefined, answered: Answerable): boolean =>
  (wishFor(accept, answered) ?? wishFor(accept, JSON_ANSWER) ?? 0) > 0

/** Which of what can be answered an `Accept` wants most, the first of equals; undefined where it wants none. */
export function mostWanted<Name extends string>(
  accept: string | undefined,
  offered: Readonly<Record<Name, Answerable>>,
): Name | undefined {
  let most: Name | undefined
  let greatest = 0
  for (const name of Object.keys(offered) as Name[]) {
    const wish = wishFor(accept, offered[name]) ?? 0
    if (wish > greatest) [most, greatest] = [name, wish]
  }
  return most
}
