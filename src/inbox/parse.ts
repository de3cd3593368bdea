import { isInspected } from '../documents/parse.ts'
import type { NewFile } from '../documents/store.ts'
import { DOCUMENT_BYTES_MAX, DOCUMENT_FILE_BYTES_MAX, EINVOICE_CPU_MILLISECONDS_MAX } from '../limits.ts'
import type { Message } from '../parsing/message.ts'
import { parsers } from '../parsing/parsers.ts'
import { isEInvoice } from './is-einvoice.ts'
import type { ToldEInvoice, ToldFile } from './jobs.ts'
import { type LookedEInvoice, lookedEInvoice } from './looked.ts'
import type { BrokenRule } from './reading/rules.ts'

/** An e-invoice as a parser read it: what is kept of it, or the rules that it breaks. */
export interface ParsedEInvoice {
  hash: string
  broken: readonly BrokenRule[]
  einvoice: LookedEInvoice
}

/** Reads an e-invoice in a parser. @throws Unreadable, or ApiError 503 when too many files wait. */
export const parseEInvoice = (agreement: number, file: Uint8Array): Promise<ParsedEInvoice> =>
  parsers.run(agreement, {
    room: 'inbox',
    kind: 'einvoice',
    files: [file],
    cpuMilliseconds: EINVOICE_CPU_MILLISECONDS_MAX,
    answerBytesMax: DOCUMENT_BYTES_MAX,
    resultOf: parsed,
  })

/** Takes an answer apart; undefined where it is not what this kind answers. */
function parsed({ files: [head, ...bytes] }: Message): ParsedEInvoice | undefined {
  const told = JSON.parse(Buffer.from(head!).toString()) as ToldEInvoice
  if (!isEInvoice(told?.einvoice) || !/^[0-9a-f]{64}$/.test(told.hash) || !isBroken(told.broken)) return undefined
  const parts = told.broken.length > 0 ? [] : partsOf(told, bytes)
  return parts && { hash: told.hash, broken: told.broken, einvoice: lookedEInvoice(told.einvoice, told.files, parts) }
}

const isText = (value: unknown, most: number): boolean => typeof value === 'string' && value.length <= most
const isTextOrNull = (value: unknown, most: number): boolean => value === null || isText(value, most)

const isBroken = (told: unknown): told is BrokenRule[] =>
  Array.isArray(told) && told.every((one: BrokenRule) => isText(one?.rule, 50) && isText(one.message, 1000))

const isFile = (told: ToldFile): boolean =>
  isText(told?.name, 255) &&
  isTextOrNull(told.mimeType, 100) &&
  Number.isSafeInteger(told.bytes) &&
  isTextOrNull(told.reason, 1000) &&
  (told.inspected === null || isInspected(told.inspected))

/** The PDF made of it and the files inside it that are kept; undefined where they are not what was told. */
function partsOf({ readable, files }: ToldEInvoice, bytes: readonly Uint8Array[]): LookedEInvoice['parts'] | undefined {
  if (!isInspected(readable) || !Array.isArray(files) || !files.every(isFile)) return undefined
  const kept = files.filter((file) => file.inspected !== null)
  const [pdf, ...others] = bytes
  if (others.length !== kept.length || bytes.some(({ length }) => length === 0 || length > DOCUMENT_FILE_BYTES_MAX))
    return undefined
  const part = (of: ToldFile['inspected'], file: Uint8Array): NewFile => ({ ...of!, bytes: file })
  return [
    { file: part(readable, pdf!), role: 'readable', name: 'invoice.pdf' },
    ...kept.map((file, at) => ({
      file: part(file.inspected, others[at]!),
      role: 'attachment' as const,
      name: file.name,
    })),
  ]
}
