import type { Transaction } from '../database/connection.ts'
import { ApiError, type ErrorCode } from '../errors/catalogue.ts'
import { DOCUMENT_BYTES_MAX, DOCUMENT_PAGES_MAX, DOCUMENT_PARTS_MAX } from '../limits.ts'
import type { Caller, Item, ReceivedFile, Work } from '../resource/operations.ts'
import { inspectFile } from './parse.ts'
import { keepFile, type KeptKind, type NewFile } from './store.ts'
import { findVoucher, type Voucher, type VoucherNamed } from './voucher.ts'
import { Unreadable } from '../parsing/unreadable.ts'

/** What is attached, and to which voucher. */
export interface AttachAsked extends VoucherNamed {
  note?: string
  /** 0 appends to the document that the voucher has, 1 refuses. */
  onConflict?: number
}

/** The document that a voucher already has, with the totals of its files. */
interface Existing {
  number: number
  parts: number
  bytes: number
  pages: number
  isMergeable: boolean
}

/**
 * Receives files of documents that are read at `path`. Inspects each in a parser. @throws ApiError when a file cannot
 * be attached.
 */
export const receiverOf =
  (path: string) =>
  async (caller: Caller, sent: Uint8Array<ArrayBuffer>): Promise<ReceivedFile> => {
    try {
      const found = { ...(await inspectFile(caller.agreement, sent)), bytes: sent }
      return {
        hash: found.hash,
        async write(work, { body }) {
          const number = await attach(work, body, found)
          return { status: 201, body: JSON.stringify({ number }), location: `${path}/${number}` }
        },
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      throw new ApiError({ code: 'InvalidFileData', property: 'file', message: error.message })
    }
  }

const fault = (code: ErrorCode, property: string, message?: string): ApiError =>
  new ApiError({ code, property, ...(message !== undefined && { message }) })

/**
 * Attaches a file to a voucher: as a new document, or as further pages of the voucher's document (rule 15.5). @throws
 * ApiError when it cannot.
 */
async function attach(work: Work, body: Item, file: NewFile): Promise<number> {
  const asked = body as unknown as AttachAsked
  const voucher = await findVoucher(work.transaction, work.caller.agreement, asked)
  const kept = { ...file, bytes: file.bytes.length }
  return await attachAt(work, asked, voucher, kept, () => keepNewFile(work, file))
}

/** For whom a file is stored, and how many bytes their files may take. */
export interface Keeping extends Pick<Work, 'transaction'> {
  caller: Pick<Caller, 'agreement'>
  settings: Pick<Work['settings'], 'documentBytesMax'>
}

/** Stores a file where there is room for it. @throws ApiError UnableToAttach where there is none. */
export async function keepNewFile({ transaction, caller, settings }: Keeping, file: NewFile): Promise<void> {
  const full = await whyNoRoom(transaction, caller.agreement, file, settings.documentBytesMax)
  if (full !== undefined) throw fault('UnableToAttach', 'file', full)
  await keepFile(transaction, caller.agreement, file)
}

/** A file that is attached: its hash in hex, and how many bytes and pages it has. */
export interface AttachedFile {
  hash: string
  kind: KeptKind
  bytes: number
  pages: number
  isMergeable: boolean
}

/**
 * Attaches a file to a voucher that was found. @param keep stores it, once it is known that it can be attached.
 * @returns the number of the document.
 * @throws ApiError when it cannot.
 */
export async function attachAt(
  { transaction, caller }: Work,
  asked: AttachAsked,
  voucher: Voucher,
  file: AttachedFile,
  keep: () => Promise<void> = async () => {},
): Promise<number> {
  const existing = await findExisting(transaction, caller.agreement, asked, voucher)
  if (existing && asked.onConflict === 1) throw fault('DocumentAlreadyAttachedToVoucher', 'voucherNumber')
  const reason = existing && whyNotTogether(existing, file)
  if (reason !== undefined) throw fault('UnableToAttach', 'file', reason)
  await keep()
  return await write(transaction, caller, asked, voucher, existing, file)
}

/** The voucher's document, locked until the transaction ends. */
async function findExisting(
  transaction: Transaction,
  agreement: number,
  { voucherNumber }: AttachAsked,
  { accountingYear, source, journalNumber }: Voucher,
): Promise<Existing | undefined> {
  const [document] = await transaction.rows<{ number: number }>(
    `SELECT d.number FROM attached_document d WHERE d.agreement = $1 AND d.accounting_year = $2
      AND d.voucher_number = $3
       AND d.source = $5 AND coalesce(d.journal_number, 0) = coalesce($4::int, 0) FOR UPDATE`,
    [agreement, accountingYear, voucherNumber, journalNumber, source],
  )
  if (!document) return undefined
  const [parts] = await transaction.rows<Omit<Existing, 'number'>>(
    `SELECT count(*)::int AS parts, sum(f.bytes)::int AS bytes, sum(f.pages)::int AS pages,
      bool_and(f.is_mergeable) AS "isMergeable"
     FROM document_part p JOIN document_file f ON f.agreement = $1 AND f.hash = p.hash
     WHERE p.agreement = $1 AND p.document_number = $2`,
    [agreement, document.number],
  )
  return { ...parts!, number: document.number }
}

/** Why the pages of a file cannot follow the existing ones; undefined when they can. */
function whyNotTogether(existing: Existing, file: AttachedFile): string | undefined {
  if (!existing.isMergeable) return 'The pages of the document that is attached cannot be copied.'
  if (!file.isMergeable) return 'The pages of the file cannot be copied.'
  if (existing.parts >= DOCUMENT_PARTS_MAX) return `The document has ${DOCUMENT_PARTS_MAX} files already.`
  if (existing.pages + file.pages > DOCUMENT_PAGES_MAX)
    return `The document would have more than ${DOCUMENT_PAGES_MAX} pages.`
  const isTooMuch = existing.bytes + file.bytes > DOCUMENT_BYTES_MAX
  return isTooMuch ? `The document would have more than ${DOCUMENT_BYTES_MAX} bytes.` : undefined
}

/**
 * Why the file would take the agreement's files over the operator's limit; undefined when it would not, or when there
 * is no limit.
 */
async function whyNoRoom(
  transaction: Transaction,
  agreement: number,
  { bytes, hash }: NewFile,
  max: number | undefined,
): Promise<string | undefined> {
  if (max === undefined) return undefined
  const [used] = await transaction.rows<{ bytes: string }>(
    `SELECT coalesce(sum(f.bytes), 0)::text AS bytes FROM document_file f WHERE f.agreement = $1
      AND f.hash <> decode($2, 'hex')`,
    [agreement, hash],
  )
  if (Number(used!.bytes) + bytes.length <= max) return undefined
  return `The documents of the agreement may take ${max} bytes, and take ${used!.bytes}.`
}

/** Writes the document, its new part, and the log. @returns the document's number. */
async function write(
  transaction: Transaction,
  { agreement, app, grantNumber, person }: Caller,
  { voucherNumber, note }: AttachAsked,
  { accountingYear, source, journalNumber }: Voucher,
  existing: Existing | undefined,
  file: AttachedFile,
): Promise<number> {
  const [row] = existing
    ? await transaction.rows<{ number: number }>(
        `UPDATE attached_document d SET page_count = d.page_count + $3, note = coalesce($4, d.note)
         WHERE d.agreement = $1 AND d.number = $2 RETURNING d.number`,
        [agreement, existing.number, file.pages, note ?? null],
      )
    : await transaction.rows<{ number: number }>(
        `INSERT INTO attached_document (agreement, number, note, page_count, voucher_number, accounting_year,
          journal_number, source)
         VALUES ($1, take_numbers($1, 'attached_document', 1), $2, $3, $4, $5, $6, $7) RETURNING number`,
        [agreement, note ?? null, file.pages, voucherNumber, accountingYear, journalNumber, source],
      )
  const { number } = row!
  await transaction.rows(
    `INSERT INTO document_part (agreement, document_number, place, hash) VALUES ($1, $2, $3, decode($4, 'hex'))`,
    [agreement, number, (existing?.parts ?? 0) + 1, file.hash],
  )
  await transaction.rows(
    `INSERT INTO document_log (agreement, number, logged_at, app, is_detached, document_number, accounting_year,
      journal_number, voucher_number,
       hash, kind, bytes, pages, source, grant_number, person, is_person_claimed)
     VALUES ($1, take_numbers($1, 'document_log', 1), clock_timestamp(), $2, false, $3, $4, $5, $6, decode($7, 'hex'),
       $8, $9, $10, $11, $12, $13, $14)`,
    [
      agreement,
      app,
      number,
      accountingYear,
      journalNumber,
      voucherNumber,
      file.hash,
      file.kind,
      file.bytes,
      file.pages,
      source,
      grantNumber,
      person?.initials ?? null,
      person?.isClaimed ?? false,
    ],
  )
  return number
}
