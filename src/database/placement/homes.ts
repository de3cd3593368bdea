import { HOME_PAUSE_MILLISECONDS } from '../../limits.ts'
import { type Host, nameOf } from '../driver/hosts.ts'
import { type Connection, type Destination, UnreachableHostError } from '../pool/connection.ts'
import { executorOn } from '../pool/executor.ts'
import { hasMoved } from './run-at.ts'

/** How many agreements' homes a process remembers. */
const KNOWN_MAX = 100_000

/** Where an agreement's rows are: on one of the servers, in the shard that is the affinity. */
export type Home = Destination

/** The agreement's shard and the server that has it, as the coordinator knows them. */
const HOME = `SELECT p.shardid::text AS shard, n.nodename AS host, n.nodeport AS port
  FROM pg_dist_placement p JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary' AND n.isactive
  WHERE p.shardid = get_shard_id_for_distribution_column('agreement', $1::int)`

/** The servers that have rows of agreements. */
export const HOME_SERVERS = `SELECT n.nodename AS host, n.nodeport AS port FROM pg_dist_node n
  WHERE n.isactive AND n.shouldhaveshards AND n.noderole = 'primary' ORDER BY 1, 2`

/**
 * Remembers where agreements are that are spread over servers: statements go there, not through the coordinator. A
 * remembered home may have become wrong; then the server says so (`come_to_shard`). A server that this process cannot
 * connect to is left to the coordinator for a while.
 */
export class Homes {
  private readonly ask: (agreement: number) => Promise<Home | undefined>
  private readonly settled: (agreement: number) => Promise<void>
  private readonly known = new Map<number, Promise<Home | undefined>>()
  private readonly shutUntil = new Map<string, number>()
  private readonly now: () => number

  /**
   * @param ask asks the coordinator where an agreement is.
   * @param settled resolves when the agreement is where the coordinator will say that it is.
   * @param now a clock in milliseconds that never goes back.
   */
  constructor(ask: Homes['ask'], settled: Homes['settled'], now: () => number = () => performance.now()) {
    this.ask = ask
    this.settled = settled
    this.now = now
  }

  /**
   * Runs something at the agreement's home, or by way of the coordinator where no home is given. Runs it once more
   * where the agreement has moved, or its server cannot be connected to: in both cases nothing was done.
   */
  async at<T>(agreement: number, run: (home?: Home) => Promise<T>): Promise<T> {
    const home = await this.of(agreement)
    if (!home) return await run()
    try {
      return await run(home)
    } catch (error) {
      if (error instanceof UnreachableHostError) {
        this.shut(home.server)
        return await run()
      }
      if (!hasMoved(error)) throw error
      this.known.delete(agreement)
      await this.settled(agreement)
      return await run(await this.of(agreement))
    }
  }

  private async of(agreement: number): Promise<Home | undefined> {
    const home = await (this.known.get(agreement) ?? this.find(agreement))
    return home && this.isShut(home.server) ? undefined : home
  }

  /** The server may have another address by now. */
  private shut(server: Host): void {
    this.shutUntil.set(nameOf(server), this.now() + HOME_PAUSE_MILLISECONDS)
    this.known.clear()
  }

  private find(agreement: number): Promise<Home | undefined> {
    const finding = this.ask(agreement)
    this.known.set(agreement, finding)
    if (this.known.size > KNOWN_MAX) this.known.delete(this.known.keys().next().value!)
    finding.catch(() => void (this.known.get(agreement) === finding && this.known.delete(agreement)))
    return finding
  }

  private isShut(server: Host): boolean {
    return this.now() < (this.shutUntil.get(nameOf(server)) ?? -Infinity)
  }
}

/** Where the agreement is, asked of the coordinator. */
export async function homeOf(connection: Connection, agreement: number): Promise<Home | undefined> {
  const [found] = await executorOn(connection).rows<Host & { shard: string }>(HOME, [agreement])
  return found && { affinity: found.shard, server: { host: found.host, port: found.port } }
}

/**
 * The servers of agreements that cannot be connected to, by their names; the connections to the others stay.
 * @param run lends a connection to work: where the address leads, or to a destination.
 */
export async function unreached(
  run: <T>(work: (connection: Connection) => Promise<T>, destination?: Destination) => Promise<T>,
): Promise<string[]> {
  const servers = await run((connection) => executorOn(connection).rows<Host>(HOME_SERVERS))
  const found = await Promise.all(
    servers.map(({ host, port }) => {
      const server = { host, port }
      return run(async () => [], { server, affinity: '0' }).catch(() => [nameOf(server)])
    }),
  )
  return found.flat()
}
