import type { Executor } from '../database/connection.ts'

/** SQL: names the app in `$3`, a text, as the one that the present transaction is carried out for; until it ends. */
export const NAME_CALLER = `set_config('daybook.app', $3, true)`

/**
 * Names the app that the present transaction is carried out for: what the trails say of it. The promise may be left alone: the statement runs before
 * whatever is sent after it, and when it fails so does all of the transaction.
 */
export function nameCaller(transaction: Executor, app: number): Promise<void> {
  return transaction.rows(`SELECT set_config('daybook.app', $1, true)`, [String(app)]).then(
    () => {},
    () => {},
  )
}
