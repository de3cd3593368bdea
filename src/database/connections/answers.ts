import postgres from 'postgres'
import { connectionLost, type Link, READ_ONLY } from './links.ts'
import { namingConstraint, namingLoss } from './run-at.ts'

/** Runs a command without values. @returns what PostgreSQL says was done. */
export async function command(link: Link, text: string): Promise<string> {
  return (await answered(link, (sql) => sql.unsafe(text))).command
}

/**
 * Sends a statement on a connection that is still there. Gives the connection up when no answer comes, or when it leads to a read-only server.
 * @param prepare runs before the statement is sent. Statements asked for later are sent later.
 */
export async function answered<T>(
  link: Link,
  send: (sql: postgres.Sql) => PromiseLike<T>,
  prepare?: () => Promise<void>,
): Promise<T> {
  if (!link.pending && !prepare) return await answeredNow(link, send)
  const before = link.pending
  let pass!: () => void
  const turn = new Promise<void>((resolve) => (pass = resolve))
  link.pending = turn
  await before
  let answer: Promise<T>
  try {
    await prepare?.()
    answer = answeredNow(link, send)
  } finally {
    if (link.pending === turn) delete link.pending
    pass()
  }
  return await answer
}

/** As `answered`, ahead of what waits for its turn. */
export async function answeredNow<T>(link: Link, send: (sql: postgres.Sql) => PromiseLike<T>): Promise<T> {
  if (link.lost) throw connectionLost()
  link.sends()
  try {
    const answer = await send(link.sql)
    link.answers()
    return answer
  } catch (error) {
    const isAnswer = error instanceof postgres.PostgresError && error.severity === 'ERROR'
    if (isAnswer) link.answers()
    if (!isAnswer || error.code === READ_ONLY) link.lose(error)
    throw link.way.distribution ? namingLoss(namingConstraint(error)) : error
  }
}
