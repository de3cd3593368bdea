import { ANSWER_APART_MILLISECONDS_MAX, ANSWER_MILLISECONDS_LATE } from '../../limits.ts'
import type { ConnectionPool } from './connection-pool.ts'
import { executorOn } from './executor.ts'
import { HangingWrites, WAITING_WRITES } from './hanging-writes.ts'
import { Pulse } from './pulse.ts'
import { READ_ONLY } from './refusals.ts'
import type { StatementTime } from './statements.ts'

/**
 * Asks on `probe` whether the database behind `shared` and `apart` answers. While it hangs, no caller gets a
 * connection. What waits too long for its own answer loses its connection: on `apart`, while its leases can still be
 * kept.
 */
export function pulseOf(
  shared: ConnectionPool,
  apart: ConnectionPool,
  probe: ConnectionPool,
  time: StatementTime | undefined,
  mayBeReadOnly: boolean,
): Pulse {
  const all = [shared, apart]
  let isReadOnly = false
  const hanging = new HangingWrites()
  const ask = async (): Promise<void> => {
    if (time) {
      const { wide, other } = time
      shared.loseOverdue({ once: other + ANSWER_MILLISECONDS_LATE, byValues: wide + ANSWER_MILLISECONDS_LATE })
      apart.loseOverdue({ once: ANSWER_APART_MILLISECONDS_MAX, byValues: ANSWER_APART_MILLISECONDS_MAX })
    }
    const [row] = await probe.use((connection) =>
      executorOn(connection).rows<{ is_read_only: string; waiting: string }>(STATE),
    )
    if (mayBeReadOnly) return
    const wasReadOnly = isReadOnly
    isReadOnly = row!.is_read_only === 'on'
    // New connections may lead to the server that takes writes by now. Those opened meanwhile may not.
    if (isReadOnly || wasReadOnly) for (const some of all) some.renewAll()
    if (!isReadOnly) return hanging.look(row!.waiting)
    const readOnly = Object.assign(new Error('The database is read-only.'), { code: READ_ONLY })
    probe.loseAll(readOnly)
    throw readOnly
  }
  const giveUp = (silence: Error): void => {
    for (const some of [...all, probe]) some.loseAll(silence)
  }
  return new Pulse({ ask, giveUp, isWatched: () => all.some((some) => some.areUsed), close: () => probe.close(0) })
}

const STATE = `SELECT current_setting('transaction_read_only') AS is_read_only, ${WAITING_WRITES} AS waiting`
