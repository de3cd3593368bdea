import { isAnswer } from '../driver/postgres.ts'
import type { Session } from '../driver/session.ts'
import type { Connection } from './connection.ts'
import { connectionLost, READ_ONLY } from './refusals.ts'

/** Runs a command without values. @returns what PostgreSQL says was done. */
export async function command(connection: Connection, text: string): Promise<string> {
  return (await answered(connection, (session) => session.command(text))).command
}

/**
 * Sends a statement on a connection that is still there. Gives the connection up when no answer comes, or when it leads
 * to a read-only server.
 * @param prepare runs before the statement is sent. Statements asked for later are sent later.
 */
export async function answered<T>(
  connection: Connection,
  send: (session: Session) => PromiseLike<T>,
  prepare?: () => Promise<void>,
): Promise<T> {
  if (!connection.pending && !prepare) return await answeredNow(connection, send)
  const before = connection.pending
  let pass!: () => void
  const turn = new Promise<void>((resolve) => (pass = resolve))
  connection.pending = turn
  await before
  let answer: Promise<T>
  try {
    await prepare?.()
    answer = answeredNow(connection, send)
  } finally {
    if (connection.pending === turn) delete connection.pending
    pass()
  }
  return await answer
}

/** As `answered`, ahead of what waits for its turn. */
export async function answeredNow<T>(connection: Connection, send: (session: Session) => PromiseLike<T>): Promise<T> {
  if (connection.lost) throw connectionLost()
  connection.sends()
  try {
    const answer = await send(connection.session)
    connection.answers()
    return answer
  } catch (error) {
    const isOfServer = isAnswer(error)
    if (isOfServer) connection.answers()
    if (!isOfServer || error.code === READ_ONLY) connection.lose(error)
    throw connection.placement ? connection.placement.errorOf(error) : error
  }
}
