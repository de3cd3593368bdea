import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { CONNECT_MILLISECONDS_MAX } from '../../limits.ts'
import type { Place, Places } from './places.ts'

/** What the driver tells of where to connect to. */
interface Target {
  host: readonly string[]
  port: readonly number[]
  /** A unix socket; empty or false where there is none. */
  path: string | false
}

/**
 * The one socket of a connection. Where a proxy with no server behind it takes a connection and closes it, the driver alone would try again at once, for ever.
 * And it never closes the socket of a silent peer.
 */
export class Wire {
  private readonly places: Places | undefined
  private place: Place | undefined
  private socket: Socket | undefined
  private isSpent = false

  /** @param places where the server may be; left out where the driver knows. */
  constructor(places?: Places) {
    this.places = places
  }

  /** Opens it, once. @throws when it was opened or cut before, is refused, or nobody answers in time. */
  readonly open = async ({ host, port, path }: Target): Promise<Socket> => {
    if (this.isSpent) throw failure('CONNECTION_CLOSED', 'The database closed the connection before it was ready.')
    this.isSpent = true
    this.place = this.places?.now
    const { host: name, port: number } = this.place ?? { host: host[0]!, port: Number(port[0]!) }
    const where = path && !this.place ? { path } : { host: name, port: number, noDelay: true }
    const socket = connect(where satisfies NetConnectOpts)
    this.socket = socket
    await connected(socket)
    // The driver asks a server's certificate for this name.
    return path && !this.place ? socket : Object.assign(socket, { host: name, port: number })
  }

  /** Notes that no server that takes writes was found there. */
  miss(): void {
    if (this.place) this.places!.leave(this.place)
  }

  /** Closes it, whatever it carries; it is not opened again. */
  cut(): void {
    this.isSpent = true
    this.socket?.destroy()
  }
}

function connected(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (error?: Error): void => {
      clearTimeout(timer)
      for (const name of ['connect', 'error', 'close']) socket.removeAllListeners(name)
      if (!error) return resolve()
      socket.on('error', () => {})
      socket.destroy()
      reject(error)
    }
    const late = (): void => void (socket.connecting && end(failure('CONNECT_TIMEOUT', 'Nobody takes connections.')))
    // What came while this process was busy itself is seen before it counts as late.
    const timer = setTimeout(() => setImmediate(late), CONNECT_MILLISECONDS_MAX)
    socket.once('connect', () => end())
    socket.once('error', end)
    socket.once('close', () => end(failure('CONNECTION_CLOSED', 'The connection was given up.')))
  })
}

const failure = (code: string, message: string): Error => Object.assign(new Error(message), { code })
