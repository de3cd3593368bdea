import { createHash } from 'node:crypto'
import { inspect, type Inspected } from '../documents/compose.ts'
import { DOCUMENT_FILE_BYTES_MAX } from '../limits.ts'
import type { JobKinds } from '../parsing/job.ts'
import { Unreadable } from '../parsing/unreadable.ts'
import type { EInvoice, EmbeddedFile } from './reading/einvoice.ts'
import { type BrokenRule, brokenRules } from './reading/rules.ts'
import { readablePdf } from './reading/readable.ts'
import { readUbl } from './reading/ubl.ts'

/** A file inside an e-invoice: what it is, or why it is not kept beside it. */
export interface ToldFile {
  name: string
  mimeType: string | null
  bytes: number
  /** What was found where it is kept; null where it is not. */
  inspected: Inspected | null
  reason: string | null
}

/** What a parser tells of an e-invoice. The bytes of the PDF follow, and of each file that is kept. */
export interface ToldEInvoice {
  hash: string
  einvoice: EInvoice
  broken: BrokenRule[]
  readable: Inspected | null
  files: ToldFile[]
}

/** What parsers do for the inbox: read an e-invoice, judge it, and make a PDF of it. */
export const inboxJobs = {
  einvoice: async ([file]) => {
    const { einvoice, embedded } = readUbl(file!)
    const broken = brokenRules(einvoice)
    const hash = createHash('sha256').update(file!).digest('hex')
    if (broken.length > 0) return answerOf({ hash, einvoice, broken, readable: null, files: [] }, [])
    const files = await Promise.all(embedded.map(inspected))
    const pdf = await readablePdf(
      einvoice,
      files.map(({ name, reason }) => (reason === null ? name : `${name}: ${reason}`)),
    )
    if (pdf.length > DOCUMENT_FILE_BYTES_MAX) throw new Unreadable('What it says takes too many pages.')
    const kept = embedded.filter((_, at) => files[at]!.inspected !== null).map(({ bytes }) => bytes)
    return answerOf({ hash, einvoice, broken, readable: await inspect(pdf), files }, [pdf, ...kept])
  },
} satisfies JobKinds

const answerOf = (told: ToldEInvoice, files: Uint8Array[]) => ({
  facts: {},
  files: [Buffer.from(JSON.stringify(told)), ...files],
})

/** A file inside an e-invoice goes through the same gate as one that is attached to a voucher. */
async function inspected({ name, mimeType, bytes }: EmbeddedFile): Promise<ToldFile> {
  const told = { name, mimeType, bytes: bytes.length }
  if (bytes.length === 0 || bytes.length > DOCUMENT_FILE_BYTES_MAX)
    return { ...told, inspected: null, reason: `It has ${bytes.length} bytes.` }
  try {
    return { ...told, inspected: await inspect(bytes), reason: null }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { ...told, inspected: null, reason: error.message }
  }
}
