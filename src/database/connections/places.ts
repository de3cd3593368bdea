/** Where a server may be. */
export interface Place {
  host: string
  port: number
}

/**
 * The places that a DATABASE_URL names, between commas as libpq has them. One of them takes writes. All connections of a pool go to the same place
 * until a connection fails there.
 */
export class Places {
  private readonly all: readonly Place[]
  private at = 0

  constructor(all: readonly Place[]) {
    this.all = all
  }

  get count(): number {
    return this.all.length
  }

  /** Where connections go now. */
  get now(): Place {
    return this.all[this.at]!
  }

  /** Has connections go to the next place, unless they do already. */
  leave(place: Place): void {
    if (place === this.now) this.at = (this.at + 1) % this.all.length
  }
}

const PORT = 5432
const SERVERS = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/
const WANTED = /([?&])target_session_attrs=([^&]*)&?/

/** Reads a DATABASE_URL: as a URL of a single place, its places where there are several, and whether only a server that takes writes is wanted. */
export function readUrl(text: string): { url: string; places: Places | undefined; isPrimary: boolean } {
  const [, before = '', servers = '', rest = ''] = SERVERS.exec(text) ?? []
  const wanted = WANTED.exec(rest)?.[2]
  const url = `${before}${servers.split(',')[0]}${rest.replace(WANTED, '$1').replace(/[?&]$/, '')}`
  const all = servers.split(',').map(placeOf)
  if (all.length < 2) return { url: before === '' ? text : url, places: undefined, isPrimary: isForWrites(wanted) }
  return { url, places: new Places(all), isPrimary: true }
}

/** The servers of a DATABASE_URL, as a message may name them: none where a password with a bare `/` or `?` hides where they begin. */
export function serversOf(text: string): string {
  const [, , servers = '', rest = ''] = SERVERS.exec(text) ?? []
  return rest.includes('@') ? '…' : servers
}

const isForWrites = (wanted: string | undefined): boolean => wanted === 'read-write' || wanted === 'primary'

function placeOf(server: string): Place {
  const [, host = server, port] = /^(.*?)(?::(\d+))?$/.exec(server) ?? []
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: port === undefined ? PORT : Number(port) }
}
