import type { Message } from './message.ts'

/** What a parser does with the files of a job, in its own process. @throws Unreadable when they are refused. */
export type JobKind = (files: readonly Uint8Array[], asked: unknown) => Promise<Message>

/** The kinds of jobs of a room, by name. */
export type JobKinds = Readonly<Record<string, JobKind>>

/** A job for a parser. */
export interface Job<Result> {
  /** The room whose kind it is, and the kind. */
  room: string
  kind: string
  /** What is asked besides the files, as JSON. */
  asked?: unknown
  files: readonly Uint8Array[]
  /** How long it may take, in milliseconds of processor time, where that is more than others may. */
  cpuMilliseconds?: number
  /** Bytes that the files of the answer may have together. */
  answerBytesMax: number
  /**
   * Takes the answer apart; undefined when it is not what this kind answers. Trusts nothing: whoever made the file may
   * have written it.
   */
  resultOf(answer: Message): Result | undefined
}
