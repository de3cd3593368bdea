import type { Executor } from '../database/connection.ts'
import type { Caller } from './operations.ts'

/** SQL: names the app in `$3`, a text, and the trace in `$4` as what the present transaction is carried out for; until it ends. */
export const NAME_CALLER = `set_config('daybook.app', $3, true), set_config('daybook.trace', $4, true)`

/** What `NAME_CALLER` is given for the callers of one statement, who are of one app. Of several traces it names none. */
export function callerValues(callers: readonly Pick<Caller, 'app' | 'trace'>[]): [app: string, trace: string] {
  const [{ app, trace = '' }] = callers as [Caller]
  return [String(app), callers.every((caller) => (caller.trace ?? '') === trace) ? trace : '']
}

/**
 * Names the app, the grant and the trace that the present transaction is carried out for, for trails, bookings and events. The promise need not be awaited: the statement
 * runs before those sent after it, and when it fails so does the transaction.
 */
export function nameCaller(transaction: Executor, caller: Caller): Promise<void> {
  const { app, grantNumber, trace = '' } = caller
  return transaction
    .rows(
      `SELECT set_config('daybook.app', $1, true), set_config('daybook.trace', $2, true), set_config('daybook.grant', $3, true)`,
      [String(app), trace, String(grantNumber)],
    )
    .then(
      () => {},
      () => {},
    )
}
