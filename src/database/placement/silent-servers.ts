import { SERVERS_LOOK_MILLISECONDS, SILENCE_MILLISECONDS_MAX } from '../../limits.ts'
import { type Host, nameOf } from '../driver/hosts.ts'
import type { Database } from './database.ts'
import { HOME_SERVERS } from './homes.ts'

const REACHES = 'SELECT citus_check_connection_to_node($1, $2::int) AS "isReached"'

/**
 * Which of the servers that agreements are spread over do not answer, as the coordinator sees it: their agreements are
 * refused, and no others. Asked in the background, while anybody wants to know.
 */
export class SilentServers {
  /** `host:port` of each, as of the last look. */
  names: readonly string[] = []
  private readonly database: Pick<Database, 'rows' | 'isSpread'>
  private readonly asking = new Set<string>()
  private lookedAt = -Infinity
  private looking: Promise<void> | undefined

  constructor(database: Pick<Database, 'rows' | 'isSpread'>) {
    this.database = database
  }

  /** Looks again, unless that was done just now. Resolves when it is known as of this look; never rejects. */
  async look(): Promise<void> {
    if (!this.database.isSpread()) return
    if (this.looking) return await this.looking
    if (performance.now() - this.lookedAt < SERVERS_LOOK_MILLISECONDS) return
    this.looking = this.askAll().finally(() => {
      this.lookedAt = performance.now()
      this.looking = undefined
    })
    await this.looking
  }

  private async askAll(): Promise<void> {
    const servers = await this.database.rows<Host>(HOME_SERVERS).catch(() => [])
    const found = await Promise.all(servers.map(async (server) => ({ server, isReached: await this.reaches(server) })))
    this.names = found.filter(({ isReached }) => !isReached).map(({ server }) => nameOf(server))
  }

  /** Does not ask a hanging server a second time meanwhile. */
  private async reaches(server: Host): Promise<boolean> {
    const name = nameOf(server)
    if (this.asking.has(name)) return false
    this.asking.add(name)
    const asked = this.database
      .rows<{ isReached: boolean }>(REACHES, [server.host, server.port])
      .then(
        ([row]) => row!.isReached,
        () => false,
      )
      .finally(() => this.asking.delete(name))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), SILENCE_MILLISECONDS_MAX)
    })
    return await Promise.race([asked, late]).finally(() => clearTimeout(timer))
  }
}
