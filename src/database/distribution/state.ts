import type { Executor } from '../pool/statements.ts'
import { CITUS_SETTINGS, WORKERS } from './distribute.ts'

/** Over how many servers agreements are spread, and what is not set there as it has to be: `host:port name = value`. */
export interface DistributionState {
  servers: number
  missing: string[]
}

/** Asks every server of a database that is spread. @throws when one does not answer. */
export async function distributionState(executor: Executor): Promise<DistributionState> {
  const [workers] = await executor.rows<{ number: number }>(WORKERS)
  const wanted = Object.entries(CITUS_SETTINGS).map(([name, value]) => `('${name}', '${value}')`)
  const unset = `SELECT coalesce(string_agg(w.name || ' = ' || w.value, ', '), '')
    FROM (VALUES ${wanted.join(', ')}) AS w(name, value)
    WHERE current_setting(w.name, true) IS DISTINCT FROM w.value`
  const told = await executor.rows<{ server: string; result: string }>(
    `SELECT n.nodename || ':' || n.nodeport AS server, r.result FROM run_command_on_all_nodes($1) AS r
      JOIN pg_dist_node n ON n.nodeid = r.nodeid
     WHERE r.result <> '' ORDER BY 1`,
    [unset],
  )
  return { servers: workers!.number, missing: told.map(({ server, result }) => `${server} ${result}`) }
}
