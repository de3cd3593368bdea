import { inspectFile } from '../documents/parse.ts'
import type { SentFile } from '../resource/operations.ts'
import type { Looked } from './looked.ts'

/** Looks a file through in a parser. @throws Unreadable where the inbox does not take it; ApiError 503 when too many files wait. */
export async function lookThrough(agreement: number, { name, bytes }: SentFile): Promise<Looked> {
  return { file: { ...(await inspectFile(agreement, bytes)), bytes }, name }
}
