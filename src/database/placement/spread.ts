import type { Session } from '../driver/session.ts'
import type { Connection, Destination, Placement } from '../pool/connection.ts'
import type { Planning } from '../pool/endpoint.ts'
import { answered, answeredNow, command } from '../pool/exchange.ts'
import { executorOn, firstValue } from '../pool/executor.ts'
import type { Executor, Statement } from '../pool/statements.ts'
import { come, readAtHome, sentAtHome, textAt } from './at-home.ts'
import { Distribution, hasMoved, namingConstraint, namingLoss } from './run-at.ts'

/**
 * Agreements are spread over servers by Citus. Every pool has one of its own, which remembers what statements answer.
 */
export function spread(): Placement {
  const distribution = new Distribution()
  const executor: Placement['executor'] = (connection, agreement, isLast = true) => {
    if (agreement === undefined) return executorOn(connection)
    const { destination: home } = connection
    return home
      ? atHome(connection, home, isLast)
      : byCoordinator(connection, distribution, { agreement, isLast }, () => awaitRows(connection, agreement))
  }
  /**
   * Waits until the server that is asked knows where the agreement's rows are. The first statement there makes the
   * views, and others wait for them until its transaction ends. So that statement is a transaction by itself.
   */
  const awaitRows = async (connection: Connection, agreement: number): Promise<void> => {
    await answered(connection, (session) => session.rows('SELECT await_shard($1::int)', [agreement]))
    await executor(connection, agreement).rows('SELECT true AS checked')
  }
  return {
    isSpread: true,
    errorOf: (error) => namingLoss(namingConstraint(error)),
    executor,
    enter,
    everywhere,
    awaitRows,
    checkDeferred: (connection, agreement) =>
      agreement === undefined || connection.destination
        ? undefined
        : checkDeferred(connection, executor(connection, agreement)),
    settling: (connection, error, agreement) =>
      hasMoved(error) && agreement !== undefined && !connection.destination
        ? awaitRows(connection, agreement)
        : undefined,
  }
}

/**
 * A shard that no session was on yet gets its views first. By way of the coordinator, its first statement makes them.
 */
function enter(connection: Connection, isReadOnly: boolean): Promise<unknown>[] {
  const { destination: home } = connection
  if (!home) return []
  const there = come(connection, home, 'stays')
  return isReadOnly ? [there, command(connection, 'SET TRANSACTION READ ONLY')] : [there]
}

async function checkDeferred(connection: Connection, executor: Executor): Promise<void> {
  try {
    await executor.rows('SELECT true AS checked')
  } catch (error) {
    if (!connection.lost) await command(connection, 'rollback').catch(() => {})
    throw error
  }
}

/** Sends statements to the coordinator, which passes them on to where the agreement is. */
function byCoordinator(
  connection: Connection,
  distribution: Distribution,
  place: { agreement: number; isLast: boolean },
  awaitRows: () => Promise<void>,
): Executor {
  const { keepsNames } = connection.endpoint
  const sent = async <T>(
    { text, values }: Statement,
    planning: Planning,
    send: (session: Session, statement: Statement) => PromiseLike<T>,
  ): Promise<T> => {
    let wrapped = { text, values }
    const wrap = async (): Promise<void> => {
      wrapped = await answeredNow(connection, () => distribution.at(connection, place, { text, values, planning }))
    }
    const there = (): Promise<T> => answered(connection, (session) => send(session, wrapped), wrap)
    try {
      return await there()
    } catch (error) {
      if (!place.isLast || !hasMoved(error)) throw error
      await awaitRows()
      return await there()
    }
  }
  return {
    rows: <T>(text: string, values: Statement['values'] = []) =>
      sent({ text, values }, 'once', (session, given) => session.rows<T>(given.text, given.values, keepsNames)),
    async bytes({ text, values, wide }) {
      const rows = await sent({ text, values }, wide ? 'byValues' : 'once', (session, given) => {
        if (wide?.isShapedByClient && keepsNames) connection.keepShape(given.text)
        return session.bytes(given.text, given.values, keepsNames)
      })
      return firstValue(rows)
    },
  }
}

/** Sends statements straight to the server that has the agreement's rows. */
function atHome(connection: Connection, home: Destination, isLast: boolean): Executor {
  const { keepsNames } = connection.endpoint
  return {
    async rows<T>(text: string, values: Statement['values'] = []) {
      const send = (session: Session, there: string): PromiseLike<T[]> => {
        connection.keepShape(there)
        return session.rows<T>(there, values, keepsNames)
      }
      if (isLast) return await sentAtHome(connection, home, text, send)
      return await answered(connection, (session) => send(session, textAt(home, text)))
    },
    async bytes({ text, values }) {
      const send = (session: Session, there: string): PromiseLike<readonly unknown[][]> => {
        connection.keepShape(there)
        return session.bytes(there, values, keepsNames)
      }
      return firstValue(
        isLast
          ? await readAtHome(connection, home, text, send)
          : await answered(connection, (session) => send(session, textAt(home, text))),
      )
    },
  }
}

/** An agreement of each part, which stands for it. */
const ONE_OF_EACH_PART = `SELECT min(a.agreement) AS agreement FROM agreement a
  GROUP BY get_shard_id_for_distribution_column('agreement', a.agreement)`

async function everywhere<T>(
  whole: Executor & { at(agreement: number): Executor },
  text: string,
  values?: Statement['values'],
): Promise<T[]> {
  const found: T[] = []
  for (const { agreement } of await whole.rows<{ agreement: number }>(ONE_OF_EACH_PART)) {
    found.push(...(await whole.at(agreement).rows<T>(text, values)))
  }
  return found
}
