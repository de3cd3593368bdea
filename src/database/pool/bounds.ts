import {
  QUICK_READ_MILLISECONDS,
  READ_MILLISECONDS_MAX,
  WAIT_MILLISECONDS_MAX,
  WAITING_MAX,
  WAITING_MAX_OF_AGREEMENT,
  WIDE_READS_FOR_OTHERS,
} from '../../limits.ts'
import type { Connection, Destination } from './connection.ts'
import type { Planning } from './endpoint.ts'
import { type Claim, FairSemaphore, type Patience } from './fair-semaphore.ts'
import { agreementBusy, noWrite, type Refusal, tookTooLong } from './refusals.ts'
import type { Statement, StatementTime, WideRead } from './statements.ts'
import { readInTransaction } from './transactions.ts'

/** Work on a connection. */
export interface Call<T> {
  claim: Claim
  work(connection: Connection): Promise<T>
  planning?: Planning
  /** Where to connect to; left out for where the address leads. */
  destination?: Destination | undefined
}

/** Lends a connection to work of an agreement, or of none. */
export type Run = <T>(call: Call<T>, agreement?: number) => Promise<T>

/** How long a caller waits for a connection, and how many may. */
export const CONNECTION_PATIENCE: Patience = {
  milliseconds: WAIT_MILLISECONDS_MAX,
  ofHolder: WAITING_MAX_OF_AGREEMENT,
  ofAll: WAITING_MAX,
}

/**
 * Wide reads have half of the connections at once, those of one agreement a quarter: long ones of one leave room for
 * others. While none of its own is long, it has all but WIDE_READS_FOR_OTHERS. A read waits for its permit as long as
 * it may run.
 */
export function boundedReads(use: Run, connections: number, time: StatementTime | undefined) {
  const ofAll = Math.floor(connections / 2)
  const permits = { ofAll, ofHolder: Math.floor(connections / 4) }
  const whileQuick = { ofHolder: ofAll - WIDE_READS_FOR_OTHERS, milliseconds: QUICK_READ_MILLISECONDS }
  const patience = { ...CONNECTION_PATIENCE, milliseconds: time?.wide ?? READ_MILLISECONDS_MAX }
  const refusal: Refusal = (_, isHolderBusy) => (isHolderBusy ? agreementBusy() : tookTooLong())
  const semaphore = new FairSemaphore(permits, patience, refusal, whileQuick)
  return (statement: Statement, { agreement, gone }: WideRead): Promise<Buffer | undefined> => {
    const read = (connection: Connection) =>
      connection.endpoint.begins
        ? readInTransaction(connection, statement, agreement)
        : connection.placement!.executor(connection, agreement).bytes(statement)
    const claim = { holder: agreement, gone }
    return semaphore.take(claim, () => use({ claim, work: read, planning: 'byValues' }, agreement))
  }
}

/**
 * Writes of one agreement may wait long for each other's locks. They leave a quarter of its connections for its reads.
 */
export function boundedWrites(use: Run, connections: number, time: StatementTime | undefined): Run {
  const permits = { ofAll: Infinity, ofHolder: Math.floor((connections / 2) * 0.75) }
  const semaphore = new FairSemaphore(permits, time && CONNECTION_PATIENCE, noWrite)
  return (call, agreement) =>
    call.claim.holder === undefined ? use(call, agreement) : semaphore.take(call.claim, () => use(call, agreement))
}
