import { createHash } from 'node:crypto'
import type { Executor } from '../database/connection.ts'
import { ApiError } from '../errors/catalogue.ts'
import { COMPOSED_BYTES_MAX } from '../limits.ts'
import type { FileContent, ServedFile } from '../resource/operations.ts'
import { composeFiles } from './parse.ts'
import { noteActiveContent, readFile, type StoredFile, wholeFile } from './store.ts'
import { Unreadable } from '../parsing/unreadable.ts'

/** Change this when composing makes other bytes of the same files. */
const COMPOSED_AS = 2

/** A file of a document as it is served. */
export interface ServedPart extends StoredFile {
  /** NULL of one that was stored before this was asked, or imported, until it is read. */
  hasActiveContent: boolean | null
}

/** The last composed PDFs, by agreement and tag, the oldest first. */
const composed = new Map<string, Uint8Array>()

/**
 * Serves files as one PDF: a single PDF without active content as it is, other files composed when they are read,
 * without what they have of it (rule 15.7).
 */
export function servedPdf(
  database: Executor,
  agreement: number,
  name: string,
  files: readonly ServedPart[],
): ServedFile {
  const [only] = files
  if (files.length === 1 && only!.kind === 'pdf' && only!.hasActiveContent === false) {
    const read: FileContent['read'] = (from, to) => readFile(database, agreement, only!.hash, from, to)
    return { tag: only!.hash, name, content: async () => ({ length: only!.bytes, read }) }
  }
  const tag = createHash('sha256')
    .update(JSON.stringify([COMPOSED_AS, files.map(({ hash }) => hash)]))
    .digest('hex')
  return {
    tag,
    name,
    // The bytes of the files, and of the PDF made of them.
    held: 2 * files.reduce((sum, { bytes }) => sum + bytes, 0),
    content: async () => contentOf(await composedOf(database, agreement, tag, files)),
  }
}

/** Bytes in memory as a file to be read. */
export const contentOf = (bytes: Uint8Array): FileContent => ({
  length: bytes.length,
  async *read(from, to) {
    yield bytes.subarray(from, to)
  },
})

async function composedOf(
  database: Executor,
  agreement: number,
  tag: string,
  files: readonly ServedPart[],
): Promise<Uint8Array> {
  const key = `${agreement} ${tag}`
  const known = composed.get(key)
  if (known) return known
  const whole: Uint8Array<ArrayBuffer>[] = []
  for (const file of files) whole.push(await wholeFile(database, agreement, file))
  try {
    const made = await composeFiles(agreement, whole)
    remember(key, made)
    await learn(database, agreement, files, made)
    return made
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    const message = `The pages cannot be put together: ${error.message}`
    throw new ApiError({ code: 'Unavailable', property: 'number', message })
  }
}

/** Notes whether a single PDF is served as it is stored, where that is not known: then the next read need not look. */
async function learn(
  database: Executor,
  agreement: number,
  [only, ...more]: readonly ServedPart[],
  made: Uint8Array,
): Promise<void> {
  if (more.length > 0 || only!.kind !== 'pdf' || only!.hasActiveContent !== null) return
  const { hash, bytes } = only!
  const isSame = made.length === bytes && createHash('sha256').update(made).digest('hex') === hash
  // The file can be read all the same where it cannot be noted.
  await noteActiveContent(database, agreement, hash, !isSame).catch(() => {})
}

function remember(key: string, made: Uint8Array): void {
  composed.set(key, made)
  let held = [...composed.values()].reduce((sum, { length }) => sum + length, 0)
  for (const [oldest, { length }] of composed) {
    if (held <= COMPOSED_BYTES_MAX) return
    composed.delete(oldest)
    held -= length
  }
}

/** The document of that number as one PDF; undefined when there is none. */
export async function documentPdf(
  database: Executor,
  agreement: number,
  number: number,
): Promise<ServedFile | undefined> {
  const files = await database.rows<ServedPart>(
    `SELECT encode(f.hash, 'hex') AS hash, f.bytes, f.kind, f.has_active_content AS "hasActiveContent"
      FROM document_part p
     JOIN document_file f ON f.agreement = $1 AND f.hash = p.hash
     WHERE p.agreement = $1 AND p.document_number = $2 ORDER BY p.place`,
    [agreement, number],
  )
  return files.length === 0 ? undefined : servedPdf(database, agreement, `${number}.pdf`, files)
}

/**
 * The file of a row of the log as a PDF, while its document is attached, or is kept after it was taken off (rule 15.6);
 * undefined when there is none.
 */
export async function loggedPdf(
  database: Executor,
  agreement: number,
  number: number,
): Promise<ServedFile | undefined> {
  const files = await database.rows<ServedPart>(
    `SELECT encode(f.hash, 'hex') AS hash, f.bytes, f.kind, f.has_active_content AS "hasActiveContent"
      FROM document_log l
     JOIN document_file f ON f.agreement = $1 AND f.hash = l.hash
     LEFT JOIN document_log d ON d.agreement = $1 AND d.document_number = l.document_number AND d.is_detached
     WHERE l.agreement = $1 AND l.number = $2 AND (d.number IS NULL OR d.kept_until >= today_of($1))`,
    [agreement, number],
  )
  return files.length === 0 ? undefined : servedPdf(database, agreement, `log-${number}.pdf`, files)
}
