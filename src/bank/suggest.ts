import { BANK_CPU_MILLISECONDS_MAX, BANK_LINES_BYTES_MAX } from '../limits.ts'
import { parsers } from '../parsing/parsers.ts'

/** Works suggestions out of the facts of a bank account, away from the process that answers requests: thousands of lines take a while. */
export const suggestionsOf = (agreement: number, facts: Uint8Array): Promise<Uint8Array> =>
  parsers.run(agreement, {
    room: 'bank',
    kind: 'suggestions',
    files: [facts],
    cpuMilliseconds: BANK_CPU_MILLISECONDS_MAX,
    answerBytesMax: BANK_LINES_BYTES_MAX,
    resultOf: ({ files: [answer] }) => answer,
  })
