import type { Readable, Writable } from 'node:stream'

/** A value of a statement: text (or null) as PostgreSQL reads it, or what has such text. */
export type Value = string | number | boolean | null

/** A column that a statement answers, and the number of its type. */
export interface Column {
  name: string
  type: number
}

/** Rows, the process that the driver takes the server for, and the name under which it has prepared the statement. */
export interface Signed<T> {
  rows: readonly T[]
  pid: number
  statementName: string
}

/**
 * One connection of the driver. Statements are sent in the order in which they are awaited, and none waits for the
 * answer of another. The driver's promise sends nothing before it is awaited. So methods that answer a `PromiseLike`
 * answer that promise itself: one wrapped in another would be sent sooner or later than its neighbours.
 */
export interface Session {
  /**
   * Rows as objects. Without values nothing is prepared, and the text may be several statements. @param isNamed whether
   * it is prepared under a name.
   */
  rows<T>(text: string, values?: readonly Value[], isNamed?: boolean): PromiseLike<T[]>
  /** Rows as lists of the bytes that the server sent. */
  bytes(text: string, values: readonly Value[], isNamed: boolean): PromiseLike<readonly unknown[][]>
  /** Runs a command without values. Answers what PostgreSQL says was done. */
  command(text: string): PromiseLike<{ command: string }>
  /** COMMIT, which leaves together with the statement before it. */
  commit(): PromiseLike<{ command: string }>
  /** The rows of a statement without values that is prepared under a name, and who the driver thinks has answered. */
  signed<T>(text: string): Promise<Signed<T>>
  /** The columns that a statement answers. It does not run. */
  describe(text: string): PromiseLike<{ columns: readonly Column[] }>
  /** Streams what COPY … TO STDOUT sends. */
  copyOut(text: string): Promise<Readable>
  /** Takes what COPY … FROM STDIN reads. */
  copyIn(text: string): Promise<Writable>
  /** Tells the server that the connection ends, waits up to `seconds` for what is under way, and closes the socket. */
  close(seconds: number): Promise<void>
  /** Notes that the connection was lost before it was of any use, or leads to a server that takes no writes. */
  miss(): void
}

/** Opens a session, to a server or where the address leads; calls `onclose` when it is closed. */
export type OpenSession = (onclose: () => void, server?: { host: string; port: number }) => Session
