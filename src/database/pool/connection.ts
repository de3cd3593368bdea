import type { Host } from '../driver/hosts.ts'
import type { Session } from '../driver/session.ts'
import type { Endpoint, Planning } from './endpoint.ts'
import type { Executor, Statement } from './statements.ts'

/** Where a connection leads that does not lead where the address does. */
export interface Destination {
  server: Host
  /** Which of the sessions there suits best: one whose last work had the same. */
  affinity: string
}

/** A connection to the host of a destination failed before anything of use was sent on it. */
export class UnreachableHostError extends Error {
  constructor(name: string, options: ErrorOptions) {
    super(`The server of agreements ${name} cannot be connected to.`, options)
  }
}

/**
 * Where the rows of agreements are, and so where the statements of a connection run. The pool knows of it only this. It
 * is chosen once, when the first connection finds out what the server is (`../placement/choice.ts`).
 */
export interface Placement {
  /** Whether the rows of agreements are on several servers. */
  readonly isSpread: boolean
  /** An error of the server's, as it is to be told. */
  errorOf(error: unknown): unknown
  /**
   * Runs statements on a connection.
   * @param agreement whose they all are; left out for those of none, and those over all.
   * @param isLast each is a transaction of its own.
   */
  executor(connection: Connection, agreement?: number, isLast?: boolean): Executor
  /**
   * Sends what goes between BEGIN and the first statement. @param isReadOnly whether the transaction writes nothing.
   */
  enter(connection: Connection, isReadOnly: boolean): Promise<unknown>[]
  /** Runs now the checks that would run at COMMIT, where COMMIT cannot tell their errors. */
  checkDeferred(connection: Connection, agreement: number | undefined): Promise<void> | undefined
  /**
   * Waits until the server knows where the agreement's rows are, where an error says that it did not.
   * @returns undefined where the error says anything else.
   */
  settling(connection: Connection, error: unknown, agreement: number | undefined): Promise<void> | undefined
  /** Waits until the server that is asked knows where the agreement's rows are. */
  awaitRows(connection: Connection, agreement: number): Promise<void>
  /** Runs a statement over all agreements, or over those of each part by itself. */
  everywhere<T>(
    whole: Executor & { at(agreement: number): Executor },
    text: string,
    values?: Statement['values'],
  ): Promise<T[]>
}

/** One connection. Once it is lost, nothing can be sent on it again. */
export interface Connection {
  readonly session: Session
  readonly lost: boolean
  /** Aborted when it is lost. */
  readonly gone: AbortSignal
  readonly planning: Planning | undefined
  /** Where it leads, if not where the address does. */
  readonly destination: Destination | undefined
  /** The affinity of the work that its session has done last. */
  affinity: string | undefined
  /** What is at its other end, as far as its user knows. */
  endpoint: Endpoint
  /** Where its statements run; undefined before that is known. */
  placement: Placement | undefined
  /** Resolved when the last waiting statement is sent. Later statements are sent after it. */
  pending?: Promise<unknown>
  /** Gives it up: after an error that is no answer of the server's, its state is unknown. */
  lose(reason?: unknown): void
  /** Notes that a statement is sent, or that its answer has come. */
  sends(): void
  answers(): void
  /** Notes how long the server took to commit, in milliseconds. */
  committed(milliseconds: number): void
  /** Notes how it plans from now on. @returns whether that is another way than before. */
  plans(planning: Planning): boolean
  /**
   * Notes a prepared statement that a client shaped, or that is for one of many affinities. A connection with too many
   * of them is replaced after use.
   */
  keepShape(text: string): void
}
