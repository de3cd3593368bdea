import { BANK_CPU_MILLISECONDS_MAX, BANK_LINES_BYTES_MAX } from '../limits.ts'
import { parsers } from '../parsing/parsers.ts'
import type { SureMatch } from './suggesting/suggestion.ts'

/**
 * Works something out of the facts of a bank account, away from the process that answers requests: thousands of lines
 * take a while.
 */
const workOut = (kind: 'suggestions' | 'sure', agreement: number, facts: Uint8Array): Promise<Uint8Array> =>
  parsers.run(agreement, {
    room: 'bank',
    kind,
    files: [facts],
    cpuMilliseconds: BANK_CPU_MILLISECONDS_MAX,
    answerBytesMax: BANK_LINES_BYTES_MAX,
    resultOf: ({ files: [answer] }) => answer,
  })

/** Suggestions for the lines of a bank account, as the API answers them. */
export const suggestionsOf = (agreement: number, facts: Uint8Array): Promise<Uint8Array> =>
  workOut('suggestions', agreement, facts)

/** What lines of a bank account surely belong to. */
export async function sureMatchesOf(agreement: number, facts: Uint8Array): Promise<SureMatch[]> {
  return JSON.parse(Buffer.from(await workOut('sure', agreement, facts)).toString()) as SureMatch[]
}
