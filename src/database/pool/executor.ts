import type { Connection } from './connection.ts'
import { answered } from './exchange.ts'
import type { Executor, Statement } from './statements.ts'

/** Runs statements on a connection as they are, each prepared under a name where names last. */
export function executorOn(connection: Connection): Executor {
  const { keepsNames } = connection.endpoint
  return {
    rows: <T>(text: string, values: Statement['values'] = []) =>
      answered(connection, (session) => session.rows<T>(text, values, keepsNames)),
    async bytes({ text, values, wide }) {
      if (wide?.isShapedByClient && keepsNames) connection.keepShape(text)
      return firstValue(await answered(connection, (session) => session.bytes(text, values, keepsNames)))
    },
  }
}

/** The first value of the first row, as the server sent it. Undefined where there is none. */
export function firstValue(rows: readonly (readonly unknown[])[]): Buffer | undefined {
  const value = rows[0]?.[0]
  return value === null || value === undefined ? undefined : (value as Buffer)
}
