import { setTimeout as delay } from 'node:timers/promises'
import { PAUSE_MILLISECONDS } from '../pool/connection-pool.ts'
import type { Connection } from '../pool/connection.ts'
import { settings } from '../pool/endpoint.ts'
import { answered } from '../pool/exchange.ts'
import type { Found } from '../pool/settle.ts'
import type { StatementTime } from '../pool/statements.ts'
import { IS_DISTRIBUTED } from './run-at.ts'
import { spread } from './spread.ts'
import { whole } from './whole.ts'

/** Finds itself among the statements that the server's connection has prepared, under the name it has there. */
const LOOK = `SELECT pg_backend_pid() AS pid, ARRAY(
  SELECT p.name FROM pg_prepared_statements p WHERE p.statement LIKE '%daybook looks for itself%') AS names,
  to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS has_citus`

interface Look {
  pid: number
  names: string
  has_citus: boolean
}

/**
 * Finds out, once, what is between this program and the server, and chooses the placement: `whole`, or `spread` where
 * Citus spreads the agreements. Behind a pooler, the process named for the connection is not the one that answers. A
 * pooler that keeps prepared statements gives them names of its own. One that passes names on as they are (PgBouncer
 * before 1.21, or without `max_prepared_statements`) has them on one of its connections only.
 */
export class PlacementChoice {
  /** What was found. */
  known: Found | undefined
  private readonly use: (look: (connection: Connection) => Promise<Found>) => Promise<Found>
  private readonly time: StatementTime | undefined
  private readonly hosts: number
  private finding: Promise<Found> | undefined

  /**
   * @param use lends a connection to look on.
   * @param hosts at how many hosts the server may be: each is tried.
   */
  constructor(use: PlacementChoice['use'], time: StatementTime | undefined, hosts: number) {
    this.use = use
    this.time = time
    this.hosts = hosts
  }

  /** @throws when the server cannot be reached; then it is looked for again the next time. */
  async find(): Promise<Found> {
    if (this.known) return this.known
    this.finding ??= this.tryAll().finally(() => (this.finding = undefined))
    return (this.known = await this.finding)
  }

  private async tryAll(): Promise<Found> {
    for (let tried = 1; ; tried++) {
      try {
        return await this.use((connection) => this.look(connection))
      } catch (error) {
        if (tried >= this.hosts) throw error
        // Nobody connects again at once (pool/connection-pool.ts).
        await delay(PAUSE_MILLISECONDS * 2 ** tried)
      }
    }
  }

  private async look(connection: Connection): Promise<Found> {
    const { rows, pid, statementName } = await answered(connection, (session) => session.signed<Look>(LOOK))
    const { pid: answering, names, has_citus: hasCitus } = rows[0]!
    const isSpread = hasCitus && (await this.isSpread(connection))
    const placement = isSpread ? spread() : whole
    // Citus plans a statement for another server with its values: they say which server.
    const once = isSpread ? 'force_custom_plan' : 'force_generic_plan'
    if (answering === pid) {
      const there = isSpread ? { destinationSettings: settings('SET', 'force_generic_plan', this.time) } : {}
      const endpoint = { isPooled: false, keepsNames: true, settings: settings('SET', once, this.time), ...there }
      return { endpoint, placement }
    }
    const keepsNames = !names.slice(1, -1).split(',').includes(statementName)
    const begins = settings('begin; SET LOCAL', once, this.time)
    return { endpoint: { isPooled: true, keepsNames, begins }, placement }
  }

  private async isSpread(connection: Connection): Promise<boolean> {
    const [row] = await answered(connection, (session) => session.rows<{ is_so: boolean }>(IS_DISTRIBUTED))
    return row!.is_so === true
  }
}
