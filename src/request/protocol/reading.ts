import type { Compatibility } from '../../access/compatibility.ts'
import { NOTICE_MAX_LENGTH, NOTICE_NAMES_MAX, NOTICE_QUOTED_MAX_LENGTH } from '../../limits.ts'

/** How freely what clients send is read. */
export interface Leeway {
  /** Mends and ignores what the published service does, where the specification is silent. */
  readonly mends: boolean
  /** Lets pass what the specification refuses, too: nulls, zeros of read-only properties, unknown properties. */
  readonly isLenient: boolean
  /** Unknown properties and query parameters pass, whatever they are (`DAYBOOK_UNKNOWN_PROPERTIES=ignore`). */
  readonly ignoresUnknown: boolean
}

/** How the requests of an app are read: `isOurs` where they go to what the published contract lacks. */
export type LeewayOf = (compatibility: Compatibility | undefined, isOurs: boolean) => Leeway

/** @param fallback of apps that say nothing. */
export function leeways(fallback: Compatibility, ignoresUnknown: boolean): LeewayOf {
  const strict: Leeway = { mends: false, isLenient: false, ignoresUnknown }
  const known: Readonly<Record<Compatibility, Leeway>> = {
    strict,
    default: { ...strict, mends: true },
    lenient: { ...strict, mends: true, isLenient: true },
  }
  return (compatibility = fallback, isOurs) => (isOurs ? strict : known[compatibility])
}

/** The reading of one request: how freely, and what was ignored or mended of it so far. */
export class Reading {
  readonly leeway: Leeway
  /** What was done, and to what. */
  private noted: Map<string, Set<string>> | undefined

  constructor(leeway: Leeway) {
    this.leeway = leeway
  }

  /**
   * @param done such as `is ignored`; @param name what it was done to: a name of ours, or `quoted` text of the
   * client's.
   */
  note(done: string, name: string): void {
    this.noted ??= new Map()
    const names = this.noted.get(done) ?? new Set()
    this.noted.set(done, names)
    if (names.size < NOTICE_NAMES_MAX) names.add(name)
  }

  /** The text of `Daybook-Notice`; undefined where nothing was done. */
  get notice(): string | undefined {
    if (!this.noted) return undefined
    const told = [...this.noted].map(([done, names]) =>
      names.size === 1 ? `${[...names][0]} ${done}` : `${[...names].join(', ')} ${done.replace(/^is /, 'are ')}`,
    )
    const text = told.join('; ')
    return text.length > NOTICE_MAX_LENGTH ? `${text.slice(0, NOTICE_MAX_LENGTH - 3)}...` : text
  }
}

/** The reading of what an operation of ours declares: nothing is mended or ignored. */
export const asDeclared = (): Reading => new Reading({ mends: false, isLenient: false, ignoresUnknown: false })

/** A text that a client sent, as a header can have it: printable ASCII, in quotes, and cut. */
export function quoted(text: string): string {
  const cut = text.length > NOTICE_QUOTED_MAX_LENGTH ? `${text.slice(0, NOTICE_QUOTED_MAX_LENGTH)}...` : text
  return `'${cut.replace(/[^\x20-\x7e]/g, '?')}'`
}
