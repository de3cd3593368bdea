import { ABANDONED_MILLISECONDS, IDLE_TRANSACTION_MILLISECONDS_MAX } from '../../limits.ts'
import type { StatementTime } from './statements.ts'

/**
 * How a connection plans its prepared statements. `once`: for all values, which costs nothing later and is right for
 * statements that go by keys. `byValues`: PostgreSQL decides whether the values matter.
 */
export type Planning = 'once' | 'byValues'

/** What is at the other end of a connection: the server itself, or a pooler before it. */
export interface Endpoint {
  /** Whether a pooler may give every transaction another of its connections. */
  isPooled: boolean
  /** Whether a prepared statement can be used again by its name. */
  keepsNames: boolean
  /** Settings to send on a new connection, by planning; undefined where a connection keeps none. */
  settings?: Readonly<Record<Planning, string>>
  /** Text that begins a transaction, with its settings. */
  begins?: Readonly<Record<Planning, string>>
  /** Settings to send on a new connection to a destination. Undefined where there is none. */
  destinationSettings?: Readonly<Record<Planning, string>>
}

/** Safe before anything is known. */
export const UNKNOWN_ENDPOINT: Endpoint = { isPooled: true, keepsNames: false }

/** The network finds a node that is cut off within 5 seconds. So a node that only computes is left alone. */
const KEEPALIVE = ['SET tcp_keepalives_idle = 2', 'SET tcp_keepalives_interval = 1', 'SET tcp_keepalives_count = 3']

/**
 * Settings of a connection: generic plans where statements go by keys, plans by the values where those matter; and how
 * long a statement may take.
 * @param modeOfOnce how statements that go by keys are planned: the placement knows.
 */
export function settings(
  verb: 'SET' | 'begin; SET LOCAL',
  modeOfOnce: 'force_generic_plan' | 'force_custom_plan',
  time: StatementTime | undefined,
): Readonly<Record<Planning, string>> {
  const set = verb === 'SET' ? 'SET' : 'SET LOCAL'
  const of = (mode: string, milliseconds: number | undefined): string =>
    [
      `${verb} plan_cache_mode = ${mode}`,
      // A generic plan is costed for any values: a server with jit would compile it each time, for a handful of rows.
      `${set} jit = off`,
      // What is read is in memory or on a solid-state disk.
      `${set} random_page_cost = 1.1`,
      ...(milliseconds === undefined
        ? []
        : [
            `${set} statement_timeout = ${milliseconds}`,
            `${set} client_connection_check_interval = ${ABANDONED_MILLISECONDS}`,
            `${set} idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MILLISECONDS_MAX}`,
            // A pooler's connections are the pooler's.
            ...(verb === 'SET' ? KEEPALIVE : []),
          ]),
    ].join('; ')
  return { once: of(modeOfOnce, time?.other), byValues: of('auto', time?.wide) }
}
