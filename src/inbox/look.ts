import { inspectFile } from '../documents/parse.ts'
import { ApiError } from '../errors/catalogue.ts'
import type { SentFile } from '../resource/operations.ts'
import type { Looked } from './looked.ts'
import { parseEInvoice } from './parse.ts'

/** Whether a file begins as XML does. Only parsers look further. */
const isXml = (bytes: Uint8Array): boolean =>
  /^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\0?[\s\0]*</.test(Buffer.from(bytes.subarray(0, 64)).toString('latin1'))

/**
 * Looks a file through in a parser.
 * @throws Unreadable where the inbox does not take it; ApiError 400 with each rule that an e-invoice breaks, 503 when
 * too many files wait.
 */
export async function lookThrough(agreement: number, { name, bytes }: SentFile, property: string): Promise<Looked> {
  if (!isXml(bytes)) return { file: { ...(await inspectFile(agreement, bytes)), bytes }, name }
  const { hash, broken, einvoice } = await parseEInvoice(agreement, bytes)
  if (broken.length > 0)
    throw new ApiError(broken.map(({ message }) => ({ code: 'EInvoiceInBreaksRule', property, message })))
  const kept = { kind: 'einvoice', hash, pages: 1, isMergeable: false, hasActiveContent: false } as const
  return { file: { ...kept, bytes }, name, einvoice }
}
