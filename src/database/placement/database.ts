import type { Durations } from '../pool/durations.ts'
import type { Endpoint } from '../pool/endpoint.ts'
import type { Executor, Pool, Row, Statement } from '../pool/statements.ts'

/** Runs statements that name no agreement, and those of one where its rows are. */
export interface PlacedExecutor extends Executor {
  at(agreement: number): Executor
  /** Whether agreements are on several servers, as far as is known. Then a statement is for one agreement. */
  isSpread(): boolean
}

/** A pool of connections to the one database of the service. */
export interface Database extends Pool, PlacedExecutor {
  at(agreement: number): Pool
  /**
   * Runs a statement over all agreements, and answers all rows. Where agreements are on several servers, it runs once
   * for each part. For work that comes now and then.
   */
  everywhere<T = Row>(text: string, values?: Statement['values']): Promise<T[]>
  /** The same for one agreement. It has at most half of the connections at once, and three eighths for writes. */
  of(agreement: number): Pool
  /** A connection that does not wait behind requests: for short statements that must run in time. */
  apart: PlacedExecutor
  /** What is at the other end of its connections. @throws when it cannot be reached. */
  endpoint(): Promise<Endpoint>
  /** Of the servers that agreements are spread over, those that this process cannot connect to. */
  unreached(): Promise<string[]>
  /**
   * Asks the database, on a connection apart, whether it takes writes. @throws when it does not answer in time, is
   * read-only, or lets writes hang.
   */
  check(): Promise<void>
  /** Connections in use, callers that wait for one, and how long commits took. */
  usage(): { inUse: number; waiting: number; commits: Durations }
  /** Ends every connection, waiting up to 5 s for statements under way. */
  close(): Promise<void>
}
