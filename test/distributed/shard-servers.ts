import type { Database } from '../../src/database/connection.ts'
import { eventually } from '../patience.ts'

/** A server that has shards: the higher its group, the higher are the numbers that its sequences begin with. */
export interface ShardServer {
  host: string
  port: number
  group: number
  /** Whether it has the agreement's shard. */
  is_there: boolean
}

const SERVERS = `SELECT n.nodename AS host, n.nodeport AS port, n.groupid AS "group", p.groupid IS NOT NULL AS is_there FROM pg_dist_node n
  LEFT JOIN pg_dist_placement p ON p.groupid = n.groupid AND p.shardid = get_shard_id_for_distribution_column('agreement', $1::int)
  WHERE n.shouldhaveshards ORDER BY n.groupid`
const MOVE = `SELECT citus_move_shard_placement(get_shard_id_for_distribution_column('agreement', $1::int), $2, $3::int, $4, $5::int, 'block_writes')::text`

/** Where an agreement is, and the other servers. */
export const serversOf = (database: Database, agreement: number): Promise<ShardServer[]> =>
  database.rows<ShardServer & Record<string, never>>(SERVERS, [agreement])

/** Where an agreement is. */
export async function serverOf(database: Database, agreement: number): Promise<ShardServer> {
  return (await serversOf(database, agreement)).find(({ is_there }) => is_there)!
}

/** Moves an agreement's shard to another server, once nothing is left there of where it was before. */
export async function moveShard(
  database: Database,
  agreement: number,
): Promise<{ from: ShardServer; to: ShardServer }> {
  await eventually(async () => {
    await database.rows('CALL citus_cleanup_orphaned_resources()')
    return (await database.rows('SELECT FROM pg_dist_cleanup')).length === 0
  })
  const from = await serverOf(database, agreement)
  const to = (await serversOf(database, agreement)).find(({ is_there }) => !is_there)!
  await database.rows(MOVE, [agreement, from.host, from.port, to.host, to.port])
  return { from, to }
}
