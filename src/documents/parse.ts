import { COMPOSED_FILE_BYTES_MAX, DOCUMENT_PAGES_MAX } from '../limits.ts'
import type { Message } from '../parsing/message.ts'
import { parsers } from '../parsing/parsers.ts'
import type { Inspected } from './compose.ts'

const ROOM = 'documents'
const KINDS: readonly string[] = ['pdf', 'jpeg', 'png'] satisfies Inspected['kind'][]

/** Starts a parser for a file that is on its way. */
export const awaitFile = (): void => parsers.prepare(ROOM)

/** Inspects a file in a parser. @throws Unreadable, or ApiError 503 when too many files wait. */
export const inspectFile = (agreement: number, file: Uint8Array): Promise<Inspected> =>
  parsers.run(agreement, {
    room: ROOM,
    kind: 'inspect',
    files: [file],
    answerBytesMax: 0,
    resultOf: ({ facts }) => (isInspected(facts) ? facts : undefined),
  })

/** Whether a value is what inspecting a file finds. */
export function isInspected(facts: unknown): facts is Inspected {
  const { kind, pages, hash, isMergeable, hasActiveContent } = (facts ?? {}) as Record<keyof Inspected, unknown>
  const isCounted = Number.isInteger(pages) && (pages as number) > 0 && (pages as number) <= DOCUMENT_PAGES_MAX
  const isHash = typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash)
  const isTold = typeof isMergeable === 'boolean' && typeof hasActiveContent === 'boolean'
  return KINDS.includes(kind as string) && isCounted && isHash && isTold
}

/** Makes one PDF of the files, in a parser. @throws Unreadable, or ApiError 503 when too many files wait. */
export const composeFiles = (agreement: number, files: readonly Uint8Array[]): Promise<Uint8Array> =>
  parsers.run(agreement, {
    room: ROOM,
    kind: 'compose',
    files,
    answerBytesMax: COMPOSED_FILE_BYTES_MAX,
    resultOf: ({ files: [pdf] }: Message) => pdf,
  })
