import { connect, type NetConnectOpts, type Socket } from 'node:net'
import { CONNECT_MILLISECONDS_MAX } from '../../limits.ts'
import type { Host, Hosts } from './hosts.ts'

/** Where to connect to: a host, or a unix socket. */
export type Target = Host | { path: string }

/**
 * The one socket of a session. It is opened once: where a proxy with no server behind it takes a connection and closes
 * it, the driver alone would try again at once, for ever. And it can be cut: the driver never closes the socket of a
 * silent peer.
 */
export class SessionSocket {
  private readonly hosts: Hosts | undefined
  private host: Host | undefined
  private socket: Socket | undefined
  private isSpent = false

  /** @param hosts where the server may be; left out where the target says it. */
  constructor(hosts?: Hosts) {
    this.hosts = hosts
  }

  /** Opens it, once. @throws when it was opened or cut before, is refused, or nobody answers in time. */
  async open(target: Target): Promise<Socket> {
    if (this.isSpent) throw failure('CONNECTION_CLOSED', 'The database closed the connection before it was ready.')
    this.isSpent = true
    this.host = this.hosts?.now
    const where = this.host ?? target
    const socket = connect(('path' in where ? where : { ...where, noDelay: true }) satisfies NetConnectOpts)
    this.socket = socket
    await connected(socket)
    return 'path' in where ? socket : Object.assign(socket, where)
  }

  /** Notes that no server that takes writes was found there. */
  miss(): void {
    if (this.host) this.hosts!.leave(this.host)
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
