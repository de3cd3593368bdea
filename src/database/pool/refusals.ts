/** SQLSTATE read_only_sql_transaction: of a standby, and of a server that is being made one. */
export const READ_ONLY = '25006'

/**
 * Makes the error of a caller that got no permit. `crowd`: too many wait already. `time`: it waited too long, while
 * others of its holder had their turn. `standstill`: it waited too long, and none of its holder's permits came back
 * meanwhile. `isHolderBusy`: the holder has all the permits that it may have.
 */
export type Refusal = (reason: 'crowd' | 'time' | 'standstill', isHolderBusy: boolean) => Error

/** The error of a statement for which no connection was free. */
export const noneFree: Refusal = (_reason, isHolderBusy) => (isHolderBusy ? agreementBusy() : noConnection())

/**
 * The error of a write that waited in vain for its permit. If no other write of the agreement ended in that time, then
 * the database holds them up, and the client is told so: telling it that it sends too much would be wrong.
 */
export const noWrite: Refusal = (reason, isHolderBusy) =>
  reason === 'standstill' ? noConnection() : noneFree(reason, isHolderBusy)

/** `unavailable.ts` knows the code. */
const noConnection = (): Error => Object.assign(new Error('Too many wait for the database.'), { code: 'NO_CONNECTION' })

/** The error of work whose agreement has all the connections that it may have. */
export function agreementBusy(): Error {
  return Object.assign(new Error('The agreement has too much under way.'), { code: 'AGREEMENT_BUSY' })
}

/** The error of a wide read that waits too long for its turn: as of one that the database stops. */
export function tookTooLong(): Error {
  return Object.assign(new Error('The read waited too long for its turn.'), { code: '57014' })
}

/** The error of a statement whose connection is gone; `unavailable.ts` knows the code. */
export function connectionLost(): Error {
  return Object.assign(new Error('The connection to the database is lost.'), { code: 'CONNECTION_CLOSED' })
}

/** The error of work whose client is gone. Nobody reads it; its code is that of a stopped statement. */
export const clientGone = (): Error =>
  Object.assign(new Error('Nobody waits for the answer any more.'), { code: '57014' })
