/** Where the embedded database is: the directory of its socket. */
export interface SocketAddress {
  socketDirectory: string
  port: number
  user: string
  database: string
}

/** Where a database is. */
export type DatabaseAddress = { url: string } | SocketAddress

/** Where a server listens. */
export interface Host {
  host: string
  port: number
}

/**
 * The hosts that a DATABASE_URL names, between commas as libpq has them (its word, too). One of them takes writes. All
 * connections of a pool go to the same host until a connection fails there.
 */
export class Hosts {
  private readonly all: readonly Host[]
  private at = 0

  constructor(all: readonly Host[]) {
    this.all = all
  }

  get count(): number {
    return this.all.length
  }

  /** Where connections go now. */
  get now(): Host {
    return this.all[this.at]!
  }

  /** Has connections go to the next host, unless they do already. */
  leave(host: Host): void {
    if (host === this.now) this.at = (this.at + 1) % this.all.length
  }
}

const PORT = 5432
const SERVERS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/
const WANTED = /([?&])target_session_attrs=([^&]*)&?/

/** What a DATABASE_URL says. */
export interface ReadUrl {
  /** As a URL of a single host. */
  url: string
  /** Where it names several. */
  hosts: Hosts | undefined
  /** Whether only a server that takes writes is wanted. */
  isPrimary: boolean
}

/** Reads a DATABASE_URL. */
export function readUrl(text: string): ReadUrl {
  const [, before = '', servers = '', rest = ''] = SERVERS.exec(text) ?? []
  const wanted = WANTED.exec(rest)?.[2]
  const url = `${before}${servers.split(',')[0]}${rest.replace(WANTED, '$1').replace(/[?&]$/, '')}`
  const all = servers.split(',').map(hostOf)
  if (all.length < 2) return { url: before === '' ? text : url, hosts: undefined, isPrimary: isForWrites(wanted) }
  return { url, hosts: new Hosts(all), isPrimary: true }
}

/**
 * The servers of a DATABASE_URL, as a message may name them: none where a password with a bare `/` or `?` hides where
 * they begin.
 */
export function serversOf(text: string): string {
  const [, , servers = '', rest = ''] = SERVERS.exec(text) ?? []
  return rest.includes('@') ? '…' : servers
}

const isForWrites = (wanted: string | undefined): boolean => wanted === 'read-write' || wanted === 'primary'

function hostOf(server: string): Host {
  const [, host = server, port] = /^(.*?)(?::(\d+))?$/.exec(server) ?? []
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? PORT : Number(port) }
}

/** The name that tells hosts apart. */
export const nameOf = ({ host, port }: Host): string => `${host}:${port}`
