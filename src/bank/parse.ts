import { BANK_CPU_MILLISECONDS_MAX, BANK_LINES_BYTES_MAX, BANK_STATEMENTS_MAX } from '../limits.ts'
import type { Message } from '../parsing/message.ts'
import { parsers } from '../parsing/parsers.ts'
import type { StatementFacts } from './jobs.ts'
import type { CsvProfile } from './reading/profiles.ts'
import type { Format } from './reading/read.ts'

const ROOM = 'bank'

/** A statement of a file, its lines as JSON in pieces. */
export interface ParsedStatement extends StatementFacts {
  lines: readonly string[]
}

/** A file of statements as a parser read it. */
export interface ParsedFile {
  /** SHA-256 of its bytes, in hex. */
  hash: string
  format: Format
  /** The name of the profile by which CSV was read. */
  profileName: string | undefined
  /** A profile that a file is read by which none knows. */
  proposed: CsvProfile | undefined
  statements: ParsedStatement[]
}

/** Starts a parser for a file that is on its way. */
export const awaitStatements = (): void => parsers.prepare(ROOM)

/** Reads a file of statements in a parser. @throws Unreadable, or ApiError 503 when too many files wait. */
export const parseStatements = (
  agreement: number,
  file: Uint8Array,
  profile: CsvProfile | undefined,
): Promise<ParsedFile> =>
  parsers.run(agreement, {
    room: ROOM,
    kind: 'statements',
    asked: { profile },
    files: [file],
    cpuMilliseconds: BANK_CPU_MILLISECONDS_MAX,
    answerBytesMax: BANK_LINES_BYTES_MAX,
    resultOf: parsedFile,
  })

const FORMATS: readonly unknown[] = ['camt.053', 'MT940', 'CSV'] satisfies Format[]

/** Takes an answer apart. What lines hold is for the database to check: it takes nothing that is no line. */
function parsedFile({ files: [head, ...pieces] }: Message): ParsedFile | undefined {
  const told = JSON.parse(Buffer.from(head!).toString()) as {
    hash: string
    format: Format
    profile?: CsvProfile
    profileName?: string
    statements: StatementFacts[]
  }
  const isList = Array.isArray(told?.statements) && told.statements.length <= BANK_STATEMENTS_MAX
  if (!isList || !FORMATS.includes(told.format) || !told.statements.every(isStatement)) return undefined
  if (!/^[0-9a-f]{64}$/.test(told.hash)) return undefined
  if (told.statements.reduce((sum, one) => sum + one.pieces, 0) !== pieces.length) return undefined
  let at = 0
  const statements = told.statements.map((one) => ({
    ...one,
    lines: pieces.slice(at, (at += one.pieces)).map((piece) => Buffer.from(piece).toString()),
  }))
  return { hash: told.hash, format: told.format, profileName: told.profileName, proposed: told.profile, statements }
}

function isStatement(told: StatementFacts): boolean {
  const isDay = (text: unknown): boolean => typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text)
  const isMoney = (text: unknown): boolean => typeof text === 'string' && /^-?\d{1,17}\.\d\d$/.test(text)
  const isText = (text: unknown): boolean => text === null || (typeof text === 'string' && text.length <= 100)
  const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
  const isBalance = (text: unknown): boolean => text === null || isMoney(text)
  return (
    isText(told.account) &&
    isText(told.currency) &&
    isDay(told.from) &&
    isDay(told.to) &&
    isBalance(told.openingBalance) &&
    isBalance(told.closingBalance) &&
    isMoney(told.sum) &&
    [told.count, told.waiting, told.pieces].every(isCount)
  )
}
