import { setTimeout as delay } from 'node:timers/promises'
import { ABANDONED_MILLISECONDS, IDLE_TRANSACTION_MILLISECONDS_MAX } from '../../limits.ts'
import type { StatementTime } from '../connection.ts'
import { answered } from './answers.ts'
import { type Link, PAUSE_MILLISECONDS, type Planning, type Way } from './links.ts'
import { Distribution, IS_DISTRIBUTED } from './run-at.ts'

/** Finds itself among the statements that the server's connection has prepared, under the name it has there. */
const LOOK = `SELECT pg_backend_pid() AS pid, ARRAY(
  SELECT p.name FROM pg_prepared_statements p WHERE p.statement LIKE '%daybook looks for itself%') AS names,
  to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS has_citus`

interface Found {
  pid: number
  names: string
  has_citus: boolean
}

/**
 * Finds out, once, what is between this program and the server. Behind a pooler, the process named for the connection is not the one that answers.
 * A pooler that keeps prepared statements gives them names of its own. One that passes names on as they are (PgBouncer before 1.21, or without
 * `max_prepared_statements`) has them on one of its connections only.
 */
export class Ways {
  /** What was found. */
  known: Way | undefined
  private readonly use: (look: (link: Link) => Promise<Way>) => Promise<Way>
  private readonly time: StatementTime | undefined
  private readonly places: number
  private finding: Promise<Way> | undefined

  /**
   * @param use lends a connection to look on.
   * @param places how many the server may be at: each is tried.
   */
  constructor(use: Ways['use'], time: StatementTime | undefined, places: number) {
    this.use = use
    this.time = time
    this.places = places
  }

  /** @throws when the server cannot be reached; then it is looked for again the next time. */
  async find(): Promise<Way> {
    if (this.known) return this.known
    this.finding ??= this.tryAll().finally(() => (this.finding = undefined))
    return (this.known = await this.finding)
  }

  private async tryAll(): Promise<Way> {
    for (let tried = 1; ; tried++) {
      try {
        return await this.use((link) => this.look(link))
      } catch (error) {
        if (tried >= this.places) throw error
        // Nobody connects again at once (links.ts).
        await delay(PAUSE_MILLISECONDS * 2 ** tried)
      }
    }
  }

  private async look(link: Link): Promise<Way> {
    const answer = await answered(link, (sql) =>
      sql.unsafe<Found[]>(LOOK, [], { prepare: true, simple: false } as never),
    )
    const [{ pid, names, has_citus: hasCitus }] = answer as unknown as [Found]
    const isDistributed = hasCitus && (await answered(link, (sql) => sql.unsafe(IS_DISTRIBUTED)))[0]!.is_so === true
    const distribution = isDistributed ? { distribution: new Distribution() } : {}
    const once = isDistributed ? 'force_custom_plan' : 'force_generic_plan'
    if (pid === answer.state.pid) {
      const atHome = isDistributed ? { settingsAtHome: settings('SET', 'force_generic_plan', this.time) } : {}
      const found = { settings: settings('SET', once, this.time), ...distribution, ...atHome }
      return { isPooled: false, keepsNames: true, ...found }
    }
    const keepsNames = !names.slice(1, -1).split(',').includes(answer.statement.name)
    return { isPooled: true, keepsNames, begins: settings('begin; SET LOCAL', once, this.time), ...distribution }
  }
}

/** The network finds a node that is cut off within 5 seconds. So a node that only computes is left alone. */
const KEEPALIVE = ['SET tcp_keepalives_idle = 2', 'SET tcp_keepalives_interval = 1', 'SET tcp_keepalives_count = 3']

/**
 * Settings of a connection: generic plans where statements go by keys, plans by the values where those matter; and how long a statement may take.
 * Citus plans a statement for another server with its values: they say which server.
 */
function settings(
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
