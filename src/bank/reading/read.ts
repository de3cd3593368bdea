import { Unreadable } from '../../parsing/unreadable.ts'
import { readCamt } from './camt.ts'
import { knownProfile, proposedProfile, readCsv } from './csv.ts'
import { readMt940 } from './mt940.ts'
import type { CsvProfile } from './profiles.ts'
import type { ReadStatement } from './statement.ts'
import { textOf } from '../../reading/text.ts'

/** What a file is. */
export type Format = 'camt.053' | 'MT940' | 'CSV'

/** A file as it was read: by which profile, where it is CSV. */
export interface ReadFile {
  format: Format
  profile: CsvProfile | undefined
  /** A profile that none of ours is, for a file that no profile knows. */
  isProposed: boolean
  statements: ReadStatement[]
}

/** The format of a file, by its first characters. */
export function formatOf(bytes: Uint8Array): Format {
  const start = Buffer.from(bytes.subarray(0, 2048)).toString('latin1').replaceAll('\0', '')
  if (/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*</.test(start)) return 'camt.053'
  return /(^|\n|\{4:\s*):20:/.test(start) ? 'MT940' : 'CSV'
}

/**
 * Reads a file of bank statements.
 * @param profile how a CSV file is read; undefined: by the profile that knows its headings.
 * @param linesMax lines that it may have.
 * @throws Unreadable saying the line and what is wrong with it.
 */
export function readFile(bytes: Uint8Array, profile: CsvProfile | undefined, linesMax: number): ReadFile {
  const format = formatOf(bytes)
  const read = (statements: ReadStatement[], by?: CsvProfile, isProposed = false): ReadFile => ({
    format,
    profile: by,
    isProposed,
    statements,
  })
  if (format === 'camt.053') return read(readCamt(bytes, linesMax))
  if (format === 'MT940') return read(readMt940(textOf(bytes, 'auto'), linesMax))
  const known = profile ?? knownProfile(bytes)
  if (known) return read(readCsv(bytes, known, linesMax), known)
  const proposed = proposedProfile(bytes)
  if (!proposed) {
    throw new Unreadable(
      'It is neither camt.053 nor MT940, and no CSV file whose headings are known; make a csv-profile for it.',
    )
  }
  return read(readCsv(bytes, proposed, linesMax), proposed, true)
}
