import type { Placement } from '../pool/connection.ts'
import { command } from '../pool/exchange.ts'
import { executorOn } from '../pool/executor.ts'

/** All agreements are on the server that the address names. */
export const whole: Placement = {
  isSpread: false,
  errorOf: (error) => error,
  executor: (connection) => executorOn(connection),
  enter: (connection, isReadOnly) => (isReadOnly ? [command(connection, 'SET TRANSACTION READ ONLY')] : []),
  checkDeferred: () => undefined,
  settling: () => undefined,
  awaitRows: () => Promise.resolve(),
  everywhere: (all, text, values) => all.rows(text, values),
}
