import type { Readable, Writable } from 'node:stream'
import type { Value } from '../driver/session.ts'
import type { Gone } from './fair-semaphore.ts'

/** A statement: SQL text with $1… and the values, each already text (or null) as PostgreSQL reads it. */
export interface Statement {
  text: string
  values: readonly Value[]
  /** Given where the cost grows with the books. */
  wide?: WideRead
}

/**
 * A read whose cost and best plan depend on its values: a filter, count or report. At most half of the connections do
 * such work at once, and a quarter for one agreement, or all but a few of that half while its reads are quick. It is
 * stopped when it takes too long.
 */
export interface WideRead {
  agreement: number
  /** Clients can shape any number of such texts: a connection keeps only some of them prepared. */
  isShapedByClient?: boolean
  /** Aborted when the client is gone: then the read is stopped. */
  gone?: Gone
}

export type Row = Record<string, Value>

/** Runs statements, on the pool or inside one transaction. */
export interface Executor {
  /** Rows as objects; numeric, bigint, date and json columns arrive as text, exact. */
  rows<T = Row>(text: string, values?: Statement['values']): Promise<T[]>
  /**
   * The first column of the first row as the bytes the database sent: a finished body. Undefined when there is no row.
   */
  bytes(statement: Statement): Promise<Buffer | undefined>
}

/** One transaction: its statements are kept or undone together. */
export interface Transaction extends Executor {
  /** Whether it is on the server that has its agreement's rows, where these are spread over several. */
  readonly isAtHome: boolean
  /**
   * As `rows`, for a statement that changes nothing, or refuses to where it is not in a transaction. As the first of
   * the transaction it is sent along with BEGIN, and runs alone if BEGIN is refused.
   */
  look<T = Row>(text: string, values?: Statement['values']): Promise<T[]>
  /** Streams what COPY … TO STDOUT sends. Send nothing else before the stream has ended. */
  copyOut(text: string): Promise<Readable>
  /** Takes what COPY … FROM STDIN reads. The stream finishes once the server has all of it. */
  copyIn(text: string): Promise<Writable>
  /** Runs several statements without values: a migration. */
  script(text: string): Promise<void>
  /** The same transaction for the statements of one agreement: they run where its rows are. */
  at(agreement: number): Transaction
  /** As `Database.everywhere`, within the transaction. */
  everywhere<T = Row>(text: string, values?: Statement['values']): Promise<T[]>
  /** Runs now the checks of constraints that wait for COMMIT. @throws what COMMIT would throw. */
  checkDeferred(): Promise<void>
  /** Runs `work`. When it throws, only its statements are undone, and the transaction goes on. */
  savepoint<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
}

/** A transaction whose work may say that it has sent its last statement. */
export interface EndingTransaction extends Transaction {
  /**
   * Sends COMMIT behind the statements, without waiting for them. Nothing may be sent after it. A statement that fails
   * still undoes everything.
   */
  end(): void
}

/** Runs statements and transactions, each on some connection. */
export interface Pool extends Executor {
  /** The same for the statements of one agreement: they run where its rows are. */
  at(agreement: number): Pool
  /** Runs `work` in one transaction; commits when it resolves, undoes everything when it throws. */
  transaction<T>(work: (transaction: EndingTransaction) => Promise<T>): Promise<T>
  /** The same, as of one moment: `work` reads what was committed before it began, and writes nothing. */
  snapshot<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>
}

/** How long statements may take, in milliseconds: wide reads, and everything else. */
export interface StatementTime {
  wide: number
  other: number
}
