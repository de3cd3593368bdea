/**
 * What a file holds: everything of a database, or one agreement. A file is a line with its kind, frames compressed with gzip, and the SHA-256
 * of all before it. A frame is a letter, the length of its content (4 bytes, big-endian), and the content: for `J` a note as JSON, for `D` a part
 * of a table in COPY's text format.
 */
export interface FileKind {
  /** How it begins. */
  firstLine: string
  /** What it is called. */
  name: string
}

/** Everything of a database. */
export const BACKUP: FileKind = { firstLine: 'daybook backup 1\n', name: 'backup' }

/** One agreement. */
export const AGREEMENT: FileKind = { firstLine: 'daybook agreement 1\n', name: 'export of an agreement' }

/** The file is no backup, or not whole, or the database is not as it has to be. The message says what to do. */
export class BackupError extends Error {}

/** The first note: the schema of the rows, and the tables that follow. */
export interface Start {
  kind: 'start'
  madeAt: string
  /** The migrations of its schema, in order. */
  migrations: string[]
  tables: Table[]
}

/** The first note of one agreement's file. */
export interface AgreementStart {
  kind: 'agreement'
  madeAt: string
  migrations: string[]
  /** Its number where it comes from; no row has it. */
  agreement: number
  /** The fingerprint of the key that its secrets were encrypted with, in hex; null where there was none. */
  keyFingerprint: string | null
  /** Whether any of its rows has a secret. */
  hasSecrets: boolean
  /** The apps that its rows name. */
  apps: MovedApp[]
  /** Numbers that no two rows of a database share, by `table.column`. */
  numbers: Record<string, number[]>
  tables: Table[]
}

/** An app that comes with an agreement: hashes in hex, times in ISO. */
export interface MovedApp {
  app: number
  name: string
  secretHash: string
  previousSecretHash: string | null
  previousSecretUntil: string | null
  createdAt: string
  /** Made with a sandbox: goes with the last agreement that it is let into. Older exports do not tell. */
  isSandbox?: boolean
}

/** A table: its name, and its columns without generated ones, both as SQL has them. */
export interface Table {
  name: string
  columns: string
}

/** The note after the rows of a table. */
export interface TableEnd {
  kind: 'table'
  name: string
  rows: number
  /** Of the text of its rows, in hex. */
  sha256: string
}

/** The last note. */
export interface End {
  kind: 'end'
  /** The sequences that have given numbers, each with its last. */
  sequences: { name: string; value: string }[]
}

/** A part of a backup: a note, or rows. */
export type Part = Note | Buffer

/** A note of a file, told apart by its kind. */
export type Note = Start | AgreementStart | TableEnd | End

const HEAD_BYTES = 5
const [NOTE, ROWS] = ['J'.charCodeAt(0), 'D'.charCodeAt(0)]

/** A part as the file has it. */
export function frameOf(part: Part): Buffer {
  const content = Buffer.isBuffer(part) ? part : Buffer.from(JSON.stringify(part))
  const head = Buffer.alloc(HEAD_BYTES)
  head[0] = Buffer.isBuffer(part) ? ROWS : NOTE
  head.writeUInt32BE(content.length, 1)
  return Buffer.concat([head, content])
}

/** The parts in decompressed frames. @throws BackupError where the bytes end in the middle of one. */
export async function* partsOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Part> {
  let held: Buffer[] = []
  let length = 0
  let wanted = HEAD_BYTES
  for await (const chunk of bytes) {
    held.push(chunk)
    length += chunk.length
    if (length < wanted) continue
    let whole = Buffer.concat(held)
    for (;;) {
      wanted = whole.length < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + whole.readUInt32BE(1)
      if (whole.length < wanted) break
      const content = whole.subarray(HEAD_BYTES, wanted)
      yield whole[0] === ROWS ? content : (JSON.parse(content.toString()) as Note)
      whole = whole.subarray(wanted)
    }
    held = [whole]
    length = whole.length
  }
  if (length > 0) throw new BackupError('The file ends in the middle of a table.')
}
