import { attachAt, type AttachedFile, type AttachAsked } from '../documents/attach.ts'
import { servedPdf, type ServedPart } from '../documents/serve.ts'
import { type KeptKind, readFile } from '../documents/store.ts'
import type { Voucher } from '../documents/voucher.ts'
import type { Executor } from '../database/connection.ts'
import type { ServedFile, Work } from '../resource/operations.ts'

/** A file of a document of the inbox: what is attached to its voucher, and what it is called. */
interface ShownFile extends AttachedFile {
  name: string
  hasActiveContent: boolean | null
}

/**
 * The files that a document of the inbox is shown as: itself or, of an e-invoice, the PDF made of it and what was in
 * it.
 */
const shownFiles = (database: Executor, agreement: number, number: number): Promise<ShownFile[]> =>
  database.rows<ShownFile>(
    `SELECT encode(f.hash, 'hex') AS hash, f.kind, f.bytes, f.pages, f.is_mergeable AS "isMergeable",
       f.has_active_content AS "hasActiveContent", s.name
     FROM (
       SELECT 0 AS place, i.hash, coalesce(i.file_name, 'document') AS name FROM inbox_item i
       WHERE i.agreement = $1 AND i.number = $2 AND i.kind <> 'einvoice'
       UNION ALL SELECT p.place, p.hash, p.name FROM inbox_part p WHERE p.agreement = $1 AND p.inbox_number = $2
     ) AS s JOIN document_file f ON f.agreement = $1 AND f.hash = s.hash ORDER BY s.place`,
    [agreement, number],
  )

const isPage = (file: ShownFile): file is ShownFile & ServedPart => file.kind !== 'einvoice'

/** A document of the inbox as one PDF: of an e-invoice what it says, with the files in it that can stand beside it. */
export async function shownPdf(database: Executor, agreement: number, number: number): Promise<ServedFile | undefined> {
  const files = (await shownFiles(database, agreement, number)).filter(isPage)
  const [first, ...more] = files
  if (!first) return undefined
  return servedPdf(database, agreement, `inbox-${number}.pdf`, [first, ...more.filter((one) => one.isMergeable)])
}

/** The file of a document as it was sent. A PDF that does something is without it, as all that are served. */
export async function sentFile(database: Executor, agreement: number, number: number): Promise<ServedFile | undefined> {
  const [found] = await database.rows<ServedPart & { kind: KeptKind }>(
    `SELECT encode(f.hash, 'hex') AS hash, f.bytes, f.kind, f.has_active_content AS "hasActiveContent"
     FROM inbox_item i JOIN document_file f ON f.agreement = $1 AND f.hash = i.hash WHERE i.agreement = $1
       AND i.number = $2`,
    [agreement, number],
  )
  if (!found) return undefined
  const { hash, bytes, kind } = found
  if (kind === 'pdf') return servedPdf(database, agreement, `inbox-${number}.pdf`, [found])
  const ending = { jpeg: 'jpg', png: 'png', einvoice: 'xml' }[kind as Exclude<KeptKind, 'pdf'>]
  const read = (from: number, to: number): AsyncGenerator<Buffer> => readFile(database, agreement, hash, from, to)
  return { tag: hash, name: `inbox-${number}.${ending}`, content: () => Promise.resolve({ length: bytes, read }) }
}

/** One file that came inside an e-invoice, as a PDF; undefined where there is none at that place. */
export async function attachmentPdf(
  database: Executor,
  agreement: number,
  { number, place }: { number: number; place: number },
): Promise<ServedFile | undefined> {
  const [found] = await database.rows<ServedPart>(
    `SELECT encode(f.hash, 'hex') AS hash, f.bytes, f.kind, f.has_active_content AS "hasActiveContent"
     FROM inbox_part p JOIN document_file f ON f.agreement = $1 AND f.hash = p.hash
     WHERE p.agreement = $1 AND p.inbox_number = $2 AND p.place = $3 + 1 AND p.role = 'attachment'`,
    [agreement, number, place],
  )
  return found && servedPdf(database, agreement, `inbox-${number}-${place}.pdf`, [found])
}

/**
 * Attaches a document to a voucher, with the files of an e-invoice whose pages can follow.
 * @returns the number of the voucher's document.
 * @throws ApiError when it cannot be attached.
 */
export async function attachShown(work: Work, number: number, asked: AttachAsked, voucher: Voucher): Promise<number> {
  const [first, ...more] = await shownFiles(work.transaction, work.caller.agreement, number)
  const document = await attachAt(work, asked, voucher, first!)
  if (!first!.isMergeable) return document
  for (const file of more) {
    if (file.isMergeable) await attachAt(work, { ...asked, onConflict: 0 }, voucher, file)
  }
  return document
}
