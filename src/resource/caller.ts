import type { Executor } from '../database/connection.ts'
import type { Caller } from './operations.ts'

/** What a statement is told of its callers. */
type Named = Pick<Caller, 'app' | 'trace' | 'requestId'> & Partial<Pick<Caller, 'grantNumber' | 'person'>>

/**
 * SQL: names whom the present transaction is carried out for, until it ends: the app in `$3`, the origin in `$4`, the
 * grant in `$5`, the person in `$6`, all texts.
 */
export const NAME_CALLER = `set_config('daybook.app', $3, true), set_config('daybook.trace', $4, true), set_config('daybook.grant', $5, true), set_config('daybook.person', $6, true)`

/** The setting of who acts: initials, behind a question mark where the app claims them. */
const actingAs = ({ person }: Named): string =>
  person === undefined ? '' : `${person.isClaimed ? '?' : ''}${person.initials}`

/** What tells callers apart in logs. Those of one statement agree in it. */
export const callerKey = (caller: Named): string => `${caller.app} ${caller.grantNumber} ${actingAs(caller)}`

/**
 * What caused an event, as `emit_events` reads it: the trace, and behind a space the request; '' where neither is
 * known.
 */
export const originOf = (trace = '', requestId?: string): string =>
  requestId === undefined ? trace : `${trace} ${requestId}`

/**
 * What `NAME_CALLER` is given for the callers of one statement, who are of one app, grant and person. Of several traces
 * or requests it names none.
 */
export function callerValues(callers: readonly Named[]): [app: string, trace: string, grant: string, person: string] {
  const [first] = callers as [Named]
  const { app, grantNumber } = first
  const shared = <T>(of: (caller: Named) => T): T | undefined =>
    callers.every((caller) => of(caller) === of(first)) ? of(first) : undefined
  const origin = originOf(
    shared(({ trace }) => trace),
    shared(({ requestId }) => requestId),
  )
  return [String(app), origin, String(grantNumber ?? ''), actingAs(first)]
}

/**
 * Names the app, the grant, the person and the origin that the present transaction is carried out for, for trails,
 * bookings and events. The promise need not be awaited: the statement runs before those sent after it, and when it
 * fails so does the transaction.
 */
export function nameCaller(transaction: Executor, caller: Caller): Promise<void> {
  return transaction
    .rows(
      `SELECT set_config('daybook.app', $1, true), set_config('daybook.trace', $2, true),
        set_config('daybook.grant', $3, true), set_config('daybook.person', $4, true)`,
      callerValues([caller]),
    )
    .then(
      () => {},
      () => {},
    )
}
