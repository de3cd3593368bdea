/**
 * What a file holds: everything of a database, or one agreement. A file is a line with its kind, frames compressed with
 * gzip, and the SHA-256 of all before it. A frame is a letter, the length of its content (4 bytes, big-endian), and the
 * content: for `J` a note as JSON, for `D` a part of a table in COPY's text format. The first note lists the tables.
 * The rows of each follow, with a note at their end, and at last the note `end`. Anybody can write such a file with a
 * right hash: all that it says is checked before it is used.
 */
export interface FileKind {
  /** How it begins. */
  firstLine: string
  /** The kind of its first note. */
  start: 'start' | 'agreement'
  /** What it is called. */
  name: string
}

/** Everything of a database. */
export const BACKUP: FileKind = { firstLine: 'daybook backup 1\n', start: 'start', name: 'backup' }

/** One agreement. */
export const AGREEMENT: FileKind = {
  firstLine: 'daybook agreement 1\n',
  start: 'agreement',
  name: 'export of an agreement',
}

/** The file is no backup, or not whole, or the database is not as it has to be. The message says what to do. */
export class BackupError extends Error {
  /** What a file says may be in the message: it gives the reader's terminal no commands. */
  constructor(message: string) {
    super(message.replaceAll(/\p{Cc}+/gu, ' '))
  }
}

/** The first note: the schema of the rows, and the tables that follow. */
export interface Start {
  kind: 'start'
  madeAt: string
  /** The migrations of its schema, in order. */
  migrations: readonly string[]
  tables: Table[]
}

/** The first note of one agreement's file. */
export interface AgreementStart {
  kind: 'agreement'
  madeAt: string
  migrations: readonly string[]
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
  /** How what it sends is read; absent where it says nothing, and in older exports. */
  compatibility?: string | null
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
