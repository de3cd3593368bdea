import { createHash, type Hash } from 'node:crypto'
import { GENERATIONS, type WrittenValue } from './entry-columns.ts'

/** The values that a seal covers of an entry: of each generation of columns up to the last that it has anything of. */
function sealedOf(values: readonly WrittenValue[]): readonly WrittenValue[] {
  let last = values.length - 1
  while (values[last] === null) last -= 1
  return values.slice(
    0,
    GENERATIONS.find((end) => end > last),
  )
}

/** Characters hashed at a time: handing over every line alone would take longer than hashing it. */
const CHUNK = 16_384

/** What a seal covers of the booking itself. */
export interface SealedContent {
  number: number
  journalNumber: number | null
  firstEntry: number
  lastEntry: number
  /** ISO, UTC, with milliseconds: `2026-01-31T08:00:00.000Z`. */
  bookedAt: string
  /** The app it was made for; sealed where there is one. */
  app?: number | null
  /** The grant of that app; sealed where there is one. */
  grant?: number | null
  /** Who acted with that grant; sealed where somebody is named. */
  person?: string | null
  /** Whether the app only claims that they did. */
  isPersonClaimed?: boolean
  /** What the log of documents has gained since the seal before, a line of JSON each; sealed where there is any. */
  documents?: string | null
  /** Where the agreement's logs end, as JSON (`logs.ts`); sealed where it is told. */
  logs?: string | null
}

/** The seal before an agreement's first booking. */
export const FIRST_SEAL = Buffer.alloc(32)

/**
 * Builds the seal of one booking (rule 5.3): SHA-256 over the seal before it, then one line of JSON for the booking,
 * one for each row that the log of documents has gained, one that tells where the logs end, and one for each of its
 * entries, in the order of their numbers.
 */
export class Sealer {
  readonly #hash: Hash
  /** Lines that are yet to be hashed. */
  #lines = ''

  constructor(previous: Buffer, booking: SealedContent) {
    const {
      number,
      journalNumber,
      firstEntry,
      lastEntry,
      bookedAt,
      app = null,
      grant = null,
      person = null,
      isPersonClaimed = false,
      documents,
      logs,
    } = booking
    this.#hash = createHash('sha256').update(previous)
    const line = [number, journalNumber, firstEntry, lastEntry, bookedAt]
    const named = person === null && !isPersonClaimed ? [] : [person, isPersonClaimed]
    const by = grant === null && named.length === 0 ? [app] : [app, grant, ...named]
    this.#line(app === null && grant === null && named.length === 0 ? line : [...line, ...by])
    if (documents) this.#lines += `${documents}\n`
    if (logs) this.#lines += `${logs}\n`
  }

  /** Adds an entry by the values of its columns, as `valuesOf` has them. */
  add(values: readonly WrittenValue[]): void {
    this.#line(sealedOf(values))
  }

  /** Adds an entry as its line, without the line feed. */
  addLine(line: string): void {
    this.#text(`${line}\n`)
  }

  /** The 32 bytes; nothing can be added afterwards. */
  seal(): Buffer {
    return this.#hash.update(this.#lines).digest()
  }

  #line(values: readonly (WrittenValue | boolean)[]): void {
    this.#text(`${JSON.stringify(values)}\n`)
  }

  #text(text: string): void {
    this.#lines += text
    if (this.#lines.length < CHUNK) return
    this.#hash.update(this.#lines)
    this.#lines = ''
  }
}
