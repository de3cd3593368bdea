import { createHash } from 'node:crypto'
import { BANK_LINES_AT_ONCE, BANK_LINES_MAX } from '../limits.ts'
import type { JobKinds } from '../parsing/job.ts'
import { joined } from './reading/merge.ts'
import type { CsvProfile } from './reading/profiles.ts'
import { readFile } from './reading/read.ts'
import type { ReadLine, ReadStatement } from './reading/statement.ts'
import { centsOf, centsToText } from '../ledger/money.ts'
import { jsonOf } from './money.ts'
import type { Facts } from './suggesting/facts.ts'
import { suggestAll } from './suggesting/suggest.ts'
import type { SureMatch } from './suggesting/suggestion.ts'

/** What is told of a statement beside its lines. */
export interface StatementFacts extends Omit<ReadStatement, 'lines'> {
  /** How many lines it has, and what they come to. */
  count: number
  sum: string
  /** Its lines: so many of the pieces of the answer, in order. */
  pieces: number
}

/**
 * A line as it is written: beside what was read its place in the statement, and how many lines before it are the same.
 */
export type WrittenLine = ReadLine & { place: number; same: number }

/** What parsers do for the bank: read a file of statements, and work out what lines may belong to. */
export const bankJobs = {
  statements: async ([file], asked) => {
    const { profile } = (asked ?? {}) as { profile?: CsvProfile }
    const { format, profile: by, isProposed, statements } = readFile(file!, profile, BANK_LINES_MAX)
    const pieces: Uint8Array[] = []
    const facts = joined(statements).map(({ lines, ...rest }): StatementFacts => {
      const before = pieces.length
      for (const piece of piecesOf(lines)) pieces.push(piece)
      const sum = lines.reduce((all, { amount }) => all + centsOf(amount), 0n)
      return { ...rest, count: lines.length, sum: centsToText(sum), pieces: pieces.length - before }
    })
    const hash = createHash('sha256').update(file!).digest('hex')
    const told = { hash, format, profile: isProposed ? by : undefined, profileName: by?.name, statements: facts }
    return { facts: { pieces: pieces.length }, files: [Buffer.from(JSON.stringify(told)), ...pieces] }
  },
  suggestions: async ([facts]) => ({ facts: {}, files: [Buffer.from(jsonOf(suggestionsIn(facts!)))] }),
  sure: async ([facts]) => {
    const found = suggestionsIn(facts!).flatMap(({ suggestions: [best] }): SureMatch[] =>
      best?.confidence === 'sure' ? [{ kind: best.kind, match: best.match }] : [],
    )
    return { facts: {}, files: [Buffer.from(JSON.stringify(found))] }
  },
} satisfies JobKinds

const suggestionsIn = (facts: Uint8Array): ReturnType<typeof suggestAll> =>
  suggestAll(JSON.parse(Buffer.from(facts).toString()) as Facts)

/**
 * Lines as JSON, some thousands at a time. Lines that nothing tells apart are counted: a statement may have two coffees
 * of one day.
 */
function* piecesOf(lines: readonly ReadLine[]): Generator<Uint8Array> {
  const seen = new Map<string, number>()
  let piece: WrittenLine[] = []
  for (const [place, line] of lines.entries()) {
    const key = JSON.stringify([
      line.date,
      line.amount,
      line.bankReference,
      line.bankReference === null ? line.text : '',
    ])
    const same = seen.get(key) ?? 0
    seen.set(key, same + 1)
    piece.push({ ...line, place: place + 1, same })
    if (piece.length < BANK_LINES_AT_ONCE) continue
    yield Buffer.from(JSON.stringify(piece))
    piece = []
  }
  if (piece.length > 0) yield Buffer.from(JSON.stringify(piece))
}
